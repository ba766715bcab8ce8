package learn

import (
	"chratze/card"
	"chratze/chance"
	"chratze/lab/cfr"
	"chratze/rams"
)

// SmallGame returns a game small enough for exact answers: Chratze for two with the nine cards of
// [card.Small9] and three in a hand. The declarer must win two tricks and takes two thirds, a joiner one. Any
// number of cards is exchanged, as far as the two of the stock and what the other has laid down go. Nobody
// goes blind, and a hand that nobody opens ends.
func SmallGame() *rams.Game {
	g, err := rams.NewGame(rams.Rules{
		MinSeats: 2, MaxSeats: 2, Target: 2, JoinTarget: 1,
		Pack: card.Small9, Ante: 30, Deal: rams.DealTwoOne, NoOpen: rams.NoOpenRedeal,
		Exchange: rams.ExchangePlain, RoundUp: 1, Coin: 1,
	}, 2)
	if err != nil {
		panic(err) // TestSmallGame
	}
	return g
}

// Small is a history of a [SmallGame], or of another for two with few cards in which nobody goes blind. It
// is a [cfr.Finite], and what is won in it is in percent of the pot.
type Small struct {
	hand  rams.State
	plays rams.Player // the cards; nil: that is part of the game
	knows [2]uint64   // by player, what it has seen, as a number
}

var _ cfr.Finite[Small] = Small{}

// NewSmall returns the history before the cards are dealt, with dealer 1: player 0 is forehand. If plays is
// not nil it plays the cards for both, and only auction and exchange are left to them.
func NewSmall(g *rams.Game, plays rams.Player) Small {
	hand, err := g.NewHand(rams.Start{Dealer: 1})
	if err != nil {
		panic(err) // any game begins so
	}
	hand.ApplyUnchecked(rams.Action{Kind: rams.Shuffle, Seat: rams.Nature})
	return Small{hand: hand, plays: plays}
}

// View returns the view of the mover.
func (s Small) View() rams.View { return s.hand.View(s.hand.Turn(), nil) }

// Player returns the mover.
func (s Small) Player() int {
	switch {
	case s.hand.Done():
		return cfr.Over
	case s.hand.Turn() == rams.Nature:
		return cfr.Nature
	}
	return int(s.hand.Turn())
}

// Infoset returns what the mover knows, as a number, and how many actions it has.
func (s Small) Infoset() (key uint64, actions int) {
	me := s.hand.Turn()
	return mix(s.knows[me] ^ uint64(me)), len(s.hand.Legal(nil))
}

// Act returns the history after an act, and all that follow without a choice.
func (s Small) Act(action int) Small {
	s.push(s.hand.Legal(nil)[action])
	s.settle()
	return s
}

// settle goes on while there is one thing that can be done.
func (s *Small) settle() {
	for !s.hand.Done() && s.hand.Turn() != rams.Nature {
		v := s.View()
		switch {
		case len(v.Legal) == 1:
			s.push(v.Legal[0])
		case s.plays != nil && v.Phase == rams.PhasePlay:
			s.push(s.plays.Act(&v))
		default:
			return
		}
	}
}

// push makes an action, and tells the players what they see of it.
func (s *Small) push(a rams.Action) {
	for p := range s.knows {
		seen := uint64(a.Cards)
		if a.Kind != rams.Play && a.Kind != rams.TurnUp && int(a.Seat) != p {
			seen = uint64(a.Cards.Len())
		}
		s.knows[p] = mix(mix(s.knows[p]^uint64(a.Kind)<<8^uint64(a.Seat+1)) ^ seen)
	}
	s.hand.ApplyUnchecked(a)
}

// Utility returns what a player has won, in percent of the pot.
func (s Small) Utility(player int) float32 {
	r := s.hand.Result()
	return float32(r.Gain(rams.Seat(player)))
}

