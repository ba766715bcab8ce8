package main

import (
	"bytes"
	"os"
	"testing"
)

const root = "../.."

// TestCurrent: the declarations that the pages are checked with are those of today's
// Go types.
func TestCurrent(t *testing.T) {
	t.Parallel()
	got, err := os.ReadFile(root + "/internal/web/wire.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := write(&want, root); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("internal/web/wire.d.ts isn't what the Go types say: make types")
	}
}
