package desk

import (
	"errors"
	"strconv"
	"strings"

	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Page returns as JSON everything that a page shows of an evening and a draft. The page only
// draws it. The draft is that of the next hand or, if fix is above 0, the replacement for entry
// number fix.
func (e *Evening) Page(d Draft, fix int) []byte {
	var o object
	rules := e.Rules()
	o.open("", '{')
	o.text("name", e.head.name)
	o.text("money", e.head.money.String())
	o.yes("cash", e.head.cash)
	if race := e.Race(); race != nil {
		o.race(race, e.head.money)
	}
	o.text("rules", rules.String())
	o.text("preset", rules.Preset())
	r := rules.Rules()
	o.number("size", tricksOf(e.Race(), rules))
	o.yes("declares", e.declares())
	o.yes("trumpless", e.Race() == nil && r.AloneNeedsTrump())
	o.yes("seven", r.SevenMuss())
	o.yes("lost", r.SevenLost)
	o.yes("forpot", e.Race() == nil && r.Spare == rams.SpareDealer)
	if e.Race() == nil && r.Price {
		o.open("prices", '[')
		for k := rams.Price1; k <= rams.Price10; k++ {
			o.number("", k.Price())
		}
		o.close(']')
	}
	o.yes("lastword", r.LastWord == rams.LastWordOn && r.Susi == rams.SusiGuideline)
	o.chips("ante", r.Ante)
	o.texts("cuts", e.Cuts())
	o.texts("contracts", contractNames(e.Contracts(false)))
	o.texts("blinds", contractNames(e.Contracts(true)))
	o.texts("people", e.People())
	o.number("lines", len(e.lines))
	o.yes("undo", e.CanUndo())
	o.yes("redo", e.CanRedo())
	if e.now != nil {
		e.pageNow(&o)
		e.Before(fix).pageDraft(&o, d)
	}
	o.close('}')
	return o.b
}

func contractNames(list []rams.Contract) (names []string) {
	for _, c := range list {
		names = append(names, c.String())
	}
	return names
}

// Before returns the evening as it was before an entry, counted from 1. It returns e itself if
// there is no such entry.
func (e *Evening) Before(n int) *Evening {
	if n < 1 || n > len(e.steps) {
		return e
	}
	first := (n - 1) / stride * stride
	now := e.states[first/stride].clone()
	for _, entry := range e.list[first : n-1] {
		if _, err := now.apply(entry); err != nil {
			return e // impossible: these entries were computed before
		}
	}
	return &Evening{head: e.head, list: e.list[:n-1], steps: e.steps[:n-1], states: e.states[:first/stride+1], now: now, shared: true}
}

// pageNow writes the current position and the history.
func (e *Evening) pageNow(o *object) {
	p := e.Now()
	o.position("now", p)
	e.orders(o)
	list(o, "steps", e.steps, func(st Step) {
		o.open("", '{')
		o.step(&st)
		o.close('}')
	})
	o.transfers("payments", e.Payments())
	list(o, "susis", e.Susis(), func(hands []int) { o.numbers("", hands) })
}

// pageDraft writes a draft and its effect.
func (e *Evening) pageDraft(o *object, d Draft) {
	look := e.Look(d)
	h := d.parse()
	o.open("draft", '{')
	o.texts("cuts", h.Cuts)
	o.yes("seven", h.Seven)
	o.yes("nobody", h.Nobody)
	o.text("claimed", h.Last)
	o.text("lost", h.Lost)
	o.chips("price", h.Price)
	o.position("now", look.Position)
	list(o, "seats", look.Seats, func(s Seat) {
		o.open("", '{')
		o.number("who", s.Person)
		o.yes("in", s.In)
		o.yes("declares", s.Contract.Declares())
		o.text("contract", s.Contract.String())
		o.number("tricks", s.Tricks)
		o.yes("filled", s.Filled)
		o.number("most", s.Most)
		o.close('}')
	})
	if look.Missing != nil {
		o.fault("missing", look.Missing)
	}
	if look.Step != nil {
		o.text("line", look.Line)
		o.open("step", '{')
		o.step(look.Step)
		o.close('}')
		o.position("after", look.After)
	}
	o.close('}')
}

func (o *object) position(name string, p *Position) {
	o.open(name, '{')
	if p != nil {
		o.numbers("seats", p.Seats)
		o.number("dealer", p.Dealer)
		o.chips("pot", p.Pot)
		o.amounts("balance", p.Balance)
		o.amounts("won", p.Won)
		if p.Points != nil {
			o.numbers("points", p.Points)
			o.numbers("through", p.Through)
		}
		o.number("hands", p.Hands)
		o.yes("muss", p.Muss)
		o.yes("all", p.All)
		o.yes("last", p.Last)
		o.yes("over", p.Over)
		if p.Players != nil {
			o.fault("players", p.Players)
		}
	}
	o.close('}')
}

// race writes what is agreed for a race.
func (o *object) race(r *Race, m Money) {
	o.open("race", '{')
	o.text("line", string(r.append(nil, m)))
	o.yes("up", r.Up)
	o.number("goal", r.Goal)
	o.number("back", r.Back)
	o.amounts("fines", r.Fines[:])
	o.texts("prizes", r.Prizes)
	o.close('}')
}

// coins writes the coins for an amount.
func (e *Evening) coins(o *object, name string, amount pot.Chips) {
	pieces, _ := e.head.money.Coins(amount)
	list(o, name, pieces, func(c Coin) {
		o.open("", '[')
		o.chips("", c.Value)
		o.number("", int(c.N))
		o.close(']')
	})
}

// orders writes what is still to be done with coins and prizes, and what a correction has done to later hands.
func (e *Evening) orders(o *object) {
	list(o, "orders", e.Orders(), func(l Order) {
		o.open("", '{')
		o.text("name", l.Name)
		o.chips("take", l.Take)
		o.chips("give", l.Give)
		e.coins(o, "coins", l.Take+l.Give)
		list(o, "why", l.Why, func(r Reason) {
			o.open("", '{')
			o.text("verb", r.Verb)
			o.text("kind", r.Kind.String())
			o.number("hand", r.Hand)
			o.number("n", r.N)
			o.yes("undone", r.Undone)
			o.chips("net", r.Net)
			o.chips("payout", r.Payout)
			o.close('}')
		})
		o.close('}')
	})
	list(o, "prizes", e.Prizes(), func(h Handover) {
		o.open("", '{')
		o.text("from", h.From)
		o.text("to", h.To)
		o.text("prize", h.Prize)
		o.close('}')
	})
	repriced, only := e.Corrected()
	list(o, "repriced", repriced, func(r Repriced) {
		o.open("", '{')
		o.number("hand", r.Hand)
		o.chips("was", r.Was)
		o.chips("now", r.Now)
		o.close('}')
	})
	o.text("only", only)
}

// fault writes an error: the code and parameters of its message.
func (o *object) fault(name string, err error) {
	o.open(name, '{')
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = &Error{Code: CodeRules, Err: err}
	}
	o.text("code", e.Code)
	o.number("line", e.Line)
	o.number("word", e.Word)
	o.text("text", e.Text)
	o.text("name", e.Name)
	o.number("n", e.N)
	o.number("want", e.Want)
	o.number("entry", e.Entry)
	if v, ok := errors.AsType[*variant.Error](e.Err); ok {
		key := "rules." + v.Code
		if c, ok := errors.AsType[*rams.Conflict](v.Err); ok {
			key = "rules.conflict"
			if v.Option == "seats" {
				key = "rules.conflict.seats"
			}
			o.text("reason", "conflict."+c.Code)
			o.number("cards", c.Needs)
			o.number("have", c.Have)
		}
		o.text("rule", key)
		o.text("preset", v.Preset)
		o.text("option", v.Option)
		o.text("value", v.Value)
		o.texts("allowed", v.Allowed)
		o.chips("least", pot.Chips(v.Least))
		o.chips("most", pot.Chips(v.Most))
		o.text("needs", v.Needs)
	} else if t, ok := errors.AsType[*rams.TallyError](e.Err); ok {
		o.text("rule", "tally."+t.Code)
	}
	o.close('}')
}

