package report

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// Bar shows progress on one line of a terminal, which it overwrites and finally removes.
// Elsewhere it shows nothing.
type Bar struct {
	Total int64
	From  int64 // done before the bar began; not counted for the speed

	out   io.Writer // nil: not a terminal
	unit  string    // the unit: "hands"
	began time.Time
	shown time.Time
}

// NewBar returns the bar of a task on a stream.
func NewBar(w io.Writer, unit string, total int64) *Bar {
	b := &Bar{unit: unit, Total: total, began: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		b.out = w
	}
	return b
}

// Set shows that n of the total are done. It writes at most ten times a second.
func (b *Bar) Set(n int64) {
	now := time.Now()
	if b.out == nil || now.Sub(b.shown) < 100*time.Millisecond {
		return
	}
	b.shown = now
	const width = 30
	full := int(width * n / max(1, b.Total))
	rate := float64(n-b.From) / max(1e-9, now.Sub(b.began).Seconds())
	fmt.Fprintf(b.out, "\r%s%s %3d%%  %d of %d %s, %.0f/s\x1b[K",
		strings.Repeat("#", full), strings.Repeat(".", width-full), 100*n/max(1, b.Total), n, b.Total, b.unit, rate)
}

// Clear removes the bar.
func (b *Bar) Clear() {
	if b.out != nil && !b.shown.IsZero() {
		fmt.Fprint(b.out, "\r\x1b[K")
	}
}
