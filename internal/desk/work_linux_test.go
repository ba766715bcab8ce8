package desk

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestWorstEvening measures what the worst of texts costs. It judges time, so it is a long check.
func TestWorstEvening(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("CHRATZE_VERIFY=1 measures the worst evenings")
	}
	for name, text := range hostile() {
		best := time.Hour
		for range 3 {
			begin := cpu()
			e := New()
			for l := range strings.Lines(text) {
				if e.Append(l) != nil {
					break
				}
			}
			best = min(best, cpu()-begin)
		}
		t.Logf("%-15s %v", name, best)
		if best > 100*time.Millisecond {
			t.Errorf("%s: %v of CPU, at most 100 ms", name, best)
		}
	}
}

// cpu returns what this process has used so far.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		panic("no rusage")
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
