package oracle

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// example is one line of the example histories.
type example struct {
	file string
	n    int
	text []byte
}

// examples reads all example histories.
func examples(t testing.TB) []example {
	t.Helper()
	files, err := filepath.Glob("../testdata/examples/*.jsonl")
	if err != nil || len(files) != len(presets) {
		t.Fatalf("example files: %v, %v", files, err)
	}
	var all []example
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
			all = append(all, example{filepath.Base(file), i, text})
		}
	}
	return all
}

// TestExamples: the hands that came with the rules are right.
func TestExamples(t *testing.T) {
	t.Parallel()
	all := examples(t)
	if len(all) < 70 {
		t.Fatalf("only %d example lines", len(all))
	}
	for _, x := range all {
		if err := Check(x.text); err != nil {
			t.Errorf("%s line %d: %v", x.file, x.n, err)
		}
	}
}
