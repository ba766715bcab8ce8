package ramstest

import (
	"fmt"
	"reflect"
	"slices"

	"chratze/card"
	"chratze/rams"
)

// Hand is a hand written down so that it can be dealt and played again.
type Hand struct {
	Game  *rams.Game
	Start rams.Start
	Tape  Tape
	Acts  []rams.Action // what the seats decided
}

// Write plays a hand with nature from source and the seats as choose says, and
// writes it down. See as for Play.
func Write(g *rams.Game, start rams.Start, source rams.Shuffler, choose func(*rams.State, []rams.Action) int,
	see func(*Moment) error) (Hand, error) {
	h := Hand{Game: g, Start: start, Tape: Tape{More: source}}
	_, err := Play(g, start, &h.Tape, choose, func(m *Moment) error {
		if m.Action.Kind.Player() {
			h.Acts = append(h.Acts, m.Action)
		}
		if see == nil {
			return nil
		}
		return see(m)
	})
	return h, err
}

// Exchange is a pair of cards that lie the other way round in another world, from
// the From-th shuffle on: the last of the whole pack, or one of the discards.
type Exchange struct {
	X, Y card.Card
	From int
}

func (e Exchange) card(c card.Card) card.Card {
	switch c {
	case e.X:
		return e.Y
	case e.Y:
		return e.X
	}
	return c
}

func (e Exchange) set(s card.Set) card.Set {
	if s.Has(e.X) != s.Has(e.Y) {
		s ^= e.X.Bit() | e.Y.Bit()
	}
	return s
}

// tape returns the tape of the other world.
func (e Exchange) tape(t *Tape) Tape {
	other := Tape{Orders: slices.Clone(t.Orders), Cuts: t.Cuts}
	for i := e.From; i < len(other.Orders); i++ {
		cards := slices.Clone(other.Orders[i].Slice())
		for j := range cards {
			cards[j] = e.card(cards[j])
		}
		other.Orders[i] = card.ListOf(cards...)
	}
	return other
}

// world is one of the two worlds of Secret.
type world struct {
	rams.Record
	tape Tape
	deck rams.Deck
	rand Rand // for discards that are shuffled in this world only
}

// Shuffle follows the tape where it speaks of these cards.
func (w *world) Shuffle(cards []card.Card) {
	if w.tape.fits(cards) {
		w.tape.Shuffle(cards)
	} else {
		w.rand.Shuffle(cards)
	}
}

func (w *world) Cut(n int) int { return w.tape.Cut(n) }

func (w *world) begin(h *Hand, tape Tape) error {
	w.tape = tape
	w.deck.Source = w
	return w.Begin(h.Game, h.Start)
}

// Secret plays a hand in two worlds, the one that is written down and one in
// which two cards are exchanged, and what seats do with them. As long as a seat
// can place neither, by the account of Known, its views must be the same, and so
// must be what it is told when it tries something. The comparison ends when the
// seat can place one of the cards, or when the hand can't go on in the other
// world (where somebody may not act in the same way, or shows three jacks). It returns how many views were
// compared.
//
// A question about the trump six that is asked in one world only, of another
// seat, must not show.
func Secret(h *Hand, seat rams.Seat, e Exchange) (compared int, err error) {
	var here, there world
	if err := here.begin(h, Tape{Orders: h.Tape.Orders, Cuts: h.Tape.Cuts}); err != nil {
		return 0, err
	}
	if err := there.begin(h, e.tape(&h.Tape)); err != nil {
		return 0, err
	}
	var known Known
	acts := h.Acts
	for !here.Done() {
		m := Moment{Before: here.State()}
		switch turn := here.Turn(); {
		case asked(&here, seat) || asked(&there, seat):
			if asked(&here, seat) {
				if acts[0].Kind == rams.Swap {
					return compared, nil
				}
				m.Action, acts = acts[0], acts[1:]
				here.ApplyUnchecked(m.Action, nil)
			}
			if asked(&there, seat) {
				there.ApplyUnchecked(rams.Action{Kind: rams.Keep, Seat: there.Turn()}, nil)
			}
		case turn == rams.Nature:
			if there.Turn() != rams.Nature {
				return compared, fmt.Errorf("nature has to act here, seat %d there", there.Turn())
			}
			if m.Action, err = deal(&here, &there, e); err != nil || m.Action.Kind == rams.NoKind {
				return compared, err
			}
		default:
			a := acts[0]
			if shuffles(&here) > e.From {
				a.Cards = e.set(a.Cards)
			}
			if there.Why(a) != nil {
				return compared, nil
			}
			there.ApplyUnchecked(a, nil)
			m.Action, acts = acts[0], acts[1:]
			here.ApplyUnchecked(m.Action, nil)
		}
		if shown(&here) || shown(&there) {
			return compared, nil
		}
		known.Note(h.Start, &m)
		if shuffles(&here) <= e.From {
			continue
		}
		if k := known.By(seat); k.Has(e.X) || k.Has(e.Y) {
			return compared, nil
		}
		if err := same(&here, &there, seat); err != nil {
			return compared, fmt.Errorf("after %d %v: %w", m.Action.Seat, m.Action, err)
		}
		compared++
	}
	return compared, nil
}

