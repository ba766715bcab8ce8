package pot_test

import (
	"testing"

	"chratze/pot"
)

// FuzzParse: what Parse reads, it reads again from its text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "220", "-5", "+5", "007", "1e3", "1000000000000000001", "٣"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := pot.Parse(s)
		if err != nil {
			return
		}
		if again, err := pot.Parse(c.String()); err != nil || again != c {
			t.Errorf("Parse(%q) = %d, but Parse(%q) = %d, %v", s, c, c, again, err)
		}
	})
}

// FuzzSettle: whatever the balances are, they are refused or settled; two bytes
// make a balance, and the last one balances the others.
func FuzzSettle(f *testing.F) {
	f.Add([]byte{0, 5, 0, 5})
	f.Add([]byte{0, 7, 255, 252, 255, 253, 255, 250, 0, 1, 0, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 100 {
			return
		}
		var b []pot.Chips
		var last pot.Chips
		for ; len(data) >= 2; data = data[2:] {
			c := pot.Chips(int16(data[0])<<8 | int16(data[1]))
			b = append(b, c)
			last -= c
		}
		b = append(b, last)
		transfers, err := pot.Settle(b)
		if err != nil {
			t.Fatalf("Settle(%v): %v", b, err)
		}
		checkSettled(t, b, transfers)
	})
}
