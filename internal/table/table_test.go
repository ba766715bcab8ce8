package table

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

func newChance(seed uint64) chance.Shuffler { return chance.Of(rand.New(rand.NewPCG(seed, 1))) }

// driver plays a table at random, keeps its log, and reads it again after every
// record.
type driver struct {
	t      *testing.T
	r      chance.Shuffler
	now    Millis
	table  *Table
	log    [][]byte
	every  bool // replay after every record
	asks   []Ask
	cursor []Cursor
	seen   [][]rams.Event // by chair: what it has been told of the hand
	key    []string       // by chair: the link by which it is told
}

func (d *driver) take(ready Ready, err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	if len(ready.Append) > 0 && ready.First != uint64(len(d.log)) {
		d.t.Fatalf("records from %d on, but %d are written", ready.First, len(d.log))
	}
	d.log = append(d.log, ready.Append...)
	d.asks = append(d.asks, ready.Asks...)
	if ready.Wake > d.now && len(ready.Asks) == 0 && len(d.asks) == 0 {
		d.now = ready.Wake
	}
	d.tell()
	if d.every && len(ready.Append) > 0 {
		d.replay()
	}
}

// tell gives every chair its news and checks that it then knows what its view
// says.
func (d *driver) tell() {
	for c := range d.cursor {
		if key := d.table.chairs[c].key; key != d.key[c] { // another person is connected
			d.key[c], d.cursor[c], d.seen[c] = key, Cursor{}, nil
		}
		n, ok := d.table.News(c, &d.cursor[c])
		if !ok {
			continue
		}
		d.seen[c] = append(d.seen[c][:n.From:n.From], n.Events...)
		want, dealt := wanted(d.table, c)
		if dealt && !reflect.DeepEqual(d.seen[c], want) {
			d.t.Fatalf("chair %d was told other events than its view has", c)
		}
	}
}

// replay reads the log and compares what everybody can see.
func (d *driver) replay() {
	d.t.Helper()
	again, err := Replay(d.log)
	if err != nil {
		d.t.Fatal(err)
	}
	if again.Seq() != d.table.Seq() || again.Check() != nil {
		d.t.Fatalf("%d records read as %d", d.table.Seq(), again.Seq())
	}
	for c := -1; c < len(d.cursor); c++ {
		var cursor, cursorAgain Cursor
		n, _ := d.table.News(c, &cursor)
		m, _ := again.News(c, &cursorAgain)
		for _, news := range []*News{&n, &m} { // who is connected is no record
			news.Info.NextAt = 0
			for i := range news.Info.Chairs {
				news.Info.Chairs[i].Away, news.Info.Chairs[i].Since, news.Info.Chairs[i].StandIn = false, 0, false
			}
		}
		if !reflect.DeepEqual(n, m) {
			d.t.Fatalf("chair %d sees after a replay\n%+v\nand before\n%+v", c, m, n)
		}
	}
}

// answer lets one of those who are asked decide at random.
func (d *driver) answer() bool {
	if len(d.asks) > 0 {
		a := d.asks[0]
		d.asks = d.asks[1:]
		d.now = max(d.now, a.At)
		legal := a.View.Legal
		ready, err := d.table.Act(d.now, a.Chair, a.Question, legal[d.r.IntN(len(legal))].String(), a.By, d.r)
		d.take(ready, err)
		return true
	}
	for c := range d.cursor {
		var cursor Cursor
		n, _ := d.table.News(c, &cursor)
		if q := n.Question; q != nil && d.table.human(c) {
			act := q.Legal[d.r.IntN(len(q.Legal))].String()
			if _, err := d.table.Act(d.now, c, q.Number+1, act, ByPerson, d.r); err == nil {
				d.t.Fatal("an answer to another question was taken")
			}
			ready, err := d.table.Act(d.now, c, q.Number, act, ByPerson, d.r)
			if err == nil && !q.Six {
				var refused *Refused
				if _, again := d.table.Act(d.now, c, q.Number, act, ByPerson, d.r); !errors.As(again, &refused) || refused.Code != RefusedStale {
					d.t.Fatalf("the same answer once more gives %v", again)
				}
			}
			d.take(ready, err)
			return true
		}
	}
	return false
}

func newDriver(t *testing.T, rules string, chairs int, seed uint64, change func(*Config)) *driver {
	t.Helper()
	v, err := variant.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Variant: v, Chairs: chairs, Bot: "random", Away: 60_000}
	if change != nil {
		change(&cfg)
	}
	d := &driver{t: t, r: newChance(seed), now: 1_000_000, cursor: make([]Cursor, chairs), seen: make([][]rams.Event, chairs), key: make([]string, chairs)}
	table, ready, err := Create(d.now, cfg, "Anna", "k0", [32]byte{})
	d.table = table
	d.take(ready, err)
	d.take(table.Present(d.now, 0, true), nil)
	return d
}

// threePeople begins a session of Anna, Beat and Cara, all present and without bots.
func threePeople(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Bot, c.Away = "", 0 })
	for i, name := range []string{"Beat", "Cara"} {
		d.take(d.table.Sit(d.now, i+1, name, "k"+name))
		d.take(d.table.Present(d.now, i+1, true), nil)
	}
	d.take(d.table.Start(d.now, 0, d.r))
	return d
}

func TestSittingsReplayAfterEveryRecord(t *testing.T) {
	t.Parallel()
	for _, rules := range variant.Presets() {
		for _, window := range []Millis{0, 3000} {
			d := newDriver(t, rules, 4, 7, func(c *Config) { c.SixWindow = window; c.Pace = 400 })
			d.every = true
			ready, err := d.table.Start(d.now, 0, d.r)
			d.take(ready, err)
			for steps := 0; d.table.hands < 5; steps++ {
				if steps > 5000 {
					t.Fatalf("%s: stuck in stage %v", rules, d.table.Stage())
				}
				if d.table.hands == 2 && !d.table.human(1) && d.table.chairs[1].next == nil {
					ready, err := d.table.Sit(d.now, 1, "Beat", "k1")
					d.take(ready, err)
					d.take(d.table.Present(d.now, 1, true), nil)
				}
				if d.table.hands == 4 && d.table.human(1) && !d.table.chairs[1].leaving {
					ready, err := d.table.Leave(d.now, 0, 1)
					d.take(ready, err)
				}
				if !d.answer() {
					ready, err := d.table.Tick(d.now, d.r)
					d.take(ready, err)
				}
			}
			ready, err = d.table.Change(d.now, 0, KindLast)
			d.take(ready, err)
			for steps := 0; d.table.Stage() != Over && steps < 1000; steps++ {
				if !d.answer() {
					ready, err := d.table.Tick(d.now, d.r)
					d.take(ready, err)
				}
			}
			if d.table.Stage() != Over || d.table.Pot() != 0 {
				t.Fatalf("%s: after the last hand the stage is %v and %v lie in the pot", rules, d.table.Stage(), d.table.Pot())
			}
		}
	}
}
