package exec

import (
	"strings"
	"testing"
)

// TestPrintable: nothing that a program calls itself moves the cursor of those who read it.
func TestPrintable(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Müller 7":                "Müller 7",
		"札":                       "札",
		"a\x1b[31mb\nc\u202ed":    "a\ufffd[31mb\ufffdc\ufffdd",
		strings.Repeat("ä", 1000): strings.Repeat("ä", mostName),
	} {
		if got := printable(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}
