package httpd

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	evening "chratze/internal/desk"
	"chratze/internal/server/host"
)

// Several phones follow one cash desk. The server keeps its lines and adds new ones
// only for somebody who knows all those before: it never merges. Who books from an
// older state is told what was booked meanwhile.

const (
	maxDesk  = 256 << 10        // bytes of a request: a long evening
	maxWait  = 25 * time.Second // for news, before the answer is "nothing"
	maxDesks = 2000             // in memory; the others are read again

	// A line in memory is some 1.5 KB, with what it has brought about.
	maxDeskLines = 30_000
	deskWeight   = 4 // lines that a desk is worth besides its own
)

// followed is a desk on the server. Secrets are kept as their SHA-256.
type followed struct {
	id string

	booking sync.Mutex // who books holds it while the evening is computed
	so      *evening.Evening

	mu    sync.Mutex // of all below, held for a moment only
	head  deskHead
	lines []string
	news  chan struct{} // closed when there are more lines
	used  time.Time
}

func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// look returns the lines so far, and what is closed when there are more.
func (f *followed) look() (lines []string, news <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lines, f.news
}

// desks are the desks on the server.
type desks struct {
	log  Settings
	work *host.Pool

	mu    sync.Mutex // of all below, held for a moment only
	all   map[string]*followed
	lines int                      // of all of them
	reads map[string]chan struct{} // desks that are being read from the log; closed when that is done
}

// find returns a desk, or nil if there is none, or the error why it can't be read just now.
func (d *desks) find(ctx context.Context, id string, from netip.Addr) (f *followed, err error) {
	for {
		d.mu.Lock()
		f, reading := d.all[id], d.reads[id]
		switch {
		case f != nil:
			f.used = time.Now()
			fallthrough
		case d.log == nil || len(id) > 40:
			d.mu.Unlock()
			return f, nil
		case reading == nil:
			reading = make(chan struct{})
			d.reads[id] = reading
			d.mu.Unlock()
			err = d.work.Do(ctx, network(from), func(ctx context.Context) error {
				f, err = d.read(ctx, id)
				return err
			})
			d.mu.Lock()
			delete(d.reads, id)
			close(reading)
			d.mu.Unlock()
			if f != nil {
				d.put(f)
			}
			return f, err
		}
		d.mu.Unlock()
		select {
		case <-reading:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// read reads a desk from the log; nil: there is none.
func (d *desks) read(ctx context.Context, id string) (*followed, error) {
	head, lines, err := readDesk(ctx, d.log, id)
	if err != nil {
		return nil, nil // there is none
	}
	e, err := book(ctx, evening.New(), lines)
	if err != nil {
		return nil, err
	}
	return &followed{id: id, so: e, head: head, lines: e.Lines(), news: make(chan struct{}), used: time.Now()}, nil
}

// put remembers a desk. Those that were asked for least lately are forgotten when there
// are too many, or they have too many lines in all.
func (d *desks) put(f *followed) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all[f.id] != nil {
		return
	}
	d.all[f.id] = f
	d.grow(f, len(f.lines)+deskWeight)
}

// grow counts lines, and forgets desks for them, but not f; d.mu is held.
func (d *desks) grow(f *followed, lines int) {
	d.lines += lines
	for len(d.all) > maxDesks || d.lines > maxDeskLines && len(d.all) > 1 {
		var oldest *followed
		for _, o := range d.all {
			if o != f && (oldest == nil || o.used.Before(oldest.used)) {
				oldest = o
			}
		}
		if oldest.used = time.Now(); oldest.booking.TryLock() { // else somebody is just booking there
			delete(d.all, oldest.id)
			d.lines -= oldest.forget() + deskWeight
			oldest.booking.Unlock()
		} else if f.used.Before(oldest.used) {
			return
		}
	}
}

// forget makes a desk take no bookings any more, and returns how many lines it has. Who
// waits there asks again.
func (f *followed) forget() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.news)
	f.news = nil
	return len(f.lines)
}

