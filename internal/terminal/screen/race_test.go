package screen

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// TestRaceStandings: prizes come first, then those who lack the fewest strokes, up or down, also of those who have left.
func TestRaceStandings(t *testing.T) {
	t.Parallel()
	chairs := []table.Chair{{Name: "Anna", Points: 4}, {Name: "Beat", Points: 21, Prize: 2}, {}, {Name: "Dora", Points: 9}, {Name: "Emil", Points: 23, Prize: 1}}
	for rules, want := range map[string][]string{
		"ramset":          {"Emil: prize 1", "Beat: prize 2", "Dora: 9 strokes", "Gone: 5 strokes", "Anna: 4 strokes"},
		"rams,score=down": {"Emil: prize 1", "Beat: prize 2", "Anna: 4 strokes", "Gone: 5 strokes", "Dora: 9 strokes"},
		"rams":            nil,
	} {
		r, err := variant.Parse(rules)
		if err != nil {
			t.Fatal(err)
		}
		state := &Table{Rules: r}
		state.Chairs, state.Gone = chairs, []table.Gone{{Name: "Gone", Points: 5}}
		p := locale.For("en")
		v := &view{Model: &Model{t: state, opt: Options{Printer: p}}}
		if got := v.race(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
	}
}

// TestStrokesInRows: the settlement of a hand of a race has who gets how many strokes, who pays for playing without a trick, and what a
// prize costs the one who wins it.
func TestStrokesInRows(t *testing.T) {
	t.Parallel()
	b := newBench(t, "ramset", 4, Options{Printer: locale.For("en"), Pace: AtOnce})
	if b.tell(b.deal()); !strings.Contains(b.screen(), "You have 0 of 21 strokes.") || !strings.Contains(b.screen(), "21 strokes win") {
		t.Errorf("the question or the head doesn't say how far the race is:\n%s", b.screen())
	}
	if !b.until(rams.PhaseDone) {
		t.Fatal("the hand has no end")
	}
	r := *b.model.t.Result
	r.Points, r.Penalty, r.Failed = [rams.MaxSeats]int8{3, 2}, [rams.MaxSeats]pot.Chips{50, 0, 10}, [rams.MaxSeats]bool{2: true}
	b.model.t.Result = &r
	var got []string
	for _, row := range (&view{Model: &b.model}).settleRows(80)[2:5] {
		text := ""
		for _, p := range row {
			text += p.text
		}
		got = append(got, strings.Join(strings.Fields(text), " "))
	}
	for i, want := range []string{"+3 -0.50 ", "+2 ", "-0.10 ──▶ into the pot "} {
		if !strings.Contains(got[i], want) {
			t.Errorf("row %d is %q, without %q", i, got[i], want)
		}
	}
	if strings.Contains(got[1], "-") {
		t.Errorf("who pays nothing has %q", got[1])
	}
}

// TestPricesInANarrowWindow: all prices of Lupfen can be seen with 60 columns, as amounts where their words have no room.
func TestPricesInANarrowWindow(t *testing.T) {
	t.Parallel()
	for _, lang := range locale.New().Languages() {
		for width, last := range map[int]string{60: "1.00", 100: "10"} {
			b := newBench(t, "lupfen", 4, Options{Printer: locale.For(lang), Pace: AtOnce})
			b.tell(tea.WindowSizeMsg{Width: width, Height: 24})
			if !b.until(rams.PhasePrice) {
				t.Fatal("the person never declares")
			}
			lines := strings.Split(b.screen(), "\n")
			if at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, " 5 ") && strings.Contains(l, last) }); at < 0 {
				t.Errorf("%s: with %d columns there is no fifth price:\n%s", lang, width, strings.Join(lines, "\n"))
			}
		}
	}
}

// TestShownInTheSettlement: where three jacks ended a hand, its settlement begins with them.
func TestShownInTheSettlement(t *testing.T) {
	t.Parallel()
	b := newBench(t, "lupfen", 4, Options{Printer: locale.For("en"), Pace: AtOnce})
	if !b.until(rams.PhaseDone) {
		t.Fatal("the hand has no end")
	}
	told := func() (text string) {
		for _, row := range (&view{Model: &b.model}).settleRows(80) {
			for _, p := range row {
				text += p.text + " "
			}
		}
		return text
	}
	const unbeatable = "can't be beaten"
	if strings.Contains(told(), unbeatable) {
		t.Errorf("nothing was shown, but the settlement says so: %s", told())
	}
	b.model.pic.Events = append(b.model.pic.Events, rams.Event{Kind: rams.EventShow, Seat: 2, Cards: card.ListOf(card.New(card.Jack, card.Clubs))})
	if !strings.Contains(told(), unbeatable) {
		t.Errorf("the settlement doesn't say why nobody played a card: %s", told())
	}
}
