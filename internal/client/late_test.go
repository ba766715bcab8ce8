package client_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
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

// TestLateComer: somebody sits down while a bot plays in their chair. Until that hand is over the client has only
// watched; from the first hand of its own on its number is in. At the end it is told the secret of its own hands, and
// not the one of the session, from which those before would follow.
func TestLateComer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, stop := context.WithCancel(context.Background())
	header := http.Header{"Load-Token": {"load"}}
	first, err := client.Make(ctx, s.http.URL, header, json.RawMessage(`{"name":"Anna","chairs":3,"pace":0,"six_window":0,"away":0,"bot":"stammtisch-1","proof":"sitting"}`))
	if err != nil {
		t.Fatal(err)
	}
	var (
		mu      sync.Mutex
		waits   = true           // Anna, in her second hand, until Beat is there
		pending *table.Question  // what she is asked meanwhile
		open    = map[int]bool{} // who was told the session's secret, by chair
		found   client.Proofs    // by Beat
		waiting = make(chan struct{}, 1)
		over    = make(chan struct{}, 1)
	)
	signal := func(c chan struct{}) {
		select {
		case c <- struct{}{}:
		default:
		}
	}
	play := func(seat client.Seat, told func(c *client.Client, t *client.Table, m *wire.Received) (hold bool)) *client.Client {
		var c *client.Client
		var answered uint64
		c = client.New(client.Options{Server: s.http.URL, Table: seat.Table, Secret: seat.Secret, Header: header, Least: time.Millisecond, Told: func(t *client.Table, m *wire.Received) {
			mu.Lock()
			defer mu.Unlock()
			if m.Proof != nil && m.Proof.Hand != nil && m.Proof.Hand.SittingSecret != "" {
				open[seat.Chair] = true
			}
			if hold := told(c, t, m); !hold && t.Ask != nil && t.Ask.Number != answered {
				answered = t.Ask.Number
				_ = c.Act(t.Ask.Number, t.Ask.Legal[0].String())
			}
		}})
		return c
	}
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	run := func(c *client.Client) { all.Go(func() { _ = c.Run(ctx) }) }
	began := false
	anna := play(first, func(c *client.Client, t *client.Table, _ *wire.Received) bool {
		if t.Info != nil && t.Info.Stage == table.Lobby && !began {
			began = true
			_ = c.Send(&wire.Message{T: table.DoStart})
		}
		if t.Ask != nil {
			pending = t.Ask
		}
		if waits && t.Hand >= 2 && t.Ask != nil {
			signal(waiting)
			return true
		}
		return false
	})
	run(anna)
	hang := time.After(waittest.Limit)
	wait := func(c chan struct{}, what string) {
		t.Helper()
		select {
		case <-c:
		case <-hang:
			t.Fatal(waittest.Late(what))
		}
	}
	wait(waiting, "Anna is asked")
	late, err := client.Join(ctx, s.http.URL, header, first.Code, "Beat")
	if err != nil {
		t.Fatal(err)
	}
	last := false
	run(play(late, func(_ *client.Client, t *client.Table, m *wire.Received) bool {
		if t.Info == nil {
			return false
		}
		if waits && m.Proof != nil { // the server knows that this client takes part
			waits = false
			_ = anna.Act(pending.Number, pending.Legal[0].String())
		}
		own := 0
		for _, h := range t.Proofs.Hands {
			if h.Standing != client.Watched {
				own++
			}
		}
		if own >= 3 && !last {
			last = true
			_ = anna.Send(&wire.Message{T: table.DoLast})
		}
		if found = t.Proofs; t.Info.Stage == table.Over && len(found.Hands) > 0 && found.Hands[len(found.Hands)-1].Hand == t.Hand && found.Hands[len(found.Hands)-1].Level == fair.Whole {
			signal(over)
		}
		return false
	}))
	wait(over, "the last hand is checked whole")
	mu.Lock()
	defer mu.Unlock()
	var standings []client.Standing
	for _, h := range found.Hands {
		standings = append(standings, h.Standing)
		if len(h.Faults) > 0 {
			t.Errorf("hand %d has the faults %v", h.Hand, h.Faults)
		}
	}
	own := slices.IndexFunc(standings, func(s client.Standing) bool { return s != client.Watched })
	if own < 1 || len(standings)-own < 3 || slices.ContainsFunc(standings[own:], func(s client.Standing) bool { return s != client.Good }) {
		t.Errorf("the hands are %v: want watched while the bot plays, then good", standings)
	}
	if open[late.Chair] {
		t.Error("the late comer is told the session's secret")
	}
}

