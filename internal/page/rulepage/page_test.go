package rulepage

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/variant"
	"chratze/variant/varianttest"
)

var tables = []string{
	"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "mauscheln", "tippen", "zwicken-printed", "zwicken-schlecken", "kratzen-printed", "loo", "rams", "bourre", "mistigri", "lupfen", "ramset",
	"chratze,susi=forced,penalty_cap=500,split=tricks,blind=no", "chratze,exchange=none,six_swap=no", "kratzen,susi=guideline,last_word=on",
}

// TestPages: every page of every table says everything, in every language.
func TestPages(t *testing.T) {
	t.Parallel()
	c := locale.New()
	missing := regexp.MustCompile(`>[a-z]+(\.[a-z_-]+)+<|\{[a-z]+\}|%!`)
	outside := regexp.MustCompile(`(?:src|href)="([^"#]+)"|url\((?:'|")?([^#)'"]+)|@import`)
	for _, lang := range c.Languages() {
		p := c.For(lang)
		for _, text := range tables {
			v, err := variant.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			s := p.SheetOf(v, 0)
			page := Page(p, s, true)
			online := []byte(unmarked.Replace(string(Page(p, s, false))))
			if m := missing.Find(online); m != nil {
				t.Errorf("%s %s: %s", lang, text, m)
			}
			if about := []byte(p.T("start.game.loo", nil) + "</a>"); v.Preset() != "loo" && !bytes.Contains(online, about) {
				t.Errorf("%s %s: other games don't say what they are", lang, text)
			}
			if m := outside.Find(page); m != nil {
				t.Errorf("%s %s: a page that stands alone refers to %s", lang, text, m)
			}
			for _, section := range wording.RuleSections(p, s)[1:] {
				if !bytes.Contains(page, []byte(`<section id="`+section.ID+`">`)) {
					t.Errorf("%s %s: no section %s", lang, text, section.ID)
				}
			}
			if !bytes.Equal(page, Page(p, s, true)) {
				t.Errorf("%s %s: the same table gave another page", lang, text)
			}
		}
	}
}

// unmarked takes off what keeps numbers and names from translation.
//
//lattice:table
var unmarked = strings.NewReplacer(`<bdi translate="no">`, "", "</bdi>", "")

// TestLessons: the pictures of tricks are those of the rules, and show what is legal.
func TestLessons(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"chratze":                    "follow trump free",
		"zwicken,head=suit,void=any": "follow head free any",
		"chratze,head=yes":           "follow trump head free",
		"kratzen":                    "follow trump head free",
		"chratzen":                   "follow free ruff any",
		"zwicken":                    "follow trump head free",
		"chratze,void=any":           "follow free any",
	} {
		g := varianttest.Game(t, text, 4)
		var got []string
		for i, trick := range take(g).tricks {
			if trick != nil {
				got = append(got, strings.TrimPrefix(lessons[i], "rules.fig.trick."))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

// TestBars: what flows out of the pot and into the next one adds up.
func TestBars(t *testing.T) {
	t.Parallel()
	p := locale.New().For("en")
	for _, text := range tables {
		v, _ := variant.Parse(text)
		s := p.SheetOf(v, 0)
		for i, f := range newWriter(p, s, true).settled() {
			e := wording.Examples(p, s)[i]
			total := e.Result.Left
			for _, paid := range e.Result.Payout {
				total += paid
			}
			if total != e.Tally.Pot {
				t.Errorf("%s: %d of %d", text, total, e.Tally.Pot)
			}
			for _, b := range f.Flow {
				for j, part := range b.Parts {
					if part.Width <= 0 || part.X < 0 || part.X+part.Width > 1000 || j > 0 && part.X < b.Parts[j-1].X+b.Parts[j-1].Width {
						t.Errorf("%s: %s", text, fmt.Sprint(b.Parts))
					}
				}
			}
		}
	}
}
