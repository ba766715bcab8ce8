package client

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/coder/websocket"

	"chratze/bot/exec"
	"chratze/bot/protocol"
	"chratze/bot/validate"
)

// Program is a program that plays on a chair by rams-bot/1. It goes on when the connection breaks and is made again.
type Program struct {
	Process *exec.Process
	Ready   protocol.Message // as the process has said it

	// Fault, if not nil, is called when the program has made a fault and the fallback was played.
	Fault func(exec.Reply)
}

// RefusedError says that a server doesn't let a program play at a table.
type RefusedError struct {
	Why   string // of the server; "": it doesn't say
	Asked bool   // the program was asked before, over this connection
}

func (e *RefusedError) Error() string { return "client: the server refuses the program: " + e.Why }

// hear carries questions and answers over a connection until it ends.
func (p *Program) hear(conn carrier) (heard bool, err error) {
	why := ""
	for {
		b, err := conn.Read()
		if closed, ok := errors.AsType[websocket.CloseError](err); ok {
			if closed.Reason == "bot" || why != "" {
				return heard, &RefusedError{why, heard}
			}
			return heard, byeError(closed.Reason)
		}
		if err != nil {
			return heard, err
		}
		var m struct{ T, Text string }
		if err := json.Unmarshal(b, &m); err != nil {
			return heard, err
		}
		switch m.T {
		case "hello":
			if err := conn.Write(p.ready()); err != nil {
				return heard, err
			}
		case "act":
			heard = true
			q, err := validate.Load(b)
			if err != nil {
				return heard, err
			}
			go p.answer(conn, q)
		case "end":
			p.Process.Tell(append(slices.Clone(b), '\n'))
		case "quit":
			why = m.Text
		}
	}
}

// ready is what the program says of itself, for the server.
func (p *Program) ready() []byte {
	b, _ := json.Marshal(struct { // it was read from JSON
		T       string   `json:"t"`
		Name    string   `json:"name"`
		Presets []string `json:"presets,omitzero"`
		Knows   []string `json:"knows,omitzero"`
	}{p.Ready.T, p.Ready.Name, p.Ready.Presets, p.Ready.Knows})
	return b
}

// answer asks the program, which has a little less time than the server gives it: the answer has to travel.
func (p *Program) answer(conn carrier, q *protocol.Question) {
	id := q.ID
	q.Limit -= q.Limit / 20
	reply := p.Process.Ask(q)
	if reply.Fault != protocol.NoFault && p.Fault != nil {
		p.Fault(reply)
	}
	b, _ := json.Marshal(struct {
		ID  uint64 `json:"id"`
		Act string `json:"act"`
	}{id, reply.Action.String()})
	_ = conn.Write(b) // a connection that has broken asks again
}
