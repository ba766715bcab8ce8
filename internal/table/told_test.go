package table

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"chratze/rams"
)

// tell writes what every connection is told, those who hear the same on one line.
func (s *sitting) tell() error {
	var said []string
	who := map[string][]string{}
	s.conns = slices.DeleteFunc(s.conns, func(c *conn) bool {
		line := ""
		if c.chair >= 0 && !s.table.HasLink(c.chair, c.key) {
			line = "the link is no longer valid"
		} else if n, ok := s.table.News(c.chair, &c.cursor); ok {
			c.events = append(c.events[:n.From:n.From], n.Events...)
			line = s.news(&n)
		}
		if line == "" {
			return false
		}
		if s.heard != nil {
			s.heard(c, line)
		}
		if who[line] == nil {
			said = append(said, line)
		}
		who[line] = append(who[line], c.name)
		return line[0] == 't'
	})
	for _, c := range s.conns {
		want, dealt := wanted(s.table, c.chair)
		if dealt && s.table.hand.Phase() != rams.PhaseSwap && !reflect.DeepEqual(c.events, want) {
			return fmt.Errorf("connection %s has other events than its view", c.name)
		}
	}
	for _, line := range said {
		fmt.Fprintf(&s.out, "  %s: %s\n", strings.Join(who[line], ", "), line)
	}
	return nil
}

// wanted returns the events that a chair knows.
func wanted(t *Table, c int) (events []rams.Event, dealt bool) {
	v, dealt := t.View(c)
	if t.open(c) {
		return t.hand.ObservedOpen(t.audience(c)), dealt
	}
	return slices.Clone(v.Events), dealt
}

// news writes a message: the events, whose turn it is, the question, the table.
func (s *sitting) news(n *News) string {
	var parts []string
	for i := range n.Events {
		parts = append(parts, n.Events[i].String())
	}
	line := strings.Join(parts, "; ")
	switch {
	case n.Anew && n.From > 0:
		line = fmt.Sprintf("hand %d from %d: %s", n.Hand, n.From, line)
	case n.Anew && n.Hand > 0:
		line = fmt.Sprintf("hand %d: %s", n.Hand, line)
	}
	if n.Back {
		line = strings.TrimSuffix(fmt.Sprintf("back in %s; past %v", line, n.Past), " <nil>")
	}
	if n.Turn >= 0 {
		line += fmt.Sprintf(" | turn %d", n.Turn)
	}
	if n.Due != 0 {
		line += " until " + clock(n.Due)
	}
	if n.Window != 0 {
		line += " | window until " + clock(n.Window)
	}
	if n.Six != SixNot {
		line += " | six " + string(n.Six)
	}
	if q := n.Question; q != nil {
		var legal []string
		for _, a := range q.Legal {
			legal = append(legal, a.String())
		}
		if len(legal) > 6 {
			legal = append(legal[:5], fmt.Sprintf("… (%d)", len(q.Legal)))
		}
		line += fmt.Sprintf(" | question %d: %s", q.Number, strings.Join(legal, ", "))
	}
	if n.Info != nil {
		line += " | " + s.info(n.Info)
	}
	return strings.TrimPrefix(line, " ")
}

func clock(at Millis) string {
	return strconv.FormatFloat(float64(at-began)/1000, 'f', -1, 64) + "s"
}

// info writes the state of the table itself: stage, pot, and the people there with their
// accounts; *: the host.
func (s *sitting) info(i *Info) string {
	var b strings.Builder
	b.WriteString(i.Stage.String())
	if i.Last {
		b.WriteString(", last hand")
	}
	fmt.Fprintf(&b, ", pot %v", i.Pot)
	if i.NextAt != 0 {
		fmt.Fprintf(&b, ", next at %s", clock(i.NextAt))
	}
	for c, ch := range i.Chairs {
		fmt.Fprintf(&b, "; %d ", c)
		if c == i.Host {
			b.WriteString("*")
		}
		if ch.Person == 0 {
			b.WriteString("free")
			continue
		}
		b.WriteString(ch.Name)
		for _, mark := range []struct {
			is   bool
			text string
		}{{ch.Bot != "", " bot"}, {ch.Away, " away"}, {ch.StandIn, " played for"}, {ch.Leaving, " leaving"}, {ch.Agrees, " agrees to hints"}, {ch.Ready, " ready"}} {
			if mark.is {
				b.WriteString(mark.text)
			}
		}
		if ch.Coming != "" {
			b.WriteString(" for " + ch.Coming)
		}
		fmt.Fprintf(&b, " %v", ch.Balance)
		if s.cfg.Bank > 0 && ch.Bot == "" {
			fmt.Fprintf(&b, " bank %ds", ch.Bank/1000)
		}
	}
	if p := i.Practice; p != nil {
		fmt.Fprintf(&b, "; practice %+v", *p)
	}
	if len(i.Rights) > 0 {
		r := i.Rights[len(i.Rights)-1]
		fmt.Fprintf(&b, "; right %d in hand %d: %s", r.N, r.Hand, strings.TrimSpace(r.By+" "+r.Did+" "+r.To))
	}
	for _, g := range i.Gone {
		fmt.Fprintf(&b, "; gone %s %v", g.Name, g.Balance)
	}
	return b.String()
}

// same compares a table with the one read from its log, but for what no record
// tells of.
func same(live, read *Table) error {
	if err := read.Check(); err != nil {
		return err
	}
	a, b := lasting(live), lasting(read)
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(field(x, i), field(y, i)) {
			return fmt.Errorf("read again the table has another %s:\n%+v\nand was\n%+v", x.Type().Field(i).Name, field(y, i), field(x, i))
		}
	}
	return nil
}

func field(v reflect.Value, i int) any { return v.Field(i).Interface() }

// durable is what a table is made of by its records.
type durable struct {
	Config Config
	Chairs []chair
	People []Person
	Rest   []any
	Ledger any
	State  rams.State
	Start  rams.Start
	Log    []rams.Event
	Told   [rams.MaxSeats + 1][]rams.Event
	Deck   rams.Deck
	Seats  []int
	Result *rams.Result
}

// lasting returns what of a table its records tell of.
func lasting(t *Table) durable {
	chairs := slices.Clone(t.chairs)
	for i := range chairs {
		c := &chairs[i]
		c.present, c.away, c.standIn, c.ready = 0, 0, false, false
		if c.next != nil {
			next := *c.next
			c.next = &next
		}
	}
	deck := t.deck
	deck.Source = nil
	d := durable{
		Config: t.cfg, Chairs: chairs, People: t.people, Seats: t.seats, Result: t.result, Deck: deck,
		Rest:   []any{t.host, t.stage, t.hands, t.seq, t.session, t.nextAt, t.who, t.window != 0, t.course, t.practice, t.settled, t.rights},
		Ledger: t.session.Ledger,
	}
	if t.hands == 0 {
		return d
	}
	d.State, d.Start, d.Log = t.hand.State(), t.hand.Start, slices.Clone(t.hand.Log)
	for i := range d.Told[:len(t.seats)] {
		d.Told[i] = slices.Clone(t.hand.Observed(rams.Seat(i)))
	}
	d.Told[rams.MaxSeats] = slices.Clone(t.hand.Observed(rams.Nobody))
	return d
}
