package cli

import (
	"net/http"
	"strings"
	"syscall"
	"testing"

	"chratze/bot"
)

// TestServerHasLevelsOnly: a table may have the bots that people choose among, and none
// with a budget of its own, by which one guest could let a server think for everybody.
func TestServerHasLevelsOnly(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	for _, name := range append(bot.Levels(), "search:1000000", "best:1m", "search", "best:2ms", "random", "thumb:open=1", "policy:/dev/zero") {
		want := http.StatusBadRequest
		for _, level := range bot.Levels() {
			if name == level {
				want = http.StatusCreated
			}
		}
		r, err := http.Post(s.base+"/api/tables", "application/json", strings.NewReader(`{"name":"Anna","bot":"`+name+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != want {
			t.Errorf("a table with %s gives %d, want %d", name, r.StatusCode, want)
		}
	}
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
}
