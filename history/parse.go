package history

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chratze/card"
	"chratze/internal/jsonscan"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Limits for the contents of a line, far beyond what a hand needs.
const (
	maxEvents = 1 << 15
	maxExtra  = 1 << 8
	maxLegal  = 1 << 10
	maxAmount = 1_000_000_000_000_000_000
)

// parser reads a line into a Hand. It checks only the form; the kernel checks the hand
// afterwards.
type parser struct {
	jsonscan.Scanner
	hand    *Hand
	rules   map[string]rulesText // parsed so far, by their text
	legal   []rams.Action        // memory for the lists of legal acts
	payout  int                  // amounts in the list
	penalty int
}

// keys is the set of keys seen in an object; each may appear once.
type keys uint32

// top-level keys.
const (
	keyFormat keys = 1 << iota
	keyRules
	keySeats
	keyNames
	keyView
	keyDealer
	keyMuss
	keyPot
	keyRedeal
	keyEvents
	keyPayout
	keyPenalty
	keyNext
	keySpared

	keysNeeded = keyFormat | keyRules | keySeats | keyDealer | keyMuss | keyPot | keyEvents
	keysResult = keyPayout | keyPenalty | keyNext
)

// topNames are the names of the top-level keys.
//
//lattice:table
var topNames = []string{"format", "rules", "seats", "names", "view", "dealer", "muss", "pot", "redeal", "events", "payout", "penalty", "next", "spared"}

// once notes that a key has appeared, which is one of these names or unknown. It fails if it has appeared before.
func (p *parser) once(seen *keys, names []string, name string) {
	if i := slices.Index(names, name); i >= 0 {
		if *seen&(1<<i) != 0 {
			p.Fail(CodeTwice, "")
		}
		*seen |= 1 << i
	}
}

// parse reads text into hand, after resetting it.
func (p *parser) parse(hand *Hand, text string) *Error {
	hand.Reset()
	hand.For = Full
	p.Scanner = jsonscan.Scanner{Text: text, Item: -1}
	p.hand, p.legal = hand, p.legal[:0]
	p.payout, p.penalty = 0, 0
	switch {
	case len(text) > MaxLine:
		p.Fail(CodeLong, "")
	case len(text) == 0:
		p.Fail(CodeEmpty, "")
	case !utf8.ValidString(text):
		p.Fail(CodeUTF8, "")
	}
	var seen keys
	for n := p.Enter('{', "an object"); p.More('}', &n); {
		p.Field = ""
		p.Field = p.Key()
		p.top(&seen)
	}
	p.Field = ""
	if p.Peek(); p.Fault == nil && p.At < len(text) {
		p.Wrong("nothing behind the hand")
	}
	p.complete(seen)
	if f := p.Fault; f != nil {
		return &Error{Event: f.Item, Field: short(f.Field), Code: f.Code, Detail: f.Detail, Err: f.Err}
	}
	return nil
}

// top reads the value of a top-level key.
func (p *parser) top(seen *keys) {
	h := p.hand
	p.once(seen, topNames, p.Field)
	switch p.Field {
	case "format":
		if f := p.Quoted(); p.Fault == nil && f != Format {
			p.Fail(CodeFormat, strconv.Quote(f)+", want "+strconv.Quote(Format))
		}
	case "rules":
		p.readRules()
	case "seats":
		h.Seats = int(p.Number(rams.MaxSeats))
	case "names":
		for n := p.Enter('[', "an array of strings"); p.More(']', &n); {
			h.Names = append(h.Names, p.Quoted())
			p.most(n, rams.MaxSeats)
		}
	case "view":
		p.readView()
	case "dealer":
		h.Start.Dealer = p.seat()
	case "muss":
		h.Start.Muss = p.Boolean()
	case "pot":
		h.Start.Pot = pot.Chips(p.Number(maxAmount))
	case "redeal":
		h.Start.Redeal = uint32(p.counted(1<<32 - 1))
	case "spared":
		h.Start.Spared = uint8(p.counted(1<<rams.MaxSeats - 1))
	case "events":
		for n := p.Enter('[', "an array of events"); p.More(']', &n); {
			p.Item = n - 1
			p.most(n, maxEvents)
			p.readEvent()
		}
		p.Item = -1
	case "payout":
		p.payout = p.amounts(&h.Payout)
	case "penalty":
		p.penalty = p.amounts(&h.Penalty)
	case "next":
		h.Next = p.next()
	default:
		p.extra()
	}
}

