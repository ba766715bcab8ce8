package variant

import (
	"strconv"
	"strings"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// Kind is what kind of value an option has.
type Kind uint8

// The kinds of option.
const (
	Enum   Kind = iota // one of a few words
	YesNo              // no or yes
	Amount             // a whole number; Rappen, or for deals a count
)

// String returns enum, yesno or amount.
func (k Kind) String() string { return [...]string{"enum", "yesno", "amount"}[min(k, Amount)] }

// option is a row of the key table of docs/rules.md 4.
type option struct {
	key    string
	kind   Kind
	words  string    // the words of an Enum or YesNo, in the order of the values in package rams
	bounds [2]int64  // of an Amount: least and most
	of     field     // its field in the rules
	needs  string    // the condition for its meaning, as in Error; "" if it always has one
	means  condition // whether it has a meaning; nil: always
}

// condition reports whether an option has a meaning under these rules.
type condition func(r *rams.Rules) bool

const maxAmount = int64(pot.Max)

// options is the key table of docs/rules.md 4, in its order: the order of every list
// of options, and of a variant's text.
//
//lattice:table
var options = [...]option{
	{"pack", Enum, words(card.Schnapsen20), none, at(func(r *rams.Rules) *card.Pack { return &r.Pack }), "", nil},
	{"ante", Amount, "", [2]int64{1, maxAmount}, at(func(r *rams.Rules) *pot.Chips { return &r.Ante }), "score=pot", forPot},
	{"antes", Enum, words(rams.AnteTwice), none, at(func(r *rams.Rules) *rams.Antes { return &r.Antes }), "score=pot", forPot},
	{"next_ante", Enum, words(rams.NextAnteSpared), none, at(func(r *rams.Rules) *rams.NextAnte { return &r.NextAnte }), "antes=all or twice",
		func(r *rams.Rules) bool { return forPot(r) && (r.Antes == rams.AnteAll || r.Antes == rams.AnteTwice) }},
	{"deal", Enum, words(rams.DealThree), none, at(func(r *rams.Rules) *rams.Deal { return &r.Deal }), "", nil},
	{"trump", Enum, words(rams.TrumpDealer), none, at(func(r *rams.Rules) *rams.Trump { return &r.Trump }), "a game without a declarer", joins},
	{"cut", Enum, words(rams.CutHopAgain), none, at(func(r *rams.Rules) *rams.Cut { return &r.Cut }), "", nil},
	{"blind", Enum, words(rams.BlindBeforeLook), none, at(func(r *rams.Rules) *rams.Blind { return &r.Blind }), "", nil},
	{"double_blind", Enum, words(rams.DoubleBlindBeforeUpcard), none, at(func(r *rams.Rules) *rams.DoubleBlinds { return &r.DoubleBlind }), "", nil},
	{"no_open", Enum, words(rams.NoOpenThrowIn), none, at(func(r *rams.Rules) *rams.NoOpen { return &r.NoOpen }), "a declarer", declares},
	{"deals", Amount, "", [2]int64{0, 255}, at(func(r *rams.Rules) *uint8 { return &r.Deals }), "no_open=redeal",
		func(r *rams.Rules) bool { return r.Auction != rams.AuctionJoining && r.NoOpen == rams.NoOpenRedeal }},
	{"bids", Enum, words(rams.BidsFalling), none, at(func(r *rams.Rules) *rams.Bids { return &r.Bids }), "the phases of Kratzen",
		func(r *rams.Rules) bool { return r.Auction == rams.AuctionBidding }},
	{"weiter_oder", Enum, words(rams.TopBidDealer), none, at(func(r *rams.Rules) *rams.TopBid { return &r.TopBid }), "the phases of Kratzen",
		func(r *rams.Rules) bool { return r.Auction == rams.AuctionBidding }},
	{"join_order", Enum, words(rams.JoinFromForehand), none, at(func(r *rams.Rules) *rams.JoinOrder { return &r.JoinOrder }), "a declarer", declares},
	{"susi", Enum, words(rams.SusiForced), none, at(func(r *rams.Rules) *rams.Susi { return &r.Susi }), "", nil},
	{"last_word", Enum, words(rams.LastWordMust), none, at(func(r *rams.Rules) *rams.LastWord { return &r.LastWord }), "", nil},
	{"forced_deal", Enum, words(rams.ForcedSevenAny), none, at(func(r *rams.Rules) *rams.Forced { return &r.Forced }), "", nil},
	{"all_play", Enum, words(rams.AllPlayClubs), none, at(func(r *rams.Rules) *rams.AllPlay { return &r.AllPlay }), "a game without Kratzen's phases",
		func(r *rams.Rules) bool { return !r.Phases }},
	{"dealer_plays", Enum, words(rams.DealerPlaysSevenAce), none, at(func(r *rams.Rules) *rams.DealerPlays { return &r.DealerPlays }), "a game without Kratzen's phases",
		func(r *rams.Rules) bool { return !r.Phases }},
	{"dealer_trump", YesNo, "no yes", none, flag(func(r *rams.Rules) *bool { return &r.DealerTrump }), "a game for the pot, without a declarer and without a spare hand",
		func(r *rams.Rules) bool { return joins(r) && forPot(r) && r.Spare == rams.SpareNo }},
	{"spare", Enum, words(rams.SpareMust), none, at(func(r *rams.Rules) *rams.Spare { return &r.Spare }), "a game without a declarer", joins},
	{"exchange", Enum, words(rams.ExchangeSuit), none, at(func(r *rams.Rules) *rams.Exchange { return &r.Exchange }), "", nil},
	{"exchange_max", Enum, words(rams.ExchangeMaxSeats), none, at(func(r *rams.Rules) *rams.ExchangeMax { return &r.ExchangeMax }), "an exchange",
		func(r *rams.Rules) bool { return r.Exchange != rams.ExchangeNone }},
	{"surplus", Enum, words(rams.SurplusLast), none, at(func(r *rams.Rules) *rams.Surplus { return &r.Surplus }), "exchange=five, five-suit or one_more",
		func(r *rams.Rules) bool { return r.Exchange.LeavesSurplus() }},
	{"rob", Enum, words(rams.RobDealerWeli), none, at(func(r *rams.Rules) *rams.Rob { return &r.Rob }), "a game without a declarer", joins},
	{"six_swap", YesNo, "no yes", none, flag(func(r *rams.Rules) *bool { return &r.SixSwap }), "", nil},
	{"void", Enum, words(rams.VoidAny), none, at(func(r *rams.Rules) *rams.Void { return &r.Void }), "", nil},
	{"ruff_anytime", YesNo, "no yes", none, flag(func(r *rams.Rules) *bool { return &r.RuffAnytime }), "", nil},
	{"head", Enum, words(rams.HeadTrump), none, at(func(r *rams.Rules) *rams.Head { return &r.Head }), "", nil},
	{"must_lead", Enum, words(rams.MustLeadCinch), none, at(func(r *rams.Rules) *rams.MustLead { return &r.MustLead }), "a game without a declarer, where the ace is high",
		func(r *rams.Rules) bool { return joins(r) && r.Order == rams.OrderAce }},
	{"three_jacks", YesNo, "no yes", none, flag(func(r *rams.Rules) *bool { return &r.ThreeJacks }), "three cards, played as they were dealt", (*rams.Rules).PlayedAsDealt},
	{"split", Enum, words(rams.SplitMost), none, at(func(r *rams.Rules) *rams.Split { return &r.Split }), "score=pot", forPot},
	{"tie", Enum, words(rams.TieSplit), none, at(func(r *rams.Rules) *rams.Tie { return &r.Tie }), "split=most",
		func(r *rams.Rules) bool { return r.Split == rams.SplitMost }},
	{"round_up", Amount, "", [2]int64{1, maxAmount}, at(func(r *rams.Rules) *pot.Chips { return &r.RoundUp }), "split=thirds",
		func(r *rams.Rules) bool { return r.Split == rams.SplitThirds }},
	{"coin", Amount, "", [2]int64{1, maxAmount}, at(func(r *rams.Rules) *pot.Chips { return &r.Coin }), "", nil},
	{"remainder", Enum, words(rams.RemainderDeclarer), none, at(func(r *rams.Rules) *rams.Remainder { return &r.Remainder }), "split=tricks",
		func(r *rams.Rules) bool { return forPot(r) && r.Split == rams.SplitTricks }},
	{"price", YesNo, "no yes", none, flag(func(r *rams.Rules) *bool { return &r.Price }), "an opening round",
		func(r *rams.Rules) bool { return r.Auction == rams.AuctionOpening }},
	{"penalty", Amount, "", [2]int64{0, maxAmount}, at(func(r *rams.Rules) *pot.Chips { return &r.Penalty }), "price=no", unpriced},
	{"penalty_cap", Amount, "", [2]int64{0, maxAmount}, at(func(r *rams.Rules) *pot.Chips { return &r.PenaltyCap }), "price=no", unpriced},
	{"pot_cap", Amount, "", [2]int64{0, maxAmount}, at(func(r *rams.Rules) *pot.Chips { return &r.PotCap }), "", nil},
	{"score", Enum, words(rams.ScoreUp), none, at(func(r *rams.Rules) *rams.Score { return &r.Score }), "a game without a declarer", joins},
	{"goal", Amount, "", [2]int64{1, rams.MaxGoal}, at(func(r *rams.Rules) *uint8 { return &r.Goal }), "score=down or up", (*rams.Rules).Races},
	{"back", Amount, "", [2]int64{0, rams.MaxBack}, at(func(r *rams.Rules) *uint8 { return &r.Back }), "score=down or up", (*rams.Rules).Races},
	{"prizes", Amount, "", [2]int64{0, rams.MaxSeats - 1}, at(func(r *rams.Rules) *uint8 { return &r.Prizes }), "score=down or up", (*rams.Rules).Races},
	{"prize_fine", Amount, "", [2]int64{0, maxAmount}, at(func(r *rams.Rules) *pot.Chips { return &r.PrizeFine }), "score=down or up", (*rams.Rules).Races},
	{"muss_payout", Enum, words(rams.MussPayQuarters), none, at(func(r *rams.Rules) *rams.MussPayout { return &r.MussPayout }), "the phases of Kratzen",
		func(r *rams.Rules) bool { return r.Phases }},
	{"seven_muss_payout", Enum, words(rams.MussPayQuarters), none, at(func(r *rams.Rules) *rams.MussPayout { return &r.SevenMussPayout }), "forced_deal=seven or seven-any",
		func(r *rams.Rules) bool { return r.SevenMuss() }},
	{"seven_lost", YesNo, "no yes", none, flag(func(r *rams.Rules) *bool { return &r.SevenLost }), "a Weli below the trump ace", func(r *rams.Rules) bool { return seven(r) || r.Weli == rams.WeliSix && !r.Phases }},
	{"seven_top", YesNo, "no yes", none, field{
		func(r *rams.Rules) int64 { return int64(r.Weli / rams.WeliSevenTop) },
		func(r *rams.Rules, v int64) {
			if seven(r) {
				r.Weli = [...]rams.Weli{rams.WeliSeven, rams.WeliSevenTop}[v]
			}
		},
	}, "the Weli of Zwicken", seven},
}

// words are the names of the values up to the last one.
func words[T interface {
	~uint8
	String() string
}](last T) string {
	var list []string
	for v := T(0); v <= last; v++ {
		list = append(list, v.String())
	}
	return strings.Join(list, " ")
}

//lattice:table
var none = [2]int64{}

func declares(r *rams.Rules) bool { return r.Auction != rams.AuctionJoining }

func joins(r *rams.Rules) bool { return !declares(r) }

func unpriced(r *rams.Rules) bool { return !r.Price }

func seven(r *rams.Rules) bool { return r.Weli == rams.WeliSeven || r.Weli == rams.WeliSevenTop }

func forPot(r *rams.Rules) bool { return !r.Races() }

// field returns an option's field in the rules as a number: an amount, or the index
// of a word.
type field struct {
	get func(*rams.Rules) int64
	set func(*rams.Rules, int64)
}

func at[T ~uint8 | ~int64](p func(*rams.Rules) *T) field {
	return field{
		func(r *rams.Rules) int64 { return int64(*p(r)) },
		func(r *rams.Rules, v int64) { *p(r) = T(v) },
	}
}

func flag(p func(*rams.Rules) *bool) field {
	return field{
		func(r *rams.Rules) int64 {
			if *p(r) {
				return 1
			}
			return 0
		},
		func(r *rams.Rules, v int64) { *p(r) = v != 0 },
	}
}

// lookup returns the option with this key, or nil.
func lookup(key string) *option {
	for i := range options {
		if options[i].key == key {
			return &options[i]
		}
	}
	return nil
}

// meaningful reports whether the option has a meaning under these rules.
func (o *option) meaningful(r *rams.Rules) bool { return o.means == nil || o.means(r) }

// values returns the words of an Enum or YesNo; nil for an Amount.
func (o *option) values() []string {
	if o.kind == Amount {
		return nil
	}
	return strings.Fields(o.words)
}

// text returns the value that the option has in these rules.
func (o *option) text(r *rams.Rules) string {
	v := o.of.get(r)
	if o.kind == Amount {
		return strconv.FormatInt(v, 10)
	}
	return strings.Fields(o.words)[v]
}

// parse reads a value in its one spelling: a word, or a number without sign and
// leading zeros.
func (o *option) parse(value string) (int64, bool) {
	if o.kind == Amount {
		v, err := strconv.ParseInt(value, 10, 64)
		return v, err == nil && v >= o.bounds[0] && v <= o.bounds[1] && strconv.FormatInt(v, 10) == value
	}
	for i, word := range strings.Fields(o.words) {
		if word == value {
			return int64(i), true
		}
	}
	return 0, false
}
