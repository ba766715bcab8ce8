package table

import (
	"fmt"
	"strings"
	"testing"
)

// TestOthersHearNothingOfTheTrumpSix: the others get the same messages at the same moments
// (docs/rules.md 2.9), whether somebody is asked about the trump six and keeps it, in the
// window, too late or without a word, or whether nobody has it. The end of the wait depends on
// what people say about the six, in advance or in the window, and that is the same for the
// holder and the others.
func TestOthersHearNothingOfTheTrumpSix(t *testing.T) {
	t.Parallel()
	const holds, other = "6h", "7h"
	const all = "six 0 swap always\nsix 1 keep"
	type way struct{ name, card, before, within, after string }
	silent := []way{
		{"nobody has it", other, "", "", ""},
		{"in the window", holds, "", "act 2 keep", ""},
		{"twice", holds, "", "act 2 keep\nact 2 keep", "act 2 keep"},
		{"late", holds, "", "", "act 2 swap"},
		{"not at all", holds, "", "", ""},
	}
	advance := []way{
		{"nobody has it, said in advance", other, "six 2 swap", "", ""},
		{"said in advance", holds, "six 2 keep", "", ""},
		{"for all hands", holds, "six 2 keep always", "", ""},
		{"with another mind", holds, "six 2 swap\nsix 2 keep", "", ""},
	}
	within := []way{
		{"nobody has it, said in the window", other, "", "six 2 swap", ""},
		{"said in the window", holds, "", "six 2 keep", ""},
		{"said and answered", holds, "", "act 2 swap\nsix 2 keep", ""},
		{"said twice", holds, "", "six 2 swap\nsix 2 keep", ""},
	}
	for _, tt := range []struct {
		name, others, least string
		ways                []way
		ends                Millis
	}{
		{"nobody says anything", "", "", silent, 3000},
		{"the others have said it", all, "", silent, 3000},
		{"one of the others hasn't", "six 0 swap", "", advance, 3000},
		{"all have said it", all, "", advance, 800},
		{"all have said it, and the table waits longer", all, "six_least 2s\n", advance, 2000},
		{"all have said it within", all, "", within, 1000},
		{"all have said it within, and one hasn't", "six 1 swap", "", within, 3000},
	} {
		first := ""
		for _, way := range tt.ways {
			told := heardOfSix(t, tt.least+"order As Kd 9c 8c Kh Qh Ah Qs Jd "+way.card+" Th Ts 9s\n", tt.others+"\n"+way.before, way.within, way.after)
			if first == "" {
				first = told
			}
			if told != first {
				t.Errorf("%s: %s: the others hear\n%s\nand if nobody has it\n%s", tt.name, way.name, told, first)
			}
		}
		if !strings.Contains(first, fmt.Sprintf("%d 0 | turn 1\n", tt.ends)) || !strings.Contains(first, "play As") {
			t.Errorf("%s: the wait doesn't end after %d ms, the others hear\n%s", tt.name, tt.ends, first)
		}
	}
}

// heardOfSix plays a hand to the lead and returns what the others hear from the end of the
// exchange on.
func heardOfSix(t *testing.T, order, before, within, after string) string {
	t.Helper()
	s, err := newSitting(t, "rules chratze\nchairs 3\ndealer 0\nsix_window 3s\n"+order)
	if err != nil {
		t.Fatal(err)
	}
	s.run("create Anna\nin 0\nsit 1 Beat\nin 1\nsit 2 Chregu\nin 2\nin public\nstart 0\n" +
		"act 0 see\nact 0 see\nact 1 open\nact 2 join\nact 0 join\nact 1 lay\nact 2 lay\n" + before + "\n")
	var told strings.Builder
	s.heard = func(c *conn, line string) {
		if c.chair != 2 {
			fmt.Fprintln(&told, s.now-began, c.name, line)
		}
	}
	s.run("act 0 lay\nwait 1s\n" + within + "\nwait 0s\nwait 2s\n" + after + "\nact 1 play As\n")
	return told.String()
}

// TestOnlyBotsAreWaitedForShortly: where nobody but bots and who has said it for all hands is
// in the hand, the wait lasts 800 ms, in this hand and in the next ones.
func TestOnlyBotsAreWaitedForShortly(t *testing.T) {
	t.Parallel()
	for _, said := range []bool{true, false} {
		d := newDriver(t, "chratze", 4, 9, func(c *Config) { c.SixWindow = 3000 })
		d.take(d.table.Start(d.now, 0, d.r))
		for steps := 0; d.table.hands < 9 && steps < 20_000; steps++ {
			if said && d.table.hands == 1 {
				d.wish(d.table.Six(d.now, 0, "swap", true))
			}
			if !d.answer() {
				d.wish(d.table.Tick(d.now, d.r))
			}
		}
		lengths := map[Millis]int{}
		var opened Millis
		for _, b := range d.log {
			switch r, err := DecodeRecord(b); {
			case err != nil:
				t.Fatal(err)
			case r.Kind == KindAct:
				opened = r.At
			case r.Kind == KindShut:
				lengths[r.At-opened]++
			}
		}
		if said && (len(lengths) != 1 || lengths[800] < 2) || !said && lengths[3000] < 1 {
			t.Errorf("said: %v, and the windows last so many milliseconds: %v", said, lengths)
		}
	}
}
