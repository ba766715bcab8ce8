package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"
)

// TestPageFollows: if the server says that another one has the table, the page comes again, once, and
// says why.
func TestPageFollows(t *testing.T) {
	s := pages(t, 5)
	to, err := url.Parse(s.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	var moved, followed, others atomic.Int64
	way := httputil.NewSingleHostReverseProxy(to)
	entry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasPrefix(r.URL.Path, "/ws/"):
		case r.URL.Query().Has("moved"):
			followed.Add(1)
		case moved.Add(1) > 1:
			others.Add(1)
		default:
			ws, err := websocket.Accept(w, r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			_ = ws.Write(r.Context(), websocket.MessageText, []byte(`{"t":"bye","code":"moved"}`))
			_ = ws.Close(websocket.StatusServiceRestart, "moved")
			return
		}
		way.ServeHTTP(w, r)
	}))
	t.Cleanup(entry.Close)
	p := newTab(t, s, phone, anna)
	p.visit(strings.Replace(s.make(`,"bot":"","chairs":3`).Link, s.http.URL, entry.URL, 1))
	p.wait(`document.body.dataset.stage === 'lobby' && !document.body.classList.contains('off')`)
	if moved.Load() != 1 || followed.Load() != 1 || others.Load() != 0 {
		t.Errorf("the page has come %d times, %d times after it was told so, %d times otherwise", moved.Load(), followed.Load(), others.Load())
	}
}
