package httpd

import (
	"strings"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
)

// last is the last message of a kind that a client has got; it reads on until there is one that is
// good.
func (c *client) last(kind string, good func(string) bool) string {
	c.t.Helper()
	for from := 0; ; {
		for ; from < len(c.frames); from++ {
			if f := string(c.frames[from]); strings.HasPrefix(f, `{"t":"`+kind+`"`) && good(f) {
				return f
			}
		}
		if !c.next() {
			c.t.Fatalf("the connection is over, and no good %q has come: %s", kind, c.bye)
		}
	}
}

// TestWhoWatches: everybody at a table is told how many watch it and by what names, as soon as they
// come, are named and go; somebody who plays has no such name, and no name is longer than a player's.
func TestWhoWatches(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), nil)
	seat := s.make(`,"spectators":true`)
	anna := s.play(seat, 1)
	is := func(want string) func(string) bool { return func(got string) bool { return got == want } }
	one, two := s.playAs(seat.Table, "", 2), s.playAs(seat.Table, "", 3)
	one.send(`{"t":"watch","text":"  Zoe\u0007 "}`)
	for _, c := range []*client{anna, one, two} {
		c.last("watch", is(`{"t":"watch","n":2,"names":["Zoe"]}`))
	}
	two.send(`{"t":"watch","text":%q}`, strings.Repeat("Ä", 200))
	long := anna.last("watch", func(got string) bool { return strings.Contains(got, "Ä") })
	if n := strings.Count(long, "Ä"); n > 24 || !strings.Contains(long, `"Zoe"`) {
		t.Errorf("a name of %d letters is told: %s", n, long)
	}
	three := s.playAs(seat.Table, "", 4)
	three.last("watch", func(got string) bool {
		return strings.HasPrefix(got, `{"t":"watch","n":3,`) && strings.Contains(got, "Zoe")
	})
	anna.send(`{"t":"watch","text":"Anna","id":7}`)
	if no := anna.last("no", func(string) bool { return true }); !strings.Contains(no, `"chair"`) {
		t.Errorf("who plays and gives a spectator's name is told %s", no)
	}
	for _, c := range []*client{one, two, three} {
		_ = c.ws.CloseNow()
	}
	anna.last("watch", is(`{"t":"watch"}`))
	shut := s.make("")
	beat := s.play(shut, 5)
	beat.send(`{"t":"ping","id":1}`)
	beat.last("pong", func(string) bool { return true })
	for _, f := range beat.frames {
		if strings.Contains(string(f), `"watch"`) {
			t.Errorf("at a table that nobody may watch one is told %s", f)
		}
	}
}
