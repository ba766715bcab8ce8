package variant

import (
	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// preset is a named game: its rules, and the text that they follow. The table of
// sources says which rules that text states.
type preset struct {
	name   string
	source string   // D E J K as in docs/rules.md; else a public description: sheet.en.json names it
	best   [2]uint8 // from how many to how many seats it is best
	rules  rams.Rules
}

// presets is the table of the games (docs/rules.md 4 and 5; the values are in docs/games). What a row does not name is the
// first value of its option.
//
//lattice:table
var presets = [...]preset{
	{"chratze", "D", [2]uint8{4, 5}, chratze(rams.BlindBeforeLook, rams.NoOpenUpcards, 0, rams.JoinFromDeclarer, 20)},
	{"chratze-en", "E", [2]uint8{4, 5}, chratze(rams.BlindUpcard, rams.NoOpenRedeal, 3, rams.JoinFromDeclarer, 1)},
	{"chratze-ja", "J", [2]uint8{4, 5}, chratze(rams.BlindUpcard, rams.NoOpenRedeal, 4, rams.JoinFromForehand, 1)},
	{"kratzen", "K", [2]uint8{3, 6}, kratzen(rams.CutHop)},
	{"chratzen", "app", [2]uint8{4, 6}, rams.Rules{
		MinSeats: 2, MaxSeats: 8, Target: 2, JoinTarget: 1, Clockwise: true,
		Ante: 50, Antes: rams.AnteEmpty, Deal: rams.DealOneByOne, Blind: rams.BlindNewCards,
		LastWord: rams.LastWordMust, Forced: rams.ForcedTen, Exchange: rams.ExchangeMore,
		Surplus: rams.SurplusLast,
		Void:    rams.VoidAny, RuffAnytime: true, Split: rams.SplitRoles, RoundUp: 1, Coin: 1,
	}},
	{"zwicken", "public", [2]uint8{2, 6}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, Weli: rams.WeliSeven,
		MinSeats: 2, MaxSeats: 6, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Skat32, Ante: 30, Antes: rams.AnteDealer, Deal: rams.DealTwoOne, Cut: rams.CutHop1, NoOpen: rams.NoOpenThrowIn,
		Exchange: rams.ExchangePlain, Head: rams.HeadYes,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1, SevenLost: true,
	}},
	{"mauscheln", "described", [2]uint8{4, 5}, rams.Rules{
		MinSeats: 3, MaxSeats: 6, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Skat32, Ante: 40, Antes: rams.AnteDealer, NoOpen: rams.NoOpenThrowIn,
		Exchange: rams.ExchangePlain, Split: rams.SplitTricks, RoundUp: 1, Coin: 1,
	}},
	{"tippen", "tippen", [2]uint8{4, 5}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, MinSeats: 3, MaxSeats: 6, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Skat32, Ante: 30, Antes: rams.AnteDealer, Deal: rams.DealThreeUp, NoOpen: rams.NoOpenThrowIn,
		AllPlay: rams.AllPlayBare, Split: rams.SplitTricks, RoundUp: 1, Coin: 1,
	}},
	{"zwicken-printed", "zwicken-printed", [2]uint8{2, 5}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, Weli: rams.WeliSeven, MinSeats: 2, MaxSeats: 5, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Skat32, Ante: 30, Antes: rams.AnteDealer, Deal: rams.DealTwoOne, Cut: rams.CutHop1, NoOpen: rams.NoOpenThrowIn,
		Exchange: rams.ExchangePlain, Void: rams.VoidAny, Head: rams.HeadSuit,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1, SevenLost: true,
	}},
	{"zwicken-schlecken", "zwicken-schlecken", [2]uint8{4, 6}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, Weli: rams.WeliSeven, MinSeats: 2, MaxSeats: 8, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Skat32, Ante: 30, Antes: rams.AnteDealer, Deal: rams.DealThreeUp, Cut: rams.CutHop1, NoOpen: rams.NoOpenThrowIn, DealerTrump: true,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1,
	}},
	{"kratzen-printed", "kratzen-printed", [2]uint8{3, 6}, kratzen(rams.CutHopAgain)},
	{"loo", "loo", [2]uint8{5, 7}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, MinSeats: 3, MaxSeats: 8, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Skat32, Ante: 30, Antes: rams.AnteDealer, Deal: rams.DealThreeUp, NoOpen: rams.NoOpenThrowIn,
		AllPlay: rams.AllPlayBare, Spare: rams.SpareDealer, Head: rams.HeadYes, MustLead: rams.MustLeadLoo,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1, Penalty: 60,
	}},
	{"rams", "rams", [2]uint8{4, 5}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, MinSeats: 3, MaxSeats: 5, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Skat32, Ante: 50, Antes: rams.AnteDealer, Deal: rams.DealThreeTwoUp, NoOpen: rams.NoOpenThrowIn,
		Spare: rams.SpareYes, Rob: rams.RobDealer, Head: rams.HeadYes,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1, Penalty: 50,
	}},
	{"bourre", "bourre", [2]uint8{5, 7}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, MinSeats: 2, MaxSeats: 8, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Full52, Ante: 20, NextAnte: rams.NextAnteSpared, Deal: rams.DealFives, NoOpen: rams.NoOpenThrowIn,
		Exchange: rams.ExchangePlain, Head: rams.HeadYes, Split: rams.SplitMost, RoundUp: 1, Coin: 1,
	}},
	{"mistigri", "mistigri", [2]uint8{4, 5}, rams.Rules{
		Auction: rams.AuctionJoining, Goal: 21, Weli: rams.WeliJack, Order: rams.OrderKing, MinSeats: 3, MaxSeats: 5, Target: 2, JoinTarget: 1,
		Pack: card.Skat32, Ante: 50, Antes: rams.AnteDealer, Deal: rams.DealTwoThreeUp, NoOpen: rams.NoOpenThrowIn,
		Spare: rams.SpareYes, Rob: rams.RobDealer, Head: rams.HeadYes,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1, Penalty: 50,
	}},
	{"lupfen", "lupfen", [2]uint8{4, 4}, rams.Rules{
		Order: rams.OrderTen, MinSeats: 3, MaxSeats: 5, Target: 2, JoinTarget: 1,
		Pack: card.Schnapsen20, Ante: 10, Deal: rams.DealThree, NoOpen: rams.NoOpenThrowIn, ThreeJacks: true,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1, Price: true,
	}},
	{"ramset", "ramset", [2]uint8{4, 6}, rams.Rules{
		Auction: rams.AuctionJoining, Weli: rams.WeliSeven, MinSeats: 2, MaxSeats: 6, Target: 2, JoinTarget: 1,
		Pack: card.Skat32, Ante: 1, Antes: rams.AnteDealer, Deal: rams.DealThreeTwoUp, NoOpen: rams.NoOpenThrowIn,
		Spare: rams.SpareRoom, Rob: rams.RobDealerWeli, Head: rams.HeadYes, MustLead: rams.MustLeadAceTrump,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1, Penalty: 10, Score: rams.ScoreUp, Goal: 21, PrizeFine: 50,
	}},
}

