package host

import (
	"context"

	"chratze/internal/table"
)

// Evening is what somebody may read of a table's log.
type Evening struct {
	Config  table.Config
	Records [][]byte
	Chair   int // -1: a spectator
	Person  int // who sits there; 0: a spectator
	Notes   []Note
}

// Evening returns the log of a table for the chair whose link has this secret, or
// without one for a spectator, if the table allows. The error is ErrNoTable,
// ErrNoChair or ErrStore.
func (h *Host) Evening(ctx context.Context, id int64, secret string) (e Evening, err error) {
	var noted []kept
	if secret != "" {
		noted = h.notes.list(ctx, id)
	}
	err = h.on(ctx, id, func(_ *loop, t *live) error {
		e.Config, e.Chair = t.t.Config(), -1
		if secret != "" {
			e.Chair = t.t.ChairOf(hash(secret))
		}
		if e.Chair < 0 && (secret != "" || !e.Config.Spectators) {
			return ErrNoChair
		}
		e.Person = t.t.PersonOn(e.Chair)
		for _, n := range noted {
			e.Notes = append(e.Notes, Note{Moment: Moment{n.Hand, n.At}, Person: n.Person, Name: t.t.NameOf(n.Person), Text: n.Text})
		}
		return nil
	})
	if err != nil {
		return Evening{}, err
	}
	saved, err := h.opt.Log.Load(ctx, id)
	if err != nil {
		return Evening{}, h.unread(err)
	}
	e.Records = saved.Records
	return e, nil
}
