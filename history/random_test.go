package history_test

import (
	"testing"

	"chratze/history"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// table plays random hands of a variant with so many seats, one after the other.
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

func newTable(t testing.TB, v variant.Variant, seats int, seed uint64) *table {
	t.Helper()
	g, err := v.Game(seats)
	if err != nil {
		t.Fatal(err)
	}
	x := &table{variant: v, seats: seats, rand: ramstest.Rand(seed), game: g}
	x.names = []string{"Anna", "Beat", "Chregu", "Dora", "Emil", "Fränzi", `G "H"\I`, "Heidi\n"}[:seats]
	x.deck.Source = &x.rand
	x.start = g.First(0)
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
		if x.record.State.Done() {
			break
		}
		from := len(x.arena)
		x.arena = x.record.State.Legal(x.arena)
		legal := x.arena[from:]
		x.legal = append(x.legal, legal)
		x.record.Push(legal[x.rand.N(len(legal))], nil)
	}
	x.start = x.record.State.Result().Next
	if x.start.Pot > 1e12 {
		x.start.Pot = 0
	}
}

// everyTable calls do with a table of each preset and each number of seats.
func everyTable(t *testing.T, do func(t *testing.T, x *table)) {
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			x := newTable(t, v, seats, uint64(seats))
			t.Run(name+"/"+string(rune('0'+seats)), func(t *testing.T) {
				t.Parallel()
				do(t, x)
			})
		}
	}
}

// TestRandomHands: what the kernel records is read, and written as it was; so is
// every view of it.
func TestRandomHands(t *testing.T) {
	t.Parallel()
	everyTable(t, func(t *testing.T, x *table) {
		var c history.Checker
		var h, again history.Hand
		bad := 0
		for range hands {
			x.play(t, nil)
			h.Variant, h.Names = x.variant, x.names
			h.Fill(&x.record, x.legal)
			line := h.String()
			if err := c.Read(&again, line); err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
			if got := again.String(); got != line {
				t.Fatalf("written as\n%s\nnot\n%s", got, line)
			}
			for _, to := range audiences(x.seats) {
				h.FillView(&x.record, to, x.legal)
				view := h.String()
				if err := c.Read(&again, view); err != nil {
					if bad++; bad < 3 {
						t.Errorf("%v\n%s\n%s", err, view, line)
					}
				} else if got := again.String(); got != view {
					t.Fatalf("written as\n%s\nnot\n%s", got, view)
				}
			}
		}
		if bad > 0 {
			t.Errorf("%d bad of %d", bad, hands*(x.seats+1))
		}
	})
}

const hands = 3000
