package screen

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/rams"
)

// friends returns a screen at a server's table of people, after its own decision in a phase.
func friends(t *testing.T, phase rams.Phase) (*bench, *Table) {
	t.Helper()
	b := at(t, "chratze-en", phase)
	told := *b.model.t
	told.Chairs, told.Events = slices.Clone(told.Chairs), slices.Clone(told.Events)
	for i := range told.Chairs {
		told.Chairs[i].Bot = ""
	}
	told.Events = append(told.Events, rams.Event{Kind: rams.EventAct, Seat: b.me, Act: told.Ask.Legal[0], Cards: card.ListOf(told.Ask.Legal[0].Cards.Append(nil)...)})
	told.Ask, told.Turn = nil, 1
	b.tell(&told)
	return b, &told
}

// TestBotForAnAbsentPerson: a bot that begins to play for a person, and what it declares with their money, is said once, and stays
// with the chat.
func TestBotForAnAbsentPerson(t *testing.T) {
	t.Parallel()
	b, told := friends(t, rams.PhasePlay)
	told.Rights = []table.Right{{N: 1, By: "Beat", Did: "standin", To: "Sissi"}, {N: 2, Did: "declared", To: "Sissi"}, {N: 3, By: "Beat", Did: "pause"}}
	b.tell(told)
	again := *told
	b.tell(&again)
	v := &view{Model: &b.model}
	var said []string
	for i := range b.model.chat {
		said = append(said, v.chatLine(i))
	}
	want := []string{"Beat lets a bot play for Sissi until they are back.", "A bot has declared for Sissi, with Sissi's money."}
	if !slices.Equal(said, want) || b.model.note != want[1] {
		t.Errorf("it says %q, and last %q", said, b.model.note)
	}
}

// TestUndoIsAsked: u asks the others to let the last decision be taken back, while it is the last that has happened, it
// has shown nothing new, and there are people to ask.
func TestUndoIsAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		phase rams.Phase
		then  func(*Table)
		asks  bool
	}{
		{"a card was played", rams.PhasePlay, func(*Table) {}, true},
		{"I play", rams.PhaseOpen, func(*Table) {}, true},
		{"somebody else has decided", rams.PhaseOpen, func(t *Table) {
			t.Events = append(t.Events, rams.Event{Kind: rams.EventAct, Seat: 1, Act: rams.Action{Kind: rams.Out, Seat: 1}})
		}, false},
		{"cards were exchanged", rams.PhaseLay, func(*Table) {}, false},
		{"the others are bots", rams.PhasePlay, func(t *Table) {
			for i := 1; i < len(t.Chairs); i++ {
				t.Chairs[i].Bot = "best"
			}
		}, false},
		{"the others are away", rams.PhasePlay, func(t *Table) {
			for i := 1; i < len(t.Chairs); i++ {
				t.Chairs[i].Away = true
			}
		}, false},
		{"the hand is over", rams.PhasePlay, func(t *Table) { t.Stage = table.Between }, false},
	} {
		b, told := friends(t, c.phase)
		c.then(told)
		b.tell(told)
		offered := strings.Contains(b.screen(), "Take it back")
		m, did := b.model.press("u")
		asks := len(did) == 1 && did[0].Command.Do == table.DoUndo
		if asks != c.asks || asks != offered || !asks && m.note != m.T("no.back", nil) {
			t.Errorf("%s: asks %v, offered %v, note %q", c.name, asks, offered, m.note)
		}
	}
}

// TestUndoIsWithdrawn: u while the others are asked takes the request back.
func TestUndoIsWithdrawn(t *testing.T) {
	t.Parallel()
	b, told := friends(t, rams.PhasePlay)
	told.Chairs[0].Undo = true
	b.tell(told)
	if m, did := b.model.press("u"); len(did) != 1 || did[0].Command.Do != table.DoDeny {
		t.Errorf("it does %v, note %q", did, m.note)
	}
}

