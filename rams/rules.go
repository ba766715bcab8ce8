package rams

import (
	"strconv"

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
	Spare           Spare
	Exchange        Exchange
	SixSwap         bool
	Rob             Rob
	Void            Void
	RuffAnytime     bool // a trump may be played even by a seat that could follow
	Head            Head
	MustLead        MustLead
	ThreeJacks      bool // three jacks, in a hand of three that is played as it was dealt, are shown and win all tricks
	Split           Split
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
	AnteAll    Antes = iota
	AntePhase        // Muss: all, the dealer twice; else the dealer (3.2)
	AnteDealer       // the dealer
	AnteEmpty        // all, when the pot is empty and on a redeal
)

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
	for _, cards := range packets[min(int(d), len(packets)-1)] {
		n += int(cards)
	}
	return n
}

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
	AllPlayOff  AllPlay = iota
	AllPlayBare         // nothing was left in the pot by earlier hands
	AllPlayTen          // the upcard is a ten
)

// Spare says whether a hand is dealt that nobody holds, and who may play it.
type Spare uint8

// The spare hands.
const (
	SpareNo     Spare = iota
	SpareYes          // the first who wants it, in the order of joining, plays it instead of the own hand
	SpareDealer       // the same; and the dealer may play it for the pot, against the only one who stands
	SpareRoom         // as SpareYes, if the pack has cards for it; else there is none
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
	HeadSuit // only by a seat that can follow suit
)

// MustLead says which cards must be led.
type MustLead uint8

