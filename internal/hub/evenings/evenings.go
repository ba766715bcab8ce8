// Package evenings keeps the digests of a group's evenings up to date: an evening is folded when it is over, and again if its
// log or the fold has changed.
package evenings

import (
	"context"
	"errors"
	"strconv"
	"time"

	"chratze/internal/group"
	"chratze/internal/group/digest"
	"chratze/internal/hub"
)

// Sources are where evenings are read. An empty log was deleted.
type Sources struct {
	Table func(ctx context.Context, id int64) ([][]byte, error)
	Desk  func(ctx context.Context, id string) ([]string, error)
	Now   time.Time

	Changed string // the table or the desk whose log has just changed
}

// Fold returns the digest of an evening, nil if its log was deleted, and the names of its people.
func (s *Sources) Fold(ctx context.Context, e group.Source) (d *group.Digest, names map[int]string, err error) {
	if e.Kind == group.AtDesk {
		lines, err := s.Desk(ctx, e.Ref)
		if err != nil || len(lines) == 0 {
			return nil, nil, err
		}
		day := s.Now.UTC().Format(time.DateOnly)
		if e.Digest != nil {
			day = e.Digest.Day // it doesn't change as long as no line has a time
		}
		return digest.Desk(lines, day)
	}
	id, err := strconv.ParseInt(e.Ref, 10, 64)
	if err != nil {
		return nil, nil, err
	}
	records, err := s.Table(ctx, id)
	if err != nil || len(records) == 0 {
		return nil, nil, err
	}
	return digest.Table(records)
}

// Which says which evenings are folded.
type Which int

// The values of Which.
const (
	Ended  Which = iota // those that are over since the last time
	Before              // those that have gone on since then, too: their logs may be deleted now
	All                 // all, whose logs may have changed
)

// stale reports whether an evening should be folded again. One whose log was deleted never changes.
func (s *Sources) stale(e group.Source, which Which) bool {
	return !e.Deleted && (which == All || e.Ref == s.Changed || e.Digest == nil || !e.Digest.Over || e.Digest.Version < group.FoldVersion)
}

// Due reports whether a group has an evening that should be folded.
func Due(l *group.Log) bool {
	for _, e := range l.Sources() {
		if (&Sources{}).stale(e, Ended) {
			return true
		}
	}
	return false
}

// Refresh folds evenings of a group, and notes those whose log was deleted. An evening without hands stays as it is.
func (s *Sources) Refresh(ctx context.Context, h *hub.Hub, id string, which Which) error {
	d, err := h.Own(ctx, id)
	if err != nil {
		return err
	}
	for _, e := range d.Group().Sources() {
		if !s.stale(e, which) {
			continue
		}
		fresh, names, err := s.Fold(ctx, e)
		switch {
		case errors.Is(err, digest.ErrHands), errors.Is(err, digest.ErrPeople):
			continue
		case err != nil:
			return err
		case fresh != nil && !fresh.Over && which == Ended && (e.Digest == nil || !e.Digest.Over): // a line for each hand would be many
			continue
		}
		err = h.Note(ctx, hub.Guest{}, id, 0, func(now *group.Log) []string {
			if fresh == nil {
				return deleted(e)
			}
			return now.Renew(e.N, fresh, names)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Mark notes the evenings whose logs are gone; kept reports whether one is there.
func (s *Sources) Mark(ctx context.Context, h *hub.Hub, id string, kept func(group.Source) (bool, error)) error {
	d, err := h.Own(ctx, id)
	if err != nil {
		return err
	}
	for _, e := range d.Group().Sources() {
		if e.Deleted {
			continue
		}
		there, err := kept(e)
		if err == nil && !there {
			err = h.Note(ctx, hub.Guest{}, id, 0, func(*group.Log) []string { return deleted(e) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func deleted(e group.Source) []string { return []string{"deleted " + strconv.Itoa(e.N)} }
