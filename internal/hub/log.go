package hub

import (
	"context"
	"encoding/json"
	"strconv"
)

// A desk or a group is stored as its secrets and its lines in pieces. Each booking rewrites the last
// piece; the others are written again only when a name is taken out of earlier lines.

// piece is the number of lines in a full piece.
const piece = 64

// head is the value of the setting of a desk or a group itself.
type head struct {
	Read   string `json:"read,omitempty"`
	Write  string `json:"write,omitempty"`
	Keys   []Key  `json:"keys,omitempty"`   // of a group
	Phones int    `json:"phones,omitempty"` // how many have had a key
	Used   int64  `json:"used"`             // the day of the last booking, since 1970
}

// pieceKey returns the setting of a piece of what has the setting key.
func pieceKey(key string, n int) string { return key + "/" + strconv.Itoa(n) }

// readHead reads the setting of a desk or a group. It returns an error if there is none.
func readHead(ctx context.Context, log Readable, key string) (h head, err error) {
	data, err := log.Setting(ctx, key)
	if err == nil {
		err = json.Unmarshal(data, &h)
	}
	return h, err
}

// read reads a desk or a group, without its head if that is known. It returns an error if there is none.
func read(ctx context.Context, log Readable, key string, known *head) (h head, lines []string, err error) {
	if known != nil {
		h = *known
	} else if h, err = readHead(ctx, log, key); err != nil {
		return h, nil, err
	}
	for n := 0; ; n++ {
		var some []string
		data, err := log.Setting(ctx, pieceKey(key, n))
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

// common returns how many lines are the same from the beginning.
func common(a, b []string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// write stores the lines of a desk or a group, of which the first `written` are stored already. It writes
// the pieces from the last to the first. Until the first one is written, nothing of the later
// ones is read, so all lines are stored or none. After a full piece there is always another, if
// necessary an empty one, so that no piece of an earlier attempt can follow it.
func write(ctx context.Context, log Settings, key string, h head, lines []string, written int) error {
	ctx = context.WithoutCancel(ctx) // once begun, it is finished
	set := func(key string, value any) error { return set(ctx, log, key, value) }
	for n := len(lines) / piece; n >= written/piece; n-- {
		if err := set(pieceKey(key, n), append([]string{}, lines[n*piece:min(len(lines), (n+1)*piece)]...)); err != nil {
			return err
		}
	}
	if day := today(); written == 0 || h.Used != day {
		h.Used = day
		return set(key, h)
	}
	return nil
}

func set(ctx context.Context, log Settings, key string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return log.Set(ctx, key, data)
}
