package waittest

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// failing is a test that may fail.
type failing struct {
	testing.TB
	said string
}

func (f *failing) Helper() {}
func (f *failing) Fatal(said ...any) {
	f.said = said[0].(string)
	panic(f)
}

// TestWaits: what comes before the limit is waited for, however late; what doesn't come ends the test,
// which says that the machine may be too slow.
func TestWaits(t *testing.T) {
	t.Parallel()
	for name, wait := range map[string]func(t testing.TB, takes time.Duration){
		"until": func(t testing.TB, takes time.Duration) {
			begin := time.Now()
			Until(t, "a thing", func() bool { return time.Since(begin) >= takes })
		},
		"for": func(t testing.TB, takes time.Duration) {
			c := make(chan time.Time, 1)
			time.AfterFunc(takes, func() { c <- time.Now() })
			For(t, "a thing", c)
		},
	} {
		for takes, late := range map[time.Duration]bool{0: false, Limit - time.Second: false, Limit + time.Second: true} {
			synctest.Test(t, func(t *testing.T) {
				f := &failing{TB: t}
				func() {
					defer func() {
						if r := recover(); r != nil && r != any(f) {
							panic(r)
						}
					}()
					wait(f, takes)
				}()
				if (f.said != "") != late || late && !strings.HasSuffix(f.said, "still not: a thing") {
					t.Errorf("%s, after %s: %q", name, takes, f.said)
				}
				time.Sleep(2 * time.Second) // what still runs ends
			})
		}
	}
}
