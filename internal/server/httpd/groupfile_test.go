package httpd

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"chratze/internal/group"
	"chratze/internal/group/digest"
	"chratze/internal/hub"
)

// TestGroupRefusals: what can't be is refused with a sentence in the reader's language that says why.
func TestGroupRefusals(t *testing.T) {
	t.Parallel()
	s, _ := groupSite(t)
	anna := s.phone()
	var keys GroupKeys
	anna.ask("", `{"mode":"settled","name":"G"}`, &keys)
	at := "/" + keys.ID
	anna.writes(keys.ID, `member 1 "Anna"`, `member 2 "Beat"`)
	day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
	for body, want := range map[string]string{
		`{"mode":"jarr"}`:                                       "jarr ist hier nicht bekannt.",
		`{"mode":"jar"}`:                                        "Punkte sind kein Geld",
		`{"name":"Mittwoch\nabend"}`:                            "In diesem Text ist ein Zeilenumbruch.",
		`{"enter":{"file":"kasse 1\nx"}}`:                       "Zeile 2: Sag zuerst, wer am Tisch sitzt",
		`{"from":5,"enter":{"file":"kasse 1\nseats a b\na 9"}}`: "Zeile 3",
		`{"from":5,"lines":["next 2020-01-01T20:00Z"]}`:         "2020-01-01T20:00Z ist schon vorbei.",
		`{"from":5,"enter":{"file":"kasse 1\nseats a b c\na 2! b 2 @` + day(2) + `T20:00:00Z"}}`: "Der " + day(2) + " kommt erst noch.",
		`{"from":5,"enter":{"file":"kasse 1\nseats a b c\na 2! b 2 @2026-02-30"}}`:               "2026-02-30 ist kein Datum.",
		`{"from":5,"lines":["evening 1 hand 2026-10-04 1 +1 \"Anna\" -1"]}`:                      "Anna gibt es schon",
		`{"from":5,"lines":["evening 1 hand ` + day(2) + ` 1 +1 2 -1"]}`:                         "Der " + day(2) + " kommt erst noch.",
		`{"from":5,"lines":["name \"A\nB\""]}`:                                                   "",
		`{"import":{"format":"chratze-group/1","lines":[]},"mode":"carried"}`:                    "",
		`{"enter":{"file":"kasse 1","secret":"x"}}`:                                              "",
	} {
		path := "?lang=de-CH"
		if strings.Contains(body, "from") {
			path = at + path
		}
		var no Problem
		status, text := anna.ask(path, body, &no)
		if status < 400 || status >= 500 || !strings.Contains(no.Text, want) || want == "" && no.Detail == "" {
			t.Errorf("%s: %d %s, want %q", body, status, text, want)
		}
	}
	if status, out := anna.writes(keys.ID, "evening 1 hand "+day(1)+" 1 +1 2 -1"); status != 200 || out.N != 6 {
		t.Errorf("where it is tomorrow: %d %+v", status, out)
	}
	if status, _ := anna.writes(keys.ID, "fix 1 "+day(9)+" 1 +1 2 -1"); status != 422 {
		t.Errorf("a correction to next week: %d", status)
	}
	if status, _ := anna.ask("/code", `{"group":"`+keys.ID+`","code":"AAAA-AAAA"}`, nil); status != 400 {
		t.Errorf("a group and a code: %d", status)
	}
}

