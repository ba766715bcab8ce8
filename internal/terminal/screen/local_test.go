package screen

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// TestAccountsFollowTheHand plays an evening of three hands at the usual pace: while a hand that is over is still
// being shown, the accounts are those before it, with the antes shown so far. Behind the last settlement the farewell tells
// who gets the pot.
func TestAccountsFollowTheHand(t *testing.T) {
	t.Parallel()
	seed := uint64(7)
	o := lines.Options{Seats: 4, Seat: 1, Seed: &seed, Hands: 3, Bots: lines.DefaultBots, Data: t.TempDir()}
	s, waiting, err := o.Open(locale.For("en"), func() (variant.Variant, error) { return variant.Default(), nil })
	if err != nil {
		t.Fatal(err)
	}
	source := Local(s, waiting)
	defer source.Close()
	m := New(Options{Printer: locale.For("en"), Pace: Normal})
	before, held, paid := make([]pot.Chips, 4), 0, 0
	shown := func() (list []pot.Chips) {
		for c := range m.t.Chairs {
			list = append(list, m.balance(c))
		}
		return list
	}
	var next func(message tea.Msg)
	next = func(message tea.Msg) {
		var did []Effect
		m, did = m.Update(message)
		if m.t == nil {
			return
		}
		if m.shown < len(m.t.Events) {
			want := slices.Clone(before)
			for _, e := range m.t.Events[:m.shown] {
				if e.Kind == rams.EventAnte {
					want[m.t.InHand[e.Seat]] -= e.Amount
					paid++
				}
			}
			if !slices.Equal(shown(), want) {
				t.Fatalf("after %d of %d events of hand %d the accounts are %v, want %v", m.shown, len(m.t.Events), m.t.Hand, shown(), want)
			}
			if m.t.Stage != table.Playing && !slices.Equal(m.t.balances(), before) {
				held++
			}
		} else if m.t.Stage != table.Playing && m.opened {
			if !slices.Equal(shown(), m.t.balances()) {
				t.Fatalf("hand %d is over, and the accounts are %v: want %v", m.t.Hand, shown(), m.t.balances())
			}
			before = shown()
		}
		for _, e := range did {
			if e.Kind == DoTick {
				next(Ticked{e.Tick})
			} else if answer := source.Do(e.Command); answer != nil {
				next(answer)
			}
		}
	}
	next(tea.WindowSizeMsg{Width: 120, Height: 40})
	source.Open(next)
	for range 200 {
		if m.t.Stage == table.Over {
			break
		}
		if m.asked() {
			legal := m.t.Ask.Legal
			next(source.Do(table.Command{Do: table.DoAct, Action: legal[len(legal)-1], Question: m.t.Ask.Number}))
			continue
		}
		next(pressed("enter"))
	}
	if m.t.Stage != table.Over || held < 20 || paid < 20 {
		t.Fatalf("stage %v, accounts held back %d times", m.t.Stage, held)
	}
	if m.panel != settlePanel {
		t.Errorf("after the last hand there is panel %d, not its settlement", m.panel)
	}
	next(pressed("enter"))
	text := strings.Join((&view{Model: &m}).farewell(), "\n")
	if m.panel != farewellPanel || strings.Contains(text, "pot of 0.00") || !strings.Contains(text, "gets") {
		t.Errorf("panel %d says good-bye so:\n%s", m.panel, text)
	}
}

// TestTakeBack: u takes the last decision back, after the settlement too, and U plays the same deal again; a table that
// isn't for practice refuses both.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	seed := uint64(7)
	o := lines.Options{Seats: 4, Seat: 1, Seed: &seed, Bots: lines.DefaultBots, Data: t.TempDir()}
	s, waiting, err := o.Open(locale.For("en"), func() (variant.Variant, error) { return variant.Default(), nil })
	if err != nil {
		t.Fatal(err)
	}
	source := Local(s, waiting)
	defer source.Close()
	m := New(Options{Printer: locale.For("en"), Pace: AtOnce, Blind: true})
	var next func(message tea.Msg)
	next = func(message tea.Msg) {
		var did []Effect
		m, did = m.Update(message)
		for _, e := range did {
			if answer := source.Do(e.Command); answer != nil {
				next(answer)
			}
		}
	}
	next(tea.WindowSizeMsg{Width: 120, Height: 40})
	source.Open(next)
	type moment struct {
		events int
		phase  any
		hand   any
	}
	now := func() moment { return moment{len(m.t.Events), m.pic.Phase, m.pic.Hand} }
	var moments []moment
	for m.t.Stage == table.Playing {
		moments = append(moments, now())
		legal := m.t.Ask.Legal
		next(source.Do(table.Command{Do: table.DoAct, Action: legal[0], Question: m.t.Ask.Number}))
	}
	if len(moments) < 5 || m.panel != settlePanel {
		t.Fatalf("%d decisions, panel %d", len(moments), m.panel)
	}
	for i := len(moments) - 1; i >= 0; i-- {
		next(pressed("u"))
		if m.t.Stage != table.Playing || m.panel != noPanel || now() != moments[i] {
			t.Fatalf("taken back to %v, panel %d: want %v", now(), m.panel, moments[i])
		}
	}
	if next(pressed("u")); m.note == "" || now() != moments[0] {
		t.Errorf("nothing is left to take back, and the note is %q", m.note)
	}
	for m.t.Stage == table.Playing {
		legal := m.t.Ask.Legal
		next(source.Do(table.Command{Do: table.DoAct, Action: legal[0], Question: m.t.Ask.Number}))
	}
	if len(m.t.Course) != 1 {
		t.Errorf("the course of the evening is %v", m.t.Course)
	}
	if next(pressed("U")); m.t.Hand != 1 || m.t.Stage != table.Playing || now() != moments[0] {
		t.Errorf("the same deal again: hand %d, %v, want %v", m.t.Hand, now(), moments[0])
	}
	b := at(t, "chratze-en", rams.PhaseOpen)
	if b.press("u"); b.model.note == "" || b.model.pending {
		t.Errorf("with others: pending %v, note %q", b.model.pending, b.model.note)
	}
}
