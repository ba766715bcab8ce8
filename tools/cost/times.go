package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
)

// results is what tests have said.
type results struct {
	seconds      map[string]float64 // by "package.Test"
	failed, slow map[string]bool    // the same, and those of them that have given up waiting
}

// tooSlow is what a test says that has given up waiting (internal/waittest).
const tooSlow = "the machine is too slow"

// read adds the tests of what go test -json has written. A test's own time holds subtests that ran one after another;
// those that ran in parallel have paused, and their time is added to it.
func (r *results) read(from io.Reader) {
	parallel := map[string]bool{}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var e struct {
			Action, Package, Test, Output string
			Elapsed                       float64
		}
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Test == "" {
			continue
		}
		whole, _, sub := strings.Cut(e.Test, "/")
		name := path.Base(e.Package) + "." + whole
		switch e.Action {
		case "pause":
			parallel[e.Package+" "+e.Test] = true
		case "output":
			if strings.Contains(e.Output, tooSlow) {
				r.slow[name] = true
			}
		case "pass", "fail", "skip":
			if !sub || parallel[e.Package+" "+e.Test] {
				r.seconds[name] += e.Elapsed
			}
			if e.Action == "fail" {
				r.failed[name] = true
			}
		}
	}
}

// slowest names the n tests that took longest and at least a second, longest first.
func (r *results) slowest(n int) string {
	t := r.seconds
	keys := slices.SortedFunc(maps.Keys(t), func(a, b string) int { return cmp.Or(cmp.Compare(t[b], t[a]), cmp.Compare(a, b)) })
	var names []string
	for _, key := range keys[:min(n, len(keys))] {
		if t[key] >= 1 {
			names = append(names, fmt.Sprintf("%s %.0f s", key, t[key]))
		}
	}
	return strings.Join(names, ", ")
}

// gaveUp names the failed tests that may have failed only since the machine is too slow.
func (r *results) gaveUp() string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(r.failed)) {
		if r.slow[name] {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
