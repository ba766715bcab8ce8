// Package hub keeps cash desks and groups that several phones follow. It stores their lines. It appends a
// line only if the sender knows all lines before it, and never merges: a phone that is behind
// gets the lines it has missed instead.
package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"

	"chratze/internal/keyhash"
	"chratze/internal/owner"
)

const (
	maxDesks = 2000 // or groups, in memory; others are read from the log when they are needed

	// A line takes about 1.5 KB in memory, with everything computed from it.
	maxLines = 30_000
	weight   = 4 // the fixed cost of a desk, in lines
)

// Errors of a Hub. Faults in the lines themselves are a *desk.Error or a *group.Error.
var (
	ErrNone     = errors.New("hub: none with this ID, or wrong secret")
	ErrReadOnly = errors.New("hub: link is read-only")
	ErrFrom     = errors.New("hub: from exceeds the number of lines")
	ErrKeep     = errors.New("hub: writing the lines failed")
)

// Readable is where desks are stored, to be read.
type Readable interface {
	// Setting returns the value of a key. A missing key is an error.
	Setting(ctx context.Context, key string) ([]byte, error)
}

// Settings stores the desks. It is implemented by store.DB.
type Settings interface {
	Readable
	// Set stores a value durably.
	Set(ctx context.Context, key string, value []byte) error
}

// Guest opens a desk, reads it or books there. The zero Guest is the server itself.
type Guest struct {
	Secret string
	Work   func(context.Context, func(context.Context) error) error // runs what takes longer than a moment
	Allow  func() error                                             // reports whether they may book now
}

func (g Guest) work(ctx context.Context, work func(context.Context) error) error {
	if g.Work == nil {
		return work(ctx)
	}
	return g.Work(ctx, work)
}

func (g Guest) allow() error {
	if g.Allow == nil {
		return nil
	}
	return g.Allow()
}

// Log is a desk or a group: all that follows from lines.
type Log interface {
	Clone() Log
	// Append adds a line. If it returns an error, nothing is changed.
	Append(text string) error
	Lines() []string
	People() []string // the names in it
}

// Kind is desks or groups.
type Kind struct {
	prefix string                // of its settings
	empty  func() Log            // without lines
	place  func(id string) int64 // its ID among all that has an owner
}

// Links are the secrets of a new desk.
type Links struct {
	ID    string `json:"id"`
	Read  string `json:"read"`
	Write string `json:"write"`
}

// Journal is the lines of one cash desk or group. Its secrets are kept as their SHA-256.
type Journal struct {
	id   string
	term int64 // of this server's ownership

	booking sync.Mutex // held while a booking is computed
	so      Log
	day     int64    // of the last booking, as it is kept; 0: unknown
	stored  []string // the lines as they are kept

	mu    sync.Mutex // guards the fields below, and is held only for a moment
	head  head
	lines []string
	news  chan struct{} // closed when there are more lines
	used  time.Time
}

// look returns the lines so far, and a channel that is closed when there are more.
func (d *Journal) look() (lines []string, news <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.lines, d.news
}

