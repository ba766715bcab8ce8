package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"chratze/pot"
)

// TestCorrectedInCoins: after a correction it is said who hands what to whom now, and only what
// the correction changes: not the hand before it again. Undone it leaves nothing; and what is
// handed over is what the accounts and the pot have changed by.
func TestCorrectedInCoins(t *testing.T) {
	t.Parallel()
	const begin = "kasse 1\nrules chratze\nmoney francs cash\nseats anna beat carl dealer carl\nanna 2! beat 0 carl\nanna 2! beat 2\n"
	for _, c := range []struct{ more, want string }{
		{"", "no"},
		{"fix 1: anna 2! beat 2 carl", ""},
		{"fix 1: anna 2! beat 0 carl", "[]"},
		{"fix 1: anna 2! beat 2 carl\nundo", "no"},
		{"fix 1: anna 2! beat 2 carl\nanna 2! beat 2", "no"},
		{"fix 1: anna 2! beat 2 carl\nfix 1: anna 2! beat 0 carl", ""},
		{"drop 1", ""},
		{"insert 1: anna 0! beat 4", ""},
	} {
		e, err := Read(begin + c.more)
		if err != nil {
			t.Errorf("%q: %v", c.more, err)
			continue
		}
		list, ok := e.Corrected()
		got := "no"
		if ok {
			got = fmt.Sprint(list)
		}
		if c.want != "" && got != c.want || c.want == "" && (!ok || len(list) == 0) {
			t.Errorf("%q: handed over %s, want %s", c.more, got, c.want)
		}
		if c.want != "" {
			continue
		}
		before, err := Read(begin + strings.Join(strings.Split(c.more, "\n")[:strings.Count(c.more, "\n")], "\n"))
		if err != nil {
			t.Fatal(err)
		}
		was, is := before.Now(), e.Now()
		in := append(append([]pot.Chips(nil), was.Balance...), was.Pot)
		pocket := func(who string) *pot.Chips {
			if who == "" {
				return &in[len(in)-1]
			}
			return &in[slices.Index(e.People(), who)]
		}
		for _, h := range list {
			*pocket(h.From) -= h.Amount
			*pocket(h.To) += h.Amount
			if h.Amount <= 0 || h.From == h.To {
				t.Errorf("%q: %+v", c.more, h)
			}
		}
		if want := append(append([]pot.Chips(nil), is.Balance...), is.Pot); fmt.Sprint(in) != fmt.Sprint(want) {
			t.Errorf("%q: with what is handed over there are %v, want %v", c.more, in, want)
		}
	}
}
