// Package fairtest deals hands with proofs, honestly and as cheats would: it tests the
// program and the page, which check them.
package fairtest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"

	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// Seats is how many play; all but the last, a bot, give a number.
const Seats = 4

// Hand is a hand that was dealt with a proof.
type Hand struct {
	Variant variant.Variant
	Record  rams.Record
	Proof   fair.Proof // full, opened
	Draws   fair.Draws
}

// Deal deals and plays a hand at random. The proof says which: its number, the hand before, and the deals
// that were cancelled since then. Cheat, if not nil, is what the server does to the shuffles.
func Deal(v variant.Variant, proof fair.Proof, start rams.Start, cheat func(rams.Shuffler) rams.Shuffler) (*Hand, error) {
	number := proof.Number
	r := rand.New(rand.NewPCG(uint64(number), 9))
	g, err := v.Game(Seats)
	if err != nil {
		return nil, err
	}
	secret := fair.HandSecret(Secret, number)
	p := &Hand{Variant: v, Proof: proof}
	p.Proof.Bots = []int{Seats - 1}
	p.Proof.Sitting, p.Proof.Promise, p.Proof.Secret = fair.SittingPromise(Secret), fair.Promise(number, secret), secret.Hex()
	p.Proof.Scheme, p.Proof.Opens = fair.Scheme, cmp.Or(proof.Opens, fair.OpensSession)
	for chair := range Seats - 1 {
		nonce := fair.Given{Chair: chair, Text: fair.HandSecret(fair.Secret{byte(r.Uint32())}, chair).Hex()}
		p.Proof.Nonces = append(p.Proof.Nonces, nonce)
		p.Proof.Promises = append(p.Proof.Promises, fair.Given{Chair: chair, Text: fair.Commit(number, nonce)})
	}
	p.Draws = fair.Draws{Number: number, Seed: fair.Seed(number, secret, p.Proof.Nonces, proof.Void...)}
	var source rams.Shuffler = &p.Draws
	if cheat != nil {
		source = cheat(source)
	}
	if err := p.Record.Begin(g, start); err != nil {
		return nil, err
	}
	deck := rams.Deck{Source: source}
	for p.Record.Nature(&deck); !p.Record.Done(); p.Record.Nature(&deck) {
		legal := p.Record.Legal(nil)
		if err := p.Record.Apply(legal[r.IntN(len(legal))]); err != nil {
			return nil, err
		}
	}
	p.Proof.Draws = p.Draws.Published(1)
	return p, nil
}

// Line returns the line for somebody; open says that the secret is in it.
func (p *Hand) Line(to history.Audience, open bool) (*history.Hand, error) {
	h := &history.Hand{Variant: p.Variant}
	h.FillView(&p.Record, to, nil)
	told, err := table.PackOf(h)
	if err != nil {
		return nil, err
	}
	seen, ok := fair.Seen(told.Steps)
	if !ok {
		return nil, fmt.Errorf("no seat can have seen %s", h)
	}
	proof := p.Proof
	proof.Open = p.Draws.Open(seen)
	if !open {
		proof.Secret = ""
	}
	SetProof(h, &proof)
	return h, nil
}

// SetProof puts a proof into a line.
func SetProof(h *history.Hand, p *fair.Proof) {
	h.Extra = []history.Field{{Name: "fair", Value: string(p.Encode())}}
}

// Evening is the lines of an evening of some hands, with its secret opened.
type Evening struct {
	Hands []*Hand
	Lines []string
	start []rams.Start
}

// Secret is the secret of all hands.
var Secret = fair.Secret{1} //lattice:table

// NewEvening plays an evening.
func NewEvening(preset string, hands int) (*Evening, error) {
	v, err := variant.Parse(preset)
	if err != nil {
		return nil, err
	}
	e := &Evening{}
	var start rams.Start
	for n := 1; n <= hands; n++ {
		h, err := Deal(v, fair.Proof{Number: n, After: n - 1}, start, nil)
		if err != nil {
			return nil, err
		}
		e.start = append(e.start, start)
		start = h.Record.Result().Next
		e.Hands = append(e.Hands, h)
		line, err := h.opened(hands)
		if err != nil {
			return nil, err
		}
		e.Lines = append(e.Lines, line)
	}
	return e, nil
}

// CallOff returns the line of hand i if the server has cancelled deals before it, the first of which is of hand first.
func (e *Evening) CallOff(i, first int, chairs ...int) (string, error) {
	p := fair.Proof{Number: i + 1, After: first}
	for n := first; n < i; n++ {
		p.Void = append(p.Void, fair.Void{Number: n + 1, Chairs: append([]int{}, chairs...), Promises: e.Hands[n].Proof.Promises})
	}
	h, err := Deal(e.Hands[i].Variant, p, e.start[i], nil)
	if err != nil {
		return "", err
	}
	return h.opened(len(e.Lines))
}

// Spoilt returns the line of hand i if the deal before it was cancelled because a chair had sent copies of another
// number, and kept its own back; the line blames the given chairs.
func (e *Evening) Spoilt(i, liar int, blamed ...int) (string, error) {
	was := &e.Hands[i-1].Proof
	v := fair.Void{Number: i, Chairs: append([]int{}, blamed...), Promises: was.Promises}
	for _, g := range was.Nonces {
		if g.Chair == liar {
			g.Text = Secret.Hex()
		} else {
			v.Nonces = append(v.Nonces, g)
		}
		v.Copies = append(v.Copies, fair.Given{Chair: g.Chair, Text: fair.Copies(i, g, v.Promises)})
	}
	h, err := Deal(e.Hands[i].Variant, fair.Proof{Number: i + 1, After: i - 1, Void: []fair.Void{v}}, e.start[i], nil)
	if err != nil {
		return "", err
	}
	return h.opened(len(e.Lines))
}

// opened returns the whole line of a hand when the evening is over.
func (p *Hand) opened(last int) (string, error) {
	h, err := p.Line(history.Full, false)
	if err != nil {
		return "", err
	}
	proof, err := ProofOf(h)
	if err != nil {
		return "", err
	}
	proof.SittingSecret, proof.Last = Secret.Hex(), last
	SetProof(h, proof)
	return h.String(), nil
}

// ProofOf returns the proof of a line.
func ProofOf(h *history.Hand) (*fair.Proof, error) {
	text, _ := h.Field("fair")
	return fair.Parse(text)
}

// File is lines as a file.
func File(lines []string) string { return strings.Join(lines, "\n") + "\n" }
