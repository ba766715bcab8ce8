package zwicken2

import (
	"os"
	"slices"
	"testing"

	"chratze/bot/solved"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// hand is a hand that is played in the kernel and by a Game.
type hand struct {
	rams.State
	*Game
	book     *Book // or nil
	cards    []card.Card
	forehand rams.Seat
	dealt    [2][size]uint8 // to forehand and the dealer
	played   []uint8
}

// begin takes a hand that has been dealt. Games and books are those known by shape.
func begin(s rams.State, shown card.Set, games map[Shape]*Game, books map[Shape]*Book) *hand {
	up, _ := s.Upcard()
	h := &hand{State: s, forehand: s.Turn()}
	var shape Shape
	shape, h.cards = solved.ShapeOf(s.Game(), up, shown)
	if games[shape] == nil {
		games[shape] = New(shape)
	}
	h.Game, h.book = games[shape], books[shape]
	for seat := range h.dealt {
		k := 0
		for c, real := range h.cards {
			if s.Hand(h.real(seat)).Has(real) {
				h.dealt[seat][k] = uint8(c)
				k++
			}
		}
	}
	return h
}

// real returns the seat at the table.
func (h *hand) real(seat int) rams.Seat { return (h.forehand + rams.Seat(seat)) % 2 }

// turn returns Forehand or Dealer.
func (h *hand) turn() int { return int(h.Turn()+h.forehand) % 2 }

func (h *hand) act(a rams.Action) {
	h.State.ApplyUnchecked(a)
	if a.Kind == rams.Play {
		h.played = append(slices.Clip(h.played), uint8(slices.Index(h.cards, a.Cards.First())))
	}
}

// set returns cards as the game has them.
func (h *hand) set(cards card.Set) (s uint32) {
	for c, real := range h.cards {
		if cards.Has(real) {
			s |= 1 << c
		}
	}
	return s
}

// stage returns the stage that the hand is at.
func (h *hand) stage() int {
	if h.Phase() == rams.PhaseJoin {
		return h.turn()
	}
	return StageLead + len(h.played)
}

// next returns how a Game sees the play: the seat to move and its legal cards, or forehand's gain at the end.
func (h *hand) next() (seat int, legal uint32, won float64) {
	held := func(seat int) uint32 { return bits(h.dealt[seat][:]...) &^ bits(h.played...) }
	lead, tricks := Forehand, [2]int{}
	for i := 0; i+1 < len(h.played); i += 2 {
		if h.beats[h.played[i]]>>h.played[i+1]&1 == 1 {
			lead = 1 - lead
		}
		tricks[lead]++
	}
	switch n := len(h.played); {
	case n == 2*size:
		return -1, 0, h.worth[tricks[Forehand]]
	case n%2 == 0:
		return lead, held(lead), 0
	default:
		return 1 - lead, h.legal(held(1-lead), h.played[n-1]), 0
	}
}

// won returns what forehand has won, by a Game.
func (h *hand) won() float64 {
	_, _, won := h.next()
	switch in := [2]bool{h.Contract(h.forehand).In(), h.Contract(h.real(Dealer)).In()}; {
	case in[0] && !in[1]:
		return h.taken
	case !in[0] && bits(h.dealt[Dealer][:]...)&h.Game.trump != 0:
		return -h.taken
	case !in[0]:
		return 0
	}
	return won
}

// TestPlay: in random hands, turns, legal cards and gains agree with the kernel, for any upcard and card shown at the
// cut. The book has all decisions.
func TestPlay(t *testing.T) {
	t.Parallel()
	hands, verify := 10_000, os.Getenv("CHRATZE_VERIFY") != ""
	if verify {
		hands = 1_000_000
	}
	games, books := map[Shape]*Game{}, map[Shape]*Book{}
	for _, e := range Examples() {
		games[e.Shape] = New(e.Shape)
		if verify || len(books) == 0 {
			books[e.Shape] = NewBook(games[e.Shape])
		}
	}
	if n := len(books[Shape{7, 8, 8, 8}].Keys); n != 656_365 {
		t.Errorf("7-888 has %d decisions, want 656 365", n)
	}
	r := chance.Seeded(60)
	deck := rams.Deck{Source: &r}
	ends := map[float64]int{}
	for i := range hands {
		s, err := solved.Rules([]string{"plain", "hop1"}[i%2]).NewHand(rams.Start{Dealer: Dealer})
		if err != nil {
			t.Fatal(err)
		}
		var shown card.Set
		for s.Turn() == rams.Nature {
			a := deck.Next(&s)
			if a.Kind == rams.CutPack {
				shown = a.Up.Set()
			}
			s.ApplyUnchecked(a)
		}
		h := begin(s, shown, games, books)
		for !h.Done() {
			h.check(t)
			legal := h.Legal(nil)
			h.act(legal[r.IntN(len(legal))])
		}
		result := h.Result()
		got := 25 * float64(result.Utility(h.forehand)-result.Utility(h.real(Dealer))) / float64(result.PotPlayedFor)
		want := h.won()
		if d := got - want; d > 1e-9 || d < -1e-9 {
			t.Fatalf("%v: forehand wins %v, want %v", &h.State, got, want)
		}
		ends[want]++
	}
	if len(ends) != 7 || len(games) != 6 {
		t.Errorf("hands ended with %v in %d games, want seven ends in six", ends, len(games))
	}
}

// check compares what may be done.
func (h *hand) check(t *testing.T) {
	t.Helper()
	legal := h.Legal(nil)
	if h.Phase() == rams.PhasePlay {
		seat, want, _ := h.next()
		var got card.Set
		for _, a := range legal {
			got |= a.Cards
		}
		if seat != h.turn() || h.set(got) != want {
			t.Fatalf("%v: seat %d may play %v, want seat %d, %b", &h.State, h.turn(), got, seat, want)
		}
	}
	if h.book == nil || len(h.played) > size || h.turn() == Dealer && !h.Contract(h.forehand).In() {
		return
	}
	n := 1
	if d, _ := h.book.find(h.stage(), h.dealt[h.turn()], h.played); d != nil {
		n = d.n
	}
	if n != len(legal) {
		t.Fatalf("%v: the book has %d acts, want %v", &h.State, n, legal)
	}
}

// TestExamples: there is one upcard and cut of each shape, and they can be read in the file of the solution.
func TestExamples(t *testing.T) {
	t.Parallel()
	want := []string{"7-888 Jd ", "8-788 Jc ", "7-788 Jd Kc", "8-778 Jc Ks", "6-888 Jd Kd", "8-688 Jc Kd"}
	for i, e := range Examples() {
		if got := e.Shape.String() + " " + e.Upcard.String() + " " + e.Shown.String(); i >= len(want) || got != want[i] {
			t.Errorf("example %d is %s, want %v", i, got, want)
		}
	}
	if s := solved.Signature(); len(s) != 16 {
		t.Errorf("signature %q", s)
	}
}
