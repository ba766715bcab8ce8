package fair

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"chratze/card"
)

// pack is the pack of Kratzen, in pack order.
func pack() []card.Card { return card.Weli33.Cards().Append(nil) }

// deal is a deal as an honest server makes it, and somebody who checks it.
type deal struct {
	proof Proof
	hand  Hand // the full line
	view  Hand // what one seat was shown
	draws Draws
}

const chairs = 3

func nonceOf(r *rand.Rand) string {
	var s Secret
	for i := range s {
		s[i] = byte(r.Uint32())
	}
	return s.Hex()
}

// newDeal deals: a shuffle, a cut, a hop, three packets, an upcard, a draw, and
// another one that needs a reshuffle.
func newDeal(sitting Secret, number int) *deal {
	r := rand.New(rand.NewPCG(uint64(number), 1))
	d := &deal{}
	h := HandSecret(sitting, number)
	d.proof = Proof{Scheme: Scheme, Number: number, After: number - 1, Bots: []int{}, Opens: OpensSession, Sitting: SittingPromise(sitting), Promise: Promise(number, h)}
	for c := range chairs {
		nonce := nonceOf(r)
		d.proof.Nonces = append(d.proof.Nonces, Given{c, nonce})
		d.proof.Promises = append(d.proof.Promises, Given{c, Commit(number, Given{c, nonce})})
	}
	d.draws = Draws{Number: number, Seed: Seed(number, h, d.proof.Nonces)}
	d.play()
	d.proof.Draws = d.draws.Published(1)
	d.proof.Secret = h.Hex()
	return d
}

// play makes the steps of the hand from the draws.
func (d *deal) play() {
	order := pack()
	var full, view []Step
	add := func(s, seen Step) { full, view = append(full, s), append(view, seen) }
	for range 2 { // the first cut was a hop
		order = pack()
		d.draws.Shuffle(order)
		add(Step{Kind: Shuffled, Cards: slices.Clone(order), N: len(order)}, Step{Kind: Shuffled, N: len(order)})
		at := d.draws.Cut(len(order))
		cut := Step{Kind: Cut, N: at, Cards: []card.Card{order[at-1], order[len(order)-1]}}
		add(cut, cut)
		order = slices.Concat(order[at:], order[:at])
	}
	take := func(n int, shown bool) {
		s := Step{Kind: Taken, Cards: order[:n]}
		hidden := Step{Kind: Taken, Cards: slices.Repeat([]card.Card{card.Hidden}, n)}
		if shown {
			hidden = s
		}
		add(s, hidden)
		order = order[n:]
	}
	take(4, false)
	take(4, true)
	take(1, true)
	take(20, false)
	discards := []card.Card{}
	for _, s := range full {
		if s.Kind == Taken && len(discards) < 10 {
			discards = append(discards, s.Cards...)
		}
	}
	slices.Sort(discards)
	d.draws.Shuffle(discards)
	add(Step{Kind: Reshuffled, Cards: discards, N: len(discards)}, Step{Kind: Reshuffled, N: len(discards)})
	order = slices.Concat(order, discards)
	take(6, true)
	d.hand = Hand{Pack: pack(), Steps: full, Over: true}
	d.view = Hand{Pack: pack(), Steps: view, Over: true, View: true}
	seen, _ := Seen(view)
	d.proof.Open = d.draws.Open(seen)
}

func codes(faults []Fault) string {
	var list []string
	for _, f := range faults {
		list = append(list, f.Code)
	}
	return strings.Join(list, " ")
}

var sittingSecret = Secret{1, 2, 3}

