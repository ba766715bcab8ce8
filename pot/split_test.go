package pot_test

import (
	"slices"
	"testing"

	"chratze/pot"

	"pgregory.net/rapid"
)

func TestThirds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                 string
		p, roundUp, coin     pot.Chips
		joinersMade          int
		declarerMade         bool
		declarer, each, left pot.Chips
	}{
		{"2.11 check D, E: declarer fails, two joiners make it", 100, 20, 5, 2, false, 0, 50, 0},
		{"2.11 check D: declarer 2, one joiner 2", 100, 20, 5, 1, true, 80, 20, 0},
		{"2.11 check D: declarer 2, two joiners 1 and 1", 100, 20, 5, 2, true, 80, 10, 0},
		{"a pot of 1 Rappen: the declarer rounds up to all of it", 1, 1, 1, 2, true, 1, 0, 0},
		{"a pot of 1 Rappen, declarer fails: can't be divided, stays", 1, 1, 1, 2, false, 0, 0, 1},
		{"E: two thirds of 100 rounded up to 1, the odd one to the declarer", 100, 1, 1, 2, true, 68, 16, 0},
		{"declarer takes all four tricks", 100, 20, 5, 0, true, 100, 0, 0},
		{"one joiner alone made it gets all, coin or not", 103, 20, 5, 1, false, 0, 103, 0},
		{"round_up never above P", 35, 20, 5, 1, true, 35, 0, 0},
		{"round_up larger than P", 50, 1000, 5, 3, true, 50, 0, 0},
		{"three joiners share in coins, declarer failed", 100, 20, 5, 3, false, 0, 30, 10},
		{"three joiners share in coins, left over to the declarer", 120, 20, 25, 1, true, 95, 25, 0},
		{"nobody made it: all stays", 100, 20, 5, 0, false, 0, 0, 100},
		{"empty pot", 0, 20, 5, 2, true, 0, 0, 0},
		{"amounts of 0 mean 1", 100, 0, 0, 2, true, 68, 16, 0},
		{"largest pot, largest rounding", pot.Max, pot.Max, pot.Max, 7, true, pot.Max, 0, 0},
		{"largest pot", pot.Max, 1, 1, 7, true, 666666666666671, 47619047619047, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, e, l := pot.Thirds(tt.p, tt.roundUp, tt.coin, tt.joinersMade, tt.declarerMade)
			if d != tt.declarer || e != tt.each || l != tt.left {
				t.Errorf("Thirds = %d, %d, %d; want %d, %d, %d", d, e, l, tt.declarer, tt.each, tt.left)
			}
		})
	}
}

