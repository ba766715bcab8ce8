package history_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/history"
	"chratze/rams/ramstest/oracle"
)

// object is a JSON object, event or line, that a test can change.
type object = map[string]any

func parse(t testing.TB, text string) object {
	t.Helper()
	var o object
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&o); err != nil {
		t.Fatal(err)
	}
	return o
}

func write(t testing.TB, o object) string {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMutations changes every example in every small way that the format has room
// for. The oracle, which shares nothing with the kernel, says which of them are
// true histories of another hand, and else which event is the first impossible one.
func TestMutations(t *testing.T) {
	t.Parallel()
	every := 74 / times(20) // of the examples
	tried, let := 0, 0
	for i, x := range examples(t) {
		if i%every != 0 {
			continue
		}
		mutants(t, x.text, func(what, text string) {
			tried++
			_, err := history.Read(text)
			want := oracle.Check([]byte(text))
			if want == nil {
				let++
			}
			if why := disagree(want, err); why != "" {
				t.Errorf("%s line %d, %s: %s\noracle: %v\nhistory: %v", x.file, x.n, what, why, want, err)
			}
		})
	}
	t.Logf("%d mutants, %d of them true", tried, let)
	if let == 0 || let > tried/20 || tried < 300*times(20) {
		t.Errorf("%d mutants, %d of them true", tried, let)
	}
}

var eventNumber = regexp.MustCompile(`^event (\d+): `)

// disagree says in what two refusals differ, or "".
func disagree(want, err error) string {
	if (want == nil) != (err == nil) {
		return "one accepts it"
	}
	var e *history.Error
	if want == nil || !errors.As(err, &e) {
		return ""
	}
	event := -1
	if m := eventNumber.FindStringSubmatch(want.Error()); m != nil {
		event, _ = strconv.Atoi(m[1])
	}
	if e.Event != event {
		return fmt.Sprintf("event %d, the oracle says %d", e.Event, event)
	}
	return ""
}

// mutants calls try with changed lines.
func mutants(t *testing.T, text string, try func(what, text string)) {
	line := parse(t, text)
	events := line["events"].([]any)
	with := func(what string, changed []any) {
		o := maps.Clone(line)
		o["events"] = changed
		try(what, write(t, o))
	}
	for i := range events {
		with(fmt.Sprint("without event ", i), slices.Delete(slices.Clone(events), i, i+1))
		with(fmt.Sprint("twice event ", i), slices.Insert(slices.Clone(events), i, events[i]))
		if i > 0 {
			swapped := slices.Clone(events)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			with(fmt.Sprint("events exchanged at ", i), swapped)
		}
		e := events[i].(object)
		for _, key := range slices.Sorted(maps.Keys(e)) {
			for _, value := range others(e, key, i) {
				changed := slices.Clone(events)
				o := maps.Clone(e)
				o[key] = value
				changed[i] = o
				with(fmt.Sprintf("event %d: %s is %v, not %v", i, key, value, e[key]), changed)
			}
		}
	}
	for _, key := range []string{"payout", "penalty"} {
		for seat := range line[key].([]any) {
			o := maps.Clone(line)
			list := slices.Clone(line[key].([]any))
			n, _ := strconv.Atoi(string(list[seat].(json.Number)))
			list[seat] = n + 5
			o[key] = list
			try(fmt.Sprint(key, " of ", seat), write(t, o))
		}
	}
	for key, value := range (object{"dealer": 1, "muss": true, "pot": 7, "redeal": 1}) {
		o := maps.Clone(line)
		next := maps.Clone(o["next"].(object))
		next[key] = value
		if fmt.Sprint(next[key]) != fmt.Sprint(o["next"].(object)[key]) {
			o["next"] = next
			try("next "+key, write(t, o))
		}
		o = maps.Clone(line)
		o[key] = value
		if fmt.Sprint(o[key]) != fmt.Sprint(line[key]) {
			try(key, write(t, o))
		}
	}
}

// others are wrong values for a key of an event.
func others(e object, key string, event int) (all []any) {
	text, isText := e[key].(string)
	if !isText {
		n, _ := strconv.Atoi(string(e[key].(json.Number)))
		if n > 0 {
			all = append(all, n-1)
		}
		if n < 7 || key != "seat" {
			all = append(all, n+1)
		}
		return all
	}
	switch key {
	case "t":
		return append(all, "trick", "susi")
	case "suit":
		return append(all, strings.Replace("cshd", text, "", 1)[event%3:][:1])
	case "act":
		word, cards, _ := strings.Cut(text, " ")
		for i, act := range []string{"see", "pass", "weiter", "oder", "join", "out", "last", "lay", "keep", "swap", "drop 7c", "play As", "lay Kd"} {
			if act != text && (i+event)%4 == 0 {
				all = append(all, act)
			}
		}
		if cards == "" {
			return all
		}
		for _, list := range otherCards(cards, event) {
			all = append(all, word+" "+list)
		}
		return all
	}
	for _, list := range otherCards(text, event) {
		all = append(all, list)
	}
	if cards := strings.Fields(text); len(cards) > 1 {
		at := 1 + event%(len(cards)-1)
		cards[0], cards[at] = cards[at], cards[0]
		all = append(all, strings.Join(cards, " "))
	}
	return all
}

// otherCards are lists with a card changed, one more, one less.
func otherCards(text string, event int) (all []string) {
	cards := strings.Fields(text)
	at := event % len(cards)
	changed := slices.Clone(cards)
	changed[at] = string("AKQJT987"[event%8]) + string("cshd"[event%4])
	if changed[at] != cards[at] {
		all = append(all, strings.Join(changed, " "))
	}
	all = append(all, text+" "+cards[0])
	if len(cards) > 1 {
		all = append(all, strings.Join(slices.Delete(slices.Clone(cards), at, at+1), " "))
	}
	return all
}
