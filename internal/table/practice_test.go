package table

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

// practised is a practice table with the test's own account of what was seen.
type practised struct {
	*driver
	begun   string   // what was seen when the hand began
	asked   []string // at each of the person's questions of it
	done    map[Kind]int
	settled int // how often something was taken back after the settlement
}

// seenNow is what the person sees, and what lies on the accounts.
func (d *practised) seenNow() string {
	v, _ := d.table.View(0)
	return fmt.Sprint(d.table.stage, v.Start, v.Events, v.Hand, v.Legal, d.table.session.Ledger.Accounts(), d.table.session.Ledger.Pot(), d.table.past())
}

// decide answers the person's question, if there is one, and notes it.
func (d *practised) decide() bool {
	n, _ := d.table.News(0, new(Cursor))
	if n.Question == nil || len(d.asks) > 0 {
		return false
	}
	if d.table.hand.Turn() == 0 || n.Question.Six {
		d.asked = append(d.asked, d.seenNow())
	}
	return d.answer()
}

// practise takes something back or begins anew, and compares.
func (d *practised) practise(k Kind) {
	d.t.Helper()
	over := d.table.stage != Playing
	ready, err := d.table.Practise(d.now, 0, k, d.r)
	if d.wish(ready, err); err != nil {
		if k == KindBack && len(d.asked) > 0 || k == KindAgain {
			d.t.Fatalf("%s, at %v: %v", k, d.table.stage, err)
		}
		return
	}
	d.done[k]++
	want := ""
	switch k {
	case KindBack:
		want, d.asked = d.asked[len(d.asked)-1], d.asked[:len(d.asked)-1]
		if over {
			d.settled++
		}
	case KindAgain:
		want, d.asked = d.begun, nil
	default:
		return
	}
	d.asks = nil // the bots are asked anew
	d.asks = append(d.asks, ready.Asks...)
	if got := d.seenNow(); got != want {
		d.t.Fatalf("after %s one sees\n%s\nand saw\n%s", k, got, want)
	}
}

// playPractice plays hands alone with bots, takes back, plays again, looks.
func playPractice(t *testing.T, preset string, seed uint64, every bool) *practised {
	t.Helper()
	chairs := 4
	d := &practised{driver: newDriver(t, preset, chairs, seed, func(c *Config) { c.Practice = true }), done: map[Kind]int{}}
	d.every = every
	for d.table.hands < 5 {
		if d.table.hands == 0 {
			d.take(d.table.Start(d.now, 0, d.r))
		} else {
			d.take(d.table.Next(d.now, 0, d.r))
		}
		d.begun, d.asked = d.seenNow(), nil
		for left := 40; d.table.stage == Playing || left > 20; left-- {
			switch what := d.r.IntN(12); {
			case left > 0 && what == 0:
				d.practise(KindAgain)
			case left > 0 && what < 4:
				d.practise(KindBack)
			case what == 4:
				d.practise([...]Kind{KindShow, KindHide}[d.r.IntN(2)])
			case d.table.stage == Playing && !d.decide() && !d.answer():
				d.take(d.table.Tick(d.now, d.r))
			}
		}
	}
	return d
}

// TestPractice: what is taken back was as it is again, by the test's own account of
// cards, questions, accounts and course; also a deal that begins again; and all that
// is so when the log is read again.
func TestPractice(t *testing.T) {
	t.Parallel()
	settled := 0
	for i, preset := range variant.Presets() {
		d := playPractice(t, preset, uint64(i+1), true)
		for _, k := range []Kind{KindBack, KindAgain, KindShow, KindHide} {
			if d.done[k] == 0 {
				t.Errorf("%s: nothing of kind %s: nothing was tested", preset, k)
			}
		}
		settled += d.settled
	}
	if settled == 0 {
		t.Error("no settlement was taken back")
	}
}

// TestOnlyAlone: at any other table practice is refused, whoever wishes it.
func TestOnlyAlone(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Config){
		"no practice table": nil,
		"two people":        func(c *Config) { c.Practice = true },
	} {
		d := newDriver(t, "chratze", 4, 3, change)
		if change != nil {
			d.take(d.table.Sit(d.now, 2, "Beat", "k2"))
		}
		d.take(d.table.Start(d.now, 0, d.r))
		for d.table.hands < 3 {
			for c := -1; c < 5; c++ {
				for _, k := range []Kind{KindBack, KindAgain, KindShow, KindHide} {
					var refused *Refused
					if _, err := d.table.Practise(d.now, c, k, d.r); !errors.As(err, &refused) || refused.Code != RefusedPractice {
						t.Fatalf("%s: %s by chair %d gives %v", name, k, c, err)
					}
				}
			}
			if !d.answer() {
				d.take(d.table.Tick(d.now, d.r))
			}
		}
	}
}

