package client_test

import (
	"strconv"
	"strings"

	"chratze/internal/client"
	"chratze/internal/fair"
)

// replayed are lies of a server that brings up what belongs to another deal, opens a thing twice, or adds chairs of its own.
func replayed() []lie {
	list := func(p message, what string) []any {
		texts, _ := p[what].([]any)
		return texts
	}
	earlier := func(l *liar, p message, what string) { // in the place of the other's
		if len(list(p, what)) == 0 {
			return
		}
		own := clone(p)
		if len(l.kept) > 0 && l.lies() {
			for _, old := range list(l.kept[0], what) {
				each(p[what], func(x string) string {
					if x[:2] == "1 " && strings.HasPrefix(old.(string), "1 ") {
						return old.(string)
					}
					return x
				})
			}
		}
		l.kept = []message{own}
	}
	return []lie{
		{name: "replays the other's copies of an earlier deal", want: client.Good, up: func(l *liar, m message) bool {
			l.gave = l.gave || m["t"] == "nonce" && l.spoilt[dealOf(m)]
			return true
		}, down: func(l *liar, m message) []message {
			if p := proofOf(m, "next"); p != nil && p["copies"] != nil {
				l.spoilt[strconv.Itoa(number(p))] = l.lies() && len(l.kept) > 0
				earlier(l, p, "copies")
			}
			return []message{m}
		}},
		{name: "replays the other's number of an earlier deal", want: client.Bad, code: fair.FaultNonce, down: ofHand(func(l *liar, p message) { earlier(l, p, "nonces") })},
		{name: "opens an envelope twice", want: client.Bad, code: fair.FaultOpening, down: ofHand(func(_ *liar, p message) {
			if open := list(p, "open"); len(open) > 0 {
				f := strings.Fields(open[0].(string))
				if f[2] = "Ad"; strings.Contains(open[0].(string), "Ad") {
					f[2] = "9h"
				}
				p["open"] = append(open, strings.Join(f, " "))
			}
		})},
		{name: "adds two chairs of its own", want: client.Bad, code: fair.FaultLate, down: ofHand(func(l *liar, p message) {
			for chair := range 2 {
				own := fair.Given{Chair: phantom + chair, Text: l.own.Hex()}
				if promises := list(p, "promises"); promises != nil {
					p["promises"] = append(promises, strconv.Itoa(own.Chair)+" "+fair.Commit(number(p), own))
				}
				if nonces := list(p, "nonces"); nonces != nil {
					p["nonces"] = append(nonces, strconv.Itoa(own.Chair)+" "+own.Text)
				}
			}
		})},
		{name: "says that a deal was called off that wasn't", want: client.Bad, code: fair.FaultLate, down: func(l *liar, m message) []message {
			if p := proofOf(m, "next"); p != nil && l.lies() {
				p["void"] = []any{message{"number": number(p) - 1, "chairs": []any{1}, "promises": []any{}}}
			}
			return []message{m}
		}},
		{name: "changes its promise once the numbers are promised", want: client.Part, down: func(l *liar, m message) []message {
			if p := proofOf(m, "next"); p != nil && p["promises"] != nil && l.lies() {
				p["promise"] = flip(p["promise"])
			}
			return []message{m}
		}},
	}
}
