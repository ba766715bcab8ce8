package rams

import (
	"chratze/card"
	"chratze/pot"
)

// EventKind is what kind of thing happened, in the words of docs/rams-hand.md.
type EventKind uint8

// The kinds of events.
const (
	EventAnte      EventKind = iota // Seat paid Amount into the pot: an ante, or the price
	EventShuffle                    // Cards: the whole pack
	EventCut                        // Seat left At cards in the top packet; Cards were shown
	EventDealer                     // the deal moved to Seat
	EventDeal                       // Cards to Seat
	EventUpcard                     // Cards: the one turned up
	EventTurn                       // Cards: the one turned for a contract
	EventTrump                      // Suit is trump from here on
	EventAct                        // Seat decided Act; Cards: those it discarded, dropped or played
	EventDraw                       // Cards to Seat; Up came face up
	EventTake                       // Cards: the upcard that went into Seat's hand
	EventReshuffle                  // Cards: the discards, now the stock
	EventSusi                       // Seat stayed out as the last, and nobody had joined
	EventTrick                      // Seat won it
	EventShow                       // Seat showed Cards, three jacks, and wins all tricks

	eventKinds
)

//lattice:table
var eventWords = [eventKinds]string{
	"ante", "shuffle", "cut", "dealer", "deal", "upcard", "turn", "trump", "act", "draw", "take",
	"reshuffle", "susi", "trick", "show",
}

// String returns the word of the kind.
func (k EventKind) String() string {
	if k < eventKinds {
		return eventWords[k]
	}
	return "none"
}

// ParseEventKind returns the kind with this word, and whether there is one.
func ParseEventKind(word string) (EventKind, bool) {
	for k, w := range eventWords {
		if w == word {
			return EventKind(k), true
		}
	}
	return 0, false
}

// Event is something that happened in a hand, as one audience observes it. Cards that
// the audience may not see are [card.Hidden]. Seat is Nature where there is none.
type Event struct {
	Kind   EventKind
	Seat   Seat
	At     uint8     // cut: cards in the top packet
	Suit   card.Suit // trump
	Amount pot.Chips // ante, in Rappen
	Act    Action    // act; its Cards are empty where they are hidden
	Cards  card.List // in the order in which they came
	Up     card.List // draw: those that came face up
}

// String returns the event in words and cards: "ante 0 20", "deal 1 As Td",
// "act 1 lay 6c 7d", "draw 1 7d 7s Qd 7c up 7c".
func (e Event) String() string { return string(e.AppendTo(nil)) }

// AppendTo appends what String returns.
func (e *Event) AppendTo(b []byte) []byte {
	b = append(b, e.Kind.String()...)
	if e.Seat >= 0 {
		b = append(b, ' ', '0'+byte(e.Seat))
	}
	switch e.Kind {
	case EventAnte:
		b = e.Amount.AppendTo(append(b, ' '))
	case EventCut:
		b = pot.Chips(e.At).AppendTo(append(b, ' '))
	case EventTrump:
		b = append(append(b, ' '), e.Suit.String()...)
	case EventAct:
		b = append(append(b, ' '), e.Act.Kind.String()...)
	}
	if e.Cards.Len() > 0 {
		b = e.Cards.AppendTo(append(b, ' '))
	}
	if e.Up.Len() > 0 {
		b = e.Up.AppendTo(append(b, " up "...))
	}
	return b
}

// Antes appends the events of a new hand: what each seat paid before the shuffle.
func (s *State) Antes(dst []Event) []Event {
	start := Start{Pot: s.start, Redeal: s.redeal, Spared: s.spared, Dealer: s.dealer, Muss: s.has(flagMuss)}
	for seat := range Seat(s.game.seats) {
		if s.game.ante(start, seat) > 0 {
			dst = append(dst, Event{Kind: EventAnte, Seat: seat, Amount: s.paid[seat]})
		}
	}
	return dst
}

// Events appends what happens when the legal action a is applied to s, with nothing
// hidden. It does not change s. Drawn is the order in which nature's cards came
// ([Deck.Drawn]); without it they are in pack order.
func (s *State) Events(dst []Event, a Action, drawn []card.Card) []Event {
	after := *s
	after.ApplyUnchecked(a)
	return s.eventsTo(dst, a, drawn, &after)
}

// eventsTo is Events where the state after the action is known.
func (s *State) eventsTo(dst []Event, a Action, drawn []card.Card, after *State) []Event {
	dst = s.eventsOf(dst, a, drawn, after)
	if after.pot > s.pot && a.Kind != CutPack { // the price or ante of a seat that joins: the dealer may do so unasked
		payer := a.Seat
		if !a.Kind.Player() {
			payer = after.dealer
		}
		dst = append(dst, Event{Kind: EventAnte, Seat: payer, Amount: after.pot - s.pot})
	}
	if after.has(flagShown) {
		dst = append(dst, Event{Kind: EventShow, Seat: after.winner, Cards: card.ListOfSet(after.hands[after.winner])})
	}
	return dst
}

