package oracle

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// answers is a teller that answers from a list and keeps what it was asked and
// told; nature leaves the cards as they are.
type answers struct {
	give  []string
	asked [][]string
	heard []event
}

func (a *answers) order(_ string, cards []string) []string { return slices.Clone(cards) }
func (a *answers) cutAt(int) int                           { return 1 }
func (a *answers) told(e event)                            { a.heard = append(a.heard, e) }
func (a *answers) choose(_ int, legal []string) string {
	a.asked = append(a.asked, legal)
	act := legal[0]
	if len(a.give) > 0 {
		act, a.give = a.give[0], a.give[1:]
	}
	return act
}

// seated begins a hand under some rules with these answers.
func seated(t *testing.T, rules string, seats int, start next, give ...string) (*hand, *answers) {
	t.Helper()
	r, err := parseRules([]byte(rules))
	if err == nil {
		err = r.refuse(seats)
	}
	if err != nil {
		t.Fatal(err)
	}
	a := &answers{give: give}
	return begin(header{rules: r, seats: seats, next: start}, a), a
}

// TestJoinQuestions: Susi and the last word (docs/rules.md 2.6, 4); four seats, seat
// 1 declares, dealer 0.
func TestJoinQuestions(t *testing.T) {
	t.Parallel()
	const free, three, only = "join out", "join out last", "join"
	tests := []struct {
		name, rules, answers string
		asked                []string
		susi                 int
	}{
		{"guideline", `{"preset":"chratze"}`, "out out out", []string{free, free, free}, 0},
		{"guideline, one joined", `{"preset":"chratze"}`, "join out out", []string{free, free, free}, nobody},
		{"off", `{"preset":"chratze","susi":"off"}`, "out out out", []string{free, free, free}, nobody},
		{"forced", `{"preset":"chratze","susi":"forced"}`, "out out join", []string{free, free, only}, nobody},
		{"forced, one joined", `{"preset":"chratze","susi":"forced"}`, "join out out", []string{free, free, free}, nobody},
		{"from forehand", `{"preset":"chratze-ja"}`, "out out out", []string{free, free, free}, 0},
		{"last word", `{"preset":"chratze","last_word":"on"}`, "last out out out", []string{three, free, free, free}, 2},
		{"last word of the last", `{"preset":"chratze","last_word":"on"}`, "join out last out", []string{three, three, three, free}, nobody},
		{"last word and forced", `{"preset":"chratze","last_word":"on","susi":"forced"}`, "last out out join", []string{three, free, free, only}, nobody},
		{"forced, nobody claimed", `{"preset":"chratze","last_word":"on","susi":"forced"}`, "out out join", []string{three, three, only}, nobody},
		{"must", `{"preset":"chratzen"}`, "out last out join", []string{three, three, free, only}, nobody},
		{"must, one joined", `{"preset":"chratzen"}`, "last out join out", []string{three, free, free, free}, nobody},
		{"must, too late", `{"preset":"chratzen"}`, "join out out", []string{three, free, free}, nobody},
	}
	for _, test := range tests {
		h, a := seated(t, test.rules, 4, next{}, strings.Fields(test.answers)...)
		h.declare(1)
		h.join()
		var asked []string
		for _, legal := range a.asked {
			asked = append(asked, strings.Join(legal, " "))
		}
		susi := nobody
		for _, e := range a.heard {
			if e["t"] == "susi" {
				susi = int(e["seat"].(int64))
			}
		}
		if !slices.Equal(asked, test.asked) || susi != test.susi {
			t.Errorf("%s: asked %q, susi %d", test.name, asked, susi)
		}
	}
}

// TestExchangeLimits: nobody may lay more than stock and discards can bring
// back to four, and only cards beyond that may be wanting (docs/rules.md 2.8).
func TestExchangeLimits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		stock, discards, hand string
		legal                 int // lists
		lay, draw             string
	}{
		{"", "", "As Ks Qs Js", 1, "lay", ""},
		{"Ac", "", "As Ks Qs Js", 5, "lay As", "Ac"},
		{"Ac", "Kc", "As Ks Qs Js", 11, "lay As Js", "Ac Kc"},
		{"Ac Kc", "Qc Jc", "As Ks Qs Js", 16, "lay As Ks Qs Js", "Ac Kc Qc Jc"}, // the fifth is wanting
		{"Ac Kc", "", "As Ks Qs Js Ts", 5 + 10 + 10, "lay As", ""},
	}
	for _, test := range tests {
		h, a := seated(t, `{"preset":"chratze"}`, 2, next{}, test.lay)
		h.trump, h.cards[0] = "h", strings.Fields(test.hand)
		h.stock, h.discards = strings.Fields(test.stock), strings.Fields(test.discards)
		h.exchange(0)
		draw := ""
		for _, e := range a.heard {
			if e["t"] == "draw" {
				draw = e["cards"].(string)
			}
		}
		if len(a.asked[0]) != test.legal || draw != test.draw {
			t.Errorf("%s of %s: %d lists, draws %q", test.lay, test.hand, len(a.asked[0]), draw)
		}
		if laid := strings.Fields(test.lay)[1:]; !slices.Equal(h.discards[len(h.discards)-len(laid):], laid) {
			t.Errorf("%s: the discards are %v", test.lay, h.discards)
		}
	}
}

