package oracle

import (
	"fmt"
	"strings"
	"testing"
)

// scripted is a teller for parts of a hand: it cuts at 1 and keeps what it is
// told in short.
type scripted struct{ heard *[]string }

func (s scripted) order(_ string, cards []string) []string { return cards }
func (s scripted) cutAt(int) int                           { return 1 }
func (s scripted) choose(_ int, legal []string) string     { return legal[0] }
func (s scripted) told(e event) {
	switch e["t"] {
	case "ante":
		*s.heard = append(*s.heard, fmt.Sprint(e["seat"]))
	case "dealer":
		*s.heard = append(*s.heard, fmt.Sprint("->", e["seat"]))
	case "cut":
		*s.heard = append(*s.heard, fmt.Sprint("shows ", e["shown"]))
	}
}

// TestHops: the table of docs/rules.md 3.3 and 5.3, five seats, dealer 1.
func TestHops(t *testing.T) {
	t.Parallel()
	tests := []struct {
		preset, top, low string
		heard            string // who pays, who deals
		again            bool
	}{
		{"kratzen", "Kc", "Ac", "shows Kc", false},
		{"kratzen", "7c", "Kc", "shows 7c Kc,0,->0", true},
		{"kratzen", "Ac", "Kc", "shows Ac Kc,2,->2", true},
		{"kratzen", "Ac", "As", "shows Ac As,2,3,->3", true},
		{"kratzen", "Ac", "7s", "shows Ac 7s,2,3", false},
		{"kratzen", "7c", "As", "shows 7c As,2,3", false},
		{"kratzen", "6d", "Kc", "shows 6d Kc,0,1,2,3,4", false},
		{"kratzen", "7c", "7s", "shows 7c 7s,0,4,->4", true},
		{"kratzen", "6d", "As", "shows 6d As,0,1,2,3,4,2,->2", true},
		{"kratzen", "7s", "6d", "shows 7s 6d,0,1,2,3,4,0,->0", true},
		{"zwicken", "Kc", "", "", false},
		{"zwicken", "Ac", "", "2,->2", true},
		{"zwicken", "7c", "", "2,->2", true},
		{"zwicken", "7d", "", "2,3,->3", true},
	}
	for _, test := range tests {
		r, err := parseRules([]byte(`{"preset":"` + test.preset + `"}`))
		if err != nil {
			t.Fatal(err)
		}
		var heard []string
		h := begin(header{rules: r, seats: 5, next: next{Dealer: 1}}, scripted{&heard})
		again := false
		if test.preset == "kratzen" {
			again = h.hopKratzen(1, test.top, test.low)
		} else {
			again = h.hopZwicken(test.top)
		}
		if found := strings.Join(heard, ","); found != test.heard || again != test.again {
			t.Errorf("%s %s %s: found %q, again %v", test.preset, test.top, test.low, found, again)
		}
	}
	// Two seats: the jump comes back to the dealer, both pay, and the dealer shuffles again.
	var heard []string
	r, _ := parseRules([]byte(`{"preset":"zwicken"}`))
	h := begin(header{rules: r, seats: 2}, scripted{&heard})
	if again := h.hopZwicken("7d"); !again || strings.Join(heard, ",") != "1,0" {
		t.Errorf("two seats: found %v, again %v", heard, again)
	}
}

