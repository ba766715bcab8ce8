package client_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"chratze/internal/client"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
)

// twice are lies of a server that says two things about the same deal, or keeps back what it has promised to open.
func twice() []lie {
	later := func(change func(l *liar, m message)) func(l *liar, m message) []message { // from the second hand on, after a broken connection
		return func(l *liar, m message) []message {
			if l.lies() && !l.back {
				l.back = true
				l.cut()
				return nil
			}
			if l.back {
				change(l, m)
			}
			return []message{m}
		}
	}
	shut := func(m message) {
		if p := proofOf(m, "hand"); p != nil {
			delete(p, "secret")
		}
	}
	return []lie{
		{name: "keeps the secret of a hand closed", want: client.Bad, code: fair.FaultUnopened, down: ofHand(func(_ *liar, p message) { delete(p, "secret") })},
		{name: "says after a broken connection that secrets are never opened", want: client.Bad, code: "late unopened", down: later(func(_ *liar, m message) {
			if config, ok := m["config"].(message); ok {
				config["proof"] = "never"
			}
			shut(m)
		})},
		{name: "says after a broken connection that the table is for practice", want: client.Bad, code: "late practice", down: later(func(_ *liar, m message) {
			if config, ok := m["config"].(message); ok {
				config["practice"] = true
			}
			if p := proofOf(m, "hand"); p != nil {
				n := p["number"]
				clear(p)
				p["scheme"], p["none"], p["number"] = fair.Scheme, fair.NonePractice, n
			}
		})},
		{name: "changes envelopes before the secret is opened", proof: "sitting", want: client.Bad, code: fair.FaultLate, down: func(l *liar, m message) []message {
			p := proofOf(m, "hand")
			if p == nil || !l.lies() {
				return []message{m}
			}
			if draws, ok := p["draws"].([]any); ok && p["sitting"] != nil {
				l.kept = []message{clone(draws[0].(message))}
			}
			if p["open"] != nil && len(l.kept) > 0 {
				d := clone(l.kept[0])
				list := d["shuffle"].([]any)
				list[len(list)-1] = flip(list[len(list)-1]) // which nobody has seen
				p["draws"] = []any{d}
			}
			return []message{m}
		}},
		{name: "takes a chair from the list after it has the numbers", want: client.Bad, code: fair.FaultLate, up: oneLess, down: oneMore},
		{name: "lists a false key first", want: client.Bad, code: fair.FaultLate, up: func(l *liar, m message) bool {
			if m["t"] == "copies" && l.lies() && !l.spoilt[dealOf(m)] {
				l.spoilt[dealOf(m)] = true // it has read them, and they never come
				return false
			}
			return true
		}, down: func(l *liar, m message) []message {
			p := proofOf(m, "next")
			if p == nil || p["promises"] == nil || p["copies"] != nil || !l.lies() || l.back {
				return []message{m}
			}
			l.back = true
			first := clone(m)
			each(proofOf(first, "next")["promises"], func(x string) string {
				if x[:2] == "1 " {
					return x[:66] + fair.Commit(number(p), fair.Given{Chair: 1, Text: l.own.Hex()})[64:]
				}
				return x
			})
			return []message{first, m}
		}},
		{name: "has the number, and begins the deal anew", want: client.Again, up: anew, down: func(l *liar, m message) []message {
			if p := proofOf(m, "next"); p != nil && p["promises"] == nil {
				l.next = clone(p)
			}
			return []message{m}
		}},
	}
}

// anew is a server that has the client's number for a deal, doesn't like the cards that follow, and begins the deal anew.
func anew(l *liar, m message) bool {
	if n, _ := strconv.Atoi(dealOf(m)); !l.lies() || l.spoilt[dealOf(m)] || n <= l.hand { // it is dealt: the other's number has opened this one
		return true
	}
	next := func(p message) { l.tell(message{"turn": -1, "ev": []any{}, "proof": message{"next": p}}) }
	p := clone(l.next)
	switch m["t"] {
	case "promise":
		p["promises"] = []any{"0 " + m["text"].(string)}
		next(p)
		l.sent = m["text"].(string)
	case "copies":
		p["promises"], p["copies"] = []any{"0 " + l.sent}, []any{"0 " + m["text"].(string)}
		next(p)
	case "nonce":
		l.spoilt[dealOf(m)] = true // it doesn't like the cards that follow
		next(p)
	default:
		return true
	}
	return false
}

