package cfr_test

import (
	"math"
	"testing"

	"chratze/lab/cfr"
	"chratze/lab/cfr/cfrtest"
)

// kuhn is a history of Kuhn poker for two or three players, written out: as many cards and one more,
// one each, one bet of 1.
type kuhn struct {
	players int
	dealt   bool
	cards   [3]int8
	bets    string // p: no bet, or folded; b: bet, or called
}

func (k kuhn) Player() int {
	switch {
	case !k.dealt:
		return cfr.Nature
	case k.over():
		return cfr.Over
	}
	return len(k.bets) % k.players
}

func (k kuhn) first() int {
	for i, b := range k.bets {
		if b == 'b' {
			return i
		}
	}
	return -1
}

func (k kuhn) over() bool {
	if first := k.first(); first >= 0 {
		return len(k.bets) == first+k.players
	}
	return len(k.bets) == k.players
}

func (k kuhn) Infoset() (key uint64, actions int) {
	key = uint64(k.Player())<<8 | uint64(k.cards[k.Player()])
	for _, b := range k.bets {
		key = key<<2 | 1 | uint64(b&2)
	}
	return key, 2
}

func (k kuhn) Act(action int) kuhn {
	k.bets += "pb"[action : action+1]
	return k
}

func (k kuhn) Outcomes(yield func(kuhn, float64)) {
	deals := 1.0
	for i := range k.players {
		deals *= float64(k.players + 1 - i)
	}
	var deal func(at int, gone uint)
	deal = func(at int, gone uint) {
		if at == k.players {
			k.dealt = true
			yield(k, 1/deals)
			return
		}
		for c := range k.players + 1 {
			if gone>>c&1 == 0 {
				k.cards[at] = int8(c)
				deal(at+1, gone|1<<c)
			}
		}
	}
	deal(0, 0)
}

// Utility: the highest card of those who have bet, or of all if nobody has, takes what all have paid.
func (k kuhn) Utility(player int) float32 {
	paid, in := [3]float32{1, 1, 1}, [3]bool{true, true, true}
	if first := k.first(); first >= 0 {
		in = [3]bool{}
		for i := first; i < len(k.bets); i++ {
			if k.bets[i] == 'b' {
				paid[i%k.players], in[i%k.players] = 2, true
			}
		}
	}
	winner, pot := -1, float32(0)
	for p := range k.players {
		pot += paid[p]
		if in[p] && (winner < 0 || k.cards[p] > k.cards[winner]) {
			winner = p
		}
	}
	if player == winner {
		return pot - paid[player]
	}
	return -paid[player]
}

// TestExactKuhn: the value is known, and the gain of a player who only ever calls is counted by hand.
func TestExactKuhn(t *testing.T) {
	t.Parallel()
	root := kuhn{players: 2}
	e := cfr.Expand(root, 2)
	if e.Histories() != 55 || e.Infosets() != 12 {
		t.Errorf("%d histories, %d information sets, want 55 and 12", e.Histories(), e.Infosets())
	}
	s := cfr.NewExactSolver(e)
	s.Iterate(3000)
	p := s.Average()
	if v := e.Value(p, 0); math.Abs(v-cfrtest.KuhnValue) > 1e-3 || math.Abs(v+e.Value(p, 1)) > 1e-6 {
		t.Errorf("value %v, want %v", v, cfrtest.KuhnValue)
	}
	if c := e.NashConv(p); c < 0 || c > 2e-3 {
		t.Errorf("NashConv %v", c)
	}
	// Nobody ever bets first, and who is bet at calls: betting only with the highest card is best, and wins 1
	// more whenever one has it.
	meek := cfr.NewProfile(e, root, func(k kuhn, p []float32) {
		p[0] = 1
		if k.first() >= 0 {
			p[0], p[1] = 0, 1
		}
	})
	for player := range 2 {
		if gain := e.Gain(meek, player, nil); math.Abs(gain-1.0/3) > 1e-6 {
			t.Errorf("player %d gains %v over the meek, want 1/3", player, gain)
		}
		if gain := e.Gain(meek, player, make([]bool, e.Infosets())); math.Abs(gain) > 1e-6 {
			t.Errorf("player %d gains %v by doing what he does", player, gain)
		}
		highest := cfr.Select(e, root, func(k kuhn) bool { return k.cards[k.Player()] == 2 })
		if gain := e.Gain(meek, player, highest); math.Abs(gain-1.0/3) > 1e-6 {
			t.Errorf("player %d gains %v with the highest card alone, want 1/3", player, gain)
		}
	}
}

// TestExactThree: three players need not come to an equilibrium; in this game they come near one.
func TestExactThree(t *testing.T) {
	t.Parallel()
	root := kuhn{players: 3}
	e := cfr.Expand(root, 3)
	s := cfr.NewExactSolver(e)
	uniform := e.NashConv(s.Average())
	s.Iterate(2000)
	p := s.Average()
	sum := 0.0
	for player := range 3 {
		sum += e.Value(p, player)
		if g := e.Gain(p, player, nil); g < -1e-6 || g > 0.02 {
			t.Errorf("player %d gains %v", player, g)
		}
	}
	if uniform < 0.5 || math.Abs(sum) > 1e-6 {
		t.Errorf("NashConv of the uniform strategies %v, values sum up to %v", uniform, sum)
	}
}
