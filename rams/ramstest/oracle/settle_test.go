package oracle

import (
	"slices"
	"testing"
)

// settled settles a hand of which only the tricks are known. Seats with -1
// tricks were out; the declarer is nobody in Zwicken.
func settled(t *testing.T, rulesJSON string, seats int, pot int64, declarer int, tricks []int) *hand {
	t.Helper()
	r, err := parseRules([]byte(rulesJSON))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.refuse(seats); err != nil {
		t.Fatal(err)
	}
	h := begin(header{rules: r, seats: seats}, chance{})
	h.pot, h.stake, h.declarer = pot, pot, declarer
	for seat, n := range tricks {
		h.active[seat], h.tricks[seat] = n >= 0, max(n, 0)
	}
	return h
}

// TestSettlement: the worked examples of docs/rules.md 2.11, of the seeds and of
// options that change them.
func TestSettlement(t *testing.T) {
	t.Parallel()
	const (
		d        = `{"preset":"chratze"}`
		e        = `{"preset":"chratze-en"}`
		k        = `{"preset":"kratzen"}`
		chratzen = `{"preset":"chratzen"}`
		zwicken  = `{"preset":"zwicken"}`
	)
	tests := []struct {
		name     string
		rules    string
		pot      int64
		declarer int
		tricks   []int
		payout   []int64
		penalty  []int64
		left     int64
	}{
		{"2.11 check 1 by D: declarer 1, joiners 2 1 0", d, 100, 0, []int{1, 2, 1, 0, -1},
			[]int64{0, 50, 50, 0, 0}, []int64{200, 0, 0, 100, 0}, 300},
		{"2.11 check 1 by E: declarer 1, joiners 2 1 0", e, 100, 0, []int{1, 2, 1, 0, -1},
			[]int64{0, 50, 50, 0, 0}, []int64{200, 0, 0, 100, 0}, 300},
		{"2.11 check 2: declarer 2, one joiner 2", d, 100, 0, []int{2, 2, -1},
			[]int64{80, 20, 0}, []int64{0, 0, 0}, 0},
		{"2.11 check 3: declarer 2, two joiners 1 and 1", d, 100, 0, []int{2, 1, 1},
			[]int64{80, 10, 10}, []int64{0, 0, 0}, 0},
		{"a pot of 1: declarer 1, joiners 2 1 0", e, 1, 0, []int{1, 2, 1, 0, -1},
			[]int64{0, 0, 0, 0, 0}, []int64{2, 0, 0, 1, 0}, 4},
		{"all four tricks", d, 85, 1, []int{0, 4, 0},
			[]int64{0, 85, 0}, []int64{85, 0, 85}, 170},
		{"a joiner alone gets all, no coin", d, 83, 0, []int{1, 3, 0},
			[]int64{0, 83, 0}, []int64{166, 0, 83}, 249},
		{"share never above P", d, 10, 0, []int{3, 1},
			[]int64{10, 0}, []int64{0, 0}, 0},
		{"left over goes to the declarer who made it", d, 100, 0, []int{2, 1, 1, -1, -1},
			[]int64{80, 10, 10, 0, 0}, []int64{0, 0, 0, 0, 0}, 0},
		{"coin 5 leaves 3 of 18 with the declarer", `{"preset":"chratze","round_up":1,"coin":5}`, 53, 0, []int{2, 1, 1},
			[]int64{43, 5, 5}, []int64{0, 0, 0}, 0},
		{"what joiners can't share stays", d, 101, 0, []int{0, 2, 2},
			[]int64{0, 50, 50}, []int64{202, 0, 0}, 203},
		{"cap", `{"preset":"chratze","penalty_cap":120}`, 100, 0, []int{1, 2, 1, 0},
			[]int64{0, 50, 50, 0}, []int64{120, 0, 0, 100}, 220},
		{"quarters, the declarer failed with one", k, 43, 1, []int{3, 1, 0},
			[]int64{30, 10, 0}, []int64{0, 86, 43}, 132},
		{"remainder to the declarer, also if he failed", `{"preset":"kratzen","remainder":"declarer"}`, 43, 1, []int{3, 1, 0},
			[]int64{30, 13, 0}, []int64{0, 86, 43}, 129},
		{"parts 2 1 1 of 50", chratzen, 50, 2, []int{1, 1, 2},
			[]int64{13, 12, 25}, []int64{0, 0, 0}, 0},
		{"parts 1 1 1 of 200, two left over", chratzen, 200, 1, []int{1, 1, 1, 1},
			[]int64{66, 0, 67, 67}, []int64{0, 400, 0, 0}, 400},
		{"thirds", zwicken, 100, nobody, []int{2, 1, 0, -1},
			[]int64{66, 33, 0, 0}, []int64{0, 0, 100, 0}, 101},
	}
	for _, test := range tests {
		h := settled(t, test.rules, len(test.tricks), test.pot, test.declarer, test.tricks)
		h.settle()
		if !slices.Equal(h.payout, test.payout) || !slices.Equal(h.penalty, test.penalty) || h.after.Pot != test.left {
			t.Errorf("%s: expected %v %v %d, found %v %v %d", test.name,
				test.payout, test.penalty, test.left, h.payout, h.penalty, h.after.Pot)
		}
	}
}

