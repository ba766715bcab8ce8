package locale

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// roundabout are patterns of English that reads as translated. A sentence that asks may begin with Who, and so may a
// heading without a full stop.
var roundabout = regexp.MustCompile(`^(?:Who|[Ww]hoever|Whose|Whom) .*[.;:]$|^who (?:fails|joins|wins|won|has|need|alone|holds) |, who (?:fails|joins|wins|plays|alone|stays) |^One (?:draws|lays|gets|plays|may|can|must|has|needs|commits) |\b(?:one's|oneself|he|him|his|himself)\b`)

var sentence = regexp.MustCompile(`[^.?!:;]+[.?!:;]*`)

// notPlain returns the first sentence of a text that reads as translated, or "".
func notPlain(text string) string {
	for _, s := range sentence.FindAllString(text, -1) {
		s = strings.TrimSpace(s)
		if !strings.HasSuffix(s, "?") && roundabout.MatchString(s) {
			return s
		}
	}
	return ""
}

// TestEnglishIsPlain: no English text has a free relative as its subject, a generic "he" or "one's". The keys in
// testdata/roundabout.txt are not yet rewritten; a key that reads plainly must leave that list.
func TestEnglishIsPlain(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/roundabout.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Fields(string(data))
	if len(listed) > 8 {
		t.Errorf("%d keys are excepted; the list only shrinks", len(listed))
	}
	english := load(t, Base)
	for _, key := range slices.Sorted(maps.Keys(english)) {
		bad := ""
		for _, text := range english[key] {
			bad = max(bad, notPlain(text))
		}
		switch excepted := slices.Contains(listed, key); {
		case bad != "" && !excepted:
			t.Errorf("%s: say %q to the reader, as you", key, bad)
		case bad == "" && excepted:
			t.Errorf("%s reads plainly: take it off testdata/roundabout.txt", key)
		}
	}
	for _, key := range listed {
		if english[key] == nil {
			t.Errorf("there is no %s", key)
		}
	}
}

func TestEnglishIsPlainKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Who plays has to win tricks.", "All is well. Who fails pays.", "Whose seven is taken pays.", "A Muss pays nothing out; who fails pays.",
		"It is one's own.", "The dealer looks at his cards.", "One draws back up to 4 cards.", "The declarer gets two parts, who joins one.",
	} {
		if notPlain(text) == "" {
			t.Errorf("%q reads plainly", text)
		}
	}
	for _, text := range []string{"Who plays", "Who deals next?", "If you fail, you pay.", "Anna, who deals, is asked.", "One trick is enough.", "the others"} {
		if s := notPlain(text); s != "" {
			t.Errorf("%q doesn't read plainly", s)
		}
	}
}

// TestJapanesePaysIn: in the rules 支払う is what a player does, the pot is shared (分ける); punctuation is full-width; the
// dealer is ディーラー and the Susi スージー.
func TestJapanesePaysIn(t *testing.T) {
	t.Parallel()
	bad := regexp.MustCompile(`ポット(?:を|が)支払|ズージ|親|[ぁ-んァ-ヶ一-龠][:;!?()]|(?:^|[^支])払[いうえおわ]`)
	check := func(text string) bool { return bad.MatchString(text) }
	for _, name := range []string{"sheet.ja.json", "house.ja.json", "meaning.ja.json"} {
		for key, forms := range read(t, name) {
			if check(forms["other"]) {
				t.Errorf("%s: %q", key, forms["other"])
			}
		}
	}
	for _, text := range []string{"ポットを支払います。", "ズージ", "親が配る", "ルール:", "ポットに払います"} {
		if !check(text) {
			t.Errorf("%q passes", text)
		}
	}
}

// TestSheetsDontPrintGermanCalls: sheets in English and Japanese name the blinds in their own language.
func TestSheetsDontPrintGermanCalls(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range names {
		if !strings.Contains(name, ".en.") && !strings.Contains(name, ".ja.") {
			continue
		}
		n++
		if data, err := os.ReadFile(name); err != nil || strings.Contains(string(data), "linde") {
			t.Errorf("%s prints a German blind (%v)", name, err)
		}
	}
	if n == 0 {
		t.Error("no sheets")
	}
}
