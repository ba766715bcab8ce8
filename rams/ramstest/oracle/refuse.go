package oracle

import "fmt"

// refuse says why these rules can't be played by this number of seats, nil if they
// can (docs/rules.md 4, last paragraphs). The words and amounts themselves were
// judged when the rules were read.
func (r rules) refuse(seats int) error {
	for _, key := range r.changed {
		if why := r.meaningless(key); why != "" {
			return fmt.Errorf("rules: %s has no meaning here: %s", key, why)
		}
	}
	if why := r.clash(); why != "" {
		return fmt.Errorf("rules: %s", why)
	}
	if fewest, most := seatsOf(r.preset); seats < fewest && !(r.races() && seats >= 2) || seats > most {
		return fmt.Errorf("rules: %s is for %d to %d seats, not %d", r.preset, fewest, most, seats)
	}
	if full := r.amounts["pot_cap"]; full > 0 && full < r.antesDue(seats) {
		return fmt.Errorf("rules: the antes of a deal are %d, the pot holds %d", r.antesDue(seats), full)
	}
	if need, have := r.cardsNeeded(seats), len(packCards(r.words["pack"])); need > have {
		return fmt.Errorf("rules: %d seats need %d cards, %s has %d", seats, need, r.words["pack"], have)
	}
	return nil
}

// meaningless says why a key that a table named has no meaning with the preset
// or with the other options.
//
// AMBIGUOUS: a key has no meaning for a preset if it can have one value only
// there; it is then refused even if that value is named.
// AMBIGUOUS: `remainder` belongs to split tricks, `round_up` to split thirds,
// `deals` to no_open redeal, `seven_muss_payout` to forced_deal seven; `coin`
// stays allowed with split roles, for a sitting is divided in whole coins (6).
// AMBIGUOUS: `split`, `remainder` in Zwicken: only tricks and pot are left
// without a declarer. `six_swap` in Kratzen: its upcard never lies on the table.
func (r rules) meaningless(key string) string {
	switch key {
	case "blind", "double_blind":
		if !r.opens() {
			return "a blind question needs an opening round"
		}
	case "bids", "weiter_oder":
		if !r.bids() {
			return "there is no bidding"
		}
	case "cut":
		if r.opens() {
			return "the pack is cut plainly"
		}
	case "six_swap":
		if r.bids() {
			return "the upcard belongs to the dealer"
		}
	case "susi", "last_word", "join_order", "remainder", "no_open", "forced_deal":
		if r.joinsOnly() {
			return "there is no declarer"
		}
	case "must_lead", "spare", "rob", "score", "trump", "dealer_trump":
		if !r.joinsOnly() {
			return "there is a declarer"
		}
		if key == "must_lead" && r.preset == "mistigri" {
			return "the ace is not the highest trump"
		}
	case "three_jacks":
		if !r.threeAsDealt() {
			return "hands of three that are played as they were dealt"
		}
	case "price":
		if !r.opens() {
			return "nobody opens"
		}
	case "tie":
		if !r.is("split", "most") || r.races() {
			return "it belongs to split most"
		}
	case "exchange_max":
		if r.is("exchange", "none") {
			return "nothing is exchanged"
		}
	case "all_play", "dealer_plays":
		if r.bids() {
			return "Kratzen has its Muss"
		}
	case "muss_payout", "seven_muss_payout":
		if !r.bids() {
			return "there is no Muss"
		}
	case "goal", "back", "prizes", "prize_fine":
		if !r.races() {
			return "there is no race"
		}
	case "ante", "antes", "next_ante", "split":
		if r.races() {
			return "the pot isn't played for"
		}
	case "seven_lost", "seven_top":
		if !r.zwicken() && r.preset != "ramset" && (key == "seven_top" || r.weli() != "6d" || r.bids()) {
			return "it belongs to the seven"
		}
	}
	return r.idle(key)
}

