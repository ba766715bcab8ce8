package table

import (
	"errors"
	"fmt"

	"chratze/card"
	"chratze/history"
	"chratze/pot"
	"chratze/rams"
)

// Deal is the first hand of a practice table: how it starts, how the cards lie and, to continue
// from the middle of a hand, what has been decided so far. The person (chair 0) and bots take
// all chairs, so chairs and seats are the same.
type Deal struct {
	Pot    pot.Chips  `json:"pot,omitempty"`    // before the antes; everybody has paid an equal part of it
	Dealer rams.Seat  `json:"dealer"`           // a chair
	Muss   bool       `json:"muss,omitempty"`   // as in rams.Start
	Redeal uint32     `json:"redeal,omitempty"` // as in rams.Start
	Spared uint8      `json:"spared,omitempty"` // as in rams.Start
	Orders []Order    `json:"orders"`           // the shuffled pack, the top card first; then each reshuffle, as in rams-hand/1
	Cuts   []int      `json:"cuts,omitempty"`   // how many cards each cut leaves in the top packet
	Acts   []string   `json:"acts,omitempty"`   // the decisions so far, each by the seat on turn; they can't be taken back
	Then   [][]string `json:"then,omitempty"`   // by chair: what bots decide after that, as long as it is legal
}

// DealOf returns the deal of a recorded hand, without its decisions. Cards that the hand
// doesn't show are placed where they may have been, and shuffle, which works as rand.Shuffle
// does, orders those that never appeared. DealOf returns nil if the hand doesn't show enough.
func DealOf(h *history.Hand, shuffle func(n int, swap func(i, j int))) *Deal {
	orders, cuts, err := h.Orders(func(cards []card.Card) {
		shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	})
	if err != nil || len(orders) == 0 {
		return nil
	}
	d := &Deal{Pot: h.Start.Pot, Dealer: h.Start.Dealer, Muss: h.Start.Muss, Redeal: h.Start.Redeal, Spared: h.Start.Spared, Cuts: cuts}
	for _, o := range orders {
		d.Orders = append(d.Orders, Order(card.ListOf(o...)))
	}
	return d
}

func (d *Deal) start() rams.Start {
	return rams.Start{Pot: d.Pot, Dealer: d.Dealer, Muss: d.Muss, Redeal: d.Redeal, Spared: d.Spared}
}

// check deals the hand. The error says what is wrong.
func (d *Deal) check(cfg *Config) error {
	if !cfg.Practice || cfg.Bot == "" {
		return errors.New("a deal is for practice tables with a bot on each other chair: want practice and bot")
	}
	if len(d.Then) > cfg.Chairs {
		return fmt.Errorf("then has %d chairs, the table %d", len(d.Then), cfg.Chairs)
	}
	g, err := cfg.Rules().Game(cfg.Chairs)
	if err != nil {
		return err
	}
	var hand rams.Record
	if err := hand.Begin(g, d.start()); err != nil {
		return err
	}
	deck := rams.Deck{Source: &scribe{rec: &Record{Orders: d.Orders, Cuts: d.Cuts}}}
	if err := d.advance(&hand, &deck); err != nil {
		return err
	}
	if err := nature(&hand, &deck); err != nil {
		return err
	}
	if hand.Done() {
		return errors.New("after these acts the hand is over: leave the last ones out")
	}
	return nil
}

// advance applies the decisions so far, and nature's actions between them.
func (d *Deal) advance(hand *rams.Record, deck *rams.Deck) error {
	for i, act := range d.Acts {
		if err := nature(hand, deck); err != nil {
			return err
		}
		if hand.Done() {
			return fmt.Errorf("act %d: the hand is over before it", i)
		}
		a, err := rams.ParseAction(act, hand.Turn())
		if err == nil {
			err = hand.Apply(a)
		}
		if err != nil {
			return fmt.Errorf("act %d, %q: %w", i, act, err)
		}
	}
	return nil
}

// given returns the deal that the next hand must be, or nil.
func (t *Table) given() *Deal {
	if t.hands > 0 || t.practice.deals() == nil {
		return nil
	}
	return t.cfg.Deal
}

// fill makes everybody who sits pay for the pot of a deal.
func (co *company) fill(d *Deal) error {
	n := co.taken()
	each, rest := pot.Equal(d.Pot, co.coin(), n)
	for c := range co.chairs {
		if p := co.on(c); p != nil {
			if err := co.session.Pay(p.ID-1, each); err != nil {
				return err
			}
		}
	}
	return co.session.Pay(co.on(int(d.Dealer)).ID-1, rest)
}

// scripted returns the act that a deal's script has for a bot at its next decision, or the zero
// Action if there is none or it isn't legal.
func (t *Table) scripted(seat rams.Seat) rams.Action {
	d := t.cfg.Deal
	if d == nil || t.hands != 1 || t.practice.deals() == nil || int(seat) >= len(d.Then) {
		return rams.Action{}
	}
	made, n := len(d.Acts), 0
	for i := range t.hand.Log {
		if e := &t.hand.Log[i]; e.Kind == rams.EventAct {
			if made--; made < 0 && e.Seat == seat {
				n++
			}
		}
	}
	if n >= len(d.Then[seat]) {
		return rams.Action{}
	}
	a, err := rams.ParseAction(d.Then[seat][n], seat)
	if err != nil || t.hand.Why(a) != nil {
		return rams.Action{}
	}
	return a
}

// memory has what nature has done in a deal, in order. It is repeated as long as the same cards
// are to be shuffled. A nil memory is empty.
type memory struct {
	orders []Order
	cuts   []int
	at     moment
}

// moment says how much of a memory has been used.
type moment struct{ orders, cuts int }

// shuffle puts cards into the next order of the memory. It returns false if the memory has
// none.
func (m *memory) shuffle(cards []card.Card) bool {
	if m == nil || m.at.orders >= len(m.orders) {
		return false
	}
	return arrange(cards, m.orders[m.at.orders])
}

// arrange puts cards into an order, if it is one of these cards.
func arrange(cards []card.Card, order Order) bool {
	if order.Set() != card.SetOf(cards...) || order.Len() != len(cards) {
		return false
	}
	copy(cards, order.Slice())
	return true
}

func (m *memory) shuffled(o Order) {
	if m != nil {
		m.orders = keep(m.orders, m.at.orders, o)
		m.at.orders++
	}
}

// cut returns the next cut of a pack of n cards, or 0 if the memory has none.
func (m *memory) cut(n int) int {
	if m == nil || m.at.cuts >= len(m.cuts) || m.cuts[m.at.cuts] < 1 || m.cuts[m.at.cuts] >= n {
		return 0
	}
	return m.cuts[m.at.cuts]
}

func (m *memory) wasCut(at int) {
	if m != nil {
		m.cuts = keep(m.cuts, m.at.cuts, at)
		m.at.cuts++
	}
}

// keep sets place i of a list to v. If another value was there, the rest of the list is
// dropped.
func keep[T comparable](list []T, i int, v T) []T {
	if i < len(list) && list[i] == v {
		return list
	}
	return append(list[:i:i], v)
}
