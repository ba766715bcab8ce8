package chartpage

import (
	"encoding/json"
	"slices"
	"strings"

	"chratze/analysis/chart"
	"chratze/card"
	"chratze/internal/locale"
)

// mine is the form for your own cards, which web/rules/mycards.js answers from the grids.
type mine struct {
	Title, How, Typed, Such, Upcard, Worth, Without string
	Words                                           string // the answers, as JSON
	Beside                                          string // the two highest ranks beside trumps: AK
	Size                                            int
	Lies, Six                                       bool // the upcard lies on the table; the trump six counts as the upcard
	Suits                                           []mineSuit
}

type mineSuit struct {
	Suit, Name, Trumps string // Trumps are the cards when this suit is trump, the highest first
	Cards              []mineCard
}

type mineCard struct{ Code, Name, Letter, Suit string }

func (w *writer) mine() *mine {
	game := w.subject.Game
	rules := game.Rules()
	text, err := json.Marshal(map[string]string{
		"yes": w.T("chart.mine.yes", nil), "no": w.T("chart.mine.no", nil), "some": w.T("chart.mine.some", nil),
		"even": w.T("chart.mine.even", nil), "rare": w.T("chart.mine.rare", nil),
	})
	if err != nil {
		panic(err) // strings
	}
	best, next := chart.Beside(game)
	m := &mine{
		Beside: best.String() + next.String(),
		Title:  w.T("chart.mine", nil), How: w.T("chart.mine.how", locale.Args{"size": game.Size()}), Typed: w.T("chart.mine.typed", nil), Such: w.Card(card.New(card.Ace, card.Hearts)) + " " + w.Card(card.New(card.Eight, card.Spades)) + " …",
		Upcard: w.T("chart.up", nil), Worth: w.T("chart.mine.worth", nil), Without: w.T("chart.mine.without", nil), Words: string(text),
		Size: game.Size(), Lies: !rules.Deal.DealersLast(), Six: rules.SixSwap,
	}
	pack := rules.Pack.Cards()
	for s := range card.Suit(card.Suits) {
		trumps := (game.Trumps(s) & pack).Append(nil)
		slices.SortFunc(trumps, func(a, b card.Card) int { return game.Strength(s, b) - game.Strength(s, a) })
		suit := mineSuit{Suit: s.String(), Name: w.Suit(s)}
		for _, c := range trumps {
			suit.Trumps += c.String() + " "
		}
		suit.Trumps = strings.TrimSpace(suit.Trumps)
		cards := (card.OfSuit(s) & pack).Append(nil)
		for _, c := range cards {
			suit.Cards = append(suit.Cards, mineCard{c.String(), w.Card(c), w.letter(c), s.String()})
		}
		m.Suits = append(m.Suits, suit)
	}
	return m
}
