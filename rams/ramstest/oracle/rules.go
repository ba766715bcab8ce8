package oracle

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// maxPot bounds pots (docs/rules.md 2.11). AMBIGUOUS: amounts of options are
// refused above it too; the rules name no bound for them.
const maxPot = 1_000_000_000_000_000

// rules are a preset's options with those that a table changed.
type rules struct {
	preset  string
	words   map[string]string
	amounts map[string]int64
	changed []string // keys named beside the preset, sorted
}

// optionWords are the values of the options that are no amounts (docs/rules.md 4).
func optionWords(key string) []string {
	return map[string][]string{
		"pack":              {"jass36", "weli33", "skat32", "full52", "schnapsen20"},
		"antes":             {"all", "phase", "dealer", "empty", "dealer-twice", "players", "twice"},
		"next_ante":         {"all", "spared"},
		"deal":              {"2+2", "1x4", "2+1", "1x4+upcard", "1x3+upcard", "3+2+upcard", "1x5", "2+3+upcard", "1x3"},
		"trump":             {"upcard", "dealer"},
		"cut":               {"plain", "hop", "hop1", "hop-again"},
		"blind":             {"no", "yes", "new-cards", "before-look"},
		"double_blind":      {"no", "before", "before-upcard"},
		"no_open":           {"upcards", "redeal", "throw_in"},
		"bids":              {"rising", "falling"},
		"weiter_oder":       {"all", "dealer"},
		"join_order":        {"declarer", "forehand"},
		"susi":              {"off", "guideline", "forced"},
		"last_word":         {"off", "on", "must"},
		"forced_deal":       {"none", "seven", "ten", "ten-any", "seven-any"},
		"all_play":          {"off", "bare", "ten", "clubs"},
		"dealer_plays":      {"no", "ace", "seven+ace"},
		"exchange_max":      {"no", "1", "2", "3", "4", "seats"},
		"surplus":           {"now", "last"},
		"dealer_trump":      {"no", "yes"},
		"tie":               {"carry", "split"},
		"spare":             {"no", "yes", "dealer", "room", "must"},
		"rob":               {"no", "dealer", "dealer+weli"},
		"exchange":          {"none", "five", "one_more", "kratzen", "plain", "five-suit"},
		"six_swap":          {"no", "yes"},
		"void":              {"trump", "any"},
		"ruff_anytime":      {"no", "yes"},
		"head":              {"no", "yes", "suit", "trump"},
		"must_lead":         {"no", "ace", "ace+trump", "loo", "trump", "cinch"},
		"three_jacks":       {"no", "yes"},
		"split":             {"thirds", "roles", "tricks", "most"},
		"remainder":         {"pot", "declarer"},
		"price":             {"no", "yes"},
		"score":             {"pot", "down", "up"},
		"muss_payout":       {"none", "quarters"},
		"seven_muss_payout": {"none", "quarters"},
		"seven_lost":        {"no", "yes"},
		"seven_top":         {"no", "yes"},
	}[key]
}

// optionLeast is the smallest value of the options that are amounts.
// AMBIGUOUS: an ante of 0 is allowed; coin and round_up are at least 1, as
// nothing can be rounded to 0.
func optionLeast(key string) (least int64, isAmount bool) {
	least, isAmount = map[string]int64{"ante": 0, "deals": 0, "round_up": 1, "coin": 1, "penalty": 0, "penalty_cap": 0, "pot_cap": 0, "goal": 1, "back": 0, "prizes": 0, "prize_fine": 0}[key]
	return
}

// seatsOf are the fewest and most seats of a preset (docs/rules.md 4, players).
func seatsOf(preset string) (fewest, most int) {
	switch preset {
	case "kratzen", "kratzen-printed", "mauscheln", "tippen":
		return 3, 6
	case "zwicken", "ramset":
		return 2, 6
	case "zwicken-printed":
		return 2, 5
	case "rams", "mistigri", "lupfen":
		return 3, 5
	case "loo":
		return 3, 8
	case "chratzen", "zwicken-schlecken", "bourre":
		return 2, 8
	}
	return 2, 7
}

// opens, bids and joinsOnly: what a preset's auction is (docs/rules.md 4: the
// preset's and no option).
func (r rules) opens() bool { return !r.bids() && !r.joinsOnly() }
func (r rules) bids() bool  { return strings.HasPrefix(r.preset, "kratzen") }
func (r rules) joinsOnly() bool {
	return r.zwicken() || slices.Contains([]string{"tippen", "loo", "rams", "bourre", "mistigri", "ramset"}, r.preset)
}

func (r rules) zwicken() bool { return strings.HasPrefix(r.preset, "zwicken") }

