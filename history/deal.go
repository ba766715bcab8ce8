package history

import (
	"slices"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
	"chratze/worlds"
)

// DealFormat is the name of the text form of a hand; it is the first line of the text.
const DealFormat = "rams-deal/1"

// Deal returns the hand as a short text that people can paste: rules, seats, dealer, pot,
// cards, and decisions (docs/replay.md). For a full line these are the orders of the pack and
// all acts, which is enough to replay it; for a view they are its events. Lines that begin with
// # list the dealt cards for people.
func (h *Hand) Deal() string {
	var b strings.Builder
	line := func(parts ...string) { b.WriteString(strings.Join(parts, "") + "\n") }
	line(DealFormat)
	line("rules: ", h.Variant.String())
	for seat := range h.Seats {
		name := ""
		if seat < len(h.Names) {
			name = h.Names[seat]
		}
		line(strings.TrimSpace("seat: " + oneLine(name)))
		if cards := h.dealt(rams.Seat(seat)); cards != "" {
			line("# ", cards)
		}
	}
	line("dealer: ", strconv.Itoa(int(h.Start.Dealer)))
	line("pot: ", h.Start.Pot.String())
	if h.Start.Muss {
		line("muss: true")
	}
	if h.Start.Redeal > 0 {
		line("redeal: ", strconv.Itoa(int(h.Start.Redeal)))
	}
	if h.Start.Spared > 0 {
		line("spared: ", strconv.Itoa(int(h.Start.Spared)))
	}
	if h.For != Full {
		h.dealView(line)
		return b.String()
	}
	var acts []string
	for i := range h.Events {
		switch e := &h.Events[i]; e.Kind {
		case rams.EventShuffle, rams.EventReshuffle:
			line("pack: ", e.Cards.String())
		case rams.EventCut:
			line("cut: ", strconv.Itoa(int(e.At)))
		case rams.EventUpcard:
			line("# ", e.Event.String())
		case rams.EventAct:
			acts = append(acts, strconv.Itoa(int(e.Seat))+" "+e.Act.String())
		}
	}
	if len(acts) > 0 {
		line("acts: ", strings.Join(acts, ", "))
	}
	return b.String()
}

// dealView writes the events of a view.
func (h *Hand) dealView(line func(...string)) {
	if seat := h.For.Seat(); seat >= 0 {
		line("view: ", strconv.Itoa(int(seat)))
	} else {
		line("view: public")
	}
	events := make([]string, len(h.Events))
	for i := range h.Events {
		events[i] = h.Events[i].String()
	}
	line("events: ", strings.Join(events, ", "))
}

// dealt returns the cards that a seat was dealt, as far as the line shows them.
func (h *Hand) dealt(seat rams.Seat) string {
	var packets []string
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == rams.EventDeal && e.Seat == seat && e.Cards.Len() > 0 && e.Cards.At(0) != card.Hidden {
			packets = append(packets, e.Cards.String())
		}
	}
	return strings.Join(packets, " ")
}

// oneLine removes line ends from a name.
func oneLine(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == '\u0085' || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, name))
}

// ReadDeal reads and checks what Deal writes, by replaying the hand up to its last act. The
// error is an *[Error] with the key of the invalid line.
func ReadDeal(text string) (*Hand, error) {
	d := deal{h: &Hand{For: Full}}
	d.read(text)
	if d.err == nil && d.h.For == Full {
		d.play()
	} else if d.err == nil {
		d.show()
	}
	if d.err != nil {
		return nil, d.err
	}
	return d.h, nil
}

// IsDeal reports whether a text begins like those of Deal.
func IsDeal(text string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n\ufeff"), "\n")
	return strings.TrimSpace(first) == DealFormat
}

// deal is a text that is being read.
type deal struct {
	h    *Hand
	seen map[string]bool
	packs,
	cuts int // used so far
	orders [][]card.Card
	at     []int
	acts   []string
	err    *Error
}

func (d *deal) fail(key, code, detail string, err error) {
	if d.err == nil {
		d.err = &Error{Event: -1, Field: key, Code: code, Detail: detail, Err: err}
	}
}

// repeated are the keys that may be in several lines.
const repeated = "seat pack cut"

func (d *deal) read(text string) {
	if len(text) > MaxLine {
		d.fail("", CodeLong, "", nil)
		return
	}
	if !IsDeal(text) {
		d.fail("", CodeFormat, "want "+strconv.Quote(DealFormat)+" in the first line", nil)
		return
	}
	d.seen = map[string]bool{}
	_, rest, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n\ufeff"), "\n")
	for line := range strings.Lines(rest) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(line, ":")
		if d.seen[key] && !strings.Contains(repeated, key) {
			d.fail(key, CodeTwice, "", nil)
		}
		d.seen[key] = true
		d.field(key, strings.TrimSpace(value))
		if d.err != nil {
			return
		}
	}
	for _, key := range []string{"rules", "seat", "dealer"} {
		if !d.seen[key] {
			d.fail(key, CodeMissing, "", nil)
		}
	}
}

