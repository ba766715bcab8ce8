package ev_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/analysis/ev"
	"chratze/bot"
	"chratze/bot/search"
	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// told is what a seat would tell of a hand: only what it has seen.
func told(r *rams.Record, seat rams.Seat) (q ev.Question, ok bool) {
	v := r.View(seat)
	q = ev.Question{Game: v.Game, Start: v.Start, Dealer: v.Dealer, Seat: seat}
	sealed := false
	for i, e := range v.Events {
		switch e.Kind {
		case rams.EventCut:
			if again := q.Shown.Len() > 0; again || e.Cards.Len() > 1 {
				return q, false
			}
			q.Shown = card.PairOf(e.Cards.At(0))
		case rams.EventDealer, rams.EventReshuffle:
			return q, false
		case rams.EventDeal:
			if e.Seat == seat {
				q.Hand |= e.Cards.Set()
				sealed = sealed || e.Cards.Set().Len() < e.Cards.Len()
			}
		case rams.EventUpcard, rams.EventTurn:
			q.Up = append(q.Up, e.Cards.At(0))
		case rams.EventDraw:
			if e.Seat == seat {
				for j := range e.Cards.Len() {
					q.Drawn = append(q.Drawn, e.Cards.At(j))
				}
			}
		case rams.EventAct:
			if k := e.Act.Kind; e.Seat == seat && (k == rams.TakeSpare || k == rams.PlayForPot) {
				return q, false // two hands, one after the other
			}
			text := e.Act.String()
			if e.Act.Kind == rams.Lay && e.Seat == seat {
				text = rams.Action{Kind: rams.Lay, Cards: e.Cards.Set()}.String()
			} else if e.Act.Kind == rams.Lay {
				text = fmt.Sprint("lay ", e.Cards.Len())
				if i+1 < len(v.Events) && v.Events[i+1].Kind == rams.EventDraw {
					for j := range v.Events[i+1].Up.Len() {
						text += " " + v.Events[i+1].Up.At(j).String()
					}
				}
			}
			if e.Act.Kind == rams.Drop && e.Seat == seat {
				text = rams.Action{Kind: rams.Drop, Cards: e.Cards.Set()}.String()
			}
			if e.Act.Kind == rams.Play || e.Act.Kind == rams.Swap || e.Act.Kind == rams.GoBlind {
				return q, false
			}
			q.Said = append(q.Said, text)
		}
	}
	return q, !sealed || q.Hand == 0
}

// TestToldHands plays random hands. At every decision up to the first lead it describes what
// the seat has seen, as a question; the answer must be about the same decision.
func TestToldHands(t *testing.T) {
	t.Parallel()
	phases := map[rams.Phase]int{}
	for _, rules := range append(variant.Presets(), "chratze,exchange=one_more,last_word=on", "zwicken,deal=2+2") {
		v, _ := variant.Parse(rules)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			g := varianttest.Game(t, rules, seats)
			chance := ramstest.Rand(seats)
			deck := rams.Deck{Source: &chance}
			for n := range 60 {
				var r rams.Record
				start := g.FirstStart(rams.Seat(n % seats))
				start.Muss = start.Muss && n%4 == 0
				if err := r.Begin(g, start); err != nil {
					t.Fatal(err)
				}
				for range r.Turns(&deck) {
					seat := r.Turn()
					want := r.View(seat)
					legal := append([]rams.Action(nil), want.Legal...)
					if q, ok := told(&r, seat); ok {
						asked, err := q.Ask()
						if err != nil {
							t.Fatalf("%s, %d seats, %s\n%+v: %v", rules, seats, r.String(), q, err)
						}
						phases[want.Phase]++
						want.Legal = legal
						want.Events, asked.Events = nil, nil
						if err := ramstest.SameView(asked, &want); err != nil {
							t.Fatalf("%s, %d seats, %s\n%+v: %v", rules, seats, r.String(), q, err)
						}
					}
					r.ApplyUnchecked(legal[chance.N(len(legal))], nil)
				}
			}
		}
	}
	for p := rams.PhaseDoubleBlind; p <= rams.PhasePlay; p++ {
		switch p {
		case rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin, rams.PhaseLay, rams.PhaseDrop, rams.PhaseSwap, rams.PhasePlay:
			if phases[p] < 20 {
				t.Errorf("phase %d was asked about %d times", p, phases[p])
			}
		}
	}
}

