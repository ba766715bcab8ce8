package ramstest

import (
	"errors"
	"fmt"
	"slices"

	"chratze/card"
	"chratze/rams"
)

// order is the order of acts in a legal list, in the words of docs/rams-hand.md,
// written down once more: the kernel's own order is what is tested.
var order = []string{
	"double-blind", "blind", "see", "open", "pass", "schlagen", "oder", "weiter-oder", "weiter",
	"join", "out", "last", "lay", "drop", "swap", "keep", "play",
	"spare", "for-pot", "price-1", "price-2", "price-3", "price-5", "price-10",
}

// Legal says what is wrong with the legal actions of a state in which a seat has
// to act: they must not be empty, nor out of order (and so none may stand twice),
// each must be one that Apply takes, and of Others Apply must take none, must
// say why with a *Refusal, and must leave the state as it was.
func Legal(s *rams.State) error {
	legal := s.Legal(nil)
	if len(legal) == 0 {
		return errors.New("no legal act")
	}
	for i, a := range legal {
		if i > 0 && compare(legal[i-1], a) >= 0 {
			return fmt.Errorf("%v stands before %v", legal[i-1], a)
		}
		if a.Seat != s.Turn() {
			return fmt.Errorf("%v is an act of seat %d, not of %d", a, a.Seat, s.Turn())
		}
		after := *s
		if err := after.Apply(a); err != nil {
			return fmt.Errorf("%v is listed and refused: %w", a, err)
		}
		if why := s.Why(a); why != nil {
			return fmt.Errorf("%v is listed, but why: %w", a, why)
		}
		if after == *s {
			return fmt.Errorf("%v changes nothing", a)
		}
	}
	for _, a := range Others(s) {
		if !slices.Contains(legal, a) {
			if err := Refuses(s, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare orders actions as a legal list does.
func compare(a, b rams.Action) int {
	x, y := slices.Index(order, a.Kind.String()), slices.Index(order, b.Kind.String())
	if x != y {
		return x - y
	}
	if n := a.Cards.Len() - b.Cards.Len(); n != 0 {
		return n
	}
	return slices.Compare(a.Cards.Append(nil), b.Cards.Append(nil))
}

// Refuses says what is wrong with the refusal of an action: it must come as a
// *Refusal with a known code and a text, and must change nothing.
func Refuses(s *rams.State, a rams.Action) error {
	after := *s
	err := after.Apply(a)
	own := card.Set(0)
	if s.Turn() >= 0 && a.Seat == s.Turn() {
		own = s.Hand(a.Seat)
	}
	var refusal *rams.Refusal
	switch {
	case err == nil:
		return fmt.Errorf("%+v is not listed and taken", a)
	case !errors.As(err, &refusal):
		return fmt.Errorf("%+v is refused with %T: want *rams.Refusal", a, err)
	case refusal.Action != a:
		return fmt.Errorf("%+v is refused as %+v", a, refusal.Action)
	case !slices.Contains(codes, refusal.Code):
		return fmt.Errorf("%+v is refused with the unknown code %q", a, refusal.Code)
	case after != *s:
		return fmt.Errorf("%+v is refused and changes the hand", a)
	case refusal.Cards&^own != 0 && refusal.Code != rams.RefuseCards:
		return fmt.Errorf("%+v: the refusal %q names %v, which is not in the hand", a, refusal.Code, refusal.Cards)
	}
	return nil
}

// codes are the codes of refusals.
var codes = []string{
	rams.RefuseOver, rams.RefuseTurn, rams.RefuseKind, rams.RefuseCards, rams.RefuseCount, rams.RefuseFollow,
	rams.RefuseTrump, rams.RefuseHead, rams.RefuseLead, rams.RefuseMust, rams.RefuseStand, rams.RefuseAlone, rams.RefuseBare, rams.RefuseClaimed, rams.RefuseLow, rams.RefuseNature,
}

// Codes returns the codes of refusals.
func Codes() []string { return slices.Clone(codes) }

// Others returns acts that somebody might try in this state, legal ones among
// them: every act without cards and every card, every choice of cards from the
// hand, some with a foreign card, all of them also by seats whose turn it is not,
// and some that can't be meant.
func Others(s *rams.State) []rams.Action {
	turn := s.Turn()
	var list []rams.Action
	add := func(k rams.Kind, cards card.Set) {
		list = append(list, rams.Action{Kind: k, Seat: turn, Cards: cards})
	}
	for k := rams.NoKind; k <= rams.Play+1; k++ {
		add(k, 0)
		add(k, s.Hand(max(turn, 0)))
	}
	pack := s.Game().Rules().Pack.Cards()
	for all := card.Full52.Cards(); all != 0; all = all.Rest() {
		add(rams.Play, all.First().Bit())
		add(rams.Lay, all.First().Bit())
	}
	if turn >= 0 {
		hand := s.Hand(turn)
		for sub := hand; sub != 0; sub = (sub - 1) & hand {
			add(rams.Lay, sub)
			add(rams.Drop, sub)
			if foreign := pack &^ hand; foreign != 0 {
				add(rams.Lay, sub&^(sub&-sub)|foreign&-foreign)
				add(rams.Drop, sub&^(sub&-sub)|foreign&-foreign)
			}
			if sub.Len() == 2 {
				add(rams.Play, sub)
			}
		}
	}
	add(rams.Lay, 1<<63)
	add(rams.Drop, ^card.Set(0))
	add(rams.Kind(255), 0)
	mine := len(list)
	for _, a := range list[:mine] {
		for _, seat := range []rams.Seat{rams.Nobody, rams.Nature, 0, 1, rams.Seat(s.Game().Seats()), -128, 127} {
			if seat != turn && (seat >= 0) == (a.Cards.Len() < 2) {
				a.Seat = seat
				list = append(list, a)
			}
		}
	}
	for _, a := range s.Legal(nil) {
		a.Shown = rams.Shown{At: 1}
		list = append(list, a)
		a.Shown = rams.Shown{Up: card.PairOf(card.New(card.Ace, card.Clubs))}
		list = append(list, a)
	}
	return list
}
