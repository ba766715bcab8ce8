package wording

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/variant"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, file, got string) {
	t.Helper()
	file = "testdata/" + file
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs: see with -update and git diff", file)
	}
}

func TestRuleSheets(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		p := c.For(lang)
		for _, name := range variant.Presets() {
			v, _ := variant.Lookup(name)
			golden(t, name+"."+lang+".md", RuleSheet(p, p.SheetOf(v, 0)))
		}
		v, err := variant.Parse("chratze,susi=forced,penalty_cap=500,split=tricks,blind=no")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "house."+lang+".md", RuleSheet(p, p.SheetOf(v, 3)))
	}
}

func TestRuleDiffs(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		for _, pair := range [][2]string{{"chratze", "chratze-en"}, {"chratze", "kratzen"}, {"zwicken", "chratzen"}, {"chratze", "chratze,susi=off,penalty_cap=500"}} {
			a, _ := variant.Parse(pair[0])
			b, err := variant.Parse(pair[1])
			if err != nil {
				t.Fatal(err)
			}
			name, _, _ := strings.Cut(pair[1], ",")
			golden(t, "diff-"+pair[0]+"-"+name+"."+lang+".md", RuleDiff(c.For(lang), c.For(lang).SheetOf(a, 0), b))
		}
	}
}

// sheets returns rule sheets for every preset with every option at every value
// that goes with the others, and for some house rules, each for all numbers of
// seats in turn.
func sheets(t *testing.T, p *locale.Printer, check func(v variant.Variant, sheet string)) {
	t.Helper()
	var all []variant.Variant
	for _, name := range variant.Presets() {
		preset, _ := variant.Lookup(name)
		for _, o := range preset.Options() {
			values := o.Values
			if o.Kind == variant.Amount {
				values = []string{"0", "1", "7", "1000000000000000"}
			}
			for _, value := range values {
				if v, err := preset.With(variant.KeyValue{Key: o.Key, Value: value}); err == nil {
					all = append(all, v)
				}
			}
		}
	}
	for _, text := range append(houseRules, "chratze,no_open=redeal", "chratze,pack=weli33,six_swap=no", "kratzen,deal=1x4", "chratze,deal=2+1,blind=no,double_blind=no") {
		v, err := variant.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	for i, v := range all {
		least, most := v.Seats()
		check(v, RuleSheet(p, p.SheetOf(v, least+i%(most-least+1))))
	}
}

// A sheet is whole, says which choices are ours, and marks what the table plays
// otherwise than its preset.
func TestSheetsSayWhatIsOurs(t *testing.T) {
	t.Parallel()
	p := locale.For("en")
	sheets(t, p, func(v variant.Variant, sheet string) {
		if strings.Contains(sheet, "..") || strings.Contains(sheet, "  ") || strings.Contains(sheet, "\n\n\n") || strings.HasSuffix(sheet, "\n\n\n") {
			t.Fatalf("%s: the sheet has a gap:\n%s", v, sheet)
		}
		body, table, _ := strings.Cut(sheet, "## The options")
		if !strings.Contains(body, "(ours)") {
			t.Errorf("%s: nothing is marked as ours", v)
		}
		for _, kv := range v.Keys() {
			if !strings.Contains(table, "(`"+kv.Key+"`)") || !strings.Contains(table, "(house rule)") {
				t.Errorf("%s: %s is not in the table as a house rule", v, kv.Key)
			}
		}
		if changed := len(v.Keys()) > 0; changed != strings.Contains(sheet, "house rule)") {
			t.Errorf("%s: marks house rules: %v", v, !changed)
		}
		offered := v.Choices()
		for _, o := range v.Options() {
			if strings.Contains(table, "(`"+o.Key+"`)") != slices.Contains(offered, o.Key) {
				t.Errorf("%s: the table has %s although it can't be chosen, or the other way round", v, o.Key)
			}
		}
	})
}

// The example of docs/rules.md 2.11 with five players stands in the sheet.
func TestSheetHasTheExampleOfTheTexts(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	sheet := RuleSheet(locale.For("en"), locale.For("en").SheetOf(v, 5))
	for _, line := range []string{
		"There is Fr.\u00a01.00 in the pot.",
		"- Anna failed with 1 trick and pays 2.00.",
		"- Ben made it with 2 tricks and gets 0.50.",
		"- Clara made it with 1 trick and gets 0.50.",
		"- David failed with 0 tricks and pays 1.00.",
	} {
		if !strings.Contains(sheet, line) {
			t.Errorf("the sheet doesn't say %q", line)
		}
	}
}

func TestDiffOfTheSame(t *testing.T) {
	t.Parallel()
	v := variant.Default()
	if diff := RuleDiff(locale.For("en"), locale.For("en").SheetOf(v, 0), v); !strings.Contains(diff, "don't differ") {
		t.Errorf("got %s", diff)
	}
}

// TestSpareHandComesFirst: a sheet tells of the spare hand before it says what follows when all the others are out.
func TestSpareHandComesFirst(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("loo")
	p := locale.For("en")
	sheet := RuleSheet(p, p.SheetOf(v, 0))
	spare, out := strings.Index(sheet, "the spare hand."), strings.Index(sheet, "If all the others are out")
	if spare < 0 || out < spare {
		t.Errorf("the spare hand is told at %d, the others at %d", spare, out)
	}
}
