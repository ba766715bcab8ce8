package lines

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/local"
	"chratze/variant"
)

// TestTellHand tells hands of every preset in every language, whole and as each
// seat saw them.
func TestTellHand(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, preset := range variant.Presets() {
		for line := range bytes.Lines(someHands(t, preset, 5)) {
			whole, err := history.Read(strings.TrimSpace(string(line)))
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range catalogue.Languages() {
				for to := history.Public; to <= history.SeatView(3); to++ {
					h, err := whole.View(to)
					if err != nil {
						t.Fatal(err)
					}
					var out bytes.Buffer
					if err := TellHand(catalogue.For(lang), NewScreen(&out, env("LANG", "C.UTF-8")), Look{}, 7, &h); err != nil {
						t.Fatalf("%s: %v\n%s", preset, err, h.String())
					}
					text := out.String()
					if !strings.Contains(text, "7.") && !strings.Contains(text, "7 ") && !strings.Contains(text, "第7ディール") || strings.Count(text, "\n\n") < 2 || strings.Contains(text, "\n\n\n") {
						t.Errorf("%s, %s:\n%s", preset, lang, text)
					}
				}
			}
		}
	}
}

// TestPriceIsLost: in Lupfen a hand without a trick costs the price, which is paid before, and nothing at the end.
func TestPriceIsLost(t *testing.T) {
	t.Parallel()
	lost := 0
	for line := range bytes.Lines(someHands(t, "lupfen", 12)) {
		h, err := history.Read(strings.TrimSpace(string(line)))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := TellHand(locale.For("en"), NewScreen(&out, env("LANG", "C.UTF-8")), Look{}, 1, h); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(out.String()), " ")
		lost += strings.Count(text, "the price of playing is lost")
		if strings.Contains(text, "pays 0.00") || strings.Contains(text, "failed with 0") {
			t.Errorf("a price is told as\n%s", text)
		}
	}
	if lost == 0 {
		t.Error("no hand lost a price")
	}
}

// someHands plays hands and returns their lines.
func someHands(t *testing.T, preset string, hands int) []byte {
	t.Helper()
	v, _ := variant.Lookup(preset)
	s, err := local.Create(t.TempDir(), local.Plan{Rules: v, Seed: 4711, Me: 1, Names: strings.Fields("Anna Beat Dora Emil"), Bots: []string{"random", "", "random", "random"}}, local.Look{Lang: "en"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for s.Hands() < hands || s.Info().Stage == table.Playing {
		view, do := s.View(), table.Command{Do: table.DoNext}
		if s.Info().Stage == table.Playing {
			do = table.Command{Do: table.DoAct, Question: s.News().Question.Number, Action: view.Legal[len(view.Events)%len(view.Legal)]}
		}
		if err := s.Do(do); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(s.HandsPath())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestTellHandOfYou: a sitting without a name is told to the person who played it, in any language.
func TestTellHandOfYou(t *testing.T) {
	t.Parallel()
	line := strings.Replace(string(someHands(t, "chratze", 1)), `"Beat"`, `"Du"`, 1)
	h, err := history.Read(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := TellHand(locale.For("en"), NewScreen(&out, env()), Look{Deck: "french"}, 1, h); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "You say ") || strings.Contains(text, "You says") || strings.Contains(text, "Du") {
		t.Error(text)
	}
}

// TestTellHandThatBreaksOff: a line may end before the hand does.
func TestTellHandThatBreaksOff(t *testing.T) {
	t.Parallel()
	h, err := history.Read(strings.TrimSpace(string(someHands(t, "chratze", 1))))
	if err != nil {
		t.Fatal(err)
	}
	all := h.Events
	for n := range len(all) - 1 { // with the last card the hand is over
		h := history.Hand{Variant: h.Variant, Seats: h.Seats, Names: h.Names, For: history.Full, Start: h.Start, Events: all[:n]}
		var out bytes.Buffer
		if err := TellHand(locale.For("en"), NewScreen(&out, env()), Look{Deck: "french"}, 1, &h); err != nil {
			t.Fatalf("%d events: %v", n, err)
		}
		if !strings.Contains(out.String(), "breaks off") {
			t.Errorf("%d events: %s", n, out.String())
		}
	}
}

// TestNamesCantTalkToTheTerminal: names come from other people's files.
func TestNamesCantTalkToTheTerminal(t *testing.T) {
	t.Parallel()
	h := &history.Hand{Seats: 5, Names: []string{"\x1b[31mred", "Anna", "Anna", "", "a\u202eb" + strings.Repeat("x", 1000)}}
	got := namesOf(locale.For("en"), h)
	want := []string{"?[31mred", "Anna(1)", "Anna(2)", "(3)", "a?b" + strings.Repeat("x", 21) + "…"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	h = &history.Hand{Seats: 2}
	if got := namesOf(locale.For("en"), h); !slices.Equal(got, []string{"Seat 0", "Seat 1"}) {
		t.Errorf("without names: %q", got)
	}
}
