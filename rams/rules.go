package rams

import (
	"chratze/card"
	"chratze/pot"
)

// MaxSeats is the greatest number of seats any game has.
const MaxSeats = 8

// Rules says how a table plays: the options of docs/rules.md 4 and, in the first
// block, what belongs to the game itself and isn't an option. Package variant names
// presets and house rules; [NewGame] rejects rules without a meaning.
type Rules struct {
	Auction     Auction // opening round, bidding, or joining only
	Phases      bool    // the first hand, and each after one in which nobody failed, is a Muss (3.1)
	DealerTakes bool    // the upcards belong to the dealer; a Weli turned up is followed by another (3.4)
	Weli        Weli    // the card that is always a trump
	Order       Order   // how the ranks of a suit beat each other
	MinSeats    uint8   // seats the game allows; a race goes on with the two who are left
	MaxSeats    uint8
	Target      uint8 // tricks a declarer has to win
	JoinTarget  uint8 // tricks a joiner has to win
	Clockwise   bool  // how the table is drawn; the rules never ask (docs/rules.md 1)

	Pack            card.Pack
	Ante            pot.Chips // one unit, in Rappen
	Antes           Antes
	NextAnte        NextAnte
	Deal            Deal
	Trump           Trump
	Cut             Cut
	Blind           Blind
	DoubleBlind     DoubleBlinds
	NoOpen          NoOpen
	Bids            Bids
	TopBid          TopBid
	Deals           uint8 // deals in a row that nobody opened before the deal passes on; 0: never
	JoinOrder       JoinOrder
	Susi            Susi
	LastWord        LastWord
	Forced          Forced
	AllPlay         AllPlay
	DealerPlays     DealerPlays
	DealerTrump     bool // a dealer left alone takes the pot only with a trump in hand
	Spare           Spare
	Exchange        Exchange
	ExchangeMax     ExchangeMax
	Surplus         Surplus
	SixSwap         bool
	Rob             Rob
	Void            Void
	RuffAnytime     bool // a trump may be played even by a seat that could follow
	Head            Head
	MustLead        MustLead
	ThreeJacks      bool // three jacks, in a hand of three that is played as it was dealt, are shown and win all tricks
	Split           Split
	Tie             Tie       // with SplitMost
	RoundUp         pot.Chips // the declarer's share is rounded up to this many Rappen (Thirds)
	Coin            pot.Chips // equal shares are rounded down to this many Rappen
	Remainder       Remainder
	Penalty         pot.Chips // a single penalty, in Rappen; 0: the pot that the hand is played for
	Price           bool      // the declarer names what it costs to play, and all who play pay it; there is no penalty
	PenaltyCap      pot.Chips // no penalty exceeds it, in Rappen; 0: no cap
	PotCap          pot.Chips // what would bring the pot above it is not paid, in Rappen; 0: no cap
	Score           Score
	Goal            uint8     // points that a player of a race has to make, 1 to MaxGoal
	Prizes          uint8     // how many players of a race win one; 0: all but the last
	Back            uint8     // points that playing without a trick costs in a race, up to MaxBack
	PrizeFine       pot.Chips // what a player who wins a prize pays into the pot, in Rappen
	MussPayout      MussPayout
	SevenMussPayout MussPayout
	SevenLost       bool // a seat whose Weli falls to the trump ace pays one pot (5.8)
}

// Auction is how the declarer and the joiners are found.
type Auction uint8

// The auctions.
const (
	AuctionOpening Auction = iota // the first to open declares (2.4)
	AuctionBidding                // the highest contract declares (3.6)
	AuctionJoining                // nobody declares (5.5)
)

// Antes says which seats pay before the cards are dealt.
type Antes uint8

// The kinds of antes.
const (
	AnteAll         Antes = iota
	AntePhase             // Muss: all, the dealer twice; else the dealer (3.2)
	AnteDealer            // the dealer
	AnteEmpty             // all, when the pot is empty and on a redeal
	AnteDealerTwice       // all, the dealer twice
	AntePlayers           // those who play, when they join
	AnteTwice             // all, and those who play once more, when they join
)

// joins reports whether it costs an ante to join.
func (a Antes) joins() bool { return a >= AntePlayers }

// NextAnte is what an ante depends on how the hand before went.
type NextAnte uint8

// The kinds of next antes.
const (
	NextAnteAll    NextAnte = iota
	NextAnteSpared          // a penalty takes the place of the ante; with SplitMost, those who tied for the most tricks pay none
)

// Deal is how the packets fall.
type Deal uint8

// The deals.
const (
	DealTwoTwo     Deal = iota // two, the upcard, two
	DealOneByOne               // four times one; the dealer's last is the upcard and stays with the dealer
	DealTwoOne                 // two, the upcard, one: three cards
	DealOneByOneUp             // four times one, then the upcard, which is nobody's
	DealThreeUp                // the same with three cards
	DealThreeTwoUp             // three, two, then the upcard, which is nobody's: five cards
	DealFives                  // as DealOneByOne with five cards
	DealTwoThreeUp             // two, three, then the upcard, which is nobody's: five cards
	DealThree                  // three times one; the first who opens turns the top card of the stock for trump
)