// Wait returns all lines. If the guest knows all of them already, it first waits until there
// are more, at most for the given time.
func (d *Journal) Wait(ctx context.Context, known int, most time.Duration) []string {
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

// Hub keeps all desks of a server. It is safe for concurrent use.
type Hub struct {
	kind  Kind
	log   Settings
	owner owner.Owner // nil: this hub has all desks

	mu    sync.Mutex // guards the fields below, and is held only for a moment
	all   map[string]*Journal
	lines int                      // the lines of all desks in memory
	reads map[string]chan struct{} // desks that are being read from the log; closed when that is done
}

// New returns a hub that stores its desks or groups in log. If log is nil, they are only in memory.
func New(kind Kind, log Settings) *Hub {
	return &Hub{kind: kind, log: log, all: map[string]*Journal{}, reads: map[string]chan struct{}{}}
}

// Make makes a desk with the given lines. The errors are those of Book.
func (h *Hub) Make(ctx context.Context, g Guest, lines []string) (Links, error) {
	links := Links{Read: rand.Text(), Write: rand.Text()}
	var err error
	links.ID, err = h.make(ctx, g, head{Read: keyhash.Of(links.Read), Write: keyhash.Of(links.Write)}, lines)
	if err != nil {
		return Links{}, err
	}
	return links, nil
}

func (h *Hub) make(ctx context.Context, g Guest, secrets head, lines []string) (id string, err error) {
	d := &Journal{id: h.newID(), so: h.kind.empty(), head: secrets, news: make(chan struct{}), used: time.Now()}
	if d.term, err = h.hold(ctx, d.id); err != nil {
		return "", err
	}
	if err := h.book(ctx, g, d, lines); err != nil {
		return "", err
	}
	h.put(d)
	return d.id, nil
}

// Find returns the desk or group with the given id if the guest has one of its secrets, and whether that
// secret allows booking. The error is ErrNone, or says why it can't be read now.
func (h *Hub) Find(ctx context.Context, g Guest, id string) (d *Journal, write bool, err error) {
	d, err = h.find(ctx, g, id)
	switch {
	case err != nil:
		return nil, false, err
	case d == nil:
	case d.opens(g.Secret).Writes():
		return d, true, nil
	case d.opens(g.Secret).Kind == Look:
		return d, false, nil
	}
	return nil, false, ErrNone
}

// Book appends lines, all or none, and returns the number of lines after it. from is the number
// of lines that the guest knows. If others have booked meanwhile, Book appends nothing and
// returns the lines that the guest has missed. The error is one of the hub's, the guest's, or a
// *desk.Error.
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

// bookAt is Book for a desk in memory; ok is false if the desk was evicted meanwhile.
func (h *Hub) bookAt(ctx context.Context, g Guest, d *Journal, from int, lines []string) (n int, missed []string, ok bool, err error) {
	d.booking.Lock() // others who book here wait; then they are behind, and get the missed lines
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

// book appends lines to a desk, with their letters composed. The caller holds its booking lock, or is the only one who knows
// it.
func (h *Hub) book(ctx context.Context, g Guest, d *Journal, lines []string) error {
	if err := g.allow(); err != nil {
		return err
	}
	for i, l := range lines {
		lines[i] = norm.NFC.String(l)
	}
	var e Log
	err := g.work(ctx, func(ctx context.Context) (err error) {
		e, err = add(ctx, d.so, lines)
		return err
	})
	if err != nil {
		return err
	}
	if err := h.keep(ctx, d, e); err != nil { // after the computation: a disk may be slow, and only this desk waits for it
		return errKeep(err)
	}
	return nil
}

func errKeep(err error) error { return fmt.Errorf("%w: %w", ErrKeep, err) }

// add adds lines, all or none. It stops when the context is done.
func add(ctx context.Context, e Log, lines []string) (Log, error) {
	next := e.Clone()
	for _, l := range lines {
		if err := ctx.Err(); err != nil { // one line takes some milliseconds at most
			return nil, err
		}
		if err := next.Append(l); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// find returns a desk, nil if there is none, or an error if it can't be read now.
func (h *Hub) find(ctx context.Context, g Guest, id string) (d *Journal, err error) {
	known, err := h.known(ctx, id)
	if err != nil {
		return nil, nil // there is none
	}
	term, err := h.hold(ctx, id)
	if err != nil {
		return nil, err
	}
	for {
		h.mu.Lock()
		h.expire(id, term)
		d, reading := h.all[id], h.reads[id]
		switch {
		case d != nil:
			d.used = time.Now()
			fallthrough
		case h.log == nil || len(id) > maxID:
			h.mu.Unlock()
			return d, nil
		case reading == nil:
			reading = make(chan struct{})
			h.reads[id] = reading
			h.mu.Unlock()
			err = g.work(ctx, func(ctx context.Context) error {
				d, err = h.read(ctx, id, known)
				return err
			})
			if d != nil {
				d.term = term
				h.put(d)
				h.mend(ctx, d)
			}
			h.wasRead(id, reading)
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

// read reads a desk from the log; it returns nil if there is none. known is its head, or nil if
// it wasn't read yet.
func (h *Hub) read(ctx context.Context, id string, known *head) (*Journal, error) {
	head, lines, err := read(ctx, h.log, h.kind.prefix+id, known)
	if err != nil {
		return nil, nil // there is none
	}
	e, err := add(ctx, h.kind.empty(), lines)
	if err != nil {
		return nil, err
	}
	return &Journal{id: id, so: e, head: head, day: head.Used, stored: lines, lines: e.Lines(), news: make(chan struct{}), used: time.Now()}, nil
}

// mend writes the lines again if they aren't stored as they are: a server was killed while it took a name out.
func (h *Hub) mend(ctx context.Context, d *Journal) {
	d.booking.Lock()
	defer d.booking.Unlock()
	if common(d.stored, d.lines) < len(d.lines) {
		_ = h.keep(ctx, d, d.so) // the next booking tries again
	}
}

// wasRead lets others have a desk that was being read.
func (h *Hub) wasRead(id string, reading chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.reads, id)
	close(reading)
}

// Rewrite lets f change what is stored of a desk, while nobody books there or reads it, and then forgets what is in
// memory.
func (h *Hub) Rewrite(id string, f func() error) error {
	reading := make(chan struct{})
	h.mu.Lock()
	for h.reads[id] != nil {
		other := h.reads[id]
		h.mu.Unlock()
		<-other
		h.mu.Lock()
	}
	h.reads[id] = reading
	d := h.all[id]
	h.mu.Unlock()
	defer h.wasRead(id, reading)
	if d != nil {
		d.booking.Lock()
		defer d.booking.Unlock()
		h.drop(d)
	}
	return f()
}

// put keeps a desk in memory. If there are too many desks or lines, those that were used least
// recently are evicted.
func (h *Hub) put(d *Journal) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all[d.id] != nil {
		return
	}
	h.all[d.id] = d
	h.grow(d, len(d.lines)+weight)
}

// grow counts lines and evicts other desks than d to make room for them. The caller holds h.mu.
func (h *Hub) grow(d *Journal, lines int) {
	h.lines += lines
	for len(h.all) > maxDesks || h.lines > maxLines && len(h.all) > 1 {
		var oldest *Journal
		for _, o := range h.all {
			if o != d && (oldest == nil || o.used.Before(oldest.used)) {
				oldest = o
			}
		}
		if oldest.used = time.Now(); oldest.booking.TryLock() { // otherwise somebody is booking there
			delete(h.all, oldest.id)
			h.lines -= oldest.forget() + weight
			oldest.booking.Unlock()
		} else if d.used.Before(oldest.used) {
			return
		}
	}
}

// forget makes a desk refuse bookings, and returns its number of lines. Guests who wait there
// ask again.
func (d *Journal) forget() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.news)
	d.news = nil
	return len(d.lines)
}

// keep writes new lines to the log, and then publishes them. The caller holds d.booking.
func (h *Hub) keep(ctx context.Context, d *Journal, e Log) error {
	lines := e.Lines()
	if h.owner != nil && !h.owner.Keeps(h.kind.place(d.id), d.term) {
		return ErrMoved
	}
	if h.log != nil {
		head := d.head
		head.Used = d.day
		if err := write(ctx, h.logOf(d), h.kind.prefix+d.id, head, lines, common(d.stored, lines)); err != nil {
			return err
		}
		d.day, d.stored = today(), lines
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
