package host

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chratze/internal/table"
	"chratze/rams"
)

// TestHints: a hint comes to the connection that asked, for the question that is still open,
// and only while the table allows it. A second request meanwhile is told to ask later; an
// adviser that panics says nothing; and meanwhile bots answer.
func TestHints(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan string)
		var n atomic.Int64
		h := New(Options{
			Log: newMemory(), Chance: newChance(3), Bots: 2,
			Secret: func() string { return fmt.Sprint("secret", n.Add(1)) }, Code: func() string { return "code" },
			Think: func(_ context.Context, a table.Ask) rams.Action { return a.View.Legal[0] },
			Hint: func(_ context.Context, v *rams.View) []byte {
				said := <-gate
				if said == "panic" {
					panic(said)
				}
				return []byte(said + " " + v.Legal[0].String())
			},
		})
		defer h.Close()
		cfg := config(t)
		cfg.Bot, cfg.Practice, cfg.Pace = "random", true, 0
		seat, err := h.Create(context.Background(), cfg, "Anna")
		if err != nil {
			t.Fatal(err)
		}
		rec := &advised{}
		c, err := h.Attach(context.Background(), seat.Table, seat.Secret, rec)
		if err != nil {
			t.Fatal(err)
		}
		wish := func(w Request) {
			t.Helper()
			w.Chair = -1
			if err := h.Receive(context.Background(), c, w); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		wish(Request{Command: table.Command{Do: table.DoHint}, ID: 1})
		wish(Request{Command: table.Command{Do: table.DoStart}})
		for rec.asked == nil {
			time.Sleep(time.Second)
			synctest.Wait()
		}
		q, act := rec.asked.Number, rec.asked.Legal[0]
		wish(Request{Command: table.Command{Do: table.DoHint, Question: q}, ID: 2})
		wish(Request{Command: table.Command{Do: table.DoHint, Question: q}, ID: 3})
		gate <- "first"
		synctest.Wait()
		wish(Request{Command: table.Command{Do: table.DoHint, Question: q + 1}, ID: 4})
		wish(Request{Command: table.Command{Do: table.DoHint, Question: q}, ID: 5})
		gate <- "panic"
		synctest.Wait()
		wish(Request{Command: table.Command{Do: table.DoHint, Question: q}, ID: 6})
		if _, err := h.Join(context.Background(), "code", "Beat", ""); err != nil {
			t.Fatal(err)
		}
		gate <- "too late"
		synctest.Wait()
		wish(Request{Command: table.Command{Do: table.DoHint, Question: q}, ID: 7})
		wish(Request{Command: table.Command{Do: table.DoAct, Question: q, Action: act}})
		want := []string{"1 turn", "3 busy", "2 first " + act.String(), "4 stale", "5 ", "6 hint", "7 hint"}
		if !slices.Equal(rec.said, want) {
			t.Errorf("Anna is told\n%q\nwant\n%q", rec.said, want)
		}
	})
}

// asking is somebody at their own practice table who has a question.
type asking struct {
	*advised
	h    *Host
	c    *Conn
	code string
	from netip.Prefix
	q    uint64
}

func (a *asking) wish(w Request) {
	w.Chair, w.Network = -1, a.from
	_ = a.h.Receive(context.Background(), a.c, w) // an error: the host is closing
	synctest.Wait()
}

// practising returns a host whose adviser imagines a world each 10 ms, a hundred for a hint, and counts them.
func practising(worlds *atomic.Int64) *Host {
	var n atomic.Int64
	return New(Options{
		Log: newMemory(), Chance: newChance(3), Bots: 2,
		Secret: func() string { return fmt.Sprint("secret", n.Add(1)) }, Code: func() string { return fmt.Sprint("code", n.Add(1)) },
		Think: func(_ context.Context, a table.Ask) rams.Action { return a.View.Legal[0] },
		Hint: func(ctx context.Context, v *rams.View) []byte {
			for range 100 {
				select {
				case <-time.After(10 * time.Millisecond):
					worlds.Add(1)
				case <-ctx.Done():
					return nil
				}
			}
			return []byte("hint")
		},
	})
}