// packets are the cards that each round of a deal gives a seat.
//
//lattice:table
var packets = [...][maxRounds]uint8{
	DealTwoTwo: {2, 2}, DealOneByOne: {1, 1, 1, 1}, DealTwoOne: {2, 1}, DealOneByOneUp: {1, 1, 1, 1},
	DealThreeUp: {1, 1, 1}, DealThreeTwoUp: {3, 2}, DealFives: {1, 1, 1, 1, 1}, DealTwoThreeUp: {2, 3},
	DealThree: {1, 1, 1},
}

const maxRounds = 5

// Size returns the number of cards a seat plays with, and so of tricks.
func (d Deal) Size() (n int) {
	for round := range maxRounds {
		n += d.Packet(round)
	}
	return n
}

// Packet returns how many cards a round of the deal gives a seat, counted from 0; none after the last.
func (d Deal) Packet(round int) int { return int(packets[min(int(d), len(packets)-1)][round]) }

// UpcardLast reports whether the upcard is turned when all hands have been dealt, and is nobody's.
func (d Deal) UpcardLast() bool {
	return d == DealOneByOneUp || d == DealThreeUp || d == DealThreeTwoUp || d == DealTwoThreeUp || d == DealThree
}

// DealersLast reports whether the dealer's last card is the upcard, and stays with the dealer.
func (d Deal) DealersLast() bool { return d == DealOneByOne || d == DealFives }

// Cut is what the cut of the pack may do.
type Cut uint8

// The cuts.
const (
	CutPlain    Cut = iota // part of the shuffle
	CutHop                 // Kratzen's hops and jumps (3.3)
	CutHop1                // Zwicken's, one card shown (5.3)
	CutHopAgain            // as CutHop, with a new cut after whatever counts
)

// ShowsTwo reports whether a second card is shown after one that counts.
func (c Cut) ShowsTwo() bool { return c == CutHop || c == CutHopAgain }

// Blind says whether the dealer may declare without seeing cards.
type Blind uint8

// The kinds of blind.
const (
	BlindOff Blind = iota
	BlindUpcard
	BlindNewCards   // the dealer keeps the upcard and gets four new cards (docs/rules.md 4, chratzen)
	BlindBeforeLook // as BlindUpcard, but when all cards have been dealt, before the dealer looks at its own
)

// BlindAfterDeal reports whether the dealer is asked about a blind when all cards have been dealt.
func (r *Rules) BlindAfterDeal() bool {
	return r.Blind == BlindNewCards || r.Blind == BlindBeforeLook || r.Blind == BlindUpcard && r.Deal == DealOneByOneUp
}

// DoubleBlinds says whether the dealer may declare knowing nothing, and when it is asked (2.3).
type DoubleBlinds uint8

// The kinds of double blind.
const (
	DoubleBlindOff          DoubleBlinds = iota
	DoubleBlindBefore                    // before the first packet
	DoubleBlindBeforeUpcard              // after the first packet, before the upcard
)

// NoOpen is what happens when nobody declares.
type NoOpen uint8

// What happens when nobody declares.
const (
	NoOpenUpcards NoOpen = iota // up to three upcards, then the same dealer deals again
	NoOpenRedeal                // the same dealer deals again
	NoOpenThrowIn               // the deal passes on
)

// JoinOrder is where the joining round begins.
type JoinOrder uint8

// The orders of joining.
const (
	JoinFromDeclarer JoinOrder = iota
	JoinFromForehand
)

// Susi is what holds for the last seat when nobody has joined (2.6).
type Susi uint8

// The Susi rules.
const (
	SusiOff Susi = iota
	SusiGuideline
	SusiForced
)

// LastWord is the right to be asked again after everybody else.
type LastWord uint8

// The kinds of last word.
const (
	LastWordOff LastWord = iota
	LastWordOn
	LastWordMust // only while nobody has joined, and the claimant must then join
)

// Forced is when an upcard forces the deal.
type Forced uint8

// The forced deals.
const (
	ForcedNone     Forced = iota
	ForcedSeven           // Kratzen's Seven Muss (3.5)
	ForcedTen             // a first upcard, over an empty pot: the dealer declares, all join (docs/rules.md 4, chratzen)
	ForcedTenAny          // any upcard that gives the trump, whatever lies in the pot
	ForcedSevenAny        // ForcedSeven, and a seven that a contract turns
)

// AllPlay is when everybody plays and nobody is asked. Where there is a declarer, it is the dealer; with DealThree
// the top card of the stock gives the trump, and nobody declares.
type AllPlay uint8

// When everybody plays.
const (
	AllPlayOff   AllPlay = iota
	AllPlayBare          // nothing was left in the pot by earlier hands
	AllPlayTen           // the upcard is a ten
	AllPlayClubs         // the upcard is a club
)

// DealerPlays says which upcard makes the dealer play unasked, while the others are asked.
type DealerPlays uint8

