package validate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"chratze/bot/exec"
	"chratze/bot/protocol"
	"chratze/history"
	"chratze/rams"
)

// Save returns a file with the greeting and a question, as a program reads them. You can
// also try it by hand (./bot < file).
func Save(q *protocol.Question) []byte {
	b := append([]byte(protocol.Hello), '\n')
	b = append(q.AppendTo(b), '\n')
	return append(append(b, protocol.Quit...), '\n')
}

// ErrFile is wrapped by the errors of Load.
var ErrFile = errors.New("not a saved question")

// Load reads a file that Save has written, or the message of a question. Its errors wrap [ErrFile].
func Load(data []byte) (*protocol.Question, error) {
	for line := range strings.Lines(string(data)) {
		var m struct {
			T     string          `json:"t"`
			ID    uint64          `json:"id"`
			Hand  string          `json:"hand"`
			Seat  rams.Seat       `json:"seat"`
			MS    int64           `json:"ms"`
			Legal []string        `json:"legal"`
			View  json.RawMessage `json:"view"`

			Sitting string `json:"sitting"`
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}
		if m.T != "act" {
			continue
		}
		q := &protocol.Question{ID: m.ID, Hand: m.Hand, Sitting: m.Sitting, Seat: m.Seat, Limit: time.Duration(m.MS) * time.Millisecond}
		var err error
		if q.View, err = history.Read(string(m.View)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}
		for _, text := range m.Legal {
			a, err := rams.ParseAction(text, m.Seat)
			if err != nil {
				return nil, fmt.Errorf("%w: %w", ErrFile, err)
			}
			q.Legal = append(q.Legal, a)
		}
		if len(q.Legal) == 0 {
			return nil, fmt.Errorf("%w: nothing is legal", ErrFile)
		}
		return q, nil
	}
	return nil, fmt.Errorf("%w: no line asks for an act", ErrFile)
}

// Again asks a program a saved question. It returns nil if the answer is legal. The program ends
// with ctx.
func Again(ctx context.Context, opt Options, q *protocol.Question) (exec.Reply, *Finding) {
	p := exec.New(exec.Options{Command: opt.Command, Limit: opt.Limit, Quit: opt.Quit, Context: ctx})
	defer func() { _ = p.Close() }() // only the answer counts
	if _, err := p.Start(); err != nil {
		return exec.Reply{}, &Finding{Code: NotReady, Said: Wanted, Err: err}
	}
	q.Limit = opt.Limit
	reply := p.Ask(q)
	if reply.Fault == protocol.NoFault {
		return reply, nil
	}
	f := &Finding{Code: string(reply.Fault), Said: reply.Said, Preset: q.View.Variant.Preset(), Question: q}
	if v, err := protocol.View(q.View.String(), q.Seat); err == nil {
		f.Phase = v.Phase
	}
	if reply.Fault == protocol.Dead {
		f.Err = p.Trouble()
	}
	return reply, f
}