// idle says why a key has no meaning with the value of another option.
func (r rules) idle(key string) string {
	switch {
	case key == "split" && r.joinsOnly() && (r.is(key, "thirds") || r.is(key, "roles")):
		return "there is no declarer"
	case key == "split" && !r.joinsOnly() && r.is(key, "most"):
		return "there is a declarer, who has promised a number"
	case key == "next_ante" && !r.is("antes", "all") && !r.is("antes", "twice"):
		return "not everybody pays an ante"
	case (key == "penalty" || key == "penalty_cap") && r.is("price", "yes"):
		return "the price is lost, and no more"
	case key == "surplus" && !r.leavesSurplus():
		return "this exchange leaves no surplus"
	case key == "dealer_trump" && (!r.is("spare", "no") || r.races()):
		return "the dealer who is alone could take the spare hand"
	case key == "remainder" && !r.is("split", "tricks"):
		return "it belongs to split tricks"
	case key == "round_up" && !r.is("split", "thirds"):
		return "it belongs to split thirds"
	case key == "deals" && (r.joinsOnly() || !r.is("no_open", "redeal")):
		return "it belongs to no_open redeal"
	case key == "seven_muss_payout" && !r.sevens():
		return "it belongs to a forced_deal of sevens"
	}
	return ""
}

// clash names two options that can't go together.
func (r rules) clash() string {
	ones := r.is("deal", "1x4") || r.is("deal", "1x4+upcard")
	onTable := (!r.dealersLast() || r.is("no_open", "upcards") && !r.joinsOnly()) && !r.dealerTurns() // it may be in the dealer's hand
	switch {
	case r.dealerTurns() && !r.is("deal", "1x3+upcard") && !r.is("deal", "1x4+upcard"):
		return "trump dealer needs cards one by one, and then an upcard"
	case (r.is("blind", "yes") || r.is("blind", "before-look")) && !r.is("deal", "2+2") && !r.is("deal", "1x4+upcard"):
		return "the upcard as a fifth card needs deal 2+2 or 1x4+upcard"
	case r.is("blind", "new-cards") && !r.is("deal", "1x4"):
		return "blind new-cards needs deal 1x4"
	case !r.is("double_blind", "no") && !r.is("deal", "2+2"):
		return "double_blind needs deal 2+2"
	case r.is("six_swap", "yes") && !r.is("pack", "jass36") && !r.is("pack", "full52"):
		return "six_swap needs sixes other than the Weli"
	case r.is("six_swap", "yes") && !onTable:
		// AMBIGUOUS: with deal 1x4 the first upcard is in the dealer's hand, the
		// second and third lie on the table: allowed if they can come.
		return "six_swap needs an upcard on the table"
	case !r.is("rob", "no") && !r.is("exchange", "none"):
		return "rob needs exchange none"
	case !r.is("rob", "no") && !onTable:
		return "rob needs an upcard on the table"
	case !r.is("rob", "no") && r.is("six_swap", "yes"):
		return "the upcard is swapped for the trump six"
	case r.is("rob", "dealer+weli") && r.weli() == "":
		return "there is no Weli"
	case (r.zwicken() || r.preset == "ramset") && r.is("pack", "schnapsen20"):
		return "there is no seven"
	case r.handSize() == 5 && !r.joinsOnly():
		return "five cards are for games without a declarer"
	case r.is("deal", "1x3") && !r.opens():
		return "deal 1x3 needs an opening round"
	case r.is("deal", "1x3") && r.is("no_open", "upcards"):
		return "with deal 1x3 there is no upcard until somebody opens"
	case r.is("deal", "1x3") && !r.is("all_play", "off") && !r.is("split", "tricks"):
		return "if all play nobody declares, so tricks are paid"
	case r.is("price", "yes") && !r.is("split", "tricks"):
		return "price needs split tricks"
	case r.is("price", "yes") && !(r.is("blind", "no") && r.is("double_blind", "no")):
		return "price needs a game without blind questions"
	case r.races() && !r.joinsOnly():
		return "a race needs a game without a declarer"
	case r.races() && (!r.is("cut", "plain") || r.is("all_play", "bare") || r.is("next_ante", "spared") || r.is("spare", "dealer") || r.is("seven_lost", "yes")):
		return "it needs a game for the pot"
	case r.is("seven_lost", "yes") && r.is("seven_top", "yes"):
		return "nothing takes the highest trump"
	case r.races() && r.amounts["goal"] < 1:
		return "a race needs a goal"
	case r.sevens() && !r.bids():
		return "forced_deal seven is Kratzen's"
	case (r.is("forced_deal", "ten") || r.is("forced_deal", "ten-any")) && !ones:
		return "a forced ten needs deal 1x4 or 1x4+upcard"
	case (r.is("all_play", "ten") || r.is("all_play", "clubs")) && !r.joinsOnly():
		return "all_play ten needs a game without declarer"
	case !r.is("all_play", "off") && !(r.is("blind", "no") && r.is("double_blind", "no")):
		return "all_play needs a game without blind questions"
	case r.is("next_ante", "spared") && !r.is("antes", "all") && !r.is("antes", "twice"):
		return "next_ante spared needs antes all"
	case r.is("antes", "phase") && !r.bids():
		return "antes phase is Kratzen's"
	case (r.is("cut", "hop") || r.is("cut", "hop-again")) && !r.bids():
		return "cut hop is Kratzen's"
	case r.is("cut", "hop1") && !r.joinsOnly():
		return "cut hop1 is Zwicken's"
	case r.is("no_open", "upcards") && r.bids():
		// AMBIGUOUS: new upcards are for an opening round; a bidding may be thrown
		// in or dealt again.
		return "no_open upcards needs an opening round"
	case r.is("head", "yes") && r.is("void", "any"):
		// AMBIGUOUS: docs/rules.md is silent; who need not trump can't be made to head.
		return "head needs void trump"
	}
	return r.clashOfPlayers()
}

