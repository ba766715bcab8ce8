package table

import (
	"fmt"
	"strings"
	"testing"
)

// TestOthersHearNothingOfTheTrumpSix: whether somebody is asked about the trump six
// and keeps it, in advance, in the window, too late or without a word, or whether
// nobody has it: the others are told the same at the same moments (RULES.md 2.9).
func TestOthersHearNothingOfTheTrumpSix(t *testing.T) {
	t.Parallel()
	const holds, other = "6h", "7h"
	var first string
	for _, tt := range []struct{ name, card, before, within, after string }{
		{"nobody has it", other, "", "", ""},
		{"in advance", holds, "six 2 keep", "", ""},
		{"in the window", holds, "", "act 2 keep", ""},
		{"with another mind", holds, "six 2 swap", "six 2 keep", ""},
		{"twice", holds, "", "act 2 keep\nact 2 keep", "act 2 keep"},
		{"late", holds, "", "", "act 2 swap"},
		{"not at all", holds, "", "", ""},
		{"who doesn't have it says so too", other, "six 2 swap", "six 1 swap", "six 2 swap"},
	} {
		s, err := newSitting(t, "rules chratze\nchairs 3\ndealer 0\nsix_window 3s\norder As Kd 9c 8c Kh Qh Ah Qs Jd "+tt.card+" Th Ts 9s\n")
		if err != nil {
			t.Fatal(err)
		}
		s.run("create Anna\nin 0\nsit 1 Beat\nin 1\nsit 2 Chregu\nin 2\nin public\nstart 0\n" +
			"act 0 see\nact 0 see\nact 1 open\nact 2 join\nact 0 join\nact 1 lay\nact 2 lay\n" + tt.before + "\n")
		var told strings.Builder
		s.heard = func(c *conn, line string) {
			if c.chair != 2 {
				fmt.Fprintln(&told, s.now-began, c.name, line)
			}
		}
		s.run("act 0 lay\nwait 1s\n" + tt.within + "\nwait 1s\nwait\n" + tt.after + "\nact 1 play As\n")
		if first == "" {
			first = told.String()
		}
		if told.String() != first {
			t.Errorf("%s: the others hear\n%s\nand if nobody has it\n%s", tt.name, told.String(), first)
		}
	}
	if !strings.Contains(first, "window until 3s") || !strings.Contains(first, "play As") {
		t.Errorf("the others hear only\n%s", first)
	}
}
