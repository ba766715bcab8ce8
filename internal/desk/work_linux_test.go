package desk

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestWorstEvening measures what the worst of texts costs, against an honest evening of the same length on the same
// machine: at most four times as much.
func TestWorstEvening(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("CHRATZE_VERIFY=1 measures the worst evenings")
	}
	const most = 4 // times
	texts := hostile()
	honest := texts["hands"]
	for name, text := range texts {
		cost, plain := time.Hour, time.Hour
		for range 3 { // in turns, so that both meet the same machine
			cost, plain = min(cost, costs(text)), min(plain, costs(honest))
		}
		t.Logf("%-18s %v, %.1f times", name, cost, float64(cost)/float64(plain))
		if cost > most*plain {
			t.Errorf("%s: %v, an honest evening %v", name, cost, plain)
		}
	}
}

// costs returns how much processor time it takes to read a text until it is refused.
func costs(text string) time.Duration {
	runtime.GC() // what others have left
	begin := cpu()
	e := New()
	for l := range strings.Lines(text) {
		if e.Append(l) != nil {
			break
		}
	}
	return cpu() - begin
}

// cpu returns what this process has used so far.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		panic("no rusage")
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
