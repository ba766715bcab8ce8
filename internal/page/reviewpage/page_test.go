package reviewpage

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/chance"
	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/rams"
	"chratze/variant"
)

// reviewed plays hands at random and reviews a seat.
func reviewed(t *testing.T, v variant.Variant, hands int) *coach.Review {
	t.Helper()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	rng := chance.Of(rand.New(rand.NewPCG(1, 2)))
	spec, err := bot.Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	player, deck, start := spec.New(rng), rams.Deck{Source: rng}, g.FirstStart(0)
	r := coach.New(coach.Default(64)).NewReview()
	for range hands {
		var rec rams.Record
		if err := rec.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		for range rec.Turns(&deck) {
			view := rec.View(rec.Turn())
			rec.ApplyUnchecked(player.Act(&view), nil)
		}
		names := []string{"Anna", `<script>alert("Beat")</script>`, "Chregu & Co", "Dora"}
		if err := r.Add(history.FromRecord(v, names, &rec, nil), 1); err != nil {
			t.Fatal(err)
		}
		result := rec.Result()
		start = result.Next
	}
	r.Finish()
	return r
}

// TestPage: in every language and game, of one hand and of many, the page needs nothing else, shows every moment and hand,
// and shows names as they are.
func TestPage(t *testing.T) {
	t.Parallel()
	outside := regexp.MustCompile(`(?:src|href)="([^"#]+)"|url\(|@import`)
	shape := regexp.MustCompile(`>\s*(?:review|why|learn)\.[a-z.]+\s*<`)
	unkept := strings.NewReplacer(`<bdi translate="no">`, "", "</bdi>", "")
	c := locale.New()
	for i, preset := range []string{"chratze", "kratzen", "zwicken", "ramset"} {
		v, _ := variant.Lookup(preset)
		r := reviewed(t, v, 1+7*i)
		moments := len(r.Moments(Most))
		if i > 0 && moments == 0 {
			t.Fatalf("%s: nothing was marked in random play", preset)
		}
		for _, lang := range c.Languages() {
			page := string(Page(c.For(lang), Options{Sheet: c.For(lang).SheetOf(v, 4), Name: `<script>alert("Beat")</script>`}, r))
			body := page[strings.Index(page, "<main"):]
			if m := outside.FindString(body); m != "" {
				t.Errorf("%s, %s: the page needs %s", preset, lang, m)
			}
			if strings.Contains(page, `<script>alert`) || !strings.Contains(page, "&lt;script&gt;") {
				t.Errorf("%s, %s: a name is obeyed", preset, lang)
			}
			if unit := c.For(lang).T("review.strokes", nil); strings.Contains(unkept.Replace(body), unit) != (preset == "ramset") {
				t.Errorf("%s, %s: %q is told in the wrong game, or not in the right one", preset, lang, unit)
			}
			if m := shape.FindString(body); m != "" {
				t.Errorf("%s, %s: nobody says %s", preset, lang, m)
			}
			if n := strings.Count(body, `class="moment`); n != moments {
				t.Errorf("%s, %s: %d moments are shown of %d", preset, lang, n, moments)
			}
			if n := strings.Count(body, "<details>"); n != len(r.Hands) {
				t.Errorf("%s, %s: %d hands are shown of %d", preset, lang, n, len(r.Hands))
			}
		}
	}
}

// TestLook writes a page to look at.
func TestLook(t *testing.T) {
	path := os.Getenv("REVIEW_PAGE")
	if path == "" {
		t.Skip("REVIEW_PAGE names no file")
	}
	v, _ := variant.Lookup("chratze")
	if err := os.WriteFile(path, Page(locale.For("de-CH"), Options{Sheet: locale.For("de-CH").SheetOf(v, 4), Name: "Beat"}, reviewed(t, v, 6)), 0o644); err != nil {
		t.Fatal(err)
	}
}
