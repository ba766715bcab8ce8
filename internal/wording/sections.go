package wording

import (
	"maps"
	"slices"

	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// The sections of a rule sheet in order. Each says what follows from the options, and marks our
// own decisions (docs/rules.md).

func (w *writer) head() {
	w.sections = append(w.sections, Section{Title: w.T("sheet.title", w.args)})
	changed := len(w.sheet.Variant.Keys()) > 0
	if changed {
		w.say("sheet.rules")
		w.end()
	}
	if little := "sheet.little." + w.options["ante"].Source; w.Has(little) {
		w.say(little)
		w.end()
	}
	switch least, most := w.sheet.Variant.Seats(); {
	case w.args["fewest"] == least && w.args["best"] == most:
		w.say("sheet.intro.any")
	case w.args["fewest"] == w.args["best"]:
		w.say("sheet.intro.one")
	default:
		w.say("sheet.intro")
	}
}

// sources says whose rules these are, and what the marks mean.
func (w *writer) sources() {
	w.heading("sheet.source.head")
	source := w.options["ante"].Source
	w.args["letter"], w.args["source"] = source, w.T("source."+source, nil)
	if len(source) == 1 {
		w.say("sheet.source")
	} else {
		w.say("sheet.source.other")
	}
	w.say("sheet.legend")
	if w.otherTexts() {
		w.say("sheet.legend.letters")
	}
	w.say("sheet.legend.ours")
	if len(w.sheet.Variant.Keys()) > 0 {
		w.say("sheet.legend.changed")
	}
	if len(source) == 1 {
		w.end()
		w.say("sheet.texts")
	}
	w.end()
}

// otherTexts reports whether a rule of the sheet is from another text than its own.
func (w *writer) otherTexts() bool {
	return slices.ContainsFunc(w.sheet.Variant.Sources(), func(s variant.Source) bool { return s.Mark == variant.Elsewhere })
}

func (w *writer) goal() {
	w.heading("sheet.goal.head")
	switch {
	case w.rules.Races():
		w.say("sheet.goal.race")
	case w.rules.Price:
		w.say("sheet.goal.price")
	case w.kind() == "declarer" && w.rules.Split == rams.SplitTricks:
		w.say("sheet.goal.tricks")
	case w.rules.Split == rams.SplitMost:
		w.say("sheet.goal.most")
	default:
		key := "sheet.goal." + w.kind()
		if fixed := key + ".fixed"; w.rules.Penalty > 0 && w.Has(fixed) {
			key = fixed
		}
		w.say(key)
	}
}

// kind returns the part of a key for games with, or without, a declarer.
func (w *writer) kind() string {
	if w.rules.Auction == rams.AuctionJoining {
		return "joining"
	}
	return "declarer"
}

func (w *writer) cards() {
	w.heading("sheet.cards.head")
	w.option("pack")
	order := "sheet.order"
	if key := order + "." + w.rules.Pack.String(); w.Has(key) {
		order = key
	}
	w.say(order)
	switch {
	case w.options["seven_top"].Changed():
		w.option("seven_top")
	case w.rules.Weli.Highest():
		w.say("sheet.weli.highest")
	case w.rules.Weli != rams.WeliNone:
		w.say("sheet.weli")
	}
	if called := "sheet.weli.called." + w.options["ante"].Source; w.Has(called) {
		w.say(called)
	}
	w.end()
	first := "sheet.first_dealer"
	if called := first + "." + w.options["ante"].Source; w.Has(called) {
		first = called
	}
	w.say("sheet.turns."+turns(&w.rules), first)
}

func turns(r *rams.Rules) string {
	if r.Clockwise {
		return "clockwise"
	}
	return "counter-clockwise"
}

func (w *writer) muss() {
	if !w.rules.Phases {
		return
	}
	w.heading("sheet.muss.head")
	w.say("sheet.muss")
	w.option("muss_payout")
	w.end()
	if w.rules.SevenMuss() {
		w.option("forced_deal")
		w.option("seven_muss_payout")
		w.end()
	}
}

func (w *writer) antes() {
	w.heading("sheet.antes.head")
	if w.rules.Races() {
		w.say("sheet.antes.race")
	} else {
		w.option("antes")
	}
	if w.rules.NextAnte == rams.NextAnteSpared {
		w.say("sheet.next_ante.spared")
		if w.rules.Split == rams.SplitMost && w.rules.Tie == rams.TieCarry {
			w.say("sheet.next_ante.tied")
		}
	}
	w.end()
	w.option("cut")
	if w.rules.Cut == rams.CutHop1 && w.sheet.Seats == 2 {
		w.say("sheet.cut.hop1.two")
	}
	w.end()
	if !w.rules.Cut.ShowsTwo() {
		return
	}
	keys := []string{"seven", "ace", "aces", "both"}
	if w.rules.Weli != rams.WeliNone {
		keys = append(keys, "weli")
	}
	keys = append(keys, "sevens")
	for i := range keys {
		keys[i] = "sheet.cut.hop." + keys[i]
	}
	w.items(w.messages(keys...)...)
	if w.rules.Cut == rams.CutHopAgain {
		w.say("sheet.cut.hop.always")
	} else {
		w.say("sheet.cut.hop.again")
	}
}

func (w *writer) deal() {
	w.heading("sheet.deal.head")
	w.option("deal")
	w.option("trump")
	if w.rules.DealerTakes && !w.rules.Deal.DealersLast() {
		w.say("sheet.dealer_takes")
	}
	if w.rules.DealerTakes && w.rules.Weli != rams.WeliNone {
		w.say("sheet.dealer_takes.weli")
	}
	w.end()
	if w.rules.Forced == rams.ForcedTen || w.rules.Forced == rams.ForcedTenAny {
		w.option("forced_deal")
		w.end()
	}
	if w.rules.DealerPlays == rams.DealerPlaysAce && w.kind() == "declarer" {
		w.marked("sheet.dealer_plays.ace.declarer", "dealer_plays")
		w.end()
	} else if w.rules.DealerPlays != rams.DealerPlaysNo {
		w.option("dealer_plays")
		w.end()
	}
	if w.rules.AllPlay != rams.AllPlayOff {
		w.option("all_play")
		switch {
		case w.rules.Deal == rams.DealThree:
			w.say("sheet.all_play.three")
		case w.kind() == "declarer":
			w.say("sheet.all_play.declarer")
		}
		w.end()
	}
}

// blinds reports whether the dealer can declare blind or double blind.
func (w *writer) blinds() bool {
	return w.rules.Blind != rams.BlindOff || w.rules.DoubleBlind != rams.DoubleBlindOff
}

func (w *writer) blind() {
	if !w.blinds() {
		return
	}
	w.heading("sheet.blind.head")
	w.option("double_blind")
	if w.rules.Blind == rams.BlindUpcard && w.rules.Deal == rams.DealOneByOneUp { // there is no second packet
		w.marked("sheet.blind.yes.ones", "blind", "deal")
	} else {
		w.option("blind")
	}
	w.say("sheet.blind.after")
}

func (w *writer) auction() {
	switch w.rules.Auction {
	case rams.AuctionJoining:
		w.heading("sheet.auction.joining.head")
		w.say("sheet.auction.joining")
		w.option("spare")
		w.end()
		switch {
		case w.rules.Races():
			w.say("sheet.auction.joining.alone.race")
		case w.rules.AloneNeedsTrump():
			w.marked("sheet.dealer_trump.yes", "dealer_trump")
		default:
			w.say("sheet.auction.joining.alone")
		}
		return
	case rams.AuctionOpening:
		w.heading("sheet.auction.head")
		w.say("sheet.auction.opening")
	case rams.AuctionBidding:
		w.heading("sheet.auction.head")
		w.say("sheet.auction.bidding")
		w.option("bids")
		contracts := w.messages("sheet.auction.bidding.schlagen", "sheet.auction.bidding.oder", "sheet.auction.bidding.weiter-oder")
		for i, c := range []rams.Contract{rams.Declared, rams.DeclaredTurn, rams.DeclaredTop} {
			if w.rules.EndsBidding(c) {
				contracts[i] = w.T("list.sentences", locale.Args{"a": contracts[i], "b": w.T("sheet.auction.bidding.ends", w.args)})
			}
		}
		w.items(contracts...)
		w.option("weiter_oder")
		w.say("sheet.auction.bidding.turned")
		if w.rules.Weli != rams.WeliNone {
			w.say("sheet.auction.bidding.weli")
		}
	}
	w.end()
	switch {
	case w.rules.NoOpen == rams.NoOpenUpcards && w.rules.Deal.DealersLast():
		w.marked("sheet.no_open.upcards.1x4", "no_open")
	default:
		w.option("no_open")
	}
	switch {
	case w.rules.NoOpen == rams.NoOpenRedeal && w.rules.Deals == 0:
		w.marked("sheet.deals.never", "deals")
	case w.rules.NoOpen == rams.NoOpenRedeal:
		w.marked("sheet.deals", "deals")
	case w.rules.NoOpen == rams.NoOpenThrowIn && w.rules.Phases:
		w.marked("sheet.no_open.throw_in.phases", "no_open")
	}
}

func (w *writer) joining() {
	if w.rules.Auction == rams.AuctionJoining {
		return
	}
	w.end()
	w.option("price")
	w.heading("sheet.join.head")
	w.option("join_order")
	w.say("sheet.final", "sheet.passed")
	if w.options["ante"].Source == "D" { // which gives two words for each
		w.say("sheet.calls.D")
	}
	w.end()
	w.option("susi")
	w.end()
	w.option("last_word")
	w.end()
	w.say("sheet.walkover")
}

func (w *writer) exchange() {
	w.heading("sheet.exchange.head")
	if w.rules.Exchange != rams.ExchangeNone {
		w.say("sheet.exchange.order." + w.kind())
	}
	if w.rules.Exchange == rams.ExchangeNone && !w.blinds() && !w.rules.DealerTakes { // nobody can hold more
		w.marked("sheet.exchange.none.joining", "exchange")
	} else {
		w.option("exchange")
		w.surplus()
	}
	if w.rules.Exchange != rams.ExchangeNone {
		if w.blinds() || w.rules.DealerTakes {
			w.say("sheet.exchange.more")
		}
		w.say("sheet.exchange.public")
	}
	w.option("exchange_max")
	w.end()
	w.option("rob")
	w.option("six_swap")
	if w.rules.SixSwap && w.blinds() {
		w.say("sheet.six_swap.blind")
	}
}

// surplus says when cards go that the exchange has brought too many.
func (w *writer) surplus() {
	if !w.rules.Exchange.LeavesSurplus() {
		return
	}
	w.option("surplus")
	if n := w.rules.SurplusWaits(); n > 0 && n < w.sheet.Seats {
		w.args["n"] = n + 1
		w.say("sheet.surplus.full")
	}
}

func (w *writer) play() {
	w.heading("sheet.play.head")
	switch {
	case w.rules.Auction == rams.AuctionJoining:
		w.say("sheet.play.lead.joining")
	case w.rules.Phases:
		w.say("sheet.play.lead.phases")
	default:
		w.say("sheet.play.lead")
	}
	w.say("sheet.play.winner")
	w.option("must_lead")
	w.option("three_jacks")
	w.end()
	if w.rules.RuffAnytime {
		w.option("ruff_anytime")
	} else {
		w.say("sheet.play.follow")
	}
	if w.rules.Void == rams.VoidTrump && w.rules.Head == rams.HeadYes {
		w.marked("sheet.void.trump.head", "void")
	} else {
		w.option("void")
	}
	w.option("head")
}

func (w *writer) settlement() {
	w.heading("sheet.settle.head")
	if w.rules.Races() {
		w.race()
		return
	}
	if w.rules.Price {
		w.say("sheet.settle.intro.price")
	} else {
		w.say("sheet.settle.intro")
	}
	w.end()
	promises := w.rules.Auction != rams.AuctionJoining && !w.rules.Price // one can win tricks and fail
	if promises {
		w.say("sheet.made")
	}
	switch {
	case w.rules.Split == rams.SplitTricks && !promises:
		w.marked("sheet.split.tricks.each", "split")
	case w.rules.Tie == rams.TieSplit:
		w.marked("sheet.split.most.tie", "split", "tie")
	default:
		w.option("split")
	}
	switch w.rules.Split {
	case rams.SplitThirds:
		w.marked("sheet.round_up", "round_up")
		w.marked("sheet.coin", "coin")
		w.say("sheet.leftover")
		w.swallowed()
	case rams.SplitTricks:
		w.option("remainder")
	}
	w.end()
	fixed := w.rules.Penalty > 0 && w.rules.Auction == rams.AuctionJoining && !w.rules.SevenLost
	switch {
	case w.rules.Price:
		w.say("sheet.penalty.price")
	case fixed:
		w.marked("sheet.penalty.race", "penalty")
	default:
		w.say("sheet.penalty." + w.kind())
	}
	if promises && w.rules.Split == rams.SplitTricks {
		w.say("sheet.penalty.before")
	}
	w.option("seven_lost")
	if w.rules.Penalty > 0 && !fixed {
		w.marked("sheet.penalty.fixed", "penalty")
	}
	w.caps()
}

// caps ends the payments: the limits, and the game's own words for them.
func (w *writer) caps() {
	if w.rules.PenaltyCap > 0 {
		w.marked("sheet.penalty_cap", "penalty_cap")
	}
	if w.rules.PotCap > 0 {
		w.marked("sheet.pot_cap", "pot_cap")
	}
	if own := "sheet.own." + w.sheet.Variant.Preset(); w.Has(own) {
		w.end()
		w.say(own)
	}
}

// race says what is counted and paid where strokes are played for.
func (w *writer) race() {
	w.marked("sheet.score."+w.rules.Score.String(), "score", "goal")
	if w.rules.Prizes > 0 {
		w.marked("sheet.prizes", "prizes")
	} else {
		w.marked("sheet.prizes.all", "prizes")
	}
	w.say("sheet.prizes.order")
	w.end()
	if w.rules.Penalty > 0 {
		w.marked("sheet.penalty.race", "penalty")
	}
	if w.rules.Back > 0 {
		w.marked("sheet.back."+w.rules.Score.String(), "back")
	} else if w.rules.Penalty == 0 {
		w.say("sheet.penalty.none")
	}
	if w.rules.PrizeFine > 0 {
		w.marked("sheet.prize_fine", "prize_fine")
	}
	w.caps()
}

// swallowed says when rounding up the declarer's share leaves nothing for a successful joiner,
// and which option changes that.
func (w *writer) swallowed() {
	if list := w.examples(); len(list) > 0 && list[0].why.Has(rams.ShareSwallowed) {
		args := maps.Clone(w.args)
		args["amount"] = w.sum(list[0].Tally.Pot)
		w.text(w.T("sheet.swallowed", args))
	}
}

func (w *writer) after() {
	w.heading("sheet.next.head")
	switch {
	case w.rules.Races():
		w.say("sheet.next.race", "sheet.end.race")
	case w.rules.Auction == rams.AuctionJoining:
		w.say("sheet.next", "sheet.end.joining")
	default:
		w.say("sheet.next", "sheet.end")
	}
}

// table lists the options that can be chosen, with their sources.
func (w *writer) table() {
	w.heading("sheet.options.head")
	var lines []string
	for _, key := range w.sheet.Variant.Choices() {
		o := w.options[key]
		args := locale.Args{"option": w.T("option."+o.Key, nil), "key": o.Key, "value": w.value(o, o.Value), "source": o.Source}
		key := "sheet.option"
		switch mark := w.mark(variant.Source{Mark: o.Mark, Texts: o.Texts}); {
		case o.Changed():
			key += ".changed"
			args["changed"], args["default"] = w.T("changed", nil), w.value(o, o.Default)
		case mark != "":
			key += ".marked"
			args["source"] = mark
		case o.Mark == variant.Absent:
			key += ".absent"
		case len(o.Source) > 1:
			key += ".plain"
		}
		lines = append(lines, w.T(key, args))
	}
	w.items(lines...)
}

// value returns the meaning of an option's value.
func (w *writer) value(o variant.Option, value string) string {
	if o.Key == "penalty" && value == "0" && w.rules.Races() {
		return w.T("none", nil)
	}
	return OptionValue(w.Printer, w.sheet.Money, o, value)
}
