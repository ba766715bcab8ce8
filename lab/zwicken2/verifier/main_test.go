package main_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chratze/bot/solved"
	"chratze/lab/zwicken2"
)

// TestVerifier: the program agrees with the solver about a small game, finds one decision that was changed, and agrees with the
// solution that is kept here.
func TestVerifier(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "verifier")
	if said, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatal(string(said), err)
	}
	b := zwicken2.NewBook(zwicken2.New(solved.Shape{3, 2, 4, 4}))
	s := zwicken2.NewSolver(b)
	s.Iterate(60)
	file, h := b.AppendTo(nil, s.Average(), s.Iterations())
	if h.NashConv < 0 || h.NashConv > 0.1 {
		t.Errorf("NashConv %v, want from 0 to 0.1", h.NashConv)
	}
	verify := func(name string, file []byte, want string) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command(program, path).CombinedOutput()
		if (err == nil) != (name == "right") || !strings.Contains(string(said), path+": "+want) {
			t.Errorf("%s: %v, %s, want %s", name, err, said, want)
		}
	}
	if said, err := exec.Command(program).CombinedOutput(); err == nil || !strings.Contains(string(said), "usage: verifier FILE") {
		t.Errorf("without a file: %v, %s", err, said)
	}
	verify("right", file, "a best response wins ")
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	line, data, _ := bytes.Cut(all, []byte("\n"))
	pack := func() []byte {
		var file bytes.Buffer
		w := gzip.NewWriter(&file)
		fmt.Fprintf(w, "%s\n%s", line, data)
		w.Close()
		return file.Bytes()
	}
	data[0] = 255 - data[0] // forehand joins with the three best trumps
	verify("changed", pack(), "the head says rams-solution/1, ")
	line = bytes.Replace(line, []byte(h.Sum), fmt.Appendf(nil, "%x", sha256.Sum256(data)), 1)
	verify("changed with its sum", pack(), "the file says ")
	verify("cut off", file[:len(file)/2], "unexpected EOF")
	data = data[1:]
	verify("without a byte", pack(), "the head says rams-solution/1, ")
	line = bytes.Replace(line, []byte(`"shape":[3`), []byte(`"shape":[-3`), 1)
	verify("no shape", pack(), "json: cannot unmarshal")
	if os.Getenv("CHRATZE_VERIFY") == "" {
		return
	}
	kept, err := filepath.Glob("../../../bot/trained/*" + solved.Suffix)
	if err != nil || len(kept) == 0 {
		t.Fatal("no solution is kept here", err)
	}
	for _, path := range kept {
		if said, err := exec.Command(program, path).CombinedOutput(); err != nil {
			t.Errorf("%v, %s", err, said)
		}
	}
}
