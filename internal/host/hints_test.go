package host

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chratze/internal/table"
	"chratze/rams"
)

// TestHints: a hint comes to who has asked, for the question that still stands, and only
// while the table allows it; who asks twice at once is told to ask later; an adviser who
// panics says nothing; and meanwhile bots answer.
func TestHints(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan string)
		var n atomic.Int64
		h := New(Options{
			Log: newMemory(), Chance: newChance(3), Bots: 2,
			Secret: func() string { return fmt.Sprint("secret", n.Add(1)) }, Code: func() string { return "code" },
			Think: func(_ context.Context, a table.Ask) string { return a.View.Legal[0].String() },
			Hint: func(v *rams.View) []byte {
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
		wish := func(w Wish) {
			t.Helper()
			w.Chair = -1
			if err := h.Receive(context.Background(), c, w); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		wish(Wish{Kind: "hint", ID: 1})
		wish(Wish{Kind: "start"})
		for rec.asked == nil {
			time.Sleep(time.Second)
			synctest.Wait()
		}
		q, act := rec.asked.Number, rec.asked.Legal[0].String()
		wish(Wish{Kind: "hint", ID: 2, Question: q})
		wish(Wish{Kind: "hint", ID: 3, Question: q})
		gate <- "first"
		synctest.Wait()
		wish(Wish{Kind: "hint", ID: 4, Question: q + 1})
		wish(Wish{Kind: "hint", ID: 5, Question: q})
		gate <- "panic"
		synctest.Wait()
		wish(Wish{Kind: "hint", ID: 6, Question: q})
		if _, err := h.Join(context.Background(), "code", "Beat"); err != nil {
			t.Fatal(err)
		}
		gate <- "too late"
		synctest.Wait()
		wish(Wish{Kind: "hint", ID: 7, Question: q})
		wish(Wish{Kind: "act", Question: q, Act: act})
		want := []string{"1 turn", "3 busy", "2 first " + act, "4 stale", "5 ", "6 hint", "7 hint"}
		if !slices.Equal(rec.said, want) {
			t.Errorf("Anna is told\n%q\nwant\n%q", rec.said, want)
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
func (a *advised) Chat(int, string)                                     {}
func (a *advised) Review(Review)                                        {}
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