func TestHonestDeals(t *testing.T) {
	t.Parallel()
	var e Evening
	for n := 1; n <= 50; n++ {
		d := newDeal(sittingSecret, n)
		closed := d.proof
		closed.Secret = ""
		opened := closed
		opened.SittingSecret = sittingSecret.Hex()
		for _, tt := range []struct {
			name  string
			proof *Proof
			hand  *Hand
			level Level
			draws int
		}{
			{"full", &d.proof, &d.hand, Whole, 5},
			{"full, the sitting's secret", &opened, &d.hand, Whole, 5},
			{"full, closed", &closed, &d.hand, Some, 0},
			{"view", &closed, &d.view, Some, 0},
			{"view, opened", &d.proof, &d.view, Whole, 4},
		} {
			p, err := Parse(string(tt.proof.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			r := Verify(p, tt.hand)
			if len(r.Faults) > 0 || r.Level != tt.level || r.Draws != tt.draws || r.Nonces != chairs || r.Cards < 11 {
				t.Fatalf("deal %d, %s: %+v", n, tt.name, r)
			}
			if f := e.Add(1, p, tt.name); len(f) > 0 {
				t.Fatalf("deal %d, %s: %+v", n, tt.name, f)
			}
		}
	}
}

// TestPlantedCheats: each way to cheat, and the fault that reports it: in the whole hand with
// the secret open, in a player's own view, and in that view with the secret open. A dash means
// that it can't be found there.
func TestPlantedCheats(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                string
		cheat               func(d *deal)
		full, view, further string
	}{
		{"reorders the pack", func(d *deal) {
			d.redraw(func(d *Draws) { slices.Reverse(d.Orders[2].Cards) })
		}, FaultOrder, "-", FaultOrder},
		{"swaps two cards", func(d *deal) {
			d.redraw(func(d *Draws) {
				o := d.Orders[2].Cards
				a := (d.Orders[3].At + 4) % 33 // the first card that the seat is dealt
				b := (a + 9) % 33
				o[a], o[b] = o[b], o[a]
			})
		}, FaultSwap, "-", FaultSwap},
		{"swaps two cards behind the commitments", func(d *deal) {
			for i := range d.hand.Steps[5].Cards[:1] {
				d.hand.Steps[5].Cards[i], d.hand.Steps[7].Cards[i] = d.hand.Steps[7].Cards[i], d.hand.Steps[5].Cards[i]
			}
		}, FaultSeen, FaultSeen, FaultSwap},
		{"deals again after seeing the nonces", func(d *deal) {
			h := HandSecret(Secret{9}, d.proof.Number)
			d.draws = Draws{Number: d.proof.Number, Seed: Seed(d.proof.Number, h, d.proof.Nonces)}
			d.play()
			d.proof.Draws, d.proof.Secret = d.draws.Published(1), h.Hex()
		}, FaultSecret, "-", FaultSecret},
		{"leaves a number out after seeing the nonces", func(d *deal) { d.proof.After-- }, FaultGap, FaultGap, FaultGap},
		{"drops a nonce and says nothing", func(d *deal) {
			h, _ := ParseSecret(d.proof.Secret)
			d.draws = Draws{Number: d.proof.Number, Seed: Seed(d.proof.Number, h, d.proof.Nonces[:2])}
			d.play()
			d.proof.Draws = d.draws.Published(1)
		}, FaultDropped, "-", FaultOrder},
		{"drops a nonce and its commitment", func(d *deal) {
			d.proof.Mine = &Mine{Chair: 2, Nonce: d.proof.Nonces[2].Text, Promise: d.proof.Promise}
			d.proof.Nonces, d.proof.Promises = d.proof.Nonces[:2], d.proof.Promises[:2]
		}, FaultDropped, FaultDropped, FaultDropped},
		{"drops a nonce only", func(d *deal) { d.proof.Nonces = d.proof.Nonces[1:] }, FaultDropped, FaultDropped, FaultDropped},
		{"changes a nonce", func(d *deal) { d.proof.Nonces[1].Text = strings.Repeat("0", 64) }, FaultNonce, FaultNonce, FaultNonce},
		{"adds a nonce", func(d *deal) { d.proof.Nonces = append(d.proof.Nonces, Given{4, d.proof.Promise}) }, FaultAdded, FaultAdded, FaultAdded},
		{"changes its commitment late", func(d *deal) {
			d.proof.Mine = &Mine{Chair: 0, Promise: Promise(d.proof.Number, Secret{})}
		}, FaultLate, FaultLate, FaultLate},
		{"skips a draw and says nothing", func(d *deal) {
			d.redraw(func(d *Draws) {
				d.Orders[2].Cards = pack()
				shuffle(d.Seed, 7, d.Orders[2].Cards)
			})
		}, FaultSkipped, "-", FaultSkipped},
		{"skips a draw's number", func(d *deal) { d.proof.Draws[4].Draw++ }, FaultSkipped, FaultSkipped, FaultSkipped},
		{"skips a reshuffle", func(d *deal) {
			d.redraw(func(d *Draws) {
				slices.Sort(d.Orders[4].Cards)
				shuffle(d.Seed, 6, d.Orders[4].Cards)
			})
		}, FaultSkipped, "-", "-"},
		{"cuts where it likes", func(d *deal) {
			d.redraw(func(d *Draws) { d.Orders[1].At = 1 + d.Orders[1].At%32 })
		}, FaultCut, "-", FaultCut},
		{"commits to other cards", func(d *deal) { d.proof.Draws[0].Shuffle[3] = d.proof.Draws[0].Shuffle[4] }, FaultCards, "-", FaultCards},
		{"opens another card", func(d *deal) {
			f := strings.Fields(d.proof.Open[0])
			f[3] = strings.Repeat("0", 32)
			d.proof.Open[0] = strings.Join(f, " ")
		}, FaultOpening, FaultOpening, FaultOpening},
		{"doesn't open a card", func(d *deal) { d.proof.Open = d.proof.Open[1:] }, "-", FaultClosed, FaultClosed},
		{"opens another secret of the sitting", func(d *deal) { d.proof.SittingSecret = Secret{7}.Hex() }, FaultSitting, "-", FaultSitting},
		{"opens a secret that isn't the sitting's", func(d *deal) {
			d.proof.SittingSecret = Secret{7}.Hex()
			d.proof.Sitting = SittingPromise(Secret{7})
		}, FaultDerived, "-", FaultDerived},
		{"is no proof", func(d *deal) { d.proof.Promise = "x" }, FaultForm, FaultForm, FaultForm},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDeal(sittingSecret, 12)
			tt.cheat(d)
			closed := d.proof
			closed.Secret, closed.SittingSecret = "", ""
			for _, c := range []struct {
				what  string
				proof *Proof
				hand  *Hand
				want  string
			}{{"full", &d.proof, &d.hand, tt.full}, {"view", &closed, &d.view, tt.view}, {"opened view", &d.proof, &d.view, tt.further}} {
				got := codes(Verify(c.proof, c.hand).Faults)
				if first, _, _ := strings.Cut(got+" ", " "); first != strings.Trim(c.want, "-") {
					t.Errorf("%s: found %q, want %s first", c.what, got, c.want)
				}
			}
		})
	}
}

