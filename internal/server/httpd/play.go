package httpd

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"chratze/bot/protocol"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/rams"
)

// play is GET /ws/{table}: the WebSocket of a chair, or of a spectator.
func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	given, ok := s.comesAs(w, r)
	if !ok {
		return
	}
	if k := s.connect(w, r); k != nil {
		k.serve(s.sit(r, given, k.queue))
	}
}

// secretOf returns the secret with which a request comes to a table, and whether it has one: somebody with an old link may still watch.
func (s *Server) secretOf(r *http.Request) (given string, has bool) {
	if q := r.URL.Query(); q.Has("watch") {
		return q.Get("wall"), false // what opens no chair
	}
	given = secret(r)
	return given, given != ""
}

// comesAs is secretOf for a new connection. Without a secret it counts towards the limits; after too many it answers the request.
func (s *Server) comesAs(w http.ResponseWriter, r *http.Request) (given string, ok bool) {
	given, has := s.secretOf(r)
	return given, has || s.may(w, r, doLook)
}

// sit connects a queue to a table. It returns what takes the client's messages, and what ends the connection. If the table can't be
// had, the queue says why.
func (s *Server) sit(r *http.Request, given string, queue *talk.Queue) (take func(message []byte), gone func()) {
	to := talk.Sender{Queue: queue, Now: s.opt.Now}
	knows := strings.Split(r.URL.Query().Get("knows"), ",")
	c, err := s.attach(tableID(r), given, &host.Conn{Sender: to, Free: s.exempt(r), Knows: knowing(knows)})
	if err != nil {
		code, _ := talk.Trouble(err)
		to.Bye(code)
		return func([]byte) {}, func() {}
	}
	from := network(s.from(r)) // once, not with every message
	return func(message []byte) { s.hear(c, to, from, message) }, func() { s.opt.Host.Detach(c) }
}

// knowing returns whether a client that lists what it knows knows all answers of a game.
func knowing(knows []string) func(rams.Rules) bool {
	return func(rules rams.Rules) bool { return protocol.Unknown(knows, rules) == "" }
}

// attach connects to a table. It doesn't stop if the client goes away: the reader then notices,
// and the connection is detached.
func (s *Server) attach(id int64, given string, c *host.Conn) (*host.Conn, error) {
	if id == 0 {
		return nil, host.ErrNoTable
	}
	return s.opt.Host.AttachConn(context.Background(), id, given, c)
}

// hear handles a message of chratze/1 from an address.
func (s *Server) hear(c *host.Conn, to talk.Sender, from netip.Prefix, message []byte) {
	talk.Hear(s.opt.Host, c, to, s.opt.Bots, from, message)
}
