package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestViewsShowNothingElse: by the test's own record of what a seat was dealt,
// drew, laid and dropped, and of what lay open, no view names another card.
func TestViewsShowNothingElse(t *testing.T) {
	t.Parallel()
	for _, x := range examples(t) {
		l, err := parseLine(x.text)
		if err != nil {
			t.Fatal(err)
		}
		for viewer := Public; viewer < l.seats; viewer++ {
			view, err := View(x.text, viewer)
			if err != nil {
				t.Fatal(err)
			}
			known := map[string]bool{}
			for _, e := range l.events {
				act, _ := e["act"].(string)
				open := e["t"] == "cut" || e["t"] == "upcard" || e["t"] == "turn" || e["t"] == "show" || strings.HasPrefix(act, "play ")
				if open || e["seat"] == int64(viewer) && viewer != Public {
					for _, key := range []string{"cards", "shown", "card", "act"} {
						text, _ := e[key].(string)
						for _, card := range strings.Fields(text) {
							known[card] = true
						}
					}
				}
				up, _ := e["up"].(string)
				for _, card := range strings.Fields(up) {
					known[card] = true
				}
			}
			for _, card := range packCards("jass36") {
				shown := bytes.Contains(view, []byte(card))
				if shown && !known[card] {
					t.Errorf("%s line %d: the view of %d names %s", x.file, x.n, viewer, card)
				}
			}
			for _, word := range []string{"shuffle", "see", "keep"} {
				own := viewer != Public && strings.Contains(string(x.text), fmt.Sprintf(`"seat":%d,"act":"%s"`, viewer, word))
				if bytes.Contains(view, []byte(`"`+word+`"`)) != own {
					t.Errorf("%s line %d: the view of %d and %s", x.file, x.n, viewer, word)
				}
			}
		}
	}
}

// eventsOf cuts an example after n events, as an unfinished hand.
func eventsOf(t *testing.T, text []byte, n int) []byte {
	t.Helper()
	var fields map[string]json.RawMessage
	var events []json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(fields["events"], &events); err != nil {
		t.Fatal(err)
	}
	fields["events"], _ = json.Marshal(events[:n])
	delete(fields, "payout")
	delete(fields, "penalty")
	delete(fields, "next")
	cut, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return cut
}

// TestDealerIsBlind: dealers see none of their cards until they have answered the last blind
// question, and never those put away for new ones.
func TestDealerIsBlind(t *testing.T) {
	t.Parallel()
	byName := map[string][]byte{}
	for _, x := range examples(t) {
		byName[fmt.Sprint(x.file, x.n)] = x.text
	}
	const hidden, two = `{"t":"deal","seat":%d,"cards":"??"}`, `{"t":"deal","seat":%d,"cards":"?? ??"}`
	tests := []struct {
		name     string
		line     string
		dealer   int
		events   int // 0: all
		form     string
		unseen   int // number of the dealer's packets that the dealer doesn't see
		question bool
	}{
		{"chratze-en, before double blind is answered", "chratze-en.jsonl2", 2, 11, two, 1, true},
		{"chratze-en, before blind is answered", "chratze-en.jsonl2", 2, 14, two, 1, true},
		{"chratze-en, after see", "chratze-en.jsonl2", 2, 15, two, 0, false},
		{"chratze, all cards dealt, before blind is answered", "chratze.jsonl2", 2, 16, two, 2, true},
		{"chratze, after blind", "chratze.jsonl2", 2, 17, two, 0, false},
		{"chratze, after double blind", "chratze.jsonl0", 0, 10, two, 0, false},
		{"chratzen, before blind is answered", "chratzen.jsonl2", 2, 23, hidden, 3, true},
		{"chratzen, after see", "chratzen.jsonl2", 2, 24, hidden, 0, true},
		{"chratzen, all of a blind hand", "chratzen.jsonl0", 0, 0, hidden, 3, false},
		{"chratzen, forced, before the upcard", "chratzen.jsonl7", 2, 20, hidden, 3, false},
		{"chratzen, forced, after the upcard", "chratzen.jsonl7", 2, 21, hidden, 0, false},
	}
	for _, test := range tests {
		text := byName[test.line]
		if test.events > 0 {
			text = eventsOf(t, text, test.events)
		}
		view, err := View(text, test.dealer)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if found := strings.Count(string(view), fmt.Sprintf(test.form, test.dealer)); found != test.unseen {
			t.Errorf("%s: %d packets unseen, not %d\n%s", test.name, found, test.unseen, view)
		}
		decisions, err := Decisions(text)
		if err != nil {
			t.Fatal(err)
		}
		if pending := len(decisions) > 0 && decisions[len(decisions)-1].Chosen == ""; pending != test.question {
			t.Errorf("%s: question %v", test.name, pending)
		}
	}
}

