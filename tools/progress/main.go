// Command progress reads what go test -json writes and prints one line per package as soon as
// its tests have ended, with everything that failing tests have said. It exits with 1 if a
// test or a build failed.
//
//	go test -json ./... | progress 57
//
// The argument is how many packages there are.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// quiet is how long nothing may be said.
const quiet = 30 * time.Second

func main() {
	of := 0
	if len(os.Args) > 1 {
		of, _ = strconv.Atoi(os.Args[1])
	}
	r := &report{out: os.Stdout, of: of, began: time.Now(), now: time.Now, tests: map[string]*strings.Builder{}, running: map[string]bool{}}
	stop := make(chan struct{})
	go func() {
		tick := time.NewTicker(quiet / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				r.remind()
			case <-stop:
				return
			}
		}
	}()
	err := r.read(os.Stdin)
	close(stop)
	if err != nil {
		fmt.Fprintln(os.Stderr, "progress:", err)
		os.Exit(1)
	}
	if !r.end() {
		os.Exit(1)
	}
}

// event is a line of go test -json, as go doc test2json has it.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
	FailedBuild                               string
}

// took is how long a test ran, or all tests of a package.
type took struct {
	name    string
	seconds float64
}

// report is what has been seen so far.
type report struct {
	mu      sync.Mutex
	out     io.Writer
	of      int
	done    int
	failed  []string
	slow    []took // packages
	single  []took // tests that stand by themselves
	began   time.Time
	last    time.Time // when something was said
	now     func() time.Time
	tests   map[string]*strings.Builder // what a test or a package has said
	running map[string]bool
}

func (r *report) say(format string, args ...any) {
	r.last = r.now()
	fmt.Fprintf(r.out, "%6.0f s  %s\n", r.last.Sub(r.began).Seconds(), fmt.Sprintf(format, args...))
}

// remind says which packages are running if nothing has been said for a while.
func (r *report) remind() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now().Sub(r.last) < quiet {
		return
	}
	var names []string
	for name := range r.running {
		names = append(names, name)
	}
	slices.Sort(names)
	r.say("running: %s", strings.Join(names, ", "))
}

// read takes lines until there are no more. What is no event is said as it is.
func (r *report) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			r.mu.Lock()
			r.say("%s", lines.Text())
			r.mu.Unlock()
			continue
		}
		r.take(e)
	}
	return lines.Err()
}

func (r *report) take(e event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := e.Package + " " + e.Test
	switch e.Action {
	case "start", "run":
		r.running[e.Package] = true
	case "output":
		if r.tests[key] == nil {
			r.tests[key] = &strings.Builder{}
		}
		r.tests[key].WriteString(e.Output)
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "pass", "skip", "fail":
		said := ""
		if b := r.tests[key]; b != nil {
			said = b.String()
		}
		delete(r.tests, key)
		switch {
		case e.Test != "" && e.Action == "fail":
			r.say("--- FAIL %s %s", e.Package, e.Test)
			fmt.Fprint(r.out, said)
		case e.Test == "":
			r.ended(e, said)
		case !strings.Contains(e.Test, "/"):
			r.single = append(r.single, took{e.Test, e.Elapsed})
		}
	}
}

// ended is told when all tests of a package have run.
func (r *report) ended(e event, said string) {
	delete(r.running, e.Package)
	r.done++
	word := map[string]string{"pass": "ok", "skip": "no tests", "fail": "FAIL"}[e.Action]
	cached := ""
	if strings.Contains(said, "(cached)") {
		cached = ", cached"
	}
	r.say("%3d/%d %-8s %s (%.1f s%s)", r.done, max(r.of, r.done), word, e.Package, e.Elapsed, cached)
	if e.Action == "fail" {
		r.failed = append(r.failed, e.Package)
		fmt.Fprint(r.out, said)
		for key, b := range r.tests { // a test that took everything with it
			if strings.HasPrefix(key, e.Package+" ") {
				fmt.Fprint(r.out, b.String())
			}
		}
		if e.FailedBuild != "" {
			r.say("%s does not build", e.FailedBuild)
		}
	}
	for key := range r.tests {
		if strings.HasPrefix(key, e.Package+" ") {
			delete(r.tests, key)
		}
	}
	if cached == "" {
		r.slow = append(r.slow, took{e.Package, e.Elapsed})
	}
}

// end says how it went, and whether all is well.
func (r *report) end() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if names := longest(r.slow, 5); names != "" {
		r.say("longest: %s", names)
	}
	if names := longest(r.single, 15); names != "" {
		r.say("longest tests: %s", names)
	}
	switch {
	case len(r.failed) > 0:
		r.say("FAILED: %s", strings.Join(r.failed, ", "))
	case r.done == 0 || r.done < r.of:
		r.say("FAILED: only %d of %d packages were tested", r.done, r.of)
	default:
		r.say("%d packages, all well", r.done)
		return true
	}
	return false
}

// longest names the n that took longest, if they took half a second, longest first.
func longest(all []took, n int) string {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b took) int { return cmp.Compare(b.seconds, a.seconds) })
	var names []string
	for _, t := range all[:min(n, len(all))] {
		if t.seconds >= 0.5 {
			names = append(names, fmt.Sprintf("%s %.0f s", t.name, t.seconds))
		}
	}
	return strings.Join(names, ", ")
}
