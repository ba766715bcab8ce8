// Package hub keeps cash desks that several phones follow. It keeps their lines and adds new ones
// only for somebody who knows all those before: it never merges. Whoever books from an
// older state is told what was booked meanwhile.
package hub

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"chratze/internal/desk"
)

const (
	maxDesks = 2000 // in memory; the others are read again

	// A line in memory is some 1.5 KB, with what it has brought about.
	maxLines = 30_000
	weight   = 4 // lines that a desk is worth besides its own
)

// Errors of a Hub. What the lines themselves have wrong is a *desk.Error.
var (
	ErrNone     = errors.New("hub: there is no such desk, or this is none of its secrets")
	ErrReadOnly = errors.New("hub: this secret only looks")
	ErrFrom     = errors.New("hub: there are fewer lines")
	ErrKeep     = errors.New("hub: the lines can't be kept")
)

// Settings keeps the desks: store.DB does.
type Settings interface {
	// Setting returns what is kept under a key; an error if nothing is, too.
	Setting(ctx context.Context, key string) ([]byte, error)
	// Set keeps a value for good.
	Set(ctx context.Context, key string, value []byte) error
}

// Guest is whoever wants something of a desk.
type Guest struct {
	Secret string
	Work   func(context.Context, func(context.Context) error) error // does what takes longer than a moment
	Allow  func() error                                             // says whether they may book now
}

// Links are the secrets of a desk that was made.
type Links struct {
	ID    string `json:"id"`
	Read  string `json:"read"`
	Write string `json:"write"`
}

// Desk is a desk that is followed. Secrets are kept as their SHA-256.
type Desk struct {
	id string

	booking sync.Mutex // whoever books holds it while the evening is computed
	so      *desk.Evening

	mu    sync.Mutex // of all below, held for a moment only
	head  head
	lines []string
	news  chan struct{} // closed when there are more lines
	used  time.Time
}

func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// opened reports whether a secret is the one with this hash.
func opened(secret, hash string) bool {
	return subtle.ConstantTimeCompare([]byte(hashed(secret)), []byte(hash)) == 1
}

// look returns the lines so far, and what is closed when there are more.
func (d *Desk) look() (lines []string, news <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lines, d.news
}

// Wait returns all lines: at once, or, if the guest knows all of them, as soon as there are
// more or the time is over.
func (d *Desk) Wait(ctx context.Context, known int, most time.Duration) []string {
	lines, news := d.look()
	if known != len(lines) || most <= 0 || news == nil {
		return lines
	}
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case <-news:
	case <-late.C:
	case <-ctx.Done():
	}
	lines, _ = d.look()
	return lines
}

// Hub is all desks of a server. Any number of goroutines may use it.
type Hub struct {
	log Settings

	mu    sync.Mutex // of all below, held for a moment only
	all   map[string]*Desk
	lines int                      // of all of them
	reads map[string]chan struct{} // desks that are being read from the log; closed when that is done
}

// New returns a hub that keeps its desks; without Settings only memory does.
func New(log Settings) *Hub {
	return &Hub{log: log, all: map[string]*Desk{}, reads: map[string]chan struct{}{}}
}

// Make makes a desk with these lines. The errors are those of Book.
func (h *Hub) Make(ctx context.Context, g Guest, lines []string) (Links, error) {
	links := Links{ID: strings.ToLower(rand.Text()[:12]), Read: rand.Text(), Write: rand.Text()}
	d := &Desk{id: links.ID, so: desk.New(), head: head{Read: hashed(links.Read), Write: hashed(links.Write)}, news: make(chan struct{}), used: time.Now()}
	if err := h.book(ctx, g, d, lines); err != nil {
		return Links{}, err
	}
	h.put(d)
	return links, nil
}

// Find returns the desk of which the guest has a secret, and whether it is the one to book with. The
// error is ErrNone, or says why it can't be read just now.
func (h *Hub) Find(ctx context.Context, g Guest, id string) (d *Desk, write bool, err error) {
	d, err = h.find(ctx, g, id)
	switch {
	case err != nil:
		return nil, false, err
	case d == nil:
	case opened(g.Secret, d.head.Write):
		return d, true, nil
	case opened(g.Secret, d.head.Read):
		return d, false, nil
	}
	return nil, false, ErrNone
}

// Book appends lines if the guest knows all those before (from is how many), all or none, and returns how many there are then. If others
// have booked meanwhile it returns their lines, and books nothing. The error is one of
// the hub's, the guest's, or a *desk.Error.
func (h *Hub) Book(ctx context.Context, g Guest, id string, from int, lines []string) (n int, missed []string, err error) {
	for {
		d, write, err := h.Find(ctx, g, id)
		switch {
		case err != nil:
			return 0, nil, err
		case !write:
			return 0, nil, ErrReadOnly
		}
		if n, missed, ok, err := h.bookAt(ctx, g, d, from, lines); ok {
			return n, missed, err
		}
	}
}