// Outcomes deals, or draws.
func (s Small) Outcomes(yield func(Small, float64)) {
	pending := s.hand.PendingChance()
	if pending.Kind != rams.Draw {
		s.deals(yield)
		return
	}
	if pending.N > pending.From.Len() {
		s.push(rams.Action{Kind: rams.Reshuffle, Seat: rams.Nature, Cards: pending.Discards})
		pending = s.hand.PendingChance()
	}
	from, n := pending.From&^pending.Must, pending.N-pending.Must.Len()
	p := 1 / ways(from.Len(), n)
	each(from, n, func(cards card.Set) {
		next := s
		next.push(rams.Action{Kind: rams.Draw, Seat: pending.Seat, Cards: cards | pending.Must})
		next.settle()
		yield(next, p)
	})
}

// deals deals all the cards at once. Suits are alike: that of the upcard is the first of the pack.
func (s Small) deals(yield func(Small, float64)) {
	g := s.hand.Game()
	pack, size := g.Rules().Pack.Cards(), g.Size()
	ups := pack & card.OfSuit(pack.First().Suit())
	p := 1 / (float64(ups.Len()) * ways(pack.Len()-1, size) * ways(pack.Len()-1-size, size))
	each(ups, 1, func(up card.Set) {
		each(pack&^up, size, func(first card.Set) {
			each(pack&^up&^first, size, func(second card.Set) {
				next := s
				next.deal(up, [2]card.Set{first, second})
				next.settle()
				yield(next, p)
			})
		})
	})
}

// deal deals these hands, in packets as the rules have them; nobody is asked in between.
func (s *Small) deal(up card.Set, hands [2]card.Set) {
	for s.hand.Turn() == rams.Nature {
		pending := s.hand.PendingChance()
		a := rams.Action{Kind: pending.Kind, Seat: pending.Seat, Cards: up}
		if pending.Kind == rams.DealCards {
			a.Cards = 0
			for range pending.N {
				a.Cards |= hands[pending.Seat] & -hands[pending.Seat]
				hands[pending.Seat] = hands[pending.Seat].Rest()
			}
		}
		s.push(a)
	}
}

// ways returns in how many ways k of n cards can be chosen.
func ways(n, k int) float64 {
	x := 1.0
	for i := range k {
		x = x * float64(n-i) / float64(i+1)
	}
	return x
}

// each calls yield with all subsets of n cards.
func each(from card.Set, n int, yield func(card.Set)) {
	if n == 0 {
		yield(0)
		return
	}
	for ; from.Len() >= n; from = from.Rest() {
		first := from & -from
		each(from.Rest(), n-1, func(rest card.Set) { yield(first | rest) })
	}
}

// quanta is the number of parts in which the chances of a Player are read.
const quanta = 64

// Strategy returns the profile of a player that calls as one Player and plays the cards as another, to be judged in
// the game e, which was written from root. Both draw at most one number for a decision.
func Strategy(e *cfr.Exact, root Small, calls func(chance.Source) rams.Player, player rams.Player) cfr.Profile {
	var even evenly
	caller := calls(&even)
	return cfr.NewProfile(e, root, func(s Small, p []float32) {
		v := s.View()
		who := caller
		if v.Phase == rams.PhasePlay {
			who = player
		}
		even = evenly{}
		for even.part < quanta {
			a := who.Act(&v)
			parts := 1
			if !even.asked {
				parts = quanta
			}
			for i, legal := range v.Legal {
				if a == legal {
					p[i] += float32(parts) / quanta
				}
			}
			even.part += parts
		}
	})
}

// evenly is a Source that gives all of its numbers in turn.
type evenly struct {
	part  int
	asked bool
}

// IntN returns the number at this part of all numbers below n.
func (e *evenly) IntN(n int) int {
	e.asked = true
	return (2*e.part + 1) * n / (2 * quanta)
}

// Calls returns of each information set whether it is one of auction or exchange.
func Calls(e *cfr.Exact, root Small) []bool {
	return cfr.Select(e, root, func(s Small) bool { return s.hand.Phase() != rams.PhasePlay })
}
