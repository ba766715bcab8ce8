// Package clerk runs a cash desk at a terminal. It reports an evening in words, and lets you
// type one, line by line, into a file.
//
// Start with Clerk.Report, then Enter.
package clerk

import (
	"errors"
	"strconv"
	"strings"

	"chratze/internal/desk"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
	"chratze/pot"
)

// Clerk reports an evening at the cash desk in words.
type Clerk struct {
	p   *locale.Printer
	scr *lines.Screen
	e   *desk.Evening
}

// New returns the clerk of an evening. It uses the language of p and writes to scr.
func New(p *locale.Printer, scr *lines.Screen, e *desk.Evening) *Clerk { return &Clerk{p, scr, e} }

func (c *Clerk) say(key string, args locale.Args) { c.scr.Line(c.p.T(key, args)) }

func (c *Clerk) number(n pot.Chips) string {
	m, _ := c.e.Money()
	return c.p.Number(locale.Money(m), n)
}

func (c *Clerk) balance(n pot.Chips) string {
	m, _ := c.e.Money()
	return c.p.Balance(locale.Money(m), n)
}

// Refused explains why a line is invalid.
func Refused(p *locale.Printer, err error) string {
	e, ok := errors.AsType[*desk.Error](err)
	if !ok {
		return err.Error()
	}
	text := ""
	if e.Err != nil {
		text = p.Error(e.Err)
	} else {
		text = p.T("kasse.no."+e.Code, locale.Args{"text": lines.Visible(lines.Clip(e.Text)), "name": lines.Visible(e.Name), "n": e.N, "want": e.Want})
	}
	switch {
	case e.Entry > 0:
		text = p.T("kasse.fault.entry", locale.Args{"entry": e.Entry, "reason": text})
	case e.Line > 0 && e.Word > 0:
		text = p.T("kasse.fault.word", locale.Args{"line": e.Line, "word": e.Word, "reason": text})
	case e.Line > 0:
		text = p.T("kasse.fault.line", locale.Args{"line": e.Line, "reason": text})
	}
	return text
}

// title writes which evening it is.
func (c *Clerk) title() {
	m, cash := c.e.Money()
	how := "kasse.credit"
	if cash {
		how = "kasse.cash"
	}
	name := c.e.Name()
	if name == "" {
		name = c.p.T("kasse.evening", nil)
	}
	w := c.p.Words(c.e.Rules(), c.p.DeckOf(c.e.Rules().Preset()))
	c.say("kasse.title", locale.Args{"name": c.scr.Strong(name), "game": w.Game(), "money": c.p.T("kasse.money."+m.String(), nil), "how": c.p.T(how, nil)})
}

// step writes an entry and its effect.
func (c *Clerk) step(number int, st *desk.Step) {
	c.say("kasse.entry", locale.Args{"n": number, "line": st.Entry.String(), "flows": c.flows(st), "amount": c.number(st.Pot)})
}

// flows returns the changes of the accounts in a step: "Anna +0.80, Beat -0.20".
func (c *Clerk) flows(st *desk.Step) string {
	var list []string
	for who, name := range c.e.People() {
		if n := st.Change(who); n != 0 {
			list = append(list, name+"\u00a0"+c.balance(n))
		}
	}
	if len(list) == 0 {
		return c.p.T("kasse.noflow", nil)
	}
	return c.p.List(list)
}

// Report writes the state of the evening.
func (c *Clerk) Report() error {
	c.title()
	p := c.e.Now()
	if p == nil {
		c.say("kasse.empty", nil)
		return c.scr.Flush()
	}
	c.scr.Gap()
	for i := range c.e.Steps() {
		c.step(i+1, &c.e.Steps()[i])
	}
	c.scr.Gap()
	c.standings(p)
	c.scr.Gap()
	c.next(p)
	c.lay(p)
	c.susis()
	c.payments(p)
	return c.scr.Flush()
}

// standings writes what everybody has won or lost.
func (c *Clerk) standings(p *desk.Position) {
	c.say("kasse.standings", nil)
	var rows [][]string
	for who, name := range c.e.People() {
		rows = append(rows, []string{name, c.balance(p.Won[who])})
	}
	c.rows(rows)
}

