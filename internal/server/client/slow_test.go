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

	"chratze/internal/fair"
	"chratze/internal/server/client"
	"chratze/internal/server/table"
	"chratze/internal/server/wire"
)

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
			hang := time.After(time.Minute)
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
					t.Fatal("no hand is checked")
				}
			}
		})
	}
}
