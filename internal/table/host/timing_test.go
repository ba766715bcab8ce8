package host

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"chratze/bot"
	"chratze/bot/search"
	"chratze/card"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// decided is a bot's decision as somebody at the table can time it, and what nobody
// else may know about it.
type decided struct {
	told  time.Duration // from the question until the public is told the answer
	done  time.Duration // until the bot knew it: what was told if it answered at once
	legal int           // how many acts there were
	held  int           // how many trumps it held
	seat  rams.Seat
}

// watch is a spectator with a watch.
type watch struct {
	*player
	mu    sync.Mutex
	begun time.Time // when the open question was told
	open  *decided
	list  []decided
}

// News is Sender's.
func (w *watch) News(n *table.News) {
	now := time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	if d := w.open; d != nil && slices.ContainsFunc(n.Events, func(e rams.Event) bool { return e.Kind == rams.EventAct && e.Seat == d.seat }) {
		d.told = now.Sub(w.begun)
		w.list = append(w.list, *d)
		w.open = nil
	}
	w.begun = now
}

func (w *watch) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.list)
}

// timed lets bots of this level play at a table until they have made n decisions, and
// times them.
func timed(t *testing.T, level string, n int, seed uint64, think func(context.Context, table.Ask) rams.Action) []decided {
	t.Helper()
	w := &watch{player: newPlayer(t, nil, 1)}
	secrets := 0
	h := New(Options{
		Log: newMemory(), Chance: newChance(seed), Bots: 2, Slow: func(name string) bool { return bots(t, name).Thinks() },
		Secret: func() string { secrets++; return fmt.Sprint("secret", secrets) }, Code: func() string { return "" },
		Think: func(ctx context.Context, a table.Ask) rams.Action {
			begin := time.Now()
			act := think(ctx, a)
			if a.By == table.ByBot && a.View.Phase != rams.PhaseSwap {
				w.mu.Lock()
				w.open = &decided{done: time.Since(begin), legal: len(a.View.Legal), held: trumps(&a.View), seat: a.View.Seat}
				w.mu.Unlock()
			}
			return act
		},
	})
	defer func() {
		h.Close()
		time.Sleep(time.Second) // who still thinks comes to an end
	}()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	seat, err := h.Create(context.Background(), table.Config{Variant: v, Chairs: 5, Bot: level, Pace: 400, SixWindow: 1000, Spectators: true}, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Attach(context.Background(), seat.Table, "", w); err != nil {
		t.Fatal(err)
	}
	anna := newPlayer(t, h, seed)
	anna.attach(seat.Table, seat.Secret)
	anna.wish(Request{Command: table.Command{Do: table.DoStart}})
	for w.count() < n {
		time.Sleep(time.Second)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.list[:n])
}

func bots(t *testing.T, name string) bot.Spec {
	t.Helper()
	spec, err := bot.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// trumps returns how many trumps are in the hand of a view.
func trumps(v *rams.View) (n int) {
	for _, c := range v.Hand.Append(nil) {
		if v.Upcard != card.Hidden && c.Suit() == v.Trump {
			n++
		}
	}
	return n
}

// few sorts a number into few bins with fixed bounds.
func few(x int, bounds ...int) int {
	i := 0
	for i < len(bounds) && x >= bounds[i] {
		i++
	}
	return i
}

// information returns how many bits one of two columns of bins, each below 8, tells of the
// other.
func information(x, y []int) (bits float64) {
	var both [8][8]float64
	var xs, ys [8]float64
	for i := range x {
		both[x[i]][y[i]]++
		xs[x[i]]++
		ys[y[i]]++
	}
	n := float64(len(x))
	for i := range both {
		for j, k := range both[i] {
			if k > 0 {
				bits += k / n * math.Log2(k*n/(xs[i]*ys[j]))
			}
		}
	}
	return bits
}

// tells returns how much the delays tell of something hidden, in bits, less what they seem to
// tell by chance, and how likely chance alone would make it as much: of 999 permutations.
func tells(delay []time.Duration, hidden []int) (bits, p float64) {
	sorted := slices.Clone(delay)
	slices.SortFunc(sorted, cmp.Compare)
	middle := sorted[len(sorted)/2].Round(time.Millisecond)
	x := make([]int, len(delay))
	for i, d := range delay {
		x[i] = few(int((d-middle).Round(time.Millisecond)/time.Millisecond), -8, -1, 0, 1, 2, 8)
	}
	y := slices.Clone(hidden)
	bits = information(x, y)
	r := rand.New(rand.NewPCG(1, 17))
	const times = 999
	mean, more := 0.0, 1
	for range times {
		r.Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
		by := information(x, y)
		mean += by / times
		if by >= bits-1e-12 {
			more++
		}
	}
	return bits - mean, float64(more) / (times + 1)
}

// columns returns delays, and in bins what nobody may know.
func columns(list []decided) (told, done []time.Duration, hidden map[string][]int) {
	hidden = map[string][]int{}
	for _, d := range list {
		told, done = append(told, d.told), append(done, d.done)
		hidden["legal acts"] = append(hidden["legal acts"], few(d.legal, 2, 3, 5, 12))
		hidden["trumps"] = append(hidden["trumps"], few(d.held, 1, 2, 3))
	}
	return told, done, hidden
}

// TestDelaysTellNothing: from how long a bot takes nobody learns how many legal acts or
// trumps it has. The same test finds the same bot guilty if it answered when it is done,
// so it can tell. Here time is virtual: a bot that searches takes 0.1 ms for each
// act in each world. With CHRATZE_VERIFY the levels think in real time, 2000 decisions each.
func TestDelaysTellNothing(t *testing.T) {
	t.Parallel()
	for _, level := range []string{"beginner", "stammtisch-1", "strong"} {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(4, 4))
			player := bots(t, level).New(r)
			model := bots(t, "stammtisch-1").New(r).(search.Model)
			searcher := search.New(search.Config{Own: model, Others: model, Worlds: 12}, r)
			list := timed(t, level, 500, 3, func(_ context.Context, a table.Ask) rams.Action {
				if !bots(t, level).Thinks() {
					return player.Act(&a.View)
				}
				act := searcher.Act(&a.View)
				if len(a.View.Legal) > 1 {
					time.Sleep(time.Duration(searcher.Tried()*len(a.View.Legal)) * 100 * time.Microsecond)
				}
				return act
			})
			judge(t, level, list, level == "strong", 1)
		})
	}
}