// presetOptions are the values in docs/games (docs/rules.md 4 and 5).
func presetOptions(name string) (words map[string]string, amounts map[string]int64) {
	words, amounts = firstColumn()
	change := func(pairs ...string) {
		for i := 0; i < len(pairs); i += 2 {
			words[pairs[i]] = pairs[i+1]
		}
	}
	switch name {
	case "chratze":
	case "chratze-en":
		change("blind", "yes", "no_open", "redeal")
		amounts["deals"], amounts["round_up"] = 3, 1
	case "chratze-ja":
		change("blind", "yes", "no_open", "redeal", "join_order", "forehand")
		amounts["deals"], amounts["round_up"] = 4, 1
	case "kratzen":
		change("pack", "weli33", "antes", "phase", "cut", "hop", "blind", "no", "double_blind", "no",
			"no_open", "throw_in", "susi", "off", "forced_deal", "seven", "exchange", "kratzen", "surplus", "now",
			"six_swap", "no", "head", "yes", "split", "tricks")
		amounts["ante"], amounts["round_up"] = 10, 1
	case "chratzen":
		change("antes", "empty", "deal", "1x4", "blind", "new-cards", "double_blind", "no", "susi", "off",
			"last_word", "must", "forced_deal", "ten", "exchange", "one_more", "six_swap", "no",
			"void", "any", "ruff_anytime", "yes", "split", "roles")
		amounts["ante"], amounts["round_up"] = 50, 1
	case "zwicken":
		change("pack", "skat32", "antes", "dealer", "deal", "2+1", "cut", "hop1", "blind", "no",
			"double_blind", "no", "susi", "off", "exchange", "plain", "surplus", "now", "six_swap", "no", "head", "yes",
			"split", "tricks", "seven_lost", "yes")
		amounts["ante"], amounts["round_up"] = 30, 1
	case "mauscheln":
		change("pack", "skat32", "antes", "dealer", "blind", "no", "double_blind", "no", "no_open", "throw_in",
			"susi", "off", "exchange", "plain", "surplus", "now", "six_swap", "no", "split", "tricks")
		amounts["ante"], amounts["round_up"] = 40, 1
	case "tippen":
		change("pack", "skat32", "antes", "dealer", "deal", "1x3+upcard", "blind", "no", "double_blind", "no",
			"susi", "off", "all_play", "bare", "exchange", "none", "surplus", "now", "six_swap", "no", "split", "tricks")
		amounts["ante"], amounts["round_up"] = 30, 1
	case "loo":
		words, amounts = presetOptions("tippen")
		change("spare", "dealer", "head", "yes", "must_lead", "loo")
		amounts["penalty"] = 60
	case "rams":
		words, amounts = presetOptions("tippen")
		change("deal", "3+2+upcard", "all_play", "off", "spare", "yes", "rob", "dealer", "head", "yes")
		amounts["ante"], amounts["penalty"] = 50, 50
	case "bourre":
		words, amounts = presetOptions("tippen")
		change("pack", "full52", "antes", "all", "next_ante", "spared", "deal", "1x5", "all_play", "off",
			"exchange", "plain", "head", "yes", "split", "most")
		amounts["ante"] = 20
	case "mistigri":
		words, amounts = presetOptions("rams")
		change("deal", "2+3+upcard")
	case "lupfen":
		words, amounts = presetOptions("mauscheln")
		change("pack", "schnapsen20", "antes", "all", "deal", "1x3", "exchange", "none", "three_jacks", "yes", "price", "yes")
		amounts["ante"] = 10
	case "ramset": // the row at the end of docs/rules.md 4.9
		words, amounts = presetOptions("rams")
		change("spare", "room", "rob", "dealer+weli", "must_lead", "ace+trump", "score", "up")
		amounts["ante"], amounts["penalty"], amounts["prize_fine"] = 1, 10, 50
	case "zwicken-printed":
		words, amounts = presetOptions("zwicken")
		change("head", "suit", "void", "any")
	case "zwicken-schlecken":
		words, amounts = presetOptions("zwicken")
		change("deal", "1x3+upcard", "exchange", "none", "head", "no", "seven_lost", "no", "dealer_trump", "yes")
	case "kratzen-printed":
		words, amounts = presetOptions("kratzen")
		change("cut", "hop-again")
	default:
		return nil, nil
	}
	return words, amounts
}