// The cards that make the dealer play.
const (
	DealerPlaysNo       DealerPlays = iota
	DealerPlaysAce                  // an ace: the dealer has joined, or declares where somebody has to
	DealerPlaysSevenAce             // an ace, and a seven, for which the declarer needs no more than a joiner
)

// Spare says whether a hand is dealt that nobody holds, and who may play it.
type Spare uint8

// The spare hands.
const (
	SpareNo     Spare = iota
	SpareYes          // the first who wants it, in the order of joining, plays it instead of the own hand
	SpareDealer       // the same; and the dealer may play it for the pot, against the only one who stands
	SpareRoom         // as SpareYes, if the pack has cards for it; else there is none
	SpareMust         // as SpareYes, and all must join while it lies there
)

// Rob says who may take the upcard for a card of the own hand, before play.
type Rob uint8

// Who may take the upcard.
const (
	RobNo         Rob = iota
	RobDealer         // a dealer who plays, and not with the spare hand
	RobDealerWeli     // the same; a Weli turned up is followed by another card, and the dealer may take both
)

// Exchange says how many cards you draw for those you discard.
type Exchange uint8

// The exchanges.
const (
	ExchangeNone  Exchange = iota
	ExchangeFive           // back to four; a seat that discards all draws five (2.8)
	ExchangeMore           // back to four; a seat that discards all draws one more than it discarded
	ExchangeBonus          // Kratzen's, with cards face up and a bonus for trumps (3.8)
	ExchangePlain          // back to the size of the hand
	ExchangeSuit           // the same; a seat that discards all, of one suit, draws five
)

// ExchangeMax is how many cards a seat may discard in the exchange.
type ExchangeMax uint8

// The limits of the exchange; from 1 to 4 they are numbers of cards.
const (
	ExchangeMaxNo    ExchangeMax = 0
	ExchangeMaxSeats ExchangeMax = 5 // four; three with seven seats, two with eight
)

// cards returns the limit for a number of seats; 0: none.
func (m ExchangeMax) cards(seats int) int {
	if m == ExchangeMaxSeats {
		return min(4, 10-seats)
	}
	return int(m)
}

// Surplus says when a seat drops the cards that the exchange has brought it beyond those it plays with.
type Surplus uint8

// When a surplus card is dropped.
const (
	SurplusNow  Surplus = iota // before the next seat exchanges
	SurplusLast                // when all have exchanged, if the pack has cards enough for all of them ([Rules.SurplusWaits])
)

// Void is what a seat that can't follow must play.
type Void uint8

// What a seat that can't follow must play.
const (
	VoidTrump Void = iota
	VoidAny
)

// Head says whether a seat that can beat the trick must.
type Head uint8

// When the trick must be beaten.
const (
	HeadNo Head = iota
	HeadYes
	HeadSuit  // only by a seat that can follow suit
	HeadTrump // only a trump that was led
)

// MustLead says which cards must be led.
type MustLead uint8

// What must be led.
const (
	MustLeadNo       MustLead = iota
	MustLeadAce               // the trump ace to the first trick
	MustLeadAceTrump          // the same, and a trump to the second trick
	MustLeadLoo               // to the first trick the trump ace (the next trump, if the ace is the upcard), or one of two or more trumps; then a trump
	MustLeadTrump             // a trump to every trick but the first
	MustLeadCinch             // the highest trump, by who is sure of more than half of the tricks
)

// Split is how the pot is shared.
type Split uint8

// The splits.
const (
	SplitThirds Split = iota // two thirds to the declarer (2.11)
	SplitRoles               // declarer two parts, joiner one (docs/rules.md 4, chratzen)
	SplitTricks              // each trick earns its part (3.10, 5.8)
	SplitMost                // all to the most tricks; a tie leaves the pot (docs/rules.md 4)
)

// Tie says what becomes of the pot where several have the most tricks.
type Tie uint8

// What a tie does.
const (
	TieCarry Tie = iota // it leaves the pot
	TieSplit            // they share it
)

// Remainder says who gets what can't be divided when each trick earns its part.
type Remainder uint8

// Where the remainder goes.
const (
	RemainderPot Remainder = iota
	RemainderDeclarer
)

// MussPayout is what a Muss pays out.
type MussPayout uint8

// What a Muss pays out.
const (
	MussPayNothing MussPayout = iota
	MussPayQuarters
)

// cardsNeeded returns the cards of the hands, the upcard, and a stock.
func (r *Rules) cardsNeeded(seats int) int {
	cards := seats*r.Deal.Size() + 1
	if r.Blind == BlindNewCards {
		cards += 3
	}
	if !r.Deal.DealersLast() {
		cards++ // the upcard
	}
	if r.Spare != SpareNo && r.Spare != SpareRoom {
		cards += r.Deal.Size()
	}
	return cards
}

// mostPot returns what the pot can hold.
func (r *Rules) mostPot() pot.Chips {
	if r.PotCap > 0 {
		return r.PotCap
	}
	return pot.Max
}
