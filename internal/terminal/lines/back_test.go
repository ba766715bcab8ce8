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
	"chratze/rams"
)

// TestTakeBackInLines: u takes the last decision back and puts its question again, after the settlement too; uu plays the
// same deal again. What was told isn't told twice, and what happens after it is told.
func TestTakeBackInLines(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de-CH", "ja"} {
		var out bytes.Buffer
		s := startSession(t, "chratze", 4, local.Look{Lang: lang, Deck: "french", Money: "francs"})
		p := locale.For(lang)
		e := newEvening(p, NewScreen(&out, env("LANG", "C.UTF-8")), s)
		var script []func() string
		first, questions, own := 0, 0, ""
		text := func(key string) string { return flat(p.T(key, nil)) }
		said := func() string { _ = e.scr.Flush(); return flat(out.String()) }
		script = []func() string{
			func() string { first = len(s.View().Events); return "u" },
			func() string {
				if !strings.Contains(said(), text("no.back")) {
					t.Errorf("%s: nothing to take back, and it says %s", lang, out.String())
				}
				out.Reset()
				return firstAnswer(s)
			},
			func() string {
				if own = flat(e.Event(&s.View().Events[first])); !strings.Contains(said(), own) {
					t.Errorf("%s: the answer %s isn't told:\n%s", lang, own, out.String())
				}
				out.Reset()
				return "undo"
			},
			func() string {
				if n := len(s.View().Events); n != first || !strings.Contains(said(), text("practice.done.back")) || strings.Count(said(), text("cli.antes.all")) > 0 {
					t.Errorf("%s: at event %d, want %d:\n%s", lang, n, first, out.String())
				}
				out.Reset()
				return firstAnswer(s)
			},
			func() string {
				if !strings.Contains(said(), own) {
					t.Errorf("%s: given again, the answer %s isn't told:\n%s", lang, own, out.String())
				}
				return ""
			},
		}
		next := func() string { // plays the hand to its end
			if s.Info().Stage == table.Playing {
				return firstAnswer(s)
			}
			return "u"
		}
		e.read = func(context.Context) input {
			questions++
			if len(script) > 0 {
				f := script[0]
				script = script[1:]
				if line := f(); line != "" {
					return input{text: line + "\n"}
				}
			}
			line := next()
			if line == "u" && s.Info().Stage == table.Between { // then the end of the hand is taken back, and the deal played again
				n := s.Hands()
				next = func() string {
					if s.Info().Stage != table.Playing || s.Hands() != n {
						t.Errorf("%s: after the settlement u leads to stage %v", lang, s.Info().Stage)
					}
					next = func() string {
						if len(s.View().Events) > first {
							t.Errorf("%s: the deal played again is at event %d", lang, len(s.View().Events))
						}
						return "q"
					}
					return "uu"
				}
			}
			return input{text: line + "\n"}
		}
		if err := e.run(context.Background()); !errors.Is(err, errLeft) {
			t.Fatal(err)
		}
		if !strings.Contains(said(), text("practice.done.again")) || questions < 6 {
			t.Errorf("%s: %d questions\n%s", lang, questions, out.String())
		}
	}
}

// flat is a text without blanks.
func flat(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, nbsp, "")), "")
}

// firstAnswer is the first legal answer, as it is typed.
func firstAnswer(s *local.Session) string {
	view := s.View()
	switch a := view.Legal[0]; a.Kind {
	case rams.Play:
		return a.Cards.First().String()
	case rams.Lay:
		return "none"
	default:
		return a.Kind.String()
	}
}

// TestOnlyOneChoice: a hint where only one thing is possible says so, and not that the choices are alike.
func TestOnlyOneChoice(t *testing.T) {
	t.Parallel()
	s := startSession(t, "chratze", 4, local.Look{Lang: "en", Deck: "french", Money: "francs"})
	e := newEvening(locale.For("en"), NewScreen(&bytes.Buffer{}, env("LANG", "C.UTF-8")), s)
	found := 0
	playOn(t, s, 6, func() {
		if view := s.View(); len(view.Legal) == 1 && s.Info().Stage == table.Playing {
			found++
			if text := Hint(e.Table, &view); !strings.HasPrefix(text, "Only ") || strings.Contains(text, "choices") {
				t.Errorf("one card can be played: %s", text)
			}
		}
	})
	if found == 0 {
		t.Error("there was always a choice")
	}
}
