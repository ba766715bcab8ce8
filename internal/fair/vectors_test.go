package fair

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"chratze/card"
)

var update = flag.Bool("update", false, "write testdata/vectors.json; it changes only with the name of the scheme")

// vector is a deal with all its inputs, as in docs/fair-protocol.md.
type vector struct {
	SittingSecret string   `json:"sitting_secret"`
	Sitting       string   `json:"sitting"`
	Number        int      `json:"number"`
	Secret        string   `json:"secret"`
	Promise       string   `json:"promise"`
	Nonces        []Given  `json:"nonces"`
	Promises      []Given  `json:"promises"`
	Copies        []Given  `json:"copies"`
	Seed          string   `json:"seed"`
	SeedVoid      string   `json:"seed_void"`   // after a deal that was cancelled with the same commitments because of chair 2
	Void          Void     `json:"void"`        // a deal that was cancelled when it had copies: those of the last chair are wrong
	SeedCopies    string   `json:"seed_copies"` // after that one
	Pack          string   `json:"pack"`
	Shuffle       string   `json:"shuffle"`      // draw 1
	Cut           int      `json:"cut"`          // draw 2
	Discards      string   `json:"discards"`     // for draw 3
	Reshuffle     string   `json:"reshuffle"`    // draw 3
	Open          []string `json:"open"`         // places 0 and 3 of draw 1
	CardPromises  []string `json:"cards"`        // of these
	AllOfDraw3    []string `json:"all_of_draw3"` // every place of draw 3
}

func text(cards []card.Card) string {
	l := card.ListOf(cards...)
	return l.String()
}

func newVector(pack card.Pack, secret string, n int, nonces ...string) vector {
	s, ok := ParseSecret(secret)
	if !ok {
		panic("no secret")
	}
	h := HandSecret(s, n)
	v := vector{SittingSecret: secret, Sitting: SittingPromise(s), Number: n, Secret: h.Hex(), Promise: Promise(n, h), Nonces: []Given{}, Promises: []Given{}}
	for i, nonce := range nonces {
		v.Nonces = append(v.Nonces, Given{2 * i, nonce})
		v.Promises = append(v.Promises, Given{2 * i, Commit(n, Given{2 * i, nonce})})
	}
	v.Copies = []Given{}
	for _, g := range v.Nonces {
		v.Copies = append(v.Copies, Given{g.Chair, Copies(n, g, v.Promises)})
	}
	v.SeedVoid = Seed(n, h, v.Nonces, Void{Number: n - 1, Chairs: []int{2}, Promises: v.Promises}).Hex()
	v.Void = Void{Number: n - 1, Chairs: []int{}}
	for _, g := range v.Nonces {
		v.Void.Promises = append(v.Void.Promises, Given{g.Chair, Commit(n-1, g)})
	}
	for i, g := range v.Nonces {
		if i == len(v.Nonces)-1 {
			g.Text = HandSecret(s, 1).Hex()
		}
		v.Void.Copies = append(v.Void.Copies, Given{g.Chair, Copies(n-1, g, v.Void.Promises)})
	}
	if len(v.Nonces) > 0 {
		v.Void.Nonces = v.Nonces[:1] // with it the others' are read, but not that of the last
		v.Void.Chairs, _ = v.Void.Blame()
	}
	v.SeedCopies = Seed(n, h, v.Nonces, v.Void).Hex()
	d := Draws{Number: n, Seed: Seed(n, h, v.Nonces)}
	v.Seed = d.Seed.Hex()
	cards := pack.Cards().Append(nil)
	v.Pack = text(cards)
	d.Shuffle(cards)
	v.Shuffle = text(cards)
	v.Cut = d.Cut(len(cards))
	v.Open = d.Open([]Place{{1, 0, cards[0]}, {1, 3, cards[3]}})
	for _, o := range v.Open {
		v.CardPromises = append(v.CardPromises, cardPromise(n, o))
	}
	discards := card.SetOf(cards[:7]...).Append(nil)
	v.Discards = text(discards)
	d.Shuffle(discards)
	v.Reshuffle = text(discards)
	v.AllOfDraw3 = d.Published(3)[0].Shuffle
	return v
}

// TestVectors: the construction still gives what it always gave. A program in another language,
// written from the text of docs/fair-protocol.md, made the same file.
func TestVectors(t *testing.T) {
	t.Parallel()
	const zero = "0000000000000000000000000000000000000000000000000000000000000000"
	const one = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"
	const two = "ff0102030405060708090a0b0c0d0e0ff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
	got, err := json.MarshalIndent([]vector{
		newVector(card.Jass36, zero, 1),
		newVector(card.Jass36, one, 1, two, one),
		newVector(card.Weli33, one, 17, two),
		newVector(card.Skat32, two, 1000, zero, one, two),
	}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const file = "testdata/vectors.json"
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the construction has changed: every deal that was promised by %s can't be checked any more", Scheme)
	}
}