// keep writes down the lines that were booked behind those before, and then lets them
// hold; f.booking is held.
func (d *desks) keep(ctx context.Context, f *followed, e *evening.Evening) error {
	lines := e.Lines()
	if d.log != nil {
		if err := writeDesk(ctx, d.log, f.id, f.head, lines, len(f.lines)); err != nil {
			return err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	f.mu.Lock()
	more := len(lines) - len(f.lines)
	f.so, f.lines = e, lines
	close(f.news)
	f.news = make(chan struct{})
	f.mu.Unlock()
	if d.all[f.id] == f {
		d.grow(f, more)
	}
	return nil
}

// DeskLines is what is said of a desk's lines: those from From on.
type DeskLines struct {
	Lines []string `json:"lines"`
	N     int      `json:"n"`     // how many there are in all
	Write bool     `json:"write"` // whether the link may book
}

// DeskLinks are the secrets of a desk that was put on the server.
type DeskLinks struct {
	ID    string `json:"id"`
	Read  string `json:"read"`
	Write string `json:"write"`
}

// DeskBooking books lines behind the first From lines.
type DeskBooking struct {
	From     int      `json:"from"`
	Lines    []string `json:"lines"`
	Password string   `json:"password,omitempty"`
}

// readBooking reads the body of a request, and says what is wrong with it.
func (s *Server) readBooking(w http.ResponseWriter, r *http.Request) (b DeskBooking, ok bool) {
	if err := s.decode(w, r, maxDesk, &b); err != nil {
		fail(w, http.StatusBadRequest, "json", err.Error())
		return b, false
	}
	return b, true
}

// book adds lines to an evening, all or none, unless the context is done before.
func book(ctx context.Context, e *evening.Evening, lines []string) (*evening.Evening, error) {
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

// makeDesk is POST /api/kasse.
func (s *Server) makeDesk(w http.ResponseWriter, r *http.Request) {
	from := address(r, s.opt.Proxies)
	b, ok := s.readBooking(w, r)
	switch {
	case !ok:
		return
	case s.opt.Password != "" && !s.gate.allow(from, doCode):
		s.limited(w, doCode)
		return
	case s.opt.Password != "" && !same(b.Password, s.opt.Password):
		fail(w, http.StatusForbidden, "password", "this server wants a password")
		return
	case !s.exempt(r) && !s.gate.allow(from, doTable):
		s.limited(w, doTable)
		return
	}
	links := DeskLinks{ID: strings.ToLower(rand.Text()[:12]), Read: rand.Text(), Write: rand.Text()}
	f := &followed{id: links.ID, so: evening.New(), head: deskHead{Read: hashed(links.Read), Write: hashed(links.Write)}, news: make(chan struct{}), used: time.Now()}
	if !s.books(w, r, f, b.Lines) {
		return
	}
	s.desks.put(f)
	answer(w, http.StatusCreated, links)
}

// books books lines at a desk, whose lock for booking is held or which nobody knows yet. If
// it can't, the request is answered.
func (s *Server) books(w http.ResponseWriter, r *http.Request, f *followed, lines []string) bool {
	from := address(r, s.opt.Proxies)
	if !s.exempt(r) && !s.gate.allow(from, doBook) {
		s.limited(w, doBook)
		return false
	}
	var e *evening.Evening
	err := s.work.Do(r.Context(), network(from), func(ctx context.Context) (err error) {
		e, err = book(ctx, f.so, lines)
		return err
	})
	if err == nil { // behind the pool: a disk may be slow, and only this desk waits for it
		if err = s.desks.keep(r.Context(), f, e); err != nil {
			s.troubled("a cash desk can't be kept", err)
			err = host.ErrStore
		}
	}
	switch _, refused := errors.AsType[*evening.Error](err); {
	case err == nil:
		return true
	case refused:
		fail(w, http.StatusUnprocessableEntity, "kasse", err.Error())
	default:
		s.notDone(w, err)
	}
	return false
}

// notDone answers a request whose work the pool hasn't done.
func (s *Server) notDone(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, host.ErrCrowd):
		s.limited(w, doWork)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded): // the client has gone
		fail(w, http.StatusServiceUnavailable, "restart", "")
	default:
		fail(w, http.StatusServiceUnavailable, "store", "")
	}
}

// desk returns the desk of a request whose secret is one of its two, or answers.
func (s *Server) desk(w http.ResponseWriter, r *http.Request) (f *followed, write bool) {
	given, _ := bearer(r)
	f, err := s.desks.find(r.Context(), r.PathValue("desk"), address(r, s.opt.Proxies))
	switch {
	case err != nil:
		s.notDone(w, err)
		return nil, false
	case f == nil:
	case same(hashed(given), f.head.Write):
		return f, true
	case same(hashed(given), f.head.Read):
		return f, false
	}
	fail(w, http.StatusNotFound, "desk", "there is no such desk")
	return nil, false
}

// lookDesk is GET /api/kasse/{desk}: the lines behind the first so many, at once or as
// soon as there are some.
func (s *Server) lookDesk(w http.ResponseWriter, r *http.Request) {
	from, _ := strconv.Atoi(r.FormValue("from"))
	wait, _ := strconv.Atoi(r.FormValue("wait"))
	leave, ok := s.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	f, write := s.desk(w, r)
	if f == nil {
		return
	}
	lines, news := f.look()
	if from == len(lines) && wait > 0 && news != nil {
		late := time.NewTimer(min(time.Duration(wait)*time.Second, maxWait))
		defer late.Stop()
		select {
		case <-news:
		case <-late.C:
		case <-r.Context().Done():
		}
		lines, _ = f.look()
	}
	from = max(0, min(from, len(lines)))
	answer(w, http.StatusOK, DeskLines{append([]string{}, lines[from:]...), len(lines), write})
}

// bookDesk is POST /api/kasse/{desk}.
func (s *Server) bookDesk(w http.ResponseWriter, r *http.Request) {
	b, ok := s.readBooking(w, r)
	if !ok {
		return
	}
	var lines []string
	var f *followed
	for news := (<-chan struct{})(nil); news == nil; { // until it isn't forgotten before it is locked
		var write bool
		f, write = s.desk(w, r)
		switch {
		case f == nil:
			return
		case !write:
			fail(w, http.StatusForbidden, "read-only", "this link only looks")
			return
		}
		f.booking.Lock() // the others of this desk wait; then they know too little, and are told
		defer f.booking.Unlock()
		lines, news = f.look()
	}
	switch {
	case b.From < 0 || b.From > len(lines):
		fail(w, http.StatusBadRequest, "from", "there are "+strconv.Itoa(len(lines))+" lines")
		return
	case b.From < len(lines):
		answer(w, http.StatusConflict, DeskLines{lines[b.From:], len(lines), true})
		return
	}
	if s.books(w, r, f, b.Lines) {
		lines, _ = f.look()
		answer(w, http.StatusOK, DeskLines{[]string{}, len(lines), true})
	}
}
