package chartpage_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/analysis/chart"
	"chratze/bot/trained"
	"chratze/internal/locale"
	"chratze/internal/page/chartpage"
	"chratze/rams"
	"chratze/variant"
	"chratze/variant/varianttest"
)

var update = flag.Bool("update", false, "write what is found to testdata and docs/charts")

func subject(t testing.TB, rules string, seats int) chartpage.Subject {
	t.Helper()
	v, g := varianttest.Parse(t, rules), varianttest.Game(t, rules, seats)
	return chartpage.Subject{Variant: v, Game: g, Bot: "best"}
}

// shipped returns a chart that is part of the program.
func shipped(t testing.TB, rules string, seats int) chartpage.Subject {
	t.Helper()
	s, ok := chartpage.Shipped(varianttest.Parse(t, rules), seats)
	if !ok {
		t.Fatalf("no chart of %s with %d seats", rules, seats)
	}
	return s
}

// wellFormed reads a drawing or a page, and reports what leads out of it.
func wellFormed(t *testing.T, what, text string, strict bool) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict, d.AutoClose, d.Entity = strict, xml.HTMLAutoClose, xml.HTMLEntity
	for strict {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	for _, out := range []string{"<script", "<link", "<img", "<iframe", "<form", "@import", " src=", " href=", "style="} {
		if strings.Contains(text, out) {
			t.Errorf("%s has %q", what, out)
		}
	}
	text = strings.ReplaceAll(text, `xmlns="http://www.w3.org/2000/svg"`, "")
	text = regexp.MustCompile(`xmlns=%22http:%2F%2Fwww\.w3\.org%2F2000%2Fsvg%22`).ReplaceAllString(text, "")
	if i := strings.Index(text, "http"); i >= 0 {
		t.Errorf("%s leads to %.60s", what, text[i:])
	}
	for _, url := range regexp.MustCompile(`url\(.{6}`).FindAllString(text, -1) {
		if url != `url("data:` {
			t.Errorf("%s needs %s", what, url)
		}
	}
}

// TestPages: pages and drawings of every game in every language need nothing but themselves, say everything, and each
// grid can be chosen.
func TestPages(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	shown := regexp.MustCompile(`#[a-z]+(?::has\([^ ]*\))? \.([a-z0-9-]+)\{display:block\}`)
	for _, game := range []struct {
		rules string
		seats int
	}{{"chratze", 4}, {"chratze", 5}, {"kratzen", 4}, {"zwicken", 4}, {"chratzen", 4}, {"loo", 5}, {"bourre", 5}, {"mistigri", 4}, {"lupfen", 4}} {
		s := shipped(t, game.rules, game.seats)
		for _, lang := range catalogue.Languages() {
			p := catalogue.For(lang)
			what := game.rules + " " + lang
			page := string(chartpage.Page(p, s))
			wellFormed(t, what, page, false)
			if key := regexp.MustCompile(`[>" ](chart|sim|call|role)\.[a-z.]+[<" ]|\{[a-z]+\}[^}]`).FindString(strings.Split(page, "</style>")[1]); key != "" {
				t.Errorf("%s: %s is not said", what, key)
			}
			rules := map[string]bool{}
			for _, m := range shown.FindAllStringSubmatch(page, -1) {
				rules[m[1]] = true
			}
			grids := 0
			for _, g := range s.Chart.Grids {
				if len(g.Cells) == chart.Kinds {
					grids++
				}
			}
			if n := strings.Count(page, `<div class="grid"`); n != grids {
				t.Errorf("%s: %d grids, %d are shown", what, grids, n)
			}
			figures := regexp.MustCompile(`<figure class="([a-z0-9-]+)"`).FindAllStringSubmatch(page, -1)
			for _, m := range figures {
				if !rules[m[1]] {
					t.Errorf("%s: nothing shows %s", what, m[1])
				}
			}
			if len(figures) < 4 || len(rules) != len(figures) || strings.Count(page, "<td class=") < 100 {
				t.Errorf("%s: %d grids, %d can be chosen", what, len(figures), len(rules))
			}
			drawings := chartpage.Drawings(p, s)
			for name, svg := range drawings {
				wellFormed(t, what+" "+name, string(svg), true)
			}
			if len(drawings) == 0 {
				t.Errorf("%s: %d drawings", what, len(drawings))
			}
		}
	}
}

// golden compares a file with what is made today, or with -update writes it.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != string(got) {
		t.Errorf("%s is another one now (-update writes it): %v", path, err)
	}
}

