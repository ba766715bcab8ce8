package projecttest_test

import (
	"os"
	"testing"
)

// TestMain lets the tests run at the root of the module.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
