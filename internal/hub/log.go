package hub

import (
	"context"
	"encoding/json"
	"strconv"
)

// A desk is stored as its two secrets and its lines in pieces. Each booking rewrites the last
// piece; the others are never written again.

// piece is the number of lines in a full piece.
const piece = 64

// head is the value of a desk's own key.
type head struct {
	Read  string `json:"read"`
	Write string `json:"write"`
	Used  int64  `json:"used"` // the day of the last booking, since 1970
}

func deskKey(id string) string { return "kasse/" + id }

func pieceKey(id string, n int) string { return deskKey(id) + "/" + strconv.Itoa(n) }

// readHead reads the value of a desk's own key. It returns an error if there is none.
func readHead(ctx context.Context, log Readable, id string) (h head, err error) {
	data, err := log.Setting(ctx, deskKey(id))
	if err == nil {
		err = json.Unmarshal(data, &h)
	}
	return h, err
}

// read reads a desk, without its head if that is known. It returns an error if there is none.
// Of a head only the day of the last booking changes, so it doesn't matter when it was read.
func read(ctx context.Context, log Readable, id string, known *head) (h head, lines []string, err error) {
	if known != nil {
		h = *known
	} else if h, err = readHead(ctx, log, id); err != nil {
		return h, nil, err
	}
	for n := 0; ; n++ {
		var some []string
		data, err := log.Setting(ctx, pieceKey(id, n))
		if err != nil { // there is none
			return h, lines, ctx.Err()
		}
		if err := json.Unmarshal(data, &some); err != nil {
			return h, nil, err
		}
		lines = append(lines, some...)
		if len(some) < piece {
			return h, lines, nil
		}
	}
}

// write stores the lines of a desk, of which the first `written` are stored already. It writes
// the pieces from the last to the first. Until the first one is written, nothing of the later
// ones is read, so all lines are stored or none. After a full piece there is always another, if
// necessary an empty one, so that no piece of an earlier attempt can follow it.
func write(ctx context.Context, log Settings, id string, h head, lines []string, written int) error {
	ctx = context.WithoutCancel(ctx) // once begun, it is finished
	set := func(key string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		return log.Set(ctx, key, data)
	}
	for n := len(lines) / piece; n >= written/piece; n-- {
		if err := set(pieceKey(id, n), append([]string{}, lines[n*piece:min(len(lines), (n+1)*piece)]...)); err != nil {
			return err
		}
	}
	if day := today(); written == 0 || h.Used != day {
		h.Used = day
		return set(deskKey(id), h)
	}
	return nil
}
