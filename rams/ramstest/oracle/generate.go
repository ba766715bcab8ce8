package oracle

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Start is how a hand to be generated begins: rules as in a line's `rules`.
type Start struct {
	Rules  string
	Seats  int
	Dealer int
	Muss   bool
	Pot    int64
	Redeal int64
	Spared int64 // a bit a seat that pays no ante
}

// Generate plays a hand at random, by the oracle's rules, and returns its line,
// with the legal acts of every decision if asked for. So the kernel can be
// checked in the other direction: it has to accept and reproduce these lines.
func Generate(s Start, legal bool, rng *rand.Rand) ([]byte, error) {
	r, err := parseRules([]byte(s.Rules))
	if err != nil {
		return nil, err
	}
	beginning := next{Pot: s.Pot, Dealer: s.Dealer, Muss: s.Muss, Redeal: s.Redeal, Spared: s.Spared}
	head := header{rules: r, seats: s.Seats, next: beginning}
	if err := head.check(); err != nil {
		return nil, err
	}
	h := begin(head, chance{rng})
	h.run()
	return h.line(s.Rules, legal), nil
}

// line writes a hand that is over.
func (h *hand) line(rules string, legal bool) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `{"format":"rams-hand/1","rules":%s,"seats":%d,"dealer":%d,"muss":%t,"pot":%d`,
		rules, h.seats, h.Dealer, h.Muss, h.Pot)
	if h.Redeal > 0 {
		fmt.Fprintf(&b, `,"redeal":%d`, h.Redeal)
	}
	if h.Spared > 0 {
		fmt.Fprintf(&b, `,"spared":%d`, h.Spared)
	}
	b.WriteString(`,"events":[`)
	for i, e := range h.log {
		if i > 0 {
			b.WriteByte(',')
		}
		if !legal {
			delete(e, "legal")
		}
		b.WriteString(e.text())
	}
	result := []any{h.payout, h.penalty, h.after}
	for i, name := range []string{`],"payout":`, `,"penalty":`, `,"next":`} {
		text, _ := json.Marshal(result[i]) // integers and booleans: can't fail
		b.WriteString(name + string(text))
	}
	return []byte(b.String() + "}")
}

// chance is the teller that plays nature and all seats at random.
type chance struct{ rng *rand.Rand }

func (c chance) order(_ string, cards []string) []string {
	order := append([]string(nil), cards...)
	c.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

func (c chance) cutAt(cards int) int { return 1 + c.rng.IntN(cards-1) }

func (c chance) choose(_ int, legal []string) string { return legal[c.rng.IntN(len(legal))] }

func (c chance) told(event) {}
