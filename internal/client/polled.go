package client

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// polled carries a table's messages by requests, where no WebSocket gets through (docs/protocol.md): one waits for messages, and one
// brings each that is sent.
type polled struct {
	ctx     context.Context
	stop    context.CancelFunc
	address string
	header  http.Header
	server  string // as that of a Conn
	heard   int
	waiting []json.RawMessage
	mu      sync.Mutex // held while a message is sent
	said    int
}

// dialPolled opens a line in place of the WebSocket at an address.
func dialPolled(ctx context.Context, address string, header http.Header) (p *polled, err error) {
	p = &polled{address: strings.Replace(address, "/ws/", "/api/seat/", 1), header: header}
	before, query, _ := strings.Cut(p.address, "?")
	var opened struct{ Line string }
	p.server, err = call(ctx, http.MethodPost, before+"/line?"+query, header, []byte("{}"), &opened)
	p.address = before + "/line/" + opened.Line
	p.ctx, p.stop = context.WithCancel(context.WithoutCancel(ctx))
	return p, err
}

// ask sends a request of the line. The server answers one that waits within half a minute.
func (p *polled) ask(method, query string, body []byte, to any) error {
	ctx, stop := context.WithTimeout(p.ctx, 45*time.Second)
	defer stop()
	_, err := call(ctx, method, p.address+query, p.header, body, to)
	return err
}

func (p *polled) Read() ([]byte, error) {
	for len(p.waiting) == 0 {
		if err := p.ask(http.MethodGet, "?after="+strconv.Itoa(p.heard), nil, &p.waiting); err != nil {
			return nil, err
		}
		p.heard += len(p.waiting)
	}
	message := p.waiting[0]
	p.waiting = p.waiting[1:]
	return message, nil
}

func (p *polled) Write(message []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said++
	return p.ask(http.MethodPost, "?n="+strconv.Itoa(p.said-1), message, nil)
}

// ping has nothing to do: a request that isn't answered ends by itself.
func (p *polled) ping(context.Context, time.Duration) error { return nil }

func (p *polled) Close() error {
	p.stop()
	return nil
}
