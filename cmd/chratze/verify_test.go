package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"chratze/card"
	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/msg"
	"chratze/rams"
	"chratze/variant"
)

// provenHand is a hand that an honest server has dealt: its lines with their proofs.
type provenHand struct {
	record rams.Record
	proof  fair.Proof // full, opened
	draws  fair.Draws
	full   *history.Hand
	views  []*history.Hand // by seat, then the public's; not opened
}

// prove deals and plays a hand at random.
func prove(t *testing.T, v variant.Variant, sitting fair.Secret, number int, start rams.Start, cheat func(source rams.Shuffler) rams.Shuffler) *provenHand {
	t.Helper()
	const seats = 4
	r := rand.New(rand.NewPCG(uint64(number), 9))
	g, err := v.Game(seats)
	if err != nil {
		t.Fatal(err)
	}
	secret := fair.HandSecret(sitting, number)
	p := &provenHand{proof: fair.Proof{
		Scheme: fair.Scheme, Number: number, After: number - 1, Sitting: fair.SittingPromise(sitting),
		Promise: fair.Promise(number, secret), Secret: secret.Hex(),
	}}
	for chair := range seats - 1 {
		nonce := fair.HandSecret(fair.Secret{byte(r.Uint32())}, chair).Hex()
		p.proof.Nonces = append(p.proof.Nonces, fair.Given{Chair: chair, Text: nonce})
		p.proof.Promises = append(p.proof.Promises, fair.Given{Chair: chair, Text: fair.NoncePromise(number, chair, nonce)})
	}
	p.draws = fair.Draws{Number: number, Seed: fair.Seed(number, secret, p.proof.Nonces)}
	var source rams.Shuffler = &p.draws
	if cheat != nil {
		source = cheat(source)
	}
	if err := p.record.Begin(g, start); err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: source}
	for p.record.Nature(&deck); !p.record.State.Done(); p.record.Nature(&deck) {
		legal := p.record.State.Legal(nil)
		if err := p.record.Apply(legal[r.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	p.proof.Draws = p.draws.Published(1)
	p.full = p.line(t, v, history.Full, true)
	for seat := range rams.Seat(seats) {
		p.views = append(p.views, p.line(t, v, history.SeatView(seat), false))
	}
	p.views = append(p.views, p.line(t, v, history.Public, false))
	return p
}

// line returns the line for somebody.
func (p *provenHand) line(t *testing.T, v variant.Variant, to history.Audience, open bool) *history.Hand {
	t.Helper()
	h := &history.Hand{Variant: v}
	h.FillView(&p.record, to, nil)
	told, err := packOf(h)
	if err != nil {
		t.Fatal(err)
	}
	seen, ok := fair.Seen(told.Steps)
	if !ok {
		t.Fatal("nobody can have seen that")
	}
	proof := p.proof
	proof.Open = p.draws.Open(seen)
	if !open {
		proof.Secret = ""
	}
	setProof(h, &proof)
	return h
}

func setProof(h *history.Hand, p *fair.Proof) {
	h.Extra = []history.Field{{Name: "fair", Value: string(p.Encode())}}
}

func proofOf(t *testing.T, h *history.Hand) *fair.Proof {
	t.Helper()
	text, _ := h.Field("fair")
	p, err := fair.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// check verifies lines.
func verifyLines(t *testing.T, hands ...*history.Hand) verified {
	t.Helper()
	var lines []string
	for _, h := range hands {
		lines = append(lines, h.String()+"\n")
	}
	v := newTestVerifier("en")
	if err := v.verifyAll(strings.NewReader(strings.Join(lines, ""))); err != nil {
		t.Fatal(err)
	}
	return v.all
}

var catalogue = sync.OnceValue(msg.New)

func newTestVerifier(lang string) *verifier {
	return &verifier{printer: catalogue().For(lang), voids: map[string]bool{}}
}

// TestVerifyHonestHands: whole hands and all views of all games match, reshuffles and
// hops too.
func TestVerifyHonestHands(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			v, err := variant.Parse(preset)
			if err != nil {
				t.Fatal(err)
			}
			var start rams.Start
			const hands = 5
			draws, opened := 0, 0
			for number := 1; number <= hands; number++ {
				p := prove(t, v, fair.Secret{1}, number, start, nil)
				start = p.record.State.Result().Next
				draws = max(draws, len(p.draws.Orders))
				all := verifyLines(t, append(p.views, p.full)...)
				if len(all.Faults) > 0 || all.Whole != 1 || all.Some != 5 {
					t.Fatalf("hand %d: %+v\n%s", number, all, p.full)
				}
				for _, h := range p.views { // once the secret is opened, everybody's view is checked whole
					proof := proofOf(t, h)
					proof.SittingSecret = fair.Secret{1}.Hex()
					setProof(h, proof)
				}
				all = verifyLines(t, p.views...)
				if len(all.Faults) > 0 || all.Whole != 5 {
					t.Fatalf("hand %d, opened: %+v", number, all)
				}
				opened += len(proofOf(t, p.views[0]).Open)
			}
			if draws < 2 && v.Rules().Cut != rams.CutPlain || opened < hands*4 {
				t.Errorf("at most %d draws a hand, and %d cards opened", draws, opened)
			}
		})
	}
}

