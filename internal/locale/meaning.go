package locale

import (
	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

// Meaning is a word of a game and its meaning as a sentence. By has the meaning for each thing
// that is called by this word, such as "call.join", "dealer" or "suit.h".
type Meaning struct {
	Word  string            `json:"word"`
	Means string            `json:"means"`
	By    map[string]string `json:"by"`
}

// Meanings returns the words of a game with a deck, and their meanings: the roles, the calls,
// the things on the table, the names of the cards.
func (p *Printer) Meanings(v variant.Variant, deck Deck) []Meaning {
	g := &glossary{Words: p.Words(v, deck), rules: v.Rules()}
	g.people()
	g.calls()
	g.things()
	g.cards()
	return g.list
}

// glossary collects the words of a game.
type glossary struct {
	*Words
	rules rams.Rules
	list  []Meaning
}

// add adds a word. If the word is there already, the meanings are joined.
func (g *glossary) add(key, word, means string) {
	for i := range g.list {
		if m := &g.list[i]; m.Word == word {
			m.Means = g.Sentences(m.Means, means)
			m.By[key] = means
			return
		}
	}
	g.list = append(g.list, Meaning{word, means, map[string]string{key: means}})
}

// terms adds words that all games share.
func (g *glossary) terms(keys ...string) {
	for _, key := range keys {
		g.add(key, g.T("word."+key, nil), g.T("meaning."+key, nil))
	}
}

func (g *glossary) people() {
	if g.rules.Auction != rams.AuctionJoining {
		key := "meaning.declarer"
		if g.rules.Split == rams.SplitTricks {
			key += ".tricks"
		}
		g.add("declarer", g.Declarer(), g.T(key, nil))
	}
	g.terms("joiner", "dealer", "forehand", "rearhand")
}

func (g *glossary) calls() {
	r := &g.rules
	for _, c := range [...]struct {
		is   bool
		kind rams.Kind
	}{
		{r.DoubleBlind != rams.DoubleBlindOff, rams.DoubleBlind}, {r.Blind != rams.BlindOff, rams.GoBlind},
		{r.Auction == rams.AuctionOpening, rams.Open}, {r.Auction == rams.AuctionOpening, rams.Pass},
		{r.Auction == rams.AuctionBidding, rams.BidStrike}, {r.Auction == rams.AuctionBidding, rams.BidTurn}, {r.Auction == rams.AuctionBidding, rams.BidTop},
		{r.Auction == rams.AuctionBidding, rams.BidPass}, {true, rams.Join}, {true, rams.Out}, {r.LastWord != rams.LastWordOff, rams.Last},
		{r.Spare != rams.SpareNo, rams.TakeSpare}, {r.Spare == rams.SpareDealer, rams.PlayForPot},
	} {
		if c.is {
			g.add("call."+c.kind.String(), g.Call(c.kind), g.T("meaning.call."+c.kind.String(), nil))
		}
	}
	if r.Trump == rams.TrumpDealer {
		g.add("call.blind", g.Call(rams.GoBlind), g.T("meaning.call.blind.trump", nil))
	}
}

func (g *glossary) things() {
	r := &g.rules
	g.terms("pot", "ante", "penalty", "hand", "trick", "trump", "upcard", "stock", "discards")
	for _, c := range [...]struct {
		is  bool
		key string
	}{
		{r.Exchange != rams.ExchangeNone, "exchange"}, {r.SixSwap, "six"}, {r.Susi != rams.SusiOff, "susi"},
		{r.Phases, "muss"}, {r.SevenMuss(), "seven_muss"}, {r.Cut != rams.CutPlain, "hop"},
	} {
		if c.is {
			g.terms(c.key)
		}
	}
	if weli := r.Weli.Card(); weli != 0 {
		g.add("weli", g.Card(weli.First()), g.T("meaning.weli", nil))
	}
}

// cards adds the suits and court cards of decks other than French.
func (g *glossary) cards() {
	if g.deck == French {
		return
	}
	french := &Words{Printer: g.Printer, preset: g.preset, deck: French}
	for s := range card.Suit(card.Suits) {
		g.add("suit."+s.String(), g.Suit(s), g.T("meaning.suit", Args{"french": french.Suit(s)}))
	}
	for r := card.Ace; r >= card.Ten; r-- {
		if own := g.Rank(r); own != french.Rank(r) {
			g.add("rank."+r.String(), own, g.T("meaning.rank", Args{"french": french.Rank(r)}))
		}
	}
}
