package desk

import (
	"strconv"
	"strings"

	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Kind is what an entry is about.
type Kind uint8

// The kinds of entries.
const (
	Played   Kind = iota // a hand
	Come                 // Who sits down, after After or last
	Leave                // Who leaves; Part: with their part of the pot
	Deals                // Who deals next
	Rules                // Variant applies from the next hand on
	Ante                 // Who puts Amount into the pot
	Pay                  // Who gives To the Amount in cash
	Break                // a pause; changes nothing
	LastHand             // the next hand is the last
	End                  // the pot is shared and the evening is over
	Late                 // Moves between the pot and people, for a hand that was settled wrongly
	Fine                 // Who pays Amount into the glass of a race; 0: the fine for breaking a rule
	NewRace              // a round by Race: all points anew
)

//lattice:table
var kindWords = [...]string{"hand", "come", "go", "dealer", "rules", "ante", "pay", "break", "last", "end", "late", "fine", "race"}

// String returns the keyword of the kind. A hand has none.
func (k Kind) String() string { return kindWords[min(k, NewRace)] }

// Entry is what happened at the table: a hand, or something between two hands.
type Entry struct {
	Kind    Kind
	Who     string
	To      string // Pay: who gets it; Come: after whom they sit, "": last
	Amount  pot.Chips
	Part    bool
	Variant variant.Variant
	Race    Race
	Hand    Hand
	N       int    // Late: the number that the hand had then
	Moves   []Move // Late
	Time    string // as it was entered, without @
	money   Money  // of the amounts
}

// Move is an amount that a person puts into the pot, or below 0 takes out of it.
type Move struct {
	Name   string
	Amount pot.Chips
}

// Hand is a hand as it was entered.
type Hand struct {
	Nobody bool      // nobody opened, or it was abandoned
	Cuts   []string  // what was shown at each cut: "7", "A", "AA", "A7", "W" …
	Seven  bool      // a Seven Muss
	In     []Player  // in the order of entry
	Last   string    // who claimed the last word
	Lost   string    // whose Weli fell to the trump ace
	Price  pot.Chips // that the declarer has named, in antes; 0: none, or paid before the hand
}

// Player is a person who was in a hand.
type Player struct {
	Name     string
	Tricks   int8 // -1: not entered
	Contract rams.Contract
}

// declared returns the contract for the word after "!".
func declared(text string) (rams.Contract, bool) {
	if text == rams.ForPot.String() {
		return rams.ForPot, true
	}
	for c := rams.Declared; c <= rams.DeclaredTop; c++ {
		if c.String() == text {
			return c, true
		}
	}
	return 0, false
}

// priced returns the price that a word after "!" names, in antes; 0: none.
func priced(text string) pot.Chips {
	for k := rams.Price1; k <= rams.Price10; k++ {
		if n := k.Price(); strconv.Itoa(n) == text {
			return pot.Chips(n)
		}
	}
	return 0
}

// parseEntry reads an entry of an evening for this money. last is the last kind that the evening has.
func parseEntry(l line, m Money, last Kind) (e Entry, err *Error) {
	if n := len(l.words); n > 0 && !l.words[n-1].quoted && strings.HasPrefix(l.words[n-1].text, "@") {
		e.Time = l.words[n-1].text[1:]
		if e.Time == "" || strings.Trim(e.Time, "0123456789TZ:.+-") != "" || len(e.Time) > 35 {
			return e, (&Error{Code: CodeWord}).at(l.words[n-1])
		}
		l.words, l.count = l.words[:n-1], n-1
	}
	e.money = m
	w := l.first()
	for k := Come; k <= last; k++ {
		if w.is(k.String()) {
			l.take()
			e.Kind = k
			err = e.parseRest(&l, m)
			if err == nil {
				err = l.end()
			}
			return e, err
		}
	}
	e.Hand, err = parseHand(&l)
	return e, err
}

// parseRest reads what follows the keyword.
func (e *Entry) parseRest(l *line, m Money) (err *Error) {
	switch e.Kind {
	case Come:
		e.Who, err = parseName(l)
		if err == nil && l.try("after") {
			e.To, err = parseName(l)
		}
	case Leave:
		e.Who, err = parseName(l)
		e.Part = l.try("part")
	case Deals:
		e.Who, err = parseName(l)
	case Rules:
		w := l.first()
		if e.Variant, err = parseRules(l); err == nil && raceOf(e.Variant.Rules()) != nil {
			err = (&Error{Code: CodeRaceRules}).at(w)
		}
	case NewRace:
		e.Race, err = parseRace(l, m)
	case Late:
		return e.parseLate(l, m)
	case Ante, Pay, Fine:
		if e.Who, err = parseName(l); err == nil && e.Kind == Pay {
			e.To, err = parseName(l)
		}
		if err != nil || e.Kind == Fine && len(l.words) == 0 {
			return err
		}
		w, err := l.need()
		if err != nil {
			return err
		}
		text := w.text
		for _, more := range l.words {
			text += " " + more.text // Fr. 5
		}
		var ok bool
		if e.Amount, ok = m.Parse(text); ok {
			l.words = nil
		} else if e.Amount, ok = m.Parse(w.text); !ok {
			return (&Error{Code: CodeAmount}).at(w)
		}
	}
	return err
}

// parseLate reads the number of a hand, then names with amounts.
func (e *Entry) parseLate(l *line, m Money) (err *Error) {
	w, err := l.need()
	if err != nil {
		return err
	}
	var bad error
	if e.N, bad = strconv.Atoi(w.text); bad != nil || e.N < 1 || e.N > MaxLines {
		return (&Error{Code: CodeWord}).at(w)
	}
	for err == nil && (len(l.words) > 0 || e.Moves == nil) {
		move := Move{}
		if move.Name, err = parseName(l); err != nil {
			return err
		}
		w := l.take()
		digits, out := strings.CutPrefix(w.text, "-")
		var ok bool
		if move.Amount, ok = m.Parse(digits); !ok {
			return (&Error{Code: CodeAmount}).at(w)
		}
		if out {
			move.Amount = -move.Amount
		}
		e.Moves = append(e.Moves, move)
	}
	return err
}

func parseName(l *line) (string, *Error) {
	w, err := l.need()
	if err != nil {
		return "", err
	}
	if badName(w.text) || !w.quoted && reserved(w.text) {
		return "", (&Error{Code: CodeName}).at(w)
	}
	return w.text, nil
}

func parseRules(l *line) (variant.Variant, *Error) {
	w, err := l.need()
	if err != nil {
		return variant.Variant{}, err
	}
	v, bad := variant.Parse(w.text)
	if bad != nil {
		return v, (&Error{Code: CodeRules, Err: bad}).at(w)
	}
	return v, nil
}

// parseHand reads a hand.
func parseHand(l *line) (h Hand, err *Error) {
	for l.try("cut") {
		w, err := l.need()
		if err != nil {
			return h, err
		}
		if len(w.text) > 2 || strings.Trim(w.text, "A7W") != "" {
			return h, (&Error{Code: CodeCut}).at(w)
		}
		h.Cuts = append(h.Cuts, w.text)
	}
	if l.try("nobody") {
		h.Nobody = true
		return h, l.end()
	}
	h.Seven = l.try("seven")
	for len(l.words) > 0 && !l.first().is("lost") && !l.first().is("last") {
		at := l.first()
		p := Player{Tricks: -1, Contract: rams.Joined}
		if name, marked := strings.CutSuffix(at.text, "!"); marked && !at.quoted && !reserved(at.text) { // "anna! 2" is "anna ! 2"
			l.words = append([]word{{text: name, n: at.n}, {text: "!", n: at.n}}, l.words[1:]...)
		}
		if p.Name, err = parseName(l); err != nil {
			err.Code = CodeWord
			return h, err
		}
		if err = p.parse(l, &h.Price); err != nil {
			return h, err
		}
		if h.player(p.Name) >= 0 {
			return h, (&Error{Code: CodeTwice, Name: p.Name}).at(at)
		}
		h.In = append(h.In, p)
	}
	if l.try("last") {
		if h.Last, err = parseName(l); err != nil {
			return h, err
		}
	}
	if l.try("lost") {
		if h.Lost, err = parseName(l); err != nil {
			return h, err
		}
	}
	if len(h.In) == 0 {
		return h, (&Error{Code: CodeMore}).at(l.first())
	}
	return h, l.end()
}

// parse reads what follows a player's name: "2", "2!", "!", "! 2", "2!5".
func (p *Player) parse(l *line, price *pot.Chips) *Error {
	for {
		w := l.first()
		tricks, contract, ok := parseTricks(w.text)
		if !ok || w.quoted || tricks >= 0 && p.Tricks >= 0 || contract != "" && p.Contract != rams.Joined {
			return nil
		}
		l.take()
		if tricks >= 0 {
			p.Tricks = tricks
		}
		if contract == "" {
			continue
		}
		if n := priced(contract); n > 0 {
			*price, p.Contract = n, rams.Declared
		} else if p.Contract, ok = declared(contract); !ok {
			code := CodeContract
			if _, err := strconv.Atoi(contract); err == nil {
				code = CodePrice
			}
			return (&Error{Code: code}).at(w)
		}
	}
}

// player returns the index of a person in h.In, or -1.
func (h *Hand) player(name string) int {
	for i := range h.In {
		if h.In[i].Name == name {
			return i
		}
	}
	return -1
}

// declarer returns the index of the declarer in h.In, or -1.
func (h *Hand) declarer() int {
	for i := range h.In {
		if h.In[i].Contract.Declares() {
			return i
		}
	}
	return -1
}

// ---- writing ----

// String returns the entry as a line. Parsing the line gives the same entry.
func (e *Entry) String() string { return string(e.append(nil)) }

func (e *Entry) append(b []byte) []byte {
	name := func(s string) { b = quote(append(b, ' '), s) }
	amount := func(n pot.Chips) { b = e.money.decimal(append(b, ' '), n, '.') }
	if e.Kind == Played {
		b = e.Hand.append(b)
	} else {
		b = append(b, e.Kind.String()...)
	}
	switch e.Kind {
	case Come:
		name(e.Who)
		if e.To != "" {
			b = append(b, " after"...)
			name(e.To)
		}
	case Leave:
		name(e.Who)
		if e.Part {
			b = append(b, " part"...)
		}
	case Deals:
		name(e.Who)
	case Rules:
		b = e.Variant.AppendTo(append(b, ' '))
	case NewRace:
		b = e.Race.append(append(b, ' '), e.money)
	case Late:
		b = strconv.AppendInt(append(b, ' '), int64(e.N), 10)
		for _, m := range e.Moves {
			name(m.Name)
			amount(m.Amount)
		}
	case Ante, Fine:
		name(e.Who)
		amount(e.Amount)
	case Pay:
		name(e.Who)
		name(e.To)
		amount(e.Amount)
	}
	if e.Time != "" {
		b = append(append(b, " @"...), e.Time...)
	}
	return b
}

func (h *Hand) append(b []byte) []byte {
	for _, c := range h.Cuts {
		b = append(append(append(b, "cut "...), c...), ' ')
	}
	if h.Nobody {
		return append(b, "nobody"...)
	}
	if h.Seven {
		b = append(b, "seven "...)
	}
	for i, p := range h.In {
		if i > 0 {
			b = append(b, ' ')
		}
		b = quote(b, p.Name)
		if p.Tricks >= 0 || p.Contract != rams.Joined {
			b = append(b, ' ')
		}
		if p.Tricks >= 0 {
			b = strconv.AppendInt(b, int64(p.Tricks), 10)
		}
		if p.Contract != rams.Joined {
			b = append(b, '!')
			switch {
			case p.Contract != rams.Declared:
				b = append(b, p.Contract.String()...)
			case h.Price > 0:
				b = strconv.AppendInt(b, int64(h.Price), 10)
			}
		}
	}
	if h.Last != "" {
		b = quote(append(b, " last "...), h.Last)
	}
	if h.Lost != "" {
		b = quote(append(b, " lost "...), h.Lost)
	}
	return b
}
