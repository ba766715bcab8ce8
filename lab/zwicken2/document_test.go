package zwicken2

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/bot/solved"
	"chratze/card"
	"chratze/rams"
)

var update = flag.Bool("update", false, "write the tables of docs/zwicken-solved.md and docs/strategy.md")

// TestDocument: the tables in the documents say what the solutions do that are kept, each for the rules as they are.
func TestDocument(t *testing.T) {
	t.Parallel()
	b := NewBook(New(Shape{7, 8, 8, 8}))
	p, _, err := b.Read(kept(t, b.Shape))
	if err != nil {
		t.Fatal(err)
	}
	gains := map[int32][size]float64{} // by decision: the gain of each act beyond that of the strategy
	for seat := range 2 {
		(&walk{Profile: p, me: seat, learn: func(at, n int, _, values []float64, _ float64) {
			gains[int32(at)] = [size]float64(values[:size:size])
		}}).run()
	}
	written(t, "docs/zwicken-solved.md", map[string]string{"games": games(t), "positions": positions(t)})
	written(t, "docs/strategy.md", map[string]string{"cards": b.cards(p, gains)})
}

// written compares tables of a document with what they have to say, or with -update writes them.
func written(t *testing.T, name string, tables map[string]string) {
	t.Helper()
	document := "../../" + name
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for name, rows := range tables {
		table := regexp.MustCompile(`(?s)(<!-- ` + name + `: [^\n]* -->\n).*?(<!-- end -->)`)
		if !table.MatchString(want) {
			t.Errorf("%s has no table of %s", document, name)
		}
		want = table.ReplaceAllString(want, "${1}"+rows+"$2")
	}
	if *update {
		if err := os.WriteFile(document, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Errorf("%s doesn't say what the solutions do: -update writes it", document)
	}
}

// kept reads a solution that is kept here.
func kept(t *testing.T, s Shape) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("../../bot/trained", s.String()+solved.Suffix))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// games returns a table of the six games.
func games(t *testing.T) string {
	var rows strings.Builder
	rows.WriteString("| game | for example | without a cut | with the cut | forehand wins | a best response gains | decisions |\n|---|---|---|---|---|---|---|\n")
	plain, cut := shares()
	var all [3]float64 // without a cut, with it; the most that can be gained
	for _, e := range Examples() {
		h, _, err := solved.Open(kept(t, e.Shape))
		if err != nil || h.Signature != solved.Signature() || h.Shape != e.Shape || h.NashConv > 0.1 || h.NashConv < 0 {
			t.Errorf("%s: %+v, %v: want a solution for the rules as they are", e.Shape, h, err)
		}
		example := e.Upcard.String()
		if e.Shown != 0 {
			example += ", " + e.Shown.String() + " shown"
		}
		fmt.Fprintf(&rows, "| %s | %s | %.1f %% | %.1f %% | %.3f | %.4f, %.4f | %d |\n", e.Shape, example, 100*plain[e.Shape], 100*cut[e.Shape],
			h.Value, h.Forehand-h.Value, h.Dealer+h.Value, h.Decisions)
		all[0] += plain[e.Shape] * h.Value
		all[1] += cut[e.Shape] * h.Value
		all[2] = max(all[2], h.NashConv)
	}
	fmt.Fprintf(&rows, "\nOver all upcards, forehand wins %.3f without a cut and %.3f with it. Both best responses together gain at most %.4f in any game.\n", all[0], all[1], all[2])
	return rows.String()
}

// shares returns how often each game comes up, without a cut and with it.
func shares() (plain, cut map[Shape]float64) {
	plain, cut = map[Shape]float64{}, map[Shape]float64{}
	rules := solved.Rules("hop1")
	pack := card.Skat32.Cards()
	shownCards := 0
	for c := range pack.All() {
		if !rules.CutCounts(c) {
			shownCards++
		}
	}
	for up := range pack.All() {
		shape, _ := solved.ShapeOf(rules, up, 0)
		plain[shape] += 1 / float64(pack.Len())
		for c := range pack.All() {
			if c != up && !rules.CutCounts(c) {
				shape, _ := solved.ShapeOf(rules, up, c.Bit())
				cut[shape] += 1 / float64(shownCards*(pack.Len()-1))
			}
		}
	}
	return plain, cut
}

// positions returns a table of decisions after the jack of diamonds, and what the acts cost that the solution doesn't choose.
func positions(t *testing.T) string {
	var rows strings.Builder
	rows.WriteString("| seat | hand | chooses | other acts cost |\n|---|---|---|---|\n")
	for _, q := range []struct {
		stage int
		hand  string
	}{
		{StageForehand, "8d 7c 7s"}, {StageForehand, "Jc Js Jh"}, {StageForehand, "Tc Ts Th"}, {StageDealer, "8d 7c 7s"}, {StageDealer, "Ac Kc Qc"},
		{StageDealer, "Ac 7s 7h"}, {StageDealer, "Qc Qs Qh"}, {StageLead, "Ad 7c 7s"}, {StageLead, "Kd Ac 7s"}, {StageLead, "Kd 9c 8s"},
		{StageLead, "Kd 9c 7s"}, {StageLead, "Td Ac 7s"}, {StageLead, "8d 7c 7s"}, {StageLead, "Kc 9s 7s"}, {StageLead, "Ac Kc Qc"},
	} {
		a := &asker{upcard: card.New(card.Jack, card.Diamonds), rules: solved.Rules("plain"), stage: q.stage, seat: q.stage % StageLead}
		_, a.cards = solved.ShapeOf(a.rules, a.upcard, 0)
		for i, word := range strings.Fields(q.hand) {
			c, err := card.Parse(word)
			if err != nil {
				t.Fatal(err)
			}
			a.hand[i] = uint8(slices.Index(a.cards, c))
		}
		a.deal()
		view := a.record.View(rams.Seat(a.seat))
		p, err := solved.Find(&view)
		if err != nil {
			t.Fatal(err)
		}
		worths := p.Worths()
		best := slices.MaxFunc(worths, func(x, y solved.Worth) int { return cmp.Compare(x.Mean, y.Mean) })
		var chosen, others []string
		for _, w := range worths {
			name := strings.TrimPrefix(w.Act.String(), "play ")
			if w.Chance >= 0.005 {
				chosen = append(chosen, fmt.Sprintf("%s %.0f %%", name, 100*w.Chance))
			} else {
				others = append(others, fmt.Sprintf("%s %.2f", name, 100*(best.Mean-w.Mean)/float64(view.Pot)))
			}
		}
		fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", []string{"forehand", "dealer"}[a.seat], q.hand, strings.Join(chosen, ", "), strings.Join(others, ", "))
	}
	return rows.String()
}
