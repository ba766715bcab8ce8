package rams_test

import (
	"errors"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// TestFold plays hands and folds what every seat, and the public, observes: after each
// action the fold's view must be the state's.
func TestFold(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(g.Seats())
		folds(t, g, &r, times(30))
	})
}

// TestFoldOfHouseRules does so for presets with options changed at random.
func TestFoldOfHouseRules(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(5)
	for range times(300) {
		v, seats := houseRules(&r)
		if g, err := v.Game(seats); err == nil {
			folds(t, g, &r, 2)
		}
	}
}

func folds(t *testing.T, g *rams.Game, r *ramstest.Rand, hands int) {
	t.Helper()
	start := g.FirstStart(rams.Seat(r.N(g.Seats())))
	for range hands {
		var rec rams.Record
		if err := rec.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		watchers := make([]watcher, g.Seats()+1)
		for i := range watchers {
			if watchers[i].seat = rams.Seat(i); i == g.Seats() {
				watchers[i].seat = rams.Nobody
			}
		}
		deck := rams.Deck{Source: r}
		for !rec.Done() {
			if rec.Turn() == rams.Nature {
				state := rec.State()
				a := deck.Next(&state)
				rec.ApplyUnchecked(a, deck.Drawn(a))
			} else {
				legal := rec.Legal(nil)
				rec.ApplyUnchecked(legal[r.N(len(legal))], nil)
			}
			if rec.Turn() == rams.Nature && rec.PendingChance().Kind == rams.Shuffle {
				continue // nobody is told whether it has been done
			}
			for i := range watchers {
				watchers[i].watch(t, &rec)
			}
		}
		start = rec.Result().Next
	}
}

// watcher is a seat, or the public, that folds what it observes.
type watcher struct {
	seat    rams.Seat
	fold    rams.Fold
	events  int // added to fold
	reveals int
}

func (w *watcher) watch(t *testing.T, rec *rams.Record) {
	t.Helper()
	var err error
	if w.events == 0 || w.reveals != rec.Reveals {
		w.events, w.reveals = 0, rec.Reveals
		if w.fold, err = rec.Game().Fold(rec.Start, w.seat); err != nil {
			t.Fatal(err)
		}
	}
	want := rec.View(w.seat)
	for ; w.events < len(want.Events); w.events++ {
		if err := w.fold.Add(&want.Events[w.events]); err != nil {
			t.Fatalf("%+v, %d seats, seat %d: %q behind %v: %v", rec.Game().Rules(), rec.Game().Seats(), w.seat,
				&want.Events[w.events], texts(want.Events[:w.events]), err)
		}
	}
	got := w.fold.View(nil)
	if got.Phase == rams.PhaseWait && answered(rec) {
		if want.Turn != w.seat {
			return // the dealer doesn't go blind, which nobody else is told
		}
		w.fold.Asked()
		got = w.fold.View(nil)
	}
	want.Events = nil
	if err := ramstest.SameView(&want, &got); err != nil {
		t.Fatalf("%+v, %d seats behind %v: %v", rec.Game().Rules(), rec.Game().Seats(), texts(rec.Log), err)
	}
}

// answered reports whether the last thing that happened was that the dealer didn't go blind behind the deal.
func answered(rec *rams.Record) bool {
	last := &rec.Log[len(rec.Log)-1]
	return last.Kind == rams.EventAct && last.Act.Kind == rams.See && rec.Phase() == rams.PhaseOpen
}

func texts(events []rams.Event) (list []string) {
	for i := range events {
		list = append(list, events[i].String())
	}
	return list
}

// TestFoldOfATrick: a full trick lies on the table until its winner is told.
func TestFoldOfATrick(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "zwicken", 2)
	f, err := g.Fold(g.FirstStart(0), rams.Nobody)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"ante 0 30", "cut 1 4 8d", "deal 1 ?? ??", "deal 0 ?? ??", "upcard Th", "trump h", "deal 1 ??", "deal 0 ??",
		"act 1 join", "act 0 join", "act 1 lay", "act 0 lay", "act 1 play Ac", "act 0 play Tc",
	} {
		add(t, &f, text)
	}
	v := f.View(nil)
	if v.Phase != rams.PhaseWait || v.Best != 1 || v.Lead != 1 || v.Tricks[1] != 0 || v.Trick[0].String()+v.Trick[1].String() != "TcAc" {
		t.Fatalf("before the trick is won: %+v", v)
	}
	add(t, &f, "trick 1")
	if v = f.View(nil); v.Phase != rams.PhasePlay || v.Turn != 1 || v.Tricks[1] != 1 || v.Trick[0] != card.Hidden {
		t.Fatalf("after the trick is won: %+v", v)
	}
}

