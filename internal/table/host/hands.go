package host

import (
	"context"

	"chratze/internal/keyhash"
	"chratze/internal/table"
)

// Evening says which part of a table's log somebody may read.
type Evening struct {
	Config table.Config
	Seq    uint64 // number of records so far
	Chair  int    // -1: a spectator
	Person int    // the person there; 0: a spectator
	Notes  []Note
}

// Evening returns what may be read of a table's log: by the chair whose link has the given
// secret or, for secret "", by a spectator, if the table allows spectators. The error is
// ErrNoTable, ErrNoChair or ErrStore.
func (h *Host) Evening(ctx context.Context, id int64, secret string) (e Evening, err error) {
	bare, ok := h.unseal(id, secret)
	if secret != "" && !ok {
		return e, ErrNoChair
	}
	if secret != "" {
		e.Notes = h.notes.list(ctx, id)
	}
	err = h.peek(ctx, id, func(t *live) error {
		e.Config, e.Chair, e.Seq = t.t.Config(), -1, t.t.Seq()
		if secret != "" {
			e.Chair = t.t.ChairOf(keyhash.Of(bare))
		}
		if e.Chair < 0 && (secret != "" || !e.Config.Spectators) {
			return ErrNoChair
		}
		e.Person = t.t.PersonOn(e.Chair)
		for i := range e.Notes {
			e.Notes[i].Name = t.t.NameOf(e.Notes[i].Person)
		}
		return nil
	})
	if err != nil {
		return Evening{}, err
	}
	return e, nil
}

// Records returns the log of a table. Call Evening first: it checks what the caller may read.
// The error is ErrNoTable or ErrStore.
func (h *Host) Records(ctx context.Context, id int64) ([][]byte, error) {
	saved, err := h.saved(ctx, id)
	return saved.Records, err
}

// saved reads a table from the log.
func (h *Host) saved(ctx context.Context, id int64) (Saved, error) {
	read := h.opt.Log.Load
	if log, shared := h.opt.Log.(interface {
		Peek(ctx context.Context, id int64) (Saved, error)
	}); shared { // without becoming the owner
		read = log.Peek
	}
	saved, err := read(ctx, id)
	if err != nil {
		return Saved{}, h.unread(ctx, err)
	}
	return saved, nil
}

// Sat returns the log of a table and the table, for the holder of the link of a seat, and which person they are. It reads only the store,
// so any of several servers can answer. The error is ErrNoTable, ErrNoChair or ErrStore, or wraps table.ErrLog.
func (h *Host) Sat(ctx context.Context, id int64, secret string) (records [][]byte, t *table.Table, person int, err error) {
	bare, ours := h.unseal(id, secret)
	if !ours {
		return nil, nil, 0, ErrNoChair
	}
	if records, err = h.Records(ctx, id); err == nil {
		t, err = table.Replay(records)
	}
	if err != nil {
		return nil, nil, 0, err
	}
	key := keyhash.Of(bare)
	if person = t.PersonOn(t.ChairOf(key)); person == 0 {
		if a := t.AccountOf(key); a != nil {
			person = a.Person
		}
	}
	if person == 0 {
		return nil, nil, 0, ErrNoChair
	}
	return records, t, t.AccountOfPerson(person), nil
}
