package client

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/waittest"
)

// TestSilence: a server that can't be reached any more without a word is noticed, at the handshake and after it; one that
// has nothing to say, but answers, isn't left.
func TestSilence(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		limit  time.Duration
		accept bool
		pings  int
	}{
		"no handshake": {limit: time.Millisecond},
		"cut":          {limit: time.Second, accept: true},
		"quiet":        {limit: waittest.Limit, accept: true, pings: 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			pinged := make(chan struct{})
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if tt.accept {
					ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OnPingReceived: func(context.Context, []byte) bool {
						select {
						case pinged <- struct{}{}:
						case <-ctx.Done():
						}
						return true
					}})
					if err != nil {
						return
					}
					defer ws.CloseNow()
					if tt.pings > 0 {
						ws.CloseRead(ctx)
					}
				}
				<-ctx.Done()
			}))
			defer s.Close()
			defer stop()
			lost, ended := make(chan error, 1), make(chan error, 1)
			c := New(Options{Server: s.URL, Table: "7", Lost: func(err error, _ time.Duration) {
				lost <- err
				stop()
			}})
			c.every, c.limit = time.Millisecond, tt.limit
			go func() { ended <- c.Run(ctx) }()
			for range tt.pings {
				waittest.For(t, "a ping", pinged)
			}
			if tt.pings > 0 {
				stop()
			}
			if err := waittest.For(t, "the client's end", ended); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if left := len(lost) > 0; left == (tt.pings > 0) {
				t.Errorf("the client has left: %v", left)
			}
		})
	}
}
