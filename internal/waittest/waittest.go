// Package waittest lets tests wait for what happens. A wait ends early only if the test hangs or the
// machine is far too slow, and then it says so: no busy machine turns a test red.
//
// It is the one place outside of virtual time (testing/synctest) where tests sleep between two looks.
package waittest

import (
	"testing"
	"time"
)

// Limit is after how long a wait is given up. It ends waiting and measures nothing: what is waited for
// takes milliseconds.
const Limit = 5 * time.Minute

// Late returns what a test says that has waited for something until Limit.
func Late(what string) string {
	return "the machine is too slow, or this hangs: after " + Limit.String() + " still not: " + what
}

// Until waits until something is true. It looks again and again, and less often with time.
func Until(t testing.TB, what string, is func() bool) {
	t.Helper()
	pause := time.Millisecond
	for begin := time.Now(); !is(); pause = min(2*pause, 20*time.Millisecond) {
		if time.Since(begin) > Limit {
			t.Fatal(Late(what))
		}
		time.Sleep(pause)
	}
}

// For waits for a channel's next value, or until it is closed.
func For[T any](t testing.TB, what string, c <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-c:
	case <-time.After(Limit):
		t.Fatal(Late(what))
	}
	return value
}