func (c *Clerk) rows(rows [][]string) {
	for _, line := range lines.Align(rows, "  ") {
		c.scr.Line("  " + line)
	}
}

// next writes how the next hand begins.
func (c *Clerk) next(p *desk.Position) {
	switch {
	case p.Over:
		c.say("kasse.over", nil)
	case p.Players != nil:
		c.scr.Line(Refused(c.p, p.Players))
	default:
		c.say("kasse.next", locale.Args{"hand": p.Hands + 1, "name": c.e.People()[p.Dealer], "amount": c.number(p.Pot)})
		if p.Muss {
			c.say("kasse.muss", nil)
		}
		if p.Last {
			c.say("kasse.last.hand", nil)
		}
	}
}

// lay writes what everybody does with their coins now.
func (c *Clerk) lay(p *desk.Position) {
	if fixed, ok := c.e.Corrected(); ok {
		c.fixed(fixed)
		return
	}
	lays := c.e.Lay()
	if len(lays) == 0 || p.Over && p.Hands == 0 {
		return
	}
	c.scr.Gap()
	c.say("kasse.lay", nil)
	var rows [][]string
	for _, l := range lays {
		row := []string{c.e.People()[l.Person], "", ""}
		if l.Take > 0 {
			row[1] = c.p.T("kasse.takes", locale.Args{"amount": c.number(l.Take)})
		}
		if l.Give > 0 {
			row[2] = c.p.T("kasse.gives", locale.Args{"amount": c.number(l.Give), "coins": c.coins(l.Give)})
		}
		rows = append(rows, row)
	}
	c.rows(rows)
}

// fixed writes who hands over what because of a correction. On credit nobody does.
func (c *Clerk) fixed(list []desk.Handover) {
	if _, cash := c.e.Money(); !cash {
		return
	}
	c.scr.Gap()
	if len(list) == 0 {
		c.say("kasse.fixed.even", nil)
		return
	}
	c.say("kasse.fixed", nil)
	for _, h := range list {
		key := "kasse.hands"
		if h.From == "" {
			key = "kasse.hands.take"
		} else if h.To == "" {
			key = "kasse.hands.lay"
		}
		c.scr.Line("  " + strings.TrimSpace(c.p.T(key, locale.Args{"from": h.From, "to": h.To, "amount": c.number(h.Amount)})+" "+c.coins(h.Amount)))
	}
}

// coins returns the coins for an amount: "1 × 2.00, 1 × 0.20".
func (c *Clerk) coins(n pot.Chips) string {
	m, _ := c.e.Money()
	coins, rest := m.Coins(n)
	var list string
	for i, k := range coins {
		if i > 0 {
			list += ", "
		}
		list += strconv.FormatInt(k.N, 10) + "\u00a0×\u00a0" + c.number(k.Value)
	}
	if rest > 0 && len(coins) > 0 {
		list += ", + " + c.number(rest)
	}
	if list == "" {
		return ""
	}
	return "(" + list + ")"
}

// susis writes who let the declarer take the pot, and when.
func (c *Clerk) susis() {
	first := true
	for who, hands := range c.e.Susis() {
		if len(hands) == 0 {
			continue
		}
		if first {
			c.scr.Gap()
			first = false
		}
		list := make([]string, len(hands))
		for i, n := range hands {
			list[i] = strconv.Itoa(n)
		}
		c.say("kasse.susi", locale.Args{"name": c.e.People()[who], "n": len(hands), "hands": c.p.List(list)})
	}
}

// payments writes who pays whom.
func (c *Clerk) payments(p *desk.Position) {
	c.scr.Gap()
	list := c.e.Payments()
	switch {
	case len(list) == 0:
		c.say("kasse.even", nil)
	case p.Over:
		c.say("kasse.payments", nil)
	default:
		c.say("kasse.payments.now", nil)
	}
	people := c.e.People()
	for _, t := range list {
		c.scr.Line("  " + c.p.T("kasse.pays", locale.Args{"from": people[t.From], "to": people[t.To], "amount": c.number(t.Amount)}))
	}
}
