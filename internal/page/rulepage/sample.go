package rulepage

import (
	"math/rand/v2"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// sample has what a page shows of hands that were played under its rules.
type sample struct {
	deal     []rams.Event // what forehand is dealt, and the upcards, before the first question
	exchange *exchange
	tricks   [len(lessons)]*trick
}

// exchange is an exchange of two cards.
type exchange struct {
	before, laid, drawn card.Set
	trump               card.Suit
}

// trick is a choice of a card: which may be played, and which not.
type trick struct {
	lead  card.Card
	best  card.Card // the card that wins the trick so far
	hand  card.Set
	legal card.Set
	trump card.Suit
}

// The situations to show.
const (
	mustFollow = iota
	mustTrump
	mustHead     // the trick must be beaten
	neither      // any card, because the player can't follow and has no trump
	mayRuff      // a trump, although the player could follow
	needNotTrump // any card, although the player has a trump
)

// lessons are the keys of their captions.
//
//lattice:table
var lessons = [...]string{
	mustFollow: "rules.fig.trick.follow", mustTrump: "rules.fig.trick.trump", mustHead: "rules.fig.trick.head",
	neither: "rules.fig.trick.free", mayRuff: "rules.fig.trick.ruff", needNotTrump: "rules.fig.trick.any",
}

// hands is how many hands are played to find these situations. A situation that doesn't come up
// in this number doesn't exist under the rules.
const hands = 3000

// take plays random hands until it has found everything. The same game always gives the same
// hands.
func take(g *rams.Game) *sample {
	s := &sample{}
	rng := rand.New(rand.NewPCG(1, 2))
	start := g.FirstStart(0)
	for range hands {
		hand, err := g.NewHand(start)
		if err != nil {
			panic(err) // starts come from hands of the same game
		}
		s.play(&hand, rng)
		if start = hand.Result().Next; start.Pot > 1000 {
			start.Pot = 0
		}
	}
	return s
}

func (s *sample) play(hand *rams.State, rng *rand.Rand) {
	deck := rams.Deck{Source: chance.Of(rng)}
	var legal []rams.Action
	var events []rams.Event
	for !hand.Done() {
		if hand.Turn() == rams.Nature {
			a := deck.Next(hand)
			if s.deal == nil {
				events = hand.Events(events, a, deck.Drawn(a))
			}
			hand.ApplyUnchecked(a)
			continue
		}
		if s.deal == nil {
			s.dealt(hand, events)
		}
		legal = hand.Legal(legal[:0])
		a := legal[rng.IntN(len(legal))]
		switch hand.Phase() {
		case rams.PhasePlay:
			s.look(hand, legal)
		case rams.PhaseLay:
			if s.exchange == nil && s.swap(hand, legal, &deck) {
				continue
			}
		case rams.PhaseDoubleBlind, rams.PhaseBlind:
			a = legal[len(legal)-1] // see
		}
		hand.ApplyUnchecked(a)
	}
}

// dealt keeps the first complete deal in which nobody was asked anything.
func (s *sample) dealt(hand *rams.State, events []rams.Event) {
	forehand := (hand.Dealer() + 1) % rams.Seat(hand.Game().Seats())
	if p := hand.Phase(); p == rams.PhaseDoubleBlind || p == rams.PhaseBlind || hand.Hand(forehand).Len() < hand.Game().Size() {
		return
	}
	s.deal = []rams.Event{}
	for _, e := range events {
		if e.Kind == rams.EventDeal && e.Seat == forehand || e.Kind == rams.EventUpcard {
			s.deal = append(s.deal, e)
		}
	}
}

// swap exchanges two low cards if the hand is suitable to show it.
func (s *sample) swap(hand *rams.State, legal []rams.Action, deck *rams.Deck) bool {
	seat := hand.Turn()
	trump, _ := hand.Trump()
	e := exchange{before: hand.Hand(seat), trump: trump}
	trumps := hand.Game().Trumps(trump)
	if (e.before&trumps).Len() != 2 || e.before.Len() != hand.Game().Size() {
		return false
	}
	for _, a := range legal {
		laid := a.Cards
		if laid != e.before&^trumps || laid.Len() == 0 || (laid&card.ByRank(card.Ace)) != 0 {
			continue
		}
		hand.ApplyUnchecked(a)
		for hand.Turn() == rams.Nature && !hand.Done() {
			hand.ApplyUnchecked(deck.Next(hand))
		}
		e.laid, e.drawn = laid, hand.Hand(seat)&^e.before
		if e.drawn.Len() == laid.Len() {
			s.exchange = &e
		}
		return true
	}
	return false
}

// look keeps a choice of a card if it shows a new situation.
func (s *sample) look(hand *rams.State, legal []rams.Action) {
	led, ok := hand.InTrick(hand.Lead())
	seat := hand.Turn()
	own := hand.Hand(seat)
	if !ok || own.Len() < 3 {
		return
	}
	g := hand.Game()
	suit, _ := hand.Trump()
	t := trick{lead: led, hand: own, trump: suit, best: led}
	for _, a := range legal {
		t.legal |= a.Cards
	}
	for other := range rams.Seat(g.Seats()) {
		if c, in := hand.InTrick(other); in && g.Beats(suit, t.best).Has(c) {
			t.best = c
		}
	}
	trumps := g.Trumps(suit)
	if trumps.Has(led) {
		return
	}
	follow, ruffs := own&g.EffectiveSuit(suit, led), own&trumps
	lesson := -1
	switch {
	case t.legal == own && follow == 0 && ruffs == 0:
		lesson = neither
	case t.legal == own && follow == 0 && ruffs != own:
		lesson = needNotTrump
	case follow != 0 && t.legal&ruffs != 0 && t.legal&^ruffs == follow && t.legal != own:
		lesson = mayRuff
	case follow != 0 && t.legal == follow && follow.Len() > 1 && follow != own:
		lesson = mustFollow
	case follow == 0 && t.legal == ruffs && ruffs != own:
		lesson = mustTrump
	case follow != 0 && t.legal != follow && t.legal&^follow == 0:
		lesson = mustHead
	}
	if lesson >= 0 && s.tricks[lesson] == nil {
		s.tricks[lesson] = &t
	}
}
