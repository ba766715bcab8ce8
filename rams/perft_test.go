package rams_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// dealt returns the deal of a narrated script, at its first decision.
func dealt(t *testing.T, script string) ramstest.Deal {
	t.Helper()
	sc, err := parseScript(script)
	if err != nil {
		t.Fatal(err)
	}
	tape, err := sc.tape()
	if err != nil {
		t.Fatal(err)
	}
	s := ramstest.Script{Pack: tape.Orders[0]}
	if len(tape.Cuts) > 0 {
		s.At = tape.Cuts[0]
	}
	d, err := ramstest.NewDeal(sc.game, sc.start, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPerftKnown counts trees that can be counted by hand.
func TestPerftKnown(t *testing.T) {
	for _, test := range []struct {
		what, script string
		want         uint64
	}{
		{"nobody can follow, nobody has trumps: 4! times 4!", `
			rules chratze
			seats 2
			dealer 0
			deal 1 As Ks Qs Js
			deal 0 Ac Kc Ad Kd
			upcard 9h`, 576},
		{"everybody follows with any card: 4! times 4!", `
			rules chratze
			seats 2
			dealer 0
			deal 1 As Ks Qs Js
			deal 0 Ts 9s 8s 7s
			upcard 9h`, 576},
		{"two of two suits each: first 4 times 2; then of 1 and 2 each, 1 times 4 or 2 times 2 times 2", `
			rules chratze
			seats 2
			dealer 0
			deal 1 As Ks Qc Jc
			deal 0 Ts 9s 8c 7c
			upcard 9h`, 96},
		{"a trump and three others each: 3! times 3! when the trump is led, else 3 times 3 times 2! times 2!", `
			rules chratze
			seats 2
			dealer 0
			deal 1 Ah As Ks Qs
			deal 0 Kh Ac Kc Qc
			upcard 9h`, 36 + 36},
		{"who can head must: 4 + 4 behind the eight, 3 behind the jack, 3 behind the queen", `
			rules zwicken
			seats 2
			dealer 0
			deal 1 8s Js Qs
			deal 0 7s 9s Ks
			upcard 9h`, 14},
	} {
		d := dealt(t, test.script)
		d.ToPlay()
		if got := ramstest.Perft(&d, -1); got != test.want {
			t.Errorf("%s: %d leaves, want %d", test.what, got, test.want)
		}
	}
}

const perftFile = "testdata/perft.txt"

// TestPerft counts again what testdata/perft.txt says: leaves of the play phase to
// the end of the hand, and of the whole tree of decisions to some depth, of deals
// shuffled by ramstest.Rand. The long ones, marked with a +, only for make verify.
// -update writes the numbers anew.
func TestPerft(t *testing.T) {
	table, err := os.ReadFile(perftFile)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for lines := bufio.NewScanner(bytes.NewReader(table)); lines.Scan(); {
		line := lines.Text()
		if line == "" || line[0] == '#' || line[0] == '+' && os.Getenv("CHRATZE_VERIFY") == "" {
			fmt.Fprintln(&b, line)
			continue
		}
		var rules, what string
		var seats, depth int
		var seed, want uint64
		n, err := fmt.Sscan(strings.TrimPrefix(line, "+"), &rules, &seats, &seed, &what, &depth, &want)
		if n < 5 || err != nil && !*update {
			t.Fatalf("%q: %v", line, err)
		}
		got := perft(t, rules, seats, seed, what, depth)
		if got != want && !*update {
			t.Errorf("%s: %d leaves, want %d", line, got, want)
		}
		fields := strings.Fields(line)
		fmt.Fprintln(&b, strings.Join(fields[:5], " "), got)
	}
	if *update {
		if err := os.WriteFile(perftFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// perft counts a line of the table; play is the tree from the first lead, all is
// that from the first decision.
func perft(t *testing.T, rules string, seats int, seed uint64, what string, depth int) uint64 {
	t.Helper()
	_, g, start := perftGame(t, rules, seats)
	d, err := ramstest.NewDeal(g, start, ramstest.Script{Rand: ramstest.Rand(seed)})
	if err != nil {
		t.Fatal(err)
	}
	if what == "play" {
		d.ToPlay()
		if d.State.Phase() != rams.PhasePlay {
			t.Fatalf("%s %d: no play", rules, seats)
		}
	}
	leaves := ramstest.Perft(&d, depth)
	if leaves > 100_000 {
		return leaves
	}
	sum := uint64(0)
	for _, b := range ramstest.Divide(&d, depth) {
		sum += b.Leaves
	}
	if sum != leaves {
		t.Errorf("%s %d %d %s %d: Divide adds up to %d, Perft is %d", rules, seats, seed, what, depth, sum, leaves)
	}
	return leaves
}

// perftGame returns the game of a line of the table, and how its hand begins.
func perftGame(t *testing.T, rules string, seats int) (variant.Variant, *rams.Game, rams.Start) {
	t.Helper()
	v, g := varianttest.Parse(t, rules), varianttest.Game(t, rules, seats)
	return v, g, rams.Start{} // no Muss, so that there is an auction
}