// TestView: one view in full.
func TestView(t *testing.T) {
	t.Parallel()
	text := `{"format":"rams-hand/1","rules":{"preset":"zwicken","cut":"plain"},"seats":2,"dealer":0,"muss":false,"pot":0,"note":"kept","fair":1,"events":[
	{"t":"ante","seat":0,"amount":30},
	{"t":"shuffle","cards":"Ac Kc Qc Jc Tc 9c 8c 7c As Ks Qs Js Ts 9s 8s 7s Ah Kh Qh Jh Th 9h 8h 7h Ad Kd Qd Jd Td 9d 8d 7d"},
	{"t":"deal","seat":1,"cards":"Ac Kc"},{"t":"deal","seat":0,"cards":"Qc Jc"},{"t":"upcard","card":"Tc"},{"t":"trump","suit":"c"},
	{"t":"deal","seat":1,"cards":"9c"},{"t":"deal","seat":0,"cards":"8c"},
	{"t":"act","seat":1,"act":"join","legal":["join","out"]},{"t":"act","seat":0,"act":"join","legal":["join","out"]},
	{"t":"act","seat":1,"act":"lay"},{"t":"act","seat":0,"act":"lay Qc 8c"},{"t":"draw","seat":0,"cards":"7c As"}]}`
	want := map[int]string{
		0: `{"t":"deal","seat":1,"cards":"?? ??"},{"t":"deal","seat":0,"cards":"Qc Jc"},{"t":"upcard","card":"Tc"},{"t":"trump","suit":"c"},` +
			`{"t":"deal","seat":1,"cards":"??"},{"t":"deal","seat":0,"cards":"8c"},` +
			`{"t":"act","seat":1,"act":"join"},{"t":"act","seat":0,"act":"join","legal":["join","out"]},` +
			`{"t":"act","seat":1,"act":"lay"},{"t":"act","seat":0,"act":"lay Qc 8c"},{"t":"draw","seat":0,"cards":"7c As"}]`,
		Public: `{"t":"deal","seat":1,"cards":"?? ??"},{"t":"deal","seat":0,"cards":"?? ??"},{"t":"upcard","card":"Tc"},{"t":"trump","suit":"c"},` +
			`{"t":"deal","seat":1,"cards":"??"},{"t":"deal","seat":0,"cards":"??"},` +
			`{"t":"act","seat":1,"act":"join"},{"t":"act","seat":0,"act":"join"},` +
			`{"t":"act","seat":1,"act":"lay"},{"t":"act","seat":0,"act":"lay ?? ??"},{"t":"draw","seat":0,"cards":"?? ??"}]`,
	}
	for seat, events := range want {
		name := `"public"`
		if seat != Public {
			name = fmt.Sprint(seat)
		}
		full := `{"format":"rams-hand/1","rules":{"preset":"zwicken","cut":"plain"},"seats":2,"dealer":0,"muss":false,"pot":0,"note":"kept","view":` +
			name + `,"events":[{"t":"ante","seat":0,"amount":30},` + events + `}`
		if err := CheckView([]byte(text), seat, []byte(full)); err != nil {
			t.Error(err)
		}
		for _, wrong := range []string{strings.Replace(full, `"??"`, `"9c"`, 1), strings.Replace(full, "kept", "lost", 1),
			strings.Replace(full, `,{"t":"draw"`, `,{"t":"draws"`, 1), strings.Replace(full, `"view"`, `"viewer"`, 1)} {
			if CheckView([]byte(text), seat, []byte(wrong)) == nil {
				t.Errorf("a wrong view passed: %s", wrong)
			}
		}
	}
}
