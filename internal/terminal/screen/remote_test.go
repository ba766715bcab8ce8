package screen

import (
	"errors"
	"net/http"
	"testing"

	"chratze/internal/client"
)

// TestDeadLink: who may not watch is told so, and not that the table is gone.
func TestDeadLink(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status  int
		watches bool
		want    string
	}{
		{http.StatusForbidden, true, "tui.no-watching"}, {http.StatusForbidden, false, "tui.dead-link"}, {http.StatusNotFound, true, "tui.dead-link"},
	} {
		err := errors.Join(client.ErrLink, &client.StatusError{Status: c.status})
		if got := (&remote{watches: c.watches}).deadLink(err); got != c.want {
			t.Errorf("status %d, watching %v: %s, want %s", c.status, c.watches, got, c.want)
		}
	}
}