// TestGroupFile: a desk's file that was saved in the middle of the evening, and again at its end, is one evening in any order. The same
// hands once more change nothing, ended or not, with a byte order mark or without.
func TestGroupFile(t *testing.T) {
	t.Parallel()
	const half = "kasse 1\nmoney francs credit\nseats Anna Beat Carl dealer Carl\nAnna 2! Beat 2\n"
	const whole = half + "Beat 2! Carl 2\nname \"Friday\"\nend\n"
	s, _ := groupSite(t)
	anna := s.phone()
	enter := func(id, file string) (status, evenings, hands int) {
		t.Helper()
		var state GroupState
		anna.ask("/"+id, "", &state)
		b, _ := json.Marshal(GroupWriting{From: state.N, Enter: &GroupEntry{File: file}})
		status, _ = anna.ask("/"+id, string(b), nil)
		anna.ask("/"+id, "", &state)
		return status, len(state.Evenings), state.Evenings[0].Hands
	}
	var exports []GroupExport
	for _, first := range []string{half, whole} {
		b, _ := json.Marshal(NewGroup{Name: "G", Money: "francs", Enter: &GroupEntry{File: "\ufeff" + first}})
		var keys GroupKeys
		if status, text := anna.ask("", string(b), &keys); status != http.StatusCreated {
			t.Fatal(status, text)
		}
		second, want := whole, 200
		if first == whole {
			second, want = half, 422
		}
		if status, evenings, hands := enter(keys.ID, second); status != want || evenings != 1 || hands != 2 {
			t.Errorf("the other: %d, %d evenings, the first of %d hands", status, evenings, hands)
		}
		for _, same := range []string{whole, strings.TrimSuffix(whole, "end\n"), "\ufeff" + whole} {
			if status, evenings, hands := enter(keys.ID, same); status != 200 || evenings != 1 || hands != 2 {
				t.Errorf("once more: %d, %d evenings, the first of %d hands", status, evenings, hands)
			}
		}
		if status, evenings, _ := enter(keys.ID, strings.Replace(whole, "Anna 2! Beat 2", "Anna 1! Beat 3", 1)); status != 200 || evenings != 2 {
			t.Errorf("another: %d, %d evenings", status, evenings)
		}
		var x GroupExport
		anna.ask("/"+keys.ID+"?export=1", "", &x)
		exports = append(exports, x)
	}
	x := exports[0]
	x.Lines = append(x.Lines, "evening 3 file "+digest.OfFile(half)+" 1=1 2=2 3=3")
	x.Hash, x.Sources = digest.Of(x.Lines), nil
	b, _ := json.Marshal(NewGroup{Import: &x})
	var no Problem
	if status, text := anna.ask("", string(b), &no); status != 422 || no.Option != group.CodeTwice {
		t.Errorf("both in an import: %d %s", status, text)
	}
}

// TestGroupDeskAndFile: a desk at this server and a file of it, also one of the middle of the evening, are one evening.
func TestGroupDeskAndFile(t *testing.T) {
	t.Parallel()
	s, _ := groupSite(t)
	anna := s.phone()
	const half = "kasse 1\nrules chratze,ante=50\nmoney francs credit\nseats anna beat carl dealer carl\nanna 2! beat 2\n"
	desk := func() GroupEntry {
		var links hub.Links
		s.desk("", "", `{"lines":["kasse 1","rules chratze,ante=50","money francs credit","seats anna beat carl dealer carl","anna 2! beat 2","anna 2! beat 2"]}`, &links)
		return GroupEntry{Desk: links.ID, Secret: links.Write}
	}
	for _, file := range []string{half, half + "anna 2! beat 2\n", half + "anna 2! beat 2\nbeat 2! carl 2\nend\n"} {
		for _, two := range [][2]GroupEntry{{desk(), {File: file}}, {{File: file}, desk()}} {
			b, _ := json.Marshal(NewGroup{Name: "G", Money: "francs", Enter: &two[0]})
			var keys GroupKeys
			if status, text := anna.ask("", string(b), &keys); status != http.StatusCreated {
				t.Fatal(status, text)
			}
			var state GroupState
			anna.ask("/"+keys.ID, "", &state)
			b, _ = json.Marshal(GroupWriting{From: state.N, Enter: &two[1]})
			var no Problem
			if status, text := anna.ask("/"+keys.ID, string(b), &no); status != 422 || no.Option != group.CodeTwice {
				t.Errorf("%.30q and then %.30q: %d %s", two[0].File, two[1].File, status, text)
			}
		}
	}
	var keys GroupKeys
	at := desk()
	b, _ := json.Marshal(NewGroup{Name: "G", Money: "francs", Enter: &at})
	anna.ask("", string(b), &keys)
	var state GroupState
	anna.ask("/"+keys.ID, "", &state)
	b, _ = json.Marshal(GroupWriting{From: state.N, Enter: &GroupEntry{File: strings.Replace(half, "anna 2! beat 2", "anna 3! beat 1", 1)}})
	if status, text := anna.ask("/"+keys.ID, string(b), nil); status != 200 {
		t.Errorf("another evening: %d %s", status, text)
	}
}
