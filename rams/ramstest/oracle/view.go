package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Public is the seat of a spectator's view.
const Public = -1

// View is the view of a hand for one seat, or Public, as docs/rams-hand.md says,
// built from the oracle's own record of what each seat may know; the line has to
// pass Check. `fair` is left out: only its owner can say what reveals nothing.
func View(text []byte, seat int) ([]byte, error) {
	h, err := replay(text)
	if err != nil {
		return nil, err
	}
	if seat != Public && (seat < 0 || seat >= h.seats) {
		return nil, fmt.Errorf("view: no seat %d", seat)
	}
	l, err := parseLine(text)
	if err != nil {
		return nil, err
	}
	view := maps.Clone(l.fields)
	delete(view, "fair")
	view["view"] = json.RawMessage(`"public"`)
	if seat != Public {
		view["view"] = json.RawMessage(fmt.Sprint(seat))
	}
	var seen []string
	for i := range l.events {
		e := maps.Clone(h.log[i])
		delete(e, "legal")
		if legal, told := l.events[i]["legal"]; told && e["seat"] == int64(seat) {
			e["legal"] = legal
		}
		if e = seenBy(seat, e, h.seer[i]); e != nil {
			seen = append(seen, e.text())
		}
	}
	view["events"] = json.RawMessage("[" + strings.Join(seen, ",") + "]")
	return json.Marshal(view)
}

// CheckView compares a view that another person made with the oracle's,
// structurally: the order of keys doesn't matter, `fair` is not compared.
func CheckView(text []byte, seat int, view []byte) error {
	expected, err := View(text, seat)
	if err != nil {
		return err
	}
	var want, have map[string]any
	for _, read := range []struct {
		text []byte
		to   *map[string]any
	}{{expected, &want}, {view, &have}} {
		decoder := json.NewDecoder(bytes.NewReader(read.text))
		decoder.UseNumber()
		if err := decoder.Decode(read.to); err != nil {
			return fmt.Errorf("view: %w", err)
		}
	}
	delete(have, "fair")
	return difference("view", want, have)
}

// difference names the first place where two JSON values differ.
func difference(place string, want, have any) error {
	switch w := want.(type) {
	case map[string]any:
		h, ok := have.(map[string]any)
		if !ok {
			break
		}
		keys := slices.Sorted(maps.Keys(w))
		for key := range h {
			if _, wanted := w[key]; !wanted {
				return fmt.Errorf("%s: unexpected %s", place, key)
			}
		}
		for _, key := range keys {
			if _, there := h[key]; !there {
				return fmt.Errorf("%s: %s is missing, expected %v", place, key, w[key])
			}
			if err := difference(place+"."+key, w[key], h[key]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		h, ok := have.([]any)
		if !ok {
			break
		}
		for i := range min(len(w), len(h)) {
			if err := difference(fmt.Sprintf("%s[%d]", place, i), w[i], h[i]); err != nil {
				return err
			}
		}
		if len(w) != len(h) {
			return fmt.Errorf("%s: expected %d, found %d", place, len(w), len(h))
		}
		return nil
	}
	if !reflect.DeepEqual(want, have) {
		return fmt.Errorf("%s: expected %v, found %v", place, want, have)
	}
	return nil
}

// seenBy returns an event as a viewer sees it, or nil if the viewer doesn't; seer is the seat
// that may see its cards. The viewer may change the event.
func seenBy(viewer int, e event, seer int) event {
	own := viewer != Public && viewer == seer
	switch e["t"] {
	case "shuffle":
		return nil
	case "reshuffle":
		return event{"t": "reshuffle", "n": int64(len(strings.Fields(e["cards"].(string))))}
	case "deal", "draw":
		if !own {
			e["cards"] = masked(e["cards"].(string), e["up"])
		}
	case "act":
		words := strings.Fields(e["act"].(string))
		switch {
		case own:
		case words[0] == "see" || words[0] == "keep":
			return nil
		case words[0] == "lay" || words[0] == "drop":
			e["act"] = words[0] + strings.Repeat(" ??", len(words)-1)
		}
	}
	return e
}

// masked hides the cards of a list but those that came face up.
func masked(cards string, up any) string {
	open, _ := up.(string)
	list := strings.Fields(cards)
	for i, card := range list {
		if !strings.Contains(open, card) {
			list[i] = "??"
		}
	}
	return strings.Join(list, " ")
}
