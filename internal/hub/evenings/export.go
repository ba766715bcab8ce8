package evenings

import (
	"context"
	"errors"
	"strings"
	"time"

	"chratze/internal/group"
	"chratze/internal/group/digest"
)

// ExportFormat is the version of Export.
const ExportFormat = "chratze-group/1"

// Export is a group as a file.
type Export struct {
	Format string   `json:"format"` // ExportFormat
	Group  string   `json:"group"`  // its ID where it was exported
	Lines  []string `json:"lines"`
	Hash   string   `json:"hash"` // of the lines

	Sources map[string][]string `json:"sources,omitempty"` // the lines of cash desks, by their IDs
}

// Errors of exports.
var (
	ErrExport = errors.New("evenings: the lines of the export aren't those it was made of: one was changed, is missing or comes from elsewhere")
	ErrDiffer = errors.New("evenings: the digest isn't what the log of that evening gives")
)

// Export returns a group as a file.
func (s *Sources) Export(ctx context.Context, id string, l *group.Log) Export {
	x := Export{Format: ExportFormat, Group: id, Lines: l.Lines(), Hash: digest.Of(l.Lines()), Sources: map[string][]string{}}
	for _, e := range l.Sources() {
		if e.Kind != group.AtDesk || e.Deleted {
			continue
		}
		if lines, err := s.Desk(ctx, e.Ref); err == nil && len(lines) > 0 {
			x.Sources[e.Ref] = lines
		}
	}
	return x
}

// Read reads the log of an export. The error is ErrExport or a *group.Error.
func (x *Export) Read() (*group.Log, error) {
	if x.Format != ExportFormat || digest.Of(x.Lines) != x.Hash {
		return nil, ErrExport
	}
	return group.Read(x.Lines)
}

// Verify folds the export and its evenings anew, those at tables by the records that table returns; nil, or no records: they are left out. It returns how many evenings
// were folded. If one gives another digest, the error is ErrDiffer, and line is the one that has it, from 1.
func (x *Export) Verify(ctx context.Context, table func(ctx context.Context, id int64) ([][]byte, error)) (folded, line int, err error) {
	l, err := x.Read()
	if bad, is := errors.AsType[*group.Error](err); is {
		return 0, bad.Line, err
	}
	if err != nil {
		return 0, 0, err
	}
	s := &Sources{Table: table, Now: time.Now(), Desk: func(_ context.Context, id string) ([]string, error) { return x.Sources[id], nil }}
	if table == nil {
		s.Table = func(context.Context, int64) ([][]byte, error) { return nil, nil }
	}
	for _, e := range l.Sources() {
		if e.Digest == nil || e.Deleted {
			continue
		}
		d, _, err := s.Fold(ctx, e)
		if err != nil {
			return folded, x.lineOf(e), err
		}
		if d == nil {
			continue
		}
		if folded++; e.Digest.Version == d.Version && d.Line(e.N) != e.Digest.Line(e.N) {
			return folded, x.lineOf(e), ErrDiffer
		}
	}
	return folded, 0, nil
}

// lineOf returns the line that has the digest of an evening.
func (x *Export) lineOf(e group.Source) (line int) {
	for i, text := range x.Lines {
		if strings.HasPrefix(text, e.Digest.Line(e.N)) {
			line = i + 1
		}
	}
	return line
}
