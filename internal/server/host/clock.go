package host

import (
	"time"

	"chratze/internal/server/table"
)

// jump is how far the clock on the wall may be from the one that tables wait by before
// records say so: less is what every clock does.
const jump table.Millis = 1000

// steady returns the clock that tables wait by: it begins with the moment on the wall
// and goes on with the monotonic clock of the system. So nobody waits longer or shorter
// because somebody, or the network, has set the clock, or because the machine slept.
func steady(wall func() table.Millis) func() table.Millis {
	start, began := wall(), time.Now()
	return func() table.Millis { return start + table.Millis(time.Since(began).Milliseconds()) }
}

// systemClock is the clock on the wall.
func systemClock() table.Millis { return table.Millis(time.Now().UnixMilli()) }

// Now returns the moment by which tables wait. It never goes back, and may be far from
// the clock on the wall if that was set while the server runs.
func (h *Host) Now() table.Millis { return h.opt.Now() }

// skew returns how far the clock on the wall is from Now, 0 if that is next to nothing.
func (h *Host) skew() table.Millis {
	if d := h.opt.Wall() - h.opt.Now(); d >= jump || d <= -jump {
		return d
	}
	return 0
}
