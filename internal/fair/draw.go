package fair

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"chratze/card"
)

// Scheme is the name of the construction. It is part of everything that is hashed.
const Scheme = "chratze-fair/2"

// Secret is a secret of 32 bytes: that of a session, that of a deal, or the seed derived from a
// deal's secret and the nonces. Printing one by accident shows nothing; Hex returns its text.
type Secret [32]byte

// String doesn't return the secret.
func (Secret) String() string { return "secret" }

// GoString doesn't return the secret.
func (Secret) GoString() string { return "secret" }

// Hex returns the secret in 64 hexadecimal digits.
func (s Secret) Hex() string { return hex.EncodeToString(s[:]) }

// ParseSecret reads what Hex returns. ok is false if the text is anything else.
func ParseSecret(text string) (s Secret, ok bool) {
	if !isHex(text, 2*len(s)) {
		return s, false
	}
	_, err := hex.Decode(s[:], []byte(text))
	return s, err == nil
}

// isHex reports whether text consists of the given number of lower-case hexadecimal digits.
func isHex(text string, digits int) bool {
	return len(text) == digits && strings.Trim(text, "0123456789abcdef") == ""
}

// sum hashes a line. It puts the scheme in front.
func sum(line string) string {
	h := sha256.Sum256([]byte(Scheme + " " + line))
	return hex.EncodeToString(h[:])
}

// derive is HKDF.
func derive(from Secret, info string) (s Secret) {
	b, err := hkdf.Key(sha256.New, from[:], nil, Scheme+" "+info, len(s))
	if err != nil {
		panic(err) // 32 bytes are never too many
	}
	copy(s[:], b)
	return s
}

// expand is HKDF-Expand.
func expand(from Secret, info string, n int) []byte {
	b, err := hkdf.Expand(sha256.New, from[:], Scheme+" "+info, n)
	if err != nil {
		panic(err) // 52 cards never need more than 8160 bytes
	}
	return b
}

// SittingPromise returns the commitment to the secret of a session.
func SittingPromise(s Secret) string { return sum("sitting " + s.Hex()) }

// HandSecret returns the secret of a deal of a session. Deals are numbered from 1.
func HandSecret(sitting Secret, number int) Secret {
	return derive(sitting, "hand "+strconv.Itoa(number))
}

// Promise returns the commitment to the secret of a deal.
func Promise(number int, hand Secret) string {
	return sum("hand " + strconv.Itoa(number) + " " + hand.Hex())
}

// noncePromise returns the part of a chair's commitment that its nonce is compared with.
func noncePromise(number, chair int, nonce string) string {
	return sum("nonce " + strconv.Itoa(number) + " " + strconv.Itoa(chair) + " " + nonce)
}

// IsNonce reports whether a text can be a nonce, or a commitment of the server: 64 lower-case
// hexadecimal digits.
func IsNonce(text string) bool { return isHex(text, 64) }

// Given is what a chair contributes to a deal: a nonce, or the commitment to one.
type Given struct {
	Chair int
	Text  string
}

// String returns the chair and the text: "2 9f3c…".
func (g Given) String() string { return strconv.Itoa(g.Chair) + " " + g.Text }

// MarshalText writes what String returns.
func (g Given) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Seed returns the seed of all draws of a deal. The nonces must be in the order of the chairs. The deals
// that were cancelled before it are part of it, so that all must have been told the same of them.
func Seed(number int, hand Secret, nonces []Given, void ...Void) Secret {
	return derive(hand, "deal "+strconv.Itoa(number)+told(void)+joined(nonces))
}

// Listed returns a hash of what the server lists of a deal, for those who note what they were told: the deals that
// were cancelled before it, and the commitments to its nonces, or the copies of these.
func Listed(number int, list []Given, void ...Void) string {
	return sum("listed " + strconv.Itoa(number) + told(void) + joined(list))
}

// joined returns what chairs contribute, each after a space.
func joined(list []Given) (text string) {
	for _, g := range list {
		text += " " + g.String()
	}
	return text
}

