package web_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/teach/lessons"
	"chratze/internal/teach/puzzles"
	"chratze/internal/web"
	"chratze/rams"
	"chratze/variant"
)

// writeGames returns static/lib/games.js: what the pages need to know of each preset and pack.
func writeGames(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(`// What the pages need to know of each game and pack. Go writes it: make types.

/**
 * Game is what holds for a preset: where options aren't changed, its pack, how many cards a hand has, its cut, which upcards
 * force a deal (all: nobody declares), how the pot is shared out, who may take the upcard, a fixed penalty, which way a race goes, and its goal;
 * a card of its own that is always a trump; the order of ranks, where it is another than ace, king, queen;
 * how the table is drawn; its first lesson.
 * @typedef {{pack: string, hand: number, cut: string, forced: string, split: string, weli?: string,
 *   rob?: string, penalty?: number, score?: string, goal?: number, order?: string, clockwise?: boolean, puzzles?: boolean, lesson?: number}} Game
 */

/** suits returns the cards of these ranks in all four suits, and more. */
const suits = (/** @type {string} */ ranks, /** @type {string[]} */ ...more) => [...'cshd'].flatMap((s) => [...ranks].map((r) => r + s)).concat(more);

/**
 * packs are the cards of each pack, in its order.
 * @type {Record<string, string[]>}
 */
export const packs = {
`)
	for _, p := range packs() {
		ranks, more, cards := "", "", p.Cards()
		for _, c := range (cards & card.OfSuit(card.Clubs)).Append(nil) {
			ranks += c.Rank().String()
			cards &^= card.ByRank(c.Rank())
		}
		for _, c := range cards.Append(nil) {
			more += ", '" + c.String() + "'"
		}
		fmt.Fprintf(&b, "  %s: suits('%s'%s),\n", p, ranks, more)
	}
	fmt.Fprintf(&b, "};\n\n/** every card that there can be, in the order of packs. */\nexport const everyCard = packs.%s;\n", card.Full52)
	fmt.Fprintf(&b, "\n/**\n * welis are the cards named Weli, by pack: always a trump, where a game has no such card of its own.\n * @type {Record<string, string>}\n */\nexport const welis = {%s: '%s'};\n", card.Weli33, card.Weli6)
	var shown []string
	for _, name := range variant.Presets() {
		if _, is := web.Sources()["web/replay/"+name+".jsonl"]; is {
			shown = append(shown, "'"+name+"'")
		}
	}
	fmt.Fprintf(&b, "\n/** shownGames are the games of which there is a hand to look at in the replay. */\nexport const shownGames = [%s];\n", strings.Join(shown, ", "))
	fmt.Fprintf(&b, "\n/** french are the packs of which only the French deck has all cards. */\nexport const french = ['%s'];\n", card.Full52)
	b.WriteString("\n/**\n * games are the presets.\n * @type {Record<string, Game>}\n */\nexport const games = {\n")
	value := func(v variant.Variant, key string) string {
		o, _ := v.Option(key)
		return o.Value
	}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		own := ""
		if one := v.Rules().Weli.Card(); one != 0 && locale.Weli(v.Rules()) == 0 {
			own = one.First().String()
		}
		for _, p := range packs() {
			with, err := v.With(variant.KeyValue{Key: "pack", Value: p.String()}, variant.KeyValue{Key: "six_swap", Value: "no"})
			if err != nil {
				continue
			}
			rules := with.Rules()
			want := card.Set(0)
			if own != "" {
				want = v.Rules().Weli.Card()
			} else if p == card.Weli33 {
				want = card.Weli6.Bit()
			}
			if rules.Weli.Card() != want || (locale.Weli(rules) != 0) != (own == "" && want != 0) {
				t.Errorf("%s with %s: the pages take another card for the one that is always a trump", name, p)
			}
		}
		lesson := ""
		if n := lessons.Of(locale.New().For("en"), v); n > 1 || name == variant.Default().Preset() { // the first is for everybody
			lesson = fmt.Sprintf(", lesson: %d", n)
		}
		r := v.Rules()
		forced := value(v, "forced_deal")
		if r.Auction == rams.AuctionJoining || r.Deal == rams.DealThree {
			forced = "all"
		}
		more := ""
		if who := value(v, "rob"); who != "no" {
			more = fmt.Sprintf(", rob: '%s'", who)
		}
		if fixed := value(v, "penalty"); fixed != "0" {
			more += ", penalty: " + fixed
		}
		if score := value(v, "score"); r.Races() {
			more += fmt.Sprintf(", score: '%s', goal: %s", score, value(v, "goal"))
		}
		if r.Weli.Highest() != (own != "") && r.Order != rams.OrderAce {
			t.Errorf("%s: the pages take a card that beats all others for one without a name", name)
		}
		if own != "" {
			more += ", weli: '" + own + "'"
		}
		if r.Clockwise {
			more += ", clockwise: true"
		}
		if slices.Contains(puzzles.Games(), name) {
			more += ", puzzles: true"
		}
		if r.Order != rams.OrderAce {
			more += ", order: '"
			for _, c := range r.Order.Sorted(card.Full52.Cards() & card.OfSuit(card.Clubs)) {
				more += c.Rank().String()
			}
			more += "'"
		}
		line := fmt.Sprintf("  '%s': {pack: '%s', hand: %d, cut: '%s', forced: '%s', split: '%s'%s%s},\n",
			name, r.Pack, r.Deal.Size(), value(v, "cut"), forced, value(v, "split"), more, lesson)
		b.WriteString(line)
	}
	fmt.Fprintf(&b, `};

/** gameOf returns what holds for a preset; one that this page doesn't know yet is taken for the usual game. */
export const gameOf = (/** @type {string} */ preset) => games[preset] ?? games['%s'];

/** race is which way a table's race goes and its goal; 0 where the pot is played for. */
export function race(/** @type {page.Config} */ config) {
  const usual = gameOf(config?.rules.preset ?? '');
  const score = config?.rules.score ?? usual.score ?? 'pot';
  return {score, goal: score === 'pot' ? 0 : Number(config.rules.goal ?? usual.goal ?? 21)};
}
`, variant.Default().Preset())
	return b.Bytes()
}

