package desk

import (
	"chratze/internal/jsonscan"
	"chratze/pot"
	"chratze/rams"
)

// object writes JSON. With package encoding/json, a phone would have to load half as much
// again.
type object struct{ b []byte }

// key begins a member of an object, or an item of a list if name is "".
func (o *object) key(name string) {
	if n := len(o.b); n > 0 && o.b[n-1] != '{' && o.b[n-1] != '[' {
		o.b = append(o.b, ',')
	}
	if name != "" {
		o.b = append(jsonscan.AppendString(o.b, name), ':')
	}
}

func (o *object) text(name, value string) {
	o.key(name)
	o.b = jsonscan.AppendString(o.b, value)
}

func (o *object) number(name string, n int) { o.chips(name, pot.Chips(n)) }

func (o *object) chips(name string, n pot.Chips) {
	o.key(name)
	o.b = n.AppendTo(o.b)
}

// yes writes a member only if its value is true.
func (o *object) yes(name string, value bool) {
	if value {
		o.key(name)
		o.b = append(o.b, "true"...)
	}
}

func (o *object) open(name string, bracket byte) {
	o.key(name)
	o.b = append(o.b, bracket)
}

func (o *object) close(bracket byte) { o.b = append(o.b, bracket) }

// list writes a list, item by item.
func list[T any](o *object, name string, items []T, item func(T)) {
	o.open(name, '[')
	for _, x := range items {
		item(x)
	}
	o.close(']')
}

func (o *object) texts(name string, items []string) {
	list(o, name, items, func(s string) { o.text("", s) })
}

func (o *object) numbers(name string, items []int) {
	list(o, name, items, func(n int) { o.number("", n) })
}

func (o *object) amounts(name string, items []pot.Chips) {
	list(o, name, items, func(n pot.Chips) { o.chips("", n) })
}

// JSON returns the whole evening for other programs: what was entered ("journal", which Read
// accepts) and what it led to. Amounts are in Rappen. A person is an index into "people".
func (e *Evening) JSON() []byte {
	var o object
	o.open("", '{')
	format := Format
	if e.head.race != nil {
		format = RaceFormat
	}
	o.text("format", format)
	o.text("name", e.head.name)
	if e.head.race != nil {
		o.race(e.head.race, e.head.money)
	} else {
		o.key("rules")
		o.b = e.head.rules.AppendJSON(o.b)
	}
	o.text("money", e.head.money.String())
	o.yes("cash", e.head.cash)
	o.texts("people", e.People())
	list(&o, "steps", e.steps, func(st Step) {
		o.open("", '{')
		o.step(&st)
		o.close('}')
	})
	if p := e.Now(); p != nil {
		o.chips("pot", e.now.Ledger.Pot())
		o.yes("over", p.Over)
		o.amounts("balances", p.Won)
		o.transfers("payments", e.Payments())
	}
	o.texts("journal", e.lines)
	o.close('}')
	return append(o.b, '\n')
}

func (o *object) transfers(name string, all []pot.Transfer) {
	list(o, name, all, func(t pot.Transfer) {
		o.open("", '{')
		o.number("from", t.From)
		o.number("to", t.To)
		o.chips("amount", t.Amount)
		o.close('}')
	})
}

// step writes the effect of a step.
func (o *object) step(st *Step) {
	o.text("kind", st.Entry.Kind.String())
	o.text("line", st.Entry.String())
	if st.Entry.Time != "" {
		o.text("time", st.Entry.Time)
	}
	if st.Hand > 0 {
		o.number("hand", st.Hand)
		o.number("dealer", st.Dealer)
		if st.Declarer >= 0 {
			o.number("declarer", st.Declarer)
		}
		if st.Susi >= 0 {
			o.number("susi", st.Susi)
		}
		o.chips("played", st.Played)
		o.chips("left", st.Left)
		o.yes("muss", st.Muss)
		o.yes("unopened", st.Unopened)
		o.yes("alone", st.Alone)
	}
	o.shares(st)
	if st.Points != nil {
		o.numbers("points", st.Points)
		list(o, "prizes", st.Prizes, func(p Prize) {
			o.open("", '{')
			o.number("who", p.Person)
			o.text("name", p.Name)
			o.close('}')
		})
	}
	o.chips("pot", st.Pot)
	o.amounts("balances", st.Balance)
}

// shares writes what moved, by person.
func (o *object) shares(st *Step) {
	o.open("shares", '[')
	for who := range st.shares {
		s := st.shares[who]
		if s == (share{}) {
			continue
		}
		o.open("", '{')
		o.number("who", who)
		o.chips("paid", s.Paid)
		o.chips("payout", s.Payout)
		o.chips("penalty", s.Penalty)
		if s.Price != 0 {
			o.chips("price", s.Price)
		}
		if s.End != 0 {
			o.chips("end", s.End)
		}
		o.yes("failed", s.Failed)
		if s.Why > rams.ShareAll && s.Why.Paid() {
			o.text("share", s.Why.String())
			o.number("won", s.Won)
		}
		o.close('}')
	}
	o.close(']')
}
