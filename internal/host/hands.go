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
}

// Evening returns the log of a table for the chair whose link has this secret, or
// without one for a spectator, if the table allows. The error is ErrNoTable,
// ErrNoChair or ErrStore.
func (h *Host) Evening(ctx context.Context, id int64, secret string) (e Evening, err error) {
	err = h.on(ctx, id, func(_ *loop, t *live) error {
		e.Config, e.Chair = t.t.Config(), -1
		if secret != "" {
			e.Chair = t.t.ChairOf(hash(secret))
		}
		if e.Chair < 0 && (secret != "" || !e.Config.Spectators) {
			return ErrNoChair
		}
		e.Person = t.t.PersonOn(e.Chair)
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