// packs returns the packs that a game can be played with.
func packs() (all []card.Pack) {
	v := variant.Default()
	o, _ := v.Option("pack")
	for _, word := range o.Values {
		with, err := v.With(variant.KeyValue{Key: "pack", Value: word}, variant.KeyValue{Key: "six_swap", Value: "no"})
		if err == nil {
			all = append(all, with.Rules().Pack)
		}
	}
	return all
}

// TestGames: games.js is what package variant says.
func TestGames(t *testing.T) {
	t.Parallel()
	now, file := writeGames(t), "static/lib/games.js"
	if *update {
		if err := os.WriteFile(file, now, 0o666); err != nil { //nolint:gosec // a source file
			t.Fatal(err)
		}
	} else if old := web.Sources()["web/lib/games.js"]; !bytes.Equal(old, now) {
		t.Errorf("%s isn't what package variant says: make types", file)
	}
}

// facts are the shapes in which a module decides by the name of a game or pack, or by a card.
var facts = func() *regexp.Regexp {
	names := strings.Join(variant.Presets(), "|") + "|jass36|weli33|skat32|full52"
	return regexp.MustCompile(strings.Join([]string{
		`[=!]==? *'(` + names + `|[2-9TJQKA][cshd]?)'`, `'(` + names + `)' *[=!]==?`, // compared with one
		`[{,] *'?(` + names + `)'? *:`,                                // chosen by one
		`\[('[^']*', *)*'(` + names + `)'(, *'[^']*')*\]`, `'AKQJT98`, // listed
	}, "|"))
}()

var remarks = regexp.MustCompile(`(^|\s)//.*|/?\*.*`)

// decides returns where a line of a module decides by a fact of a game; "": nowhere.
func decides(line string) string { return facts.FindString(remarks.ReplaceAllString(line, "")) }

// TestFactsOfGamesStandOnce: no module but games.js decides by the name of a preset or pack, or by a
// card of the rules.
func TestFactsOfGamesStandOnce(t *testing.T) {
	t.Parallel()
	all := web.Sources()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if path.Ext(name) != ".js" || strings.HasPrefix(name, "web/vendor/") || name == "web/lib/games.js" {
			continue
		}
		for i, line := range strings.Split(string(all[name]), "\n") {
			if found := decides(line); found != "" {
				t.Errorf("%s:%d decides by %s: ask lib/games.js", name, i+1, found)
			}
		}
	}
	for line, want := range map[string]bool{
		"get weli() { return this.preset !== 'zwicken'; }": true, "const p = {kratzen: 'weli33'}[x];": true, "if (c === '6d') return w;": true,
		"['kratzen', 'zwicken'].includes(p)": true, "v.upcards[0][0] === '7' ? 1 : 2": true, "loadWords('chratze')": false,
		"preset ?? 'chratze'": false, "// if it is === 'kratzen'": false, "c[1] === v.trump": false,
	} {
		if got := decides(line) != ""; got != want {
			t.Errorf("%s decides by a fact of a game: %v, want %v", line, got, want)
		}
	}
}
