package host

import (
	"cmp"
	"context"
	"slices"

	"chratze/internal/keyhash"
	"chratze/internal/table"
)

// Listed is an entry of the public list of tables. It shows nothing of the play.
type Listed struct {
	ID     int64
	Host   string // the name of its host
	Code   string // while chairs are free
	Config table.Config
	People int
}

// Listed returns the tables with Config.Public at which somebody is connected, the highest
// numbers first, at most `most` of them.
func (h *Host) Listed(ctx context.Context, most int) (list []Listed, err error) {
	err = h.call(ctx, func(l *loop, answer func(error)) {
		for id, t := range l.tables {
			if cfg := t.t.Config(); cfg.Public && t.t.Stage() != table.Over && t.somebody() {
				info := t.t.Info()
				row := Listed{ID: id, Config: cfg}
				if t.t.FreeChair("") >= 0 {
					row.Code = t.code
				}
				if info.Host >= 0 {
					row.Host = info.Chairs[info.Host].Name
				}
				for _, c := range info.Chairs {
					if c.Name != "" && c.Bot == "" {
						row.People++
					}
				}
				list = append(list, row)
			}
		}
		answer(nil)
	})
	slices.SortFunc(list, func(a, b Listed) int { return cmp.Compare(b.ID, a.ID) })
	return list[:min(most, len(list))], err
}

// somebody reports whether a person who sits at the table is connected.
func (t *live) somebody() bool {
	for c := range t.conns {
		if c.Chair >= 0 {
			return true
		}
	}
	return false
}

// Door is what people see of a table before they sit down.
type Door struct {
	Config table.Config
	Stage  table.Stage
	Host   string // the name of its host; "" if there is none
	Code   string
	Free   int // chairs that a person can take, including those of bots
	People int
	Chair  int  // the chair whose link has the secret; -1: none
	Left   bool // the chair of that link was left, and the person may sit down again

	Account *table.Account // of the person who has left the chair of that link
}

// Door returns the outside of a table. The error is ErrNoTable if there is no such table.
func (h *Host) Door(ctx context.Context, id int64, secret string) (d Door, err error) {
	bare, ours := h.unseal(id, secret)
	err = h.peek(ctx, id, func(t *live) error {
		d = doorOf(t.t, t.code)
		if ours {
			key := keyhash.Of(bare)
			d.Chair, d.Left, d.Account = t.t.ChairOf(key), t.t.Left(key), t.t.AccountOf(key)
		}
		return nil
	})
	return d, err
}

// StrangersDoor is Door without a secret. It reads only the store, so any of several servers can answer.
func (h *Host) StrangersDoor(ctx context.Context, id int64) (Door, error) {
	saved, err := h.saved(ctx, id)
	if err != nil {
		return Door{}, err
	}
	t, err := table.Replay(saved.Records)
	if err != nil {
		return Door{}, err
	}
	return doorOf(t, saved.Code), nil
}

// doorOf returns the door of a stranger.
func doorOf(t *table.Table, code string) Door {
	info := t.Info()
	d := Door{Config: t.Config(), Stage: t.Stage(), Code: code, Chair: -1}
	if info.Host >= 0 {
		d.Host = info.Chairs[info.Host].Name
	}
	for _, c := range info.Chairs {
		if c.Name != "" && c.Bot == "" || c.Coming != "" {
			d.People++
		}
	}
	if d.Stage != table.Over {
		d.Free = len(info.Chairs) - d.People
	}
	return d
}

// ByCode returns the number of the table with a code. The error is ErrNoTable if there is none.
func (h *Host) ByCode(ctx context.Context, code string) (int64, error) {
	id, err := h.opt.Log.ByCode(ctx, code)
	if err != nil {
		return 0, h.unread(ctx, err)
	}
	return id, nil
}
