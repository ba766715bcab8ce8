package oracle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An event is one of docs/rams-hand.md's: its values are string, int64 or (legal)
// []string. Expected and found events are compared key by key.
type event map[string]any

// eventKeys is the order in which the keys of an event are written.
var eventKeys = [...]string{"t", "seat", "amount", "at", "shown", "cards", "up", "n", "card", "suit", "act", "legal"}

// text writes the event as JSON.
func (e event) text() string {
	var b strings.Builder
	for _, key := range eventKeys {
		if value, ok := e[key]; ok {
			v, _ := json.Marshal(value) // strings, integers and lists of strings: can't fail
			b.WriteString(`,"` + key + `":` + string(v))
		}
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

// same says whether two events agree; the found one may lack `legal`.
func (e event) same(found event) bool {
	for key, value := range found {
		if key == "legal" {
			if !slices.Equal(strs(e[key]), strs(value)) {
				return false
			}
		} else if e[key] != value {
			return false
		}
	}
	for key := range e {
		if _, ok := found[key]; !ok && key != "legal" {
			return false
		}
	}
	return true
}

func strs(v any) []string { list, _ := v.([]string); return list }

// next is how the following hand begins.
type next struct {
	Pot    int64 `json:"pot"`
	Dealer int   `json:"dealer"`
	Muss   bool  `json:"muss"`
	Redeal int64 `json:"redeal,omitempty"`
	Spared int64 `json:"spared,omitempty"` // a bit a seat that pays no ante
}

// header is how a hand begins.
type header struct {
	rules rules
	seats int
	next  // pot, dealer, muss and redeal of this hand
}

// line is one parsed line of rams-hand/1.
type line struct {
	header
	fields   map[string]json.RawMessage // the top level as it was
	events   []event
	finished bool // payout, penalty and next are there
	payout   []int64
	penalty  []int64
	after    next
}

// decode reads one JSON value, which has to be there and not null.
func decode(raw json.RawMessage, to any) error {
	if len(raw) == 0 || string(raw) == "null" {
		return fmt.Errorf("missing")
	}
	return json.Unmarshal(raw, to)
}

// parseLine reads a full line or one of an unfinished hand, which lacks
// payout, penalty and next. Unknown top-level fields are ignored.
func parseLine(text []byte) (*line, error) {
	l := &line{}
	if err := json.Unmarshal(text, &l.fields); err != nil {
		return nil, fmt.Errorf("line: %w", err)
	}
	if _, isView := l.fields["view"]; isView {
		return nil, fmt.Errorf("line: a view can't be recomputed")
	}
	if err := l.parseHeader(); err != nil {
		return nil, fmt.Errorf("line: %w", err)
	}
	if err := l.parseEvents(); err != nil {
		return nil, err
	}
	if err := l.parseResult(); err != nil {
		return nil, fmt.Errorf("line: %w", err)
	}
	return l, nil
}

// field reads a top-level field.
func (l *line) field(name string, to any) error {
	if err := decode(l.fields[name], to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// parseHeader reads what is known before the first event.
func (l *line) parseHeader() (err error) {
	var format string
	var names []string
	reads := []struct {
		name string
		to   any
	}{{"format", &format}, {"seats", &l.seats}, {"dealer", &l.Dealer}, {"muss", &l.Muss}, {"pot", &l.Pot}}
	for _, read := range reads {
		if err := l.field(read.name, read.to); err != nil {
			return err
		}
	}
	if _, there := l.fields["redeal"]; there {
		if err := l.field("redeal", &l.Redeal); err != nil {
			return err
		}
		if l.Redeal == 0 {
			return fmt.Errorf("redeal: 0 is left out")
		}
	}
	if _, there := l.fields["spared"]; there {
		if err := l.field("spared", &l.Spared); err != nil {
			return err
		}
		if l.Spared == 0 {
			return fmt.Errorf("spared: 0 is left out")
		}
	}
	if _, there := l.fields["names"]; there {
		if err := l.field("names", &names); err != nil {
			return err
		}
		if len(names) != l.seats {
			return fmt.Errorf("names: %d for %d seats", len(names), l.seats)
		}
	}
	if format != "rams-hand/1" {
		return fmt.Errorf("format: %q", format)
	}
	if l.rules, err = parseRules(l.fields["rules"]); err != nil {
		return err
	}
	return l.header.check()
}

// check refuses a beginning that can't be.
func (h header) check() error {
	if err := h.rules.refuse(h.seats); err != nil {
		return err
	}
	redeals := h.rules.opens() || h.rules.bids()
	if h.rules.is("no_open", "throw_in") {
		redeals = false // the deal passes on
	}
	deals := h.rules.amounts["deals"]
	switch {
	case h.Dealer < 0 || h.Dealer >= h.seats:
		return fmt.Errorf("dealer: no seat %d", h.Dealer)
	case h.Pot < 0 || h.Pot > maxPot:
		return fmt.Errorf("pot: %d is not from 0 to %d", h.Pot, int64(maxPot)) // docs/rules.md 2.11
	case h.Muss && !h.rules.bids():
		return fmt.Errorf("muss: only in Kratzen")
	case h.Spared < 0, h.Spared >= 1<<h.seats, h.Spared > 0 && !h.rules.is("next_ante", "spared"):
		return fmt.Errorf("spared: %d can't be", h.Spared)
	case h.Redeal < 0, h.Redeal > 0 && (!redeals || h.Muss):
		return fmt.Errorf("redeal: %d can't be", h.Redeal)
	case h.Redeal > 0 && h.rules.is("no_open", "redeal") && deals > 0 && h.Redeal >= deals:
		return fmt.Errorf("redeal: %d, but the deal passes on after %d deals", h.Redeal, deals)
	}
	return nil
}

// parseEvents reads the events; unknown kinds are found when they are compared.
func (l *line) parseEvents() error {
	decoder := json.NewDecoder(bytes.NewReader(l.fields["events"]))
	decoder.UseNumber()
	var raw []map[string]any
	if err := decoder.Decode(&raw); err != nil {
		return fmt.Errorf("line: events: %w", err)
	}
	if raw == nil {
		return fmt.Errorf("line: events: missing")
	}
	for i, fields := range raw {
		e := event{}
		for key, value := range fields {
			v, ok := plain(value)
			if !ok {
				return fmt.Errorf("event %d: %s has an impossible value", i, key)
			}
			e[key] = v
		}
		l.events = append(l.events, e)
	}
	return nil
}

// plain turns a decoded JSON value into one that an event may hold.
func plain(value any) (any, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case json.Number:
		n, err := strconv.ParseInt(v.String(), 10, 64)
		return n, err == nil
	case []any:
		list := []string{}
		for _, item := range v {
			word, ok := item.(string)
			if !ok {
				return nil, false
			}
			list = append(list, word)
		}
		return list, true
	}
	return nil, false
}

// parseResult reads payout, penalty and next: all of them or none.
func (l *line) parseResult() error {
	there := 0
	for _, name := range []string{"payout", "penalty", "next"} {
		if _, ok := l.fields[name]; ok {
			there++
		}
	}
	if there == 0 {
		return nil
	}
	l.finished = true
	if err := l.field("payout", &l.payout); err != nil {
		return err
	}
	if err := l.field("penalty", &l.penalty); err != nil {
		return err
	}
	var object map[string]json.RawMessage
	if err := l.field("next", &object); err != nil {
		return err
	}
	for key, raw := range object {
		to := map[string]any{"pot": &l.after.Pot, "dealer": &l.after.Dealer, "muss": &l.after.Muss, "redeal": &l.after.Redeal, "spared": &l.after.Spared}[key]
		if to == nil {
			return fmt.Errorf("next: unknown %q", key)
		}
		if err := decode(raw, to); err != nil {
			return fmt.Errorf("next: %s: %w", key, err)
		}
	}
	want := 3
	for _, n := range []int64{l.after.Redeal, l.after.Spared} {
		if n != 0 {
			want++
		}
	}
	if len(object) != want {
		return fmt.Errorf("next: pot, dealer and muss, and redeal and spared unless they are 0")
	}
	return nil
}
