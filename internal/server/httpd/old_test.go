package httpd

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"chratze/internal/waittest"
)

// TestOldPrograms: with a spare hand joining has answers that programs from before don't know, and with a price there is a question. Such a program
// gets no chair there, and a sentence that says what to do; one that says that it knows them is seated. At other tables
// nothing changes, and whoever only watches is asked nothing.
func TestOldPrograms(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	last := func(path, secret, ready string) (m struct{ T, Code, Text string }) {
		t.Helper()
		ws, _, err := s.dial(path, secret, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = ws.CloseNow() }()
		if ready != "" {
			if err := ws.Write(t.Context(), websocket.MessageText, []byte(ready)); err != nil {
				t.Fatal(err)
			}
		}
		ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
		defer stop()
		for range 1 + min(len(ready), 1) { // a program is greeted first
			_, b, err := ws.Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(b, &m); err != nil {
				t.Fatal(err)
			}
		}
		return m
	}
	for rules, needs := range map[string]string{`{"preset":"loo"}`: "spare", `{"preset":"zwicken","spare":"yes"}`: "spare", `{"preset":"rams"}`: "spare", `{"preset":"mauscheln","price":"yes"}`: "price", `{"preset":"zwicken"}`: ""} {
		at := s.make(`,"rules":` + rules + `,"chairs":3,"bot":"","spectators":true,"pace":1,"settle":1`)
		for query, knows := range map[string]string{"": "", "?knows=": "", "?knows=more": "", "?knows=spare": "spare", "?knows=price": "price", "?knows=more,price,spare&moved=1": needs} {
			old := knows != needs && needs != ""
			m := last("/ws/"+at.Table+query, at.Secret, "")
			if refused := m.T == "bye" && m.Code == "old" && strings.Contains(m.Text, "update the program"); refused != old || !old && m.T != "hello" {
				t.Errorf("%s, %q: the client is told %+v", rules, query, m)
			}
		}
		if m := last("/ws/"+at.Table, "", ""); m.T != "hello" {
			t.Errorf("%s: a spectator is told %+v", rules, m)
		}
		if needs != "" {
			for _, ready := range []string{`{"t":"ready"}`, `{"t":"ready","presets":["loo","rams","mauscheln","zwicken"],"knows":["more"]}`} {
				if m := last("/bot/"+at.Table, at.Secret, ready); m.T != "quit" || !strings.Contains(m.Text, "update the program") {
					t.Errorf("%s: a program that is ready with %s is told %+v", rules, ready, m)
				}
			}
		}
		robots := []*robot{s.robot(s.join(at.Code, "Beat"), ready(needs)), s.robot(s.join(at.Code, "Cora"), ready(needs))}
		for _, b := range robots {
			go b.serve()
		}
		host := s.play(at, 3)
		host.send(`{"t":"start"}`)
		if host.playUntil(func() bool { return host.hand() >= 3 }); host.hand() < 3 {
			t.Errorf("%s: programs that know the answers play %d hands", rules, host.hand())
		}
	}
}

// ready is a program's first message, with what it knows.
func ready(knows string) string {
	if knows == "" {
		return `{"t":"ready"}`
	}
	return `{"t":"ready","knows":["` + knows + `"]}`
}