// field reads one line.
func (d *deal) field(key, value string) {
	h := d.h
	var err error
	switch key {
	case "rules":
		if h.Variant, err = variant.Parse(value); err != nil {
			d.fail(key, CodeRules, "", err)
		}
		h.rules.set(h.Variant)
	case "seat":
		if h.Seats++; h.Seats > rams.MaxSeats {
			d.fail(key, CodeMany, "at most "+strconv.Itoa(rams.MaxSeats), nil)
		}
		h.Names = append(h.Names, value)
	case "dealer":
		h.Start.Dealer = rams.Seat(d.number(key, value, rams.MaxSeats-1))
	case "pot":
		if h.Start.Pot, err = pot.Parse(value); err != nil {
			d.fail(key, CodeNumber, value, err)
		}
	case "muss":
		if h.Start.Muss = value == "true"; !h.Start.Muss && value != "false" {
			d.fail(key, CodeValue, value, nil)
		}
	case "redeal":
		h.Start.Redeal = uint32(d.number(key, value, 1<<20))
	case "spared":
		h.Start.Spared = uint8(d.number(key, value, 1<<rams.MaxSeats-1))
	case "pack":
		l, err := card.ParseList(value)
		if err != nil {
			d.fail(key, CodeValue, "", err)
		}
		d.orders = append(d.orders, slices.Clone(l.Slice()))
	case "cut":
		d.at = append(d.at, d.number(key, value, card.Suits*card.Ranks))
	case "acts":
		d.acts = strings.Split(value, ",")
	case "view":
		if h.For = Public; value != "public" {
			h.For = SeatView(rams.Seat(d.number(key, value, rams.MaxSeats-1)))
		}
	case "events":
		d.events(value)
	default:
		d.fail(key, CodeUnknown, "", nil)
	}
}

func (d *deal) number(key, value string, most int) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > most {
		d.fail(key, CodeNumber, strconv.Quote(value)+", want 0 to "+strconv.Itoa(most), nil)
		return 0
	}
	return n
}

func (d *deal) events(value string) {
	for text := range strings.SplitSeq(value, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		e, err := rams.ParseEvent(text)
		if err != nil {
			d.fail("events", CodeValue, strconv.Quote(text), err)
			return
		}
		d.h.Events = append(d.h.Events, Event{Event: e})
	}
	if len(d.h.Events) > maxEvents {
		d.fail("events", CodeMany, "", nil)
	}
}

// play replays the hand from the orders of the pack and the acts.
func (d *deal) play() {
	h := d.h
	if len(h.Events) > 0 {
		d.fail("events", CodeUnknown, "they stand in views only", nil)
		return
	}
	g, err := h.Variant.Game(h.Seats)
	if err != nil {
		d.fail("seat", CodeRules, "", err)
		return
	}
	var r rams.Record
	if err := r.Begin(g, h.Start); err != nil {
		d.fail("", CodeStart, "", err)
		return
	}
	deck := rams.Deck{Source: d}
	for _, text := range append([]string{""}, d.acts...) {
		if text = strings.TrimSpace(text); text != "" {
			d.decide(&r, text)
		}
		for d.err == nil && r.Turn() == rams.Nature {
			state := r.State()
			if a := deck.Next(&state); d.err == nil {
				r.ApplyUnchecked(a, deck.Drawn(a))
			}
		}
		if d.err != nil {
			return
		}
	}
	if d.packs < len(d.orders) || d.cuts < len(d.at) {
		d.fail("pack", CodeMany, "more packs or cuts than this hand has come to", nil)
		return
	}
	h.fill(&r, Full, r.Log, nil)
}

// decide applies one act: "1 open".
func (d *deal) decide(r *rams.Record, text string) {
	word, act, _ := strings.Cut(text, " ")
	seat := rams.Seat(d.number("acts", word, rams.MaxSeats-1))
	if d.err != nil {
		return
	}
	a, err := rams.ParseAction(act, seat)
	if err == nil && r.Done() {
		d.fail("acts", CodeOver, strconv.Quote(text), nil)
		return
	}
	if err == nil {
		err = r.Apply(a)
	}
	if err != nil {
		d.fail("acts", CodeAct, strconv.Quote(text), err)
	}
}