// TestFivePlayersPotOfOneFranc is the example of both printed rules and the check
// of docs/rules.md 2.11: five players, ante 20, so a pot of 1 franc; the declarer takes
// 1 trick, three joiners 2, 1 and 0, one player is out.
func TestFivePlayersPotOfOneFranc(t *testing.T) {
	t.Parallel()
	const ante = 20
	seats := []string{"declarer", "joiner 2", "joiner 1", "joiner 0", "out"}
	var l pot.Ledger
	post := func(amounts ...pot.Chips) {
		t.Helper()
		for i, id := range seats {
			if err := l.Post(pot.Move{ID: id, Amount: amounts[i]}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, id := range seats {
		if err := l.Open(id); err != nil {
			t.Fatal(err)
		}
	}
	post(-ante, -ante, -ante, -ante, -ante)
	p := l.Pot()
	if p != 100 {
		t.Fatalf("pot = %d, want 100", p)
	}
	_, each, left := pot.Thirds(p, 20, 5, 2, false)
	if each != 50 || left != 0 {
		t.Fatalf("payout %d each, left %d; want 50 each, left 0", each, left)
	}
	post(0, each, each, 0, 0)
	before := l.Accounts()
	post(-pot.Penalty(p, 2, 0)-ante, -ante, -ante, -pot.Penalty(p, 1, 0)-ante, -ante)
	for i, want := range []pot.Chips{220, 20, 20, 120, 20} {
		if b, _ := l.Balance(seats[i]); before[i].Balance-b != want {
			t.Errorf("%s pays %d into the next pot, want %d", seats[i], before[i].Balance-b, want)
		}
	}
	if l.Pot() != 400 {
		t.Errorf("next pot with antes = %d, want 400", l.Pot())
	}
}

func TestPenalty(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		p     pot.Chips
		pots  int
		limit pot.Chips
		want  pot.Chips
	}{
		{100, 2, 0, 200},
		{100, 1, 0, 100},
		{100, 2, 150, 150},
		{100, 1, 150, 100},
		{pot.Max, 2, 0, 2 * pot.Max},
	} {
		if got := pot.Penalty(tt.p, tt.pots, tt.limit); got != tt.want {
			t.Errorf("Penalty(%d, %d, %d) = %d, want %d", tt.p, tt.pots, tt.limit, got, tt.want)
		}
	}
}

func TestPay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ p, amount, most, want pot.Chips }{
		{0, 20, pot.Max, 20},
		{pot.Max - 20, 20, pot.Max, 20},
		{pot.Max - 19, 20, pot.Max, 19},
		{pot.Max, 20, pot.Max, 0},
		{pot.Max, 2 * pot.Max, pot.Max, 0},
		{1, 2 * pot.Max, pot.Max, pot.Max - 1},
		{0, 0, pot.Max, 0},
		{90, 20, 100, 10},
		{110, 20, 100, 0},
	} {
		if got := pot.Pay(tt.p, tt.amount, tt.most); got != tt.want {
			t.Errorf("Pay(%d, %d, %d) = %d, want %d", tt.p, tt.amount, tt.most, got, tt.want)
		}
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		p     pot.Chips
		parts []int
		want  []pot.Chips
		left  pot.Chips
	}{
		{"even", 300, []int{2, 1}, []pot.Chips{200, 100}, 0},
		{"largest remainder: .67 before .33", 100, []int{2, 1}, []pot.Chips{67, 33}, 0},
		{"tie: nearest the declarer", 101, []int{0, 1, 1}, []pot.Chips{0, 51, 50}, 0},
		{"two missing, three tied", 5, []int{1, 1, 1}, []pot.Chips{2, 2, 1}, 0},
		{"declarer's fraction .5 ties with nobody above", 101, []int{2, 1, 1}, []pot.Chips{51, 25, 25}, 0},
		{"who failed gets nothing, even before a tie", 2, []int{0, 1, 0, 1, 1}, []pot.Chips{0, 1, 0, 1, 0}, 0},
		{"one alone", 77, []int{0, 0, 1}, []pot.Chips{0, 0, 77}, 0},
		{"nobody made it", 77, []int{0, 0}, []pot.Chips{0, 0}, 77},
		{"pot of 1", 1, []int{2, 1, 1, 1}, []pot.Chips{1, 0, 0, 0}, 0},
		{"empty pot", 0, []int{2, 1}, []pot.Chips{0, 0}, 0},
		{"largest pot, nine parts", pot.Max, []int{2, 1, 1, 1, 1, 1, 1, 1},
			[]pot.Chips{222222222222223, 111111111111111, 111111111111111, 111111111111111,
				111111111111111, 111111111111111, 111111111111111, 111111111111111}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			share := []pot.Chips{9, 9, 9, 9, 9, 9, 9, 9}[:len(tt.parts)]
			left := pot.Roles(tt.p, 1, tt.parts, share)
			if !slices.Equal(share, tt.want) || left != tt.left {
				t.Errorf("Roles(%d, %v) = %v, left %d; want %v, left %d", tt.p, tt.parts, share, left, tt.want, tt.left)
			}
		})
	}
}

func TestTricksAndEqual(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		p, coin       pot.Chips
		tricks, total int
		want          pot.Chips
	}{
		{103, 1, 3, 4, 75},  // 3.10: a quarter of 103 is 25
		{103, 10, 1, 4, 20}, // in coins of 10
		{103, 1, 0, 4, 0},
		{3, 1, 3, 4, 0},    // too little to divide
		{100, 1, 2, 3, 66}, // 5.8: thirds
		{pot.Max, 1, 4, 4, pot.Max},
		{103, 5, 4, 4, 103}, // all tricks earn all of it
	} {
		if got := pot.Tricks(tt.p, tt.coin, tt.tricks, tt.total); got != tt.want {
			t.Errorf("Tricks(%d, %d, %d, %d) = %d, want %d", tt.p, tt.coin, tt.tricks, tt.total, got, tt.want)
		}
	}
	if each, left := pot.Equal(100, 5, 0); each != 0 || left != 100 {
		t.Errorf("Equal among nobody = %d, left %d; want 0, left 100", each, left)
	}
}

func amount(t *rapid.T, name string) pot.Chips {
	return pot.Chips(rapid.OneOf(
		rapid.Int64Range(0, 500),
		rapid.Int64Range(0, int64(pot.Max)),
		rapid.Int64Range(int64(pot.Max)-500, int64(pot.Max)),
	).Draw(t, name))
}

