package rams_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// script is a hand as people write it down: who holds what, and what comes off
// the stock. Cards that it doesn't name lie wherever there is room, in pack order.
type script struct {
	variant   variant.Variant
	game      *rams.Game
	start     rams.Start
	hands     [rams.MaxSeats][]card.Card // as they are dealt, packet by packet
	upcards   []card.Card                // the upcard, after a Weli the next one too
	stock     []card.Card
	cuts      []cut
	reshuffle []card.List
}

// cut is a cut of Kratzen's or Zwicken's.
type cut struct {
	at    int
	shown []card.Card
}

// parseScript reads the lines of a script:
//
//	rules chratze,susi=forced
//	seats 4
//	dealer 0
//	pot 100            what lies there before the antes (0)
//	muss               the hand is a Muss
//	spared 5           seats 0 and 2 pay no ante
//	redeal 1           so many deals in a row that nobody opened
//	cut 12 9s          12 cards in the top packet, its bottom card is shown
//	deal 1 As Kd 7c 6h
//	upcard 9h
//	stock Ah Kh
//	reshuffle 7c 8c
func parseScript(text string) (*script, error) {
	var sc script
	var rules variant.Variant
	seats := 0
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch word {
		case "":
		case "rules":
			rules, err = variant.Parse(rest)
		case "seats":
			seats, err = strconv.Atoi(rest)
		case "dealer":
			var n int
			n, err = strconv.Atoi(rest)
			sc.start.Dealer = rams.Seat(n)
		case "pot":
			sc.start.Pot, err = pot.Parse(rest)
		case "muss":
			sc.start.Muss = true
		case "spared":
			var n uint64
			if n, err = strconv.ParseUint(rest, 10, 8); err == nil {
				sc.start.Spared = uint8(n)
			}
		case "redeal":
			var n int
			n, err = strconv.Atoi(rest)
			sc.start.Redeal = uint32(n)
		default:
			err = sc.parseCards(word, rest)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
	}
	g, err := rules.Game(seats)
	sc.game, sc.variant = g, rules
	return &sc, err
}

func (sc *script) parseCards(word, rest string) error {
	var number int
	if word == "cut" || word == "deal" {
		n, cards, _ := strings.Cut(rest, " ")
		var err error
		if number, err = strconv.Atoi(n); err != nil {
			return err
		}
		rest = cards
	}
	list, err := card.ParseList(rest)
	if err != nil {
		return err
	}
	cards := slices.Clone(list.Slice())
	switch word {
	case "cut":
		sc.cuts = append(sc.cuts, cut{number, cards})
	case "deal":
		sc.hands[number] = cards
	case "upcard":
		sc.upcards = cards
	case "stock":
		sc.stock = cards
	case "reshuffle":
		sc.reshuffle = append(sc.reshuffle, list)
	default:
		return fmt.Errorf("unknown line")
	}
	return nil
}

// tape returns nature's part of the script.
func (sc *script) tape() (*ramstest.Tape, error) {
	t := &ramstest.Tape{More: inOrder{}}
	rules := sc.game.Rules()
	dealer := sc.start.Dealer
	if rules.Cut != rams.CutPlain && len(sc.cuts) == 0 {
		sc.cuts = []cut{{10, nil}}
	}
	for i, c := range sc.cuts {
		t.Cuts = append(t.Cuts, c.at)
		if i < len(sc.cuts)-1 { // the deal moves: only the cards shown matter
			order := make([]card.Card, rules.Pack.Cards().Len())
			lay(order, c.at-1, c.shown[:1])
			lay(order, len(order)-1, c.shown[1:])
			if err := fill(order, rules.Pack.Cards()); err != nil {
				return nil, err
			}
			t.Orders = append(t.Orders, card.ListOf(order...))
			dealer = sc.moved(dealer, c.shown)
		}
	}
	order, err := sc.order(dealer)
	if err != nil {
		return nil, err
	}
	if len(sc.cuts) > 0 { // written as it is dealt; before the cut the lower packet lay below
		at := len(order) - sc.cuts[len(sc.cuts)-1].at
		order = slices.Concat(order[at:], order[:at])
	}
	t.Orders = append(append(t.Orders, card.ListOf(order...)), sc.reshuffle...)
	return t, nil
}

// moved returns who deals after these cards were shown, by the test's own reading
// of docs/rules.md 3.3 and 5.3.
func (sc *script) moved(dealer rams.Seat, shown []card.Card) rams.Seat {
	steps := 0
	zwicken := sc.game.Rules().Cut == rams.CutHop1
	for _, c := range shown {
		switch {
		case zwicken && c == card.Weli7:
			steps += 2
		case c.Rank() == card.Ace, zwicken && c.Rank() == card.Seven:
			steps++
		case c.Rank() == card.Seven:
			steps--
		}
	}
	n := sc.game.Seats()
	return rams.Seat((int(dealer) + steps + n) % n)
}