// TestFoldOfHiddenCards: a dealer who has just decided to see its cards isn't shown stand-ins
// for them until it is told what they are.
func TestFoldOfHiddenCards(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 2)
	f, err := g.Fold(g.FirstStart(0), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"ante 0 20", "ante 1 20", "deal 1 ?? ??", "deal 0 ?? ??", "act 0 see", "upcard Th", "trump h", "deal 1 ?? ??", "deal 0 ?? ??", "act 0 see"} {
		add(t, &f, text)
	}
	if v := f.View(nil); v.Hand != 0 || v.Cards[0] != 4 {
		t.Fatalf("%v of %d cards", v.Hand, v.Cards[0])
	}
}

func add(t *testing.T, f *rams.Fold, text string) {
	t.Helper()
	e, err := rams.ParseEvent(text)
	if err == nil {
		err = f.Add(&e)
	}
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
}

// TestFoldRefuses tries spoiled events between those of hands: what can't come next is
// refused and changes nothing, and nothing makes a fold panic.
func TestFoldRefuses(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(7)
		tried, refused := 0, 0
		for range times(20) {
			rec := record(t, g, &r)
			seat := rams.Seat(r.N(g.Seats()))
			f, err := g.Fold(rec.Start, seat)
			if err != nil {
				t.Fatal(err)
			}
			events := rec.Observed(seat)
			for i := range events {
				for range 10 {
					wild, before := f, f
					e := spoiled(&r, events[r.N(len(events))])
					tried++
					if err := wild.Add(&e); err != nil {
						refused++
						if !errors.Is(err, rams.ErrFold) || wild != before {
							t.Fatalf("%q: %v, and the fold has changed: %v", &e, err, wild != before)
						}
					}
					wild.View(nil)
				}
				if v := f.View(nil); v.Phase == rams.PhasePlay && v.Turn != seat && v.Hand != 0 {
					stolen := rams.Action{Kind: rams.Play, Seat: v.Turn, Cards: v.Hand & -v.Hand}
					if f.Add(&rams.Event{Kind: rams.EventAct, Seat: v.Turn, Act: stolen, Cards: card.ListOfSet(stolen.Cards)}) == nil {
						t.Fatalf("seat %d plays a card of seat %d", v.Turn, seat)
					}
				}
				if err := f.Add(&events[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if refused < tried/2 {
			t.Errorf("%d of %d were refused", refused, tried)
		}
	})
}

// TestFoldRefusesWhatCannotBeNext: a trick is told of once, when it is full, and of its winner; antes
// are in before cards are dealt.
func TestFoldRefusesWhatCannotBeNext(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(3)
		for range times(5) {
			rec := record(t, g, &r)
			seat := rams.Seat(r.N(g.Seats()))
			f, err := g.Fold(rec.Start, seat)
			if err != nil {
				t.Fatal(err)
			}
			events := rec.Observed(seat)
			for i := range events {
				wrong := func(e rams.Event) {
					t.Helper()
					if wild := f; wild.Add(&e) == nil {
						t.Fatalf("%q is taken instead of %q", &e, &events[i])
					}
				}
				for other := range rams.Seat(g.Seats()) {
					if e := (rams.Event{Kind: rams.EventTrick, Seat: other}); events[i].Kind != rams.EventTrick || events[i].Seat != other {
						wrong(e)
					}
				}
				if events[i].Kind == rams.EventTrick && i+1 < len(events) {
					wrong(events[i+1])
				}
				for j := i; events[i].Kind == rams.EventAnte && j < len(events); j++ {
					if events[j].Kind == rams.EventDeal || events[j].Kind == rams.EventAct {
						wrong(events[j])
						break
					}
				}
				if err := f.Add(&events[i]); err != nil {
					t.Fatalf("%q: %v", &events[i], err)
				}
			}
		}
	})
}

func record(t *testing.T, g *rams.Game, r *ramstest.Rand) *rams.Record {
	t.Helper()
	var rec rams.Record
	if err := rec.Begin(g, g.FirstStart(0)); err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: r}
	for range rec.Turns(&deck) {
		legal := rec.Legal(nil)
		rec.ApplyUnchecked(legal[r.N(len(legal))], nil)
	}
	return &rec
}

func spoiled(r *ramstest.Rand, e rams.Event) rams.Event {
	switch r.N(5) {
	case 0:
		e.Seat = rams.Seat(r.N(14) - 3)
	case 1:
		e.Cards = card.HiddenList(r.N(9))
	case 2:
		e.Cards = card.ListOf(card.Card(r.N(70)), card.Card(r.N(70)))
	case 3:
		e.Kind = rams.EventKind(r.N(20))
	}
	return e
}
