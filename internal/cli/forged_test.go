package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/table/fairtest"
)

// forged is where a verifier written by others finds a file of each kind of forgery: the exit code, and what was done.
const forged = "../fair/testdata/forged"

// TestForgedFiles: each file of a forgery ends verify with the code of its name, and the files are those that are
// made today. docs/fair-protocol.md hands them out.
func TestForgedFiles(t *testing.T) {
	t.Parallel()
	files := forgeries(t)
	if *update {
		if err := os.RemoveAll(forged); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(forged, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(forged, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, err := os.ReadDir(forged)
	if err != nil || len(list) != len(files) {
		t.Fatalf("%d files, want %d; go test ./internal/cli -run TestForgedFiles -update writes them: %v", len(list), len(files), err)
	}
	for _, f := range list {
		want, err := strconv.Atoi(f.Name()[:1])
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(forged, f.Name())
		text, err := os.ReadFile(path)
		if err != nil || string(text) != files[f.Name()] {
			t.Errorf("%s isn't what is made today: %v", f.Name(), err)
		}
		var out bytes.Buffer
		exit := run([]string{"verify", "--lang=en", path}, nil, &out, &out)
		honest := strings.HasSuffix(out.String(), "\nNothing is wrong.\n") || strings.Contains(out.String(), "secrets are never opened")
		if exit != want || honest != (want == exitOK) { // the number says what the words say
			t.Errorf("%s: exit %d\n%s", f.Name(), exit, &out)
		}
	}
}

var notWord = regexp.MustCompile(`[^a-z]+`)

// forgeries returns the files by name: an honest one, one of each kind of fairtest.Cheats, and what is neither wrong
// nor missing or hasn't a single hand that is forged.
func forgeries(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	put := func(exit int, name string, lines []string, err error) {
		if err != nil {
			t.Fatal(name, err)
		}
		files[strconv.Itoa(exit)+"-"+notWord.ReplaceAllString(strings.ToLower(name), "-")+".jsonl"] = fairtest.File(lines)
	}
	evening := func(hands int) *fairtest.Evening {
		e, err := fairtest.NewEvening("zwicken", hands)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	e := evening(2)
	put(exitOK, "honest", e.Lines, nil)
	for _, c := range fairtest.Cheats() {
		lines, err := c.Do(e, 1)
		put(cheatExit(c.Name), c.Name, lines, err)
	}
	all := func(change func(p *fair.Proof)) (lines []string) {
		for _, line := range e.Lines {
			h, err := history.Read(line)
			if err != nil {
				t.Fatal(err)
			}
			p := proofOf(t, h)
			change(p)
			setProof(h, p)
			lines = append(lines, h.String())
		}
		return lines
	}
	put(exitGaps, "gives numbers for its bots", all(func(p *fair.Proof) { p.Bots = []int{1, 3} }), nil)
	put(exitGaps, "keeps its secret closed at the end", all(func(p *fair.Proof) { p.SittingSecret = "" }), nil)
	put(exitGaps, "leaves a proof out at a table that it calls one for practice", slices.Concat(all(func(p *fair.Proof) { p.Practice = true })[:1],
		all(func(p *fair.Proof) { p.None, p.Practice = fair.NonePractice, true })[1:]), nil)
	put(exitOK, "never opens its secrets", all(func(p *fair.Proof) { p.Opens, p.SittingSecret = fair.OpensNever, "" }), nil)
	put(exitFailed, "says later that it never opens its secrets", append(slices.Clone(e.Lines[:1]), all(func(p *fair.Proof) { p.Opens, p.SittingSecret = fair.OpensNever, "" })[1:]...), nil)
	put(exitGaps, "opens no card", all(func(p *fair.Proof) { p.Open = nil }), nil)
	for _, off := range []struct {
		exit int
		last int // the deals from the second to this one are called off
		name string
	}{{exitGaps, 2, "calls one deal off because of a chair"}, {exitGaps, 5, "calls four deals off in a row"}} {
		long := evening(off.last + 1)
		line, err := long.CallOff(off.last, 1, 1)
		put(off.exit, off.name, []string{long.Lines[0], line}, err)
	}
	for _, off := range []struct {
		exit   int
		name   string
		blamed []int
	}{{exitGaps, "calls one deal off because of wrong copies", []int{2}}, {exitFailed, "blames a chair for the copies of another", []int{1}}, {exitFailed, "blames no chair for wrong copies", nil}} {
		long := evening(3)
		line, err := long.Spoilt(2, 2, off.blamed...)
		put(off.exit, off.name, []string{long.Lines[0], line}, err)
	}
	return files
}