// TestPlayable: what may be played (docs/rules.md 2.10, 3.9, 4).
func TestPlayable(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, rules, trump, cards, trick, want string }{
		{"lead anything, in pack order", `{"preset":"chratze"}`, "h", "6d As Kc", "", "Kc As 6d"},
		{"follow", `{"preset":"chratze"}`, "h", "As Kc Ah 6c", "9c", "Kc 6c"},
		{"trump, even a lower one", `{"preset":"chratze"}`, "h", "As 6h 7h", "9c Th", "7h 6h"},
		{"else any", `{"preset":"chratze"}`, "h", "As 6d", "9c Th", "As 6d"},
		{"head with the suit", `{"preset":"kratzen"}`, "h", "As Kc 8c Tc", "9c", "Kc Tc"},
		{"can't head: any of the suit", `{"preset":"kratzen"}`, "h", "As 8c 7c", "9c", "8c 7c"},
		{"a trumped trick can't be headed by following", `{"preset":"kratzen"}`, "h", "As Ac 7c", "9c 7h", "Ac 7c"},
		{"overtrump", `{"preset":"kratzen"}`, "h", "8h Th As", "9c 9h", "Th"},
		{"the Weli is a trump", `{"preset":"kratzen"}`, "h", "6d As Ad", "9h", "6d"},
		{"the Weli doesn't follow bells", `{"preset":"kratzen"}`, "h", "6d 8d 7d", "9d", "8d 7d"},
		{"the Weli leads trump", `{"preset":"kratzen"}`, "h", "Kh 9h Ad", "6d", "Kh 9h"},
		{"only the ace heads the Weli", `{"preset":"kratzen"}`, "h", "Kh Ah Ad", "6d", "Ah"},
		{"7d stands below the trump ace", `{"preset":"zwicken"}`, "c", "Kc 7d Ac", "Qc", "Ac Kc 7d"},
		{"any card, or a trump though one could follow", `{"preset":"chratzen"}`, "h", "Ac 7c 6h As", "9c", "Ac 7c 6h"},
		{"any card when void", `{"preset":"chratzen"}`, "h", "Ad 6h As", "9c", "As 6h Ad"},
		{"trumps are followed", `{"preset":"chratzen"}`, "h", "Ad 6h As", "9h", "6h"},
		{"ruff anytime and head: among all that may be played", `{"preset":"kratzen","ruff_anytime":"yes"}`, "h", "Kc 8c Th As", "9c", "Kc Th"},
		{"six of trumps is low", `{"preset":"kratzen","pack":"jass36"}`, "d", "6d 7d", "8d", "7d 6d"},
	}
	for _, test := range tests {
		r, err := parseRules([]byte(test.rules))
		if err != nil {
			t.Fatal(err)
		}
		h := begin(header{rules: r, seats: 3}, chance{})
		h.trump = test.trump
		found := strings.Join(h.playable(strings.Fields(test.cards), strings.Fields(test.trick)), " ")
		if found != test.want {
			t.Errorf("%s: expected %s, found %s", test.name, test.want, found)
		}
	}
}

// TestDrawing: what a player who discards k cards gets (docs/rules.md 2.8, 3.8, 5.6).
func TestDrawing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rules         string
		held, k, want int
	}{
		{`{"preset":"chratze"}`, 4, 0, 0}, {`{"preset":"chratze"}`, 4, 3, 3}, {`{"preset":"chratze"}`, 4, 4, 5},
		{`{"preset":"chratze"}`, 5, 1, 0}, {`{"preset":"chratze"}`, 5, 4, 3}, {`{"preset":"chratze"}`, 5, 5, 5},
		{`{"preset":"chratze"}`, 6, 4, 2}, {`{"preset":"chratze"}`, 6, 6, 5},
		{`{"preset":"chratzen"}`, 4, 4, 5}, {`{"preset":"chratzen"}`, 5, 4, 3}, {`{"preset":"chratzen"}`, 5, 5, 6},
		{`{"preset":"kratzen"}`, 4, 4, 4}, {`{"preset":"kratzen"}`, 5, 4, 3}, {`{"preset":"kratzen"}`, 5, 5, 5},
		{`{"preset":"kratzen"}`, 6, 4, 2}, {`{"preset":"kratzen"}`, 6, 5, 5}, {`{"preset":"kratzen"}`, 6, 6, 6},
		{`{"preset":"zwicken"}`, 3, 3, 3}, {`{"preset":"zwicken"}`, 3, 1, 1},
		{`{"preset":"chratze","exchange":"plain"}`, 5, 2, 1}, {`{"preset":"chratze","exchange":"plain"}`, 4, 4, 4},
	}
	for _, test := range tests {
		r, err := parseRules([]byte(test.rules))
		if err != nil {
			t.Fatal(err)
		}
		h := begin(header{rules: r, seats: 3}, chance{})
		if found := h.wanted(test.held, make([]string, test.k)); found != test.want {
			t.Errorf("%s: holds %d, lays %d: expected %d, found %d", test.rules, test.held, test.k, test.want, found)
		}
	}
	r, _ := parseRules([]byte(`{"preset":"kratzen"}`))
	h := begin(header{rules: r, seats: 3}, chance{})
	h.trump = "s"
	for up, want := range map[string]int{"Kc Qd": 0, "Ks": 1, "Ks 6d": 2, "As": 5, "As 6d": 5, "Ac As": 5, "6d": 1} {
		if found := h.bonus(strings.Fields(up)); found != want {
			t.Errorf("bonus for %s: expected %d, found %d", up, want, found)
		}
	}
}
