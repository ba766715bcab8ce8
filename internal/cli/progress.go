package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// bar shows on a terminal how far something is, on one line that is written over
// again and again, and taken away at the end. Elsewhere it shows nothing.
type bar struct {
	out   io.Writer // nil: not a terminal
	unit  string    // what is counted: "hands"
	total int64
	from  int64 // done before it began
	began time.Time
	shown time.Time
}

// newBar returns the bar of a task on a stream.
func newBar(w io.Writer, unit string, total int64) *bar {
	b := &bar{unit: unit, total: total, began: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		b.out = w
	}
	return b
}

// set shows that n of the total are done, ten times a second at most.
func (b *bar) set(n int64) {
	now := time.Now()
	if b.out == nil || now.Sub(b.shown) < 100*time.Millisecond {
		return
	}
	b.shown = now
	const width = 30
	full := int(width * n / max(1, b.total))
	rate := float64(n-b.from) / max(1e-9, now.Sub(b.began).Seconds())
	fmt.Fprintf(b.out, "\r%s%s %3d%%  %d of %d %s, %.0f/s\x1b[K",
		strings.Repeat("#", full), strings.Repeat(".", width-full), 100*n/max(1, b.total), n, b.total, b.unit, rate)
}

// clear takes the bar away.
func (b *bar) clear() {
	if b.out != nil && !b.shown.IsZero() {
		fmt.Fprint(b.out, "\r\x1b[K")
	}
}
