package screen

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/rams"
)

// TestSayable: all that the line offers is understood, in every language, game and phase, and what answers the question
// is legal.
func TestSayable(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, lang := range catalogue.Languages() {
		for _, c := range []struct {
			rules string
			phase rams.Phase
		}{
			{"chratze", rams.PhaseDoubleBlind}, {"chratze", rams.PhaseOpen}, {"chratze", rams.PhaseJoin}, {"chratze", rams.PhaseLay}, {"chratze", rams.PhasePlay},
			{"kratzen", rams.PhaseBid}, {"kratzen", rams.PhaseDrop}, {"zwicken", rams.PhaseJoin}, {"chratze-en", rams.PhasePlay},
		} {
			b := newBench(t, c.rules, 4, Options{Printer: catalogue.For(lang), Pace: AtOnce})
			if !b.until(c.phase) {
				t.Fatalf("%s never comes to phase %d", c.rules, c.phase)
			}
			list := b.model.sayable()
			answers := len(list) - len(strings.Split(b.model.T("tui.words", nil), ", "))
			if answers < 1 || len(list)-answers < 10 {
				t.Errorf("%s %s phase %d: only %q can be said", lang, c.rules, c.phase, list)
			}
			for i, text := range list {
				view := b.model.pic.View
				heard := b.model.ear.Hear(text, &view, b.model.hand, b.model.words)
				switch {
				case heard.Wrong != "":
					t.Errorf("%s %s phase %d: %q is offered: %s", lang, c.rules, c.phase, text, heard.Wrong)
				case i < answers && !slices.ContainsFunc(view.Legal, func(a rams.Action) bool {
					return a.Kind == heard.Act.Kind && (a.Cards&heard.Act.Cards) == heard.Act.Cards
				}):
					t.Errorf("%s %s phase %d: %q is offered and means %s", lang, c.rules, c.phase, text, heard.Act)
				case i >= answers && heard.Command == 0:
					t.Errorf("%s: %q is no command", lang, text)
				}
			}
		}
	}
}

// TestCompletion: what is typed shows what it could become, and Tab makes it so; another one comes by Shift-Tab.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ keys, want string }{
		{": w tab enter", "pass"},
		{": c h tab enter", "open"},
		{": C H R tab enter", "open"},
		{": l a tab enter", ""}, // last trick: nothing is done
		{": w h o backspace backspace backspace w tab enter", "pass"},
		{": w e g ctrl+a ctrl+k c tab enter", "open"},
	} {
		b := at(t, "chratze-en", rams.PhaseOpen)
		b.press(c.keys)
		if got := strings.Join(b.did[:min(1, len(b.did))], ""); got != c.want {
			t.Errorf("%s: %q, want %q; note %q", c.keys, got, c.want, b.model.note)
		}
	}
	b := at(t, "chratze-en", rams.PhaseOpen)
	b.press(":")
	if text := b.screen(); !strings.Contains(text, "chratze  weg") || !strings.Contains(text, "standings") {
		t.Errorf("an empty line doesn't say what can be typed:\n%s", text)
	}
	b.press("s t")
	if text := b.screen(); !strings.Contains(text, ": standings") || strings.Contains(text, "chratze  weg") {
		t.Errorf("“st” can only be standings:\n%s", text)
	}
	b.press("tab enter")
	if b.model.panel != standPanel {
		t.Error("no standings")
	}
}