// redraw plays with altered draws and publishes them.
func (d *deal) redraw(change func(*Draws)) {
	change(&d.draws)
	changed := d.draws.Orders
	d.draws.Orders = nil
	source := &played{orders: changed}
	d.replay(source)
	d.draws.Orders = changed
	seen, _ := Seen(d.view.Steps)
	d.proof.Open, d.proof.Draws = d.draws.Open(seen), d.draws.Published(1)
}

// played returns the recorded orders.
type played struct{ orders []Order }

func (p *played) next() Order {
	o := p.orders[0]
	p.orders = p.orders[1:]
	return o
}

// replay takes the steps of the hand through other orders.
func (d *deal) replay(p *played) {
	var order []card.Card
	for i := range d.hand.Steps {
		s, v := &d.hand.Steps[i], &d.view.Steps[i]
		shown := s.Kind == Cut || s.Kind == Taken && v.Cards[0] != card.Hidden
		switch s.Kind {
		case Shuffled:
			order = slices.Clone(p.next().Cards)
			s.Cards = slices.Clone(order)
		case Cut:
			o := p.next()
			s.N, v.N = o.At, o.At
			s.Cards = []card.Card{order[o.At-1], order[len(order)-1]}
			order = slices.Concat(order[o.At:], order[:o.At])
		case Reshuffled:
			s.Cards = slices.Clone(p.next().Cards)
			order = slices.Concat(order, s.Cards)
		case Taken:
			n := len(s.Cards)
			s.Cards = slices.Clone(order[:n])
			order = order[n:]
		}
		if shown {
			v.Cards = s.Cards
		}
	}
}

