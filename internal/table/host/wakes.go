package host

import (
	"container/heap"

	"chratze/internal/table"
)

// wakes is a heap of tables, ordered by the time at which they want a tick.
type wakes []*live

func (w wakes) Len() int           { return len(w) }
func (w wakes) Less(i, j int) bool { return w[i].wake < w[j].wake }
func (w wakes) Swap(i, j int) {
	w[i], w[j] = w[j], w[i]
	w[i].at, w[j].at = i, j
}

// Push implements heap.Interface.
func (w *wakes) Push(x any) {
	t := x.(*live)
	t.at = len(*w)
	*w = append(*w, t)
}

// Pop implements heap.Interface.
func (w *wakes) Pop() any {
	t := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	t.at = -1
	return t
}

// wakeAt sets when a table wants a tick; 0: never.
func (l *loop) wakeAt(t *live, at table.Millis) {
	l.markEmpty(t)
	if at == 0 && len(t.conns) == 0 { // it will be dropped when it stays idle
		if t.idle == 0 {
			t.idle = l.h.opt.Now()
		}
		at = t.idle + idleAfter
	}
	if next := t.delayed.next(); next != 0 && len(t.conns) > 0 && (at == 0 || next < at) {
		at = next
	}
	t.wake = at
	switch {
	case at == 0 && t.at >= 0:
		heap.Remove(&l.wakes, t.at)
	case at == 0:
	case t.at >= 0:
		heap.Fix(&l.wakes, t.at)
	default:
		heap.Push(&l.wakes, t)
	}
}

// unschedule removes a table from the heap for good.
func (l *loop) unschedule(t *live) {
	if t.at >= 0 {
		heap.Remove(&l.wakes, t.at)
	}
}