// Shuffle puts the pack, or the discards, into the next order of the text.
func (d *deal) Shuffle(cards []card.Card) {
	if d.packs == len(d.orders) {
		d.fail("pack", CodeMissing, "", nil)
		return
	}
	order := d.orders[d.packs]
	if d.packs++; len(order) != len(cards) || card.SetOf(order...) != card.SetOf(cards...) {
		d.fail("pack", CodeShuffle, "want each of "+card.SetOf(cards...).String(), nil)
		return
	}
	copy(cards, order)
}

// Cut cuts where the text says.
func (d *deal) Cut(n int) int {
	if d.cuts == len(d.at) {
		d.fail("cut", CodeMissing, "", nil)
		return 1
	}
	at := d.at[d.cuts]
	if d.cuts++; at < 1 || at >= n {
		d.fail("cut", CodeCut, "at "+strconv.Itoa(at)+", want 1 to "+strconv.Itoa(n-1), nil)
		return 1
	}
	return at
}

// show checks the events of a view, and settles it if it is over.
func (d *deal) show() {
	h := d.h
	if len(d.orders) > 0 || len(d.acts) > 0 || len(d.at) > 0 {
		d.fail("view", CodeHidden, "a view has events, and no pack, cut or acts", nil)
		return
	}
	if int(h.For.Seat()) >= h.Seats {
		d.fail("view", CodeValue, "no such seat", nil)
		return
	}
	c := &Checker{}
	err := c.parser.parse(new(Hand), h.String()) // a line has more details of its events
	if err == nil {
		err = c.play(h)
	}
	if err != nil && err.Code == CodeResult { // the text has no result
		h.settle(&c.finder.Replay.State)
		err = c.play(h)
	}
	d.err = err
}

// Orders returns nature's part of a deal, which is enough to deal it again: the orders of the
// pack, and the cuts. A view, or a line that ends early, has only part of it: hidden cards are
// then placed where they may have been, and rest puts cards that never appeared into an order.
// The error is an *[Error].
func (h *Hand) Orders(rest func([]card.Card)) (orders [][]card.Card, cuts []int, err error) {
	var c Checker
	if e := c.play(h); e != nil {
		return nil, nil, e
	}
	if h.For == Full {
		for i := range h.Events {
			switch e := &h.Events[i]; e.Kind {
			case rams.EventShuffle, rams.EventReshuffle:
				orders = append(orders, slices.Clone(e.Cards.Slice()))
			case rams.EventCut:
				cuts = append(cuts, int(e.At))
			}
		}
		return orders, cuts, nil
	}
	return imagined(&c.finder.Replay, rest)
}

// imagined returns the orders of the world in which a view was just replayed. The order after a
// reshuffle is random.
func imagined(r *worlds.Replay, rest func([]card.Card)) (orders [][]card.Card, cuts []int, err error) {
	rules := r.State.Game().Rules()
	var came []card.Card // cards that came off the pack
	var cut *rams.Event
	shuffled := false
	whole := func() {
		if shuffled {
			orders = append(orders, packOf(came, rules.Pack.Cards(), cut, rest))
		}
		came, cut, shuffled = nil, nil, true
	}
	for i := range r.Log {
		switch e := &r.Log[i]; e.Kind {
		case rams.EventShuffle:
			whole()
		case rams.EventCut:
			cut, cuts = e, append(cuts, int(e.At))
		case rams.EventDeal, rams.EventUpcard, rams.EventTurn, rams.EventDraw:
			came = append(came, e.Cards.Slice()...)
		}
		if r.Log[i].Kind == rams.EventReshuffle {
			break
		}
	}
	whole()
	return orders, cuts, nil
}

// packOf returns a pack as it was before the cut, given the cards that came off it and those
// that the cut showed (3.3, 5.3).
func packOf(came []card.Card, pack card.Set, cut *rams.Event, rest func([]card.Card)) []card.Card {
	n, at := pack.Len(), 0
	place := map[int]card.Card{}
	left := pack
	put := func(i int, c card.Card) {
		if left.Has(c) {
			place[i] = c
			left &^= c.Bit()
		}
	}
	for i, c := range came {
		put(i, c)
	}
	if cut != nil {
		at = int(cut.At)
		for i, c := range cut.Cards.Slice() {
			put([...]int{n - 1, n - at - 1}[i], c)
		}
	}
	others := left.Append(nil)
	rest(others)
	order := make([]card.Card, n)
	for i := range order {
		c, known := place[i]
		if !known {
			c, others = others[0], others[1:]
		}
		order[(i+at)%n] = c // the lower packet is on top
	}
	return order
}
