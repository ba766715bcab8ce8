package desk

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"chratze/pot"
)

// Table says how an evening is written for spreadsheets.
type Table struct {
	Form  string   // ends in what stands between two cells and the decimal point; before them may stand a byte order mark
	Heads []string // entry, hand, time, zone, kind, as entered, dealer, declarer, played for, pot, strokes, lent
	Kinds []string // the names of the kinds of entries
	Times []string // by entry: the local time, a tab, its zone
}

// CSV returns the evening as a table for spreadsheets, one row an entry. For each person there is what the entry
// changed, and the sum so far: on credit with the cash that was given, so that the last sum is what the
// settlement pays. Where coins are paid at once, the settlement is the sum of what was lent, which then has a column of its own.
// In a race there are also the points.
func (e *Evening) CSV(t *Table) []byte {
	at := max(0, len(t.Form)-2)
	comma, point := t.Form[at], t.Form[at+1]
	b := []byte(t.Form[:at])
	text := func(s string) { b = append(cell(b, s), comma) }
	amount := func(n pot.Chips) { b = append(e.head.money.decimal(b, n, point), comma) }
	number := func(n int) {
		if n > 0 {
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, comma)
	}
	row := func() { b = append(b[:len(b)-1], '\r', '\n') }
	lends := e.head.cash && slices.ContainsFunc(e.steps, func(st Step) bool { return st.Entry.Kind == Pay })
	people := e.People()
	for _, head := range t.Heads[:10] {
		text(head)
	}
	for _, name := range people {
		text(name)
		text(name + " =")
		if e.head.race != nil {
			text(name + " " + t.Heads[10])
		}
		if lends {
			text(name + " " + t.Heads[11])
		}
	}
	row()
	lent := make([]pot.Chips, len(people)) // so far, if it is part of the accounts
	for i := range e.steps {
		st := &e.steps[i]
		number(i + 1)
		number(st.Hand)
		when, zone, _ := strings.Cut(t.Times[i], "\t")
		b = append(append(b, when...), comma) // no name: it should be read as a time
		text(zone)
		text(t.Kinds[st.Entry.Kind])
		entry := st.Entry
		entry.Time = ""
		text(entry.String())
		for _, p := range [...]int{st.Dealer, st.Declarer} {
			if p >= 0 {
				text(people[p])
			} else {
				text("")
			}
		}
		if st.Hand > 0 {
			amount(st.Played)
		} else {
			text("")
		}
		amount(st.Pot)
		for p, name := range people {
			gave := entry.lent(name)
			if lends {
				amount(st.Change(p))
				amount(st.balance(p))
			} else {
				lent[p] += gave
				amount(st.Change(p) + gave)
				amount(st.balance(p) + lent[p])
			}
			if e.head.race != nil {
				n := 0
				if p < len(st.Points) {
					n = st.Points[p]
				}
				b = append(strconv.AppendInt(b, int64(n), 10), comma)
			}
			if lends {
				amount(gave)
			}
		}
		row()
	}
	return b
}

// lent returns the cash that a person gave to another, less what they received.
func (e *Entry) lent(name string) pot.Chips {
	switch {
	case e.Kind == Pay && e.Who == name:
		return e.Amount
	case e.Kind == Pay && e.To == name:
		return -e.Amount
	}
	return 0
}

// cell writes a text as a cell of CSV, nothing if it is empty. A text that a spreadsheet would take for a formula, a number
// or a date gets a leading apostrophe.
func cell(b []byte, s string) []byte {
	if s == "" {
		return b
	}
	b = append(b, '"')
	if strings.ContainsRune("=+-@\t", rune(s[0])) || dated(s) {
		b = append(b, '\'')
	}
	return append(append(b, strings.ReplaceAll(s, `"`, `""`)...), '"')
}

// dated reports whether a spreadsheet could take a name for a number, a time or a date: Mai 3, 12/11, 1e5, 5月3日.
func dated(s string) bool {
	const names = ` january february march april may june july august september october november december januar jänner februar feber märz mai juni juli oktober dezember `
	letters := strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s))
	return strings.ContainsAny(s, "0123456789") && (has(" e am pm  ", letters) || strings.ContainsAny(letters, "年月日時") ||
		len(letters) > 2 && strings.Contains(names, " "+letters))
}