// order returns the pack as it is dealt.
func (sc *script) order(dealer rams.Seat) ([]card.Card, error) {
	rules, n := sc.game.Rules(), sc.game.Seats()
	order := make([]card.Card, rules.Pack.Cards().Len())
	var at [rams.MaxSeats]int
	place := 0
	packet := func(seat, size int) {
		for range size {
			if at[seat] < len(sc.hands[seat]) {
				lay(order, place, sc.hands[seat][at[seat]:][:1])
			}
			at[seat]++
			place++
		}
	}
	up := func() {
		for i := range max(1, len(sc.upcards)) {
			lay(order, place, sc.upcards[min(i, len(sc.upcards)):][:min(1, len(sc.upcards))])
			place++
		}
	}
	sizes := map[rams.Deal][]int{rams.DealTwoTwo: {2, 2}, rams.DealTwoOne: {2, 1}, rams.DealOneByOne: {1, 1, 1, 1}, rams.DealOneByOneUp: {1, 1, 1, 1}, rams.DealThreeUp: {1, 1, 1}, rams.DealThreeTwoUp: {3, 2}, rams.DealFives: {1, 1, 1, 1, 1}, rams.DealTwoThreeUp: {2, 3}, rams.DealThree: {1, 1, 1}}[rules.Deal]
	for round, size := range sizes {
		for i := range n {
			seat := (int(dealer) + 1 + i) % n
			switch last := seat == int(dealer); {
			case last && rules.Deal.DealersLast() && round == len(sizes)-1:
				up()
			case last && round > 0 && len(sc.hands[seat]) > rules.Deal.Size(): // double blind
				packet(seat, size+1)
			default:
				packet(seat, size)
			}
		}
		if round == 0 && !rules.Deal.DealersLast() && !rules.Deal.UpcardLast() || round == len(sizes)-1 && rules.Deal.UpcardLast() {
			up()
		}
	}
	for seat := range n {
		if at[seat] < len(sc.hands[seat]) {
			return nil, fmt.Errorf("seat %d: more cards than it is dealt", seat)
		}
	}
	lay(order, place, sc.stock)
	if k := len(sc.cuts); k > 0 {
		if err := sc.pin(order, sc.cuts[k-1]); err != nil {
			return nil, err
		}
	}
	return order, fill(order, rules.Pack.Cards())
}

// pin puts the cards of the last cut where they lie in the pack as it is dealt:
// the first at the bottom, the second at the bottom of the packet put on top.
func (sc *script) pin(order []card.Card, c cut) error {
	if len(c.shown) == 0 { // one that nothing follows from
		for s := sc.game.Rules().Pack.Cards() &^ card.SetOf(filled(order)...); s != 0; s = s.Rest() {
			if r := s.First().Rank(); r != card.Ace && r != card.Seven && r != card.Six {
				c.shown = []card.Card{s.First()}
			}
		}
	}
	for i, place := range []int{len(order) - 1, len(order) - 1 - c.at} {
		if i < len(c.shown) {
			if order[place] != 0 && order[place] != c.shown[i]+1 {
				return fmt.Errorf("the cut shows %v, where another card lies", c.shown[i])
			}
			lay(order, place, c.shown[i:][:1])
		}
	}
	return nil
}

// lay puts cards at a place; while an order is made, its cards are one too high,
// so that 0 is no card.
func lay(order []card.Card, place int, cards []card.Card) {
	for i, c := range cards {
		order[place+i] = c + 1
	}
}

// filled returns the cards of an order that is being made.
func filled(order []card.Card) (cards []card.Card) {
	for _, c := range order {
		if c != 0 {
			cards = append(cards, c-1)
		}
	}
	return cards
}

// fill puts the other cards of the pack, in pack order, where there is room.
func fill(order []card.Card, pack card.Set) error {
	cards := filled(order)
	if n := card.SetOf(cards...); n.Len() != len(cards) || n&^pack != 0 {
		return fmt.Errorf("a card stands twice, or is not in the pack: %v", card.SetOf(cards...))
	}
	rest := pack &^ card.SetOf(cards...)
	for i, c := range order {
		if c != 0 {
			order[i] = c - 1
			continue
		}
		order[i] = rest.First()
		rest = rest.Rest()
	}
	return nil
}

// inOrder leaves cards as they are; discards become the stock in pack order.
type inOrder struct{}

func (inOrder) Shuffle([]card.Card) {}
func (inOrder) Cut(int) int         { return 10 }