// TestSplitsConserve: what is handed out and left over is what was there, nobody
// gets less than nothing, and shares in coins are whole coins.
func TestSplitsConserve(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, roundUp, coin := amount(t, "p"), amount(t, "roundUp"), amount(t, "coin")
		n := rapid.IntRange(0, 7).Draw(t, "joinersMade")
		made := rapid.Bool().Draw(t, "declarerMade")

		d, each, left := pot.Thirds(p, roundUp, coin, n, made)
		if whole := max(coin, 1); p%whole == 0 && d%whole != 0 {
			t.Fatalf("Thirds: the declarer gets %d, which is not whole coins of %d", d, coin)
		}
		if d+each*pot.Chips(n)+left != p || d < 0 || each < 0 || left < 0 {
			t.Fatalf("Thirds: %d + %d*%d + %d of %d", d, n, each, left, p)
		}
		if made && (left != 0 || 3*d < 2*p) {
			t.Fatalf("Thirds: declarer made it with %d of %d, left %d", d, p, left)
		}
		if !made && d != 0 {
			t.Fatalf("Thirds: declarer failed and gets %d", d)
		}
		if coin > 1 && each%coin != 0 && (made || n != 1) {
			t.Fatalf("Thirds: %d is not whole coins of %d", each, coin)
		}

		total := rapid.IntRange(1, 8).Draw(t, "total")
		each, left = pot.Equal(p, coin, total)
		if each*pot.Chips(total)+left != p || left < 0 || left >= pot.Chips(total)*max(coin, 1) {
			t.Fatalf("Equal: %d*%d + %d of %d", total, each, left, p)
		}
		if all := pot.Tricks(p, coin, total, total); all != p {
			t.Fatalf("Tricks: all %d tricks earn %d, want %d", total, all, p)
		}
		if some := pot.Tricks(p, coin, total-1, total); some != each*pot.Chips(total-1) {
			t.Fatalf("Tricks: %d of %d tricks earn %d, want %d each", total-1, total, some, each)
		}
	})
}

// TestRolesAgainstDefinition compares Roles with the textbook: floors first, then
// one coin at a time to the largest fraction not yet served.
func TestRolesAgainstDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := amount(t, "p")
		parts := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 8).Draw(t, "parts")
		got := make([]pot.Chips, len(parts))
		coin := pot.Chips(rapid.IntRange(1, 100).Draw(t, "coin"))
		left := pot.Roles(p, coin, parts, got)

		total, most := 0, slices.Max(parts)
		for _, w := range parts {
			total += w
		}
		want := make([]pot.Chips, len(parts))
		all, missing := p, p/coin
		switch p := missing; {
		case total == 0:
		case most == total:
			want[slices.Index(parts, most)], all = all, 0
		default:
			for i, w := range parts {
				want[i] = p * pot.Chips(w) / pot.Chips(total)
				missing -= want[i]
			}
			for served := map[int]bool{}; missing > 0; missing-- {
				best := -1
				for i, w := range parts {
					if fraction := func(w int) pot.Chips { return p * pot.Chips(w) % pot.Chips(total) }; !served[i] &&
						(best < 0 || fraction(w) > fraction(parts[best])) {
						best = i
					}
				}
				served[best] = true
				want[best]++
			}
			for i := range want {
				want[i] *= coin
				all -= want[i]
			}
		}
		if !slices.Equal(got, want) || left != all {
			t.Fatalf("Roles(%d, %d, %v) = %v, left %d; want %v, left %d", p, coin, parts, got, left, want, all)
		}
	})
}

func TestSplitsDoNotAllocate(t *testing.T) {
	parts := [8]int{2, 1, 1, 0, 1, 1, 1, 1}
	if n := testing.AllocsPerRun(100, func() {
		var share [8]pot.Chips
		pot.Roles(1000, 5, parts[:], share[:])
		pot.Thirds(1000, 20, 5, 3, true)
	}); n != 0 {
		t.Errorf("splitting a pot allocates %v times, want 0", n)
	}
}

func TestChipsText(t *testing.T) {
	t.Parallel()
	for _, c := range []pot.Chips{0, 5, -5, 220, pot.Max, -1e18, 1e18} {
		got, err := pot.Parse(c.String())
		if err != nil || got != c || string(c.AppendTo([]byte("x"))) != "x"+c.String() {
			t.Errorf("%d: Parse(%q) = %d, %v", c, c.String(), got, err)
		}
	}
	for _, s := range []string{"", "2.20", "1e3", "20 ", "0x10", "1_000", "1000000000000000001", "-1000000000000000001", "99999999999999999999"} {
		if got, err := pot.Parse(s); err == nil {
			t.Errorf("Parse(%q) = %d, want an error", s, got)
		}
	}
}

func BenchmarkThirds(b *testing.B) {
	for b.Loop() {
		pot.Thirds(1234, 20, 5, 3, true)
	}
}

func BenchmarkRoles(b *testing.B) {
	parts := [8]int{2, 1, 1, 0, 1, 1, 1, 1}
	var share [8]pot.Chips
	for b.Loop() {
		pot.Roles(1234, 5, parts[:], share[:])
	}
}
