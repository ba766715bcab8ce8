package oracle

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

var presets = []string{"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "mauscheln", "tippen", "zwicken-printed", "zwicken-schlecken", "kratzen-printed", "loo", "rams", "bourre", "mistigri", "lupfen", "ramset"}

// optionKeys are all options of docs/rules.md 4.
var optionKeys = strings.Fields(`pack ante antes deal trump cut blind double_blind no_open deals bids weiter_oder join_order susi last_word
	forced_deal all_play dealer_plays dealer_trump spare exchange exchange_max surplus rob six_swap void ruff_anytime head must_lead three_jacks split tie round_up coin remainder price penalty penalty_cap pot_cap muss_payout
	seven_muss_payout seven_lost seven_top score goal back prizes prize_fine`)

// mixedRules draws a preset and up to five changed options that go together.
func mixedRules(rng *rand.Rand, seats int) (string, bool) {
	object := map[string]any{"preset": presets[rng.IntN(len(presets))]}
	for range rng.IntN(7) {
		key := optionKeys[rng.IntN(len(optionKeys))]
		if least, isAmount := optionLeast(key); isAmount {
			object[key] = least + rng.Int64N(30)
			if key == "pot_cap" { // which holds the antes
				object[key] = 100 * rng.Int64N(10)
			}
		} else {
			words := optionWords(key)
			object[key] = words[rng.IntN(len(words))]
		}
	}
	text, _ := json.Marshal(object)
	return string(text), Refuse(text, seats) == nil
}

// rare are rules that chance seldom puts together.
var rare = []string{
	`{"preset":"chratzen","forced_deal":"ten-any"}`, `{"preset":"chratzen","forced_deal":"ten-any","deal":"1x4+upcard","blind":"yes"}`,
	`{"preset":"kratzen","forced_deal":"seven-any","bids":"falling"}`, `{"preset":"kratzen","weiter_oder":"dealer"}`, `{"preset":"chratze","blind":"yes"}`,
	`{"preset":"kratzen","remainder":"declarer"}`, `{"preset":"zwicken","head":"suit","void":"any"}`, `{"preset":"rams","score":"down","goal":30}`, `{"preset":"tippen","all_play":"off","score":"up","goal":21,"penalty":10,"prize_fine":50}`, `{"preset":"kratzen","cut":"hop-again"}`, `{"preset":"zwicken","all_play":"bare"}`, `{"preset":"tippen","must_lead":"loo"}`, `{"preset":"chratze","last_word":"on"}`, `{"preset":"tippen","spare":"dealer"}`, `{"preset":"tippen","spare":"yes","rob":"dealer"}`, `{"preset":"zwicken-schlecken","deal":"3+2+upcard","spare":"room","rob":"dealer+weli"}`, `{"preset":"zwicken","spare":"yes","exchange":"none"}`, `{"preset":"zwicken","must_lead":"ace"}`, `{"preset":"zwicken","deal":"3+2+upcard","must_lead":"ace+trump"}`, `{"preset":"zwicken","deal":"3+2+upcard"}`, `{"preset":"tippen","deal":"1x5","exchange":"plain"}`, `{"preset":"zwicken","all_play":"ten","deal":"1x3+upcard"}`, `{"preset":"mauscheln","all_play":"bare"}`,
	`{"preset":"zwicken-schlecken","trump":"dealer"}`, `{"preset":"tippen","trump":"dealer"}`, `{"preset":"ramset","seven_top":"yes"}`, `{"preset":"mauscheln","deal":"1x3","exchange":"none","pack":"schnapsen20","three_jacks":"yes","price":"yes"}`, `{"preset":"mauscheln","deal":"1x3","all_play":"bare"}`, `{"preset":"tippen","three_jacks":"yes","pack":"schnapsen20"}`,
	`{"preset":"mauscheln","deal":"1x3"}`, `{"preset":"chratze","susi":"forced"}`, `{"preset":"mauscheln","deal":"1x3","price":"yes"}`, `{"preset":"mauscheln","price":"yes","pot_cap":300}`,
	`{"preset":"bourre","tie":"split","antes":"twice","exchange_max":"3"}`, `{"preset":"bourre","antes":"players","dealer_plays":"ace","exchange_max":"seats"}`, `{"preset":"mauscheln","dealer_plays":"seven+ace"}`, `{"preset":"mauscheln","exchange":"five-suit","head":"trump","antes":"dealer-twice"}`, `{"preset":"rams","spare":"must"}`, `{"preset":"chratze","surplus":"now"}`, `{"preset":"mauscheln","exchange":"five","surplus":"last"}`, `{"preset":"mauscheln","exchange":"one_more","surplus":"last"}`, `{"preset":"tippen","dealer_trump":"yes"}`, `{"preset":"bourre","antes":"players","dealer_trump":"yes"}`, `{"preset":"bourre","must_lead":"cinch"}`, `{"preset":"zwicken","must_lead":"cinch"}`, `{"preset":"chratze","exchange_max":"4"}`, `{"preset":"zwicken","exchange_max":"1"}`, `{"preset":"kratzen","exchange_max":"2"}`, `{"preset":"tippen","must_lead":"trump"}`, `{"preset":"loo","all_play":"clubs"}`, `{"preset":"mauscheln","pack":"weli33","seven_lost":"yes"}`, `{"preset":"rams","antes":"twice","pot_cap":600}`,
	`{"preset":"kratzen","seven_muss_payout":"quarters"}`, `{"preset":"kratzen","muss_payout":"quarters"}`, `{"preset":"chratze","exchange":"none"}`, `{"preset":"chratze","pot_cap":130}`, `{"preset":"tippen","penalty":30}`, `{"preset":"zwicken","penalty":50,"pot_cap":100}`, `{"preset":"mauscheln","pot_cap":100}`, `{"preset":"chratze","double_blind":"before"}`,
}

// TestSittings: random sittings under mixed rules end, pass the check, conserve
// the money and follow each other; all presets and all option values come up.
func TestSittings(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	hands := 0
	var tables []struct {
		preset string
		seats  int
	}
	for _, preset := range presets {
		fewest, most := seatsOf(preset)
		for seats := fewest; seats <= most; seats++ {
			tables = append(tables, struct {
				preset string
				seats  int
			}{preset, seats})
		}
	}
	sittings := 1200
	if os.Getenv("CHRATZE_VERIFY") != "" {
		sittings = 1500
	}
	for i := range sittings {
		seats := 2 + rng.IntN(7)
		rules, playable := mixedRules(rng, seats)
		switch {
		case i < len(rare):
			seats, rules, playable = 4, rare[i], true
		case i < len(rare)+len(tables):
			t := tables[i-len(rare)]
			seats, rules, playable = t.seats, `{"preset":"`+t.preset+`"}`, true
		}
		if !playable {
			continue
		}
		r, _ := parseRules([]byte(rules))
		for key, word := range r.words {
			seen[key+"="+word] = true
		}
		start := Start{Rules: rules, Seats: seats, Dealer: rng.IntN(seats), Muss: r.bids()}
		var before []byte
		for range 3 {
			text, err := Generate(start, rng.IntN(2) == 0, rng)
			if err != nil {
				t.Fatalf("%s: %v", rules, err)
			}
			hands++
			l := sound(t, text)
			if before != nil {
				if err := CheckNext(before, text); err != nil {
					t.Fatal(err)
				}
			}
			before = text
			start.Pot, start.Dealer, start.Muss, start.Redeal, start.Spared = l.after.Pot, l.after.Dealer, l.after.Muss, l.after.Redeal, l.after.Spared
		}
	}
	for _, key := range optionKeys {
		for _, word := range optionWords(key) {
			if !seen[key+"="+word] {
				t.Errorf("%s=%s never came up", key, word)
			}
		}
	}
	t.Logf("%d hands", hands)
}

// sound checks a line, that no money is made or lost, and that no card stands
// in two places.
func sound(t *testing.T, text []byte) *line {
	t.Helper()
	if err := Check(text); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	l, err := parseLine(text)
	if err != nil {
		t.Fatal(err)
	}
	pot := l.Pot
	for seat := range l.seats {
		pot += l.penalty[seat] - l.payout[seat]
	}
	played := map[string]bool{}
	for i, e := range l.events {
		if amount, ok := e["amount"].(int64); ok {
			pot += amount
		}
		if act, _ := e["act"].(string); strings.HasPrefix(act, "play ") {
			if played[act] {
				t.Fatalf("event %d: %s twice\n%s", i, act, text)
			}
			played[act] = true
		}
	}
	if pot != l.after.Pot || slices.Min(l.payout) < 0 || slices.Min(l.penalty) < 0 {
		t.Fatalf("money: %d left, next %d\n%s", pot, l.after.Pot, text)
	}
	return l
}

// TestPrefixes: an unfinished hand may end after any event, and an unanswered
// question stands last among its decisions.
func TestPrefixes(t *testing.T) {
	t.Parallel()
	for _, x := range examples(t) {
		if x.n%5 != 0 {
			continue
		}
		l, err := parseLine(x.text)
		if err != nil {
			t.Fatal(err)
		}
		l.finished = false
		all := l.events
		for n := range all {
			l.events = all[:n]
			h, err := l.replay()
			if err != nil {
				t.Fatalf("%s line %d, %d events: %v", x.file, x.n, n, err)
			}
			asked := len(h.decisions) > 0 && h.decisions[len(h.decisions)-1].Chosen == ""
			if _, isAct := all[n]["act"]; isAct != asked {
				t.Errorf("%s line %d, %d events: asked %v", x.file, x.n, n, asked)
			}
		}
	}
}

// TestHalfAResult: payout, penalty and next stand together; broken lines give
// errors.
func TestHalfAResult(t *testing.T) {
	t.Parallel()
	text := string(examples(t)[6].text) // the first of Chratze
	cuts := map[string]string{
		`"penalty":`: `"xpenalty":`, `"next":`: `"xnext":`, `"payout":`: `"xpayout":`, `"muss":false,"pot":0`: `"muss":null,"pot":0`,
		`"pot":0,`: `"pot":0.5,`, `"events":[`: `"events":[7,`, `"format":"rams-hand/1"`: `"format":"rams-hand/2"`,
		`"seats":5`: `"seats":4`, `"dealer":0,"muss"`: `"redeal":0,"dealer":0,"muss"`, `"amount":20`: `"amount":2e1`,
		`"names":["Anna",`: `"names":[`, `{"t":"ante"`: `{"t":null`, `}}`: `,"extra":1}}`,
	}
	for old, changed := range cuts {
		broken := strings.Replace(text, old, changed, 1)
		if broken == text {
			t.Fatalf("%s isn't in the line", old)
		}
		if Check([]byte(broken)) == nil {
			t.Errorf("%s instead of %s passed", changed, old)
		}
	}
	if Check([]byte(text[:len(text)/2])) == nil || Check(nil) == nil {
		t.Error("a truncated line passed")
	}
}

// TestLegalLists: a list in the line is compared in full and in order.
func TestLegalLists(t *testing.T) {
	t.Parallel()
	text, err := Generate(Start{Rules: `{"preset":"kratzen"}`, Seats: 3}, true, rand.New(rand.NewPCG(3, 4)))
	if err != nil || Check(text) != nil {
		t.Fatal(err, Check(text))
	}
	first := `"legal":["schlagen","oder","weiter-oder","weiter"]`
	for _, wrong := range []string{`"legal":["oder","schlagen","weiter-oder","weiter"]`, `"legal":["schlagen","oder","weiter"]`, `"legal":[]`} {
		broken := strings.Replace(string(text), first, wrong, 1)
		if broken == string(text) || Check([]byte(broken)) == nil {
			t.Errorf("%s passed", wrong)
		}
	}
	decisions, err := Decisions(text)
	if err != nil || len(decisions) < 3 || !slices.Contains(decisions[0].Legal, decisions[0].Chosen) {
		t.Errorf("decisions: %v, %v", decisions, err)
	}
}
