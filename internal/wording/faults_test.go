package wording

import (
	"regexp"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// sheetOf returns the sheet of rules, in a language and for a number of seats.
func sheetOf(t *testing.T, lang, rules string, seats int) string {
	t.Helper()
	v, err := variant.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	return RuleSheet(locale.For(lang), locale.For(lang).SheetOf(v, seats))
}

// has checks what a sheet says and doesn't say ("!").
func has(t *testing.T, sheet string, want ...string) {
	t.Helper()
	for _, text := range want {
		text, not := strings.CutPrefix(text, "!")
		if strings.Contains(sheet, text) == not {
			t.Errorf("%q is in the sheet: %v", text, not)
		}
	}
}

func TestSheetsMarkWhatTheTextDoesNotSay(t *testing.T) {
	t.Parallel()
	has(t, sheetOf(t, "en", "kratzen", 4), "an ante of €0.10 (ours) into the pot", "only the dealer pays €0.10.", "multiple of €0.01 (ours)", "ante (`ante`): €0.10 (ours)", "rounded down to a multiple of (`coin`): €0.01 (ours)", "without a card being played (ours)",
		"then the joiners in turn order (ours)", "you get five in all (ours)", "face down (ours); for the trump", "nobody exchanges cards (ours)")
	has(t, sheetOf(t, "en", "chratze-en", 4), "the next player deals (D, J)", "with new antes (D)", "after the exchange (D)", "Blind: when the upcard is turned, and before the second packet, the", "first dealer, or draw lots (ours)")
	has(t, sheetOf(t, "en", "chratze-ja", 4), "a joiner who fails P (D, E)", "sharing the pot (`split`): two thirds and one third (D, E)")
	has(t, sheetOf(t, "en", "chratze", 4), "Double blind: after the first packet, before", "Blind: when all cards have been dealt, the", "agree on the first dealer (E, J), or draw lots (ours)", "!stands in none of the texts")
}

// letter is the mark of a rule that another text has.
var letter = regexp.MustCompile(`[(（][DEJ](?:[,、] ?[DEJ])*[)）]`)

// TestSheetsHaveOneLegend: each sheet explains its marks once, and no others.
func TestSheetsHaveOneLegend(t *testing.T) {
	t.Parallel()
	for _, lang := range locale.New().Languages() {
		p := locale.For(lang)
		rule, letters, ours := p.T("sheet.legend", nil), p.T("sheet.legend.letters", nil), p.T("sheet.legend.ours", locale.Args{"ours": p.T("ours", nil)})
		for _, preset := range variant.Presets() {
			sheet := sheetOf(t, lang, preset, 0)
			if strings.Count(sheet, rule) != 1 || strings.Count(sheet, ours) != 1 {
				t.Errorf("%s: the sheet of %s hasn't the legend once", lang, preset)
			}
			if marks := letter.MatchString(sheet); marks != strings.Contains(sheet, letters) {
				t.Errorf("%s: the sheet of %s has letters: %v, and explains them: %v", lang, preset, marks, !marks)
			}
		}
	}
}

func TestSheetSaysWhereRoundingLeavesNothing(t *testing.T) {
	t.Parallel()
	for seats := 2; seats <= 7; seats++ {
		if strings.Contains(sheetOf(t, "en", "chratze", seats), "`round_up=1` avoids that") != (seats == 2) {
			t.Errorf("with %d seats", seats)
		}
	}
	has(t, sheetOf(t, "en", "chratze-en", 2), "!avoids that")
	has(t, sheetOf(t, "en", "chratze,round_up=1", 2), "!avoids that")
}

func TestSettlementSaysWhereRoundingLeavesNothing(t *testing.T) {
	t.Parallel()
	for rules, want := range map[string]bool{"chratze": true, "chratze,round_up=1": false} {
		v, _ := variant.Parse(rules)
		g, err := v.Game(2)
		if err != nil {
			t.Fatal(err)
		}
		tally := rams.Tally{Pot: 40, Dealer: 1, Lost: rams.Nobody}
		tally.Contract[0], tally.Contract[1] = rams.Declared, rams.Joined
		tally.Tricks[0], tally.Tricks[1] = 3, 1
		result, view := settledView(t, g, tally)
		p := locale.For("en")
		said := strings.Join(NewTable(p, v, locale.Swiss, locale.Francs, names[:2], rams.Nobody).Settlement(&view, &result), "\n")
		if strings.Contains(said, "nothing is left for the joiners") != want {
			t.Errorf("%s: %s", rules, said)
		}
	}
}

// TestSettlementTellsALostPrice: a player who has paid to play and won nothing isn't told of having made it.
func TestSettlementTellsALostPrice(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("mauscheln,ante=10,antes=all,deal=1x3,exchange=none,price=yes")
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.Game(3)
	if err != nil {
		t.Fatal(err)
	}
	tally := rams.Tally{Pot: 180, Price: 50, Dealer: 1, Lost: rams.Nobody}
	tally.Contract[0], tally.Contract[1], tally.Contract[2] = rams.Declared, rams.Joined, rams.Joined
	tally.Tricks[0], tally.Tricks[1] = 2, 1
	result, view := settledView(t, g, tally)
	said := strings.Join(NewTable(locale.For("en"), v, locale.French, locale.Francs, []string{"Anna", "Beat", "Chregu"}, rams.Nobody).Settlement(&view, &result), "\n")
	has(t, said, "Chregu won no trick: the price of playing is lost.", "Beat made it with 1 trick and gets 0.60.")
}

func TestSheetsExplainCallsAndCards(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][]string{
		"en":    {"“metcho” (I join)", "“weg” (I stay out)", "Eicheln (acorns)", "no Puur and no Nell"},
		"de-CH": {"«metcho» (ich spiele mit)", "«weg» (ich bleibe draussen)", "Puur und Nell", "!(acorns)"},
		"de-AT": {"„metcho“ (ich spiele mit)", "Unter und Neun sind dort nicht höher", "!Puur", "!Beat "},
		"ja":    {"「metcho」（参加する）", "「weg」（降りる）", "Nell"},
	} {
		has(t, sheetOf(t, lang, "chratze", 4), want...)
	}
	has(t, sheetOf(t, "en", "kratzen", 4), "Eichel (acorns), Laub (leaves), Herz (hearts) and Schellen (bells)", "Sau (sow, the ace)", "!Puur")
}

func TestDiffHasDeckAndBestSeats(t *testing.T) {
	t.Parallel()
	a, _ := variant.Lookup("chratze")
	b, _ := variant.Lookup("kratzen")
	has(t, RuleDiff(locale.For("en"), locale.For("en").SheetOf(a, 0), b), "- best with: 4 to 5 | –", "- cards: Swiss-German | German (William Tell)")
}

// At the question of the double blind the dealer sees no card: none has been dealt, or two that lie face down.
func TestHelpAtTheDoubleBlind(t *testing.T) {
	t.Parallel()
	for rules, want := range map[string]string{"chratze": "You see no cards yet", "chratze,double_blind=before-upcard": "You see no cards yet", "chratze,blind=no": "The cards are dealt"} {
		v, _ := variant.Parse(rules)
		table := NewTable(locale.For("en"), v, locale.Swiss, locale.Francs, names[:4], 0)
		if got := table.help(&rams.View{Phase: rams.PhaseDoubleBlind}, rams.See); !strings.Contains(got, want) {
			t.Errorf("%s: %q", rules, got)
		}
		if got := table.help(&rams.View{Phase: rams.PhaseBlind}, rams.See); !strings.Contains(got, "You see your cards") {
			t.Errorf("%s: %q", rules, got)
		}
	}
}