// TestProofIsHeardLate: a hand is over, and perhaps the next one runs, before the server hears that a client wants to
// know of the proof. That is no fault of the server: the client doesn't say once that the proof is missing, and checks
// the hands that come.
func TestProofIsHeardLate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		pace  int
		heard func(m message) bool // when the server hears
	}{
		{"in the next hand", 0, func(m message) bool { n, _ := m["hand"].(json.Number); return n == "2" }},
		{"between the hands", 1, func(m message) bool { info, _ := m["info"].(message); return info["stage"] == "between" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			header := http.Header{"Load-Token": {"load"}}
			ctx, stop := context.WithCancel(context.Background())
			var all sync.WaitGroup
			defer all.Wait()
			defer stop()
			first, err := client.Make(ctx, s.http.URL, header, json.RawMessage(`{"name":"Anna","chairs":3,"pace":`+strconv.Itoa(c.pace)+`,"settle":60000,"six_window":0,"away":0,"bot":"stammtisch-1","proof":"hand"}`))
			if err != nil {
				t.Fatal(err)
			}
			playing, there := make(chan struct{}), make(chan struct{})
			open := sync.OnceFunc(func() { close(playing) })
			join := func(server string, seat client.Seat, told func(c *client.Client, t *client.Table) bool) {
				r := rand.New(rand.NewPCG(uint64(seat.Chair), 5))
				var answered uint64
				var c *client.Client
				c = client.New(client.Options{Server: server, Table: seat.Table, Secret: seat.Secret, Header: header, Told: func(t *client.Table, _ *wire.Received) {
					if told(c, t) && t.Ask != nil && t.Ask.Number != answered {
						answered = t.Ask.Number
						_ = c.Act(t.Ask.Number, t.Ask.Legal[r.IntN(len(t.Ask.Legal))].String())
					}
				}})
				all.Go(func() { _ = c.Run(ctx) })
			}
			began := false
			join(s.http.URL, first, func(c *client.Client, t *client.Table) bool {
				if t.Info != nil && t.Info.Stage == table.Lobby && !began {
					began = true
					_ = c.Send(&wire.Message{T: table.DoStart})
				}
				if t.Ask == nil {
					return false
				}
				open()
				<-there // until Beat has seen that the hand is played
				return true
			})
			<-playing
			late, err := client.Join(ctx, s.http.URL, header, first.Code, "Beat")
			if err != nil {
				t.Fatal(err)
			}
			l := newLiar(t, s, lie{})
			l.late = make(chan struct{})
			hear := sync.OnceFunc(func() { close(l.late) })
			defer hear()
			l.lie.down = func(_ *liar, m message) []message {
				if c.heard(m) {
					hear()
				}
				return []message{m}
			}
			found := make(chan []client.HandReport, 1000)
			seen := sync.OnceFunc(func() { close(there) })
			join(l.URL, late, func(_ *client.Client, t *client.Table) bool {
				if t.Info != nil && t.Info.Stage == table.Playing {
					seen()
				}
				found <- slices.Clone(t.Proofs.Hands)
				return true
			})
			hang := time.After(waittest.Limit)
			for {
				select {
				case hands := <-found:
					for _, h := range hands {
						if slices.ContainsFunc(h.Faults, func(f fair.Fault) bool { return f.Code == fair.FaultSilent }) {
							t.Fatalf("hand %d: the client says that there is no proof", h.Hand)
						}
					}
					if n := len(hands); n > 0 && (c.pace > 0 || hands[n-1].Standing == client.Good) {
						return
					}
				case <-hang:
					t.Fatal(waittest.Late("a hand is checked"))
				}
			}
		})
	}
}
