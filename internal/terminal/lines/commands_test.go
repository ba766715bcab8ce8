package lines

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/local"
	"chratze/variant"
)

// TestCommands: every command is answered at every decision, in few lines and
// whole words, and changes nothing.
func TestCommands(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, preset := range variant.Presets() {
		for _, lang := range catalogue.Languages() {
			var out bytes.Buffer
			s := startSession(t, preset, 4, local.Look{Lang: lang, Deck: "french", Money: "francs"})
			e := newEvening(catalogue.For(lang), NewScreen(&out, env("LANG", "C.UTF-8")), s)
			number := 0
			playOn(t, s, 2, func() {
				view := s.View()
				if number != s.Hands() {
					number = s.Hands()
					e.tell.begin(number, view.Start)
				}
				e.tell.tell(view.Events)
				e.tell.pause()
				_ = e.scr.Flush()
				for c := askHelp; c <= askRules; c++ {
					out.Reset()
					e.command(c, &view)
					if err := e.scr.Flush(); err != nil {
						t.Fatal(err)
					}
					text := out.String()
					if strings.ContainsAny(text, "{}") || strings.Contains(text, "cli.") || strings.Count(text, "\n") > 16 {
						t.Errorf("%s, %s, %s:\n%s", preset, lang, commandKeys[c], text)
					}
					if text == "" && (c != askHand || view.Cards[s.Me()] > 0) {
						t.Errorf("%s, %s: no answer to %s", preset, lang, commandKeys[c])
					}
					if now := s.View(); len(now.Events) != len(view.Events) {
						t.Errorf("%s acts", commandKeys[c])
					}
				}
			})
		}
	}
}

// playOn plays n hands, and calls each after every step.
func playOn(t *testing.T, s *local.Session, hands int, each func()) {
	t.Helper()
	for s.Hands() < hands || s.Info().Stage == table.Playing {
		view, do := s.View(), s.Begin
		if s.Info().Stage == table.Playing {
			do = func() error { return s.Act(view.Legal[len(view.Events)%len(view.Legal)]) }
		}
		if err := do(); err != nil {
			t.Fatal(err)
		}
		each()
	}
}

// startSession begins a session with bots that draw chances and bots that don't.
func startSession(t *testing.T, preset string, seats int, look local.Look) *local.Session {
	t.Helper()
	v, ok := variant.Lookup(preset)
	if !ok {
		t.Fatal(preset)
	}
	p := local.Plan{Rules: v, Seed: 4711, Me: 1}
	for i := range seats {
		p.Names = append(p.Names, strangers(locale.For("en"))[i])
		p.Bots = append(p.Bots, [...]string{"random", "", "stammtisch-1"}[min(i, 2)])
	}
	s, err := local.Create(t.TempDir(), p, look, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestHint: whoever plays in lines can ask for a hint, in every language; it changes nothing.
func TestHint(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, lang := range catalogue.Languages() {
		var out bytes.Buffer
		s := startSession(t, "chratze", 4, local.Look{Lang: lang, Deck: "french", Money: "francs"})
		e := newEvening(catalogue.For(lang), NewScreen(&out, env("LANG", "C.UTF-8")), s)
		if err := s.Begin(); err != nil {
			t.Fatal(err)
		}
		e.tell.begin(1, s.View().Start)
		said := []string{"i", "q"}
		e.read = func(context.Context) input {
			line := said[0]
			said = said[1:]
			return input{text: line + "\n"}
		}
		before := len(s.View().Events)
		if err := e.decide(context.Background()); !errors.Is(err, errLeft) {
			t.Fatal(err)
		}
		_ = e.scr.Flush()
		view := s.View()
		if text, want := strings.Join(strings.Fields(out.String()), ""), strings.Join(strings.Fields(Hint(e.Table, &view)), ""); len(view.Events) != before || !strings.Contains(text, strings.ReplaceAll(want, nbsp, "")) {
			t.Errorf("%s: %s\nwant in it %s", lang, out.String(), want)
		}
		view.Legal = nil
		if text := Hint(e.Table, &view); text != e.T("tui.hint.none", nil) {
			t.Errorf("%s: where nothing is asked: %s", lang, text)
		}
	}
}
