package projecttest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// pageLanguages are those of the pages in docs/games, the ending of a page's name, and the README that lists them.
var pageLanguages = []struct{ lang, ending, name, readme string }{
	{"en", "", "English", "README.md"},
	{"de", ".de", "Deutsch", "README.de.md"},
	{"ja", ".ja", "日本語", "README.ja.md"},
}

// TestGamePages: docs/games has a page for each game in each language, as its sheet says, and the READMEs list them.
func TestGamePages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("internal/projecttest/testdata/games.json")
	if err != nil {
		t.Fatal(err)
	}
	var words map[string]map[string]string
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, l := range pageLanguages {
		var list strings.Builder
		for _, name := range variant.Presets() {
			v, _ := variant.Lookup(name)
			p := printer(v, l.lang)
			pages["docs/games/"+name+l.ending+".md"] = gamePage(t, p, v, l.lang, words[l.lang])
			fmt.Fprintf(&list, "| [%s](docs/games/%s%s.md) | %s | `%s` |\n", p.Words(v, "").Game(), name, l.ending, p.T("start.game."+name, nil), name)
		}
		readme, err := os.ReadFile(l.readme)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, _ := strings.Cut(string(readme), gamesBegin)
		_, after, ended := strings.Cut(rest, gamesEnd)
		if !ended {
			t.Fatalf("%s has no list of games", l.readme)
		}
		pages[l.readme] = before + gamesBegin + "| " + words[l.lang]["head"] + " | `--rules` |\n|---|---|---|\n" + list.String() + gamesEnd + after
	}
	there, _ := filepath.Glob("docs/games/*.md")
	for name := range pages {
		there = slices.DeleteFunc(there, func(other string) bool { return filepath.ToSlash(other) == name })
		if *update {
			if err := os.WriteFile(name, []byte(pages[name]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != pages[name] {
			t.Errorf("%s isn't what its sheet says: go test ./internal/projecttest -run TestGamePages -update (%v)", name, err)
		}
	}
	for _, name := range there {
		t.Errorf("%s is of no game", name)
	}
}

const (
	gamesBegin = "<!-- games: go test ./internal/projecttest -run TestGamePages -update -->\n"
	gamesEnd   = "<!-- end of games -->\n"
)

// printer returns the printer of a page. In German a game of francs is told in Swiss German, one of German cards in Austrian,
// another in that of Germany.
func printer(v variant.Variant, lang string) *locale.Printer {
	c := locale.New()
	if lang != "de" {
		return c.For(lang)
	}
	if c.For("en").SheetOf(v, 0).Money == locale.Francs {
		return c.For("de-CH")
	}
	if c.For("de-DE").DeckOf(v.Preset()) == locale.German {
		return c.For("de-AT")
	}
	return c.For("de-DE")
}

func gamePage(t *testing.T, p *locale.Printer, v variant.Variant, lang string, words map[string]string) string {
	t.Helper()
	var b strings.Builder
	name, sheet := v.Preset(), p.SheetOf(v, 0)
	fmt.Fprintf(&b, "# %s\n\n%s · `chratze play --rules %s`", p.Words(v, "").Game(), p.T("start.game."+name, nil), name)
	for _, l := range pageLanguages {
		if l.lang == lang {
			fmt.Fprintf(&b, " · [%s](../../%s#%s)", words["all"], l.readme, words["anchor"])
		} else {
			fmt.Fprintf(&b, " · [%s](%s%s.md)", l.name, name, l.ending)
		}
	}
	b.WriteString("\n\n")
	for _, other := range variant.Presets() {
		o, _ := variant.Lookup(other)
		picture := "screenshots/games/" + other + ".jpg"
		if _, err := os.Stat("docs/" + picture); err == nil && p.Words(o, "").Game() == p.Words(v, "").Game() {
			fmt.Fprintf(&b, "![%s](../%s)\n\n", words["picture"], picture)
			break
		}
	}
	_, rules, _ := strings.Cut(wording.RuleSheet(p, sheet), "\n\n")
	intro, rules, _ := strings.Cut(rules, "\n\n## ")
	fmt.Fprintf(&b, "%s\n\n## %s\n\n%s\n\n## %s", intro, words["cost"], handCost(t, p, sheet, words), strings.TrimSpace(rules))
	head := "\n\n## " + words["charts"] + "\n\n" + words["bot"] + "\n"
	for _, question := range []string{"open", "bid", "join", "lay"} {
		chart := "charts/" + name + "-4-" + question + ".svg"
		if _, err := os.Stat("docs/" + chart); err == nil {
			fmt.Fprintf(&b, "%s\n![%s: `%s`](../%s)\n", head, words["charts"], question, chart)
			head = ""
		}
	}
	page := b.String()
	if lang == "en" { // the last table has the options, each with who says so
		before, rest, ok := strings.Cut(page, "\n\n## "+p.T("sheet.options.head", nil)+"\n")
		_, after, _ := strings.Cut(rest, "\n\n## ")
		if !ok || after == "" {
			t.Errorf("the sheet of %s has no options to leave out", name)
		}
		page = before + "\n\n## " + after + "\n\n" + whoSays(v)
	}
	return strings.TrimSpace(page) + "\n"
}

// handCost says what a hand can cost, as the examples of the sheet have it.
func handCost(t *testing.T, p *locale.Printer, s locale.Sheet, words map[string]string) string {
	t.Helper()
	r := s.Played().Rules()
	var most [2]pot.Chips // of joiners and declarers
	examples := wording.Examples(p, s)
	for _, e := range examples {
		for seat, penalty := range e.Result.Penalty {
			i := 0
			if e.Tally.Contract[seat].Declares() {
				i = 1
			}
			if e.Result.Failed[seat] {
				most[i] = max(most[i], penalty)
			}
		}
	}
	w := p.Words(s.Variant, s.Deck)
	key := "joining"
	switch {
	case r.Races():
		key = "race"
	case r.Price:
		key = "price"
	case r.Penalty > 0:
		key = "fixed"
	case r.Auction != rams.AuctionJoining:
		key = "declarer"
	}
	if words[key] == "" || key != "price" && most[0] == 0 || key == "declarer" && most[1] == 0 {
		t.Errorf("what a hand of %s can cost isn't told: %v", s.Variant, most)
	}
	limit, printed := s.Variant.Limit()
	text := words[key]
	switch {
	case key != "declarer" && key != "joining" || limit == 0:
	case printed:
		text += words["printed"]
	default:
		text += words["ours"]
	}
	if p.Lang() == "de-CH" {
		text = strings.ReplaceAll(text, "ß", "ss")
	}
	return strings.NewReplacer("{limit}", w.Sum(s.Money, limit), "{pot}", w.Sum(s.Money, examples[0].Tally.Pot), "{declarer}", w.Declarer(), "{one}", w.Sum(s.Money, most[0]), "{two}", w.Sum(s.Money, most[1]),
		"{fine}", w.Sum(s.Money, r.PrizeFine), "{least}", w.Sum(s.Money, r.Ante), "{most}", w.Sum(s.Money, 10*r.Ante)).Replace(text)
}

// whoSays is the section that says for each rule of a preset which text states it (docs/rules.md 4.1).
func whoSays(v variant.Variant) string {
	b := "## Who says so\n\n[The rules](../rules.md) have the paragraphs, what an option (4) and the letters (4.1) mean.\n\n| rule | value | paragraphs | who says so |\n|---|---|---|---|\n"
	for _, s := range v.Sources() {
		key, value := strings.ReplaceAll(s.Key, "_", " "), ""
		if o, ok := v.Option(s.Key); ok {
			key, value = "`"+s.Key+"`", "`"+o.Value+"`"
		}
		switch s.Key {
		case "seats":
			value = seatsText(v)
		case "turns":
			value = map[bool]string{true: "clockwise", false: "counter-clockwise"}[v.Rules().Clockwise]
		}
		texts := strings.Join(strings.Split(s.Texts, ""), " ")
		switch {
		case s.Mark == variant.Ours:
			texts = "**(ours)**"
		case s.Mark == variant.Absent:
			texts = "not in " + texts
		case texts == "":
			texts = "own"
		}
		b += fmt.Sprintf("| %s | %s | %s | %s |\n", key, value, s.Paragraphs, texts)
	}
	return b
}

func seatsText(v variant.Variant) string {
	least, most := v.Seats()
	from, to := v.Best()
	return fmt.Sprintf("%d–%d (best %d–%d)", least, most, from, to)
}
