package lines

import (
	"slices"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/rams"
)

// voice names things on a screen: with the words of the catalogue, and cards in the form that
// the screen can show.
type voice struct {
	*wording.Table
	scr   *Screen
	deck  locale.Deck
	names []string
	me    rams.Seat // the reader's seat; rams.Nobody: none
	game  *rams.Game
}

// symbols are the signs of the French suits.
//
//lattice:table
var symbols = [card.Suits]string{card.Clubs: "♣", card.Spades: "♠", card.Hearts: "♥", card.Diamonds: "♦"}

// card returns a short form of a card: "♥ 9" where there are signs, otherwise its name.
func (v *voice) card(c card.Card) string {
	if v.deck != locale.French || !v.scr.utf8 || !c.Valid() || v.IsWeli(c) {
		return v.coloured(c, v.Card(c))
	}
	return v.coloured(c, symbols[c.Suit()]+nbsp+v.Rank(c.Rank()))
}

func (v *voice) coloured(c card.Card, text string) string {
	if !c.Valid() {
		return text
	}
	return v.scr.inSuit(c.Suit(), text)
}

// suit returns the name of a suit, with its sign where there is one.
func (v *voice) suit(s card.Suit) string {
	name := v.Suit(s)
	if v.deck == locale.French && v.scr.utf8 {
		name = symbols[s] + nbsp + name
	}
	return name
}

// cards returns the short forms of cards.
func (v *voice) cards(cards []card.Card) string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = v.card(c)
	}
	return v.Row(texts)
}

// Arrange returns the cards of a view's hand in the order in which they are shown and numbered:
// trumps first, from the highest down.
func Arrange(v *rams.View) []card.Card {
	suit, known := v.TrumpSuit()
	return arrange(v.Hand, v.Game, suit, known)
}

// arrange sorts a hand as it is shown and numbered: trumps first, from the highest down, then
// the other suits.
func arrange(hand card.Set, game *rams.Game, trump card.Suit, known bool) []card.Card {
	var trumps []card.Card
	if known {
		trumps = (hand & game.Trumps(trump)).Append(nil)
		slices.SortFunc(trumps, func(a, b card.Card) int { return game.Strength(trump, b) - game.Strength(trump, a) })
		hand &^= game.Trumps(trump)
	}
	rules := game.Rules()
	return append(trumps, rules.Order.Sorted(hand)...)
}

// ShowHand writes the hand of a view, one suit a line, each card with its number.
func ShowHand(t *wording.Table, scr *Screen, deck locale.Deck, view *rams.View) {
	(&voice{Table: t, scr: scr, deck: deck, me: view.Seat, game: view.Game}).showHand(view)
}

// showHand writes the reader's hand, one line for each suit, trumps first and marked.
func (v *voice) showHand(view *rams.View) {
	if view.Hand == 0 {
		if view.Cards[view.Seat] > 0 {
			v.scr.Line(v.T("view.hand.hidden", nil))
		}
		return
	}
	rules := v.game.Rules()
	hand := Arrange(view)
	trump, known := view.TrumpSuit()
	lane := func(c card.Card) card.Suit {
		if rules.Weli.Card().Has(c) && known {
			return trump
		}
		return c.Suit()
	}
	label := func(s card.Suit) string {
		if known && s == trump {
			return v.T("cli.trump", locale.Args{"suit": v.suit(s)})
		}
		return v.suit(s)
	}
	width := 0
	for _, c := range hand {
		width = max(width, Columns(label(lane(c))))
	}
	for i := 0; i < len(hand); {
		suit := lane(hand[i])
		line := "  " + v.scr.inSuit(suit, strings.ReplaceAll(Pad(label(suit), width), " ", nbsp))
		for ; i < len(hand) && lane(hand[i]) == suit; i++ {
			line += "  " + strconv.Itoa(i+1) + ")" + nbsp + v.faceInSuit(hand[i], suit)
		}
		v.scr.Line(line)
	}
}

// faceInSuit returns the name of a card that is listed after the name of its suit.
func (v *voice) faceInSuit(c card.Card, suit card.Suit) string {
	if v.IsWeli(c) || c.Suit() != suit {
		return v.scr.inSuit(suit, v.Card(c))
	}
	return v.scr.inSuit(suit, v.Rank(c.Rank()))
}

// laid is a card in a trick, and who played it.
type laid struct {
	seat rams.Seat
	card card.Card
}

// trick describes a trick, whole or so far.
func (v *voice) trick(number int, cards []laid) string {
	texts := make([]string, len(cards))
	for i, l := range cards {
		texts[i] = v.short(l.seat) + nbsp + v.card(l.card)
	}
	return v.T("cli.trick", locale.Args{"n": number, "cards": v.Row(texts)})
}

// short returns a seat's name outside of a sentence; the reader's is "you".
func (v *voice) short(seat rams.Seat) string {
	if seat == v.me {
		return v.T("cli.you", nil)
	}
	return v.Name(seat)
}
