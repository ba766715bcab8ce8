package host

import (
	"time"

	"chratze/internal/table"
)

// jump is how far the wall clock may be from the tables' clock before records mention it. Every
// clock drifts a little.
const jump table.Millis = 1000

// steady returns the tables' clock. It starts at the wall-clock time and continues with the
// monotonic clock of the system. So no wait gets longer or shorter because somebody sets the
// clock, or because the machine slept.
func steady(wall func() table.Millis) func() table.Millis {
	start, began := wall(), time.Now()
	return func() table.Millis { return start + table.Millis(time.Since(began).Milliseconds()) }
}

// systemClock is the wall clock.
func systemClock() table.Millis { return table.Millis(time.Now().UnixMilli()) }

// Now returns the time of the tables' clock. It never goes back, and may be far from the wall
// clock if that was set while the server ran.
func (h *Host) Now() table.Millis { return h.opt.Now() }

// skew returns how far the wall clock is from Now, or 0 if the difference is below jump.
func (h *Host) skew() table.Millis {
	if d := h.opt.Wall() - h.opt.Now(); d >= jump || d <= -jump {
		return d
	}
	return 0
}
