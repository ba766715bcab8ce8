package web

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

// Sources returns the files as they are written, for tests that read them.
func Sources() map[string][]byte { return load(nil) }

// TestMinifiedIsOfItsSource: a minified file counts for its source alone, and where there is none the source does.
func TestMinifiedIsOfItsSource(t *testing.T) {
	t.Parallel()
	source := []byte("export const one = 1;\n")
	m := minifiedFile{fmt.Sprintf("%x", sha256.Sum256(source)), "export const one=1;"}
	if !m.of(source) || m.of([]byte("export const one = 2;\n")) || (minifiedFile{}).of(source) {
		t.Error("a minified file is taken for the wrong source, or isn't for its own")
	}
}
