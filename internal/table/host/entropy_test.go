package host

import (
	"encoding/base64"
	"strings"
	"testing"

	"chratze/card"
)

func TestEveryOrderIsAboutAsLikely(t *testing.T) {
	t.Parallel()
	c := NewChance()
	seen := map[string]int{}
	const n = 24_000
	for range n {
		cards := []card.Card{0, 1, 2, 3}
		c.Shuffle(cards)
		text := ""
		for _, x := range cards {
			text += x.String()
		}
		seen[text]++
	}
	if len(seen) != 24 {
		t.Fatalf("%d orders of four cards", len(seen))
	}
	square := 0.0
	for _, k := range seen {
		d := float64(k) - n/24
		square += d * d / (n / 24)
	}
	if square > 72 { // chi-squared, 23 degrees: one in a million
		t.Errorf("chi-squared is %v", square)
	}
	cuts := [36]int{}
	for range 3600 {
		cuts[c.Cut(36)]++
	}
	for at, k := range cuts {
		if (at == 0) != (k == 0) {
			t.Errorf("cut at %d %d times", at, k)
		}
	}
}

func TestSecretsAndCodes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	letters := map[rune]bool{}
	for range 1000 {
		secret, code := FreshSecret(), FreshCode()
		if b, err := base64.RawURLEncoding.DecodeString(secret); err != nil || len(b) != 16 {
			t.Fatalf("the secret %s has %d bytes: %v", secret, len(b), err)
		}
		if len(code) != 8 || strings.ContainsAny(code, "OILU") {
			t.Fatalf("the code is %s", code)
		}
		for _, r := range code {
			letters[r] = true
		}
		if seen[secret] || seen[code] {
			t.Fatal("twice the same")
		}
		seen[secret], seen[code] = true, true
	}
	if len(letters) != 32 {
		t.Errorf("codes have %d letters", len(letters))
	}
}
