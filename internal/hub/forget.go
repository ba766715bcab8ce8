package hub

import (
	"context"
	"strings"
	"time"

	"chratze/internal/desk"
)

const secondsADay = 24 * 60 * 60

// today is the day since 1970.
func today() int64 { return time.Now().Unix() / secondsADay }

// Kept is a desk as an operator sees it: without secrets.
type Kept struct {
	ID     string    `json:"id"`
	Used   time.Time `json:"used"` // the day of the last booking
	Lines  int       `json:"lines"`
	People []string  `json:"people"`
}

// List lists the desks in a log whose keys are given.
func List(ctx context.Context, log Readable, keys []string) (list []Kept, err error) {
	for _, key := range keys {
		id, ok := strings.CutPrefix(key, deskKey(""))
		if !ok || strings.Contains(id, "/") {
			continue
		}
		h, lines, err := read(ctx, log, id, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || h.Read == "" {
			continue // forgotten
		}
		d := Kept{ID: id, Lines: len(lines), Used: time.Unix(h.Used*secondsADay, 0).UTC()}
		if e, err := add(ctx, desk.New(), lines); err == nil {
			d.People = e.People()
		}
		list = append(list, d)
	}
	return list, nil
}

// Forget deletes what is kept of a desk in a log whose keys are given: its lines, and with its secrets every way to it.
func Forget(ctx context.Context, log Settings, keys []string, id string) error {
	for _, key := range keys {
		if strings.HasPrefix(key, deskKey(id)+"/") {
			if err := log.Set(ctx, key, []byte("[]")); err != nil {
				return err
			}
		}
	}
	return log.Set(ctx, deskKey(id), []byte("{}"))
}

// Retain forgets the desks where nobody has booked since a time, and returns how many.
// rewrite lets it change what is kept of a desk.
func Retain(ctx context.Context, log Settings, keys []string, before time.Time, rewrite func(id string, f func() error) error) (gone int, err error) {
	list, err := List(ctx, log, keys)
	for _, d := range list {
		if err != nil {
			break
		}
		if !d.Used.Before(before) {
			continue
		}
		err = rewrite(d.ID, func() error {
			h, err := readHead(ctx, log, d.ID) // somebody may have booked since
			if err != nil || !time.Unix(h.Used*secondsADay, 0).Before(before) {
				return err
			}
			gone++
			return Forget(ctx, log, keys, d.ID)
		})
	}
	return gone, err
}