// complete checks that no required key is missing.
func (p *parser) complete(seen keys) {
	h := p.hand
	h.Over = seen&keysResult != 0
	needed := keysNeeded
	if h.Over {
		needed |= keysResult
	}
	if p.Fault == nil {
		for i, name := range topNames {
			if needed&^seen&(1<<i) != 0 {
				p.Field = name
				p.Fail(CodeMissing, "")
			}
		}
	}
	p.perSeat("names", len(h.Names), seen&keyNames != 0)
	p.perSeat("payout", p.payout, h.Over)
	p.perSeat("penalty", p.penalty, h.Over)
	if int(h.For.Seat()) >= h.Seats {
		p.Field = "view"
		p.Fail(CodeValue, "no seat "+strconv.Itoa(int(h.For.Seat()))+" of "+strconv.Itoa(h.Seats))
	}
}

func (p *parser) perSeat(field string, n int, there bool) {
	if there && n != p.hand.Seats {
		p.Field = field
		p.Fail(CodeValue, strconv.Itoa(n)+" for "+strconv.Itoa(p.hand.Seats)+" seats")
	}
}

// most fails if there are too many elements.
func (p *parser) most(n, most int) {
	if n > most {
		p.Fail(CodeMany, "at most "+strconv.Itoa(most))
	}
}

// readRules reads the variant, or takes it from memory.
func (p *parser) readRules() {
	if p.Peek() != '{' {
		p.Mistyped("an object")
		return
	}
	text := p.Raw()
	if p.Fault != nil {
		return
	}
	rules, ok := p.rules[text]
	if !ok {
		v, err := variant.ParseJSON([]byte(text))
		if err != nil {
			p.Fail(CodeRules, "")
			p.Fault.Err = err
			return
		}
		rules.set(v)
		if p.rules == nil || len(p.rules) > 1<<6 {
			p.rules = map[string]rulesText{}
		}
		p.rules[strings.Clone(text)] = rules
	}
	p.hand.Variant, p.hand.rules = rules.of, rules
}

func (p *parser) readView() {
	if p.Peek() == '"' {
		p.hand.For = Public
		if who := p.Quoted(); p.Fault == nil && who != "public" {
			p.Fail(CodeValue, strconv.Quote(who)+`, want a seat or "public"`)
		}
		return
	}
	p.hand.For = SeatView(p.seat())
}

func (p *parser) seat() rams.Seat { return rams.Seat(p.Number(rams.MaxSeats - 1)) }

// counted reads a number that is left out if it is 0.
func (p *parser) counted(most int64) int64 {
	n := p.Number(most)
	if n == 0 {
		p.Fail(CodeNumber, "0 is left out")
	}
	return n
}

func (p *parser) amounts(list *[rams.MaxSeats]pot.Chips) (n int) {
	for n = p.Enter('[', "an array of amounts"); p.More(']', &n); {
		if p.most(n, rams.MaxSeats); p.Fault == nil {
			list[n-1] = pot.Chips(p.Number(maxAmount))
		}
	}
	return n
}

//lattice:table
var nextFields = map[string]string{"pot": "next.pot", "dealer": "next.dealer", "muss": "next.muss", "redeal": "next.redeal", "spared": "next.spared"}