// exchangedCards gives an honest order with two cards exchanged.
type exchangedCards struct{ rams.Shuffler }

func (e exchangedCards) Shuffle(cards []card.Card) {
	e.Shuffler.Shuffle(cards)
	cards[0], cards[20] = cards[20], cards[0]
}

type reversed struct{ rams.Shuffler }

func (r reversed) Shuffle(cards []card.Card) {
	r.Shuffler.Shuffle(cards)
	slices.Reverse(cards)
}

// TestVerifyFindsCheats: servers that cheat, and what is said of them, in all languages.
func TestVerifyFindsCheats(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		cheat func(rams.Shuffler) rams.Shuffler
		lines func(p, before *provenHand) []*history.Hand
		want  string
		text  string
	}{
		{"honest", nil, nil, "", ""},
		{"reorders", func(s rams.Shuffler) rams.Shuffler { return reversed{s} }, nil, fair.FaultOrder, "order of his own"},
		{"swaps", func(s rams.Shuffler) rams.Shuffler { return exchangedCards{s} }, nil, fair.FaultSwap, "exchanged after the shuffle"},
		{"deals again", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.full)
			proof.Promise = fair.Promise(2, fair.Secret{8})
			setProof(p.full, proof)
			return []*history.Hand{p.full}
		}, fair.FaultSecret, "deal again until it liked the cards"},
		{"leaves out a deal", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.full)
			proof.After = 0
			setProof(p.full, proof)
			return []*history.Hand{p.full}
		}, fair.FaultGap, "Deal 1 is missing"},
		{"drops a nonce", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.views[1])
			proof.Nonces = proof.Nonces[:2]
			setProof(p.views[1], proof)
			return []*history.Hand{p.views[1]}
		}, fair.FaultDropped, "chair 3 gave was left out"},
		{"reuses a secret", nil, func(p, before *provenHand) []*history.Hand {
			proof := proofOf(t, p.full)
			proof.Promise = proofOf(t, before.full).Promise
			proof.Secret = ""
			setProof(p.full, proof)
			return []*history.Hand{before.full, p.full}
		}, fair.FaultReused, "secret of deal 1 again"},
		{"changes a commitment late", nil, func(p, _ *provenHand) []*history.Hand {
			proof := proofOf(t, p.views[0])
			proof.Promise = fair.Promise(2, fair.Secret{8})
			setProof(p.views[0], proof)
			return []*history.Hand{p.views[0], p.full}
		}, fair.FaultLate, "changed afterwards"},
		{"skips a draw", func(s rams.Shuffler) rams.Shuffler {
			d := s.(*fair.Draws)
			return &fair.Draws{Number: d.Number, Seed: d.Seed, Orders: make([]fair.Order, 3)}
		}, func(p, _ *provenHand) []*history.Hand {
			honest := fair.Draws{Number: 2, Seed: p.draws.Seed}
			honest.Shuffle(card.Jass36.Cards().Append(nil))
			proof := proofOf(t, p.full)
			proof.Draws, proof.Open = honest.Published(1), nil
			setProof(p.full, proof)
			return []*history.Hand{p.full}
		}, fair.FaultSkipped, "chance number 4"},
		{"exchanges a card in play", nil, func(p, _ *provenHand) []*history.Hand {
			h := p.views[0]
			proof := proofOf(t, h)
			told, err := packOf(h)
			if err != nil {
				t.Fatal(err)
			}
			seen, _ := fair.Seen(told.Steps)
			honest := p.draws.Orders[seen[0].Draw-1].Cards
			honest[0], honest[seen[0].At] = honest[seen[0].At], honest[0]
			seen[0].Card = honest[seen[0].At]
			proof.Draws, proof.Open = p.draws.Published(1), p.draws.Open(seen)
			setProof(h, proof)
			return []*history.Hand{h}
		}, fair.FaultSeen, "exchanged while the hand was played"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before := prove(t, v, fair.Secret{1}, 1, rams.Start{}, nil)
			p := prove(t, v, fair.Secret{1}, 2, rams.Start{}, tt.cheat)
			hands := []*history.Hand{p.full}
			if tt.lines != nil {
				hands = tt.lines(p, before)
			}
			all := verifyLines(t, hands...)
			if tt.want == "" {
				if len(all.Faults) > 0 {
					t.Errorf("an honest hand: %+v", all.Faults)
				}
				return
			}
			if len(all.Faults) == 0 || all.Faults[0].Code != tt.want || !strings.Contains(all.Faults[0].Text, tt.text) {
				t.Fatalf("%+v, want %s first, and in words %q", all.Faults, tt.want, tt.text)
			}
			for _, lang := range catalogue().Languages() {
				other := newTestVerifier(lang)
				other.fault(1, p.full, 2, all.Faults[0].Fault)
				if text := other.all.Faults[0].Text; text == "" || strings.ContainsAny(text, "{}") || strings.HasPrefix(text, "verify.") {
					t.Errorf("%s: %q", lang, text)
				}
			}
		})
	}
}
