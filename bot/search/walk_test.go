package search_test

import (
	"os"
	"testing"

	"chratze/bot"
	"chratze/bot/search"
	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// flat is a model that plays at random and thinks everything equally likely.
type flat struct{ *ramstest.Rand }

func (f flat) Act(v *rams.View) rams.Action                   { return v.Legal[f.N(len(v.Legal))] }
func (f flat) Likelihood(_ *rams.View, _ rams.Action) float64 { return 1 }

// source is chance for a Searcher.
type source struct{ ramstest.Rand }

func (s *source) IntN(n int) int { return s.N(n) }

// decisions plays random hands and calls visit with every view that is asked.
func decisions(t *testing.T, g *rams.Game, seed, hands int, player search.Model, visit func(v *rams.View, s *rams.State)) {
	t.Helper()
	chance := ramstest.Rand(seed)
	deck := rams.Deck{Source: &chance}
	start := g.FirstStart(rams.Seat(chance.N(g.Seats())))
	for range hands {
		var r rams.Record
		if err := r.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			view := r.View(r.Turn())
			state := r.State()
			visit(&view, &state)
			r.ApplyUnchecked(player.Act(&view), nil)
		}
		result := r.Result()
		start = result.Next
	}
}

// TestWorldsLookAlike walks through the worlds of every decision of random hands: in
// each the seat sees what it saw, every card of the pack is somewhere once, and the
// cards played are right; with the fewest and the most seats of each game, in make verify with all numbers of them.
func TestWorldsLookAlike(t *testing.T) {
	t.Parallel()
	for _, name := range variant.Presets() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, _ := variant.Lookup(name)
			least, most := v.Seats()
			for seats := least; seats <= most; seats += inMakeTest(max(1, most-least), 1) {
				g, err := v.Game(seats)
				if err != nil {
					t.Fatal(err)
				}
				chance := ramstest.Rand(seats)
				for _, player := range []search.Model{flat{&chance}, model(t)} {
					w := search.New(search.Config{Others: model(t)}, &source{ramstest.Rand(seats)})
					moved := 0
					decisions(t, g, seats, 6, player, func(v *rams.View, s *rams.State) {
						before := rams.State{}
						sample(t, w, v, 12, func(world *rams.State) {
							if *world != before {
								moved++
							}
							before = *world
							sameWorld(t, v, s, world)
						})
					})
					if moved < 100 {
						t.Errorf("%d seats: only %d worlds", seats, moved)
					}
				}
			}
		})
	}
}

// inMakeTest is n, or with CHRATZE_VERIFY all.
func inMakeTest(n, all int) int {
	if os.Getenv("CHRATZE_VERIFY") != "" {
		return all
	}
	return n
}

// sample calls visit with n worlds of a view.
func sample(t *testing.T, s *search.Searcher, v *rams.View, n int, visit func(*rams.State)) {
	t.Helper()
	worlds, err := s.Sample(v)
	if err != nil {
		t.Fatal(err)
	}
	for world := range worlds {
		visit(world)
		if n--; n == 0 {
			return
		}
	}
}

func model(t *testing.T) search.Model {
	t.Helper()
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		t.Fatal(err)
	}
	return spec.New(nil).(search.Model)
}

func sameWorld(t *testing.T, v *rams.View, s, world *rams.State) {
	t.Helper()
	again := world.View(v.Seat, nil)
	again.Start, again.Events = v.Start, v.Events
	if err := ramstest.SameView(&again, v); err != nil {
		t.Fatalf("%s: the world %s is another one to seat %d: %v", s.String(), world.String(), v.Seat, err)
	}
	if world.Phase() != v.Phase || world.Turn() != v.Seat {
		t.Fatalf("%s: in the world %s somebody else acts", s.String(), world.String())
	}
	knows(t, v, s, world)
	if s.Discards().Len() != world.Discards().Len() || s.Stock().Len() != world.Stock().Len() {
		t.Fatalf("%s: the world %s has other discards or another stock", s.String(), world.String())
	}
	pins, _ := s.Pins()
	if world.Stock()&pins.Set() != pins.Set() {
		t.Fatalf("%s: %v are known to lie in the stock, not so in %s", s.String(), pins.Set(), world.String())
	}
}

// knows checks what a seat knows besides its view: where upcards are that others have replaced,
// and its own discards, as long as they aren't shuffled; and that nobody holds a card that they
// would have had to play.
func knows(t *testing.T, v *rams.View, s, world *rams.State) {
	t.Helper()
	var away card.Set
	for i := range v.Events {
		switch e := &v.Events[i]; {
		case e.Kind == rams.EventReshuffle:
			return
		case e.Kind == rams.EventUpcard, e.Kind == rams.EventAct && e.Seat == v.Seat:
			away |= e.Cards.Set()
		case e.Kind == rams.EventTake:
			away &^= e.Cards.Set()
		}
	}
	if gone := away & s.Discards(); world.Discards()&gone != gone {
		t.Fatalf("%s: seat %d knows that %v are laid away, not so in %s", s.String(), v.Seat, gone, world.String())
	}
	if s.Phase() != rams.PhasePlay {
		return
	}
	for i := range v.Events {
		if e := &v.Events[i]; e.Kind == rams.EventAct && e.Act.Kind == rams.Play && e.Seat != v.Seat {
			if barred := barred(v, i) & world.Hand(e.Seat); barred != 0 {
				t.Fatalf("%s: seat %d has played %v and can't hold %v in %s", s.String(), e.Seat, e.Act, barred, world.String())
			}
		}
	}
}

// barred returns the plain cards of the suit led that nobody can hold who has not
// followed it, where who can follow must; by the events alone.
func barred(v *rams.View, play int) card.Set {
	rules := v.Game.Rules()
	led := play
	for led > 0 && v.Events[led-1].Kind == rams.EventAct && v.Events[led-1].Act.Kind == rams.Play {
		led--
	}
	suit := v.Events[led].Act.Cards.First()
	lane := v.Game.EffectiveSuit(v.Trump, suit)
	if lane&v.Events[play].Act.Cards != 0 || rules.RuffAnytime && v.Game.Trumps(v.Trump)&v.Events[play].Act.Cards != 0 {
		return 0
	}
	return lane
}
