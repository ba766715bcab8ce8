package coach

import (
	"math"
	"slices"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// Reason is why an act is the best one: a code, which is the key of a message, and its
// parameters. What a code doesn't name is empty.
type Reason struct {
	Code    string
	N       int       // a number of cards or players
	Of      int       // of how many
	Percent int       // of the worlds
	Cards   card.Set  // what it is about
	Kept    card.Set  // what stays in the hand
	Suit    card.Suit // trump, or what has to be followed
	Amount  pot.Chips // what failing costs, in Rappen
}

// The codes, with the parameters they have.
const (
	WhyTrumps  = "why.in.trumps" // go in: N trumps, Cards; makes it in Percent; failing costs Amount
	WhyPlain   = "why.in.plain"  // the same without a trump
	WhyLast    = "why.in.last"   // everybody else has passed
	WhyAlone   = "why.in.alone"  // nobody else has joined, and nobody will
	WhyFree    = "why.in.cheap"  // it fails in Percent, but staying out costs as much
	WhyWeak    = "why.out.weak"  // stay out: fails in Percent, which costs Amount; N trumps
	WhyBare    = "why.out.bare"  // the same without a trump
	WhyWait    = "why.out.wait"  // pass: who joins later pays half if he fails; Percent
	WhySee     = "why.out.see"   // don't go blind: fails in Percent, Amount
	WhyBlind   = "why.in.blind"  // go blind: makes it in Percent, Amount
	WhyAsk     = "why.last"      // the last word: hear first what the others do
	WhyTurn    = "why.in.turn"   // have another trump turned: N trumps now; makes it in Percent; Amount
	WhyKeep    = "why.lay.keep"  // keep Kept: of Of unseen cards N are trumps, a card drawn is one with Percent
	WhyLayAll  = "why.lay.all"   // lay all: nothing is worth keeping; Percent
	WhyLayNone = "why.lay.none"  // lay nothing: a card drawn is a trump only with Percent
	WhyDrop    = "why.drop"      // drop Cards: worth least; keep Kept
	WhySwap    = "why.swap"      // the upcard, Cards, is a higher trump
	WhyStay    = "why.keep"      // the upcard, Cards, isn't worth it

	WhyNeeded  = "why.play.needed"  // Cards can't be beaten, and is the trick still needed
	WhyRow     = "why.play.row"     // lead: N cards in a row can't be beaten, Cards
	WhyDraw    = "why.play.draw"    // lead a trump: N are out, nobody beats Cards, Kept get safer
	WhyCertain = "why.play.certain" // Cards can't be beaten
	WhyRuffed  = "why.play.ruffed"  // lead: only a trump beats Cards, N are out; who has Suit must follow
	WhyOnly    = "why.play.only"    // the same where a trump may always be played
	WhyLow     = "why.play.low"     // lead what is worth least: N unseen beat Cards; keep Kept
	WhyLead    = "why.play.lead"    // lead: N of Of unseen beat Cards
	WhyEnough  = "why.play.enough"  // last to play: Cards is the cheapest that wins; keep Kept
	WhyTake    = "why.play.take"    // last to play: Cards wins
	WhyRisk    = "why.play.risk"    // Cards takes the trick as it lies, N unseen beat it, Of players still play
	WhyLost    = "why.play.lost"    // nothing wins: the cheapest goes; keep Kept
	WhyDuck    = "why.play.duck"    // Kept could take the trick and is worth more later
	WhyEqual   = "why.equal"        // the acts are worth about the same
	WhyValues  = "why.values"       // it is worth more on average
)

// Args returns the parameters by name, for package internal/locale; each is there, used or not.
func (r Reason) Args() map[string]any {
	return map[string]any{
		"n": r.N, "of": r.Of, "percent": r.Percent, "cards": r.Cards, "kept": r.Kept, "suit": r.Suit, "amount": r.Amount,
	}
}

// why finds the reason why the best act is that. All that it says is so; where nothing that it knows to
// say is to the point it says that the values are higher.
func why(v *rams.View, j *Judgement) Reason {
	if j.equal(float64(v.Pot) * Trifle / 100) {
		return Reason{Code: WhyEqual}
	}
	f := look(v)
	switch v.Phase {
	case rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin:
		return f.auction(j)
	case rams.PhaseLay:
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

// equal reports whether no act is worth less than the best by more than a trifle, in Rappen.
func (j *Judgement) equal(trifle float64) bool {
	for i := range j.Values {
		if j.Values[i].Less > trifle {
			return false
		}
	}
	return true
}

// facts are what a seat knows about cards.
type facts struct {
	*rams.View
	rules  rams.Rules
	trumps card.Set // of the whole pack; empty as long as there is no trump
	unseen card.Set // that somebody may hold or draw
}

func look(v *rams.View) *facts {
	f := &facts{View: v, rules: v.Game.Rules()}
	if v.Upcard.Valid() {
		f.trumps = v.Game.Trumps(v.Trump)
	}
	var away, upcards card.Set // discards that the seat knows of
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

// in reports whether an act goes for tricks.
func in(k rams.Kind) bool {
	switch k {
	case rams.DoubleBlind, rams.GoBlind, rams.Open, rams.BidStrike, rams.BidTurn, rams.BidTop, rams.Join:
		return true
	}
	return false
}

// percent is a part of one as a whole number that is neither never nor always.
func percent(part float64) int { return min(max(int(math.Round(100*part)), 1), 99) }

// price is what failing costs after an act.
func (f *facts) price(k rams.Kind) pot.Chips {
	p := f.Pot
	if k != rams.Join {
		p *= 2
	}
	if limit := f.rules.PenaltyCap; limit > 0 {
		p = min(p, limit)
	}
	return p
}

func (f *facts) auction(j *Judgement) Reason {
	best := j.Values[0]
	held := f.Hand & f.trumps
	switch {
	case best.Act.Kind == rams.Last:
		return Reason{Code: WhyAsk}
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

// goIn returns the code of a reason to go in.
func (f *facts) goIn(k rams.Kind) string {
	others, joined := 0, 0 // who may still join, and who has
	for seat, c := range f.Contract[:f.Game.Seats()] {
		switch {
		case rams.Seat(seat) == f.Seat || rams.Seat(seat) == f.Declarer:
		case c == rams.Folded:
		case c.In():
			joined++
		default:
			others++
		}
	}
	switch {
	case k == rams.DoubleBlind, k == rams.GoBlind:
		return WhyBlind
	case k == rams.BidTurn, k == rams.BidTop:
		return WhyTurn
	case k == rams.Open && f.Seat == f.Dealer:
		return WhyLast
	case k == rams.Join && f.Declarer >= 0 && others+joined == 0 && f.Game.Seats() > 2:
		return WhyAlone
	case f.Hand&f.trumps == 0:
		return WhyPlain
	}
	return WhyTrumps
}

// lay: a card drawn is one of those that are unseen, each as likely.
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