func (p *parser) next() (s rams.Start) {
	var seen keys
	for n := p.Enter('{', "an object"); p.More('}', &n); {
		p.Field = "next"
		key := p.Key()
		p.Field = nextFields[key]
		p.once(&seen, topNames, key)
		switch key {
		case "pot":
			s.Pot = pot.Chips(p.Number(maxAmount))
		case "dealer":
			s.Dealer = p.seat()
		case "muss":
			s.Muss = p.Boolean()
		case "redeal":
			s.Redeal = uint32(p.counted(1<<32 - 1))
		case "spared":
			s.Spared = uint8(p.counted(1<<rams.MaxSeats - 1))
		default:
			p.Field = key
			p.Fail(CodeUnknown, "want pot, dealer, muss, redeal, spared")
		}
	}
	p.Field = "next"
	if seen|keyRedeal|keySpared != keyPot|keyDealer|keyMuss|keyRedeal|keySpared {
		p.Fail(CodeMissing, "want pot, dealer, muss")
	}
	return s
}

// extra keeps a field that has no meaning here.
func (p *parser) extra() {
	h := p.hand
	if _, there := h.Field(p.Field); there {
		p.Fail(CodeTwice, "")
	}
	p.most(len(h.Extra)+1, maxExtra)
	h.Extra = append(h.Extra, Field{Name: p.Field, Value: p.Raw()})
}

// ---- events ----

// keys of events.
const (
	keyT keys = 1 << iota
	keySeat
	keyAmount
	keyAt
	keyShown
	keyCards
	keyCard
	keySuit
	keyAct
	keyUp
	keyN
	keyLegal
)

// eventNames are the names of the keys of events.
//
//lattice:table
var eventNames = []string{"t", "seat", "amount", "at", "shown", "cards", "card", "suit", "act", "up", "n", "legal"}

// keyRule has the required and the optional keys of an event.
type keyRule struct{ needed, optional keys }

//lattice:table
var eventKeys = [...]keyRule{
	rams.EventAnte:      {keyT | keySeat | keyAmount, 0},
	rams.EventShuffle:   {keyT | keyCards, 0},
	rams.EventCut:       {keyT | keySeat | keyAt | keyShown, 0},
	rams.EventDealer:    {keyT | keySeat, 0},
	rams.EventDeal:      {keyT | keySeat | keyCards, 0},
	rams.EventUpcard:    {keyT | keyCard, 0},
	rams.EventTurn:      {keyT | keyCard, 0},
	rams.EventTrump:     {keyT | keySuit, 0},
	rams.EventAct:       {keyT | keySeat | keyAct, keyLegal},
	rams.EventDraw:      {keyT | keySeat | keyCards, keyUp},
	rams.EventTake:      {keyT | keySeat | keyCard, 0},
	rams.EventReshuffle: {keyT, keyCards | keyN}, // one of them
	rams.EventSusi:      {keyT | keySeat, 0},
	rams.EventTrick:     {keyT | keySeat, 0},
	rams.EventShow:      {keyT | keySeat | keyCards, 0},
}

func (p *parser) readEvent() {
	p.hand.Events = append(p.hand.Events, Event{Event: rams.Event{Seat: rams.Nature}})
	e := &p.hand.Events[len(p.hand.Events)-1]
	var seen keys
	var act string
	from := len(p.legal)
	for n := p.Enter('{', "an object"); p.More('}', &n); {
		p.Field = p.Key()
		p.once(&seen, eventNames, p.Field)
		switch p.Field {
		case "t":
			e.Kind = p.kind()
		case "seat":
			e.Seat = p.seat()
		case "amount":
			e.Amount = pot.Chips(p.Number(maxAmount))
		case "at":
			e.At = uint8(p.Number(card.Suits * card.Ranks))
		case "shown":
			e.Cards = p.cards(1, 2)
		case "cards":
			e.Cards = p.cards(1, card.Suits*card.Ranks)
		case "card":
			e.Cards = p.cards(1, 1)
		case "suit":
			e.Suit = p.suit()
		case "act":
			act = p.Quoted()
		case "up":
			e.Up = p.cards(1, 2)
		case "n":
			e.Cards = card.HiddenList(int(p.Number(card.Suits * card.Ranks)))
		case "legal":
			p.readLegal()
		default:
			p.Fail(CodeUnknown, "")
		}
	}
	p.Field = ""
	p.checkKeys(e.Kind, seen)
	if p.Fault == nil && seen&keyAct != 0 {
		p.Field = "act"
		p.readAct(e, act)
	}
	if seen&keyLegal != 0 {
		e.Legal = p.legal[from:len(p.legal):len(p.legal)]
		for i := range e.Legal {
			e.Legal[i].Seat = e.Seat
		}
	}
}

