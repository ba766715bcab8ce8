package card_test

import (
	"strings"
	"testing"

	"chratze/card"
)

// FuzzParse: a text is a card if and only if it is the text of one.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"As", "6d", "??", "", "AS", "1s", "As "} {
		f.Add(text)
	}
	names := " ?? " + card.Jass36.Cards().String() + " "
	f.Fuzz(func(t *testing.T, text string) {
		c, err := card.Parse(text)
		is := len(text) == 2 && !strings.Contains(text, " ") && strings.Contains(names, " "+text+" ")
		if (err == nil) != is || is && c.String() != text {
			t.Fatalf("%q is read as %v (%v)", text, c, err)
		}
	})
}

// FuzzParseList: what parses is written as it was read, and refused texts read as
// nothing.
func FuzzParseList(f *testing.F) {
	for _, text := range []string{"", "As Ks", "?? ?? 7d", "As  Ks", "As ", "AsKs"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := card.ParseList(text)
		if err == nil && l.String() != text || err != nil && l != (card.List{}) {
			t.Fatalf("%q is read as %v (%v)", text, &l, err)
		}
	})
}

// FuzzParseSet: a set is a list in any order with no card twice and none hidden.
func FuzzParseSet(f *testing.F) {
	for _, text := range []string{"", "7d As Ks", "As As", "As ??"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := card.ParseSet(text)
		l, listErr := card.ParseList(text)
		want := listErr == nil && l.Set().Len() == l.Len()
		if (err == nil) != want || want && s != l.Set() || !want && s != 0 {
			t.Fatalf("%q is read as %v (%v), as a list %v (%v)", text, s, err, &l, listErr)
		}
		if again, err := card.ParseSet(s.String()); err != nil || again != s {
			t.Fatalf("%v is read as %v (%v)", s, again, err)
		}
	})
}
