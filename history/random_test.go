package history_test

import (
	"flag"
	"os"
	"reflect"
	"strconv"
	"testing"

	"chratze/history"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/rams/ramstest/oracle"
	"chratze/variant"
)

// moreHands plays more of them than a test run has time for, from other seeds:
// go test ./history -run Random -more-hands 2000.
var moreHands = flag.Int("more-hands", 0, "random hands of each table beside those of a test run")

// table plays random hands of a variant with n seats, one after another.
type table struct {
	variant variant.Variant
	seats   int
	names   []string
	rand    ramstest.Rand
	deck    rams.Deck
	record  rams.Record
	game    *rams.Game
	start   rams.Start
	legal   [][]rams.Action
	arena   []rams.Action
}

func newTable(v variant.Variant, g *rams.Game, seed int) *table {
	x := &table{variant: v, seats: g.Seats(), rand: ramstest.Rand(seed), game: g}
	x.names = []string{"Anna", "Beat", "Chregu", "Dora", "Emil", "Fränzi", `G "H"\I`, "Heidi\n"}[:x.seats]
	x.deck.Source = &x.rand
	x.start = g.FirstStart(rams.Seat(seed % x.seats))
	return x
}

// play plays one hand; see is called before every act, and behind the last.
func (x *table) play(t testing.TB, see func()) {
	t.Helper()
	if err := x.record.Begin(x.game, x.start); err != nil {
		t.Fatal(err)
	}
	x.legal, x.arena = x.legal[:0], x.arena[:0]
	for x.record.Nature(&x.deck); ; x.record.Nature(&x.deck) {
		if see != nil {
			see()
		}
		if x.record.Done() {
			break
		}
		from := len(x.arena)
		x.arena = x.record.Legal(x.arena)
		legal := x.arena[from:]
		x.legal = append(x.legal, legal)
		x.record.ApplyUnchecked(legal[x.choose(legal)], nil)
	}
	x.start = x.record.Result().Next
}

// choose is by chance, but mostly joins: hands that are played show more.
func (x *table) choose(legal []rams.Action) int {
	if legal[0].Kind == rams.Join && x.rand.N(4) > 0 {
		return 0
	}
	return x.rand.N(len(legal))
}

// line makes the hand h the full line of what has been played so far.
func (x *table) line(h *history.Hand) string {
	h.Variant, h.Names = x.variant, x.names
	h.Fill(&x.record, x.legal)
	return h.String()
}

// everyTable calls do with a table of each preset and each number of seats (make test: the fewest, the most and a third of the
// others), and with tables of house rules.
func everyTable(t *testing.T, do func(t *testing.T, x *table)) {
	t.Helper()
	run := func(v variant.Variant, seats, seed int) {
		if g, err := v.Game(seats); err == nil {
			t.Run(v.String()+"/"+strconv.Itoa(seats), func(t *testing.T) {
				t.Parallel()
				do(t, newTable(v, g, seed))
			})
		}
	}
	rand := ramstest.Rand(1)
	for i, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			if seats == least || seats == most || (i+seats)%3 == 0 || os.Getenv("CHRATZE_VERIFY") != "" {
				run(v, seats, seats)
			}
		}
		for range times(12) {
			run(houseRules(v, &rand), least+rand.N(most-least+1), 1)
		}
	}
}

// houseRules changes some options of a variant by chance.
func houseRules(v variant.Variant, rand *ramstest.Rand) variant.Variant {
	for range 30 {
		options := v.Options()
		o := options[rand.N(len(options))]
		value := strconv.Itoa(1 + rand.N(50))
		if o.Kind != variant.Amount {
			value = o.Values[rand.N(len(o.Values))]
		}
		if changed, err := v.With(variant.KeyValue{Key: o.Key, Value: value}); err == nil {
			v = changed
		}
	}
	return v
}

// times is how often a test repeats what it does: n for make verify, else a fifth of it.
func times(n int) int {
	if os.Getenv("CHRATZE_VERIFY") != "" {
		return n
	}
	return (n + 4) / 5
}

// TestRandomHands: what the kernel records the oracle and Read accept, and it is
// written as it was. The same holds for every view; views made from the record
// and from the line are the same.
func TestRandomHands(t *testing.T) {
	t.Parallel()
	hands := times(6)
	everyTable(t, func(t *testing.T, x *table) {
		var c history.Checker
		var h, again history.Hand
		same := func(line string) {
			t.Helper()
			if err := c.Read(&again, line); err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
			if got := again.String(); got != line {
				t.Fatalf("written as\n%s\nnot\n%s", got, line)
			}
		}
		x.rand += ramstest.Rand(*moreHands)
		for i := range hands + *moreHands {
			x.play(t, nil)
			line := x.line(&h)
			same(line)
			if !reflect.DeepEqual(again.Events, h.Events) {
				t.Fatalf("read other events or legal acts than were written\n%s", line)
			}
			if end := x.record.View(rams.Nobody); again.Declarer != end.Declarer || again.Made != h.Made || again.Made[i%x.seats] != end.Made(rams.Seat(i%x.seats)) {
				t.Fatalf("read: %v declared, %v made it; recorded: %v, %v\n%s", again.Declarer, again.Made, end.Declarer, end.Why, line)
			}
			if i >= hands {
				for _, to := range audiences(x.seats) {
					h.FillView(&x.record, to, x.legal)
					same(h.String())
				}
				continue
			}
			if err := oracle.Check([]byte(line)); err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
			full, err := history.Read(line)
			if err != nil {
				t.Fatal(err)
			}
			if view, err := full.View(history.Public); err != nil || view.Made != h.Made || view.Declarer != h.Declarer {
				t.Fatalf("the public's view: %v, %v declared, %v made it", err, view.Declarer, view.Made)
			}
			for _, to := range audiences(x.seats) {
				h.FillView(&x.record, to, x.legal)
				view := h.String()
				same(view)
				if err := oracle.CheckView([]byte(line), seatOf(to), []byte(view)); err != nil {
					t.Fatalf("%v\n%s\n%s", err, line, view)
				}
				if made, err := full.View(to); err != nil || made.String() != view {
					t.Fatalf("%v: made from the line\n%s\nnot\n%s", err, made.String(), view)
				}
			}
		}
	})
}

// TestUnfinishedHands: at every decision the line so far and every view of it can be read, and
// are written as they were. After the last event of the view of the seat on turn, it sees what
// the record shows it.
func TestUnfinishedHands(t *testing.T) {
	t.Parallel()
	hands := times(2)
	everyTable(t, func(t *testing.T, x *table) {
		var c history.Checker
		var h, again history.Hand
		x.rand += ramstest.Rand(*moreHands)
		for range hands + *moreHands/10 {
			x.play(t, func() {
				for _, to := range append(audiences(x.seats), history.Full) {
					h.Variant, h.Names = x.variant, x.names
					h.FillView(&x.record, to, x.legal)
					line := h.String()
					if err := c.Read(&again, line); err != nil {
						t.Fatalf("%v\n%s\n%s", err, line, x.line(&h))
					}
					if got := again.String(); got != line {
						t.Fatalf("written as\n%s\nnot\n%s", got, line)
					}
					if turn := x.record.Turn(); turn >= 0 && to.Seat() == turn {
						compareSteps(t, &again, to, []rams.View{clone(x.record.View(turn))})
					}
				}
			})
		}
	})
}
