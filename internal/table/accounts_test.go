package table

import (
	"slices"
	"testing"

	"chratze/pot"
)

// TestAccountsByName: who left and came again by the same name has one account, and pays nobody
// of that name.
func TestAccountsByName(t *testing.T) {
	t.Parallel()
	i := Info{
		Chairs: []Chair{{Name: "Anna", Balance: 300}, {Name: "Bob", Balance: -340}, {}},
		Gone:   []Gone{{"Bob", 220}, {"Cara", -180}, {"Bob", 0}},
	}
	names, balances := i.Accounts()
	if !slices.Equal(names, []string{"Anna", "Bob", "", "Cara"}) || !slices.Equal(balances, []pot.Chips{300, -120, 0, -180}) {
		t.Errorf("%q %v", names, balances)
	}
}
