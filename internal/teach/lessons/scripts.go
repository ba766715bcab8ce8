package lessons

import (
	"slices"

	"chratze/card"
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
	acts   string   // what everybody says and plays where there is a choice; ? marks a question to the learner
}

// cut cuts off one card and shows it; bottom is the bottom card of the other packet.
type cut struct{ shown, bottom string }

// scripts are the lessons: following and trumping, the pot, opening, joining, the exchange, the
// trump six, blind, penalties and the Susi; for Kratzen the cut, the Muss, heading the trick,
// contracts and the Weli.
//
//lattice:table
var scripts = [...]script{
	{
		rules: "chratze", seats: 3, start: rams.Start{Pot: 40, Dealer: 1}, dealer: 1,
		hands: []string{"8s Kd Qh 6d", "7d 8d 9d 7c", "As 7s Ah 9c"}, up: "9h", stock: "",
		acts: `
			1 see
			1 see
			2 open
			0 join
			1 out
			2 lay
			0 lay
			2 play As
			? 0 play 8s
			2 play 9c
			? 0 play Qh
			? 0 play Kd
			0 play 6d
		`,
	},
	{
		rules: "chratze", seats: 4, start: rams.Start{Pot: 20, Dealer: 3}, dealer: 3,
		hands: []string{"As Ks 7d 6c", "Qs 9d Ac 8c", "7s 8d 7c 9c", "6h 7h 9h Kd"}, up: "8s", stock: "",
		acts: `
			3 see
			3 see
			0 open
			1 join
			2 join
			3 out
			0 lay
			1 lay
			2 lay
			? 0 play As
			? 0 play Ks
			1 play 8c
			2 play 7c
			? 0 play 7d
			1 play Ac
			2 play 9c
		`,
	},
	{
		rules: "chratze", seats: 4, start: rams.Start{Pot: 20, Dealer: 3}, dealer: 3,
		hands: []string{"Ah Qh 7h As", "Kh 8c 9c Td", "6c 8s 9s 6d", "Jh Kd 7c 8d"}, up: "9h", stock: "",
		acts: `
			3 see
			3 see
			? 0 open
			1 join
			2 out
			3 join
			0 lay
			1 lay
			3 lay
			? 0 play Ah
			? 0 play Qh
			1 play 8c
			3 play 7c
			0 play As
			1 play 9c
			3 play 8d
		`,
	},
	{
		rules: "chratze", seats: 4, start: rams.Start{Pot: 20, Dealer: 2}, dealer: 2,
		hands: []string{"Kh 8d 7c 9s", "6c 8s Td 6d", "9c Ts 7d Jc", "Ah Qh Ac 8c"}, up: "9h", stock: "Jh As 7s",
		acts: `
			2 see
			2 see
			3 open
			? 0 join
			1 out
			2 out
			3 lay
			? 0 lay 7c 9s 8d
			3 play Ah
			? 0 play Jh
			3 play Qh
			? 0 play As
			3 play 8c
		`,
	},
	{
		rules: "chratze", seats: 4, start: rams.Start{Pot: 20, Dealer: 3}, dealer: 3,
		hands: []string{"Kh Qh 7c 8s", "6c 7s Td 8d", "9s Js 6h Qd", "8c Tc 7h Jd"}, up: "9h", stock: "Jh Ad Ah 9c 9d 7d 6s",
		acts: `
			3 see
			3 see
			0 open
			1 join
			2 out
			3 out
			? 0 lay 7c 8s
			1 lay 6c 7s Td 8d
			1 drop 6s
			? 0 play Kh
			1 play 9c
			0 play Jh
			? 0 play Qh
			1 play 7d
			0 play Ad
		`,
	},
	{
		rules: "chratze", seats: 4, start: rams.Start{Pot: 20, Dealer: 3}, dealer: 3,
		hands: []string{"6h Kd 9c As", "Kh Qh Ks 8c", "7s 7c 8d 9d", "8s Tc 7d Jd"}, up: "Ah", stock: "",
		acts: `
			3 see
			3 see
			0 pass
			1 open
			2 out
			3 out
			? 0 join
			1 lay
			0 lay
			? 0 swap
			1 play Kh
			? 0 play Ah
			0 play As
			? 0 play Kd
		`,
	},
	{
		rules: "chratze", seats: 4, start: rams.Start{Pot: 20, Dealer: 0}, dealer: 0,
		hands: []string{"Kh 8c 9h Td", "9c 7d 6s Js", "Qh Jc 7s 8d", "8s Tc 7c Jd"}, up: "Ah", stock: "Ks",
		acts: `
			? 0 see
			? 0 blind
			1 out
			2 join
			3 out
			? 0 lay 8c Td
			2 lay
			? 0 play Ah
			0 play Kh
			2 play 7s
			0 play 9h
			2 play 8d
		`,
	},
	{
		rules: "chratze", seats: 4, start: rams.Start{Pot: 20, Dealer: 0}, dealer: 0,
		hands: []string{"Jh 9s 8c 7d", "Ah Kh As Ks", "9c Tc 6h 8d", "Td Qc 7c Jd"}, up: "Qh", stock: "Kc 8s 6d",
		acts: `
			0 see
			0 see
			1 open
			2 out
			3 out
			? 0 join
			1 lay
			? 0 lay 8c 9s 7d
			1 play Ah
			1 play Kh
			0 play 6d
			1 play As
		`,
	},
	{
		rules: "kratzen", seats: 3, start: rams.Start{Pot: 0, Dealer: 1, Muss: true}, dealer: 0,
		hands: []string{"Ah 9s Qc 7d", "8c 6d Tc 8s", "Jh 9c Jc Ts"}, up: "Kh", stock: "",
		cuts: []cut{{"7c", "9h"}, {"Td", "9d"}},
		acts: `
			? 0 drop 7d
			? 0 play Ah
			0 play 9s
			2 play Jc
			? 0 play Qc
			1 play 8c
		`,
	},
	{
		rules: "kratzen", seats: 3, start: rams.Start{Pot: 60, Dealer: 2}, dealer: 2,
		hands: []string{"6d As Ac Kc", "Qc Td 8s Jh", "Tc Kh 9s 8d"}, up: "9h", stock: "8c",
		cuts: []cut{{"Qd", "Jd"}},
		acts: `
			2 schlagen
			? 0 oder
			1 weiter
			1 join
			2 out
			0 lay
			1 lay
			? 0 play Ac
			? 0 play 6d
			1 play 8s
			0 play Kc
			1 play Td
		`,
	},
}

// packs returns the order of the pack for each shuffle: its first cards and its last one.
func (s *script) packs() (list []order) {
	for _, c := range s.cuts {
		list = append(list, order{cards(c.shown), cards(c.bottom)})
	}
	if len(list) == 0 {
		list = append(list, order{})
	}
	last := &list[len(list)-1]
	last.first = append(last.first, s.dealt()...)
	return list
}

// dealt returns the cards in the order in which they are dealt: two to everybody from forehand
// on, the upcard, two more to everybody, then those of the stock.
func (s *script) dealt() (list []card.Card) {
	packet := func(from int) {
		for i := range s.seats {
			list = append(list, cards(s.hands[(s.dealer+1+i)%s.seats])[from:from+2]...)
		}
	}
	packet(0)
	list = append(list, cards(s.up)...)
	packet(2)
	return append(list, cards(s.stock)...)
}

func cards(text string) []card.Card {
	l, err := card.ParseList(text)
	must(err)
	return slices.Clone(l.Slice())
}
