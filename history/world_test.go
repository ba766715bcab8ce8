package history

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest/oracle"
)

// certify makes a full line of the world in which a view was found to be true,
// and returns what is wrong with it: it has to be a true history for the oracle,
// and its view the view that was read. So what is accepted is possible.
func certify(c *Checker, h *Hand) error {
	r := &c.finder.Replay
	full := *h
	full.For = Full
	full.Events = nil
	for i := range r.Log {
		full.Events = append(full.Events, Event{Event: r.Log[i]})
	}
	order(full.Events, r.State.Game().Rules().Pack.Cards())
	line := full.AppendTo(nil)
	if err := oracle.Check(line); err != nil {
		return fmt.Errorf("%w\n%s", err, line)
	}
	seat := oracle.Public
	if h.For != Public {
		seat = int(h.For.Seat())
	}
	view := *h
	view.Events = slices.Clone(h.Events)
	for i := range view.Events {
		view.Events[i].Legal = nil
	}
	if err := oracle.CheckView(line, seat, view.AppendTo(nil)); err != nil {
		return fmt.Errorf("%w\n%s", err, line)
	}
	return nil
}

// pile is the order of a pack or of reshuffled discards, as far as it is dealt.
type pile struct {
	event *Event // its shuffle or reshuffle
	cut   *Event
	set   card.Set // not dealt yet
	dealt []card.Card
}

// order gives each shuffle and reshuffle an order in which what follows is true.
func order(events []Event, pack card.Set) {
	var piles []*pile
	for i := range events {
		switch e := &events[i]; e.Kind {
		case rams.EventShuffle:
			piles = append(piles, &pile{event: e, set: pack})
		case rams.EventReshuffle:
			piles = append(piles, &pile{event: e, set: e.Cards.Set()})
		case rams.EventCut:
			piles[len(piles)-1].cut = e
		case rams.EventDeal, rams.EventUpcard, rams.EventTurn, rams.EventDraw:
			for _, c := range e.Cards.Slice() {
				p := piles[len(piles)-1]
				if len(piles) > 1 && p.event.Kind == rams.EventReshuffle && piles[len(piles)-2].set != 0 {
					p = piles[len(piles)-2] // what was left before the reshuffle comes first
				}
				p.set &^= c.Bit()
				p.dealt = append(p.dealt, c)
			}
		}
	}
	for _, p := range piles {
		p.event.Cards = p.order()
	}
}

// order is the pile with what isn't dealt behind it, and before its cut.
func (p *pile) order() card.List {
	cards := p.dealt
	if p.cut == nil {
		return card.ListOf(p.set.Append(cards)...)
	}
	n, at := len(cards)+p.set.Len(), int(p.cut.At)
	order := make([]card.Card, n)
	for i := range order {
		order[i] = card.Hidden
	}
	order[at-1] = p.cut.Cards.At(0)
	p.set &^= p.cut.Cards.At(0).Bit()
	if p.cut.Cards.Len() == 2 {
		order[n-1] = p.cut.Cards.At(1)
		p.set &^= p.cut.Cards.At(1).Bit()
	}
	for i, c := range cards {
		order[(i+at)%n] = c
	}
	for i, c := range order {
		if c == card.Hidden {
			order[i] = p.set.First()
			p.set = p.set.Rest()
		}
	}
	return card.ListOf(order...)
}

// TestWorlds: each view of each example, also with an event changed, is either
// refused, and then not before the changed event, or there is a full line for it.
func TestWorlds(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../rams/ramstest/testdata/examples/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	accepted, refused := 0, 0
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		in := bufio.NewScanner(f)
		for n := 1; in.Scan(); n++ {
			if n%10 != 0 && os.Getenv("CHRATZE_VERIFY") == "" { // the tenths keep the test short
				continue
			}
			full, err := Read(in.Text())
			if err != nil {
				t.Fatal(err)
			}
			for to := Public; int(to) <= full.Seats; to++ {
				if to == Full {
					continue
				}
				view, err := full.View(to)
				if err != nil {
					t.Fatal(err)
				}
				line := view.String()
				sample := (int(to)+n)%14 == 0
				changeEvents(line, n, sample, func(at int, changed string) {
					var c Checker
					var h Hand
					err := c.Read(&h, changed)
					if err == nil {
						accepted++
						if err = certify(&c, &h); err != nil {
							t.Errorf("%s line %d, view %d, event %d: %v\nthe view is\n%s", filepath.Base(file), n, to, at, err, changed)
						}
						return
					}
					refused++
					var r *rams.Refusal
					if errors.As(err, &r) && r.Cards != 0 && r.Action.Seat != h.For.Seat() {
						t.Errorf("the refusal shows cards that the view hides: %v", err)
					}
					if e := err.(*Error); e.Event >= 0 && e.Event < at || at < 0 {
						t.Errorf("%s line %d, view %d, event %d: %v\n%s", filepath.Base(file), n, to, at, err, changed)
					}
				})
			}
		}
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	if accepted < 40 || refused < 300 {
		t.Errorf("only %d views were accepted, %d refused", accepted, refused)
	}
}

// changeEvents calls try with the line, and with it changed from an event on.
func changeEvents(line string, seed int, changes bool, try func(at int, changed string)) {
	if try(-1, line); !changes {
		return
	}
	head, rest, _ := strings.Cut(line, `"events":[`)
	list, tail, _ := strings.Cut(rest, `],"payout"`)
	events := strings.Split(list[1:len(list)-1], "},{")
	join := func(events []string) string {
		return head + `"events":[{` + strings.Join(events, "},{") + `}],"payout"` + tail
	}
	for i, e := range events {
		try(i, join(slices.Delete(slices.Clone(events), i, i+1)))
		for _, x := range [][2]string{
			{`??`, "As"}, {`c"`, `s"`}, {`s"`, `h"`}, {`d"`, `c"`}, {`"A`, `"K`}, {`play T`, `play J`}, {`play A`, `play 9`},
			{`lay ??`, `lay ?? ??`}, {`"join"`, `"out"`}, {`"pass"`, `"open"`}, {`cards":"`, `cards":"?? `}, {`"seat":1`, `"seat":2`}, {`"n":`, `"n":1`},
			{"6", "7"}, {"9", "8"},
		} {
			if seed++; strings.Contains(e, x[0]) && seed%2 == 0 {
				changed := slices.Clone(events)
				changed[i] = strings.Replace(e, x[0], x[1], 1)
				try(i, join(changed))
			}
		}
	}
}
