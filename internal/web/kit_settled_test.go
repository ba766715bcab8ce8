package web_test

import (
	"encoding/json"
	"testing"

	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// settled is the JSON of a settled hand as pages are told it. The last seat deals; of contracts and tricks those that are given are the first
// seats'. A prize is paid by seat 0.
func settled(t *testing.T, rules string, seats int, amount, price, prize pot.Chips, contracts []rams.Contract, tricks ...uint8) string {
	t.Helper()
	g := varianttest.Game(t, rules, seats)
	tally := rams.Tally{Pot: amount, Dealer: rams.Seat(seats - 1), Declarer: rams.Nobody, Lost: rams.Nobody, Price: price}
	for seat := range seats {
		tally.Contract[seat] = rams.Folded
	}
	copy(tally.Contract[:], contracts)
	copy(tally.Tricks[:], tricks)
	for seat, c := range contracts {
		if c.Declares() {
			tally.Declarer = rams.Seat(seat)
		}
	}
	r, why, err := g.Explain(tally)
	if err != nil {
		t.Fatal(err)
	}
	r.Penalty[0], r.Next.Pot = r.Penalty[0]+prize, r.Next.Pot+prize
	why.AddPrizes(&r)
	b, err := json.Marshal(table.ResultOf(&r, &why, seats))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// unopened is the JSON of a hand that nobody opened.
func unopened(t *testing.T, amount pot.Chips) string {
	t.Helper()
	r := rams.Result{PotPlayedFor: amount, Left: amount, Next: rams.Start{Pot: amount, Redeal: 1}}
	b, err := json.Marshal(table.ResultOf(&r, &rams.Reasons{Left: rams.LeftAll}, 3))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