// Call answers a page that runs the desk as WebAssembly. It takes an operation and its
// arguments, all texts. The answer is JSON; if the operation failed it has "error".
//
//	show EVENING DRAFT N     all that is shown (Page); N: the entry that is corrected
//	append EVENING LINE      "text", the evening with one line more
//	tap EVENING DRAFT TAP N  "draft", the draft after a tap
//	csv EVENING FORM HEADS KINDS TIMES  "text": a Table, its lists as lines
//	json EVENING             "text"
//	rebase MINE THEIRS       "text", and "refused" lines
//	like EVENING LINE        "near", who may be meant by the name of one who comes; or ""
//	rules RULES              "options" with their values, and "seats"
func Call(op string, args ...string) []byte {
	var o object
	o.open("", '{')
	if err := o.call(op, append(args, "", "", "", "")); err != nil {
		o = object{}
		o.open("", '{')
		o.fault("error", err)
	}
	o.close('}')
	return o.b
}

// fixed reads the number of an entry, or returns 0.
func fixed(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

func (o *object) call(op string, args []string) error {
	if op == "rules" {
		return o.options(args[0])
	}
	e, err := Read(args[0])
	if err != nil {
		return err
	}
	switch op {
	case "show":
		o.key("page")
		o.b = append(o.b, e.Page(Draft(args[1]), fixed(args[2]))...)
	case "append":
		if err := e.Append(args[1]); err != nil {
			return err
		}
		o.text("text", e.Text())
	case "tap":
		d, err := e.Before(fixed(args[3])).Tap(Draft(args[1]), args[2])
		if err != nil {
			return err
		}
		o.text("draft", string(d))
	case "like":
		near, _ := e.Like(args[1])
		o.text("near", near)
	case "csv":
		split := func(n int) []string { return strings.Split(args[n], "\n") }
		o.text("text", string(e.CSV(&Table{args[1], split(2), split(3), split(4)})))
	case "json":
		o.text("text", string(e.JSON()))
	case "rebase":
		other, err := Read(args[1])
		if err != nil {
			return err
		}
		both, refused, err := Rebase(e.lines, other.lines)
		if err != nil {
			return err
		}
		o.text("text", both.Text())
		o.texts("refused", refused)
	}
	return nil
}

// moneyOptions are the options that matter to a cash desk. The others are about the cards.
const moneyOptions = ` ante antes next_ante cut blind double_blind no_open deals join_order susi last_word forced_deal all_play spare split round_up coin remainder penalty penalty_cap pot_cap muss_payout seven_muss_payout seven_lost `

// options writes the options of the given rules.
func (o *object) options(rules string) error {
	v, err := variant.Parse(rules)
	if err != nil {
		return &Error{Code: CodeRules, Err: err}
	}
	o.text("rules", v.String())
	o.texts("presets", variant.Presets())
	least, most := v.Seats()
	o.number("least", least)
	o.number("most", most)
	limit, _ := v.Limit()
	o.number("limit", int(limit))
	if race := raceOf(v.Rules()); race != nil {
		o.race(race, Francs)
	}
	list(o, "options", v.Options(), func(op variant.Option) {
		if !op.Meaning || !has(moneyOptions, op.Key) {
			return
		}
		o.open("", '{')
		o.text("key", op.Key)
		o.text("value", op.Value)
		o.yes("changed", op.Changed())
		o.yes("amount", op.Kind == variant.Amount)
		o.texts("values", op.Values)
		o.close('}')
	})
	return nil
}