// clashOfPlayers is clash for the options about playing or staying out.
func (r rules) clashOfPlayers() string {
	switch {
	case r.entry() && !r.joinsOnly():
		return "who plays pays an ante only in a game without a declarer"
	case r.entry() && !r.is("all_play", "off"):
		return "who isn't asked can't pay for playing"
	case !r.is("dealer_plays", "no") && !(r.is("blind", "no") && r.is("double_blind", "no")):
		return "dealer_plays needs a game without blind questions"
	case !r.is("dealer_plays", "no") && r.is("deal", "1x3"):
		return "dealer_plays needs an upcard"
	case r.is("dealer_plays", "seven+ace") && r.joinsOnly():
		return "a seven makes a declarer"
	case r.is("tie", "split") && !r.is("split", "most"):
		return "a tie is one for the most tricks"
	}
	return ""
}

// entry says whether it costs an ante to play (docs/rules.md 4, antes).
func (r rules) entry() bool { return r.is("antes", "players") || r.is("antes", "twice") }

// leavesSurplus says whether the exchange may bring more cards than one plays with (docs/rules.md 2.8, 4).
func (r rules) leavesSurplus() bool {
	return r.is("exchange", "five") || r.is("exchange", "five-suit") || r.is("exchange", "one_more")
}

// antesDue is what is paid before a deal, where most pay (docs/rules.md 2.1, 3.2, 4).
func (r rules) antesDue(seats int) int64 {
	units := map[string]int{"all": seats, "empty": seats, "phase": seats + 1, "dealer-twice": seats + 1, "dealer": 1, "players": seats, "twice": 2 * seats}[r.words["antes"]]
	return int64(units) * r.amounts["ante"]
}

// spareFor says whether there is a spare hand: with spare: room if the cards are enough for one.
func (r rules) spareFor(seats int) bool {
	if r.is("spare", "room") {
		return r.cardsNeeded(seats)+r.handSize() <= len(packCards(r.words["pack"]))
	}
	return !r.is("spare", "no")
}

// cardsNeeded counts hands, upcard and one card of stock, four with new-cards
// (docs/rules.md 4). With deal 1x4 the upcard is one of the dealer's hand.
func (r rules) cardsNeeded(seats int) int {
	need := seats*r.handSize() + 1 + 1
	if r.dealersLast() {
		need--
	}
	if r.is("spare", "yes") || r.is("spare", "dealer") || r.is("spare", "must") {
		need += r.handSize()
	}
	if r.is("blind", "new-cards") {
		need += 3
	}
	return need
}
