package httpd

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"chratze/internal/owner"
)

// elsewhere is an owner that says: the server b has everything.
type elsewhere struct {
	owner.Owner
	err error
}

func (e elsewhere) Where(int64) (string, bool, error) { return "b", false, e.err }

// TestMoved: a WebSocket for another server's table is sent there with the cookie. A client that
// has the right cookie, or says that it comes again, is passed on, and so is every other request.
func TestMoved(t *testing.T) {
	t.Parallel()
	var passed []string
	where := elsewhere{}
	s := openNew(t, func(o *Options) {
		o.Owner = &where
		o.Pass = func(w http.ResponseWriter, r *http.Request, id int64, client netip.Addr, secure bool) error {
			if passed = append(passed, r.URL.String()); id != 7 || client.String() != "127.0.0.1" || secure {
				t.Errorf("passed on for %v, %v, table %d", client, secure, id)
			}
			w.WriteHeader(http.StatusTeapot)
			return nil
		}
	})
	header := func(name, value string) http.Header { return http.Header{name: {value}} }
	for _, tt := range []struct {
		what, path string
		header     http.Header
		status     int
	}{
		{"no cookie", "/ws/7", nil, http.StatusSwitchingProtocols},
		{"a spectator", "/ws/7?watch", nil, http.StatusSwitchingProtocols},
		{"another server's cookie", "/ws/7", header("Cookie", "server=a"), http.StatusSwitchingProtocols},
		{"the right cookie", "/ws/7", header("Cookie", "server=b"), http.StatusTeapot},
		{"it comes again", "/ws/7?moved=1", nil, http.StatusTeapot},
		{"it comes again with an old cookie", "/ws/7?watch&moved=1", header("Cookie", "server=a"), http.StatusTeapot},
		{"a program", "/bot/7", nil, http.StatusTeapot},
		{"a page of another site", "/ws/7", header("Origin", "https://evil.example"), http.StatusForbidden},
	} {
		passed = nil
		ws, answer, err := s.dial(tt.path, "s", tt.header)
		if answer == nil {
			t.Fatalf("%s: %v", tt.what, err)
		}
		if answer.StatusCode != tt.status || slices.Equal(passed, []string{tt.path}) != (tt.status == http.StatusTeapot) {
			t.Errorf("%s: %d, passed on %v; want %d", tt.what, answer.StatusCode, passed, tt.status)
		}
		if ws == nil {
			continue
		}
		cookies := answer.Cookies()
		if len(cookies) != 1 || cookies[0].Name != "server" || cookies[0].Value != "b" || cookies[0].Path != "/ws/7" || !cookies[0].HttpOnly {
			t.Errorf("%s: the cookies are %v", tt.what, cookies)
		}
		_, message, err := ws.Read(t.Context())
		if err != nil || string(message) != `{"t":"bye","code":"moved"}` {
			t.Errorf("%s: it is told %s, %v", tt.what, message, err)
		}
		if _, _, err := ws.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusServiceRestart {
			t.Errorf("%s: the connection ends with %v", tt.what, err)
		}
	}
	for _, path := range []string{"/api/seat/7", "/api/seat/7/door", "/api/seat/7/hands"} {
		passed = nil
		r, err := http.Get(s.http.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusTeapot || !slices.Equal(passed, []string{path}) {
			t.Errorf("%s: %d, passed on %v", path, r.StatusCode, passed)
		}
	}
	where.err = owner.ErrAway
	if _, answer, _ := s.dial("/ws/7", "s", nil); answer == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("no server has it at present: %+v", answer)
	}
}

// TestNotPassedOn: a client is told to come again if its request can't be passed on.
func TestNotPassedOn(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) {
		o.Owner = &elsewhere{}
		o.Pass = func(http.ResponseWriter, *http.Request, int64, netip.Addr, bool) error { return errors.New("cut") }
		o.Public = func(context.Context) ([][]byte, error) { return nil, nil }
	})
	_, answer, err := s.dial("/ws/7?moved=1", "s", nil)
	if answer == nil || answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(err.Error(), "503") {
		t.Errorf("%+v %v", answer, err)
	}
}
