package players

import (
	"encoding/json"
	"testing"

	"chratze/analysis/arena"
	"chratze/bot/exec"
	"chratze/variant"
)

// TestArenaFields: the fields that docs/arena.md names are in the JSON of every bot, even when they
// are empty.
func TestArenaFields(t *testing.T) {
	t.Parallel()
	for _, all := range []bool{false, true} {
		r := &arena.Result{Seats: 2, All: all, Bots: []arena.BotResult{{Name: "a", Faults: exec.Faults{}}, {Name: "b", Faults: exec.Faults{}}}, Lines: []arena.Line{{Bot: 0}, {Bot: 1}, {Table: 1, Bot: 0}, {Table: 1, Bot: 1}}, Tables: [][]int{{0, 1}, {1, 0}}}
		b, err := json.Marshal(NewArena(variant.Default(), r))
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Bots []map[string]json.RawMessage }
		if err := json.Unmarshal(b, &got); err != nil || len(got.Bots) != 2 {
			t.Fatalf("%s: %v", b, err)
		}
		for _, name := range []string{"name", "mean", "ci95", "deals", "faults", "ms_p50", "ms_p99", "by_fault", "by_seat", "by_position", "by_contract"} {
			if value := string(got.Bots[0][name]); value == "" || value == "null" && name != "ci95" {
				t.Errorf("all %v: %s is %q in %s", all, name, value, b)
			}
		}
	}
}
