package client_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/client"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
)

// message is one of the protocol, to be changed on its way.
type message = map[string]any

// liar stands between a client and a server, as a server would that lies.
type liar struct {
	spoilt map[string]bool // deals, by number, of which it has spoilt the copies
	gave   bool            // the client has revealed its nonce for one of them
	*httptest.Server
	to *url.URL

	mu     sync.Mutex
	hand   int // that the server has told last
	lie    lie
	own    fair.Secret       // a number of its own
	sent   string            // the commitment of the client that it has put away
	copied string            // the client's copies of that number
	listed []fair.Given      // the commitments of the deal in preparation
	kept   []message         // of the first hand
	send   func(message)     // to the server
	cut    func()            // breaks the connection
	back   bool              // it has been broken
	next   message           // the deal in preparation, as the server told it
	tell   func(message)     // to the client
	late   chan struct{}     // closed when what the client says goes on to the server; nil: at once
	pack   *strings.Replacer // exchanges two cards
}

// lie is what a liar does with messages, nil: nothing.
type lie struct {
	name  string
	up    func(l *liar, m message) bool      // reports whether the message is passed on
	down  func(l *liar, m message) []message // what is passed on
	want  client.Standing
	proof string // when secrets are opened; "": after each hand
	code  string // of a fault, or several that it may be; "": Part
}

func newLiar(t *testing.T, s *site, how lie) *liar {
	t.Helper()
	to, err := url.Parse(s.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	l := &liar{spoilt: map[string]bool{}, to: to, lie: how, own: fair.Secret{1, 2, 3}, pack: strings.NewReplacer("Ad", "9h", "9h", "Ad")}
	l.Server = httptest.NewServer(http.HandlerFunc(l.socket))
	t.Cleanup(l.Close)
	return l
}

// socket passes messages on, both ways.
func (l *liar) socket(w http.ResponseWriter, r *http.Request) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	server, _, err := websocket.Dial(ctx, "ws://"+l.to.Host+r.URL.Path, &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": r.Header["Authorization"], "Load-Token": r.Header["Load-Token"]}})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer func() { _ = server.CloseNow() }()
	victim, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer func() { _ = victim.CloseNow() }()
	server.SetReadLimit(1 << 22)
	send := func(m message) { _ = server.Write(ctx, websocket.MessageText, encode(m)) }
	l.mu.Lock()
	l.send, l.cut = send, stop
	l.tell = func(m message) { _ = victim.Write(ctx, websocket.MessageText, encode(m)) }
	l.mu.Unlock()
	go func() {
		defer stop()
		for m := read(ctx, server); m != nil; m = read(ctx, server) {
			for _, m := range l.fromServer(m) {
				_ = victim.Write(ctx, websocket.MessageText, encode(m))
			}
		}
	}()
	for m := read(ctx, victim); m != nil; m = read(ctx, victim) {
		if l.late != nil {
			<-l.late
		}
		if l.fromVictim(m) {
			send(m)
		}
	}
}

func read(ctx context.Context, from *websocket.Conn) (m message) {
	_, b, err := from.Read(ctx)
	if err != nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if d.Decode(&m) != nil {
		return nil
	}
	return m
}

func encode(m message) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err) // it has been read
	}
	return b
}

// lies reports whether the liar lies by now: the first hand is dealt honestly.
func (l *liar) lies() bool { return l.hand > 1 }

func (l *liar) fromVictim(m message) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hand == 0 || l.lie.up == nil || l.lie.up(l, m)
}

func (l *liar) fromServer(m message) []message {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n, ok := m["hand"].(json.Number); ok {
		n, _ := n.Int64()
		l.hand = int(n)
	}
	if l.hand == 0 || l.lie.down == nil {
		return []message{m}
	}
	return l.lie.down(l, m)
}

// proofOf returns a part of what a message says of the proof, nil: nothing.
func proofOf(m message, part string) message {
	proof, _ := m["proof"].(message)
	p, _ := proof[part].(message)
	return p
}

// number is the number of a deal.
func number(m message) int {
	n, _ := m["number"].(json.Number)
	i, _ := n.Int64()
	return int(i)
}

// each changes every text of a list.
func each(list any, change func(string) string) {
	texts, _ := list.([]any)
	for i := range texts {
		texts[i] = change(texts[i].(string))
	}
}

// flip changes the first digit of a hash.
func flip(x any) string {
	text := x.(string)
	return string('0'+(text[0]+1)%2) + text[1:]
}

