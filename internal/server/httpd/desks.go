package httpd

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	evening "chratze/internal/desk"
	"chratze/internal/hub"
	"chratze/internal/locale"
	"chratze/internal/table/host"
)

// Routes for cash desks that several phones follow (package hub).

const (
	maxDesk = 256 << 10        // limit of a request in bytes: enough for a long evening
	maxWait = 25 * time.Second // for new lines, before the answer is empty
)

// DeskLines is the answer about a desk's lines: those from index From on.
type DeskLines struct {
	Lines []string `json:"lines"`
	N     int      `json:"n"`     // number of lines in all
	Write bool     `json:"write"` // the link allows booking
}

// DeskBooking is a request to append lines; the sender knows the first From lines.
type DeskBooking struct {
	From     int      `json:"from"`
	Lines    []string `json:"lines"`
	Password string   `json:"password,omitempty"`
}

// errBooks says that an address has booked too often.
var errBooks = errors.New("httpd: too many bookings")

// desks answers requests about cash desks.
type desks struct {
	*front
	hub    *hub.Hub
	booked func(*http.Request, GroupEntry)
}

// guest returns the guest that a request comes from.
func (s *desks) guest(r *http.Request) hub.Guest {
	from := s.from(r)
	given, _ := bearer(r)
	return hub.Guest{
		Secret: given,
		Work: func(ctx context.Context, work func(context.Context) error) error {
			return s.work.Do(ctx, network(from), work)
		},
		Allow: func() error {
			if s.exempt(r) || s.gate.allow(from, doBook) {
				return nil
			}
			return errBooks
		},
	}
}

// makeDesk is POST /api/kasse.
func (s *desks) makeDesk(w http.ResponseWriter, r *http.Request) {
	var b DeskBooking
	switch {
	case !s.readUpTo(w, r, maxDesk, &b):
		return
	case !s.mayMake(w, r, b.Password):
		return
	case !s.may(w, r, doTable):
		return
	}
	links, err := s.hub.Make(r.Context(), s.guest(r), b.Lines)
	if err != nil {
		s.noDesk(w, r, err)
		return
	}
	answer(w, http.StatusCreated, links)
}

// noDesk answers a request that a desk has refused.
func (s *desks) noDesk(w http.ResponseWriter, r *http.Request, err error) {
	if !isDeskFault(w, r, err) {
		s.noJournal(w, "desk", err)
	}
}

// isDeskFault answers if a line of a desk was refused.
func isDeskFault(w http.ResponseWriter, r *http.Request, err error) bool {
	bad, refused := errors.AsType[*evening.Error](err)
	if refused {
		answer(w, http.StatusUnprocessableEntity, Problem{Code: "kasse", Detail: clipped(bad.Error()), Option: bad.Code, Text: clipped(printer(r).DeskFault(locale.DeskFault(*bad)))})
	}
	return refused
}

// noJournal answers a request that the hub of desks or groups has refused.
func (f *front) noJournal(w http.ResponseWriter, what string, err error) {
	switch {
	case errors.Is(err, hub.ErrNone):
		fail(w, http.StatusNotFound, what, "no such "+what+", or another key")
	case errors.Is(err, hub.ErrReadOnly):
		fail(w, http.StatusForbidden, "read-only", "this link is for looking only: ask for the one that writes")
	case errors.Is(err, hub.ErrFrom):
		fail(w, http.StatusBadRequest, "from", "from exceeds the number of lines")
	case errors.Is(err, errBooks):
		f.limited(w, doBook)
	case errors.Is(err, hub.ErrKeep):
		f.broken("a "+what+" can't be kept", "err", err)
		f.notDone(w, host.ErrStore)
	default:
		f.notDone(w, err)
	}
}

// lookDesk is GET /api/kasse/{desk}: the lines that the client doesn't know yet, at once or as
// soon as there are any.
func (s *desks) lookDesk(w http.ResponseWriter, r *http.Request) {
	from, _ := strconv.Atoi(r.FormValue("from"))
	wait, _ := strconv.Atoi(r.FormValue("wait"))
	leave, ok := s.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	d, write, err := s.hub.Find(r.Context(), s.guest(r), r.PathValue("desk"))
	if err != nil {
		s.noDesk(w, r, err)
		return
	}
	lines := d.Wait(r.Context(), from, min(time.Duration(wait)*time.Second, maxWait))
	from = max(0, min(from, len(lines)))
	answer(w, http.StatusOK, DeskLines{append([]string{}, lines[from:]...), len(lines), write})
}

// bookDesk is POST /api/kasse/{desk}.
func (s *desks) bookDesk(w http.ResponseWriter, r *http.Request) {
	var b DeskBooking
	if !s.readUpTo(w, r, maxDesk, &b) {
		return
	}
	n, missed, err := s.hub.Book(r.Context(), s.guest(r), r.PathValue("desk"), b.From, b.Lines)
	switch {
	case err != nil:
		s.noDesk(w, r, err)
	case missed != nil:
		answer(w, http.StatusConflict, DeskLines{missed, n, true})
	default:
		answer(w, http.StatusOK, DeskLines{[]string{}, n, true})
		s.booked(r, GroupEntry{Desk: r.PathValue("desk")})
	}
}

// Groups returns the groups of this server.
func (s *Server) Groups() *hub.Hub { return s.groups.hub }

// RewriteDesk lets f change what is stored of a desk (hub.Rewrite).
func (s *Server) RewriteDesk(id string, f func() error) error { return s.desks.hub.Rewrite(id, f) }