// TestDealIsRefused: a deal with something missing or wrong makes no table, and says
// what.
func TestDealIsRefused(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("kratzen")
	if err != nil {
		t.Fatal(err)
	}
	pack := v.Rules().Pack.Cards()
	order := Order(card.ListOf(pack.Append(nil)...))
	for name, d := range map[string]Deal{
		"no order":      {Cuts: []int{7}},
		"short order":   {Orders: []Order{Order(card.ListOf(pack.Append(nil)[1:]...))}, Cuts: []int{7}},
		"no cut":        {Orders: []Order{order}},
		"cut beyond":    {Orders: []Order{order}, Cuts: []int{33}},
		"dealer":        {Orders: []Order{order}, Cuts: []int{7}, Dealer: 4},
		"pot":           {Orders: []Order{order}, Cuts: []int{7}, Pot: -1},
		"act":           {Orders: []Order{order}, Cuts: []int{7}, Acts: []string{"fly"}},
		"act not asked": {Orders: []Order{order}, Cuts: []int{7}, Acts: []string{"join"}},
		"then":          {Orders: []Order{order}, Cuts: []int{7}, Then: make([][]string, 5)},
	} {
		for _, cfg := range []Config{
			{Variant: v, Chairs: 4, Bot: "random", Practice: true, Deal: &d},
			{Variant: v, Chairs: 4, Bot: "random", Deal: &Deal{Orders: []Order{order}, Cuts: []int{7}}},
			{Variant: v, Chairs: 4, Practice: true, Deal: &Deal{Orders: []Order{order}, Cuts: []int{7}}},
		} {
			var refused *Refused
			if _, _, err := Create(1, cfg, "Anna", "k", [32]byte{}); !errors.As(err, &refused) || refused.Code != RefusedDeal || refused.Detail == "" {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	good := Config{Variant: v, Chairs: 4, Bot: "random", Practice: true, Deal: &Deal{Orders: []Order{order}, Cuts: []int{7}, Pot: 37}}
	tab, _, err := Create(1, good, "Anna", "k", [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	if tab.Config().Deal != nil {
		t.Error("the deal is told with what was agreed")
	}
	if _, err := tab.Start(2, 0, newChance(1)); err != nil || tab.Check() != nil || tab.hand.Start.Pot != 37 {
		t.Errorf("%v %v %v", err, tab.Check(), tab.hand.Start)
	}
}

// TestDealIsNotForTwo: if another person has sat down before it, the deal isn't used.
func TestDealIsNotForTwo(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) {
		c.Practice = true
		g, err := c.Variant.Game(3)
		if err != nil {
			t.Fatal(err)
		}
		c.Deal = &Deal{Pot: 90, Orders: []Order{Order(card.ListOf(g.Rules().Pack.Cards().Append(nil)...))}}
	})
	d.take(d.table.Sit(d.now, 1, "Beat", "k1"))
	d.take(d.table.Start(d.now, 0, d.r))
	if d.table.hand.Start.Pot != 0 {
		t.Error("the deal is dealt to two people")
	}
	for i := range d.table.hand.Log {
		if e := &d.table.hand.Log[i]; e.Kind == rams.EventShuffle && Order(e.Cards) == d.table.cfg.Deal.Orders[0] {
			t.Error("the cards lie as one of them knows")
		}
	}
}

// TestReshuffleIsTheSame: who takes back and decides as before draws the same cards, also
// out of discards that were shuffled; who decides otherwise draws others.
func TestReshuffleIsTheSame(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := uint64(1); seed < 60 && found < 3; seed++ {
		d := newDriver(t, "chratze", 7, seed, func(c *Config) { c.Practice = true })
		d.take(d.table.Start(d.now, 0, d.r))
		type decision struct {
			chair int
			act   string
		}
		var all []decision
		own := -1 // the person's first decision before a reshuffle
		for d.table.stage == Playing {
			c := d.table.actor()
			legal := d.table.hand.View(d.table.seatOf(c)).Legal
			all = append(all, decision{c, legal[d.r.IntN(len(legal))].String()})
			if c == 0 && own < 0 {
				own = len(all) - 1
			}
			d.decides(c, all[len(all)-1].act)
		}
		if own < 0 || !slices.ContainsFunc(d.table.hand.Log, func(e rams.Event) bool { return e.Kind == rams.EventReshuffle }) {
			continue
		}
		found++
		want := slices.Clone(d.table.hand.Log)
		for d.table.practice.allows(d.table.alone(), d.table.stage).Back {
			d.take(d.table.Practise(d.now, 0, KindBack, d.r))
		}
		for _, a := range all[own:] {
			d.decides(a.chair, a.act)
		}
		if !slices.Equal(want, d.table.hand.Log) {
			t.Errorf("seed %d: the same decisions give\n%v\nand gave\n%v", seed, d.table.hand.Log, want)
		}
	}
	if found == 0 {
		t.Error("no hand had a reshuffle: nothing was tested")
	}
}

// decides answers for a chair.
func (d *driver) decides(c int, act string) {
	d.t.Helper()
	by := ByBot
	if d.table.human(c) {
		by = ByPerson
	}
	d.take(d.table.Act(d.now, c, d.table.chairs[c].asked, act, by, d.r))
}

// TestNoPauseAtFirst: alone with bots, they answer at once until the person has decided something
// other than to look, and from then on, and in later hands, after their pause.
func TestNoPauseAtFirst(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		d := newDriver(t, "chratze", 4, seed, func(c *Config) { c.Practice, c.Pace = true, 2400 })
		d.take(d.table.Start(d.now, 0, d.r))
		tried := false
		for d.table.hands < 3 {
			if len(d.asks) > 0 {
				want := d.table.asked
				if tried {
					want += 600
				}
				if a := d.asks[0]; a.By == ByBot && a.At != max(want, d.now) {
					t.Fatalf("hand %d, decided: %t: a bot that is asked at %d answers at %d", d.table.hands, tried, d.table.asked, a.At)
				}
			} else if n, _ := d.table.News(0, new(Cursor)); n.Question != nil {
				if slices.ContainsFunc(n.Question.Legal, func(a rams.Action) bool { return a.Kind == rams.See }) {
					d.take(d.table.Act(d.now, 0, n.Question.Number, "see", ByPerson, d.r))
					continue
				}
				tried = true
			}
			if d.table.stage == Between {
				tried = true
				d.take(d.table.Next(d.now, 0, d.r))
			} else if !d.answer() {
				d.take(d.table.Tick(d.now, d.r))
			}
		}
	}
}