// deal lets nature act in both worlds and returns what it did here: nothing if the
// worlds part. They may where one of the cards comes face up: whether a draw needs
// the discards can hang on it, and they are shuffled before it is seen (docs/rules.md
// 3.8).
func deal(here, there *world, e Exchange) (a rams.Action, err error) {
	x, y := here.State(), there.State()
	a, b := here.deck.Next(&x), there.deck.Next(&y)
	here.ApplyUnchecked(a, here.deck.Drawn(a))
	there.ApplyUnchecked(b, there.deck.Drawn(b))
	if a.Kind == b.Kind {
		return a, nil
	}
	for w, did := range map[*world]rams.Kind{here: a.Kind, there: b.Kind} {
		if did == rams.Reshuffle {
			state := w.State()
			a = w.deck.Next(&state)
		}
	}
	if a.Kind == rams.Draw && (a.Up.Set().Has(e.X) || a.Up.Set().Has(e.Y)) {
		return rams.Action{}, nil
	}
	return a, fmt.Errorf("nature does %v here, %v there", a, b)
}

// shuffles returns how many shuffles there have been in a world.
func shuffles(w *world) int { return w.tape.orders }

// shown reports whether three jacks have ended the hand: everybody sees them.
func shown(w *world) bool {
	s := w.State()
	return shows(&s)
}

func shows(s *rams.State) bool {
	for seat := range rams.Seat(s.Game().Seats()) {
		if s.Done() && s.Contract(seat).In() && s.Game().Unbeatable(s.Hand(seat)) {
			return true
		}
	}
	return false
}

// asked reports whether another seat than this is asked about the trump six.
func asked(w *world, seat rams.Seat) bool {
	return w.Phase() == rams.PhaseSwap && w.Turn() != seat
}

// same says in what the views of a seat, or what it is told when it tries
// something, differ in two worlds.
func same(here, there *world, seat rams.Seat) error {
	a, b := here.View(seat), there.View(seat)
	if err := SameView(&a, &b); err != nil {
		return err
	}
	if seat == Public || asked(here, seat) != asked(there, seat) {
		return nil // an early lead is the host's to keep, see rams.State.View
	}
	for _, try := range tries(&a) {
		x, y := here.Why(try), there.Why(try)
		if !reflect.DeepEqual(x, y) {
			return fmt.Errorf("%v is refused with %v here, %v there", try, x, y)
		}
	}
	return nil
}

// tries are acts that a seat may try at any time.
func tries(v *rams.View) []rams.Action {
	acts := []rams.Action{
		{Kind: rams.DoubleBlind}, {Kind: rams.GoBlind}, {Kind: rams.See}, {Kind: rams.Open}, {Kind: rams.Out},
		{Kind: rams.Last}, {Kind: rams.Lay}, {Kind: rams.Swap}, {Kind: rams.Keep}, {Kind: rams.BidPass},
		{Kind: rams.Drop, Cards: v.Hand},
	}
	for all := v.Game.Rules().Pack.Cards(); all != 0; all = all.Rest() {
		c := all.First().Bit()
		if v.Hand&c != 0 || v.Played&c != 0 {
			acts = append(acts, rams.Action{Kind: rams.Play, Cards: c}, rams.Action{Kind: rams.Lay, Cards: c})
		}
	}
	for i := range acts {
		acts[i].Seat = v.Seat
	}
	return acts
}

// SameView says in what two views differ.
func SameView(a, b *rams.View) error {
	x, y := *a, *b
	x.Events, y.Events, x.Legal, y.Legal = nil, nil, nil, nil
	if !reflect.DeepEqual(x, y) {
		return fmt.Errorf("the views of seat %d differ:\n%+v\n%+v", a.Seat, x, y)
	}
	if !slices.Equal(a.Legal, b.Legal) {
		return fmt.Errorf("seat %d: legal is %v here, %v there", a.Seat, a.Legal, b.Legal)
	}
	for i := range max(len(a.Events), len(b.Events)) {
		switch {
		case i >= len(a.Events):
			return fmt.Errorf("seat %d: the other view alone says %q", a.Seat, &b.Events[i])
		case i >= len(b.Events):
			return fmt.Errorf("seat %d: this view alone says %q", a.Seat, &a.Events[i])
		case a.Events[i] != b.Events[i]:
			return fmt.Errorf("seat %d: %q here, %q there", a.Seat, &a.Events[i], &b.Events[i])
		}
	}
	return nil
}
