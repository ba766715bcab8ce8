package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// TestChances: at each of nature's turns of random hands, the listed actions are legal and
// different, their probabilities add up to one, and the action that nature then takes is among
// them.
func TestChances(t *testing.T) {
	t.Parallel()
	chance := chance.Seeded(3)
	listed := map[rams.Kind]int{}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		for _, seats := range []int{least, most} {
			g, err := v.Game(seats)
			if err != nil {
				t.Fatal(err)
			}
			deck := rams.Deck{Source: &chance}
			start := g.FirstStart(0)
			for range 12 {
				s, err := g.NewHand(start)
				if err != nil {
					t.Fatal(err)
				}
				for !s.Done() {
					if s.Turn() != rams.Nature {
						legal := s.Legal(nil)
						s.ApplyUnchecked(legal[chance.IntN(len(legal))])
						continue
					}
					list, odds := chances(&s, 12000)
					a := deck.Next(&s)
					if list != nil {
						listed[s.PendingChance().Kind]++
						holds(t, &s, list, odds, a)
					}
					back, err := parse(&s, text(a))
					if err != nil || back != a {
						t.Fatalf("%s reads back as %+v, %v; want %+v", text(a), back, err, a)
					}
					s.ApplyUnchecked(a)
				}
				start = s.Result().Next
			}
		}
	}
	for _, k := range []rams.Kind{rams.Shuffle, rams.CutPack, rams.DealCards, rams.TurnUp, rams.TurnBid, rams.Draw} {
		if listed[k] == 0 {
			t.Errorf("%v was never listed", k)
		}
	}
}

func holds(t *testing.T, s *rams.State, list []string, odds []float64, a rams.Action) {
	t.Helper()
	sum, found := 0.0, false
	seen := map[string]bool{}
	for i, text := range list {
		sum += odds[i]
		b, err := parse(s, text)
		after := *s
		if err != nil || after.Apply(b) != nil {
			t.Fatalf("%v: %s can't happen: %v", s, text, err)
		}
		if seen[text] {
			t.Fatalf("%s stands twice", text)
		}
		seen[text] = true
		found = found || b == a
	}
	if math.Abs(sum-1) > 1e-9 || !found {
		t.Fatalf("%v: of %d chances, which sum to %v, %s is one: %v", s, len(list), sum, text(a), found)
	}
}

