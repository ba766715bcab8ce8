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
}

// Fold returns the digest of an evening, nil if its log was deleted, and the names of its people.
func (s *Sources) Fold(ctx context.Context, kind, ref string) (d *group.Digest, names map[int]string, err error) {
	if kind == group.AtDesk {
		lines, err := s.Desk(ctx, ref)
		if err != nil || len(lines) == 0 {
			return nil, nil, err
		}
		return digest.Desk(lines, s.today())
	}
	id, err := strconv.ParseInt(ref, 10, 64)
	if err != nil {
		return nil, nil, err
	}
	records, err := s.Table(ctx, id)
	if err != nil || len(records) == 0 {
		return nil, nil, err
	}
	return digest.Table(records)
}

// stale reports whether an evening should be folded again. One whose log was deleted never changes.
func stale(e group.Source, all bool) bool {
	return !e.Deleted && (all || e.Digest == nil || !e.Digest.Over || e.Digest.Version < group.FoldVersion)
}

// Due reports whether a group has an evening that should be folded.
func Due(l *group.Log) bool {
	for _, e := range l.Sources() {
		if stale(e, false) {
			return true
		}
	}
	return false
}

// Refresh folds the evenings of a group that aren't over yet, or all of them, and notes those whose log was deleted.
// An evening that can't be folded stays as it is.
func (s *Sources) Refresh(ctx context.Context, h *hub.Hub, g hub.Guest, id string, all bool) error {
	d, err := h.Own(ctx, g, id)
	if err != nil {
		return err
	}
	for _, e := range d.Group().Sources() {
		if !stale(e, all) {
			continue
		}
		fresh, names, err := s.Fold(ctx, e.Kind, e.Ref)
		switch {
		case errors.Is(err, digest.ErrHands), errors.Is(err, digest.ErrPeople):
			continue
		case err != nil:
			return err
		}
		for { // others may write meanwhile
			now := d.Group()
			lines := []string{"deleted " + strconv.Itoa(e.N)}
			if fresh != nil {
				lines = now.Renew(e.N, fresh, names)
			}
			if lines == nil {
				break
			}
			for i, text := range lines {
				lines[i] = s.stamp().On(text)
			}
			_, missed, err := h.Note(ctx, g, id, len(now.Lines()), lines)
			if err != nil {
				return err
			}
			if missed == nil {
				break
			}
			if d, err = h.Own(ctx, g, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Sources) today() string { return s.Now.UTC().Format(time.DateOnly) }

// stamp says that the server has written a line.
func (s *Sources) stamp() group.Stamp { return group.Stamp{Time: s.Now.UTC().Format(group.StampTime)} }
