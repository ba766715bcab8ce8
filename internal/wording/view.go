package wording

import (
	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
)

// Situation describes a view, one line each: the pot, the upcard, the trump, the stock,
// everybody's contract, the trick, and last the reader's hand.
func (t *Table) Situation(v *rams.View) []string {
	lines := []string{t.T("view.pot", locale.Args{"amount": t.Money(v.Pot)})}
	if v.Upcard != card.Hidden {
		if t.rules.Rob == rams.RobNo || v.Table.Has(v.Upcard) { // not taken for a card
			lines = append(lines, t.T("view.upcard", locale.Args{"card": t.Card(v.Upcard)}))
		}
		if suit, ok := v.TrumpSuit(); ok {
			lines = append(lines, t.T("view.trump", locale.Args{"suit": t.Suit(suit)}))
		}
		lines = append(lines, t.T("view.stock", locale.Args{"n": v.Stock}))
	}
	for seat := range rams.Seat(len(t.names)) {
		if v.Contract[seat] != rams.NoContract {
			lines = append(lines, t.Seat(v, seat))
		}
	}
	if v.Best >= 0 {
		lines = append(lines, t.Trick(v.Trick, v.Lead))
	}
	if v.Seat < 0 {
		return lines
	}
	if v.Hand == 0 && v.Cards[v.Seat] > 0 {
		return append(lines, t.T("view.hand.hidden", nil))
	}
	return append(lines, t.T("view.hand", locale.Args{"cards": t.Set(v.Hand)}))
}

// Seat says what a seat has taken on, and how many tricks it has if it is in.
func (t *Table) Seat(v *rams.View, seat rams.Seat) string {
	key := "view.seat"
	if !v.Contract[seat].In() {
		key += ".idle"
	}
	return t.T(key, locale.Args{"name": t.Name(seat), "contract": t.Contract(v.Contract[seat]), "n": int(v.Tricks[seat])})
}

// Contract names a contract: "joined", "Chratzer, blind".
func (t *Table) Contract(c rams.Contract) string {
	return t.T("contract."+c.String(), locale.Args{"declarer": t.Declarer()})
}

// Trick tells the cards of a trick by seat, in the order of play; "": there are none.
func (t *Table) Trick(trick [rams.MaxSeats]card.Card, lead rams.Seat) string {
	var cards []string
	for i := range len(t.names) {
		seat := (max(lead, 0) + rams.Seat(i)) % rams.Seat(len(t.names))
		if c := trick[seat]; c != card.Hidden {
			cards = append(cards, t.T("view.trick.card", locale.Args{"name": t.Name(seat), "card": t.Card(c)}))
		}
	}
	if cards == nil {
		return ""
	}
	return t.T("view.trick", locale.Args{"cards": t.List(cards)})
}