// TestUndoIsAnswered: whoever is asked sees who asks, in every language and width, and answers with y or n, at the table
// and in lines; whoever isn't asked sees nothing of it.
func TestUndoIsAnswered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys string
		want []table.Do
	}{
		{"y", []table.Do{table.DoAllow}}, {"n", []table.Do{table.DoDeny}}, {"s y", []table.Do{table.DoAllow}}, {": a l l o w enter", []table.Do{table.DoAllow}}, {": d e tab enter", []table.Do{table.DoDeny}},
	} {
		b, told := friends(t, rams.PhasePlay)
		told.Chairs[2].Undo = true
		b.tell(told)
		var did []table.Do
		for k := range strings.FieldsSeq(c.keys) {
			m, effects := b.model.Update(pressed(k))
			b.model = m
			for _, e := range effects {
				did = append(did, e.Command.Do)
			}
		}
		if !slices.Equal(did, c.want) {
			t.Errorf("%s does %v, want %v; note %q", c.keys, did, c.want, b.model.note)
		}
	}
	for _, lang := range locale.New().Languages() {
		for _, width := range []int{40, 80, 120} {
			b, told := friends(t, rams.PhasePlay)
			b.model.opt.Printer = locale.For(lang)
			b.tell(tea.WindowSizeMsg{Width: width, Height: 24})
			told.Chairs[2].Undo = true
			b.tell(told)
			text := flat(b.screen())
			for _, want := range []string{b.model.T("undo.wish", locale.Args{"name": told.Chairs[2].Name}), "y " + b.model.T("undo.allow", nil), "n " + b.model.T("undo.deny", nil)} {
				if !strings.Contains(text, flat(want)) {
					t.Errorf("%s, %d columns: no %q\n%s", lang, width, want, b.screen())
				}
			}
			told.Chairs[0].Allows = true
			b.tell(told)
			if b.model.wish() != "" {
				t.Errorf("%s: it is asked again: %s", lang, b.model.wish())
			}
		}
	}
	b, told := friends(t, rams.PhasePlay)
	told.Chairs[2].Undo, told.Me = true, -1
	b.tell(told)
	if _, did := b.model.press("y"); b.model.wish() != "" || len(did) > 0 {
		t.Error("a spectator is asked")
	}
}

// TestUndoEnds: everybody reads that a decision was taken back, and whoever asked in vain, that it stands.
func TestUndoEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		asker  int
		undone bool
		want   string
	}{
		{2, true, "Chregu: taken back."}, {0, true, "Anna: taken back."}, {0, false, "That stands: not everybody has agreed."}, {2, false, ""},
	} {
		b, told := friends(t, rams.PhasePlay)
		told.Chairs[c.asker].Undo = true
		b.tell(told)
		if want := "The others are asked …"; strings.Contains(b.screen(), want) != (c.asker == 0) {
			t.Errorf("chair %d asks, and chair 0 sees:\n%s", c.asker, b.screen())
		}
		after := *told
		after.Chairs = slices.Clone(told.Chairs)
		after.Chairs[c.asker].Undo = false
		if c.undone {
			after.Undone, after.Events = true, told.Events[:len(told.Events)-1]
		}
		b.tell(&after)
		if b.model.note != c.want {
			t.Errorf("chair %d has asked, taken back %v: %q, want %q", c.asker, c.undone, b.model.note, c.want)
		}
	}
}

// asking is a table at which somebody asks to take something back, as a source.
type asking struct {
	told *Table
	did  []table.Do
}

func (a *asking) Open(send func(tea.Msg)) { send(a.told) }
func (a *asking) Close() error            { return nil }
func (a *asking) Do(c table.Command) tea.Msg {
	a.did = append(a.did, c.Do)
	next := *a.told
	next.Chairs = slices.Clone(a.told.Chairs)
	switch c.Do {
	case table.DoAllow:
		next.Chairs[2].Undo, next.Undone, next.Events = false, true, next.Events[:len(next.Events)-1]
	case table.DoUndo:
		next.Chairs[0].Undo = true
	}
	a.told = &next
	return &next
}

// TestUndoInLines: in lines the request is written once, with the words that answer it, and undo asks.
func TestUndoInLines(t *testing.T) {
	t.Parallel()
	_, told := friends(t, rams.PhasePlay)
	told.Chairs[2].Undo = true
	for _, c := range []struct {
		typed string
		want  []table.Do
	}{{"allow\nq\n", []table.Do{table.DoAllow}}, {"y\nq\n", []table.Do{table.DoAllow}}, {"deny\nq\n", []table.Do{table.DoDeny}}, {"s\nn\nq\n", []table.Do{table.DoDeny}}} {
		var out bytes.Buffer
		scr := lines.NewScreen(&out, func(string) string { return "C.UTF-8" })
		source := &asking{told: told}
		if _, err := Lines(t.Context(), Options{Printer: locale.For("en"), Server: true}, source, strings.NewReader(c.typed), scr); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(out.String()), " ")
		if !slices.Equal(source.did, c.want) || strings.Count(text, "Chregu would like to take that back. Type allow or deny.") != 1 {
			t.Errorf("%q does %v, want %v:\n%s", c.typed, source.did, c.want, out.String())
		}
		if done := strings.Contains(text, "Chregu: taken back."); done != (c.want[0] == table.DoAllow) {
			t.Errorf("%q: %s", c.typed, out.String())
		}
	}
	free := *told
	free.Chairs = slices.Clone(told.Chairs)
	free.Chairs[2].Undo = false
	for _, typed := range []string{"u\nq\n", "undo\nq\n", "zurück\nq\n"} {
		source := &asking{told: &free}
		scr := lines.NewScreen(io.Discard, func(string) string { return "C.UTF-8" })
		if _, err := Lines(t.Context(), Options{Printer: locale.For("en"), Server: true}, source, strings.NewReader(typed), scr); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(source.did, []table.Do{table.DoUndo}) {
			t.Errorf("%q does %v", typed, source.did)
		}
	}
}
