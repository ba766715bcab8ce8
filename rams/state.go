package rams

import (
	"chratze/card"
	"chratze/pot"
)

// State is one hand at one moment: a small comparable value. Copy it to branch,
// keep it to undo, compare it with ==. It holds the set of cards not yet dealt,
// never their order, as nature is a seat. The zero State is no hand; [Game.NewHand]
// makes one.
type State struct {
	game *Game

	hands    [MaxSeats]card.Set
	paid     [MaxSeats]pot.Chips // antes and payments of the cut
	stock    card.Set            // not dealt
	under    card.Set            // reshuffled discards, to be drawn after the stock
	laid     card.Set            // laid down by the seat that draws now
	discards card.Set            // hands of those who are out, cards laid, dropped, replaced
	table    card.Set            // upcards on the table, and cards turned for a contract
	played   card.Set
	pot      pot.Chips
	start    pot.Chips // the pot before the antes
	redeal   uint32
	spared   uint8 // as in Start
	price    uint8 // paid by each who plays, in antes

	contract [MaxSeats]Contract
	tricks   [MaxSeats]uint8
	trick    [MaxSeats]card.Card // by seat: the card to the current trick

	pins  card.Pair // cards everybody saw at the cut: they lie
	pinAt [2]uint8  // at these places of the pack, from its top
	dealt uint8     // cards gone from the pack

	phase    Phase
	turn     Seat
	to       Seat // to whom nature deals, or who exchanges
	dealer   Seat
	declarer Seat
	claimant Seat // has claimed the last word
	lost     Seat // whose Weli fell to the trump ace
	lead     Seat
	winner   Seat      // holds the trick
	best     card.Card // the card that holds the trick
	upcard   card.Card // the last one turned up
	trump    card.Suit
	upcards  uint8 // turned up to give the trump
	round    uint8 // asked in this round; packets dealt; tricks played
	inTrick  uint8 // cards in the trick
	in       uint8 // seats in the hand
	flags    flags
}

// flags are yes-or-no facts of a hand.
type flags uint8

const (
	flagMuss     flags = 1 << iota // began as a Muss
	flagSeven                      // became a Seven Muss
	flagWeliUp                     // the Weli was turned up and another card follows
	flagReasked                    // who claimed the last word is asked again
	flagUnopened                   // over: nobody declared
	flagWalkover                   // over: only one was in
	flagShown                      // over: three jacks were shown
)

// Phase is what a hand waits for.
type Phase uint8

// The phases, in the order in which a hand can reach them.
const (
	phaseShuffle     Phase = iota // nature
	phaseCut                      // nature
	PhaseDoubleBlind              // the dealer, before the first packet or before the upcard (2.3)
	phaseDeal                     // nature: a packet
	phaseUpcard                   // nature
	PhaseBlind                    // the dealer (2.3)
	phaseNewCards                 // nature: four new cards for a blind dealer
	PhaseOpen                     // 2.4
	PhasePrice                    // the declarer names it (docs/rules.md 4, price)
	PhaseBid                      // 3.6
	phaseTurn                     // nature: a card for a contract
	PhaseJoin                     // 2.6, 3.7, 5.5
	PhaseLay                      // 2.8, 3.8, 5.6
	phaseDraw                     // nature, a reshuffle first if need be
	PhaseDrop                     // getting down to the size of the hand
	PhaseSwap                     // the trump six (2.9)
	PhasePlay                     // 2.10, 3.9, 5.7
	PhaseDone
	PhaseWait // in views: nature, or a question that is another seat's secret
)

// Game returns the rules and seats of the hand.
func (s *State) Game() *Game { return s.game }

// Phase returns what the hand waits for.
func (s *State) Phase() Phase { return s.phase }

// Turn returns the seat that acts next, or Nature, or Nobody when the hand is over.
func (s *State) Turn() Seat { return s.turn }

// Done reports whether the hand is over, and Result may be asked for.
func (s *State) Done() bool { return s.phase == PhaseDone }

// Dealer returns the dealer; Kratzen's cut may have moved the deal.
func (s *State) Dealer() Seat { return s.dealer }

// Declarer returns the declarer, or the highest bidder so far, or Nobody.
func (s *State) Declarer() Seat { return s.declarer }

// Pot returns the amount in the pot, in Rappen. Once the antes and the cut are paid
// it is what the hand is played for.
func (s *State) Pot() pot.Chips { return s.pot }

// Paid returns the antes a seat has paid in this hand, with the payments of the
// cut and the price, in Rappen.
func (s *State) Paid(seat Seat) pot.Chips { return s.paid[seat] }

// Price returns what each pays who plays (docs/rules.md 4, price), in Rappen; 0: none has been named.
func (s *State) Price() pot.Chips { return pot.Chips(s.price) * s.game.rules.Ante }

// Hand returns the cards in a seat's hand; they are hidden from the other seats
// and before a blind question from the dealer too (see View).
func (s *State) Hand(seat Seat) card.Set { return s.hands[seat] }

// Stock returns the cards not dealt, as a set: nobody knows them.
func (s *State) Stock() card.Set { return s.stock | s.under }

// Discards returns the discarded cards, those of the players who are out, and
// replaced upcards.
func (s *State) Discards() card.Set { return s.discards | s.laid }

// Table returns the upcard on the table and the cards turned for a contract.
func (s *State) Table() card.Set { return s.table }

// Played returns the cards played to tricks.
func (s *State) Played() card.Set { return s.played }

// Trump returns the trump suit, and whether there is one yet.
func (s *State) Trump() (card.Suit, bool) { return s.trump, s.upcards > 0 }

// Upcard returns the last upcard, and whether there is one yet.
func (s *State) Upcard() (card.Card, bool) { return s.upcard, s.upcards > 0 || s.has(flagWeliUp) }

// Contract returns what a seat has taken on so far.
func (s *State) Contract(seat Seat) Contract { return s.contract[seat] }

// Tricks returns how many tricks a seat has won.
func (s *State) Tricks(seat Seat) int { return int(s.tricks[seat]) }

func (s *State) has(f flags) bool { return s.flags&f != 0 }

// muss reports whether the hand is a Muss or a Seven Muss.
func (s *State) muss() bool { return s.has(flagMuss | flagSeven) }

// fromStock takes n cards, or fewer, off the pack.
func (s *State) fromStock(cards card.Set) {
	s.stock &^= cards
	s.dealt += uint8(cards.Len())
}

// ask gives the turn to a seat for a decision.
func (s *State) ask(p Phase, seat Seat) { s.phase, s.turn = p, seat }

// await gives the turn to nature.
func (s *State) await(p Phase) { s.phase, s.turn = p, Nature }

// nextIn returns the next seat after s that is in the hand.
func (s *State) nextIn(seat Seat) Seat {
	for {
		if seat = s.game.next(seat); s.contract[seat].In() {
			return seat
		}
	}
}

// Lead returns the seat that leads or led the current trick, or will lead to the first. Before the exchange it is Nobody.
func (s *State) Lead() Seat { return s.lead }

// InTrick returns the card a seat has played to the current trick, and whether it
// has.
func (s *State) InTrick(seat Seat) (card.Card, bool) {
	if s.phase != PhasePlay {
		return 0, false
	}
	at := s.lead
	for range s.inTrick {
		if at == seat {
			return s.trick[seat], true
		}
		at = s.nextIn(at)
	}
	return 0, false
}

// WeliLost returns the seat whose Weli has fallen to the trump ace (5.8), or Nobody.
func (s *State) WeliLost() Seat { return s.lost }
