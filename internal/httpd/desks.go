package httpd

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	evening "chratze/internal/desk"
)

// Several phones follow one cash desk. The server keeps its lines and adds new ones
// only for somebody who knows all those before: it never merges. Who books from an
// older state is told what was booked meanwhile.

const (
	maxDesk  = 256 << 10        // bytes of a request: a long evening
	maxWait  = 25 * time.Second // for news, before the answer is "nothing"
	maxDesks = 2000             // in memory; the others are read again
)

// followed is a desk on the server. Secrets are kept as their SHA-256.
type followed struct {
	Read  string   `json:"read"`
	Write string   `json:"write"`
	Lines []string `json:"lines"`

	so   *evening.Evening
	news chan struct{} // closed when there are more lines
}

// desks are the desks on the server.
type desks struct {
	log Settings
	mu  sync.Mutex
	all map[string]*followed
}

func deskKey(id string) string { return "kasse/" + id }

func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// find returns a desk, or nil; d.mu is held.
func (d *desks) find(ctx context.Context, id string) *followed {
	if f := d.all[id]; f != nil {
		return f
	}
	if d.log == nil || len(id) > 40 {
		return nil
	}
	data, err := d.log.Setting(ctx, deskKey(id))
	f := &followed{news: make(chan struct{})}
	if err != nil || json.Unmarshal(data, f) != nil {
		return nil
	}
	if f.so, err = evening.Read(strings.Join(f.Lines, "\n")); err != nil {
		return nil
	}
	d.put(id, f)
	return f
}

// put remembers a desk; d.mu is held.
func (d *desks) put(id string, f *followed) {
	for old, o := range d.all {
		if len(d.all) < maxDesks {
			break
		}
		delete(d.all, old)
		close(o.news) // who waits there asks again
	}
	d.all[id] = f
}

// keep writes a desk down with other lines, and then lets them hold; d.mu is held.
func (d *desks) keep(ctx context.Context, id string, f *followed, e *evening.Evening) error {
	next := followed{Read: f.Read, Write: f.Write, Lines: e.Lines()}
	data, err := json.Marshal(&next)
	if err == nil && d.log != nil {
		err = d.log.Set(ctx, deskKey(id), data)
	}
	if err != nil {
		return err
	}
	f.Lines, f.so = next.Lines, e
	close(f.news)
	f.news = make(chan struct{})
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
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxDesk))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		fail(w, http.StatusBadRequest, "json", err.Error())
		return b, false
	}
	return b, true
}

// book adds lines to an evening, all or none.
func book(e *evening.Evening, lines []string) (*evening.Evening, error) {
	next := *e // an evening is never changed in place
	for _, l := range lines {
		if err := next.Append(l); err != nil {
			return nil, err
		}
	}
	return &next, nil
}

// makeDesk is POST /api/kasse.
func (s *Server) makeDesk(w http.ResponseWriter, r *http.Request) {
	b, ok := s.readBooking(w, r)
	switch {
	case !ok:
		return
	case s.opt.Password != "" && !s.gate.allow(address(r, s.opt.Proxies), doCode):
		s.limited(w, doCode)
		return
	case s.opt.Password != "" && !same(b.Password, s.opt.Password):
		fail(w, http.StatusForbidden, "password", "this server wants a password")
		return
	case !s.exempt(r) && !s.gate.allow(address(r, s.opt.Proxies), doTable):
		s.limited(w, doTable)
		return
	}
	e, err := book(evening.New(), b.Lines)
	if err != nil {
		fail(w, http.StatusUnprocessableEntity, "kasse", err.Error())
		return
	}
	links := DeskLinks{ID: strings.ToLower(rand.Text()[:12]), Read: rand.Text(), Write: rand.Text()}
	f := &followed{Read: hashed(links.Read), Write: hashed(links.Write), news: make(chan struct{})}
	s.desks.mu.Lock()
	defer s.desks.mu.Unlock()
	if err := s.desks.keep(r.Context(), links.ID, f, e); err != nil {
		s.opt.Logger.Error("a cash desk can't be kept", "err", err)
		fail(w, http.StatusServiceUnavailable, "store", "")
		return
	}
	s.desks.put(links.ID, f)
	answer(w, http.StatusCreated, links)
}

// desk returns the desk of a request whose secret is one of its two, or answers.
func (s *Server) desk(w http.ResponseWriter, r *http.Request) (id string, f *followed, write bool) {
	id = r.PathValue("desk")
	given, _ := bearer(r)
	f = s.desks.find(r.Context(), id)
	switch {
	case f == nil:
		fail(w, http.StatusNotFound, "desk", "there is no such desk")
	case same(hashed(given), f.Write):
		return id, f, true
	case same(hashed(given), f.Read):
		return id, f, false
	default:
		fail(w, http.StatusNotFound, "desk", "there is no such desk")
	}
	return id, nil, false
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
	s.desks.mu.Lock()
	_, f, write := s.desk(w, r)
	if f == nil {
		s.desks.mu.Unlock()
		return
	}
	news, lines := f.news, f.Lines
	s.desks.mu.Unlock()
	if from == len(lines) && wait > 0 {
		late := time.NewTimer(min(time.Duration(wait)*time.Second, maxWait))
		defer late.Stop()
		select {
		case <-news:
		case <-late.C:
		case <-r.Context().Done():
		}
		s.desks.mu.Lock()
		lines = f.Lines
		s.desks.mu.Unlock()
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
	s.desks.mu.Lock()
	defer s.desks.mu.Unlock()
	id, f, write := s.desk(w, r)
	switch {
	case f == nil:
		return
	case !write:
		fail(w, http.StatusForbidden, "read-only", "this link only looks")
		return
	case b.From < 0 || b.From > len(f.Lines):
		fail(w, http.StatusBadRequest, "from", "there are "+strconv.Itoa(len(f.Lines))+" lines")
		return
	case b.From < len(f.Lines):
		answer(w, http.StatusConflict, DeskLines{f.Lines[b.From:], len(f.Lines), write})
		return
	}
	e, err := book(f.so, b.Lines)
	if err != nil {
		fail(w, http.StatusUnprocessableEntity, "kasse", err.Error())
		return
	}
	if err := s.desks.keep(r.Context(), id, f, e); err != nil {
		s.opt.Logger.Error("a cash desk can't be kept", "err", err)
		fail(w, http.StatusServiceUnavailable, "store", "")
		return
	}
	answer(w, http.StatusOK, DeskLines{[]string{}, len(f.Lines), write})
}
