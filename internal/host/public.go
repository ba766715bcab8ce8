package host

import (
	"cmp"
	"context"
	"slices"

	"chratze/internal/table"
)

// Listed is a table that wants to be found, as a list of tables shows it: nothing that
// happens at it.
type Listed struct {
	ID     int64
	Host   string // the name of its host
	Code   string // while chairs are free
	Config table.Config
	People int
}

// Listed returns the tables with Config.Public at which somebody is just now, those with
// the highest numbers first, at most so many.
func (h *Host) Listed(ctx context.Context, most int) (list []Listed, err error) {
	err = h.call(ctx, func(l *loop, answer func(error)) {
		for id, t := range l.tables {
			if cfg := t.t.Config(); cfg.Public && t.t.Stage() != table.Over && t.somebody() {
				info := t.t.Info()
				row := Listed{ID: id, Code: t.code, Config: cfg}
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

// somebody reports whether somebody who sits at the table is connected.
func (t *live) somebody() bool {
	for c := range t.conns {
		if c.Chair >= 0 {
			return true
		}
	}
	return false
}
