package rulepage

import (
	"math"
	"slices"
	"strconv"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
)

// figure is a picture with its caption. Exactly one of Rows, Ring and Flow is set.
type figure struct {
	Kind, Caption string
	Rows          []row
	Ring          *ring
	Flow          []bar
	Lines         []string // a description of the picture for people who can't see it
}

// row is a row of cards.
type row struct {
	Title string
	Cards []face
}

// face is a card in a row.
type face struct {
	Name, Href string
	Dim        bool // it can't be played, or is discarded
	Apart      bool // separated from the card before it
	Turned     bool // face up on the table
}

// figures returns the pictures of a section.
func (w *writer) figures(section string) []figure {
	switch section {
	case "cards":
		return []figure{w.pack(), w.seats()}
	case "deal":
		return w.dealt()
	case "exchange":
		return append(w.exchanged(), w.swapped()...)
	case "play":
		return w.tricks()
	case "example":
		return w.settled()
	}
	return nil
}

func (w *writer) face(c card.Card) face { return face{Name: w.Card(c), Href: w.href + c.String()} }

// faces returns the cards of a hand in display order: trumps last, high cards first.
func (w *writer) faces(hand card.Set, trump card.Suit, dim card.Set) (list []face) {
	cards := hand.Append(nil)
	order := func(c card.Card) int { return (int(c.Suit()) - int(trump) + 3) % 4 }
	slices.SortStableFunc(cards, func(a, b card.Card) int { return order(a) - order(b) })
	for _, c := range cards {
		f := w.face(c)
		f.Dim = dim.Has(c)
		list = append(list, f)
	}
	return list
}

// pack shows every suit from high to low.
func (w *writer) pack() figure {
	f := figure{Kind: "pack", Caption: w.T("rules.fig.pack", nil)}
	all, weli := w.rules.Pack.Cards(), w.rules.Weli.Card()
	for s := range card.Suit(card.Suits) {
		r := row{Title: w.Suit(s)}
		for _, c := range w.rules.Order.Sorted(all & card.OfSuit(s) &^ weli) {
			r.Cards = append(r.Cards, w.face(c))
		}
		f.Rows = append(f.Rows, r)
	}
	if weli != 0 {
		f.Rows = append(f.Rows, row{Title: w.Card(weli.First()), Cards: []face{w.face(weli.First())}})
	}
	return f
}

// dealt shows what forehand is dealt, packet by packet, with the upcards.
func (w *writer) dealt() []figure {
	if w.sample == nil || w.sample.deal == nil {
		return nil
	}
	var r row
	for i := range w.sample.deal {
		e := &w.sample.deal[i]
		for j, c := range e.Cards.Slice() {
			f := w.face(c)
			f.Apart, f.Turned = j == 0 && i > 0, e.Kind == rams.EventUpcard
			r.Cards = append(r.Cards, f)
		}
	}
	return []figure{{Kind: "deal", Caption: w.T("rules.fig.deal", nil), Rows: []row{r}}}
}

func (w *writer) exchanged() []figure {
	if w.sample == nil || w.sample.exchange == nil {
		return nil
	}
	e := w.sample.exchange
	after := e.before&^e.laid | e.drawn
	return []figure{{Kind: "hand", Caption: w.T("rules.fig.exchange", locale.Args{"trump": w.Suit(e.trump), "cards": w.Set(e.laid), "drawn": w.Set(e.drawn)}), Rows: []row{
		{Title: w.T("rules.fig.before", nil), Cards: w.faces(e.before, e.trump, e.laid)},
		{Title: w.T("rules.fig.after", nil), Cards: w.faces(after, e.trump, 0)},
	}}}
}

func (w *writer) swapped() []figure {
	if !w.rules.SixSwap {
		return nil
	}
	six, up := w.face(card.New(card.Six, card.Hearts)), w.face(card.New(card.King, card.Hearts))
	up.Apart, up.Turned = true, true
	return []figure{{Kind: "six", Caption: w.T("rules.fig.swap", locale.Args{"six": six.Name, "card": up.Name}), Rows: []row{{Cards: []face{six, up}}}}}
}

