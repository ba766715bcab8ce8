package oracle

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMutations changes every example in every small way that the format has
// room for; the oracle has to refuse each, unless the changed line is another
// true history (see equivalent). make test takes every ninth example.
func TestMutations(t *testing.T) {
	t.Parallel()
	tried, let, least, every := 0, 0, 2000, 9
	if os.Getenv("CHRATZE_VERIFY") != "" {
		least, every = 20000, 1
	}
	for i, x := range examples(t) {
		if i%every != 0 {
			continue
		}
		l, err := parseLine(x.text)
		if err != nil {
			t.Fatal(err)
		}
		h, err := l.replay()
		if err != nil {
			t.Fatal(err)
		}
		mutants(l, h.decisions, func(what string, at int, m *line) {
			tried++
			if _, err := m.replay(); err != nil {
				return
			}
			if why := equivalent(l, m, at); why != "" {
				let++
				return
			}
			t.Errorf("%s line %d: not refused: %s", x.file, x.n, what)
		})
	}
	t.Logf("%d mutants, %d of them true histories", tried, let)
	if tried < least || let == 0 {
		t.Errorf("only %d mutants, %d true", tried, let)
	}
}

// mutants calls try with every changed copy of a line and the place of the
// changed event, -1 for the header and the result.
func mutants(l *line, decisions []Decision, try func(what string, at int, m *line)) {
	decision := map[int]Decision{}
	for _, d := range decisions {
		decision[d.Event] = d
	}
	with := func(what string, at int, events []event) {
		m := *l
		m.events = events
		try(what, at, &m)
	}
	for i, e := range l.events {
		with(fmt.Sprintf("drop event %d", i), i, slices.Delete(slices.Clone(l.events), i, i+1))
		with(fmt.Sprintf("double event %d", i), i, slices.Insert(slices.Clone(l.events), i, e))
		if i > 0 {
			swapped := slices.Clone(l.events)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			with(fmt.Sprintf("swap events %d and %d", i-1, i), i, swapped)
		}
		for _, key := range slices.Sorted(maps.Keys(e)) {
			for _, value := range others(l, e, key, decision[i]) {
				changed := slices.Clone(l.events)
				changed[i] = maps.Clone(e)
				changed[i][key] = value
				if value == nil {
					delete(changed[i], key)
				}
				with(fmt.Sprintf("event %d: %s %v instead of %v", i, key, value, e[key]), i, changed)
			}
		}
		changed := slices.Clone(l.events)
		changed[i] = maps.Clone(e)
		changed[i]["extra"] = "x"
		with(fmt.Sprintf("event %d: an unknown key", i), i, changed)
	}
	mutateEnds(l, func(what string, m *line) { try(what, -1, m) })
}

// mutateEnds changes header and result.
func mutateEnds(l *line, try func(what string, m *line)) {
	change := func(what string, do func(m *line)) {
		m := *l
		m.payout, m.penalty = slices.Clone(l.payout), slices.Clone(l.penalty)
		do(&m)
		try(what, &m)
	}
	change("dealer", func(m *line) { m.Dealer = (m.Dealer + 1) % m.seats })
	change("muss", func(m *line) { m.Muss = !m.Muss })
	change("pot", func(m *line) { m.Pot++ })
	change("next pot", func(m *line) { m.after.Pot++ })
	change("next dealer", func(m *line) { m.after.Dealer = (m.after.Dealer + 1) % m.seats })
	change("next muss", func(m *line) { m.after.Muss = !m.after.Muss })
	change("next redeal", func(m *line) { m.after.Redeal++ })
	change("fewer seats", func(m *line) { m.payout = m.payout[1:] })
	for seat := range l.seats {
		change("payout", func(m *line) { m.payout[seat]++ })
		change("penalty", func(m *line) { m.penalty[seat]-- })
		change("payout given on", func(m *line) { m.payout[seat]--; m.payout[(seat+1)%m.seats]++ })
	}
}

// others are wrong values for one key of an event; nil: the key is left out.
func others(l *line, e event, key string, d Decision) []any {
	all := []any{nil}
	switch value := e[key].(type) {
	case int64:
		all = append(all, value+1, value-1)
		if key == "seat" {
			all[1] = (value + 1) % int64(l.seats)
		}
		return all
	case string:
		switch key {
		case "t":
			return append(all, "ante", "act", "nonsense")
		case "suit":
			return append(all, "c", "d", "x")[:2+strings.Index("cd", value)+1]
		case "act":
			return append(all, otherActs(l, d)...)
		default:
			return append(all, otherCards(value, e["t"] == "shuffle" || e["t"] == "reshuffle")...)
		}
	}
	return all
}

