package load

import (
	"encoding/json"
	"strings"
)

// news is what a seat of the load generator reads of a message: as little as is needed to play
// and to notice missing messages. Package client reads everything.
type news struct {
	T    string // "": news; hello, no, bye …
	Code string // of "no" and "bye"
	Hand int
	From *int // 0: it has the events of a hand from the beginning; otherwise a repetition contains no public acts
	Ev   []string
	Ask  *struct {
		Q     uint64
		Legal []string
		Six   bool
	}
}

// scan reads a message of chratze/1. It reports whether it is one that a server can send.
func (h *news) scan(b []byte) bool {
	*h = news{}
	return json.Unmarshal(b, h) == nil && (h.T != "" || h.Ev != nil) && (h.Ask == nil || len(h.Ask.Legal) > 0)
}

// acts returns the public acts, such as "1 play As", without discarded cards.
func (h *news) acts() (acts []string) {
	for _, e := range h.Ev {
		act, ok := strings.CutPrefix(e, "act ")
		seat, what, _ := strings.Cut(act, " ")
		if !ok || !public(what) {
			continue
		}
		if word, _, _ := strings.Cut(what, " "); word == "lay" || word == "drop" {
			act = seat + " " + word
		}
		acts = append(acts, act)
	}
	return acts
}

// public reports whether everybody sees an act.
func public(act string) bool { return act != "see" && act != "keep" }
