package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"chratze/internal/owner"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
)

// Several servers may share the tables (package owner). Each answers any client: a WebSocket for
// a table of another server is sent there, and every other request about a table or cash desk is
// passed on. The limits count here, where the client has come, and there too.

// shared lets requests about tables that another server has be answered there.
func (s *Server) shared(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := tableID(r)
		if id != 0 && s.elsewhere(w, r, id) {
			return
		}
		s.nameServer(w, r, id)
		next(w, r)
	}
}

// atTable is shared for calls of the API that need the number of the table.
func (s *Server) atTable(next func(w http.ResponseWriter, r *http.Request, id int64)) http.HandlerFunc {
	return s.guarded(s.shared(func(w http.ResponseWriter, r *http.Request) {
		if id := tableID(r); id != 0 {
			next(w, r, id)
		} else {
			noTable(w, host.ErrNoTable)
		}
	}))
}

// moving is shared for the WebSocket of a seat. A client of another server's table gets the cookie
// and comes again: a load balancer then sends it there (deploy/cluster/haproxy.cfg). A client that
// has the right cookie, or says that it comes again, is passed on.
func (s *Server) moving(next http.HandlerFunc) http.HandlerFunc {
	passing := s.shared(next)
	return func(w http.ResponseWriter, r *http.Request) {
		id := tableID(r)
		if id == 0 || s.opt.Owner == nil || r.Header.Get("Upgrade") == "" || r.URL.Query().Has("moved") {
			passing(w, r)
			return
		}
		name, here, err := s.opt.Owner.Where(id)
		if cookie, absent := r.Cookie(serverCookie); err != nil || here || absent == nil && cookie.Value == name {
			passing(w, r)
			return
		}
		s.nameServer(w, r, id)
		if k := s.connect(w, r); k != nil {
			k.refuse(talk.Sender{Queue: k.queue, Now: s.opt.Now}, talk.ByeMoved)
		}
	}
}

// serverCookie has the name of the server that has a table. It is sent only with the request for
// the table's WebSocket.
const serverCookie = "server"

// nameServer adds the cookie to an answer about a table.
func (s *Server) nameServer(w http.ResponseWriter, r *http.Request, id int64) {
	if s.opt.Owner == nil || id == 0 {
		return
	}
	name, _, err := s.opt.Owner.Where(id)
	if err != nil {
		return // no server has it at present
	}
	http.SetCookie(w, &http.Cookie{
		Name: serverCookie, Value: name, Path: "/ws/" + strconv.FormatInt(id, 10),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r),
	})
}

// sharedGroup is shared for groups.
func (s *Server) sharedGroup(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.elsewhere(w, r, owner.GroupID(r.PathValue("group"))) {
			next(w, r)
		}
	}
}

// sharedDesk is shared for cash desks.
func (s *Server) sharedDesk(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.elsewhere(w, r, owner.DeskID(r.PathValue("desk"))) {
			next(w, r)
		}
	}
}

// elsewhere passes a request about a table on to the server that has it. It reports false if that
// is this one.
func (f *front) elsewhere(w http.ResponseWriter, r *http.Request, id int64) bool {
	if f.opt.Owner == nil {
		return false
	}
	_, here, err := f.opt.Owner.Where(id)
	switch {
	case err != nil:
		fail(w, http.StatusServiceUnavailable, "store", "")
		return true
	case here:
		return false
	}
	if r.Header.Get("Upgrade") != "" {
		leave, ok := f.enter(w, r)
		if !ok {
			return true
		}
		defer leave()
	}
	r.Header.Set("X-Forwarded-Prefix", f.opt.BasePath)
	if answer, ok := w.(*recorder); ok {
		answer.base = "" // the other server has put the path before its addresses
	}
	if f.opt.Pass(w, r, id, f.from(r), f.secure(r)) != nil {
		fail(w, http.StatusServiceUnavailable, "restart", "")
	}
	return true
}

// codeElsewhere is elsewhere for the table with a code; body is what was read of the request.
func (s *Server) codeElsewhere(w http.ResponseWriter, r *http.Request, code string, body any) bool {
	if s.opt.Owner == nil || code == "" {
		return false
	}
	id, err := s.opt.Host.ByCode(r.Context(), code)
	if err != nil {
		return false // this server says so itself
	}
	return s.pass(w, r, id, body)
}

// pass is elsewhere for a request whose body was read; nil: it has none.
func (f *front) pass(w http.ResponseWriter, r *http.Request, id int64, body any) bool {
	if f.opt.Owner == nil {
		return false
	}
	if body != nil {
		b := encoded(body)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
		r.Header.Set("Content-Length", strconv.Itoa(len(b)))
	}
	return f.elsewhere(w, r, id)
}

// Yield forgets the cash desks and groups that keep doesn't keep.
func (s *Server) Yield(_ context.Context, keep func(id, term int64) bool, _ string) error {
	s.desks.hub.Yield(keep)
	s.groups.hub.Yield(keep)
	return nil
}

// ready returns why this server can't answer; nil: it can.
func (s *Server) ready() (why string) {
	var err error
	if s.opt.Owner != nil {
		err = s.opt.Owner.Ready()
	}
	switch {
	case s.down.Load(), errors.Is(err, owner.ErrLeaving):
		return "stopping"
	case err != nil:
		return "the database doesn't answer, so this server can't say that it lives: see the server's log"
	case s.opt.Host.Ready() != nil:
		return "the log can't be written: see the server's log"
	case s.opt.Reached != nil && s.opt.Reached() != nil:
		return "the database doesn't answer"
	case s.opt.Room != nil && s.opt.Room() < LeastRoom:
		return "hardly any room is left on the disk: nobody new is sent here until there is more than 1 MB"
	}
	return ""
}

// Listed returns this server's part of the public list, as JSON; nil: there is no list.
func (s *Server) Listed(ctx context.Context) ([]byte, error) {
	if !s.opt.PublicTables {
		return nil, nil
	}
	own, err := s.opt.Host.Listed(ctx, maxListed)
	if err != nil {
		return nil, err
	}
	return json.Marshal(listedOf(own))
}

// public returns the public list of all servers.
func (s *Server) public(ctx context.Context) ([]PublicTable, error) {
	if s.opt.Public == nil {
		own, err := s.opt.Host.Listed(ctx, maxListed)
		return listedOf(own), err
	}
	parts, err := s.opt.Public(ctx)
	if err != nil {
		return nil, host.ErrStore
	}
	all := []PublicTable{}
	for _, part := range parts {
		var list []PublicTable
		if err := json.Unmarshal(part, &list); err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all[:min(len(all), maxListed)], nil
}
