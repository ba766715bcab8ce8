package store

import (
	"maps"
	"slices"
)

// Head is the end of a table's log.
type Head struct {
	Next uint64 // the number of the next record
	Over bool   // the table is closed
}

// Heads remembers where the logs end that a writer has written to, so that it need not ask the
// database for each batch. A batch is staged before it is written and settled afterwards. The
// zero Heads knows nothing. It isn't safe for concurrent use.
type Heads struct {
	known  map[int64]Head // in the database
	staged map[int64]Head // after the current batch
}

// Stage checks that each record of a batch is the next one of its table. It calls read for the
// tables that it doesn't know; a table that read doesn't return doesn't exist. The error is
// ErrNoTable, ErrOver, ErrStale, or that of read.
func (h *Heads) Stage(batch []Entry, read func(ids []int64) (map[int64]Head, error)) error {
	if h.known == nil {
		h.known, h.staged = map[int64]Head{}, map[int64]Head{}
	}
	clear(h.staged)
	if ids := h.unknown(batch); ids != nil {
		found, err := read(ids)
		if err != nil {
			return err
		}
		maps.Copy(h.known, found)
	}
	for i := range batch {
		e := &batch[i]
		head, ok := h.staged[e.Table]
		if !ok {
			if head, ok = h.known[e.Table]; !ok {
				return NoTable(e.Table)
			}
		}
		if err := head.accept(e); err != nil {
			return err
		}
		head.Next++
		h.staged[e.Table] = head
	}
	return nil
}

// unknown returns the tables of a batch whose heads must be read, each once.
func (h *Heads) unknown(batch []Entry) (ids []int64) {
	for i := range batch {
		if _, ok := h.known[batch[i].Table]; !ok {
			ids = append(ids, batch[i].Table)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// accept checks that a record can follow.
func (h Head) accept(e *Entry) error {
	switch {
	case h.Over:
		return ErrOver.At("", "table %d", e.Table)
	case e.Seq != h.Next:
		return ErrStale.At("", "table %d: record %d was to be added, and %d is the next", e.Table, e.Seq, h.Next)
	}
	return nil
}

// Settle ends the batch that was staged. If it was written, its heads are known from now on and
// go to the marks; if not, nothing is known any more. It returns the error it was given.
func (h *Heads) Settle(err error, marks *Marks) error {
	if err != nil {
		h.ForgetAll()
		return err
	}
	maps.Copy(h.known, h.staged)
	lengths := make(map[int64]uint64, len(h.staged))
	for id, head := range h.staged {
		lengths[id] = head.Next
	}
	marks.Set(lengths)
	return nil
}

// Forget makes the next batch ask for the head of a table.
func (h *Heads) Forget(id int64) { delete(h.known, id) }

// ForgetAll makes the next batch ask for all heads.
func (h *Heads) ForgetAll() { clear(h.known) }
