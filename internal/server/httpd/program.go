package httpd

import (
	"net/http"

	"chratze/internal/server/program"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
)

// program is GET /bot/{table}: the WebSocket of a program. With ?six=ask it is asked about the
// trump six.
func (s *Server) program(w http.ResponseWriter, r *http.Request) {
	id, given := tableID(r), secret(r)
	if given == "" {
		fail(w, http.StatusUnauthorized, talk.ByeChair, "Authorization: Bearer and the secret of a chair")
		return
	}
	k := s.connect(w, r)
	if k == nil {
		return
	}
	seat := program.New(program.Options{
		Host: s.opt.Host, Say: k.queue.Add, End: k.queue.Close, Limit: s.opt.ProgramLimit, AsksSix: r.FormValue("six") == "ask",
		Now: s.opt.Now, Logger: s.opt.Logger, Fault: func() { s.opt.Metrics.faults.Add(1) },
		Attach: func(to host.Sender, knows []string) (*host.Conn, string) {
			c, err := s.attach(id, given, &host.Conn{Sender: to, Free: s.exempt(r), Program: true, Knows: knowing(knows)})
			if err != nil {
				code, _ := talk.Trouble(err)
				return nil, code
			}
			return c, ""
		},
	})
	k.run(seat.Hear, seat.Leave)
}
