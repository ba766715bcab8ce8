package arena

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"chratze/bot"
	"chratze/chance"
	"chratze/rams"
)

// TestABotGetsAView: what a bot is asked with is a view, in which nothing of the hand itself can be reached: no state, no
// pack, no record, and nothing that could call or hold one.
func TestABotGetsAView(t *testing.T) {
	t.Parallel()
	b := reflect.TypeFor[bot.Bot]()
	act, _ := b.MethodByName("Act")
	want := reflect.TypeFor[func(*rams.View) rams.Action]()
	if b.NumMethod() != 1 || act.Type != want {
		t.Fatalf("a bot is asked with %v and %d methods", act.Type, b.NumMethod())
	}
	source := reflect.TypeFor[chance.Source]()
	if draw, _ := source.MethodByName("IntN"); source.NumMethod() != 1 || draw.Type != reflect.TypeFor[func(int) int]() {
		t.Error("a bot can do more with chance than draw a number")
	}
	met := map[reflect.Type]bool{}
	var walk func(at string, x reflect.Type)
	walk = func(at string, x reflect.Type) {
		if met[x] {
			return
		}
		met[x] = true
		switch x {
		case reflect.TypeFor[rams.State](), reflect.TypeFor[rams.Deck](), reflect.TypeFor[rams.Record]():
			t.Errorf("%s is a %v", at, x)
		}
		switch x.Kind() {
		case reflect.Func, reflect.Interface, reflect.Chan, reflect.Map, reflect.UnsafePointer, reflect.Uintptr:
			t.Errorf("%s is a %v, which may hide anything", at, x.Kind())
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(at+"[]", x.Elem())
		case reflect.Struct:
			for i := range x.NumField() {
				walk(at+"."+x.Field(i).Name, x.Field(i).Type)
			}
		}
	}
	walk("view", reflect.TypeFor[rams.View]())
}

// spy plays as another, keeps all that it has been lent, and looks there again, and behind the ends of lists, for what
// has been written since.
type spy struct {
	bot.Bot
	t    *testing.T
	kept []kept
}

type kept struct {
	view  *rams.View
	was   rams.View
	legal []rams.Action
	told  []rams.Event
}

func (s *spy) Act(v *rams.View) rams.Action {
	for _, k := range s.kept {
		if !slices.Equal(k.legal, k.was.Legal) || !slices.Equal(k.told, k.was.Events) || !reflect.DeepEqual(*k.view, k.was) {
			s.t.Fatalf("seat %d finds in what it was lent as seat %d: %v", v.Seat, k.was.Seat, k.was.Legal)
		}
	}
	for _, a := range v.Legal[len(v.Legal):cap(v.Legal)] {
		if a != (rams.Action{}) {
			s.t.Fatalf("seat %d finds %v behind its legal acts", v.Seat, a)
		}
	}
	for _, e := range v.Events[len(v.Events):cap(v.Events)] {
		if e != (rams.Event{}) {
			s.t.Fatalf("seat %d finds %v behind what it was told", v.Seat, e)
		}
	}
	if s.kept = append(s.kept, kept{v, *v, slices.Clone(v.Legal), slices.Clone(v.Events)}); len(s.kept) > 60 {
		s.kept = s.kept[1:]
	}
	return s.Bot.Act(v)
}

// TestSpy: whatever a bot keeps, it learns nothing from it: what it has been lent is not written again.
func TestSpy(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"chratze", "kratzen", "chratzen", "zwicken"} {
		c := config(t, rules, 4, 15, "stammtisch-1", "random")
		w, err := newWorker(context.Background(), &c)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range w.seats {
			p.Bot = &spy{Bot: p.Bot, t: t}
		}
		k := &chunk{end: c.Deals}
		if w.play(k); len(k.deals) != int(c.Deals) {
			t.Errorf("%s: %d deals", rules, len(k.deals))
		}
	}
}