// TestNextMuss: docs/rules.md 3.1 and 3.5.
func TestNextMuss(t *testing.T) {
	t.Parallel()
	const k = `{"preset":"kratzen"}`
	tests := []struct {
		name       string
		rules      string
		muss, seve bool
		tricks     []int
		next       bool
		paid, fine int64
	}{
		{"normal, nobody failed", k, false, false, []int{2, 1, 1}, true, 40, 0},
		{"normal, one failed", k, false, false, []int{3, 1, 0}, false, 40, 40},
		{"a Muss pays nothing out", k, true, false, []int{2, 1, 1}, false, 0, 0},
		{"in a Muss the dealer needs two", k, true, false, []int{1, 2, 1}, false, 0, 80},
		{"in a Seven Muss one", k, false, true, []int{1, 2, 1}, false, 0, 0},
		{"a dealer without one pays 2 P", k, false, true, []int{0, 2, 2}, false, 0, 80},
		{"a Muss that pays out", `{"preset":"kratzen","muss_payout":"quarters"}`, true, false, []int{2, 1, 1}, true, 40, 0},
		{"a Seven Muss that pays out", `{"preset":"kratzen","seven_muss_payout":"quarters"}`, false, true, []int{0, 3, 1}, false, 40, 80},
	}
	for _, test := range tests {
		h := settled(t, test.rules, 3, 40, 0, test.tricks)
		h.Muss, h.sevenMuss = test.muss, test.seve
		h.settle()
		var paid, fine int64
		for seat := range 3 {
			paid += h.payout[seat]
			fine += h.penalty[seat]
		}
		if h.after.Muss != test.next || paid != test.paid || fine != test.fine {
			t.Errorf("%s: found next %v, paid %d, fines %d", test.name, h.after.Muss, paid, fine)
		}
	}
}

// TestLostSeven: docs/rules.md 5.8; P for the seven is added to P for no trick.
func TestLostSeven(t *testing.T) {
	t.Parallel()
	for rules, due := range map[string]int64{`{"preset":"zwicken"}`: 60, `{"preset":"zwicken","seven_lost":"no"}`: 30} {
		h := settled(t, rules, 3, 30, nobody, []int{2, 1, 0})
		h.sevenLost = 2
		if h.settle(); h.penalty[2] != due {
			t.Errorf("%s: expected %d, found %v", rules, due, h.penalty)
		}
	}
}

// TestPotBound: no pot exceeds 10^15; penalties are cut in proportion
// and still count as paid (docs/rules.md 2.11).
func TestPotBound(t *testing.T) {
	t.Parallel()
	h := settled(t, `{"preset":"kratzen"}`, 4, maxPot/2, 2, []int{4, 0, 0, 0})
	h.settle()
	if want := []int64{0, maxPot / 4, maxPot / 2, maxPot / 4}; !slices.Equal(h.penalty, want) || h.after.Pot != maxPot || h.after.Muss {
		t.Errorf("expected %v, found %v, next %+v", want, h.penalty, h.after)
	}
}