// bookAt is Book at a desk; ok is false if it has been forgotten meanwhile.
func (h *Hub) bookAt(ctx context.Context, g Guest, d *Desk, from int, lines []string) (n int, missed []string, ok bool, err error) {
	d.booking.Lock() // the others of this desk wait; then they know too little, and are told
	defer d.booking.Unlock()
	have, news := d.look()
	switch {
	case news == nil:
		return 0, nil, false, nil
	case from < 0 || from > len(have):
		return len(have), nil, true, ErrFrom
	case from < len(have):
		return len(have), have[from:], true, nil
	}
	err = h.book(ctx, g, d, lines)
	have, _ = d.look()
	return len(have), nil, true, err
}

// book books lines at a desk, whose lock for booking is held or which nobody knows yet.
func (h *Hub) book(ctx context.Context, g Guest, d *Desk, lines []string) error {
	if err := g.Allow(); err != nil {
		return err
	}
	var e *desk.Evening
	err := g.Work(ctx, func(ctx context.Context) (err error) {
		e, err = add(ctx, d.so, lines)
		return err
	})
	if err != nil {
		return err
	}
	if err := h.keep(ctx, d, e); err != nil { // behind the work: a disk may be slow, and only this desk waits for it
		return fmt.Errorf("%w: %w", ErrKeep, err)
	}
	return nil
}

// add adds lines to an evening, all or none, unless the context is done before.
func add(ctx context.Context, e *desk.Evening, lines []string) (*desk.Evening, error) {
	next := e.Clone()
	for _, l := range lines {
		if err := ctx.Err(); err != nil { // a line takes some milliseconds at most
			return nil, err
		}
		if err := next.Append(l); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// find returns a desk, or nil if there is none, or the error why it can't be read just now.
func (h *Hub) find(ctx context.Context, g Guest, id string) (d *Desk, err error) {
	for {
		h.mu.Lock()
		d, reading := h.all[id], h.reads[id]
		switch {
		case d != nil:
			d.used = time.Now()
			fallthrough
		case h.log == nil || len(id) > 40:
			h.mu.Unlock()
			return d, nil
		case reading == nil:
			reading = make(chan struct{})
			h.reads[id] = reading
			h.mu.Unlock()
			err = g.Work(ctx, func(ctx context.Context) error {
				d, err = h.read(ctx, id)
				return err
			})
			h.mu.Lock()
			delete(h.reads, id)
			close(reading)
			h.mu.Unlock()
			if d != nil {
				h.put(d)
			}
			return d, err
		}
		h.mu.Unlock()
		select {
		case <-reading:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// read reads a desk from the log; nil: there is none.
func (h *Hub) read(ctx context.Context, id string) (*Desk, error) {
	head, lines, err := read(ctx, h.log, id)
	if err != nil {
		return nil, nil // there is none
	}
	e, err := add(ctx, desk.New(), lines)
	if err != nil {
		return nil, err
	}
	return &Desk{id: id, so: e, head: head, lines: e.Lines(), news: make(chan struct{}), used: time.Now()}, nil
}

// put remembers a desk. Those that were asked for least lately are forgotten when there
// are too many, or they have too many lines in all.
func (h *Hub) put(d *Desk) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all[d.id] != nil {
		return
	}
	h.all[d.id] = d
	h.grow(d, len(d.lines)+weight)
}

// grow counts lines, and forgets desks for them, but not d; h.mu is held.
func (h *Hub) grow(d *Desk, lines int) {
	h.lines += lines
	for len(h.all) > maxDesks || h.lines > maxLines && len(h.all) > 1 {
		var oldest *Desk
		for _, o := range h.all {
			if o != d && (oldest == nil || o.used.Before(oldest.used)) {
				oldest = o
			}
		}
		if oldest.used = time.Now(); oldest.booking.TryLock() { // else somebody is just booking there
			delete(h.all, oldest.id)
			h.lines -= oldest.forget() + weight
			oldest.booking.Unlock()
		} else if d.used.Before(oldest.used) {
			return
		}
	}
}

// forget makes a desk take no bookings any more, and returns how many lines it has. Who
// waits there asks again.
func (d *Desk) forget() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.news)
	d.news = nil
	return len(d.lines)
}

// keep writes down the lines that were booked behind those before, and then lets them
// hold; d.booking is held.
func (h *Hub) keep(ctx context.Context, d *Desk, e *desk.Evening) error {
	lines := e.Lines()
	if h.log != nil {
		if err := write(ctx, h.log, d.id, d.head, lines, len(d.lines)); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	d.mu.Lock()
	more := len(lines) - len(d.lines)
	d.so, d.lines = e, lines
	close(d.news)
	d.news = make(chan struct{})
	d.mu.Unlock()
	if h.all[d.id] == d {
		h.grow(d, more)
	}
	return nil
}
