package load

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"

	"chratze/internal/client"
)

// TestBusyServerIsAskedAgain: a seat that a busy server can't give now is asked for again; one that it
// refuses isn't, and a server that stays busy isn't asked forever.
func TestBusyServerIsAskedAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status     int // of the refusals
		refusals   int
		asked      int
		wantStatus int // 0: it sits
	}{
		{http.StatusServiceUnavailable, 2, 3, 0},
		{http.StatusServiceUnavailable, 1000, 30, http.StatusServiceUnavailable},
		{http.StatusTooManyRequests, 2, 1, http.StatusTooManyRequests},
	} {
		synctest.Test(t, func(t *testing.T) {
			asked := 0
			_, err := patiently(context.Background(), func() (client.Seat, error) {
				if asked++; asked > tt.refusals {
					return client.Seat{}, nil
				}
				return client.Seat{}, &client.StatusError{Status: tt.status}
			})
			status := 0
			if refused, ok := errors.AsType[*client.StatusError](err); ok {
				status = refused.Status
			}
			if asked != tt.asked || status != tt.wantStatus {
				t.Errorf("%d refusals with %d: asked %d times, in the end %d", tt.refusals, tt.status, asked, status)
			}
		})
	}
}
