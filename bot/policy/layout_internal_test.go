package policy

import (
	"testing"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// asked is a question about a hand, as far as a policy sees it.
type asked struct {
	hand, up string
	seat     rams.Seat // 0 is the dealer
	pot      pot.Chips
	price    pot.Chips
	spare    bool // it has been taken, by seat 1
}

func (q asked) slot(t *testing.T, l *layout, phase rams.Phase) int {
	t.Helper()
	up := set(t, q.up)
	v := rams.View{Game: l.game, Phase: phase, Seat: q.seat, Declarer: -1, Claimant: -1, Hand: set(t, q.hand), Table: up, Upcard: card.Hidden, Pot: q.pot, Price: q.price}
	for rest := up; rest != 0; rest = rest.Rest() { // the Weli, if there is one, comes first
		if c := rest.First(); v.Upcard == card.Hidden || !l.rules.TurnsAgain(c) {
			v.Upcard, v.Trump = c, c.Suit()
		}
	}
	if l.rules.Price && up != 0 {
		v.Declarer, v.Contract[1] = 1, rams.Declared
	}
	if q.spare {
		v.Contract[1] = rams.JoinedSpare
	}
	v.Legal = make([]rams.Action, 2)
	var h sortedHand
	slot, _, ok := l.place(&v, &h)
	if !ok || slot < 0 || slot >= l.total {
		t.Fatalf("%+v has the slot %d of %d, %v", q, slot, l.total, ok)
	}
	return slot
}

// TestSees: what a policy tells apart in each game, and what not.
func TestSees(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rules string
		phase       rams.Phase
		a, b        asked
		same        bool
	}{
		{"the pot, where a penalty is fixed", "loo", rams.PhaseJoin, asked{hand: "Kh 9d 7s", up: "Th", seat: 2, pot: 90}, asked{hand: "Kh 9d 7s", up: "Th", seat: 2, pot: 150}, false},
		{"a pot of five penalties or of nine", "loo", rams.PhaseJoin, asked{hand: "Kh 9d 7s", up: "Th", seat: 2, pot: 300}, asked{hand: "Kh 9d 7s", up: "Th", seat: 2, pot: 540}, true},
		{"the pot, where it is the penalty", "tippen", rams.PhaseJoin, asked{hand: "Kh 9d 7s", up: "Th", seat: 2, pot: 30}, asked{hand: "Kh 9d 7s", up: "Th", seat: 2, pot: 900}, true},
		{"the pot of a race", "ramset", rams.PhaseJoin, asked{hand: "Kh 9d 7s 8s 8c", up: "Th", seat: 2, pot: 10}, asked{hand: "Kh 9d 7s 8s 8c", up: "Th", seat: 2, pot: 500}, true},
		{"whether the spare hand lies there", "rams", rams.PhaseJoin, asked{hand: "Kh 9d 7s 8s 8c", up: "Th", seat: 2, pot: 50}, asked{hand: "Kh 9d 7s 8s 8c", up: "Th", seat: 2, pot: 50, spare: true}, false},
		{"an ace that the dealer may take, for the dealer", "rams", rams.PhaseJoin, asked{hand: "Kh 9d 7s 8s 8c", up: "Ah", pot: 50}, asked{hand: "Kh 9d 7s 8s 8c", up: "7h", pot: 50}, false},
		{"the same for the others", "rams", rams.PhaseJoin, asked{hand: "Kh 9d 7s 8s 8c", up: "Ah", seat: 2, pot: 50}, asked{hand: "Kh 9d 7s 8s 8c", up: "7h", seat: 2, pot: 50}, false},
		{"an upcard that lies there for good", "tippen", rams.PhaseJoin, asked{hand: "Th 9d 7s", up: "9h", seat: 2, pot: 30}, asked{hand: "Th 9d 7s", up: "7h", seat: 2, pot: 30}, true},
		{"that the dealer takes the Weli, too", "ramset", rams.PhaseJoin, asked{hand: "Kh 9c 8s 7s 8c", up: "Th", seat: 2}, asked{hand: "Kh 9c 8s 7s 8c", up: "Th 7d", seat: 2}, false},
		{"two of a suit, before there is a trump", "lupfen", rams.PhaseOpen, asked{hand: "Qh Jh Ac", seat: 2, pot: 40}, asked{hand: "Qh Qd Ac", seat: 2, pot: 40}, false},
		{"which suit these two are", "lupfen", rams.PhaseOpen, asked{hand: "Ah Th Kc", seat: 2, pot: 40}, asked{hand: "Kd As Ts", seat: 2, pot: 40}, true},
		{"what it costs to play", "lupfen", rams.PhaseJoin, asked{hand: "Ah Th Kc", up: "Jh", seat: 2, pot: 50, price: 10}, asked{hand: "Ah Th Kc", up: "Jh", seat: 2, pot: 140, price: 100}, false},
		{"antes that were left", "lupfen", rams.PhasePrice, asked{hand: "Ah Th Kc", up: "Jh", seat: 1, pot: 40}, asked{hand: "Ah Th Kc", up: "Jh", seat: 1, pot: 80}, false},
		{"three jacks, which win all, and three jacks' worth", "lupfen", rams.PhaseJoin, asked{hand: "Jd Jh Js", up: "Ac", seat: 2, pot: 50, price: 10}, asked{hand: "Jd Qh Js", up: "Ac", seat: 2, pot: 50, price: 10}, false},
	} {
		l := layoutOf(t, tt.rules, 4)
		if a, b := tt.a.slot(t, l, tt.phase), tt.b.slot(t, l, tt.phase); (a == b) != tt.same {
			t.Errorf("%s, %s: slots %d and %d", tt.rules, tt.name, a, b)
		}
	}
}
