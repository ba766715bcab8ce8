package fair

import (
	"crypto/ecdh"
	"encoding/hex"
	"slices"
	"strconv"
)

// A nonce that doesn't come decides nothing: before the nonces are revealed, each chair has sent a copy of its own to
// every other, encrypted to the key in that chair's commitment.

// key returns the private key of a chair for a deal, which follows from its nonce. A nonce that isn't one has the
// key of a nonce of zeros.
func key(number int, own Given) *ecdh.PrivateKey {
	nonce, _ := ParseSecret(own.Text)
	seed := derive(nonce, "key "+strconv.Itoa(number)+" "+strconv.Itoa(own.Chair))
	k, err := ecdh.X25519().NewPrivateKey(seed[:])
	if err != nil {
		panic(err) // every 32 bytes are a key
	}
	return k
}

// Commit returns the commitment of a chair to its nonce: a hash, and the public key.
func Commit(number int, own Given) string {
	return noncePromise(number, own.Chair, own.Text) + hex.EncodeToString(key(number, own).PublicKey().Bytes())
}

// IsCommitment reports whether a text can be what Commit returns: 128 lower-case hexadecimal digits.
func IsCommitment(text string) bool { return isHex(text, 128) }

// Keeps reports whether a nonce is the one that its chair committed to. It doesn't check that the
// key follows from the nonce: a chair with another key only deprives itself of the copies.
func Keeps(number int, own Given, promise string) bool {
	return len(promise) >= 64 && noncePromise(number, own.Chair, own.Text) == promise[:64]
}

// crypt encrypts or decrypts, with the private key of a chair and the public key of the other, a nonce on its way
// between the two.
func crypt(number int, private *ecdh.PrivateKey, other Given, from, to int, text string) string {
	var shared Secret // stays zero for a public key that isn't one
	public, _ := hex.DecodeString(other.Text[64:])
	if p, err := ecdh.X25519().NewPublicKey(public); err == nil {
		if b, err := private.ECDH(p); err == nil {
			shared = Secret(b)
		}
	}
	mask := derive(shared, "copy "+strconv.Itoa(number)+" "+strconv.Itoa(from)+" "+strconv.Itoa(to))
	b, _ := ParseSecret(text)
	for i := range b {
		b[i] ^= mask[i]
	}
	return b.Hex()
}

// Copies returns the copies of a chair's nonce, 64 digits for each of the commitments, the chair's own too.
func Copies(number int, own Given, promises []Given) (text string) {
	private := key(number, own)
	for _, other := range promises {
		text += crypt(number, private, other, own.Chair, other.Chair, own.Text)
	}
	return text
}

// Altered reports whether a chair's copies aren't among those that are listed, although its commitment is among the commitments.
func Altered(number int, own Given, promises, copies []Given) bool {
	return slices.Contains(promises, Given{own.Chair, Commit(number, own)}) && !slices.Contains(copies, Given{own.Chair, Copies(number, own, promises)})
}

// AreCopies reports whether a text can be what Copies returns for this number of commitments.
func AreCopies(text string, promises int) bool { return isHex(text, 64*promises) }

// Opened returns the nonces that can be read from the copies of all chairs with the nonce of one of them, in the
// order of the chairs. Those that don't keep their commitments are missing.
func Opened(number int, own Given, promises, copies []Given) (nonces []Given) {
	at := slices.IndexFunc(promises, func(g Given) bool { return g.Chair == own.Chair })
	private := key(number, own)
	for i, other := range promises {
		if at < 0 || i >= len(copies) || copies[i].Chair != other.Chair || !AreCopies(copies[i].Text, len(promises)) {
			continue
		}
		nonce := Given{other.Chair, crypt(number, private, other, other.Chair, own.Chair, copies[i].Text[64*at:64*at+64])}
		if Keeps(number, nonce, other.Text) {
			nonces = append(nonces, nonce)
		}
	}
	return nonces
}