// ofHand is a lie in what is said of the proof of a hand.
func ofHand(change func(l *liar, p message)) func(l *liar, m message) []message {
	return func(l *liar, m message) []message {
		if p := proofOf(m, "hand"); p != nil && l.lies() {
			change(l, p)
		}
		return []message{m}
	}
}

// swap puts the liar's number in the place of the client's, which thinks that its own is taken: with a key of its own the
// liar also reads the copies for the client, and makes others.
func swap(l *liar, m message) bool {
	q := number(message{"number": m["q"]})
	switch own := (fair.Given{Text: l.own.Hex()}); m["t"] {
	case "promise":
		l.sent = m["text"].(string)
		m["text"] = fair.Commit(q, own)
	case "copies":
		l.copied = m["text"].(string)
		m["text"] = fair.Copies(q, own, l.listed)
	case "nonce":
		m["text"] = own.Text
	}
	return true
}

// givens reads a list of what chairs contribute.
func givens(list any) (given []fair.Given) {
	each(list, func(x string) string {
		var g fair.Given
		if err := g.UnmarshalText([]byte(x)); err != nil {
			panic(err) // an honest server has sent it
		}
		given = append(given, g)
		return x
	})
	return given
}

// swapped shows the client its own commitment, wherever the liar's stands.
func swapped(l *liar, m message) []message {
	back := func(p message) {
		n, own := number(p), fair.Given{Text: l.own.Hex()}
		if promises := givens(p["promises"]); promises != nil {
			l.listed = promises
		}
		each(p["promises"], func(x string) string {
			if x == "0 "+fair.Commit(n, own) {
				return "0 " + l.sent
			}
			return x
		})
		shown := givens(p["promises"])
		for _, other := range fair.Opened(n, own, l.listed, givens(p["copies"])) {
			copies := fair.Given{Chair: other.Chair, Text: l.copied}
			if other.Chair > 0 {
				copies.Text = fair.Copies(n, other, shown)
			}
			p["copies"].([]any)[other.Chair] = copies.String()
		}
	}
	if p := proofOf(m, "next"); p != nil {
		back(p)
	}
	if p := proofOf(m, "hand"); p != nil {
		back(p)
	}
	return []message{m}
}

// again plays the first hand to the client once more, in place of every other, and plays for it
// at the server.
func again(change func(hand int, p message)) func(l *liar, m message) []message {
	return func(l *liar, m message) []message {
		if l.hand == 1 {
			l.kept = append(l.kept, clone(m))
			return []message{m}
		}
		if ask, ok := m["ask"].(message); ok {
			l.send(message{"t": "act", "q": ask["q"], "act": ask["legal"].([]any)[0]})
		}
		if proofOf(m, "next") != nil && m["hand"] == nil {
			return []message{{"turn": -1, "ev": []any{}, "proof": message{"next": proofOf(m, "next")}}}
		}
		if m["hand"] == nil {
			return nil
		}
		var list []message
		for _, old := range l.kept {
			old = clone(old)
			if old["hand"] != nil {
				old["hand"] = l.hand
			}
			if p := proofOf(old, "hand"); p != nil {
				change(l.hand, p)
			}
			delete(old, "ask")
			if proof, ok := old["proof"].(message); ok {
				delete(proof, "next")
			}
			list = append(list, old)
		}
		return list
	}
}

func clone(m message) (c message) {
	d := json.NewDecoder(bytes.NewReader(encode(m)))
	d.UseNumber()
	_ = d.Decode(&c)
	return c
}

