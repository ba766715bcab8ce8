package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/client"
)

// TestClientFollows: if another server has the table the client comes again at once, says so, and
// keeps the name of that server. If it is sent on and on, it waits.
func TestClientFollows(t *testing.T) {
	t.Parallel()
	var came []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		came = append(came, r.URL.String()+" "+r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "server", Value: "b", Path: r.URL.Path})
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		_ = ws.Write(r.Context(), websocket.MessageText, []byte(`{"t":"bye","code":"moved"}`))
		_ = ws.Close(websocket.StatusServiceRestart, "moved")
	}))
	defer s.Close()
	ctx, stop := context.WithCancel(t.Context())
	lost := 0
	c := client.New(client.Options{Server: s.URL, Table: "7", Least: time.Nanosecond, Lost: func(error, time.Duration) {
		if lost++; lost == 2 {
			stop()
		}
	}})
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if want := []string{"/ws/7?knows=spare,price ", "/ws/7?knows=spare,price&moved=1 server=b", "/ws/7?knows=spare,price server=b", "/ws/7?knows=spare,price&moved=1 server=b"}; !slices.Equal(came, want) {
		t.Errorf("the client comes\n%q, want\n%q", came, want)
	}
}

// TestOldClientEnds: a client that is too old for a table's game says so, and doesn't come again.
func TestOldClientEnds(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		_ = ws.Write(r.Context(), websocket.MessageText, []byte(`{"t":"bye","code":"old"}`))
		_ = ws.Close(websocket.StatusNormalClosure, "old")
	}))
	defer s.Close()
	ctx, stop := context.WithCancel(t.Context())
	c := client.New(client.Options{Server: s.URL, Table: "7", Least: time.Nanosecond, Lost: func(error, time.Duration) { stop() }})
	if err := c.Run(ctx); !errors.Is(err, client.ErrLink) || !errors.Is(err, client.ErrOld) {
		t.Error(err)
	}
}
