package client

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/fair"
	"chratze/internal/table/wire"
)

// TestCalledOffIsKept: the server called a deal off, and the player joins again with the notes of before. The server tells
// nothing of it any more, and the client still knows.
func TestCalledOffIsKept(t *testing.T) {
	t.Parallel()
	sitting, promise := strings.Repeat("a", 64), strings.Repeat("b", 64)
	said := `{"turn":-1,"ev":[],"proof":{"next":{"sitting":"` + sitting + `","promise":"` + promise + `","number":4,"void":[{"number":3,"chairs":[1],"promises":[]}]}}}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		for _, m := range []string{`{"t":"hello","protocol":"chratze/1","table":"7","chair":0,"config":{"rules":{"preset":"chratze"},"chairs":2,"proof":"hand"}}`, said} {
			_ = ws.Write(r.Context(), websocket.MessageText, []byte(m))
		}
		_, _, _ = ws.Read(r.Context())
		_, _, _ = ws.Read(r.Context())
		_ = ws.Close(websocket.StatusNormalClosure, "")
	}))
	defer s.Close()
	ctx, stop := context.WithCancel(t.Context())
	var kept []byte
	c := New(Options{
		Server: s.URL, Table: "7", Secret: "s", Least: time.Nanosecond, Told: func(*Table, *wire.Received) {}, Lost: func(error, time.Duration) { stop() },
		Keep: func(n *fair.Notes) { kept = n.Encode() },
	})
	if err := c.Run(ctx); ctx.Err() == nil {
		t.Fatal(err)
	}
	notes, err := fair.ReadNotes(strings.NewReader(string(kept)))
	if err != nil {
		t.Fatal(err)
	}
	if void := New(Options{Notes: notes}).table.Proofs.Void; len(void) != 1 || void[0].Number != 3 {
		t.Errorf("with the notes of before the client knows of %+v, want deal 3:\n%s", void, kept)
	}
}