// otherActs are other legal answers (all, or some of many), then illegal ones:
// words out of place, cards out of order, cards of others.
func otherActs(l *line, d Decision) []any {
	var all []any
	step := 1 + len(d.Legal)/8
	for i := d.Event % step; i < len(d.Legal); i += step {
		if d.Legal[i] != d.Chosen {
			all = append(all, d.Legal[i])
		}
	}
	words := []string{"double-blind", "blind", "see", "open", "pass", "schlagen", "oder", "weiter-oder", "weiter",
		"join", "out", "last", "lay", "swap", "keep", "drop", "play", "nonsense"}
	for i := d.Event % 5; i < len(words); i += 5 { // a fifth of them keeps the test short
		if words[i] != d.Chosen {
			all = append(all, words[i])
		}
	}
	fields := strings.Fields(d.Chosen)
	if len(fields) > 2 {
		all = append(all, fields[0]+" "+fields[2]+" "+fields[1]+d.Chosen[len(fields[0])+6:])
	}
	for i, card := range packCards(l.rules.words["pack"]) {
		if (i+d.Event)%6 == 0 && !slices.Contains(fields, card) {
			all = append(all, fields[0]+" "+card)
		}
	}
	return all
}

// otherCards are card lists with two cards swapped, one changed, one left out,
// one too many.
func otherCards(value string, isOrder bool) []any {
	cards := strings.Fields(value)
	all := []any{strings.Join(append(slices.Clone(cards), "As"), " "), strings.Join(cards[1:], " ")}
	for i := range cards {
		if isOrder && i%7 != 0 { // a seventh of them keeps the test short
			continue
		}
		changed := slices.Clone(cards)
		changed[i] = changed[i][:1] + map[string]string{"c": "s", "s": "h", "h": "d", "d": "c"}[changed[i][1:]]
		all = append(all, strings.Join(changed, " "))
		if i > 0 {
			swapped := slices.Clone(cards)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			all = append(all, strings.Join(swapped, " "))
		}
	}
	if isOrder {
		all = append(all, "")
	}
	return all
}

// equivalent says why a changed line is valid: it is the true history of
// another hand. The reasons; everything else must be refused:
//   - two cards changed places in a shuffle or reshuffle, and nobody saw
//     either before the next shuffle or the end: they were in the rest of the
//     stock, or in an order that a hop discarded;
//   - a bid of Kratzen was another one, and the bids are still legal with
//     the same last one (an outbid bid has no effect), or the last bid is by
//     the same seat and turns the same one card;
//   - the last seat asked didn't claim the last word, and joined at once
//     instead of when it was asked again;
//   - two equal events changed places.
func equivalent(l, m *line, at int) string {
	if at < 0 {
		return ""
	}
	if len(l.events) == len(m.events)+1 && l.events[at]["act"] == "last" && l.events[at]["seat"] == m.events[at]["seat"] {
		return "no last word"
	}
	if len(l.events) != len(m.events) {
		return ""
	}
	if slices.EqualFunc(l.events, m.events, func(a, b event) bool { return a.text() == b.text() }) {
		return "equal events swapped"
	}
	e, changed := l.events[at], m.events[at]
	switch e["t"] {
	case "shuffle", "reshuffle":
		if neverSeen(l, at, changed) {
			return "unseen cards"
		}
	case "act":
		if l.rules.bids() && sameWinner(l, m) {
			return "outbid"
		}
	}
	return ""
}

// neverSeen says whether the cards that changed places in a shuffle are named by
// no event before the next one.
func neverSeen(l *line, at int, changed event) bool {
	before, _ := l.events[at]["cards"].(string)
	after, _ := changed["cards"].(string)
	if len(before) != len(after) {
		return false
	}
	var moved []string
	for i, card := range strings.Fields(before) {
		if strings.Fields(after)[i] != card {
			moved = append(moved, card)
		}
	}
	for _, e := range l.events[at+1:] {
		if e["t"] == "shuffle" {
			break
		}
		for _, key := range []string{"shown", "cards", "card", "act"} {
			text, _ := e[key].(string)
			for _, card := range moved {
				if strings.Contains(text, card) {
					return false
				}
			}
		}
	}
	return true
}

// sameWinner says whether both rows of bids are lawful and end with the same
// seat in the same contract, or in one that turns the same card: an `oder` that
// found another suit at once has turned what a `weiter-oder` turns.
func sameWinner(l, m *line) bool {
	winner := func(l *line) (seat, bid any, turned int) {
		rank := map[string]int{"schlagen": 1, "oder": 2, "weiter-oder": 3}
		high := 0
		for i, e := range l.events {
			act, _ := e["act"].(string)
			switch {
			case e["t"] == "turn":
				turned++
			case rank[act] > high && (high < 3):
				high, seat, bid = rank[act], e["seat"], act
			case rank[act] > 0 || act == "weiter" && high == 3:
				return nil, i, 0 // not higher, or after the end of the bidding
			}
		}
		return seat, bid, turned
	}
	seat, bid, turned := winner(l)
	seatToo, bidToo, turnedToo := winner(m)
	if seat == nil || seat != seatToo || turned != turnedToo {
		return false
	}
	return bid == bidToo || turned == 1 && bid != "schlagen" && bidToo != "schlagen" && otherSuit(l)
}

// otherSuit says whether the card turned is of another suit than the upcard.
func otherSuit(l *line) bool {
	var suits []any
	for _, e := range l.events {
		if e["t"] == "trump" {
			suits = append(suits, e["suit"])
		}
	}
	return len(suits) == 2 && suits[0] != suits[1]
}