// session sends lines and returns the answers.
func session(t *testing.T, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := Serve(context.Background(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// TestHand plays hands through the pipe, choosing from the actions that it says are legal. Each begins as the one
// before it said.
func TestHand(t *testing.T) {
	t.Parallel()
	var next Start
	redeals, spared := 0, 0
	for i := range 8 * len(variant.Presets()) {
		name := variant.Presets()[i/8]
		if i%8 == 0 {
			next = Start{}
		}
		r := Request{Rules: name, Seats: 4, Start: next}
		seat := 2
		r.Seat = &seat
		var reply Reply
		for n := uint64(1000 * i); reply.Turn != TurnOver; n++ {
			r.Nature = &n
			b, err := json.Marshal(&r)
			if err != nil {
				t.Fatal(err)
			}
			reply = Reply{}
			if err := json.Unmarshal([]byte(session(t, string(b))[0]), &reply); err != nil {
				t.Fatal(err)
			}
			h, err := history.Read(reply.Told)
			if err != nil || h.Start != rams.Start(next) || reply.Next != nil && h.Next != rams.Start(*reply.Next) {
				t.Fatalf("%s: %+v after %+v, then %+v: %v", reply.Told, h.Start, next, reply.Next, err)
			}
			r.Actions = append(r.Actions, reply.Acted...)
			if reply.Turn >= 0 {
				if len(r.Actions) > 200 || len(reply.Legal) == 0 {
					t.Fatalf("%s has no end: %+v", name, reply)
				}
				r.Actions = append(r.Actions, reply.Legal[(len(reply.Legal)-1)*(i+len(r.Actions))/(8+len(r.Actions))%len(reply.Legal)])
			}
		}
		sum := 0.0
		for _, x := range reply.Returns {
			sum += x
		}
		if len(reply.Returns) != 4 || math.Abs(sum) > 1e-9 || reply.Next == nil {
			t.Errorf("%s: returns %v", name, reply.Returns)
		}
		next = *reply.Next
		redeals, spared = redeals+int(next.Redeal), spared+int(next.Spared)
	}
	if redeals == 0 || spared == 0 {
		t.Errorf("%d redeals, seats spared: %d", redeals, spared)
	}
}

func TestRequests(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ ask, want string }{
		{`{"rules":"chratze","seats":3}`, `{"turn":-1,"phase":"shuffle","legal":[]}`},
		{`{"rules":"chratze","seats":3,"actions":["shuffle","deal As Ks","deal Ah Kh","deal Ad Kd"]}`, `{"turn":0,"phase":"double-blind","legal":["double-blind","see"]}`},
		{`[{"rules":"chratze","seats":3,"chances":9},{"op":"x"}]`, `[{"turn":-1,"phase":"shuffle","legal":[],"chances":["shuffle"],"odds":[1]},{"error":"no op \"x\": expected none, env, play or games"}]`},
		{`{"rules":"chratze","seats":3,"actions":["shuffle","deal As Ks Qs"]}`, `{"error":"action 2, deal As Ks Qs: `},
		{`{"rules":"chratze","seats":3,"actions":["shuffle","open"]}`, `{"error":"action 2, open: `},
		{`{"rules":"chratze","seats":3,"actions":["deal As Ks"]}`, `{"error":"action 1, deal As Ks: nature owes something else"}`},
		{`{"rules":"whist","seats":3}`, `{"error":"`},
		{`{"rules":"chratze","seats":30}`, `{"error":"`},
		{`{"rules":"chratze","seats":3,"start":{"dealer":3}}`, `{"error":"`},
		{`{"rules":"chratze","seats":3,"sets":1}`, `{"error":"`},
		{`{"rules":"chratze","seats":3,"seat":-1}`, `{"error":"seat -1: expected 0 to 2"}`},
		{`{"rules":"chratze","seats":3,"seat":-4}`, `{"error":"seat -4: expected 0 to 2"}`},
		{`{"rules":"chratze","seats":3,"seat":3}`, `{"error":"seat 3: expected 0 to 2"}`},
		{`{"rules":"chratze","seats":3,"seat":2}`, `{"turn":-1,"phase":"shuffle","legal":[],"told":"{\"format\":\"rams-hand/1\",\"rules\":{\"preset\":\"chratze\"},\"seats\":3,\"view\":2,`},
		{`{"rules":"chratze","seats":3,"whole":true}`, `{"turn":-1,"phase":"shuffle","legal":[],"told":"{\"format\":\"rams-hand/1\",\"rules\":{\"preset\":\"chratze\"},\"seats\":3,\"dealer\":0,`},
		{`{"rules":"chratze","seats":3,"whole":true,"seat":1}`, `{"error":"seat and whole: expected one of them"}`},
		{`{"rules":"chratze","seats":"3"}`, `{"error":"seats: string, expected a whole number"}`},
		{`{"rules":"chratze","seats":2.5}`, `{"error":"seats: number 2.5, expected a whole number"}`},
		{`{"rules":"chratze","seats":3,"start":{"dealer":"x"}}`, `{"error":"start.dealer: string, expected a whole number"}`},
		{`{"rules":"chratze","seats":3,"start":{"muss":1}}`, `{"error":"start.muss: number, expected true or false"}`},
		{`{"rules":7}`, `{"error":"rules: number, expected a string"}`},
		{`{"rules":"chratze","seats":3,"actions":"open"}`, `{"error":"actions: string, expected a list"}`},
		{`{"op":"play","seed":-1}`, `{"error":"seed: number -1, expected a whole number"}`},
		{`"x"`, `{"error":"request: string, expected an object"}`},
		{`nonsense`, `{"error":"`},
		{`[1`, `{"error":"`},
		{`{"op":"play","rules":"zwicken","seats":2,"bots":["random"],"hands":2,"seed":1}`, `{"hands":[{"format":"rams-hand/1"`},
		{`{"op":"play","rules":"zwicken","seats":2,"bots":["random"],"hands":0}`, `{"error":"hands 0: `},
		{`{"op":"play","rules":"zwicken","seats":2,"hands":1}`, `{"error":"0 bots`},
		{`{"op":"play","rules":"zwicken","seats":2,"bots":["nobody"],"hands":1}`, `{"error":"bot: no bot`},
		{`{"op":"games"}`, `{"games":[{"rules":"chratze","least":2,"most":7,"best":4,"muss":false},`},
	} {
		if got := session(t, tt.ask)[0]; !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s\n%.300s\nwant\n%s", tt.ask, got, tt.want)
		}
	}
	if got := session(t, "", `{"op":"games"}`, "  ", "x"); len(got) != 2 {
		t.Errorf("two requests and empty lines: %q", got)
	}
	a := session(t, fmt.Sprintf(`{"rules":"chratze","seats":3,"actions":["shuffle"],"nature":%d}`, uint64(math.MaxUint64)))
	if b := session(t, fmt.Sprintf(`{"rules":"chratze","seats":3,"actions":["shuffle"],"nature":%d}`, uint64(math.MaxUint64))); a[0] != b[0] {
		t.Errorf("the same seed: %s, %s", a, b)
	}
}