// judge fails if the delays of a level tell something, or, guilty, if its thinking doesn't. The
// level of significance is 1 % for all tests of a kind together.
func judge(t *testing.T, level string, list []decided, guilty bool, levels int) {
	t.Helper()
	told, done, hidden := columns(list)
	least := 1.0
	for name, column := range hidden {
		bits, p := tells(told, column)
		t.Logf("%s: of %s %d delays tell %.4f bits, p = %.3f", level, name, len(list), bits, p)
		if p <= 0.01/float64(levels*len(hidden)) {
			t.Errorf("%s: of %s the delays tell %.4f bits, p = %.3f", level, name, bits, p)
		}
		bits, p = tells(done, column)
		t.Logf("%s: of %s the thinking tells %.4f bits, p = %.3f", level, name, bits, p)
		least = min(least, p)
	}
	if guilty && least > 0.01 {
		t.Errorf("%s: a bot that answers when it is done isn't found out, p = %.3f", level, least)
	}
}

// TestRealDelaysTellNothing is TestDelaysTellNothing with the levels as they think, in real time.
func TestRealDelaysTellNothing(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("several minutes: CHRATZE_VERIFY=1")
	}
	const tables, decisions = 3, 2000
	for _, level := range bot.Levels() {
		spec := bots(t, level)
		lists := make([][]decided, tables)
		var all sync.WaitGroup
		for i := range tables {
			all.Go(func() {
				lists[i] = timed(t, level, decisions/tables+1, uint64(i+1), func(ctx context.Context, a table.Ask) rams.Action {
					return bot.Act(ctx, spec.New(rand.New(rand.NewPCG(rand.Uint64(), 1))), &a.View)
				})
			})
		}
		all.Wait()
		judge(t, level, slices.Concat(lists...), spec.Thinks(), len(bot.Levels()))
	}
}