// TestFaceUp: of six new cards in Kratzen the fourth and fifth come face up
// (docs/rules.md 3.8).
func TestFaceUp(t *testing.T) {
	t.Parallel()
	h, a := seated(t, `{"preset":"kratzen"}`, 3, next{}, "lay As Ks Qs Js Ts 9s")
	h.trump, h.cards[0], h.stock = "h", strings.Fields("As Ks Qs Js Ts 9s"), strings.Fields("Ac Kc Qc Jc 9h Th Kh 7c")
	h.exchange(0)
	draw := a.heard[len(a.heard)-1]
	if draw["cards"] != "Ac Kc Qc Jc 9h Th Kh" || draw["up"] != "Jc 9h" {
		t.Errorf("found %s", draw.text())
	}
}

// TestNobodyOpens: docs/rules.md 2.5 and 3.6.
func TestNobodyOpens(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rules  string
		redeal int64
		want   next
	}{
		{`{"preset":"chratze"}`, 0, next{Pot: 7, Dealer: 1, Redeal: 1}},
		{`{"preset":"chratze"}`, 9, next{Pot: 7, Dealer: 1, Redeal: 10}},
		{`{"preset":"chratze-en"}`, 1, next{Pot: 7, Dealer: 1, Redeal: 2}},
		{`{"preset":"chratze-en"}`, 2, next{Pot: 7, Dealer: 2}},
		{`{"preset":"chratze-ja"}`, 2, next{Pot: 7, Dealer: 1, Redeal: 3}},
		{`{"preset":"chratze-ja"}`, 3, next{Pot: 7, Dealer: 2}},
		{`{"preset":"chratze-en","deals":0}`, 9, next{Pot: 7, Dealer: 1, Redeal: 10}},
		{`{"preset":"chratze","no_open":"throw_in"}`, 0, next{Pot: 7, Dealer: 2}},
		{`{"preset":"kratzen"}`, 0, next{Pot: 7, Dealer: 2}},
	}
	for _, test := range tests {
		h, _ := seated(t, test.rules, 4, next{Pot: 7, Dealer: 1, Redeal: test.redeal})
		if h.nobodyOpened(); h.after != test.want {
			t.Errorf("%s, redeal %d: expected %+v, found %+v", test.rules, test.redeal, test.want, h.after)
		}
	}
}

// TestSecondUpcard: the old upcard goes to the discards if it lay on the table
// (docs/rules.md 2.5a), and with an empty stock none is turned (4).
func TestSecondUpcard(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, table, stock  string
		turned, discards    int
		passes              int
		discardsFirstUpcard bool
	}{
		{"on the table", "As", "Kc Qh Jd", 3, 2, 6, true},
		{"in the dealer's hand", "", "Kc Qh Jd", 3, 1, 6, false},
		{"one card of stock", "As", "Kc", 2, 1, 4, true},
		{"no stock", "As", "", 1, 0, 2, false},
	}
	for _, test := range tests {
		h, a := seated(t, `{"preset":"chratze"}`, 2, next{}, strings.Fields("pass pass pass pass pass pass")...)
		h.upcards, h.table, h.stock = []string{"As"}, test.table, strings.Fields(test.stock)
		h.opening()
		if len(h.upcards) != test.turned || len(h.discards) != test.discards || len(a.asked) != test.passes ||
			slices.Contains(h.discards, "As") != test.discardsFirstUpcard {
			t.Errorf("%s: upcards %v, discards %v, %d questions", test.name, h.upcards, h.discards, len(a.asked))
		}
	}
}

// TestForcedTen: a pot of antes only, never on a redeal, not in a Muss.
func TestForcedTen(t *testing.T) {
	t.Parallel()
	for start, want := range map[next]bool{{}: true, {Pot: 1}: false, {Redeal: 1}: false} {
		h, _ := seated(t, `{"preset":"chratzen"}`, 4, start)
		if h.upcards = []string{"Ts"}; h.forcedTen() != want {
			t.Errorf("%+v: expected %v", start, want)
		}
		if h.upcards = []string{"9s"}; h.forcedTen() {
			t.Errorf("%+v: a nine forces", start)
		}
	}
	h, _ := seated(t, `{"preset":"kratzen","deal":"1x4","forced_deal":"ten"}`, 3, next{Muss: true})
	if h.upcards = []string{"Ts"}; h.forcedTen() {
		t.Error("forced in a Muss")
	}
}

// TestFullPot: payments that would take a pot above 10^15 are cut in their
// order and keep their event; penalties without a declarer from forehand.
func TestFullPot(t *testing.T) {
	t.Parallel()
	h, a := seated(t, `{"preset":"chratze"}`, 3, next{Pot: maxPot - 30})
	h.payAntes()
	var paid []any
	for _, e := range a.heard {
		paid = append(paid, e["amount"])
	}
	if !slices.Equal(paid, []any{int64(20), int64(10), int64(0)}) || h.pot != maxPot {
		t.Errorf("antes %v, pot %d", paid, h.pot)
	}
	z := settled(t, `{"preset":"zwicken"}`, 4, maxPot/10*9, nobody, []int{0, 0, 0, 3})
	z.pot = maxPot // a tenth isn't played for, so nine tenths have room
	if z.settle(); !slices.Equal(z.penalty, []int64{maxPot / 10 * 3, maxPot / 10 * 3, maxPot / 10 * 3, 0}) {
		t.Errorf("penalties %v", z.penalty)
	}
	if _, err := Generate(Start{Rules: `{"preset":"chratze"}`, Seats: 2, Pot: maxPot + 1}, false, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("a starting pot above 10^15 passed")
	}
}