// What must be led.
const (
	MustLeadNo       MustLead = iota
	MustLeadAce               // the trump ace to the first trick
	MustLeadAceTrump          // the same, and a trump to the second trick
	MustLeadLoo               // to the first trick the trump ace (the next trump, if the ace is the upcard), or one of two or more trumps; then a trump
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

// Conflict is a combination of rules without meaning: Code is stable and names a
// message, Option is the key in the words of docs/rules.md 4.
type Conflict struct {
	Option string
	Code   string
	Needs  int // ConflictFit: how many cards are needed
	Have   int // ConflictFit: how many the pack has
}

func (c *Conflict) Error() string {
	text := "rams: option " + c.Option + ": " + conflictText[c.Code]
	if c.Code == ConflictFit {
		text += ": they need " + strconv.Itoa(c.Needs) + " cards, it has " + strconv.Itoa(c.Have)
	}
	return text
}

// The conflicts of rules, docs/rules.md 4.
const (
	ConflictValue        = "value"
	ConflictSeats        = "seats"
	ConflictFit          = "fit"
	ConflictAmount       = "amount"
	ConflictNeedsOpening = "needs-opening"
	ConflictNeedsDeal22  = "needs-deal-2+2"
	ConflictNeedsDeal1x4 = "needs-deal-1x4"
	ConflictNeedsOnes    = "needs-deal-ones"
	ConflictNeedsOnesUp  = "needs-deal-ones-up"
	ConflictNeedsDealUp  = "needs-deal-blind"
	ConflictNeedsBlindUp = "needs-blind-upcard"
	ConflictNeedsDecl    = "needs-declarer"
	ConflictNeedsSix     = "needs-six"
	ConflictNeedsTable   = "needs-upcard-on-table"
	ConflictNeedsPhases  = "needs-phases"
	ConflictNoPhases     = "no-phases"
	ConflictNeedsJoining = "needs-joining-only"
	ConflictNeedsSeen    = "needs-no-blind"
	ConflictNeedsTrump   = "needs-must-trump"
	ConflictNoWeli       = "no-weli"
	ConflictNeedsWeli    = "needs-weli"
	ConflictNoExchange   = "no-exchange"
	ConflictNoSwap       = "no-swap"
	ConflictTarget       = "target"
	ConflictAntes        = "antes"
	ConflictNeedsAntes   = "needs-antes-all"
	ConflictNeedsUpcard  = "needs-upcard"
	ConflictNoPenalty    = "no-penalty"
	ConflictNeedsTricks  = "needs-split-tricks"
	ConflictNeedsPot     = "needs-pot"
	ConflictBelowAce     = "below-ace"
)

//lattice:table
var conflictText = map[string]string{
	ConflictValue:        "this value does not exist",
	ConflictSeats:        "the game is not for this number of seats",
	ConflictFit:          "hands, upcard and stock don't fit the pack",
	ConflictAmount:       "an amount is out of its range",
	ConflictNeedsOpening: "needs an opening round",
	ConflictNeedsDeal22:  "needs deal=2+2",
	ConflictNeedsDeal1x4: "needs deal=1x4",
	ConflictNeedsOnes:    "needs deal=1x4 or 1x4+upcard",
	ConflictNeedsOnesUp:  "needs deal=1x3+upcard or 1x4+upcard: a card that the dealer gets last, and one after it",
	ConflictNeedsDealUp:  "needs deal=2+2 or 1x4+upcard",
	ConflictNeedsBlindUp: "new-cards is a value of blind only",
	ConflictNeedsDecl:    "needs a declarer",
	ConflictNeedsSix:     "needs a pack with sixes other than the Weli",
	ConflictNeedsTable:   "needs an upcard that lies on the table",
	ConflictNeedsPhases:  "needs the phases of Kratzen",
	ConflictNoPhases:     "Kratzen has its Muss",
	ConflictNeedsJoining: "needs a game without declarer",
	ConflictNeedsSeen:    "needs a game without blind questions",
	ConflictNeedsTrump:   "needs void=trump: who need not trump can't be made to head",
	ConflictNoWeli:       "the pack has a Weli, which these rules do not know",
	ConflictNeedsWeli:    "needs a Weli",
	ConflictNoExchange:   "needs exchange=none",
	ConflictNoSwap:       "the upcard is swapped for the trump six",
	ConflictTarget:       "a target is none, or above the tricks there are",
	ConflictAntes:        "the pot must hold the antes of a deal",
	ConflictNeedsAntes:   "needs antes=all",
	ConflictNeedsUpcard:  "needs a deal with an upcard",
	ConflictNoPenalty:    "a price paid beforehand takes the place of penalties",
	ConflictNeedsTricks:  "needs split=tricks",
	ConflictNeedsPot:     "needs a game for the pot, no race",
	ConflictBelowAce:     "the ace can't take a card above it",
}

// Check reports the first combination without meaning for this number of seats,
// as a *[Conflict], or nil (docs/rules.md 4, last paragraphs).
func (r *Rules) Check(seats int) error {
	for _, c := range r.conflicts(seats) {
		if c.bad {
			return &Conflict{Option: c.option, Code: c.code, Needs: r.cardsNeeded(seats), Have: r.Pack.Cards().Len()}
		}
	}
	return nil
}

type conflict struct {
	bad    bool
	option string
	code   string
}

func (r *Rules) conflicts(seats int) []conflict {
	opening, declarer := r.Auction == AuctionOpening, r.Auction != AuctionJoining
	double, ten := r.DoubleBlind != DoubleBlindOff, r.Forced == ForcedTen || r.Forced == ForcedTenAny
	antes := 1
	if r.Antes != AnteDealer {
		antes = seats
	}
	if r.Antes == AntePhase { // the dealer pays twice
		antes++
	}
	return append(r.raceConflicts(declarer), []conflict{
		{r.outOfRange() != "", r.outOfRange(), ConflictValue},
		{seats < int(r.MinSeats) && !r.Races() || seats > int(r.MaxSeats) || seats > MaxSeats || seats < 2, "seats", ConflictSeats},
		{r.Target < 1 || int(r.Target) > r.Deal.Size(), "target", ConflictTarget},
		{r.JoinTarget < 1 || int(r.JoinTarget) > r.Deal.Size(), "join_target", ConflictTarget},
		{r.Deal.Size() > 4 && (declarer || r.DealerTakes), "deal", ConflictNeedsJoining},
		{r.cardsNeeded(seats) > r.Pack.Cards().Len(), "seats", ConflictFit},
		{r.Ante < 1 || r.Ante > pot.Max, "ante", ConflictAmount},
		{r.RoundUp < 1 || r.RoundUp > pot.Max, "round_up", ConflictAmount},
		{r.Coin < 1 || r.Coin > pot.Max, "coin", ConflictAmount},
		{r.Penalty < 0 || r.Penalty > pot.Max, "penalty", ConflictAmount},
		{r.PenaltyCap < 0 || r.PenaltyCap > pot.Max, "penalty_cap", ConflictAmount},
		{r.PotCap < 0 || r.PotCap > pot.Max, "pot_cap", ConflictAmount},
		{r.PotCap > 0 && r.PotCap < r.Ante*pot.Chips(antes), "pot_cap", ConflictAntes},
		{r.Weli == WeliSix && r.Pack != card.Weli33 || r.Weli.Card()&^r.Pack.Cards() != 0, "pack", ConflictNeedsWeli},
		{r.Weli == WeliNone && r.Pack == card.Weli33, "pack", ConflictNoWeli},
		{r.Trump == TrumpDealer && declarer, "trump", ConflictNeedsJoining},
		{r.Trump == TrumpDealer && r.Deal != DealThreeUp && r.Deal != DealOneByOneUp, "trump", ConflictNeedsOnesUp},
		{r.Blind != BlindOff && !opening, "blind", ConflictNeedsOpening},
		{double && !opening, "double_blind", ConflictNeedsOpening},
		{(r.Blind == BlindUpcard || r.Blind == BlindBeforeLook) && r.Deal != DealTwoTwo && r.Deal != DealOneByOneUp, "blind", ConflictNeedsDealUp},
		{double && r.Deal != DealTwoTwo, "double_blind", ConflictNeedsDeal22},
		{r.Blind != BlindOff && r.DealerTakes, "blind", ConflictNeedsTable},
		{double && r.DealerTakes, "double_blind", ConflictNeedsTable},
		{r.Blind == BlindNewCards && r.Deal != DealOneByOne, "blind", ConflictNeedsDeal1x4},
		{r.NoOpen == NoOpenUpcards && r.Auction == AuctionBidding, "no_open", ConflictNeedsOpening},
		{r.Bids != BidsRising && r.Auction != AuctionBidding, "bids", ConflictNeedsPhases},
		{r.TopBid != TopBidAll && r.Auction != AuctionBidding, "weiter_oder", ConflictNeedsPhases},
		{r.Susi != SusiOff && !declarer, "susi", ConflictNeedsDecl},
		{r.LastWord != LastWordOff && !declarer, "last_word", ConflictNeedsDecl},
		{r.JoinOrder != JoinFromDeclarer && !declarer, "join_order", ConflictNeedsDecl},
		{r.Split < SplitTricks && !declarer, "split", ConflictNeedsDecl},
		{r.Split == SplitMost && declarer, "split", ConflictNeedsJoining},
		{r.Remainder != RemainderPot && !declarer, "remainder", ConflictNeedsDecl},
		{ten && !declarer, "forced_deal", ConflictNeedsDecl},
		{ten && r.Deal != DealOneByOne && r.Deal != DealOneByOneUp, "forced_deal", ConflictNeedsOnes},
		{r.SevenMuss() && !r.Phases, "forced_deal", ConflictNeedsPhases},
		{r.AllPlay != AllPlayOff && r.Phases, "all_play", ConflictNoPhases},
		{r.AllPlay == AllPlayTen && declarer, "all_play", ConflictNeedsJoining},
		{r.AllPlay != AllPlayOff && (double || r.Blind != BlindOff), "all_play", ConflictNeedsSeen},
		{r.SixSwap && r.Pack != card.Jass36 && r.Pack != card.Full52, "six_swap", ConflictNeedsSix},
		{r.SixSwap && !r.upcardCanLie(), "six_swap", ConflictNeedsTable},
		{r.NextAnte != NextAnteAll && r.Antes != AnteAll, "next_ante", ConflictNeedsAntes},
		{r.Antes == AntePhase && !r.Phases, "antes", ConflictNeedsPhases},
		{r.Cut.ShowsTwo() && !r.Phases, "cut", ConflictNeedsPhases},
		{r.Cut == CutHop1 && declarer, "cut", ConflictNeedsJoining},
		{r.MussPayout != MussPayNothing && !r.Phases, "muss_payout", ConflictNeedsPhases},
		{r.SevenMussPayout != MussPayNothing && !r.SevenMuss(), "seven_muss_payout", ConflictNeedsPhases},
		{r.SevenLost && r.Weli == WeliNone, "seven_lost", ConflictNeedsWeli},
		{r.SevenLost && r.Weli.Highest(), "seven_lost", ConflictBelowAce},
		{r.Spare != SpareNo && declarer, "spare", ConflictNeedsJoining},
		{r.Rob != RobNo && declarer, "rob", ConflictNeedsJoining},
		{r.Rob != RobNo && r.Exchange != ExchangeNone, "rob", ConflictNoExchange},
		{r.Rob != RobNo && !r.upcardCanLie(), "rob", ConflictNeedsTable},
		{r.Rob != RobNo && r.SixSwap, "rob", ConflictNoSwap},
		{r.Rob == RobDealerWeli && r.Weli == WeliNone, "rob", ConflictNeedsWeli},
		{r.MustLead != MustLeadNo && declarer, "must_lead", ConflictNeedsJoining},
		{r.Deal == DealThree && !opening, "deal", ConflictNeedsOpening},
		{r.Deal == DealThree && r.AllPlay != AllPlayOff && r.Split != SplitTricks, "all_play", ConflictNeedsTricks},
		{r.Deal == DealThree && r.NoOpen == NoOpenUpcards, "no_open", ConflictNeedsUpcard},
		{r.Price && !opening, "price", ConflictNeedsOpening},
		{r.Price && (double || r.Blind != BlindOff), "price", ConflictNeedsSeen},
		{r.Price && r.Split != SplitTricks, "price", ConflictNeedsTricks},
		{r.Price && r.Penalty > 0, "penalty", ConflictNoPenalty},
		{r.Price && r.PenaltyCap > 0, "penalty_cap", ConflictNoPenalty},
		{r.Head == HeadYes && r.Void != VoidTrump, "head", ConflictNeedsTrump},
	}...)
}

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

// outOfRange names the option whose enum has no such value, or "".
func (r *Rules) outOfRange() string {
	for _, e := range [...]struct {
		v, last uint8
		option  string
	}{
		{uint8(r.Auction), uint8(AuctionJoining), "auction"},
		{uint8(r.Weli), uint8(WeliSevenTop), "weli"},
		{uint8(r.Order), uint8(OrderTen), "order"},
		{uint8(r.Pack), uint8(card.Small9), "pack"},
		{uint8(r.Antes), uint8(AnteEmpty), "antes"},
		{uint8(r.NextAnte), uint8(NextAnteSpared), "next_ante"},
		{uint8(r.Deal), uint8(DealThree), "deal"},
		{uint8(r.Trump), uint8(TrumpDealer), "trump"},
		{uint8(r.Cut), uint8(CutHopAgain), "cut"},
		{uint8(r.Blind), uint8(BlindBeforeLook), "blind"},
		{uint8(r.DoubleBlind), uint8(DoubleBlindBeforeUpcard), "double_blind"},
		{uint8(r.NoOpen), uint8(NoOpenThrowIn), "no_open"},
		{uint8(r.Bids), uint8(BidsFalling), "bids"},
		{uint8(r.TopBid), uint8(TopBidDealer), "weiter_oder"},
		{uint8(r.JoinOrder), uint8(JoinFromForehand), "join_order"},
		{uint8(r.Susi), uint8(SusiForced), "susi"},
		{uint8(r.LastWord), uint8(LastWordMust), "last_word"},
		{uint8(r.Forced), uint8(ForcedSevenAny), "forced_deal"},
		{uint8(r.AllPlay), uint8(AllPlayTen), "all_play"},
		{uint8(r.Spare), uint8(SpareRoom), "spare"},
		{uint8(r.Rob), uint8(RobDealerWeli), "rob"},
		{uint8(r.Exchange), uint8(ExchangePlain), "exchange"},
		{uint8(r.Void), uint8(VoidAny), "void"},
		{uint8(r.Head), uint8(HeadSuit), "head"},
		{uint8(r.MustLead), uint8(MustLeadLoo), "must_lead"},
		{uint8(r.Split), uint8(SplitMost), "split"},
		{uint8(r.Score), uint8(ScoreUp), "score"},
		{uint8(r.Remainder), uint8(RemainderDeclarer), "remainder"},
		{uint8(r.MussPayout), uint8(MussPayQuarters), "muss_payout"},
		{uint8(r.SevenMussPayout), uint8(MussPayQuarters), "seven_muss_payout"},
	} {
		if e.v > e.last {
			return e.option
		}
	}
	return ""
}
