package httpd

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"chratze/internal/keyhash"
	"chratze/internal/table"
	"chratze/internal/table/host"
)

// Limits of codes. The first letters find a code, so that wrong tries of the others can be counted.
const (
	codeLives  = 10 * time.Minute
	codeTries  = 6
	codeFinder = 3
)

// codes are short codes of a kind: each lasts ten minutes, for one use and six tries.
type codes struct {
	*front
	prefix  string // of the settings
	letters int
	no, why string // the problem of a code that can't be used

	mu sync.Mutex // held while a code is made or tried
}

// codeRecord is the record of a code.
type codeRecord struct {
	Hash  string `json:"hash"`
	Until int64  `json:"until"` // Unix time
	Wrong int    `json:"wrong,omitempty"`
	Group string `json:"group,omitempty"` // that it leads to
	By    string `json:"by,omitempty"`    // the hash of the group's key that made it: replaced, it takes its codes with it
	Table int64  `json:"table,omitempty"` // that a screen is to show: the code has been used
}

// read returns a code as it is kept; "" if it is none.
func (c *codes) read(text string) string {
	filled := 8 - c.letters
	if code := ReadCode("00000000"[:filled] + text); code != "" {
		return code[filled:]
	}
	return ""
}

func (c *codes) key(code string) string { return c.prefix + code[:codeFinder] }

// at returns the code that a code's first letters find; the zero record if it can't be used any longer.
func (c *codes) at(ctx context.Context, code string) (rec codeRecord) {
	if code == "" || c.opt.Settings == nil {
		return rec
	}
	b, err := c.opt.Settings.Setting(ctx, c.key(code))
	if err != nil || json.Unmarshal(b, &rec) != nil || time.Now().Unix() >= rec.Until || rec.Wrong >= codeTries {
		return codeRecord{}
	}
	return rec
}

// keep stores a code, or says why not.
func (c *codes) keep(w http.ResponseWriter, r *http.Request, code string, rec codeRecord) bool {
	b, _ := json.Marshal(rec) // texts and numbers
	if err := c.opt.Settings.Set(r.Context(), c.key(code), b); err != nil {
		c.notDone(w, host.ErrStore)
		return false
	}
	return true
}

func (c *codes) none(w http.ResponseWriter) { fail(w, http.StatusNotFound, c.no, c.why) }

// kept reports whether this server keeps codes, or says that it doesn't.
func (c *codes) kept(w http.ResponseWriter) bool {
	if c.opt.Settings == nil {
		fail(w, http.StatusServiceUnavailable, "store", "")
	}
	return c.opt.Settings != nil
}

// make makes a code that leads where rec says, or says why not.
func (c *codes) make(w http.ResponseWriter, r *http.Request, rec codeRecord) (code string, until table.Millis, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range 100 {
		code = newCode(c.letters)
		if c.at(r.Context(), code).Until > 0 {
			continue
		}
		end := time.Now().Add(codeLives)
		rec.Hash, rec.Until = keyhash.Of(code), end.Unix()
		return code, table.Millis(end.UnixMilli()), c.keep(w, r, code, rec)
	}
	c.limited(w, doCode)
	return "", 0, false
}

// newCode returns letters of those that can't be confused.
func newCode(letters int) string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	b := make([]byte, letters)
	_, _ = rand.Read(b) // it never fails
	for i := range b {
		b[i] = alphabet[b[i]%32]
	}
	return string(b)
}

// use tries a code. If it is right, f changes its record, or reports that it leads nowhere now. Otherwise use says so.
func (c *codes) use(w http.ResponseWriter, r *http.Request, code string, f func(*codeRecord) bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	rec := c.at(r.Context(), code)
	if rec.Until == 0 || rec.Table != 0 {
		c.none(w)
		return false
	}
	right := keyhash.Opens(code, rec.Hash) && f(&rec)
	if !right {
		rec.Wrong++
	}
	if !c.keep(w, r, code, rec) { // before it is of use
		return false
	}
	if !right {
		c.none(w)
	}
	return right
}