// TestTypedBefore: up and down go through what was typed before, and back to what is being typed.
func TestTypedBefore(t *testing.T) {
	t.Parallel()
	b := at(t, "chratze-en", rams.PhaseOpen)
	b.press(": p o t enter : r u b b i s h enter : r u b b i s h enter : x y")
	for _, c := range []struct{ keys, want string }{
		{"up", "rubbish"}, {"up", "pot"}, {"up", "pot"}, {"down", "rubbish"}, {"down", "xy"}, {"down", "xy"}, {"up up", "pot"},
	} {
		b.press(c.keys)
		if got := b.model.line.Value(); got != c.want {
			t.Fatalf("%s: %q, want %q", c.keys, got, c.want)
		}
	}
	before := b.model
	b.press("s backspace backspace ctrl+a ctrl+d")
	if b.model.line.Value() != "o" || before.line.Value() != "pot" {
		t.Errorf("%q, and before it %q", b.model.line.Value(), before.line.Value())
	}
	b.press("ctrl+k p o t s")
	b.tell(tea.PasteMsg{Content: " a\nb\x1b[31m"})
	if got := b.model.line.Value(); strings.ContainsAny(got, "\n\x1b") || !strings.HasPrefix(got, "pots a") {
		t.Errorf("pasted: %q", got)
	}
	b.press("esc")
	if b.model.line != nil {
		t.Error("esc doesn't close the line")
	}
}

// TestLongLine: of a line longer than the screen the end is shown.
func TestLongLine(t *testing.T) {
	t.Parallel()
	b := at(t, "chratze-en", rams.PhaseOpen)
	b.press(":")
	b.tell(tea.PasteMsg{Content: strings.Repeat("ä席", 100) + "end"})
	if text := b.screen(); !strings.Contains(text, "ä席end") {
		t.Errorf("the end of the line isn't there:\n%s", text)
	}
}

// TestSameInALine: the host says in a line that a person who has left is another. A name that
// belongs to nobody, and a guest, get a reason.
func TestSameInALine(t *testing.T) {
	t.Parallel()
	b := newBench(t, "chratze", 4, Options{Printer: locale.For("en"), Pace: AtOnce, Server: true})
	if !b.until(rams.PhaseOpen) {
		t.Fatal("no hand")
	}
	for i := range b.model.t.Chairs {
		b.model.t.Chairs[i].Person = i + 1
	}
	b.model.t.Gone = []table.Gone{{Person: 7, Name: "Zoe"}, {Person: 8, Name: "Zoe 2"}}
	b.model.t.Host = b.model.t.Me
	name := b.model.t.Chairs[1].Name
	for _, c := range []struct {
		text string
		want []Effect
		note string
	}{
		{"zoe = " + name, send(table.Command{Do: table.DoSame, Person: 7, Into: 2}), ""},
		{"Zoe=Zoe 2", send(table.Command{Do: table.DoSame, Person: 7, Into: 8}), ""},
		{name + " = Zoe", nil, "tui.same"},
		{"Zoe =", nil, "tui.same"},
		{"= Zoe", nil, "tui.same"},
	} {
		m, did := b.model.said(c.text, false)
		if !slices.Equal(did, c.want) || c.note != "" && m.note != m.T(c.note, nil) {
			t.Errorf("%q does %+v and says %q", c.text, did, m.note)
		}
	}
	b.model.t.Host = (b.model.t.Me + 1) % 4
	own := b.model.t.Chairs[b.model.t.Me].Name
	if m, did := b.model.said(strings.ToUpper(own)+" = Vreni B", false); !slices.Equal(did, send(table.Command{Do: table.DoRename, Text: "Vreni B"})) || m.note != "" {
		t.Errorf("another name: %+v, %q", did, m.note)
	}
	if m, did := b.model.said(own+" =", false); did != nil || m.note == "" {
		t.Errorf("no name: %+v", did)
	}
	if _, did := b.model.said(name+" = bot", false); len(did) > 0 {
		t.Errorf("a bot for a person who is there: %+v", did)
	}
	b.model.t.Chairs[1].Bot, b.model.t.Chairs[1].Away = "", true
	if _, did := b.model.said(name+" = Bot", false); !slices.Equal(did, send(table.Command{Do: table.DoStandIn, Chair: 1})) {
		t.Errorf("a bot for a person who is away: %+v", did)
	}
	if m, did := b.model.said("Zoe = Zoe 2", false); did != nil || m.note != m.T("tui.only-host", nil) {
		t.Errorf("a guest does %+v and reads %q", did, m.note)
	}
}
