package hub

import (
	"context"
	"strings"
	"time"
)

const secondsADay = 24 * 60 * 60

// today is the day since 1970.
func today() int64 { return time.Now().Unix() / secondsADay }

// Kept is a desk or a group as an operator sees it: without secrets.
type Kept struct {
	ID     string    `json:"id"`
	Used   time.Time `json:"used"` // the day of the last booking
	Lines  int       `json:"lines"`
	People []string  `json:"people"`
}

// List lists the desks or groups in a log whose keys are given.
func (k Kind) List(ctx context.Context, log Readable, keys []string) (list []Kept, err error) {
	for _, key := range keys {
		id, ok := strings.CutPrefix(key, k.prefix)
		if !ok || strings.Contains(id, "/") {
			continue
		}
		h, lines, err := read(ctx, log, key, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || h.Read == "" && len(h.Keys) == 0 {
			continue // forgotten
		}
		d := Kept{ID: id, Lines: len(lines), Used: time.Unix(h.Used*secondsADay, 0).UTC()}
		if e, err := add(ctx, k.empty(), lines); err == nil {
			d.People = e.People()
		}
		list = append(list, d)
	}
	return list, nil
}

// Forget deletes what is kept of a desk or a group in a log whose keys are given: its lines, and with its secrets every way to it.
func (k Kind) Forget(ctx context.Context, log Settings, keys []string, id string) error {
	for _, key := range keys {
		if strings.HasPrefix(key, k.prefix+id+"/") {
			if err := log.Set(ctx, key, []byte("[]")); err != nil {
				return err
			}
		}
	}
	return log.Set(ctx, k.prefix+id, []byte("{}"))
}

// Retain forgets the desks where nobody has booked since a time, and returns how many.
// rewrite lets it change what is kept of a desk.
func (k Kind) Retain(ctx context.Context, log Settings, keys []string, before time.Time, rewrite func(id string, f func() error) error) (gone int, err error) {
	list, err := k.List(ctx, log, keys)
	for _, d := range list {
		if err != nil {
			break
		}
		if !d.Used.Before(before) {
			continue
		}
		err = rewrite(d.ID, func() error {
			h, err := readHead(ctx, log, k.prefix+d.ID) // somebody may have booked since
			if err != nil || !time.Unix(h.Used*secondsADay, 0).Before(before) {
				return err
			}
			gone++
			return k.Forget(ctx, log, keys, d.ID)
		})
	}
	return gone, err
}