func cards(t testing.TB, text string) (list []card.Card) {
	t.Helper()
	for _, name := range strings.Fields(text) {
		c, err := card.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// TestNoSuchHand: what can't be is refused, and it is said why.
func TestNoSuchHand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rules, hand, up, drawn, cut, said string
		seat                              rams.Seat
		code                              string
	}{
		{"chratze", "As Kh 9d 7d", "7d", "", "", "", ev.Any, ev.CodeTwice},
		{"chratze", "As Kh 9d 7d", "8d", "8d", "", "", ev.Any, ev.CodeTwice},
		{"chratze", "As Kh 9d 7d", "8d", "9d", "", "", ev.Any, ev.CodeTwice},
		{"kratzen", "As Kh 9d 7d", "8d", "", "Kh", "", ev.Any, ev.CodeTwice},
		{"chratze", "As Kh 9d", "8d", "", "", "", ev.Any, ev.CodeHand},
		{"chratze", "As Kh 9d 7d 6d", "8d", "", "", "", ev.Any, ev.CodeHand},
		{"chratze", "", "8d", "", "", "pass", ev.Any, ev.CodeNoHand},
		{"chratze", "As Kh 9d 7d", "", "", "", "", ev.Any, ev.CodeUp},
		{"chratze", "As Kh 9d 7d", "8d 8s", "", "", "", ev.Any, ev.CodeMuchUp},
		{"chratze", "As Kh 9d 7d", "8d", "Ac", "", "", ev.Any, ev.CodeDrawn},
		{"chratze", "As Kh 9d 7d", "8d", "Ac", "", "open,join,out,out,lay As Kh", 1, ev.CodeDrawn},
		{"chratze", "As Kh 9d 7d", "8d", "", "", "open,open", ev.Any, ev.CodeAct},
		{"chratze", "As Kh 9d 7d", "8d", "", "", "pass,fold", ev.Any, ev.CodeAct},
		{"chratze", "As Kh 9d 7d", "8d", "", "", "open,join,out,out,lay 7", ev.Any, ev.CodeAct},
		{"kratzen", "As Kh 9d 7d", "8d", "", "", "weiter,schlagen,weiter,weiter,join,out,out,lay 4", 2, ev.CodeFaceUp},
		{"chratze", "As Kh 9d 7d", "8d", "", "", "open,out,out,out", ev.Any, ev.CodeOver},
		{"chratze", "As Kh 9d 7d", "8d", "", "", "open,join,out,out,lay 0,lay 0,play 9c", ev.Any, ev.CodePlay},
		{"chratze", "As Kh 9d 7d", "8d", "", "", "", 4, ev.CodeSeat},
		{"chratze", "As Kh 9d 7d", "8d", "", "9c", "", ev.Any, ev.CodeCut},
		{"kratzen", "As Kh 9d 7d", "8d", "", "7c", "", ev.Any, ev.CodeCut},
		{"zwicken", "As Kh 6d", "8d", "", "", "", ev.Any, ev.CodePack},
	} {
		q := ev.Question{
			Game: varianttest.Game(t, tt.rules, 4), Dealer: ev.Any, Seat: tt.seat, Hand: card.SetOf(cards(t, tt.hand)...), Up: cards(t, tt.up),
			Drawn: cards(t, tt.drawn), Shown: card.PairOf(cards(t, tt.cut)...),
		}
		if tt.said != "" {
			q.Said = strings.Split(tt.said, ",")
		}
		_, err := q.Ask()
		if e, ok := errors.AsType[*ev.Error](err); !ok || e.Code != tt.code || e.Error() == "" {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	q := ev.Question{Game: varianttest.Game(t, "chratze", 4), Dealer: 3, Seat: 3, Hand: card.SetOf(cards(t, "As Kh 9d 7d")...), Up: cards(t, "8d"), Said: []string{"open"}}
	_, err := q.Ask()
	if e, ok := errors.AsType[*ev.Error](err); !ok || e.Code != ev.CodeTurn || e.Seat != 1 {
		t.Errorf("another's turn: %v", err)
	}
}

// The dealer is found from what was said. Passing with four trumps gives something away;
// dropping out without any loses the ante and no more.
func ExampleQuestion_Ask() {
	v := variant.Default()
	g, _ := v.Game(4)
	var hand card.Set
	for _, name := range []string{"As", "Kh", "9d", "7d"} {
		c, _ := card.Parse(name)
		hand |= c.Bit()
	}
	upcard, _ := card.Parse("Td")
	asked, err := ev.Question{
		Game: g, Dealer: ev.Any, Seat: 2, Hand: hand, Up: []card.Card{upcard}, Said: []string{"pass", "open"},
	}.Ask()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("seat", asked.Dealer, "deals")
	spec, _ := bot.Parse("search:500")
	searcher := spec.New(rand.New(rand.NewPCG(1, 2))).(*search.Searcher)
	for _, odd := range ev.Of(searcher, asked) {
		fmt.Println(odd.Act, odd.Mean > -20, odd.Less == 0)
	}
	// Output:
	// seat 3 deals
	// join true true
	// out true false
}

// TestStrokes: in a race the acts are worth strokes, of which a hand has five, and not a part of the pot.
func TestStrokes(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("ramset")
	if err != nil {
		t.Fatal(err)
	}
	game, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	hand, _ := card.ParseSet("As Kh 9d 7d 7h")
	up, _ := card.Parse("Td")
	asked, err := ev.Question{Game: game, Dealer: ev.Any, Seat: ev.Any, Hand: hand, Up: []card.Card{up}}.Ask()
	if err != nil {
		t.Fatal(err)
	}
	source := rand.New(rand.NewPCG(1, 0))
	config, _ := bot.Evaluator(game, source)
	config.Worlds = 200
	for _, e := range ev.Of(search.New(config, source), asked) {
		if e.Act.Kind == rams.Join && (e.Mean < 200 || e.Mean > 400) {
			t.Errorf("joining is worth %.0f hundredths of a stroke, want about 300", e.Mean)
		}
	}
}