// told returns what is told of cancelled deals, as others' hashes have it.
func told(void []Void) (text string) {
	for i := range void {
		v := &void[i]
		text += " void " + strconv.Itoa(v.Number)
		for _, c := range v.Chairs {
			text += " " + strconv.Itoa(c)
		}
		if text += joined(v.Promises); len(v.Copies) > 0 {
			text += " copies" + joined(v.Copies) + " nonces" + joined(v.Nonces)
		}
	}
	return text
}

// stream is the bytes of one draw.
type stream struct {
	seed Secret
	info string
	buf  []byte
	at   int
}

func (s *stream) next() byte {
	if s.at == len(s.buf) {
		s.buf = expand(s.seed, s.info, max(64, 2*len(s.buf)))
	}
	s.at++
	return s.buf[s.at-1]
}

// below returns a number from 0 to n-1, each equally likely.
func (s *stream) below(n int) int {
	for {
		if b := int(s.next()); b < 256-256%n {
			return b % n
		}
	}
}

// shuffle puts cards, which must be in pack order, into the order of a draw.
func shuffle(seed Secret, draw int, cards []card.Card) {
	s := stream{seed: seed, info: "draw " + strconv.Itoa(draw) + " shuffle " + strconv.Itoa(len(cards))}
	for i := len(cards) - 1; i > 0; i-- {
		j := s.below(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// cut returns how many of n cards a draw leaves in the top packet.
func cut(seed Secret, draw, n int) int {
	s := stream{seed: seed, info: "draw " + strconv.Itoa(draw) + " cut " + strconv.Itoa(n)}
	return 1 + s.below(n-1)
}

// Draws are the draws of one deal. They are a rams.Shuffler.
type Draws struct {
	Number int    // of the deal
	Seed   Secret // from which all draws follow
	Orders []Order
}

// Order is a draw: the order of a shuffle, or where the pack was cut.
type Order struct {
	Cards []card.Card // the top card first; none: a cut
	Of    int         // how many cards were shuffled or cut
	At    int         // cut: how many cards the top packet has
}

// Shuffle puts cards, which must be in pack order, into the order of the next draw.
func (d *Draws) Shuffle(cards []card.Card) {
	shuffle(d.Seed, len(d.Orders)+1, cards)
	d.Shuffled(cards)
}

// Cut returns how many of n cards are in the top packet by the next draw.
func (d *Draws) Cut(n int) int {
	at := cut(d.Seed, len(d.Orders)+1, n)
	d.WasCut(n, at)
	return at
}

// Shuffled adds a shuffle that was recorded, as the next draw.
func (d *Draws) Shuffled(order []card.Card) {
	d.Orders = append(d.Orders, Order{Cards: slices.Clone(order), Of: len(order)})
}

// WasCut adds a cut that was recorded, as the next draw.
func (d *Draws) WasCut(n, at int) { d.Orders = append(d.Orders, Order{Of: n, At: at}) }

// commitment is the number of hexadecimal digits in the commitment to a card.
const commitment = 40

// opening returns the text that is hashed for a card's commitment: "1 3 As 5d02…".
func (d *Draws) opening(p Place) string {
	where := strconv.Itoa(p.Draw) + " " + strconv.Itoa(p.At)
	return where + " " + p.Card.String() + " " + hex.EncodeToString(expand(d.Seed, "salt "+where, 16))
}

func (d *Draws) commit(p Place) string { return cardPromise(d.Number, d.opening(p)) }

// cardPromise returns the commitment to a card by its opening.
func cardPromise(number int, opening string) string {
	return sum("card " + strconv.Itoa(number) + " " + opening)[:commitment]
}

// Published returns what is published of the draws from the given number on. For a shuffle this
// is the list of commitments to its cards.
func (d *Draws) Published(from int) []Draw {
	var list []Draw
	for i := from - 1; i < len(d.Orders); i++ {
		o := &d.Orders[i]
		p := Draw{Draw: i + 1}
		if o.Cards == nil {
			p.Cut = o.Of
		}
		for at, c := range o.Cards {
			p.Shuffle = append(p.Shuffle, d.commit(Place{Draw: i + 1, At: at, Card: c}))
		}
		list = append(list, p)
	}
	return list
}

// Open returns the openings of the cards at the given places.
func (d *Draws) Open(places []Place) []string {
	var list []string
	for _, p := range places {
		list = append(list, d.opening(p))
	}
	return list
}
