package rams

import (
	"slices"
	"strconv"

	"chratze/card"
	"chratze/pot"
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
	ConflictNeedsAsked   = "needs-asked"
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
	ConflictNeedsAsked:   "needs a game in which everybody is asked: all_play=off",
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
	switch r.Antes {
	case AntePhase, AnteDealerTwice: // the dealer pays twice
		antes++
	case AnteTwice:
		antes *= 2
	}
	return slices.Concat(r.raceConflicts(declarer), []conflict{
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
		{r.AllPlay >= AllPlayTen && declarer, "all_play", ConflictNeedsJoining},
		{r.AllPlay != AllPlayOff && (double || r.Blind != BlindOff), "all_play", ConflictNeedsSeen},
		{r.SixSwap && r.Pack != card.Jass36 && r.Pack != card.Full52, "six_swap", ConflictNeedsSix},
		{r.SixSwap && !r.upcardCanLie(), "six_swap", ConflictNeedsTable},
		{r.NextAnte != NextAnteAll && r.Antes != AnteAll && r.Antes != AnteTwice, "next_ante", ConflictNeedsAntes},
		{r.Antes == AntePhase && !r.Phases, "antes", ConflictNeedsPhases},
		{r.Cut.ShowsTwo() && !r.Phases, "cut", ConflictNeedsPhases},
		{r.Cut == CutHop1 && declarer, "cut", ConflictNeedsJoining},
		{r.MussPayout != MussPayNothing && !r.Phases, "muss_payout", ConflictNeedsPhases},
		{r.SevenMussPayout != MussPayNothing && !r.SevenMuss(), "seven_muss_payout", ConflictNeedsPhases},
		{r.SevenLost && r.Weli == WeliNone, "seven_lost", ConflictNeedsWeli},
		{r.SevenLost && r.Weli.Highest(), "seven_lost", ConflictBelowAce},
		{r.Deal == DealThree && !opening, "deal", ConflictNeedsOpening},
		{r.Deal == DealThree && r.AllPlay != AllPlayOff && r.Split != SplitTricks, "all_play", ConflictNeedsTricks},
		{r.Deal == DealThree && r.NoOpen == NoOpenUpcards, "no_open", ConflictNeedsUpcard},
		{r.Price && !opening, "price", ConflictNeedsOpening},
		{r.Price && (double || r.Blind != BlindOff), "price", ConflictNeedsSeen},
		{r.Price && r.Split != SplitTricks, "price", ConflictNeedsTricks},
		{r.Price && r.Penalty > 0, "penalty", ConflictNoPenalty},
		{r.Price && r.PenaltyCap > 0, "penalty_cap", ConflictNoPenalty},
		{r.Head == HeadYes && r.Void != VoidTrump, "head", ConflictNeedsTrump},
	}, r.joiningConflicts(declarer))
}

// joiningConflicts are about playing or staying out, and what that costs; most of it is for games without a declarer.
func (r *Rules) joiningConflicts(declarer bool) []conflict {
	double := r.DoubleBlind != DoubleBlindOff
	return []conflict{
		{r.Antes.joins() && declarer, "antes", ConflictNeedsJoining},
		{r.Antes.joins() && r.AllPlay != AllPlayOff, "antes", ConflictNeedsAsked},
		{r.DealerPlays != DealerPlaysNo && r.Phases, "dealer_plays", ConflictNoPhases},
		{r.DealerPlays != DealerPlaysNo && (double || r.Blind != BlindOff), "dealer_plays", ConflictNeedsSeen},
		{r.DealerPlays != DealerPlaysNo && r.Deal == DealThree, "dealer_plays", ConflictNeedsUpcard},
		{r.DealerPlays == DealerPlaysSevenAce && !declarer, "dealer_plays", ConflictNeedsDecl},
		{r.Tie != TieCarry && r.Split != SplitMost, "tie", ConflictNeedsJoining},
		{r.Spare != SpareNo && declarer, "spare", ConflictNeedsJoining},
		{r.Rob != RobNo && declarer, "rob", ConflictNeedsJoining},
		{r.Rob != RobNo && r.Exchange != ExchangeNone, "rob", ConflictNoExchange},
		{r.Rob != RobNo && !r.upcardCanLie(), "rob", ConflictNeedsTable},
		{r.Rob != RobNo && r.SixSwap, "rob", ConflictNoSwap},
		{r.Rob == RobDealerWeli && r.Weli == WeliNone, "rob", ConflictNeedsWeli},
		{r.MustLead != MustLeadNo && declarer, "must_lead", ConflictNeedsJoining},
		{r.DealerTrump && declarer, "dealer_trump", ConflictNeedsJoining},
	}
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
		{uint8(r.Antes), uint8(AnteTwice), "antes"},
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
		{uint8(r.AllPlay), uint8(AllPlayClubs), "all_play"},
		{uint8(r.DealerPlays), uint8(DealerPlaysSevenAce), "dealer_plays"},
		{uint8(r.Spare), uint8(SpareMust), "spare"},
		{uint8(r.Rob), uint8(RobDealerWeli), "rob"},
		{uint8(r.Exchange), uint8(ExchangeSuit), "exchange"},
		{uint8(r.ExchangeMax), uint8(ExchangeMaxSeats), "exchange_max"},
		{uint8(r.Surplus), uint8(SurplusLast), "surplus"},
		{uint8(r.Void), uint8(VoidAny), "void"},
		{uint8(r.Head), uint8(HeadTrump), "head"},
		{uint8(r.MustLead), uint8(MustLeadCinch), "must_lead"},
		{uint8(r.Split), uint8(SplitMost), "split"},
		{uint8(r.Tie), uint8(TieSplit), "tie"},
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
