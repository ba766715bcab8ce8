package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
)

// Shared says which desks a hub has that shares them with the hubs of other servers.
type Shared struct {
	Here func(id string) bool                                         // it should have this desk
	Hold func(ctx context.Context, id string) (term int64, err error) // makes it the desk's owner
	Keep func(id string, term int64) bool                             // it still is, since the term began
	// Set stores a value of a desk durably, and fails if this server isn't its owner since the
	// term began: the store decides that while it writes.
	Set func(ctx context.Context, id string, term int64, key string, value []byte) error
}

// owned are the settings of one desk, of which only its owner writes any.
type owned struct {
	Settings
	shared *Shared
	id     string
	term   int64
}

func (o owned) Set(ctx context.Context, key string, value []byte) error {
	return o.shared.Set(ctx, o.id, o.term, key, value)
}

// logOf returns where a desk is stored.
func (h *Hub) logOf(d *Desk) Settings {
	if h.shared == nil {
		return h.log
	}
	return owned{h.log, h.shared, d.id, d.term}
}

// ErrMoved says that another server has the desk by now.
var ErrMoved = errors.New("hub: another server has this desk")

// Share makes this hub one of several. Call it before anything else.
func (h *Hub) Share(s Shared) { h.shared = &s }

// newID returns the ID of a new desk, one that this hub should have.
func (h *Hub) newID() string {
	id := ""
	for range 1000 { // if there is none, somebody will say so
		if id = strings.ToLower(rand.Text()[:12]); h.shared == nil || h.shared.Here(id) {
			break
		}
	}
	return id
}

// hold makes this hub the owner of a desk.
func (h *Hub) hold(ctx context.Context, id string) (term int64, err error) {
	if h.shared == nil || len(id) > maxID {
		return 0, nil
	}
	return h.shared.Hold(ctx, id)
}

// known reads the head of a desk that isn't in memory, so that nobody becomes the owner of a
// desk that doesn't exist: then it returns an error. It returns nil if there is nothing to read
// before hold.
func (h *Hub) known(ctx context.Context, id string) (*head, error) {
	if h.shared == nil || len(id) > maxID {
		return nil, nil
	}
	h.mu.Lock()
	here := h.all[id] != nil
	h.mu.Unlock()
	if here {
		return nil, nil
	}
	first, err := readHead(ctx, h.log, id)
	return &first, err
}

// maxID is more than the length of an ID.
const maxID = 40

// expire forgets a desk that was another's in the meantime. The caller holds h.mu.
func (h *Hub) expire(id string, term int64) {
	d := h.all[id]
	if d == nil || d.term == term {
		return
	}
	delete(h.all, id)
	lines, _ := d.look() // a booking that is under way finds out itself
	h.lines -= len(lines) + weight
}

// Yield forgets the desks that keep doesn't keep, after the bookings there that are under way.
func (h *Hub) Yield(keep func(id string, term int64) bool) {
	h.mu.Lock()
	var gone []*Desk
	for id, d := range h.all {
		if !keep(id, d.term) {
			gone = append(gone, d)
		}
	}
	h.mu.Unlock()
	for _, d := range gone {
		d.booking.Lock()
		h.mu.Lock()
		if h.all[d.id] == d {
			delete(h.all, d.id)
			h.lines -= d.forget() + weight
		}
		h.mu.Unlock()
		d.booking.Unlock()
	}
}
