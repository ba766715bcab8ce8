package httpd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/teach/coach"
	"chratze/internal/teach/puzzles"
	"chratze/rams"
)

// TestPuzzlesCarryTheStakes: every puzzle has with it what each seat has taken on, and what each act of the
// auction promises and costs, so that a server needn't play them all before it hands one out. New puzzles
// get them by -update.
func TestPuzzlesCarryTheStakes(t *testing.T) {
	t.Parallel()
	for _, game := range puzzles.Games() {
		var out strings.Builder
		wrong := 0
		for _, line := range puzzles.Lines(game) {
			want := staked(t, line)
			if want != line {
				wrong++
			}
			out.WriteString(want + "\n")
		}
		if wrong == 0 {
			continue
		}
		if !*update {
			t.Errorf("%s: %d puzzles without their stakes, or with wrong ones: go test ./internal/server/httpd -run %s -update", game, wrong, t.Name())
			continue
		}
		if err := os.WriteFile(filepath.Join("..", "..", "teach", "puzzles", game+".jsonl"), []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// staked returns the line of a puzzle with its stakes.
func staked(t *testing.T, line string) string {
	t.Helper()
	p, err := coach.ReadPuzzle(line)
	if err != nil {
		t.Fatal(err)
	}
	v, err := p.View()
	if err != nil {
		t.Fatal(err)
	}
	rules := v.Game.Rules()
	taken := make([]wire.Stake, p.Line.Seats)
	for seat := range taken {
		taken[seat] = wire.Stake(rules.Stake(v.Contract[seat], v.Pot))
	}
	offers := map[string]wire.Stake{}
	for j, s := range table.Offers(&v) {
		offers[v.Legal[j].String()] = wire.Stake(s)
	}
	p.Line.Extra = slices.DeleteFunc(p.Line.Extra, func(f history.Field) bool {
		return slices.Contains([]string{"stakes", "offers", "prize", "forced"}, f.Name)
	})
	prize, forced := v.Prize(), rules.ForcedBy(v.Start, v.Events).Forced()
	for _, f := range []struct {
		name string
		is   any
		has  bool
	}{{"stakes", taken, true}, {"offers", offers, len(offers) > 0}, {"prize", prize, prize.Wins != rams.WinsNothing}, {"forced", forced, forced != ""}} {
		text, err := json.Marshal(f.is)
		if err != nil {
			t.Fatal(err)
		}
		if f.has {
			p.Line.Extra = append(p.Line.Extra, history.Field{Name: f.name, Value: string(text)})
		}
	}
	return p.String()
}