// asked makes a practice table and plays until somebody is asked there.
func asked(t *testing.T, h *Host, from string) *asking {
	t.Helper()
	cfg := config(t)
	cfg.Bot, cfg.Practice, cfg.Pace = "random", true, 0
	seat, err := h.Create(context.Background(), cfg, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	a := &asking{advised: &advised{}, h: h, code: seat.Code, from: netip.MustParsePrefix(from)}
	if a.c, err = h.Attach(context.Background(), seat.Table, seat.Secret, a); err != nil {
		t.Fatal(err)
	}
	a.wish(Request{Command: table.Command{Do: table.DoStart}})
	for a.asked == nil {
		time.Sleep(time.Second)
		synctest.Wait()
	}
	a.q = a.asked.Number
	return a
}

// TestHintsEndWhenNobodyWaits: work on a hint ends when the person has gone, has answered or
// may not have hints any more, and when the host closes.
func TestHintsEndWhenNobodyWaits(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*asking){
		"gone": func(a *asking) { a.h.Detach(a.c) },
		"answered": func(a *asking) {
			a.wish(Request{Command: table.Command{Do: table.DoAct, Question: a.q, Action: a.asked.Legal[0]}})
		},
		"company":    func(a *asking) { _, _ = a.h.Join(context.Background(), a.code, "Beat", "") },
		"leaves":     func(a *asking) { a.wish(Request{Command: table.Command{Do: table.DoLeave}}) },
		"host close": func(a *asking) { a.h.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var worlds atomic.Int64
				h := practising(&worlds)
				defer h.Close()
				a := asked(t, h, "198.51.100.1/32")
				a.wish(Request{Command: table.Command{Do: table.DoHint, Question: a.q}, ID: 1})
				time.Sleep(105 * time.Millisecond)
				end(a)
				synctest.Wait()
				before := worlds.Load()
				time.Sleep(time.Minute)
				synctest.Wait()
				if n := worlds.Load(); before != 10 || n != before {
					t.Errorf("%d worlds were imagined before, and %d in all", before, n)
				}
			})
		})
	}
}

// TestHintsShareByAddress: an address has one place in the pool, and only some of its work may
// wait. Another person gets a hint as soon as one of theirs is done.
func TestHintsShareByAddress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var worlds atomic.Int64
		h := practising(&worlds)
		defer h.Close()
		var all []*asking
		for range waitOfOne + 5 {
			all = append(all, asked(t, h, "198.51.100.1/32"))
		}
		other := asked(t, h, "198.51.100.2/32")
		refused := 0
		for _, a := range all {
			a.wish(Request{Command: table.Command{Do: table.DoHint, Question: a.q}, ID: 1})
			if slices.Contains(a.said, "1 "+refusedBusy) {
				refused++
			}
		}
		other.wish(Request{Command: table.Command{Do: table.DoHint, Question: other.q}, ID: 1})
		time.Sleep(2100 * time.Millisecond)
		synctest.Wait()
		if !slices.Contains(other.said, "1 hint") || refused != 5 {
			t.Errorf("after two hints somebody else is told %q; %d of %d are refused", other.said, refused, len(all))
		}
	})
}

// advised is a connection that notes hints and refusals.
type advised struct {
	asked *table.Question
	said  []string
}

func (a *advised) Hello(int64, string, int, table.Config, table.Millis) {}
func (a *advised) News(n *table.News)                                   { a.asked = n.Question }
func (a *advised) Chat(int, string, string)                             {}
func (a *advised) Review(Review)                                        {}
func (a *advised) Watch(Watchers)                                       {}
func (a *advised) Key(uint64, int, string)                              {}
func (a *advised) Bye(string)                                           {}
func (a *advised) Hint(id, _ uint64, hint []byte) {
	a.said = append(a.said, string(rune('0'+id))+" "+string(hint))
}
func (a *advised) Answer(id uint64, err error) {
	if r, ok := err.(*table.Refused); ok {
		a.said = append(a.said, string(rune('0'+id))+" "+r.Code)
	}
}
