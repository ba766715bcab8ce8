package cli

import (
	"strings"
	"testing"
)

// TestPolicyOfAnotherGame: a policy's file for another game or seats, and one that is cut off, are refused. Of best, and of house rules
// that it has no policy for, a word is said, once, and it searches.
func TestPolicyOfAnotherGame(t *testing.T) {
	t.Parallel()
	const file = "../../bot/trained/zwicken-4.policy"
	for _, tt := range []struct {
		bots, rules string
		seats       string
		code        int
		says        string // with one line
	}{
		{"policy:1:" + file + ",random", "zwicken", "4", 0, ""},
		{"policy:1:" + file + ",random", "zwicken,coin=5,pot_cap=600", "4", 0, ""},
		{"policy:1:" + file + ",random", "zwicken", "3", 2, "policy: the file is for another game: zwicken, 4 seats"},
		{"policy:1:" + file + ",random", "zwicken,ante=50", "4", 2, "policy: the file is for another game: zwicken, 4 seats"},
		{"random,policy:1:" + file + "+random", "chratze", "4", 2, "the file is for another game: zwicken, 4 seats"},
		{"policy:1:" + "testdata/cut.policy" + ",random", "zwicken", "4", 2, "it is cut off, or was changed"},
		{"best:1,best:1,random", "zwicken,ante=50", "4", 0, "best has no policy for this game: it searches its calls, too."},
		{"best-0.1:1,best:1,random", "zwicken", "4", 0, ""},
	} {
		for _, command := range []string{"arena --deals 1", "sim --hands 1"} {
			var said strings.Builder
			args := append(strings.Fields(command), "--bots", tt.bots, "--rules", tt.rules, "--seats", tt.seats)
			code := run(args, strings.NewReader(""), &strings.Builder{}, &said)
			if code != tt.code || tt.says == "" && said.Len() > 0 || strings.Count(said.String(), tt.says) != 1 && tt.says != "" {
				t.Errorf("%v: code %d, %q; want %d, %q", args, code, said.String(), tt.code, tt.says)
			}
		}
	}
}