// lies are the ways to lie.
func lies() []lie {
	deaf := func(l *liar, m message) bool { return m["t"] != "act" || !l.lies() }
	return []lie{
		{name: "swallows promises", want: client.Part, up: func(_ *liar, m message) bool { return m["t"] != "promise" }},
		{name: "swallows copies", want: client.Part, up: func(_ *liar, m message) bool { return m["t"] != "copies" }},
		{name: "puts a number of its own in its place", want: client.Part, up: swap, down: func(l *liar, m message) []message {
			if p := proofOf(m, "next"); p != nil && p["promises"] != nil { // the client gives nothing, for its promise isn't there
				l.send(message{"t": "nonce", "q": p["number"], "text": l.own.Hex()})
			}
			return []message{m}
		}},
		{name: "swaps promises", want: client.Bad, code: fair.FaultDropped, up: swap, down: swapped},
		{name: "leaves a number out", want: client.Bad, code: fair.FaultDropped, down: ofHand(func(_ *liar, p message) {
			for _, what := range []string{"promises", "nonces"} {
				if list, ok := p[what].([]any); ok {
					p[what] = slices.DeleteFunc(list, func(x any) bool { return strings.HasPrefix(x.(string), "0 ") })
				}
			}
		})},
		{name: "changes cards", want: client.Bad, code: "swap order seen", down: func(l *liar, m message) []message {
			if l.lies() {
				each(m["ev"], l.pack.Replace)
				if ask, ok := m["ask"].(message); ok {
					each(ask["legal"], l.pack.Replace)
				}
			}
			return []message{m}
		}, up: func(l *liar, m message) bool {
			if m["t"] == "act" && l.lies() {
				m["act"] = l.pack.Replace(m["act"].(string))
			}
			return true
		}},
		{name: "opens other cards", want: client.Bad, code: fair.FaultOpening, down: ofHand(func(l *liar, p message) { each(p["open"], l.pack.Replace) })},
		{name: "keeps cards closed", want: client.Bad, code: fair.FaultClosed, down: ofHand(func(_ *liar, p message) {
			if list, ok := p["open"].([]any); ok {
				p["open"] = list[1:]
			}
		})},
		{name: "changes its promise", want: client.Bad, code: fair.FaultLate, down: ofHand(func(_ *liar, p message) {
			if p["promise"] != nil {
				p["promise"] = flip(p["promise"])
			}
		})},
		{name: "opens another secret", want: client.Bad, code: fair.FaultSecret, down: ofHand(func(_ *liar, p message) {
			if p["secret"] != nil {
				p["secret"] = flip(p["secret"])
			}
		})},
		{name: "leaves a deal out", want: client.Bad, code: fair.FaultGap, down: ofHand(func(_ *liar, p message) {
			p["number"] = number(p) + 1
		})},
		{name: "calls it practice", want: client.Bad, code: fair.FaultPractice, down: ofHand(func(_ *liar, p message) {
			n := p["number"]
			clear(p)
			p["scheme"], p["none"], p["number"] = fair.Scheme, fair.NonePractice, n
		})},
		{name: "tells no proof", want: client.Bad, code: fair.FaultSilent, down: func(l *liar, m message) []message {
			if l.lies() {
				delete(m, "proof")
			}
			return []message{m}
		}},
		{name: "tells no proof after a broken connection, and not that it has heard", want: client.Bad, code: fair.FaultSilent, down: func(l *liar, m message) []message {
			if l.lies() && !l.back {
				l.back = true
				l.cut()
				return nil
			}
			if l.back && m["t"] == "ok" {
				return nil
			}
			if l.back {
				delete(m, "proof")
			}
			return []message{m}
		}},
		{name: "says after a broken connection that there is no proof", want: client.Bad, code: fair.FaultSilent, down: func(l *liar, m message) []message {
			if l.lies() && !l.back {
				l.back = true
				l.cut()
				return nil
			}
			if config, ok := m["config"].(message); ok && l.back {
				delete(config, "proof")
			}
			if l.back {
				delete(m, "proof")
			}
			return []message{m}
		}},
		{name: "plays an old hand again", want: client.Bad, code: fair.FaultReused, up: deaf, down: again(func(int, message) {})},
		{name: "plays an old hand again with another number", want: client.Bad, code: fair.FaultLate, up: deaf, down: again(func(hand int, p message) {
			p["number"], p["after"] = hand, hand-1
		})},
		{name: "gives a number for its bot", want: client.Bots, down: ofHand(func(_ *liar, p message) {
			if p["promises"] != nil {
				p["bots"] = []any{1}
			}
		})},
		{name: "gives a number for its bot, and calls it a person's", want: client.Bots, down: func(l *liar, m message) []message {
			if info, ok := m["info"].(message); ok && l.lies() {
				info["chairs"] = []any{message{"person": 1, "name": "Anna"}, message{"person": 2, "name": "Bot", "bot": "best"}}
			}
			return []message{m}
		}},
	}
}

// faced are all servers that are to be found out, and those of which nothing is to be found.
func faced() []lie {
	return append(slices.Concat(lies(), twice(), replayed(), altered()), lie{name: "is honest", want: client.Good}, lie{
		name: "swallows numbers, which the other's opens", want: client.Good, up: func(_ *liar, m message) bool { return m["t"] != "nonce" },
	}, lie{
		name: "spoils copies, so that the client keeps its number back", want: client.Good, up: func(l *liar, m message) bool {
			l.gave = l.gave || m["t"] == "nonce" && l.spoilt[fmt.Sprint(m["q"])] // of the first deal it may come late
			return true
		}, down: func(l *liar, m message) []message {
			if p := proofOf(m, "next"); p != nil && p["copies"] != nil {
				each(p["copies"], func(x string) string { // those of the other, for this client
					if x[:2] == "1 " {
						return x[:2] + flip(x[2:])
					}
					return x
				})
				l.spoilt[fmt.Sprint(p["number"])] = true
			}
			return []message{m}
		},
	})
}