func (p *parser) checkKeys(k rams.EventKind, seen keys) {
	if p.Fault != nil {
		return
	}
	if seen&keyT == 0 {
		p.Fail(CodeMissing, "t: the word of the event")
		return
	}
	want := eventKeys[k]
	either := seen & (keyCards | keyN)
	if missing := want.needed &^ seen; missing != 0 || k == rams.EventReshuffle && either == 0 {
		p.Fail(CodeMissing, k.String()+" wants "+want.names())
	} else if seen&^(want.needed|want.optional) != 0 || either == keyCards|keyN {
		p.Fail(CodeUnknown, k.String()+" has only "+want.names())
	}
}

func (w keyRule) names() (list string) {
	for i, name := range eventNames {
		if (w.needed|w.optional)&(1<<i) != 0 {
			list += " " + name
		}
	}
	return list[min(1, len(list)):]
}

func (p *parser) kind() rams.EventKind {
	word := p.Quoted()
	k, ok := rams.ParseEventKind(word)
	if !ok {
		p.Fail(CodeUnknown, "event "+strconv.Quote(word))
	}
	return k
}

func (p *parser) suit() card.Suit {
	text := p.Quoted()
	s, err := card.ParseSuit(text)
	if err != nil {
		p.Fail(CodeValue, strconv.Quote(text)+", want c, s, h or d")
	}
	return s
}

func (p *parser) cards(least, most int) card.List {
	text := p.Quoted()
	l, err := card.ParseList(text)
	switch {
	case p.Fault != nil:
	case err != nil:
		p.Fail(CodeValue, strconv.Quote(short(text)))
		p.Fault.Err = err
	case l.Len() < least || l.Len() > most:
		p.Fail(CodeValue, strconv.Itoa(l.Len())+" cards")
	}
	return l
}

// short returns the beginning of a text, for messages.
func short(text string) string {
	if len(text) <= 120 {
		return text
	}
	return text[:120] + " …"
}

// readAct reads the words of a decision. In a view the cards of lay and drop may
// be hidden.
func (p *parser) readAct(e *Event, text string) {
	a, err := rams.ParseAction(text, e.Seat)
	e.Cards = card.ListOfSet(a.Cards)
	if err != nil {
		a, e.Cards, err = hiddenAct(text, err)
		a.Seat = e.Seat
	}
	if err != nil {
		p.Fail(CodeUnknown, "act "+strconv.Quote(short(text)))
		p.Fault.Err = err
	}
	e.Act = a
}

// hiddenAct reads "lay ?? ??" or "drop ??".
func hiddenAct(text string, not error) (a rams.Action, l card.List, err error) {
	for _, k := range [...]rams.Kind{rams.Lay, rams.Drop} {
		word := k.String()
		if len(text) > len(word) && text[:len(word)] == word && text[len(word)] == ' ' {
			l, err = card.ParseList(text[len(word)+1:])
			if err == nil && l.Len() > 0 && l.Set() == 0 {
				a.Kind = k
				return a, l, nil
			}
		}
	}
	return a, card.List{}, not
}

func (p *parser) readLegal() {
	n := 0
	for n = p.Enter('[', "an array of acts"); p.More(']', &n); {
		text := p.Quoted()
		if p.Fault != nil {
			return
		}
		p.most(n, maxLegal)
		a, err := rams.ParseAction(text, 0)
		if err != nil {
			p.Fail(CodeUnknown, "act "+strconv.Quote(short(text)))
			p.Fault.Err = err
			return
		}
		p.legal = append(p.legal, a)
	}
	if n == 0 {
		p.Fail(CodeLegal, "an empty list")
	}
}
