package arenapage_test

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"chratze/analysis/arena"
	"chratze/internal/locale"
	"chratze/internal/page/arenapage"
	"chratze/variant"
)

func result(t *testing.T, all bool, bots ...string) *arena.Result {
	t.Helper()
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	list, err := arena.ParseEntrants(bots, time.Minute, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	r, err := arena.Run(context.Background(), arena.Config{Variant: v, Game: g, Bots: list, Deals: 8, Seed: 1, Workers: 1, All: all})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPage: a page in every language is well formed, holds every bot, leads nowhere, and no place lies outside of a plot.
func TestPage(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, all := range []bool{false, true} {
		r := result(t, all, "random", "stammtisch-1", "thumb:keep=A")
		r.Bots[2].Name = `exec:<script>alert("x")</script>`
		for _, lang := range catalogue.Languages() {
			page := string(arenapage.Page(catalogue.For(lang), variant.Default(), r))
			d := xml.NewDecoder(strings.NewReader(page))
			d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
			depth, places := 0, 0
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", lang, err)
				}
				switch e := token.(type) {
				case xml.StartElement:
					depth++
					if e.Name.Local == "script" || e.Name.Local == "link" || e.Name.Local == "img" {
						t.Errorf("%s: the page has a %s", lang, e.Name.Local)
					}
					for _, a := range e.Attr {
						if x, ok := strings.CutSuffix(a.Value, "%"); ok && strings.HasPrefix(a.Name.Local, "x") {
							places++
							if at, err := strconv.ParseFloat(x, 64); err != nil || at < 0 || at > 100 {
								t.Errorf("%s: a mark lies at %s", lang, a.Value)
							}
						}
					}
				case xml.EndElement:
					depth--
				}
			}
			if depth != 0 || places == 0 {
				t.Errorf("%s: %d elements are open, %d places in plots", lang, depth, places)
			}
			for _, want := range []string{"stammtisch-1", "random", "&lt;script&gt;", `<html lang="` + lang[:2]} {
				if !strings.Contains(page, want) {
					t.Errorf("%s: no %s", lang, want)
				}
			}
		}
	}
}
