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
	id, given := tableID(r), secret(r)
	if r.URL.Query().Has("watch") { // somebody with an old link may still watch
		given = ""
	}
	if given == "" && !s.may(w, r, doLook) {
		return
	}
	k := s.connect(w, r)
	if k == nil {
		return
	}
	to := talk.Sender{Queue: k.queue, Now: s.opt.Now}
	knows := strings.Split(r.URL.Query().Get("knows"), ",")
	c, err := s.attach(id, given, &host.Conn{Sender: to, Free: s.exempt(r), Knows: knowing(knows)})
	if err != nil {
		code, _ := talk.Trouble(err)
		k.refuse(to, code)
		return
	}
	from := network(s.from(r)) // once, not with every message
	k.serve(func(message []byte) { s.hear(c, to, from, message) }, func() { s.opt.Host.Detach(c) })
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
