// Package exectest lets a test program play as a bot, too.
package exectest

import (
	"fmt"
	"os"
	"testing"
)

const variable = "CHRATZE_TEST_BOT"

// Main runs the tests. If one of them has started this program by Command, it plays instead.
func Main(m *testing.M, play func(kind string) error) {
	kind := os.Getenv(variable)
	if kind == "" {
		os.Exit(m.Run())
	}
	if err := play(kind); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

// Command returns the command by which this test program plays as a bot of a kind.
func Command(t *testing.T, kind string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{"env", variable + "=" + kind, self}
}