// eventsOf is eventsTo but for payments, and cards shown before play begins.
func (s *State) eventsOf(dst []Event, a Action, drawn []card.Card, after *State) []Event {
	cards := card.ListOf(drawn...)
	if drawn == nil {
		cards = card.ListOfSet(a.Cards)
	}
	switch a.Kind {
	case Shuffle:
		return append(dst, Event{Kind: EventShuffle, Seat: Nature, Cards: cards})
	case CutPack:
		return s.cutEvents(dst, a)
	case DealCards:
		dst = append(dst, Event{Kind: EventDeal, Seat: a.Seat, Cards: cards})
		return s.takeEvents(dst, a, after)
	case TurnUp:
		dst = append(dst, Event{Kind: EventUpcard, Seat: Nature, Cards: cards})
		if after.upcards > s.upcards {
			dst = append(dst, Event{Kind: EventTrump, Seat: Nature, Suit: after.trump})
		}
		return s.takeEvents(dst, a, after)
	case TurnBid:
		dst = append(dst, Event{Kind: EventTurn, Seat: Nature, Cards: cards})
		if after.phase != phaseTurn {
			dst = append(dst, Event{Kind: EventTrump, Seat: Nature, Suit: after.trump})
		}
		return dst
	case Reshuffle:
		return append(dst, Event{Kind: EventReshuffle, Seat: Nature, Cards: cards})
	case Draw:
		return append(dst, Event{Kind: EventDraw, Seat: a.Seat, Cards: cards, Up: a.Up.List()})
	}
	dst = append(dst, Event{Kind: EventAct, Seat: a.Seat, Act: a, Cards: card.ListOfSet(a.Cards)})
	switch {
	case a.Kind == GoBlind, a.Kind == Lay && after.table != s.table: // the dealer takes the upcards
		dst = s.takeEvents(dst, a, after)
	case a.Kind == Swap:
		dst = append(dst, Event{Kind: EventTake, Seat: a.Seat, Cards: card.ListOf(s.upcard)})
	case a.Kind == Out && after.susi():
		dst = append(dst, Event{Kind: EventSusi, Seat: a.Seat})
	case a.Kind == Play && after.inTrick == 0:
		dst = append(dst, Event{Kind: EventTrick, Seat: after.winner})
	}
	return dst
}

// susi reports whether the seat that just stayed out was the last one, with
// nobody in but the declarer (2.6).
func (s *State) susi() bool {
	return s.game.rules.Susi == SusiGuideline && s.has(flagWalkover) && s.declarer != Nobody
}

func (s *State) cutEvents(dst []Event, a Action) []Event {
	dst = append(dst, Event{Kind: EventCut, Seat: a.Seat, At: a.At, Cards: a.Up.List()})
	c := s.readCut(a)
	before := *s
	for _, seat := range c.payers[:c.n] {
		paid := before.pot
		before.pay(seat, s.game.rules.Ante)
		dst = append(dst, Event{Kind: EventAnte, Seat: seat, Amount: before.pot - paid})
	}
	if c.dealer != s.dealer {
		dst = append(dst, Event{Kind: EventDealer, Seat: c.dealer})
	}
	return dst
}

// takeEvents appends the events of upcards that went into the dealer's hand, in the order in
// which they were turned up.
func (s *State) takeEvents(dst []Event, a Action, after *State) []Event {
	turned := s.table
	if a.Kind == TurnUp {
		turned |= a.Cards
	}
	taken := turned & after.hands[after.dealer]
	if first := taken &^ after.upcard.Bit(); first != 0 {
		dst = append(dst, Event{Kind: EventTake, Seat: after.dealer, Cards: card.ListOfSet(first)})
	}
	if taken.Has(after.upcard) {
		dst = append(dst, Event{Kind: EventTake, Seat: after.dealer, Cards: card.ListOf(after.upcard)})
	}
	return dst
}

// observe appends e as the seat to observes it: only what that seat may know is put in,
// everything else stays out (docs/rams-hand.md, view). Sealed says that to is the dealer
// and may not see the cards it was dealt.
func (e *Event) observe(dst []Event, to Seat, sealed bool) []Event {
	own := e.Seat == to && to >= 0
	seen := Event{Kind: e.Kind, Seat: e.Seat}
	switch e.Kind {
	case EventAnte:
		seen.Amount = e.Amount
	case EventTrump:
		seen.Suit = e.Suit
	case EventCut:
		seen.At, seen.Cards = e.At, e.Cards
	case EventUpcard, EventTurn, EventTake, EventShow:
		seen.Cards = e.Cards
	case EventDealer, EventSusi, EventTrick:
	case EventReshuffle:
		seen.Cards = card.HiddenList(e.Cards.Len())
	case EventDeal:
		seen.Cards = card.HiddenList(e.Cards.Len())
		if own && !sealed {
			seen.Cards = e.Cards
		}
	case EventDraw:
		seen.Cards, seen.Up = e.Cards, e.Up
		if !own {
			seen.Cards = card.Shown(&e.Cards, e.Up.Set())
		}
	case EventAct:
		return e.observeAct(dst, seen, own)
	default: // the order of the pack is nobody's
		return dst
	}
	return append(dst, seen)
}

func (e *Event) observeAct(dst []Event, seen Event, own bool) []Event {
	seen.Act = Action{Kind: e.Act.Kind, Seat: e.Act.Seat}
	switch k := e.Act.Kind; {
	case own || k == Play:
		seen.Act.Cards, seen.Cards = e.Act.Cards, e.Cards
	case k == See || k == Keep:
		return dst
	case k == Lay || k == Drop:
		seen.Cards = card.HiddenList(e.Cards.Len())
	}
	return append(dst, seen)
}
