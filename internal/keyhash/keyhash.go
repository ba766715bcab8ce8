// Package keyhash remembers the secrets of links by their SHA-256. Nobody who reads what a server
// has kept can open a link.
package keyhash

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
)

// Of returns what is kept of a secret.
func Of(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Opens reports whether a secret is the one with this hash. How long that takes tells nothing.
func Opens(secret, hash string) bool {
	return subtle.ConstantTimeCompare([]byte(Of(secret)), []byte(hash)) == 1
}