// limits are what the texts of a game let a pot grow to, in antes: Mauscheln's tables that print one play for 20 cents with the pot at 1 €.
//
//lattice:table
var limits = map[string]pot.Chips{"mauscheln": 5}

// usualLimit is the limit of a pot that is offered where no text has one, in antes (ours).
const usualLimit = 50

// chratze returns the rules of Chratze with that in which its three texts differ.
func chratze(blind rams.Blind, noOpen rams.NoOpen, deals uint8, order rams.JoinOrder, roundUp pot.Chips) rams.Rules {
	return rams.Rules{
		MinSeats: 2, MaxSeats: 7, Target: 2, JoinTarget: 1,
		Ante: 20, Blind: blind, DoubleBlind: rams.DoubleBlindBeforeUpcard, NoOpen: noOpen, Deals: deals,
		JoinOrder: order, Susi: rams.SusiGuideline, Exchange: rams.ExchangeFive, Surplus: rams.SurplusLast, SixSwap: true,
		Split: rams.SplitThirds, RoundUp: roundUp, Coin: 1,
	}
}

// kratzen returns the rules of Kratzen with that in which its two texts differ.
func kratzen(cut rams.Cut) rams.Rules {
	return rams.Rules{
		Auction: rams.AuctionBidding, Phases: true, DealerTakes: true, Weli: rams.WeliSix,
		MinSeats: 3, MaxSeats: 6, Target: 2, JoinTarget: 1, Clockwise: true,
		Pack: card.Weli33, Ante: 10, Antes: rams.AntePhase, Cut: cut, NoOpen: rams.NoOpenThrowIn,
		Forced: rams.ForcedSeven, Exchange: rams.ExchangeBonus, Head: rams.HeadYes,
		Split: rams.SplitTricks, RoundUp: 1, Coin: 1,
	}
}

// weli returns the Weli of a preset played by these rules: the six of bells in
// weli33, Zwicken's seven and Mistigri's jack with any pack, else none (docs/rules.md 4).
func (p *preset) weli(r *rams.Rules) rams.Weli {
	switch {
	case p.rules.Weli > rams.WeliSix:
		return r.Weli
	case r.Pack == card.Weli33:
		return rams.WeliSix
	}
	return rams.WeliNone
}

// find returns the preset of this name, or nil.
func find(name string) *preset {
	for i := range presets {
		if presets[i].name == name {
			return &presets[i]
		}
	}
	return nil
}
