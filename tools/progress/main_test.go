package main

import (
	"strings"
	"testing"
	"time"
)

func TestReport(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, in string
		of       int
		well     bool
		want     []string
		never    string
	}{
		{"passing", `{"Action":"start","Package":"a"}
{"Action":"output","Package":"a","Test":"TestX","Output":"chatter\n"}
{"Action":"pass","Package":"a","Test":"TestX","Elapsed":1}
{"Action":"pass","Package":"a","Test":"TestY","Elapsed":4}
{"Action":"pass","Package":"a","Test":"TestZ/part","Elapsed":9}
{"Action":"output","Package":"a","Output":"ok  a (cached)\n"}
{"Action":"pass","Package":"a","Elapsed":0}
{"Action":"skip","Package":"b","Elapsed":0}`, 2, true, []string{"1/2 ok", "cached", "2/2 no tests", "longest tests: TestY 4 s, TestX 1 s\n", "all well"}, "chatter"},
		{"a test fails", `{"Action":"output","Package":"a","Test":"TestX","Output":"x_test.go:3: off by one\n"}
{"Action":"fail","Package":"a","Test":"TestX","Elapsed":1}
{"Action":"fail","Package":"a","Elapsed":2.5}`, 1, false, []string{"--- FAIL a TestX", "off by one", "FAILED: a", "longest: a 2 s"}, "all well"},
		{"a panic", `{"Action":"run","Package":"a","Test":"TestX"}
{"Action":"output","Package":"a","Test":"TestX","Output":"panic: oh\n"}
{"Action":"fail","Package":"a","Elapsed":2}`, 1, false, []string{"panic: oh", "FAILED: a"}, "all well"},
		{"no build", `{"ImportPath":"a","Action":"build-output","Output":"a.go:1: undefined: b\n"}
{"ImportPath":"a","Action":"build-fail"}
{"Action":"fail","Package":"a","Elapsed":0,"FailedBuild":"a"}`, 1, false, []string{"undefined: b", "a does not build"}, "all well"},
		{"go itself gives up", `{"Action":"pass","Package":"a","Elapsed":0}`, 2, false, []string{"only 1 of 2"}, "all well"},
		{"nothing", "go: no packages", 0, false, []string{"go: no packages", "FAILED"}, "all well"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			r := &report{out: &out, of: c.of, now: time.Now, began: time.Now(), tests: map[string]*strings.Builder{}, running: map[string]bool{}}
			if err := r.read(strings.NewReader(c.in)); err != nil {
				t.Fatal(err)
			}
			if well := r.end(); well != c.well {
				t.Errorf("well: %t, want %t", well, c.well)
			}
			for _, want := range c.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is missing in\n%s", want, out.String())
				}
			}
			if strings.Contains(out.String(), c.never) {
				t.Errorf("it says %q:\n%s", c.never, out.String())
			}
		})
	}
}

// TestRemind: who waits is told what is running, and not more often than needed.
func TestRemind(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	now := time.Unix(0, 0)
	r := &report{out: &out, now: func() time.Time { return now }, began: now, last: now, tests: map[string]*strings.Builder{}, running: map[string]bool{}}
	r.take(event{Action: "start", Package: "slow"})
	for range 7 {
		now = now.Add(quiet / 3)
		r.remind()
	}
	if got, want := out.String(), "    30 s  running: slow\n    60 s  running: slow\n"; got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
}
