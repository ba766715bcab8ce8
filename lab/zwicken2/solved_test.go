package zwicken2

import (
	"math"
	"os"
	"testing"

	"chratze/bot"
	"chratze/bot/solved"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// TestBest: the bot best draws each act exactly as often as the solution says, read by the solver's own code, in hands with random
// acts after any upcard and card shown at the cut. Its worth against the solution is what a best response wins with the hand.
func TestBest(t *testing.T) {
	t.Parallel()
	games, books, profiles := map[Shape]*Game{}, map[Shape]*Book{}, map[Shape]*Profile{}
	best := map[Shape][2]byHand{} // what a best response of a seat wins with each hand, over all hands of the other
	for _, e := range Examples() {
		if os.Getenv("CHRATZE_VERIFY") == "" && e.Shape != (Shape{7, 8, 8, 8}) && e.Shape != (Shape{6, 8, 8, 8}) {
			continue // the others have three times as many decisions
		}
		b := NewBook(New(e.Shape))
		p, _, err := b.Read(kept(t, e.Shape))
		if err != nil {
			t.Fatal(err)
		}
		games[e.Shape], books[e.Shape], profiles[e.Shape] = b.Game, b, p
		best[e.Shape] = [2]byHand{(&walk{Profile: p, me: Forehand, best: true}).run(), (&walk{Profile: p, me: Dealer, best: true}).run()}
	}
	spec, err := bot.Parse("best:1")
	if err != nil {
		t.Fatal(err)
	}
	lots := &lots{}
	player := spec.New(lots)
	source := chance.Seeded(61)
	deck := rams.Deck{Source: &source}
	rules := [2]*rams.Game{solved.Rules("plain"), solved.Rules("hop1")}
	asked := [6]int{}
	for n := range 3000 {
		var r rams.Record
		if err := r.Begin(rules[n%2], rams.Start{Dealer: rams.Seat(n / 2 % 2)}); err != nil {
			t.Fatal(err)
		}
		var h *hand
		for range r.Turns(&deck) {
			view := r.View(r.Turn())
			if h == nil {
				var shown card.Set
				for i := range view.Events {
					if e := &view.Events[i]; e.Kind == rams.EventCut {
						shown = e.Cards.Set()
					}
				}
				if h = begin(r.State(), shown, games, books); h.book == nil {
					break
				}
			}
			if len(view.Legal) > 1 {
				stage := h.stage()
				asked[stage]++
				got := drawn(&view, player, lots)
				want := h.chances(profiles[h.Shape], view.Legal)
				for i := range want {
					if math.Abs(got[i]-want[i]) > 1e-6 {
						t.Fatalf("%v, %v: best draws %v, want %v", &view, view.Legal, got, want)
					}
				}
				if stage == StageForehand && asked[stage]%100 == 0 {
					h.agrees(t, &view, best[h.Shape][Forehand])
				}
			}
			act := view.Legal[source.IntN(len(view.Legal))]
			h.act(act)
			r.ApplyUnchecked(act, nil)
		}
	}
	for stage, n := range asked {
		if n < 50 {
			t.Errorf("%d decisions of stage %d", n, stage)
		}
	}
}

// drawn returns how often a player draws each legal action.
func drawn(v *rams.View, player rams.Player, lots *lots) []float64 {
	list := make([]float64, len(v.Legal))
	for lots.begin(); ; {
		act := player.Act(v)
		for i, a := range v.Legal {
			if a == act {
				list[i] += lots.chance()
			}
		}
		if !lots.next() {
			return list
		}
	}
}

// chances returns how often a profile makes each legal action of a hand.
func (h *hand) chances(p *Profile, legal []rams.Action) []float64 {
	list := make([]float64, len(legal))
	d, acts := h.book.find(h.stage(), h.dealt[h.turn()], h.played)
	sum := 0.0
	for k, slot := range d.slots[:d.n] {
		at := int(acts[k])
		if h.stage() > StageDealer {
			for c, i := range h.members(bits(h.dealt[h.turn()][:]...) &^ bits(h.played...)) {
				if i == int(acts[k]) {
					at = 0
					for legal[at].Cards.First() != h.cards[c] {
						at++
					}
				}
			}
		}
		list[at] = float64(p.weights[slot])
		sum += list[at]
	}
	for i := range list {
		list[i] /= sum
	}
	return list
}

// agrees compares the worth of forehand's best act with what the walk says.
func (h *hand) agrees(t *testing.T, v *rams.View, sums byHand) {
	t.Helper()
	p, err := solved.Find(v)
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	got := math.Inf(-1)
	for _, w := range p.Worths() {
		got = max(got, w.Mean)
	}
	n := h.n - size
	for i, dealt := range h.triples {
		if dealt == h.dealt[Forehand] {
			want := Ante + sums[i]/float64(n*(n-1)*(n-2)/6)
			if gain := 100 * got / float64(v.Pot); math.Abs(gain-want) > 1e-4 {
				t.Errorf("%v: forehand's best act is worth %v, want %v", v.Hand, gain, want)
			}
		}
	}
}
