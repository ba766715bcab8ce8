package host

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
)

// TestLogTakesTooLong: a client that waits is told to come again if the log has a limit of its own and
// doesn't answer in time.
func TestLogTakesTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHost(&lateLog{newMemory()}, 1)
		defer h.Close()
		seat, err := h.Create(t.Context(), config(t), "Anna")
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := h.Chair(t.Context(), seat.Table, seat.Secret); !errors.Is(err, ErrStore) {
			t.Errorf("who waits is told %v", err)
		}
	})
}

// lateLog is a log that gives up reading.
type lateLog struct{ *memory }

func (lateLog) Load(context.Context, int64) (Saved, error) {
	return Saved{}, fmt.Errorf("the database: %w", context.DeadlineExceeded)
}