// firstColumn is the column `chratze` of that table, from which presetOptions tells the others by their difference.
func firstColumn() (words map[string]string, amounts map[string]int64) {
	words = map[string]string{
		"pack": "jass36", "antes": "all", "next_ante": "all", "deal": "2+2", "trump": "upcard", "cut": "plain", "blind": "before-look", "double_blind": "before-upcard",
		"no_open": "upcards", "bids": "rising", "weiter_oder": "all", "join_order": "declarer", "susi": "guideline", "last_word": "off",
		"forced_deal": "none", "all_play": "off", "dealer_plays": "no", "exchange_max": "no", "surplus": "last", "dealer_trump": "no", "tie": "carry", "spare": "no", "rob": "no", "exchange": "five", "six_swap": "yes", "void": "trump", "ruff_anytime": "no",
		"head": "no", "must_lead": "no", "three_jacks": "no", "split": "thirds", "remainder": "pot", "price": "no", "score": "pot",
		"muss_payout": "none", "seven_muss_payout": "none", "seven_lost": "no", "seven_top": "no",
	}
	amounts = map[string]int64{"ante": 20, "deals": 0, "round_up": 20, "coin": 1, "penalty": 0, "penalty_cap": 0, "pot_cap": 0, "goal": 21, "back": 0, "prizes": 0, "prize_fine": 0}
	return words, amounts
}

// parseRules reads a rules object: {"preset":"chratze","susi":"forced"}.
// Amounts are JSON numbers, all other values words. Combinations are judged by
// refuse.
func parseRules(text []byte) (rules, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return rules{}, fmt.Errorf("rules: %w", err)
	}
	var r rules
	if err := decode(object["preset"], &r.preset); err != nil {
		return r, fmt.Errorf("rules: preset: %w", err)
	}
	if r.words, r.amounts = presetOptions(r.preset); r.words == nil {
		return r, fmt.Errorf("rules: unknown preset %q", r.preset)
	}
	for key, value := range object {
		if key == "preset" {
			continue
		}
		if err := r.set(key, value); err != nil {
			return r, fmt.Errorf("rules: %s: %w", key, err)
		}
		r.changed = append(r.changed, key)
	}
	if _, named := object["next_ante"]; !named && (r.races() || !r.is("antes", "all") && !r.is("antes", "twice")) { // none to spare
		r.words["next_ante"] = "all"
	}
	slices.Sort(r.changed)
	return r, nil
}

// set gives one option its value.
func (r rules) set(key string, value json.RawMessage) error {
	if least, isAmount := optionLeast(key); isAmount {
		var amount int64
		if err := decode(value, &amount); err != nil {
			return err
		}
		most, small := map[string]int64{"goal": 200, "back": 100, "prizes": 7}[key]
		if !small {
			most = maxPot
		}
		if amount < least || amount > most {
			return fmt.Errorf("%d is not an amount from %d to %d", amount, least, most)
		}
		r.amounts[key] = amount
		return nil
	}
	allowed := optionWords(key)
	if allowed == nil {
		return fmt.Errorf("unknown option")
	}
	var word string
	if err := decode(value, &word); err != nil {
		return err
	}
	if !slices.Contains(allowed, word) {
		return fmt.Errorf("%q: want one of %v", word, allowed)
	}
	r.words[key] = word
	return nil
}

// room is what may still be paid into a pot that holds so much (docs/rules.md 2.11).
func (r rules) room(pot int64) int64 {
	if full := r.amounts["pot_cap"]; full > 0 {
		return max(full-pot, 0)
	}
	return maxPot - pot
}

// races says whether points are played for, and not the pot (docs/rules.md 4, score).
func (r rules) races() bool { return !r.is("score", "pot") }

// is says whether an option has this value.
func (r rules) is(key, word string) bool { return r.words[key] == word }

// handSize is the number of cards a seat plays with, and of tricks: "four
// (three in Zwicken)", by the option `deal`.
func (r rules) handSize() int {
	switch r.words["deal"] {
	case "2+1", "1x3+upcard", "1x3":
		return 3
	case "3+2+upcard", "1x5", "2+3+upcard":
		return 5
	}
	return 4
}

// dealersLast says whether the dealer's last card is the upcard.
func (r rules) dealersLast() bool { return r.is("deal", "1x4") || r.is("deal", "1x5") }

// dealerTurns says whether the dealer chooses which card gives the trump (docs/rules.md 5.10).
func (r rules) dealerTurns() bool { return r.is("trump", "dealer") }

// showsJacks says whether three jacks are shown before play: hands of three, into which nothing comes after the deal
// (docs/rules.md 4, three_jacks).
func (r rules) showsJacks() bool {
	return r.is("three_jacks", "yes") && r.threeAsDealt()
}

func (r rules) threeAsDealt() bool {
	return r.handSize() == 3 && r.is("exchange", "none") && r.is("rob", "no") && r.is("six_swap", "no") && r.is("spare", "no") &&
		r.is("blind", "no") && r.is("double_blind", "no") && !r.bids()
}

// weli is the card that always belongs to the trump suit, "" if none.
func (r rules) weli() string { return weliOf(r.preset, r.words["pack"]) }

// sevens says whether an upcard seven makes a Seven Muss.
func (r rules) sevens() bool { return r.is("forced_deal", "seven") || r.is("forced_deal", "seven-any") }
