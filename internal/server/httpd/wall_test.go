package httpd

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table/host"
)

// wall connects a screen, and returns all that it is sent until a message begins so.
func (s *site) wall(w Wall, until string) (said []string) {
	s.t.Helper()
	address := strings.Replace(s.http.URL, "http", "ws", 1) + "/ws/" + w.Table + "?knows=spare,price&watch&wall=" + w.Key
	ws, r, err := websocket.Dial(context.Background(), address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if r.Body != nil {
		_ = r.Body.Close()
	}
	defer func() { _ = ws.CloseNow() }()
	for {
		_, b, err := ws.Read(context.Background())
		if err != nil {
			s.t.Fatalf("%v after %q", err, said)
		}
		if said = append(said, string(b)); strings.HasPrefix(string(b), until) {
			return said
		}
	}
}

// wrongCode is a code that begins as another.
func wrongCode(code string) string {
	if code[3:] == "000" {
		return code[:3] + "111"
	}
	return code[:3] + "000"
}

// TestWallCode: a screen's code is good for one table and six tries, only who sits at the table puts it there, and the key that the
// screen gets opens no seat: it looks on once all who sit have agreed, and no longer when one has not.
func TestWallCode(t *testing.T) {
	t.Parallel()
	s := openWith(t, hosttest.NewMemory(), func(o *host.Options) { o.LinkKey = []byte("the key of the test") }, func(o *Options) { o.Settings = &kept{rows: map[string][]byte{}} })
	seat := s.make(`,"bot":"","chairs":3`)
	beat := s.join(seat.Code, "Beat")
	var code NewWall
	if got := s.post("/api/walls", "", &code); got != http.StatusCreated || len(code.Code) != 6 {
		t.Fatalf("a screen's code: %d, %v", got, code)
	}
	put := func(secret, text string) int {
		return s.request("POST", "/api/seat/"+seat.Table+"/wall", `{"code":"`+text+`"}`, http.Header{"Authorization": {"Bearer " + secret}})
	}
	wrong := wrongCode(code.Code)
	for name, tt := range map[string]struct {
		secret, code string
		want         int
	}{"without a seat": {"", code.Code, 403}, "wrong": {seat.Secret, wrong, 404}, "none": {seat.Secret, "x", 404}} {
		if got := put(tt.secret, tt.code); got != tt.want {
			t.Errorf("%s: %d, want %d", name, got, tt.want)
		}
	}
	if got := put(seat.Secret, strings.ToLower(code.Code[:3])+" "+code.Code[3:]); got != 200 {
		t.Fatalf("the code as people type it: %d", got)
	}
	if got := put(beat.Secret, code.Code); got != 404 {
		t.Errorf("once more: %d", got)
	}
	var w Wall
	if _, text := s.get("/api/walls/"+code.Code, nil); json.Unmarshal([]byte(text), &w) != nil || w.Table != seat.Table || len(w.Key) != 22 {
		t.Fatalf("the screen is told %+v", w)
	}
	if got := s.post("/api/seat/"+w.Table, `{"secret":"`+w.Key+`"}`, nil); got != 403 {
		t.Errorf("the screen's key as a seat's: %d", got)
	}
	s.wall(w, `{"t":"bye","code":"chair"`)
	anna, b := s.play(seat, 1), s.play(beat, 2)
	anna.send(`{"t":"wall"}`)
	s.wall(w, `{"t":"bye","code":"chair"`)
	b.send(`{"t":"wall","id":1}`)
	b.last("ok", func(string) bool { return true })
	said := s.wall(w, `{"hand"`)
	if all := strings.Join(said, " "); !strings.Contains(all, `"chair":-1`) || strings.Contains(all, `"code":"`+seat.Code) || strings.Contains(all, seat.Secret) {
		t.Errorf("the screen is told %s", all)
	}
	b.send(`{"t":"unwall","id":2}`)
	b.last("ok", func(text string) bool { return strings.Contains(text, "2") })
	s.wall(w, `{"t":"bye","code":"chair"`)

	s.post("/api/walls", "", &code)
	wrong = wrongCode(code.Code)
	for range codeTries {
		put(seat.Secret, wrong)
	}
	if got := put(seat.Secret, code.Code); got != 404 {
		t.Errorf("after six wrong tries: %d", got)
	}
}
