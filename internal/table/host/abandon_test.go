package host

import (
	"context"
	"errors"
	"testing"
)

// TestAbandon: a table is closed only if nobody is there, in memory or not. What happens at other tables in the same moment is kept.
func TestAbandon(t *testing.T) {
	t.Parallel()
	log := newMemory()
	h := newHost(log, 1)
	defer h.Close()
	ctx := context.Background()
	seat, err := h.Create(ctx, config(t), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	anna := newPlayer(t, h, 1)
	anna.attach(seat.Table, seat.Secret)
	if done, err := h.Abandon(ctx, seat.Table); done || err != nil {
		t.Errorf("with somebody there: %v %v", done, err)
	}
	other, err := h.Create(ctx, config(t), "Beat")
	if err != nil {
		t.Fatal(err)
	}
	if done, err := h.Abandon(ctx, other.Table); !done || err != nil {
		t.Errorf("with nobody there: %v %v", done, err)
	}
	if _, _, err := h.Chair(ctx, other.Table, other.Secret); !errors.Is(err, ErrNoTable) {
		t.Errorf("it can still be found: %v", err)
	}
	if _, _, err := h.Chair(ctx, seat.Table, seat.Secret); err != nil || h.Ready() != nil {
		t.Errorf("the other table: %v %v", err, h.Ready())
	}
}
