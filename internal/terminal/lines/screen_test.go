package lines

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/variant"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestScreenWraps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width int
		text  string
		want  string
	}{
		{20, "", "\n"},
		{20, "one two three four five", "one two three four\nfive\n"},
		{20, "  one two three four five", "  one two three four\n    five\n"},
		{20, "- one two three four five", "- one two three four\n  five\n"},
		{10, "averyveryverylongword and", "averyveryverylongword\nand\n"},
		{10, "one two\u00a0three", "one\ntwo three\n"},
		{10, "\x1b[31mone two\x1b[0m \x1b[1mthree\x1b[0m", "\x1b[31mone two\x1b[0m\n\x1b[1mthree\x1b[0m\n"},
		{60, "עלי בן pays דוד 50 points", "\u2068עלי בן\u2069 pays \u2068דוד\u2069 50 points\n"}, // each name keeps to itself
		{10, "König Köni Kö", "König Köni\nKö\n"},
		{10, "手札は三枚です。", "手札は三枚\nです。\n"},
		{10, "手札が三枚、です。", "手札が\n三枚、で\nす。\n"},
		{10, "私は「見る」と", "私は「見\nる」と\n"},
		{8, "これは「見る」", "これは\n「見る」\n"},
		{10, "\x1b[1m手札\x1b[0mが三枚です", "\x1b[1m手札\x1b[0mが三枚\nです\n"},
	} {
		var out bytes.Buffer
		scr := NewScreen(&out, env("LANG", "de_CH.UTF-8"))
		scr.width = c.width
		scr.Line(c.text)
		if err := scr.Flush(); err != nil || out.String() != c.want {
			t.Errorf("%q in %d columns: %q, want %q (%v)", c.text, c.width, out.String(), c.want, err)
		}
	}
}

func TestScreenPrompts(t *testing.T) {
	t.Parallel()
	for _, terminal := range []bool{false, true} {
		var out bytes.Buffer
		scr := NewScreen(&out, env("LANG", "C.UTF-8"))
		scr.terminal = terminal
		scr.Gap() // none at the top
		scr.Line("a")
		scr.Gap()
		scr.Gap() // one is enough
		if err := scr.prompt("Well?"); err != nil {
			t.Fatal(err)
		}
		want := "a\n\nWell?\n"
		if terminal {
			want = "a\n\nWell? "
		}
		if out.String() != want {
			t.Errorf("terminal %v: %q, want %q", terminal, out.String(), want)
		}
	}
}

func TestScreenWithoutUTF8(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, locale string
		utf8         bool
	}{
		{"LC_ALL", "de_CH.UTF-8", true}, {"LANG", "de_DE.utf8@euro", true}, {"LC_CTYPE", "C.UTF-8", true},
		{"LC_ALL", "C", false}, {"LANG", "de_CH.ISO-8859-1", false}, {"LANG", "", false},
	} {
		if got := HasUTF8(env(c.name, c.locale)); got != c.utf8 {
			t.Errorf("%s=%s: UTF-8 is %v", c.name, c.locale, got)
		}
	}
	if HasUTF8(env("LC_ALL", "C", "LANG", "de_CH.UTF-8")) {
		t.Error("LANG is stronger than LC_ALL")
	}
	if got := ToASCII("Jürg sagt «weg» – ♥ 9, Çelik Ştefan Ñ Łukasz Ольга ☃ 日"); got != `Juerg sagt "weg" - h 9, Celik Stefan N Łukasz Ольга ☃ 日` {
		t.Errorf("%q", got)
	}
}

func TestColourIsNeverAlone(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	scr := NewScreen(&out, env("LANG", "C.UTF-8"))
	v := variant.Default()
	game, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	for _, deck := range locale.Decks() {
		table := &voice{Table: wording.NewTable(locale.For("en"), v, deck, locale.Francs, []string{"A", "B", "C", "D"}, 0), scr: scr, deck: deck, game: game}
		seen := map[string]card.Card{}
		for _, c := range card.Jass36.Cards().Append(nil) {
			scr.colour = false
			plain := table.card(c)
			if other, twice := seen[plain]; twice {
				t.Errorf("%s: %s and %s are both %q", deck, c, other, plain)
			}
			seen[plain] = c
			scr.colour = true
			if coloured := table.card(c); !strings.Contains(coloured, plain) || coloured == plain {
				t.Errorf("%s: %s is %q, in colour %q", deck, c, plain, coloured)
			}
		}
	}
}

func TestArrange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ preset, hand, want string }{
		{"chratze", "Ac 7c 9s Kh 6h Ad", "Kh 6h Ac 7c 9s Ad"},
		{"kratzen", "Ac 6d Kh Ah Td", "Ah 6d Kh Ac Td"},
		{"kratzen", "Ac 6d", "6d Ac"},
		{"zwicken", "7d Kh Ad", "7d Kh Ad"},
	} {
		v, _ := variant.Lookup(c.preset)
		game, err := v.Game(3)
		if err != nil {
			t.Fatal(err)
		}
		hand, err := card.ParseSet(c.hand)
		if err != nil {
			t.Fatal(err)
		}
		got := card.ListOf(arrange(hand, game, card.Hearts, true)...)
		if got.String() != c.want {
			t.Errorf("%s: %s is arranged as %s, want %s", c.preset, c.hand, got.String(), c.want)
		}
	}
}

// TestWrapKeepsNumbersWhole: a sign or a unit that is torn off would change what is said.
func TestWrapKeepsNumbersWhole(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string][]string{
		"Worth on average: Schellen-9 -4.50, Laub-8 -7.58, join −0.31.": {"-4.50", "-7.58", "−0.31", "Schellen-9"},
		"平均の値打ち:降りる+0.04ユーロ、参加する-1.60ユーロ、ポットは11.70ユーロです。":               {"+0.04ユ", "-1.60ユ", "11.70ユ"},
	} {
		for width := 12; width < 70; width++ {
			got := Wrap(text, width)
			for _, line := range got {
				if Columns(line) > width {
					t.Errorf("%q has %d columns: want %d", line, Columns(line), width)
				}
			}
			for _, word := range whole {
				if !slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, word) }) {
					t.Errorf("at %d columns %s is torn: %q", width, word, got)
				}
			}
		}
	}
	if got := Wrap("abcdefghij klm", 4); !slices.Equal(got, []string{"abcd", "efgh", "ij", "klm"}) {
		t.Errorf("long words are cut so: %q", got)
	}
}
