package pot_test

import (
	"slices"
	"strings"
	"testing"

	"chratze/pot"

	"pgregory.net/rapid"
)

// ledger returns a ledger with these accounts; the pot holds what they have lost.
func ledger(t *testing.T, accounts ...pot.Account) pot.Ledger {
	t.Helper()
	var p pot.Chips
	for _, a := range accounts {
		p -= a.Balance
	}
	l, err := pot.Restore(p, accounts)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestOpenStartsAtZeroAndKeeps(t *testing.T) {
	t.Parallel()
	var l pot.Ledger
	for _, id := range []string{"Anna", "Beat", "Anna"} {
		if err := l.Open(id); err != nil {
			t.Fatal(err)
		}
		if err := l.Post(pot.Move{ID: id, Amount: -20}); err != nil {
			t.Fatal(err)
		}
	}
	want := []pot.Account{{ID: "Anna", Balance: -40}, {ID: "Beat", Balance: -20}}
	if got := l.Accounts(); !slices.Equal(got, want) || l.Pot() != 60 {
		t.Errorf("accounts %v, pot %d; want %v, pot 60", got, l.Pot(), want)
	}
	if err := l.Open(""); err == nil {
		t.Error("Open without a name succeeded")
	}
	if _, ok := l.Balance("Chregu"); ok {
		t.Error("Balance of nobody exists")
	}
}

func TestPostRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		moves []pot.Move
		want  string
	}{
		{"more than the pot holds", []pot.Move{{"Anna", 30}, {"Beat", 31}}, "would hold -1"},
		{"unknown account", []pot.Move{{"Anna", 30}, {"Zora", 30}}, `"Zora"`},
		{"pot beyond Max", []pot.Move{{"Anna", -pot.Max}}, "1000000000000060"},
		{"far more payments than any pot holds", slices.Repeat([]pot.Move{{"Anna", -pot.Max}, {"Beat", -pot.Max}}, 999), "allowed is 0 to"},
		{"a payment beyond Max", []pot.Move{{"Anna", -pot.Max - 1}}, "1000000000000001"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := ledger(t, pot.Account{"Anna", -40}, pot.Account{"Beat", -20})
			before := l.Accounts()
			err := l.Post(tt.moves...)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Post = %v, want an error with %s", err, tt.want)
			}
			if !slices.Equal(l.Accounts(), before) || l.Pot() != 60 {
				t.Errorf("a refused Post left %v, pot %d; want %v, pot 60", l.Accounts(), l.Pot(), before)
			}
		})
	}
}

func TestAccountsAreBounded(t *testing.T) {
	t.Parallel()
	const most = 1e18
	l := ledger(t, pot.Account{"Anna", -most}, pot.Account{"Beat", most - 20})
	for _, m := range []pot.Move{{"Anna", -1}, {"Beat", 21}} {
		if err := l.Post(m); err == nil {
			t.Errorf("Post(%v) succeeded", m)
		}
	}
	if err := l.Transfer("Beat", "Anna", 1); err == nil {
		t.Error("a transfer carried Anna beyond the bound")
	}
	if err := l.Check(); err != nil {
		t.Error(err)
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		p        pot.Chips
		accounts []pot.Account
		want     string
	}{
		{"sum not 0", 10, []pot.Account{{"Anna", -11}}, "add up to -1"},
		{"negative pot", -1, []pot.Account{{"Anna", 1}}, "would hold -1"},
		{"pot beyond Max", pot.Max + 1, []pot.Account{{"Anna", -pot.Max - 1}}, "would hold 1000000000000001"},
		{"same name twice", 0, []pot.Account{{"Anna", 1}, {"Anna", -1}}, "two accounts"},
		{"no name", 0, []pot.Account{{"", 0}}, "without a name"},
		{"account beyond its bound", 0, []pot.Account{{"Anna", 2e18}, {"Beat", -2e18}}, `"Anna"`},
		{"sum beyond 64 bits", 0, slices.Collect(func(yield func(pot.Account) bool) {
			for i := range 19 {
				yield(pot.Account{ID: strings.Repeat("x", i+1), Balance: 1e18})
			}
		}), "too large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := pot.Restore(tt.p, tt.accounts); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Restore = %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestPayOff(t *testing.T) {
	t.Parallel()
	l := ledger(t, pot.Account{"Anna", -50}, pot.Account{"Beat", -53})
	part, err := l.PayOff("Beat", 4, 5)
	if err != nil || part != 25 || l.Pot() != 78 {
		t.Errorf("PayOff = %d, %v, pot %d; want 25 of 103 in fives, pot 78", part, err, l.Pot())
	}
	if b, _ := l.Balance("Beat"); b != -28 {
		t.Errorf("Beat leaves with %d, want -28", b)
	}
	if _, err := l.PayOff("Beat", 0, 5); err == nil {
		t.Error("PayOff among 0 players succeeded")
	}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		heirs  []string
		want   []pot.Chips
		assert string
	}{
		{"last declarer", []string{"Chregu", "Beat"}, []pot.Chips{30, 30, 43}, ""},
		{"declarer has left: last dealer", []string{"Dora", "Beat"}, []pot.Chips{30, 43, 30}, ""},
		{"both have left: lowest seat", []string{"Dora", "Emil"}, []pot.Chips{43, 30, 30}, ""},
		{"no hand was opened yet", nil, []pot.Chips{43, 30, 30}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := ledger(t, pot.Account{"Dora", -103}, pot.Account{"Chregu", 0}, pot.Account{"Beat", 0}, pot.Account{"Anna", 0})
			got, err := l.End([]string{"Anna", "Beat", "Chregu"}, 5, tt.heirs...)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Fatalf("End = %v, %v; want %v", got, err, tt.want)
			}
			if err := l.Check(); err != nil || l.Pot() != 0 {
				t.Errorf("after the end the pot holds %d, %v", l.Pot(), err)
			}
			if b, _ := l.Balance("Chregu"); b != tt.want[2] {
				t.Errorf("Chregu has %d, want %d", b, tt.want[2])
			}
		})
	}
}

