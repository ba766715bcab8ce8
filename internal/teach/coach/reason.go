package coach

import (
	"math"
	"slices"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// Reason says why an act is the best: a code, which is the key of a message, and its
// parameters. Parameters that the code doesn't use are zero.
type Reason struct {
	Code    string    `json:"code"`
	N       int       `json:"n"`                 // a number of cards or players
	Of      int       `json:"of"`                // the total that N is counted from
	Percent int       `json:"percent,omitempty"` // of the worlds
	Cards   card.Set  `json:"cards,omitempty"`   // the cards it is about
	Kept    card.Set  `json:"kept,omitempty"`    // what stays in the hand
	Suit    card.Suit `json:"suit"`              // trump, or the suit that must be followed
	Amount  pot.Chips `json:"amount,omitempty"`  // what failing costs, in Rappen
	Back    int       `json:"back,omitempty"`    // and in strokes of a race
}

// The codes, and the parameters that each uses.
const (
	WhyTrumps  = "why.in.trumps"  // go in: N trumps, Cards; makes it in Percent; failing costs Amount
	WhyPlain   = "why.in.plain"   // the same without a trump
	WhyLast    = "why.in.last"    // everybody else has passed
	WhyAlone   = "why.in.alone"   // nobody else has joined, and nobody will
	WhyFree    = "why.in.cheap"   // it fails in Percent, but dropping out costs as much
	WhyWeak    = "why.out.weak"   // drop out: it fails in Percent, which costs Amount; N trumps
	WhyBare    = "why.out.bare"   // the same without a trump
	WhyWait    = "why.out.wait"   // pass: a joiner who fails pays half as much; Percent
	WhySee     = "why.out.see"    // don't go blind: fails in Percent, Amount
	WhyBlind   = "why.in.blind"   // go blind: makes it in Percent, Amount
	WhyOwn     = "why.in.own"     // turn the own last card for trump: makes it in Percent, Amount
	WhyAsk     = "why.last"       // the last word: hear first what the others do
	WhyOpen    = "why.in.price"   // open where a price is paid: wins a trick in Percent; the least price is Amount
	WhyPass    = "why.out.price"  // don't: no trick in Percent, and the price is lost
	WhyDear    = "why.price.high" // name a price, Amount: wins a trick in Percent
	WhyCheap   = "why.price.low"  // name the least price, Amount: no trick in Percent
	WhyMost    = "why.in.most"    // join where the most tricks win: wins the pot in Of of 100 worlds, makes no trick in Percent, which costs Amount
	WhyFew     = "why.out.most"   // don't: the same
	WhyTurn    = "why.in.turn"    // have another trump turned: N trumps now; makes it in Percent; Amount
	WhyKeep    = "why.lay.keep"   // keep Kept: N of Of unseen cards are trumps, and a card drawn is a trump in Percent
	WhyLayAll  = "why.lay.all"    // discard all: nothing is worth keeping; Percent
	WhyLayNone = "why.lay.none"   // discard nothing: a card drawn is a trump only in Percent
	WhyDrop    = "why.drop"       // drop Cards: worth least; keep Kept
	WhySwap    = "why.swap"       // the upcard, Cards, is a higher trump
	WhyStay    = "why.keep"       // the upcard, Cards, isn't better

	WhyNeeded  = "why.play.needed"  // Cards can't be beaten, and the trick is still needed
	WhyRow     = "why.play.row"     // lead: N cards in a row can't be beaten, Cards
	WhyDraw    = "why.play.draw"    // lead a trump: N are out, nobody beats Cards, Kept get safer
	WhyCertain = "why.play.certain" // Cards can't be beaten
	WhyRuffed  = "why.play.ruffed"  // lead: only a trump beats Cards, N are out; a player with Suit must follow
	WhyOnly    = "why.play.only"    // the same, in games where a trump may always be played
	WhyLow     = "why.play.low"     // lead what is worth least: N unseen beat Cards; keep Kept
	WhyLead    = "why.play.lead"    // lead: N of Of unseen beat Cards
	WhyEnough  = "why.play.enough"  // last to play: Cards is the cheapest that wins; keep Kept
	WhyTake    = "why.play.take"    // last to play: Cards wins
	WhyRisk    = "why.play.risk"    // Cards holds the trick now, N unseen cards beat it, Of players play after it
	WhyLost    = "why.play.lost"    // nothing wins: the cheapest goes; keep Kept
	WhyDuck    = "why.play.duck"    // Kept could take the trick and is worth more later
	WhyEqual   = "why.equal"        // the acts are worth about the same
	WhyValues  = "why.values"       // it is worth more on average, for no simple reason
)

// Args returns all parameters by name, for package internal/locale.
func (r Reason) Args() map[string]any {
	return map[string]any{
		"n": r.N, "of": r.Of, "percent": r.Percent, "cards": r.Cards, "kept": r.Kept, "suit": r.Suit, "amount": rams.Stake{Penalty: r.Amount, Back: r.Back},
	}
}

// why finds the reason for the best act. Everything it says is true. If no specific reason
// applies, it is WhyValues.
func why(v *rams.View, j *Judgement) Reason {
	if j.equal(float64(stake(v)) * Trifle / 100) {
		return Reason{Code: WhyEqual}
	}
	f := look(v)
	switch v.Phase {
	case rams.PhaseOpen, rams.PhasePrice:
		if f.rules.Price {
			return f.named(j)
		}
		return f.auction(j)
	case rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseBid, rams.PhaseJoin:
		r := f.auction(j)
		r.Back = f.rules.Stake(rams.Joined, f.Pot).Back
		return r
	case rams.PhaseLay:
		if v.Game.Rules().Rob != rams.RobNo { // nothing is drawn: the upcard comes for the card
			break
		}
		return f.lay(j.Best().Cards)
	case rams.PhaseDrop:
		return Reason{Code: WhyDrop, Cards: j.Best().Cards, Kept: v.Hand &^ j.Best().Cards}
	case rams.PhaseSwap:
		if j.Best().Kind == rams.Swap {
			return Reason{Code: WhySwap, Cards: v.Upcard.Bit()}
		}
		return Reason{Code: WhyStay, Cards: v.Upcard.Bit()}
	case rams.PhasePlay:
		return f.play(j.Best().Cards.First())
	}
	return Reason{Code: WhyValues}
}

// equal reports whether all acts are worth the same as the best, within trifle, in Rappen.
func (j *Judgement) equal(trifle float64) bool {
	return !slices.ContainsFunc(j.Values, func(v Value) bool { return v.Less > trifle })
}

// facts are what a seat knows about the cards.
type facts struct {
	*rams.View
	rules  rams.Rules
	trumps card.Set // of the whole pack; empty while there is no trump
	unseen card.Set // cards that somebody may hold or draw
}

func look(v *rams.View) *facts {
	f := &facts{View: v, rules: v.Game.Rules()}
	if v.Upcard.Valid() {
		f.trumps = v.Game.Trumps(v.Trump)
	}
	var away, upcards card.Set // discards that the seat has seen
	for i := range v.Events {
		switch e := &v.Events[i]; {
		case e.Kind == rams.EventShuffle, e.Kind == rams.EventReshuffle:
			away, upcards = 0, 0
		case e.Kind == rams.EventUpcard:
			upcards |= e.Cards.Set()
		case e.Kind == rams.EventTake:
			upcards &^= e.Cards.Set()
		case e.Kind == rams.EventAct && e.Seat == v.Seat && (e.Act.Kind == rams.Lay || e.Act.Kind == rams.Drop):
			away |= e.Act.Cards
		}
	}
	f.unseen = f.rules.Pack.Cards() &^ (v.Hand | v.Table | v.Played | away | upcards)
	return f
}

// in reports whether an act commits the seat to winning tricks.
func in(k rams.Kind) bool {
	switch k {
	case rams.DoubleBlind, rams.GoBlind, rams.Open, rams.BidStrike, rams.BidTurn, rams.BidTop, rams.Join:
		return true
	}
	return false
}

// percent returns a fraction in percent, from 1 to 99: never impossible, never certain.
func percent(part float64) int { return min(max(int(math.Round(100*part)), 1), 99) }

// price returns what failing costs after an act: a penalty, or the price that is paid beforehand.
func (f *facts) price(k rams.Kind) pot.Chips {
	if f.rules.Price {
		return max(f.rules.Ante, f.Cost(k)) // that of opening is named later
	}
	return f.rules.Stake(k.Contract(), f.Pot).Penalty
}

// named returns the reason for opening, passing, and naming a price, where a declarer has to name one.
func (f *facts) named(j *Judgement) Reason {
	best := j.Values[0]
	r := Reason{Code: WhyDear, Percent: percent(1 - best.Fails), Amount: f.price(best.Act.Kind)}
	switch {
	case best.Act.Kind == rams.Open:
		r.Code = WhyOpen
	case best.Act.Kind == rams.Pass:
		r.Code, r.Percent = WhyPass, percent(j.Values[1].Fails)
	case best.Act.Kind == rams.Price1:
		r.Code, r.Percent = WhyCheap, percent(best.Fails)
	}
	return r
}

// most returns the reason for joining or staying out where the most tricks win the pot.
func (f *facts) most(j *Judgement) Reason {
	i := slices.IndexFunc(j.Values, func(v Value) bool { return in(v.Act.Kind) })
	if i < 0 {
		return Reason{Code: WhyValues}
	}
	join := j.Values[i]
	r := Reason{Code: WhyMost, Of: percent(join.Wins), Percent: percent(join.Fails), Amount: f.price(join.Act.Kind)}
	if i > 0 {
		r.Code = WhyFew
	}
	return r
}

func (f *facts) auction(j *Judgement) Reason {
	best := j.Values[0]
	held := f.Hand & f.trumps
	switch {
	case best.Act.Kind == rams.Last:
		return Reason{Code: WhyAsk}
	case f.rules.Split == rams.SplitMost && f.rules.Auction == rams.AuctionJoining:
		return f.most(j)
	case in(best.Act.Kind):
		r := Reason{
			Code: f.goIn(best.Act.Kind), N: held.Len(), Cards: held, Percent: percent(1 - best.Fails), Amount: f.price(best.Act.Kind),
		}
		if r.Code == WhyFree {
			r.Percent = percent(best.Fails)
		}
		if best.Fails > 0.5 && r.Code != WhyBlind {
			r.Code, r.Percent = WhyFree, percent(best.Fails)
		}
		return r
	}
	i := slices.IndexFunc(j.Values, func(v Value) bool { return in(v.Act.Kind) })
	if i < 0 {
		return Reason{Code: WhyValues}
	}
	other := j.Values[i]
	r := Reason{Code: WhyWeak, N: held.Len(), Cards: held, Percent: percent(other.Fails), Amount: f.price(other.Act.Kind)}
	switch {
	case best.Act.Kind == rams.See:
		r.Code = WhySee
	case best.Act.Kind == rams.Pass && other.Fails < 0.5 && f.Seat != f.Dealer:
		r.Code, r.Percent = WhyWait, percent(1-other.Fails)
	case held == 0:
		r.Code = WhyBare
	}
	return r
}

// goIn returns the code of the reason for going in.
func (f *facts) goIn(k rams.Kind) string {
	joined, left := f.Others()
	switch {
	case k == rams.GoBlind && f.rules.Trump == rams.TrumpDealer:
		return WhyOwn
	case k == rams.DoubleBlind, k == rams.GoBlind:
		return WhyBlind
	case k == rams.BidTurn, k == rams.BidTop:
		return WhyTurn
	case k == rams.Open && f.Seat == f.Dealer:
		return WhyLast
	case k == rams.Join && f.Declarer >= 0 && joined+left == 0 && f.Game.Seats() > 2:
		return WhyAlone
	case f.Hand&f.trumps == 0:
		return WhyPlain
	}
	return WhyTrumps
}

// lay returns the reason for a discard. A card drawn is any unseen one with equal probability.
func (f *facts) lay(laid card.Set) Reason {
	r := Reason{
		Code: WhyKeep, N: (f.unseen & f.trumps).Len(), Of: f.unseen.Len(), Cards: laid, Kept: f.Hand &^ laid, Suit: f.Trump,
	}
	r.Percent = percent(float64(r.N) / float64(max(1, r.Of)))
	switch {
	case laid == 0:
		r.Code = WhyLayNone
	case r.Kept == 0:
		r.Code = WhyLayAll
	}
	return r
}