// TestGolden holds a small chart to what it looked like.
func TestGolden(t *testing.T) {
	t.Parallel()
	s := subject(t, "zwicken", 3)
	file, err := os.ReadFile("testdata/small.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &s.Chart); err != nil {
		t.Fatal(err)
	}
	p := locale.New().For("en")
	for name, got := range map[string][]byte{"small.html": chartpage.Page(p, s), "small.svg": chartpage.Drawings(p, s)["join.svg"]} {
		golden(t, "testdata/"+name, got)
	}
	page := string(chartpage.Page(p, s))
	for _, want := range []string{">83<i>(+8)</i><dl><dd>50<dd>−8<dd>0<dd>+8 ± 30</dl>", "<td class=l2 tabindex=0>2<i>92 %</i>", "+1.5 ± 0.4"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page doesn't say %s", want)
		}
	}
}

// TestRead: what rams-lab chart has written is read, and what can't be a chart is refused with a reason, never drawn.
func TestRead(t *testing.T) {
	t.Parallel()
	small, err := os.ReadFile("testdata/small.json")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(small), "{", `{"rules":"zwicken","bot":"policy:mine.policy",`, 1)
	s, err := chartpage.Read([]byte(text))
	if err != nil || s.Variant.String() != "zwicken" || s.Bot != "policy:mine.policy" || !bytes.Contains(chartpage.Page(locale.New().For("en"), s), []byte("mine.policy")) {
		t.Errorf("%s of %s: %v", s.Variant, s.Bot, err)
	}
	for _, change := range [][2]string{
		{"", ""}, {`"rules":"zwicken"`, `"rules":"nothing"`}, {`"rules":"zwicken",`, ""}, {`"places":[`, `"places":[{},{},{},{},{},{},{},{},`}, {`"by":0`, `"by":7`},
		{`"acts":["out","join"]`, `"acts":["out"]`}, {`"cells":[`, `"cells":[0,`}, {`"grids"`, `"grids":7,"g"`},
	} {
		bad := strings.Replace(text, change[0], change[1], 1)
		if change[0] == "" {
			bad = "# no chart"
		} else if bad == text {
			t.Fatalf("nothing is %q", change[0])
		}
		if _, err := chartpage.Read([]byte(bad)); err == nil || err.Error() == "" {
			t.Errorf("%q: it is read", change)
		}
	}
}

// TestStrategy: docs/strategy.md has the brief of each game that has a chart, with the usual number of seats.
func TestStrategy(t *testing.T) {
	t.Parallel()
	const path, begin, end = "../../../docs/strategy.md", "<!-- games: go test ./internal/page/chartpage -run TestStrategy -update -->\n", "<!-- end -->"
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(file), begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("%s has no place for the games", path)
	}
	var b strings.Builder
	for _, table := range chartpage.All() {
		v, _ := variant.Lookup(table.Preset)
		if table.Seats != v.Usual() {
			continue
		}
		s := shipped(t, table.Preset, table.Seats)
		s.Deck = locale.French
		rows := chartpage.Brief(locale.New().For("en"), s)
		for i, row := range rows {
			b.WriteString(strings.TrimRight("| "+strings.Join(row, " | "), "| ") + " |\n")
			if i == 0 {
				b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
			}
		}
		b.WriteString("\n")
	}
	golden(t, path, []byte(before+begin+b.String()+end+after))
}

