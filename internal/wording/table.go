package wording

import (
	"chratze/card"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Table describes the hands of one table to one person: it knows the names at the table, and
// who is "you".
type Table struct {
	*locale.Words
	money locale.Money
	names []string // by seat
	you   rams.Seat
	rules rams.Rules
}

// NewTable returns a Table. names are by seat; you is the seat of the person who reads, or
// rams.Nobody for a spectator.
func NewTable(p *locale.Printer, v variant.Variant, deck locale.Deck, money locale.Money, names []string, you rams.Seat) *Table {
	return &Table{Words: p.Words(v, deck), money: money, names: names, you: you, rules: v.Rules()}
}

// Name returns the name at a seat.
func (t *Table) Name(seat rams.Seat) string {
	if seat < 0 || int(seat) >= len(t.names) {
		return ""
	}
	return t.names[seat]
}

// Money returns an amount in the table's money, without its unit: "2.20".
func (t *Table) Money(amount pot.Chips) string { return t.Number(t.money, amount) }

// say says what a seat did, as "you" or by name.
func (t *Table) say(key string, seat rams.Seat, args locale.Args) string {
	if args == nil {
		args = locale.Args{}
	}
	if seat == t.you {
		return t.T(key+".you", args)
	}
	args["name"] = t.Name(seat)
	return t.T(key+".other", args)
}

// Event returns a sentence for an event of docs/rams-hand.md, as the reader may know it.
func (t *Table) Event(e *rams.Event) string {
	cards := e.Cards.Slice()
	key := "event." + e.Kind.String()
	switch e.Kind {
	case rams.EventAnte:
		return t.say(key, e.Seat, locale.Args{"amount": t.Money(e.Amount)})
	case rams.EventShuffle:
		return t.T(key, nil)
	case rams.EventUpcard, rams.EventTurn:
		return t.T(key, locale.Args{"cards": t.Cards(cards...)})
	case rams.EventTrump:
		return t.T(key, locale.Args{"suit": t.Suit(e.Suit)})
	case rams.EventReshuffle:
		return t.T(key, locale.Args{"n": len(cards)})
	case rams.EventCut, rams.EventTake, rams.EventShow:
		return t.say(key, e.Seat, locale.Args{"cards": t.Cards(cards...)})
	case rams.EventDeal:
		return t.say(key+hidden(cards), e.Seat, locale.Args{"cards": t.Cards(cards...), "n": len(cards)})
	case rams.EventDraw:
		up := ""
		if e.Up.Len() > 0 {
			up = ".up"
		}
		return t.say(key+hidden(cards)+up, e.Seat, locale.Args{"cards": t.Cards(cards...), "n": len(cards), "up": t.Cards(e.Up.Slice()...)})
	case rams.EventAct:
		return t.act(e.Seat, e.Act.Kind, cards)
	}
	return t.say(key, e.Seat, nil) // dealer, susi, trick
}

// hidden returns the suffix of a message's key if some cards are hidden.
func hidden(cards []card.Card) string {
	for _, c := range cards {
		if !c.Valid() {
			return ".hidden"
		}
	}
	return ""
}

// act returns a sentence for an act with its cards.
func (t *Table) act(seat rams.Seat, k rams.Kind, cards []card.Card) string {
	key := "act." + k.Base() + t.Chosen(k)
	switch k {
	case rams.Lay, rams.Drop:
		if len(cards) == 0 {
			key += ".none"
		} else {
			key += hidden(cards)
		}
	}
	return t.say(key, seat, locale.Args{
		"call": t.Call(k), "declarer": t.Declarer(), "cards": t.Cards(cards...), "n": len(cards),
	})
}