// TestCheatsBetweenHands: cheats that only several deals together show.
func TestCheatsBetweenHands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		cheat func(a, b *deal)
		want  string
	}{
		{"none", func(_, _ *deal) {}, ""},
		{"reuses a secret", func(a, b *deal) { b.proof.Secret = a.proof.Secret }, FaultReused},
		{"reuses a commitment", func(a, b *deal) { b.proof.Promise = a.proof.Promise }, FaultReused},
		{"changes a commitment", func(a, b *deal) {
			b.proof = a.proof
			b.proof.Promise = Promise(3, Secret{5})
		}, FaultLate},
		{"denies a hand", func(_, b *deal) { b.proof.After = 2; b.proof.Void = []Void{{Number: 3, Chairs: []int{1}}} }, FaultGap},
	} {
		a, b := newDeal(sittingSecret, 3), newDeal(sittingSecret, 4)
		tt.cheat(a, b)
		var e Evening
		got := codes(append(e.Add(1, &a.proof, "a"), e.Add(2, &b.proof, "b")...))
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	var e Evening
	if r := Verify(&Proof{Scheme: Scheme, None: "practice"}, &Hand{}); r.Level != None || e.Check(1, &Proof{None: "practice"}) != nil {
		t.Error("a hand without proof has faults")
	}
}

// TestNoFaultIsMissedByChance: a change of any meaningful byte of a proof is found.
func TestNoFaultIsMissedByChance(t *testing.T) {
	t.Parallel()
	d := newDeal(sittingSecret, 2)
	d.proof.SittingSecret = sittingSecret.Hex()
	text := string(d.proof.Encode())
	keys := text // what may change is blank: a chair with another key only deprives itself
	for _, g := range d.proof.Promises {
		keys = strings.Replace(keys, g.Text[64:], strings.Repeat(" ", 64), 1)
	}
	for i := range text {
		c := keys[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') || !strings.ContainsRune("0123456789", rune(c)) {
			continue
		}
		changed := text[:i] + string('0'+(c-'0'+1)%10) + text[i+1:]
		p, err := Parse(changed)
		if err != nil {
			continue
		}
		if r := Verify(p, &d.hand); len(r.Faults) == 0 {
			t.Fatalf("a changed digit at %d isn't found: …%s…", i, changed[max(0, i-30):min(len(changed), i+30)])
		}
	}
}

func TestSecretsDontPrint(t *testing.T) {
	t.Parallel()
	s := HandSecret(Secret{}, 1)
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%v %+v %#v", s, struct{ S Secret }{s}, &s)} {
		if strings.Contains(text, s.Hex()[:8]) || strings.Contains(text, fmt.Sprint(s[0])+" ") {
			t.Errorf("%s", text)
		}
	}
	for _, text := range []string{"", s.Hex()[1:], strings.ToUpper(s.Hex()), s.Hex() + "0"} {
		if _, ok := ParseSecret(text); ok {
			t.Errorf("%q is a secret", text)
		}
	}
}

func howMany(often, rarely int) int {
	switch {
	case os.Getenv("CHRATZE_VERIFY") != "":
		return often
	case testing.Short():
		return max(1, rarely/3)
	}
	return rarely
}