// TestBrief: a brief names the least hand that surely gains, and in brackets those whose interval holds zero.
func TestBrief(t *testing.T) {
	t.Parallel()
	s := subject(t, "zwicken", 4)
	s.Chart = &chart.Chart{Grids: []chart.Grid{{
		Spot: chart.Spot{Ask: rams.PhaseJoin, Place: chart.Any, Turn: chart.Any, Up: 2, By: 0, Joined: 1, Left: 0},
		Acts: []string{"out", "join"}, Cells: make([]chart.Cell, chart.Kinds),
	}}}
	for row, gain := range map[int][2]float64{0: {-9, 2}, 1: {-5, 2}, 2: {1, 2}, 3: {4, 2}, 4: {-1, 2}, 5: {40, 2}, 6: {8, 2}, 7: {9, 2}, 9: {9, 2}, 10: {30, 2}} {
		s.Chart.Grids[0].Cells[row*chart.Columns] = chart.Cell{N: 99, Acts: []chart.Act{{Share: .5}, {Share: .5, Gain: gain[0], Half: gain[1]}}}
	}
	s.Deck = locale.French
	want := [][]string{{"zwicken, 4", "0–1", "2", "3"}, {"mitgehen 1/0", "A+40, K+4 (7 diamonds, J)", "any+8", "·"}}
	if got := chartpage.Brief(locale.New().For("en"), s); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestHowBrief: in every language, all that the cells of a brief say is explained beside it, or is the name of a card.
func TestHowBrief(t *testing.T) {
	t.Parallel()
	gain := regexp.MustCompile(`[+−-]\d+`)
	catalogue := locale.New()
	for _, table := range chartpage.All() {
		s := shipped(t, table.Preset, table.Seats)
		for _, lang := range catalogue.Languages() {
			p := catalogue.For(lang)
			deck := p.DeckOf(table.Preset)
			how := chartpage.HowBrief(p, s)
			known := strings.Join(p.Words(s.Variant, deck).CardNames(s.Game.Rules().Pack), "|") + "|" + p.T("chart.brief.none", nil)
			rows := chartpage.Brief(p, s)
			cells := rows[0][4:]
			for _, row := range rows[1:] {
				cells = append(cells, row[1:]...)
			}
			for _, text := range strings.FieldsFunc(strings.Join(cells, ","), func(r rune) bool { return strings.ContainsRune(",、()", r) }) {
				text = strings.TrimSpace(gain.ReplaceAllString(text, ""))
				said := func(word string) bool {
					return slices.ContainsFunc([]string{":", "：", " = "}, func(sign string) bool { return strings.Contains(how, word+sign) })
				}
				named := func(word string) bool {
					return said(word) || regexp.MustCompile(`(?:^|[^A-Za-z])`+regexp.QuoteMeta(word)+`(?:$|[^A-Za-z])`).MatchString(known)
				}
				for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" の", r) }) { // J clubs
					if !said(text) && !named(word) {
						t.Errorf("%s, %d, %s: %q is not explained: %s", table.Preset, table.Seats, lang, text, how)
					}
				}
			}
		}
	}
	if rows := chartpage.Brief(catalogue.For("de-DE"), shipped(t, "mistigri", 4)); rows[1][1] != "Kreuz B+19" {
		t.Errorf("the jack of clubs is %q", rows[1][1])
	}
	s := shipped(t, "kratzen", 4)
	for lang, want := range map[string]string{"de-AT": "ohne A und K daneben", "en": "A = Sau, K = König, O = Ober, U = Unter.", "de-DE": "A = Sau"} {
		if how := chartpage.HowBrief(catalogue.For(lang), s); !strings.Contains(how, want) {
			t.Errorf("%s: want %q: %s", lang, want, how)
		}
	}
}

// TestStyleHash: the hash is of what stands between the tags, byte for byte.
func TestStyleHash(t *testing.T) {
	t.Parallel()
	if got := chartpage.StyleHash([]byte("<style>p{}</style>")); got != "'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='" {
		t.Error(got)
	}
	if a, b := chartpage.StyleHash([]byte("<style>p{}</style>")), chartpage.StyleHash([]byte("x<style>p{}</style>y")); a != b {
		t.Error("what stands beside the style counts")
	}
}

// TestShipped: every chart that is part of the program can be read, is about its game, its page is small enough to be
// kept, and docs/charts has its drawings as they are made today.
func TestShipped(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir("shipped")
	if err != nil {
		t.Fatal(err)
	}
	p := locale.New().For("en")
	for _, f := range files {
		game := strings.TrimSuffix(f.Name(), ".json")
		at := strings.LastIndex(game, "-")
		v, err := variant.Parse(game[:at])
		n, err2 := strconv.Atoi(game[at+1:])
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		s, ok := chartpage.Shipped(v, n)
		if !ok || len(s.Chart.Places) != n || len(s.Chart.Grids) < 3 { // with two seats the dealer is always blind
			t.Fatalf("%s can't be read, or is about something else", game)
		}
		s.Deck = locale.French
		if page := chartpage.Page(p, s); len(page) > 300<<10 {
			t.Errorf("the page of %s has %d bytes", game, len(page))
		}
		for drawing, svg := range chartpage.Drawings(p, s) {
			path := "../../../docs/charts/" + game + "-" + drawing
			if _, err := os.Stat(path); err == nil { // docs/strategy.md has the others as tables
				golden(t, path, svg)
			}
		}
	}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		learned := slices.Contains(trained.Names(), fmt.Sprintf("%s-%d.policy", name, v.Usual()))
		if has := chartpage.IsShipped(v, v.Usual()); has != learned {
			t.Errorf("%s with %d seats has a policy: %v, and a chart: %v", name, v.Usual(), learned, has)
		}
	}
	if _, ok := chartpage.Shipped(variant.Default(), 8); ok || len(files) == 0 {
		t.Error("there is a chart of a game that nobody can play, or there is none")
	}
}
