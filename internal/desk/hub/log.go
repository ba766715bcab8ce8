package hub

import (
	"context"
	"encoding/json"
	"strconv"
)

// A desk is kept as its two secrets, and its lines in pieces: the last piece is written
// anew for each booking, the others never again.

// piece is how many lines a piece has when it is full.
const piece = 64

// head is what is kept under a desk's own key. Lines are those of a desk that an
// earlier program has kept, which wrote them all here; pieces come behind them.
type head struct {
	Read  string   `json:"read"`
	Write string   `json:"write"`
	Lines []string `json:"lines,omitempty"`
}

func deskKey(id string) string { return "kasse/" + id }

func pieceKey(id string, n int) string { return deskKey(id) + "/" + strconv.Itoa(n) }

// read reads a desk; the error is that there is none.
func read(ctx context.Context, log Settings, id string) (h head, lines []string, err error) {
	data, err := log.Setting(ctx, deskKey(id))
	if err == nil {
		err = json.Unmarshal(data, &h)
	}
	if err != nil {
		return h, nil, err
	}
	lines = append(lines, h.Lines...)
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

// write writes the lines of a desk of which the first so many are written. The pieces are
// written from the last to the first: until the first is there nothing of the later ones is
// read, so that all lines are kept or none. Behind a full piece always comes another, if
// need be an empty one, so that none of an earlier attempt can follow it.
func write(ctx context.Context, log Settings, id string, h head, lines []string, written int) error {
	ctx = context.WithoutCancel(ctx) // what has begun is written
	set := func(key string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		return log.Set(ctx, key, data)
	}
	all := lines[len(h.Lines):]
	for n := len(all) / piece; n >= max(0, written-len(h.Lines))/piece; n-- {
		if err := set(pieceKey(id, n), append([]string{}, all[n*piece:min(len(all), (n+1)*piece)]...)); err != nil {
			return err
		}
	}
	if written > 0 {
		return nil
	}
	return set(deskKey(id), h)
}
