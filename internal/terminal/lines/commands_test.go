package lines

import (
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/local"
	"chratze/internal/wording"
	"chratze/rams"
	"chratze/variant"
)

// TestHint: the hint names the best act and its value in every language, says so where only one
// thing is possible, and that there is none where nothing is asked.
func TestHint(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	for _, lang := range locale.New().Languages() {
		s, err := local.Create(t.TempDir(), local.Plan{Rules: v, Seed: 4711, Me: 1, Names: strings.Fields("Anna Beat Dora Emil"), Bots: []string{"random", "", "random", "random"}}, local.Look{Lang: lang}, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		words := wording.NewTable(locale.For(lang), v, locale.French, locale.Francs, strings.Fields("Anna Beat Dora Emil"), 1)
		only, choices := 0, 0
		for only == 0 || choices == 0 {
			if err := s.Do(table.Command{Do: table.DoNext}); err != nil {
				t.Fatal(err)
			}
			for view := s.View(); len(view.Legal) > 0; view = s.View() {
				act := words.Act(view.Legal[0])
				switch text := Hint(words, &view); {
				case len(view.Legal) == 1 && text != words.T("tui.hint.only", locale.Args{"act": act}):
					t.Fatalf("%s: only %q can be played: %s", lang, act, text)
				case len(view.Legal) == 1:
					only++
				case text == words.T("tui.hint.none", nil):
					t.Fatalf("%s: no hint for %v", lang, view.Legal)
				default:
					choices++
				}
				if err := s.Do(table.Command{Do: table.DoAct, Question: s.News().Question.Number, Action: view.Legal[0]}); err != nil {
					t.Fatal(err)
				}
			}
		}
		view := rams.View{}
		if text := Hint(words, &view); text != words.T("tui.hint.none", nil) {
			t.Errorf("%s: where nothing is asked: %s", lang, text)
		}
	}
}
