package lines

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestTellReview tells reviews in every language: no key and no parameter is left.
func TestTellReview(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, preset := range []string{"chratze", "zwicken", "ramset"} {
		v, _ := variant.Lookup(preset)
		g, err := v.Game(4)
		if err != nil {
			t.Fatal(err)
		}
		spec, err := bot.Parse("random")
		if err != nil {
			t.Fatal(err)
		}
		player, chance := spec.New(rand.New(rand.NewPCG(1, 2))), ramstest.Rand(4)
		deck, r, start := rams.Deck{Source: &chance}, coach.New(coach.Default(64)).NewReview(), g.FirstStart(0)
		for range 6 {
			var rec rams.Record
			if err := rec.Begin(g, start); err != nil {
				t.Fatal(err)
			}
			for range rec.Turns(&deck) {
				view := rec.View(rec.Turn())
				rec.ApplyUnchecked(player.Act(&view), nil)
			}
			if err := r.Add(history.FromRecord(v, nil, &rec, nil), 1); err != nil {
				t.Fatal(err)
			}
			result := rec.Result()
			start = result.Next
		}
		r.Finish()
		for _, lang := range c.Languages() {
			var out bytes.Buffer
			if err := TellReview(c.For(lang), NewScreen(&out, func(string) string { return "" }), Look{}, v, "Anna", r); err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"review.", "why.", "learn.", "{", "}"} {
				if strings.Contains(out.String(), bad) {
					t.Errorf("%s, %s: %q is said:\n%s", preset, lang, bad, out.String())
				}
			}
			told := strings.Join(strings.Fields(out.String()), "")
			if unit := c.For(lang).T("review.strokes", nil); strings.Contains(told, strings.ReplaceAll(unit, " ", "")) != (preset == "ramset") && lang == "en" {
				t.Errorf("%s, %s: %q is told in the wrong game, or not in the right one:\n%s", preset, lang, unit, out.String())
			}
			if n := strings.Count(out.String(), "%"); len(r.Moments(6)) > 0 && n < len(r.Moments(6)) {
				t.Errorf("%s, %s: not every moment is told:\n%s", preset, lang, out.String())
			}
		}
	}
}

// puzzleLine is a puzzle: to join or not.
const puzzleLine = `{"format":"rams-hand/1","rules":{"preset":"chratze"},"seats":4,"view":1,"dealer":1,"muss":false,"pot":160,"events":[{"t":"ante","seat":0,"amount":20},{"t":"ante","seat":1,"amount":20},{"t":"ante","seat":2,"amount":20},{"t":"ante","seat":3,"amount":20},{"t":"deal","seat":2,"cards":"?? ??"},{"t":"deal","seat":3,"cards":"?? ??"},{"t":"deal","seat":0,"cards":"?? ??"},{"t":"deal","seat":1,"cards":"9d Jd"},{"t":"act","seat":1,"act":"see"},{"t":"upcard","card":"6s"},{"t":"trump","suit":"s"},{"t":"deal","seat":2,"cards":"?? ??"},{"t":"deal","seat":3,"cards":"?? ??"},{"t":"deal","seat":0,"cards":"?? ??"},{"t":"deal","seat":1,"cards":"Ah Tc"},{"t":"act","seat":1,"act":"see"},{"t":"act","seat":2,"act":"open"},{"t":"act","seat":3,"act":"join"},{"t":"act","seat":0,"act":"join"}],"puzzle":{"level":2,"acts":[{"act":"out","worth":32.5,"half":2.5,"less":0,"less_half":0,"fails":0},{"act":"join","worth":-48.3,"half":8.4,"less":80.8,"less_half":7.2,"fails":0.689}],"worlds":2048,"why":{"code":"why.out.bare","n":0,"of":0,"percent":69,"suit":"c","amount":240}}}`

// TestPuzzle: what isn't an answer is asked again, what isn't legal too; the answer is told, with what each is worth; who
// leaves is told nothing.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want, never string }{
		{"?\nhello\nmetcho\n", "Best: weg.", "Right"},
		{"h\nweg\n", "Right: weg.", "Best:"},
		{"r\ns\nout\n", "69 of 100", "Best:"},
		{"q\n", "Puzzle of 2026-05-01", "of 100"},
		{"", "Puzzle of 2026-05-01", "of 100"},
	} {
		z, err := coach.ReadPuzzle(puzzleLine)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		scr := NewScreen(&out, func(string) string { return "" })
		if err := Puzzle(context.Background(), locale.For("en"), strings.NewReader(tt.typed), scr, Look{Deck: "swiss"}, "puzzle.title", "2026-05-01", z); err != nil {
			t.Fatal(err)
		}
		if err := scr.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(got, tt.want) || strings.Contains(got, tt.never) {
			t.Errorf("%q: want %q and not %q:\n%s", tt.typed, tt.want, tt.never, out.String())
		}
	}
}
