package client_test

import (
	"strings"

	"chratze/internal/client"
	"chratze/internal/fair"
)

// altered are lies about copies, and about deals that were called off because of them.
func altered() []lie {
	spoil := func(l *liar, m message) bool { // those for the other can't be read, so that the deal is called off
		if m["t"] == "copies" && l.lies() {
			text := m["text"].(string)
			m["text"] = text[:64] + flip(text[64:])
		}
		return true
	}
	next := func(change func(l *liar, m, p message)) func(l *liar, m message) []message {
		return func(l *liar, m message) []message {
			if p := proofOf(m, "next"); p != nil && l.lies() {
				change(l, m, p)
			}
			return []message{m}
		}
	}
	return []lie{
		{name: "changes the client's copies", want: client.Bad, code: fair.FaultAltered, up: spoil},
		{name: "shows the client other copies of its own", want: client.Bad, code: fair.FaultAltered, up: kept, down: next(func(l *liar, _, p message) {
			each(p["copies"], func(x string) string {
				if x[:2] == "0 " {
					l.spoilt[p["number"].(interface{ String() string }).String()] = true
					return x[:66] + flip(x[66:])
				}
				return x
			})
		})},
		{name: "changes the client's copies, and blames the other", want: client.Bad, code: "blamed altered late", up: spoil, down: func(l *liar, m message) []message {
			for _, part := range []string{"next", "hand"} {
				voids, _ := proofOf(m, part)["void"].([]any)
				for _, v := range voids {
					if chairs := v.(message)["chairs"].([]any); len(chairs) > 0 {
						chairs[0] = 1
					}
				}
			}
			return []message{m}
		}},
		{name: "plays a deal that it had called off to get the number", want: client.Bad, code: fair.FaultLate, down: next(func(l *liar, m, p message) {
			if p["copies"] != nil {
				n := number(p)
				off := message{"number": n, "chairs": []any{}, "promises": p["promises"], "copies": p["copies"]}
				proof := m["proof"].(message)
				proof["next"] = message{"number": n + 1, "after": p["after"], "sitting": p["sitting"], "promise": strings.Repeat("a", 64), "void": []any{off}}
			}
		})},
	}
}

// kept notes whether the client reveals its number of a deal whose copies were spoilt before it is called off.
func kept(l *liar, m message) bool {
	l.gave = l.gave || m["t"] == "nonce" && l.spoilt[dealOf(m)]
	return true
}