func TestEndRefuses(t *testing.T) {
	t.Parallel()
	l := ledger(t, pot.Account{"Anna", -103})
	for _, sitting := range [][]string{nil, {"Anna", "Anna"}, {"Anna", "Zora"}} {
		if _, err := l.End(sitting, 1); err == nil {
			t.Errorf("End(%q) succeeded", sitting)
		}
	}
	if l.Pot() != 103 {
		t.Errorf("a refused End left %d in the pot, want 103", l.Pot())
	}
}

func TestTransfer(t *testing.T) {
	t.Parallel()
	l := ledger(t, pot.Account{"Anna", -30}, pot.Account{"Beat", 30})
	if err := l.Transfer("Anna", "Beat", 30); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"Anna", "Beat"} {
		if b, _ := l.Balance(id); b != 0 {
			t.Errorf("%s has %d after paying up, want 0", id, b)
		}
	}
	for _, bad := range []struct {
		from, to string
		n        pot.Chips
	}{{"Anna", "Zora", 5}, {"Zora", "Anna", 5}, {"Anna", "Beat", -5}} {
		if err := l.Transfer(bad.from, bad.to, bad.n); err == nil {
			t.Errorf("Transfer(%q, %q, %d) succeeded", bad.from, bad.to, bad.n)
		}
	}
	if b, _ := l.Balance("Anna"); b != 0 {
		t.Errorf("a refused transfer left Anna with %d, want 0", b)
	}
}

// TestSittingConserves plays sittings of random payments, newcomers, leavers and
// an end: the sum stays 0, and in the end everybody can be paid.
func TestSittingConserves(t *testing.T) {
	t.Parallel()
	names := []string{"Anna", "Beat", "Chregu", "Dora", "Emil", "Fritz", "Gret", "Hans"}
	rapid.Check(t, func(t *rapid.T) {
		var l pot.Ledger
		must := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		must(l.Open("Anna"))
		name := rapid.SampledFrom(names)
		steps := rapid.IntRange(0, 60).Draw(t, "steps")
		for range steps {
			id := name.Draw(t, "who")
			must(l.Open(id))
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				must(l.Post(pot.Move{ID: id, Amount: -pot.Pay(l.Pot(), amount(t, "in"), pot.Max)}))
			case 1:
				must(l.Post(pot.Move{ID: id, Amount: min(l.Pot(), amount(t, "out"))}))
			case 2:
				_, err := l.PayOff(id, len(l.Accounts()), amount(t, "coin"))
				must(err)
			}
			must(l.Check())
		}
		var sitting []string
		for _, a := range l.Accounts() {
			sitting = append(sitting, a.ID)
		}
		_, err := l.End(sitting, amount(t, "coin"), name.Draw(t, "declarer"), name.Draw(t, "dealer"))
		must(err)
		must(l.Check())
		var balances []pot.Chips
		for _, a := range l.Accounts() {
			balances = append(balances, a.Balance)
		}
		transfers, err := pot.Settle(balances)
		must(err)
		for _, p := range transfers {
			must(l.Transfer(sitting[p.From], sitting[p.To], p.Amount))
		}
		for _, a := range l.Accounts() {
			if a.Balance != 0 {
				t.Fatalf("%s has %d after everybody paid, want 0", a.ID, a.Balance)
			}
		}
	})
}