// dealOf is the number of the deal that a client's message is about.
func dealOf(m message) string {
	n, _ := m["q"].(json.Number)
	return n.String()
}

// phantom is a chair of the liar's own in a deal.
const phantom = 2

// oneMore lists a chair to the client that isn't there, until the cards are dealt.
func oneMore(l *liar, m message) []message {
	p := proofOf(m, "next")
	if p == nil || p["promises"] == nil || !l.lies() {
		return []message{m}
	}
	own := fair.Given{Chair: phantom, Text: l.own.Hex()}
	list, _ := p["promises"].([]any)
	list = append(list, strconv.Itoa(phantom)+" "+fair.Commit(number(p), own))
	p["promises"] = list
	if copies, ok := p["copies"].([]any); ok {
		var promises []fair.Given
		for i := range list {
			var g fair.Given
			_ = g.UnmarshalText([]byte(list[i].(string)))
			promises = append(promises, g)
		}
		for i := range copies { // Anna opens her own, and those of Beat for her
			copies[i] = copies[i].(string) + l.own.Hex()
		}
		p["copies"] = append(copies, strconv.Itoa(phantom)+" "+fair.Copies(number(p), own, promises))
	}
	return []message{m}
}

// oneLess leaves out what the client sends to that chair.
func oneLess(l *liar, m message) bool {
	if m["t"] == "copies" && l.lies() {
		m["text"] = m["text"].(string)[:128]
	}
	return true
}

// TestSecretStaysClosed: a session is over, and the server opens its secret, or keeps it closed.
func TestSecretStaysClosed(t *testing.T) {
	t.Parallel()
	for _, closed := range []bool{false, true} {
		t.Run(strconv.FormatBool(closed), func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			seats := newTableOf(t, s, 2, `,"proof":"sitting"`)
			l := newLiar(t, s, lie{down: func(_ *liar, m message) []message {
				if p := proofOf(m, "hand"); p != nil && closed {
					delete(p, "secret")
					delete(p, "sitting_secret")
				}
				return []message{m}
			}})
			ctx, stop := context.WithTimeout(context.Background(), waittest.Limit)
			var all sync.WaitGroup
			defer all.Wait()
			defer stop()
			over := make(chan client.Proofs, 1)
			for i, seat := range seats {
				var answered uint64
				var c *client.Client
				var last bool
				c = client.New(client.Options{Server: []string{l.URL, s.http.URL}[i], Table: seat.Table, Secret: seat.Secret, Header: http.Header{"Load-Token": {"load"}}, Least: time.Millisecond,
					Told: func(t *client.Table, m *wire.Received) {
						if t.Ask != nil && t.Ask.Number != answered {
							answered = t.Ask.Number
							_ = c.Act(t.Ask.Number, t.Ask.Legal[0].String())
						}
						switch {
						case i == 1 || t.Info == nil:
						case t.Info.Stage == table.Lobby:
							_ = c.Send(&wire.Message{T: table.DoStart})
						case t.Hand == 3 && !last:
							last = true
							_ = c.Send(&wire.Message{T: table.DoLast})
						case t.Info.Stage == table.Over && m.Proof != nil:
							over <- t.Proofs
						}
					}})
				all.Go(func() { _ = c.Run(ctx) })
			}
			select {
			case p := <-over:
				last := p.Hands[len(p.Hands)-1]
				refused := slices.ContainsFunc(last.Faults, func(f fair.Fault) bool { return f.Code == fair.FaultUnopened })
				if refused != closed || (last.Standing == client.Bad) != closed || (p.Whole == len(p.Hands)) == closed {
					t.Errorf("%+v", p)
				}
			case <-ctx.Done():
				t.Fatal(waittest.Late("the session is over"))
			}
		})
	}
}
