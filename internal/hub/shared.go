package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"chratze/internal/owner"
)

// Several servers may share the desks and groups. Then each has an owner, and only its owner writes.

// owned are the settings of one desk or group, which are written in the term of its owner.
type owned struct {
	Settings
	owner owner.Owner
	id    int64
	term  int64
}

func (o owned) Set(ctx context.Context, key string, value []byte) error {
	return o.owner.Set(ctx, o.id, o.term, key, value)
}

// logOf returns where a desk is stored.
func (h *Hub) logOf(d *Journal) Settings {
	if h.owner == nil {
		return h.log
	}
	return owned{h.log, h.owner, h.kind.place(d.id), d.term}
}

// ErrMoved says that another server has the desk by now.
var ErrMoved = errors.New("hub: another server has this desk")

// Share makes this hub one of several. Call it before anything else.
func (h *Hub) Share(o owner.Owner) { h.owner = o }

// newID returns the ID of a new desk, one that this hub should have.
func (h *Hub) newID() string {
	id := ""
	for range 1000 { // if there is none, hold says so
		id = strings.ToLower(rand.Text()[:12])
		if h.owner == nil {
			break
		}
		if _, here, _ := h.owner.Where(h.kind.place(id)); here {
			break
		}
	}
	return id
}

// hold makes this hub the owner of a desk.
func (h *Hub) hold(ctx context.Context, id string) (term int64, err error) {
	if h.owner == nil || len(id) > maxID {
		return 0, nil
	}
	return h.owner.Hold(ctx, h.kind.place(id))
}

// known reads the head of a desk that isn't in memory, so that no server becomes the owner
// of a desk that doesn't exist: then it returns an error. It returns nil if there is nothing to read
// before hold.
func (h *Hub) known(ctx context.Context, id string) (*head, error) {
	if h.owner == nil || len(id) > maxID {
		return nil, nil
	}
	h.mu.Lock()
	here := h.all[id] != nil
	h.mu.Unlock()
	if here {
		return nil, nil
	}
	first, err := readHead(ctx, h.log, h.kind.prefix+id)
	if len(first.Keys) > 0 { // they change
		return nil, err
	}
	return &first, err // of which only the day of the last booking changes
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

// Yield forgets the desks that keep doesn't keep, after the bookings there that are under way. It
// asks with their IDs among all that has an owner.
func (h *Hub) Yield(keep func(id, term int64) bool) {
	h.mu.Lock()
	var gone []*Journal
	for id, d := range h.all {
		if !keep(h.kind.place(id), d.term) {
			gone = append(gone, d)
		}
	}
	h.mu.Unlock()
	for _, d := range gone {
		d.booking.Lock()
		h.drop(d)
		d.booking.Unlock()
	}
}

// drop removes a desk from memory. The caller holds its booking lock.
func (h *Hub) drop(d *Journal) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all[d.id] == d {
		delete(h.all, d.id)
		h.lines -= d.forget() + weight
	}
}
