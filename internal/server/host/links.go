package host

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
)

// A secret of a link ends with a seal: that this server has made it, and for which table.
// So a link that is none is found out before anything is read from the log. The log keeps
// the hash of what stands before the seal.

// sealLen is how many letters a seal has, of 6 bits each. Whoever finds one can make the
// server read one table; 128 bits still stand between him and a chair.
const sealLen = 6

// sealed reports whether the links of a table are sealed.
func (h *Host) sealed(id int64) bool { return h.opt.LinkKey != nil && id > h.opt.LinkSince }

func (h *Host) sealOf(id int64, secret string) string {
	m := hmac.New(sha256.New, h.opt.LinkKey)
	m.Write([]byte(strconv.FormatInt(id, 10) + " " + secret))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))[:sealLen]
}

// seal returns a secret as its link has it.
func (h *Host) seal(id int64, secret string) string {
	if !h.sealed(id) {
		return secret
	}
	return secret + h.sealOf(id, secret)
}

// unseal returns the secret that a link has, and whether this server can have made it.
func (h *Host) unseal(id int64, given string) (secret string, ok bool) {
	if !h.sealed(id) {
		return given, given != ""
	}
	n := len(given) - sealLen
	if n <= 0 || !hmac.Equal([]byte(given[n:]), []byte(h.sealOf(id, given[:n]))) {
		return "", false
	}
	return given[:n], true
}
