package bot_test

import (
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"chratze/bot"
	_ "chratze/bot/trained"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// spent returns the processor time of this thread. Time in which other programs have the core doesn't count.
func spent(t *testing.T) time.Duration {
	t.Helper()
	const thread = 1 // RUSAGE_THREAD
	var use syscall.Rusage
	if err := syscall.Getrusage(thread, &use); err != nil {
		t.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// TestPace: in 99 of 100 decisions best:60 takes at most 50 ms of a core where it has a policy (docs/strength.md). Where it
// has none it is only told: it is at the limit, and a busy machine also makes the core slower. Decisions with one legal
// act aren't counted. The collector works in other threads, so its share isn't in the figure.
func TestPace(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("measures: only with CHRATZE_VERIFY=1")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	spec, err := bot.Parse("best:60")
	if err != nil {
		t.Fatal(err)
	}
	for name, seats := range map[string]int{
		"chratze": 4, "kratzen": 4, "zwicken": 4, "chratzen": 4,
		"mauscheln": 4, "loo": 5, "rams": 4, "bourre": 5, "mistigri": 4, "lupfen": 4, "ramset": 4,
	} {
		g := varianttest.Game(t, name, seats)
		dice := chance.Seeded(1)
		players := make([]bot.Bot, seats)
		for i := range players {
			players[i] = spec.New(&dice)
		}
		pack := chance.Seeded(2)
		deck := rams.Deck{Source: &pack}
		var list []time.Duration
		for hand := 0; len(list) < 1000; hand++ {
			var r rams.Record
			start := g.FirstStart(rams.Seat(hand % seats))
			if g.Rules().AllPlay == rams.AllPlayBare { // or all must play
				start.Pot = g.Rules().Ante
			}
			if err := r.Begin(g, start); err != nil {
				t.Fatal(err)
			}
			for range r.Turns(&deck) {
				view := r.View(r.Turn())
				before := spent(t)
				act := players[view.Seat].Act(&view)
				if len(view.Legal) > 1 {
					list = append(list, spent(t)-before)
				}
				r.ApplyUnchecked(act, nil)
			}
			for i := range players {
				view := r.View(rams.Seat(i))
				bot.Watch(players[i], &view)
			}
		}
		slices.Sort(list)
		at := func(percent int) time.Duration { return list[len(list)*percent/100] }
		t.Logf("%s: median %v, p99 %v, slowest %v of %d", name, at(50), at(99), list[len(list)-1], len(list))
		if searched := name == "chratzen"; !searched && at(99) > 50*time.Millisecond {
			t.Errorf("%s: a decision in a hundred takes %v of a core, allowed is 50ms", name, at(99))
		}
	}
}