// prover returns what plays a chair until the context ends, and tells what it finds of each hand when it is over.
type prover func(ctx context.Context, t *testing.T, server string, seat client.Seat, found chan<- client.HandReport) func()

// face lets a prover find out a server, beside another one whose connection is honest.
func face(t *testing.T, how lie, plays prover) {
	t.Helper()
	s := newSite(t)
	seats := newTableOf(t, s, 2, `,"proof":"`+cmp.Or(how.proof, "hand")+`"`)
	l := newLiar(t, s, how)
	found := make(chan client.HandReport, 1000)
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(terminal(ctx, t, s.http.URL, seats[1], make(chan client.HandReport, 1000)))
	all.Go(plays(ctx, t, l.URL, seats[0], found))
	judge(t, how, found)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gave {
		t.Error("the client reveals its nonce although it can't open the copies")
	}
}

// terminal is a prover by this package.
func terminal(ctx context.Context, _ *testing.T, server string, seat client.Seat, found chan<- client.HandReport) func() {
	r := rand.New(rand.NewPCG(uint64(seat.Chair), 3))
	var answered uint64
	last := 0
	var c *client.Client
	c = client.New(client.Options{Server: server, Table: seat.Table, Secret: seat.Secret, Header: http.Header{"Load-Token": {"load"}}, Least: time.Millisecond,
		Told: func(t *client.Table, _ *wire.Received) {
			if hands := t.Proofs.Hands; len(hands) > 0 && (hands[len(hands)-1].Hand > last || hands[len(hands)-1].Standing == client.Bad) {
				last = hands[len(hands)-1].Hand
				found <- hands[len(hands)-1]
			}
			if t.Ask != nil && t.Ask.Number != answered {
				answered = t.Ask.Number
				_ = c.Act(t.Ask.Number, t.Ask.Legal[r.IntN(len(t.Ask.Legal))].String())
			}
			if t.Info != nil && t.Info.Stage == table.Lobby && seat.Chair == 0 {
				_ = c.Send(&wire.Message{T: table.DoStart})
			}
		}})
	return func() { _ = c.Run(ctx) }
}

// TestLyingServer: whatever a server does to the proof, the client has found it when the hand
// is over; and an honest one is found honest.
func TestLyingServer(t *testing.T) {
	t.Parallel()
	for _, how := range faced() {
		t.Run(how.name, func(t *testing.T) {
			t.Parallel()
			face(t, how, terminal)
		})
	}
}

// judge looks at one hand after the other until the lie is found. A hand whose numbers came too late for the server's patience, as on a
// busy machine, is none; of 40 enough are in time.
func judge(t *testing.T, how lie, found <-chan client.HandReport) {
	t.Helper()
	hang := time.After(waittest.Limit)
	good := 0
	for range 40 {
		select {
		case c := <-found:
			lied := how.code == "" && how.want == client.Part // in the first hand already: its number is given before
			if c.Standing == how.want && (c.Hand > 1 || lied) && how.want != client.Good {
				if how.want == client.Bad && !slices.ContainsFunc(c.Faults, func(f fair.Fault) bool { return slices.Contains(strings.Fields(how.code), f.Code) }) {
					t.Errorf("hand %d has the faults %v, want %s", c.Hand, c.Faults, how.code)
				}
				if how.want == client.Part && !c.Sent {
					t.Error("the client doesn't say that it had sent its number")
				}
				return
			}
			if slices.Contains([]client.Standing{client.Part, client.Alone, client.Again}, c.Standing) { // numbers or copies came late
				continue
			}
			if c.Standing != client.Good && c.Standing != client.Once {
				t.Fatalf("hand %d is %s: %v", c.Hand, c.Standing, c.Faults)
			}
			if good++; how.want == client.Good && good > 5 {
				if c.Level != fair.Whole || c.Nonces != 2 {
					t.Errorf("%+v", c.Report)
				}
				return
			}
		case <-hang:
			t.Fatal(waittest.Late("the next hand is checked"))
		}
	}
	t.Error("the lie isn't found")
}
