package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"chratze/internal/cluster"
	"chratze/internal/desk/hub"
	"chratze/internal/table/host"
)

// Several servers may share the tables (package node). Each answers anybody: a request about a
// table or a cash desk that another server has is passed on to it. The limits count here, where the
// client has come, and there too.

// Cluster is what a server needs that is one of several.
type Cluster struct {
	Hops *cluster.Hops
	// Publish keeps this server's part of the public list, and Public returns the parts of all.
	Publish func(ctx context.Context, list []byte) error
	Public  func(ctx context.Context) ([][]byte, error)
	// Set stores a value of a table or cash desk, unless this server isn't its owner since the
	// term began.
	Set func(ctx context.Context, id, term int64, key string, value []byte) error
}

// deskSharing says which cash desks this server has.
func (c *Cluster) deskSharing() hub.Shared {
	n := c.Hops.Node()
	return hub.Shared{
		Here: func(id string) bool { _, here, _ := n.Where(cluster.DeskID(id)); return here },
		Hold: func(ctx context.Context, id string) (int64, error) { return n.Hold(ctx, cluster.DeskID(id)) },
		Keep: func(id string, term int64) bool { return n.Owns(cluster.DeskID(id), term) },
		Set: func(ctx context.Context, id string, term int64, key string, value []byte) error {
			return c.Set(ctx, cluster.DeskID(id), term, key, value)
		},
	}
}

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

// serverCookie has the name of the server that has a table. It is sent only with the request for
// the table's WebSocket. A load balancer that goes by it saves the hop (deploy/cluster/haproxy.cfg).
const serverCookie = "server"

// nameServer adds the cookie to an answer about a table.
func (s *Server) nameServer(w http.ResponseWriter, r *http.Request, id int64) {
	if s.opt.Cluster == nil || id == 0 {
		return
	}
	m, _, err := s.opt.Cluster.Hops.Node().Where(id)
	if err != nil {
		return // nobody has it at present
	}
	http.SetCookie(w, &http.Cookie{
		Name: serverCookie, Value: m.Name, Path: "/ws/" + strconv.FormatInt(id, 10),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r),
	})
}

// sharedDesk is shared for cash desks.
func (s *Server) sharedDesk(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.elsewhere(w, r, cluster.DeskID(r.PathValue("desk"))) {
			next(w, r)
		}
	}
}

// elsewhere passes a request about a table on to the server that has it. It reports false if that
// is this one.
func (s *Server) elsewhere(w http.ResponseWriter, r *http.Request, id int64) bool {
	if s.opt.Cluster == nil {
		return false
	}
	hops := s.opt.Cluster.Hops
	to, here, err := hops.Node().Where(id)
	switch {
	case err != nil:
		fail(w, http.StatusServiceUnavailable, "store", "")
		return true
	case here:
		return false
	case cluster.Passed(r): // the servers don't agree yet on who lives
		fail(w, http.StatusServiceUnavailable, "restart", "")
		return true
	}
	if r.Header.Get("Upgrade") != "" {
		leave, ok := s.enter(w, r)
		if !ok {
			return true
		}
		defer leave()
	}
	if hops.Pass(w, r, to, address(r, s.opt.Proxies), s.secure(r)) != nil {
		fail(w, http.StatusServiceUnavailable, "restart", "")
	}
	return true
}

// codeElsewhere is elsewhere for the table with a code; body is what was read of the request.
func (s *Server) codeElsewhere(w http.ResponseWriter, r *http.Request, code string, body any) bool {
	if s.opt.Cluster == nil || code == "" {
		return false
	}
	id, err := s.opt.Host.ByCode(r.Context(), code)
	if err != nil {
		return false // this server says so itself
	}
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			panic(err) // all fields can be written
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
		r.Header.Set("Content-Length", strconv.Itoa(len(b)))
	}
	return s.elsewhere(w, r, id)
}

// Yield implements cluster.Tables for the cash desks.
func (s *Server) Yield(_ context.Context, keep func(id, term int64) bool, _ string) error {
	s.desks.Yield(func(id string, term int64) bool { return keep(cluster.DeskID(id), term) })
	return nil
}

// ready returns why this server can't answer; nil: it can.
func (s *Server) ready() (why string) {
	var err error
	if s.opt.Cluster != nil {
		err = s.opt.Cluster.Hops.Node().Ready()
	}
	switch {
	case s.down.Load(), errors.Is(err, cluster.ErrLeaving):
		return "stopping"
	case err != nil:
		return "the database doesn't answer, so this server can't say that it lives: see the server's log"
	case s.opt.Host.Ready() != nil:
		return "the log can't be written: see the server's log"
	}
	return ""
}

// Publish keeps this server's part of the public list for the others, if it has changed since
// last. It returns what it has kept.
func (s *Server) Publish(ctx context.Context, last []byte) ([]byte, error) {
	if s.opt.Cluster == nil || !s.opt.PublicTables {
		return last, nil
	}
	own, err := s.opt.Host.Listed(ctx, maxListed)
	if err != nil {
		return last, err
	}
	list, err := json.Marshal(listedOf(own))
	if err != nil {
		return last, err
	}
	if bytes.Equal(list, last) {
		return last, nil
	}
	return list, s.opt.Cluster.Publish(ctx, list)
}

// public returns the public list of all servers.
func (s *Server) public(ctx context.Context) ([]PublicTable, error) {
	if s.opt.Cluster == nil {
		own, err := s.opt.Host.Listed(ctx, maxListed)
		return listedOf(own), err
	}
	parts, err := s.opt.Cluster.Public(ctx)
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
