package solved

import (
	"slices"
	"sync"

	"chratze/bot/trained"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// kept are the solutions that were read, by shape.
var kept = struct {
	sync.Mutex
	by map[Shape]*Solution
}{by: map[Shape]*Solution{}}

// of returns the solution of a shape. The error says why it can't be read, or fetched.
func of(shape Shape) (*Solution, error) {
	kept.Lock()
	defer kept.Unlock()
	if s := kept.by[shape]; s != nil {
		return s, nil
	}
	file, err := trained.Read(shape.String() + Suffix)
	if err != nil {
		return nil, err
	}
	s, err := Read(file)
	if err == nil {
		kept.by[shape] = s
	}
	return s, err
}

// Plays reports whether a game is solved. The cut, the smallest coin and a limit of the pot don't matter: a coin changes shares by
// less than itself, and a limit only hands whose pot is near it.
func Plays(g *rams.Game) bool {
	rules := g.Rules()
	own := solvedRules()
	rules.Cut, rules.Coin, rules.PotCap = own.Cut, own.Coin, own.PotCap
	return g.Seats() == 2 && rules == own
}

var solvedRules = sync.OnceValue(func() rams.Rules { return Rules("plain").Rules() })

// Position is a decision of a hand, as the solution sees it.
type Position struct {
	view     *rams.View
	solution *Solution
	cards    [32]card.Card // by number
	stage    int
	hand     uint32 // as it was dealt
	played   []uint8
	acts     []uint8 // by legal action: its card; join and out have none
}

// Find returns the decision of the seat whose turn it is in a view with its Events. It returns nil without an error if there is
// none or the game isn't solved. The error says why the solution can't be read, or fetched.
func Find(v *rams.View) (*Position, error) {
	if !Plays(v.Game) || len(v.Events) == 0 || len(v.Legal) < 2 || v.Phase != rams.PhaseJoin && v.Phase != rams.PhasePlay {
		return nil, nil
	}
	var shown card.Set
	var played []card.Card
	for i := range v.Events {
		switch e := &v.Events[i]; {
		case e.Kind == rams.EventCut:
			shown = e.Cards.Set()
		case e.Kind == rams.EventAct && e.Act.Kind == rams.Play:
			played = append(played, e.Act.Cards.First())
		}
	}
	shape, cards := ShapeOf(v.Game, v.Upcard, shown)
	s, err := of(shape)
	if err != nil {
		return nil, err
	}
	p := &Position{view: v, solution: s}
	number := map[card.Card]uint8{}
	for i, n := range shape {
		for place := range n {
			c := uint8(8*i) + place
			p.cards[c], cards = cards[0], cards[1:]
			number[p.cards[c]] = c
		}
	}
	for c := range v.Hand.All() {
		p.hand |= 1 << number[c]
	}
	for _, c := range played {
		p.played = append(p.played, number[c])
	}
	seat := p.seat()
	for i, c := range p.played {
		if mover(p.played, i) == seat {
			p.hand |= 1 << c
		}
	}
	if p.stage = seat; v.Phase == rams.PhasePlay {
		p.stage = stageLead + len(played)
	}
	for i, a := range v.Legal {
		c := uint8(i)
		if v.Phase == rams.PhasePlay {
			c = number[a.Cards.First()]
		}
		p.acts = append(p.acts, c)
	}
	return p, nil
}

// seat returns 0 for forehand and 1 for the dealer.
func (p *Position) seat() int {
	if p.view.Seat == p.view.Dealer {
		return 1
	}
	return 0
}

// mover returns who plays the i-th card: the winner of a trick leads.
func mover(played []uint8, i int) (seat int) {
	for k := 0; k+1 < i; k += 2 {
		if beats(played[k])>>played[k+1]&1 == 1 {
			seat = 1 - seat
		}
	}
	return (seat + i) % 2
}

// Chances returns how likely the solution makes each legal action of the view.
func (p *Position) Chances() []float64 {
	w, of := p.weights()
	list := make([]float64, len(p.acts))
	for i := range list {
		list[i] = float64(w[i]) / float64(of)
	}
	return list
}

func (p *Position) weights() (w [size]int, of int) {
	return p.solution.weights(p.stage, p.hand, p.played, p.acts)
}

// Draw returns a legal action as often as the solution makes it. It asks source once, or not at all where one act is sure.
func (p *Position) Draw(source chance.Source) rams.Action {
	w, of := p.weights()
	at := slices.Index(w[:], of)
	if at < 0 {
		at = 0
		for n := source.IntN(of); n >= w[at]; at++ {
			n -= w[at]
		}
	}
	return p.view.Legal[at]
}
