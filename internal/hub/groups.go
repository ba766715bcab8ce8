package hub

import (
	"cmp"
	"context"
	"time"

	"chratze/internal/group"
	"chratze/internal/owner"
)

// Groups returns the kind of groups.
func Groups() Kind {
	return Kind{"group/", func() Log { return regulars{group.New()} }, owner.GroupID}
}

// regulars is a group as a hub keeps it.
type regulars struct{ *group.Log }

func (r regulars) Clone() Log { return regulars{r.Log.Clone()} }

func (r regulars) People() []string { return r.Members() }

// Group returns the group that a journal is. Don't change it.
func (d *Journal) Group() *group.Log {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.so.(regulars).Log
}

// Key returns the key of a guest.
func (d *Journal) Key(g Guest) Key { return d.opens(g.Secret) }

// Peek returns the lines with the given id, and the key of the guest, whichever server has them. The error is ErrNone, or says why it
// can't be read now.
func (h *Hub) Peek(ctx context.Context, g Guest, id string) (lines []string, key Key, err error) {
	d := &Journal{}
	if h.log == nil {
		if d, err = h.Own(ctx, id); err == nil {
			lines, _ = d.look()
		}
	} else if d.head, lines, err = read(ctx, h.log, h.kind.prefix+id, nil); err != nil {
		err = cmp.Or(ctx.Err(), ErrNone)
	}
	if err == nil {
		if key = d.opens(g.Secret); key.Kind == "" {
			return nil, key, ErrNone
		}
	}
	return lines, key, err
}

// Has reports whether a log has a group, whichever server has it.
func (h *Hub) Has(ctx context.Context, id string) bool {
	if h.log == nil {
		return false
	}
	secrets, err := readHead(ctx, h.log, h.kind.prefix+id)
	return err == nil && len(secrets.Keys) > 0
}

// Stamped returns lines as a phone has written them now; phone 0: the server.
func Stamped(phone int, lines ...string) (list []string) {
	now := group.Stamp{Time: time.Now().UTC().Format(group.StampTime), Phone: phone}
	for _, text := range lines {
		list = append(list, now.On(text))
	}
	return list
}

// Note appends the lines that a group needs as it is now, for the server itself. If others write meanwhile, lines is asked again.
func (h *Hub) Note(ctx context.Context, g Guest, id string, phone int, lines func(*group.Log) []string) error {
	for {
		d, err := h.Own(ctx, id)
		if err != nil {
			return err
		}
		now := d.Group()
		list := Stamped(phone, lines(now)...)
		if len(list) == 0 {
			return nil
		}
		if _, missed, ok, err := h.bookAt(ctx, g, d, len(now.Lines()), list); ok && missed == nil {
			return err
		}
	}
}

// Own returns a journal for the server itself.
func (h *Hub) Own(ctx context.Context, id string) (*Journal, error) {
	d, err := h.find(ctx, Guest{}, id)
	if d == nil {
		return nil, cmp.Or(err, ErrNone)
	}
	return d, err
}

// Lines returns the lines with the given id for the server itself, whichever server has them; none if the id is unknown.
func (h *Hub) Lines(ctx context.Context, id string) ([]string, error) {
	if h.log != nil {
		return h.kind.Lines(ctx, h.log, id)
	}
	d, err := h.find(ctx, Guest{}, id)
	if d == nil {
		return nil, err
	}
	lines, _ := d.look()
	return lines, nil
}

// Lines returns the lines with the given id in a log; none if the id is unknown.
func (k Kind) Lines(ctx context.Context, log Readable, id string) ([]string, error) {
	head, lines, err := read(ctx, log, k.prefix+id, nil)
	if err != nil || head.Read == "" && len(head.Keys) == 0 {
		return nil, ctx.Err()
	}
	return lines, nil
}
