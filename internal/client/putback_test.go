package client_test

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"chratze/internal/client"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
)

// TestLogPutBack: a server's data are put back to an earlier state while a table goes on. The players' programs have
// heard of later deals: the table is given another secret, everybody is told, and no hand looks wrong.
func TestLogPutBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	var mu sync.Mutex
	found, hands := make([]client.Proofs, 2), make([]int, 2)
	more := make(chan struct{}, 1)
	for i, seat := range newTableOf(t, s, 2, `,"proof":"sitting"`) {
		var c *client.Client
		answered, began := uint64(0), false
		c = client.New(client.Options{
			Server: s.http.URL, Table: seat.Table, Secret: seat.Secret, Header: http.Header{"Load-Token": {"load"}}, Least: time.Millisecond, Most: 20 * time.Millisecond,
			Told: func(t *client.Table, m *wire.Received) {
				if m.T == "hello" {
					answered = 0
				}
				if t.Ask != nil && t.Ask.Number != answered {
					answered = t.Ask.Number
					_ = c.Act(t.Ask.Number, t.Ask.Legal[0].String())
				}
				if i == 0 && !began && t.Info != nil && m.Proof != nil && t.Info.Stage == table.Lobby {
					began = true
					_ = c.Send(&wire.Message{T: table.DoStart})
				}
				mu.Lock()
				found[i], hands[i] = t.Proofs, t.Hand
				mu.Unlock()
				select {
				case more <- struct{}{}:
				default:
				}
			},
		})
		all.Go(func() { _ = c.Run(ctx) })
	}
	until := func(what string, ok func(chair int) bool) {
		t.Helper()
		hang := time.After(waittest.Limit)
		for both := false; !both; {
			mu.Lock()
			both = ok(0) && ok(1)
			mu.Unlock()
			select {
			case <-more:
			case <-hang:
				t.Fatal(waittest.Late(what))
			}
		}
	}
	until("five hands", func(chair int) bool { return hands[chair] >= 5 })
	s.stop()
	rows := s.log.rows[0]
	sets := 0
	s.log.rows[0] = rows[:slices.IndexFunc(rows, func(b []byte) bool { // to the last act before the second deal with numbers
		if bytes.Contains(b, []byte(`"set"`)) {
			sets++
		}
		return sets == 2
	})-1]
	s.start()
	until("a new secret, and hands by it", func(chair int) bool {
		r := found[chair].Renewed
		return len(r) == 1 && slices.ContainsFunc(found[chair].Hands, func(h client.HandReport) bool { return h.Hand >= r[0].Hand+2 && h.Hand == hands[chair] })
	})
	mu.Lock()
	defer mu.Unlock()
	for chair, f := range found {
		for _, h := range f.Hands {
			if h.Standing == client.Bad {
				t.Errorf("chair %d, hand %d: %+v", chair, h.Hand, h.Faults)
			}
		}
	}
}