// tricks shows which cards may be played: one picture for each rule that applies.
func (w *writer) tricks() (list []figure) {
	if w.sample == nil {
		return nil
	}
	for i, t := range w.sample.tricks {
		if t == nil {
			continue
		}
		down := []face{w.face(t.lead)}
		if t.best != t.lead {
			down = append(down, w.face(t.best))
		}
		list = append(list, figure{
			Kind: "hand", Caption: w.T(lessons[i], locale.Args{"suit": w.Suit(t.lead.Suit()), "trump": w.Suit(t.trump)}),
			Rows:  []row{{Title: w.T("rules.fig.down", nil), Cards: down}, {Title: w.T("rules.fig.hand", nil), Cards: w.faces(t.hand, t.trump, t.hand&^t.legal)}},
			Lines: []string{w.T("rules.fig.may", locale.Args{"cards": w.Set(t.legal)})},
		})
	}
	return list
}

// ring is the seats around a table, with the dealer at the bottom.
type ring struct {
	Seats []place
	Turn  string // the arrow in the direction of play
}

type place struct{ X, Y, Name, Role string }

func (w *writer) seats() figure {
	n := w.sheet.Seats
	way := 1.0 // counter-clockwise, seen from above: the next player sits on the right
	if w.rules.Clockwise {
		way = -1
	}
	at := func(step, radius float64) (x, y float64) {
		a := math.Pi/2 - way*step*2*math.Pi/float64(n)
		return 160 + 1.45*radius*math.Cos(a), 96 + radius*math.Sin(a)
	}
	names := w.Names(n)
	r := &ring{}
	for i := range n {
		x, y := at(float64(i), 68)
		role := ""
		switch i {
		case 0:
			role = w.T("word.dealer", nil)
		case 1:
			role = w.T("word.forehand", nil)
		case n - 1:
			role = w.T("word.rearhand", nil)
		}
		r.Seats = append(r.Seats, place{number(x), number(y), names[i], role})
	}
	x, y := at(.32, 40)
	x2, y2 := at(float64(n)-.32, 40)
	sweep := "0"
	if w.rules.Clockwise {
		sweep = "1"
	}
	r.Turn = "M" + number(x) + " " + number(y) + "A58 40 0 1 " + sweep + " " + number(x2) + " " + number(y2)
	return figure{Kind: "ring", Caption: w.T("rules.fig.ring", locale.Args{"name": names[0], "next": names[1%n]}), Ring: r}
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// bar is an amount and its parts.
type bar struct {
	Title, Sum string
	Parts      []piece
}

// piece is a part of a bar, 0 to 1000 units wide.
type piece struct {
	Kind, Text, Sum string
	X, Width        int
}

// settled shows how the pot of the sheet's examples is shared, and what the next pot consists
// of.
func (w *writer) settled() (list []figure) {
	for _, e := range wording.Examples(w.Printer, w.sheet) {
		paid := bar{Title: w.T("rules.fig.pot", nil), Sum: w.sum(e.Tally.Pot)}
		next := bar{Title: w.T("rules.fig.next", nil), Sum: w.sum(e.Result.Next.Pot)}
		most := max(e.Tally.Pot, e.Result.Next.Pot, 1)
		for seat, name := range e.Names {
			kind := "gets"
			if rams.Seat(seat) == e.Tally.Declarer {
				kind = "declarer"
			}
			paid.add(kind, name, w.sum(e.Result.Payout[seat]), e.Result.Payout[seat], most)
		}
		paid.add("left", w.T("rules.fig.stays", nil), w.sum(e.Result.Left), e.Result.Left, most)
		next.add("left", w.T("rules.fig.stays", nil), w.sum(e.Result.Left), e.Result.Left, most)
		for seat, name := range e.Names {
			next.add("pays", name, w.sum(e.Result.Penalty[seat]), e.Result.Penalty[seat], most)
		}
		list = append(list, figure{Kind: "outcome", Caption: w.T("rules.fig.flow", nil), Flow: []bar{paid, next}})
	}
	return list
}

func (w *writer) sum(amount pot.Chips) string { return w.Sum(w.sheet.Money, amount) }

// add appends a piece to the bar.
func (b *bar) add(kind, text, sum string, amount, most pot.Chips) {
	if amount == 0 {
		return
	}
	x := 0
	if n := len(b.Parts); n > 0 {
		x = b.Parts[n-1].X + b.Parts[n-1].Width
	}
	width := int(1000 * amount / most)
	b.Parts = append(b.Parts, piece{kind, text, sum, x, width})
}
