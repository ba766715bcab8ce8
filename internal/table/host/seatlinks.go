package host

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
)

// The secret of a link ends with a seal, which shows that this server made it, and for which
// table. So a forged link is rejected before anything is read from the log. The log has the
// hash of the part before the seal.

// sealLen is the length of a seal, in letters of 6 bits. Somebody who guesses a seal can make
// the server read one table; 128 more bits protect the chair.
const sealLen = 6

func (h *Host) sealOf(id int64, secret string) string {
	m := hmac.New(sha256.New, h.opt.LinkKey)
	m.Write([]byte(strconv.FormatInt(id, 10) + " " + secret))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))[:sealLen]
}

// WallKey returns what lets a screen on the wall look at a table: 22 letters that open no chair. "" if links have no key.
func (h *Host) WallKey(id int64) string {
	if h.opt.LinkKey == nil {
		return ""
	}
	m := hmac.New(sha256.New, h.opt.LinkKey)
	m.Write([]byte("wall " + strconv.FormatInt(id, 10)))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:16])
}

// seal returns a secret in the form that its link has.
func (h *Host) seal(id int64, secret string) string {
	if h.opt.LinkKey == nil {
		return secret
	}
	return secret + h.sealOf(id, secret)
}

// unseal returns the secret in a link. ok is false if this server can't have made the link.
func (h *Host) unseal(id int64, given string) (secret string, ok bool) {
	if h.opt.LinkKey == nil {
		return given, given != ""
	}
	n := len(given) - sealLen
	if n <= 0 || !hmac.Equal([]byte(given[n:]), []byte(h.sealOf(id, given[:n]))) {
		return "", false
	}
	return given[:n], true
}
