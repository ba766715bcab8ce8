package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
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
	client  http.Client
	server  string
	heard   int
	waiting []json.RawMessage
	mu      sync.Mutex // held while a message is sent
	said    int
}

// dialPolled opens a line in place of the WebSocket at an address.
func dialPolled(ctx context.Context, address string, header http.Header) (*polled, error) {
	before, table, _ := strings.Cut(address, "/ws/")
	table, query, _ := strings.Cut(table, "?")
	p := &polled{address: before + "/api/seat/" + table + "/line", header: header, client: http.Client{
		Timeout: 45 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	var opened struct{ Line string }
	p.ctx, p.stop = context.WithCancel(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, p.stop)()
	if err := p.ask(http.MethodPost, "?"+query, []byte("{}"), &opened); err != nil {
		p.stop()
		return nil, err
	}
	p.address += "/" + opened.Line
	return p, nil
}

// ask sends a request, and reads the JSON of its answer. The error is a *StatusError if the server refuses.
func (p *polled) ask(method, query string, body []byte, into any) error {
	r, err := http.NewRequestWithContext(p.ctx, method, p.address+query, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header = p.header.Clone()
	r.Header.Set("Content-Type", "application/json")
	answer, err := p.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	if answer.StatusCode >= http.StatusMultipleChoices {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, mostBody)) // the beginning is enough
		return &StatusError{answer.StatusCode, strings.TrimSpace(string(text))}
	}
	if p.server == "" {
		p.server = serverOf(answer)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(io.LimitReader(answer.Body, 16*MaxMessage)).Decode(into)
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
