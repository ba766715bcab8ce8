package client_test

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"chratze/internal/client"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
)

// TestNothingToCheck: a person sits down during what becomes the last hand. They weren't dealt in, so that the server owes them
// no secret, and neither the terminal nor the page accuses it.
func TestNothingToCheck(t *testing.T) {
	t.Parallel()
	for name, plays := range map[string]prover{"terminal": terminal, "page": inPage} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nothingToCheck(t, plays)
		})
	}
}

func nothingToCheck(t *testing.T, plays prover) {
	t.Helper()
	needsNode(t)
	s := newSite(t)
	header := http.Header{"Load-Token": {"load"}}
	first, err := client.Make(t.Context(), s.http.URL, header, json.RawMessage(`{"name":"Anna","chairs":3,"pace":0,"six_window":0,"away":0,"bot":"","proof":"sitting"}`))
	must(t, err)
	beat, err := client.Join(t.Context(), s.http.URL, header, first.Code, "Beat")
	must(t, err)
	here, over := make(chan struct{}), make(chan struct{})
	told, overs := false, 0
	l := newLiar(t, s, lie{down: func(_ *liar, m message) []message {
		if _, ok := m["proof"]; ok && !told {
			told = true // the server has heard that the newcomer takes part
			close(here)
		}
		if info, ok := m["info"].(message); ok && info["stage"] == "over" {
			if overs++; overs == 1 {
				close(over)
			}
		}
		return []message{m}
	}})
	ctx, stop := context.WithTimeout(context.Background(), waittest.Limit)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	found := make(chan client.HandReport, 100)
	for _, seat := range []client.Seat{first, beat} {
		var answered uint64
		var c *client.Client
		began, joined := false, false
		c = client.New(client.Options{Server: s.http.URL, Table: seat.Table, Secret: seat.Secret, Header: header, Least: time.Millisecond, Told: func(tab *client.Table, _ *wire.Received) {
			if tab.Info != nil && tab.Info.Stage == table.Lobby && seat.Chair == 0 && !began {
				began = true
				_ = c.Send(&wire.Message{T: table.DoStart})
			}
			if tab.Ask == nil || tab.Ask.Number == answered {
				return
			}
			if tab.Hand == 2 && seat.Chair == 0 && !joined {
				joined = true
				late, err := client.Join(ctx, s.http.URL, header, first.Code, "Chregu")
				if err != nil {
					t.Error(err)
					return
				}
				all.Go(plays(ctx, t, l.URL, late, found))
				_ = c.Send(&wire.Message{T: table.DoLast})
				select {
				case <-here:
				case <-ctx.Done():
				}
			}
			answered = tab.Ask.Number
			_ = c.Act(tab.Ask.Number, tab.Ask.Legal[0].String())
		}})
		all.Go(func() { _ = c.Run(ctx) })
	}
	select {
	case <-over:
	case <-ctx.Done():
		t.Fatal(waittest.Late("the session is over"))
	}
	select { // of the message that says so; an accusation comes with it
	case h := <-found:
		found <- h
	case <-ctx.Done():
		t.Fatal(waittest.Late("the hand is checked"))
	}
	stop()
	all.Wait()
	close(found)
	for h := range found {
		if h.Standing != client.Watched {
			t.Errorf("hand %d is %s: %v", h.Hand, h.Standing, h.Faults)
		}
	}
}
