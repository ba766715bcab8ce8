package lessons

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/table/wire"
	"chratze/variant"
)

// TestLessons: every script goes to its end in every language and deck, everything
// that is asked has words, and no text has a parameter left.
func TestLessons(t *testing.T) {
	t.Parallel()
	left := regexp.MustCompile(`[{}]|^learn\.`)
	c := locale.New()
	for _, lang := range c.Languages() {
		for _, deck := range append(locale.Decks(), "") {
			for _, l := range Course(c.For(lang), deck) {
				for _, text := range []string{l.Title, l.Intro, l.Outro} {
					if text == "" || left.MatchString(text) {
						t.Errorf("%s %d: %q", lang, l.Number, text)
					}
				}
				for i, s := range l.Steps {
					if last := i == len(l.Steps)-1; last != (s.Right == "") {
						t.Errorf("%s %d, step %d: %q", lang, l.Number, i, s.Right)
					} else if !last && (left.MatchString(s.Say) || left.MatchString(s.No) || s.Say == "" || s.No == "") {
						t.Errorf("%s %d, step %d: %q %q", lang, l.Number, i, s.Say, s.No)
					}
				}
			}
		}
	}
}

// TestEveryGame: a game begins with a lesson of its own or on a relative; without one, with the first.
func TestEveryGame(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"chratzen": "chratze", "zwicken": "zwicken-printed", "chratze-ja": "chratze"} {
		if v, _ := variant.Lookup(name); scripts[Of(locale.For("en"), v)-1].rules != want {
			t.Errorf("%s begins with lesson %d", name, Of(locale.For("en"), v))
		}
	}
	for _, name := range []string{"kratzen", "mauscheln", "tippen", "kratzen-printed", "loo", "rams", "bourre", "mistigri", "lupfen", "ramset"} {
		if v, _ := variant.Lookup(name); scripts[Of(locale.For("en"), v)-1].rules != name {
			t.Errorf("%s begins with lesson %d", name, Of(locale.For("en"), v))
		}
	}
}

// TestNothingUnsaid: the catalogue has no text of a lesson that no lesson has.
func TestNothingUnsaid(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../locale/text/learn.en.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]any
	if err := json.Unmarshal(file, &texts); err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, l := range Course(locale.New().For("en"), "") {
		begin := "learn." + strconv.Itoa(l.Number) + "."
		want[begin+"title"], want[begin+"intro"], want[begin+"outro"] = true, true, true
		for i := range l.Steps[:len(l.Steps)-1] {
			want[begin+strconv.Itoa(i+1)], want[begin+strconv.Itoa(i+1)+".no"] = true, true
		}
	}
	numbered := regexp.MustCompile(`^learn\.[0-9]`)
	for key := range texts {
		if numbered.MatchString(key) && !want[key] {
			t.Errorf("no lesson says %s", key)
		}
	}
}

// TestSecrets: what a lesson tells before its end has no card of another person that
// hasn't been shown, and what comes late is told anew.
func TestSecrets(t *testing.T) {
	t.Parallel()
	for i, l := range Course(locale.New().For("en"), "") {
		if scripts[i].open {
			if first := string(l.Steps[0].News); strings.Contains(first, "??") {
				t.Errorf("all cards of lesson %d lie open, but it begins with %s", l.Number, first)
			}
			continue
		}
		var events []string
		for _, s := range l.Steps {
			if err := json.Unmarshal(s.News, &wire.Received{}); err != nil { // it is a message of the protocol
				t.Fatal(err)
			}
			var raw struct {
				From *int
				Ev   []string
			}
			if err := json.Unmarshal(s.News, &raw); err != nil {
				t.Fatal(err)
			}
			if raw.From != nil {
				events = events[:*raw.From]
			}
			events = append(events, raw.Ev...)
			for _, e := range raw.Ev {
				words := strings.Fields(e)
				if (words[0] == "deal" || words[0] == "draw") && words[1] != "0" && !strings.Contains(e, "??") {
					t.Errorf("lesson %d: %s", l.Number, e)
				}
			}
			if strings.HasPrefix(s.Right, "lay") && strings.Contains(strings.Join(events, "\n"), "deal 0 ??") {
				t.Errorf("lesson %d: the learner doesn't see what he may lay away", l.Number)
			}
		}
	}
}
