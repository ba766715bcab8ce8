package lessons

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// script is a lesson without its texts. Seats are in turn order; the learner is seat 0.
type script struct {
	rules  string
	seats  int
	start  rams.Start
	dealer int      // the dealer, after any cuts have moved the deal
	hands  []string // the cards dealt to each seat, in order
	up     string   // the upcards
	stock  string   // the cards drawn from the stock, in order
	cuts   []cut    // none in games whose cut has no effect
	open   bool     // all hands lie face up
	points []int    // by seat, in a race
	acts   []string // what everybody says and plays, where there is a choice; ? is put to the learner
}

// cut cuts off one card and shows it; bottom is the bottom card of the other packet.
type cut struct{ shown, bottom string }

//go:embed scripts.txt
var scriptsText string

// scripts are the lessons: tricks, trump and the pot on open cards; following and trumping, the pot,
// opening, joining, the exchange, the trump six, blind, penalties and the Susi; for Kratzen the cut, the Muss, heading the trick,
// contracts and the Weli; Mauscheln; Tippen; Zwicken; Kratzen as printed; Rams; Lupfen; Ramset; Loo; Bourré; Mistigri.
//
//lattice:table
var scripts = readScripts(scriptsText)

// readScripts reads paragraphs of lines "key: value".
func readScripts(text string) (list []script) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		s := script{}
		for line := range strings.Lines(paragraph) {
			if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && key[0] != '#' {
				s.read(key, value)
			}
		}
		if s.rules != "" {
			list = append(list, s)
		}
	}
	return list
}

func (s *script) read(key, value string) {
	n, _ := strconv.Atoi(value)
	switch key {
	case "rules":
		s.rules = value
	case "seats":
		s.seats = n
	case "pot":
		s.start.Pot = pot.Chips(n)
	case "muss":
		s.start.Muss = true
	case "dealer":
		s.start.Dealer, s.dealer = rams.Seat(n), n
	case "to":
		s.dealer = n
	case "open":
		s.open = true
	case "hands":
		s.hands = strings.Split(value, " / ")
	case "up":
		s.up = value
	case "stock":
		s.stock = value
	case "strokes":
		for n := range strings.FieldsSeq(value) {
			points, err := strconv.Atoi(n)
			must(err)
			s.points = append(s.points, points)
		}
	case "cut":
		shown, bottom, _ := strings.Cut(value, " ")
		s.cuts = append(s.cuts, cut{shown, bottom})
	case "acts":
		s.acts = append(s.acts, strings.Split(value, ", ")...)
	default:
		panic("lessons: a script says " + key)
	}
}

// packs returns the order of the pack for each shuffle: its first cards and its last one.
func (s *script) packs(deal rams.Deal) (list []order) {
	for _, c := range s.cuts {
		list = append(list, order{cards(c.shown), cards(c.bottom)})
	}
	if len(list) == 0 {
		list = append(list, order{})
	}
	last := &list[len(list)-1]
	last.first = append(last.first, s.dealt(deal)...)
	return list
}

// dealt returns the cards in the order in which they are dealt, to everybody from forehand on, and those of the stock. An
// upcard that is no dealer's lies behind the first packet, or behind the last one.
func (s *script) dealt(deal rams.Deal) (list []card.Card) {
	for from, round := 0, 0; from < deal.Size(); round++ {
		to := from + deal.Packet(round)
		for i := range s.seats {
			list = append(list, cards(s.hands[(s.dealer+1+i)%s.seats])[from:to]...)
		}
		if from = to; round == 0 && !deal.UpcardLast() || from == deal.Size() && deal.UpcardLast() {
			list = append(list, cards(s.up)...)
		}
	}
	return append(list, cards(s.stock)...)
}

func cards(text string) []card.Card {
	l, err := card.ParseList(text)
	must(err)
	return slices.Clone(l.Slice())
}
