package evenings_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"chratze/internal/group"
	"chratze/internal/group/digest"
	"chratze/internal/hub"
	"chratze/internal/hub/evenings"
)

// desk is an evening at a cash desk that goes on; ended is its end, fixed a correction after it.
var desk, ended, fixed = []string{"kasse 1", "money francs credit", "seats Anna Beat Carl dealer Carl", "Anna 2! Beat 2"}, "end", "fix 1: Anna 1! Beat 3" //lattice:table

// TestFold: what a group keeps of an evening while its log goes on, ends, is corrected and is deleted, also by hand and before it was ever folded.
func TestFold(t *testing.T) {
	t.Parallel()
	over, corrected := slices.Concat(desk, []string{ended}), slices.Concat(desk, []string{ended, fixed})
	type step struct {
		log     []string // of the desk now
		which   evenings.Which
		changed bool
	}
	for name, tt := range map[string]struct {
		steps           []step
		counts, deleted bool
		won             int
	}{
		"goes on":                       {steps: []step{{log: desk}}},
		"goes on, before deleting":      {steps: []step{{log: desk, which: evenings.Before}}, won: 20},
		"over":                          {steps: []step{{log: over}}, counts: true, won: 20},
		"corrected":                     {steps: []step{{log: over}, {log: corrected, changed: true}}, counts: true, won: -100},
		"corrected, not told":           {steps: []step{{log: over}, {log: corrected}}, counts: true, won: 20},
		"corrected, at the export":      {steps: []step{{log: over}, {log: corrected, which: evenings.All}}, counts: true, won: -100},
		"goes on after its end":         {steps: []step{{log: over}, {log: slices.Concat(desk, []string{ended, "undo"}), changed: true}}, won: 20},
		"deleted unseen":                {steps: []step{{}}, deleted: true},
		"deleted by hand when over":     {steps: []step{{log: over}, {which: evenings.All}}, counts: true, deleted: true, won: 20},
		"deleted by hand, then brought": {steps: []step{{log: over}, {which: evenings.All}, {log: corrected, which: evenings.All, changed: true}}, counts: true, deleted: true, won: 20},
	} {
		h := hub.New(hub.Groups(), nil)
		links, err := h.MakeGroup(t.Context(), hub.Guest{}, 0, []string{group.Format, "money francs carried", `member 1 "Anna"`, "evening 1 desk k 1=1"})
		if err != nil {
			t.Fatal(err)
		}
		for _, st := range tt.steps {
			s := evenings.Sources{Now: time.Now(), Desk: func(context.Context, string) ([]string, error) { return st.log, nil }}
			if st.changed {
				s.Changed = "k"
			}
			if err := s.Refresh(t.Context(), h, links.ID, st.which); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		d, err := h.Own(t.Context(), links.ID)
		if err != nil {
			t.Fatal(err)
		}
		e, won := d.Group().View(nil, "2026-11-30").Evenings[0], 0
		if len(e.People) > 0 {
			won = int(e.People[0].Won)
		}
		if e.Counts != tt.counts || e.Deleted != tt.deleted || won != tt.won {
			t.Errorf("%s: counts %v, deleted %v, Anna has won %d; want %v, %v, %d", name, e.Counts, e.Deleted, won, tt.counts, tt.deleted, tt.won)
		}
	}
}

// TestImport: an export of which a line was changed, is missing or comes from elsewhere is refused.
func TestImport(t *testing.T) {
	t.Parallel()
	s := evenings.Sources{Desk: func(context.Context, string) ([]string, error) { return nil, nil }}
	l, err := group.Read([]string{group.Format, `name "G"`, `member 1 "Anna"`})
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		change func(x *evenings.Export)
		want   error
	}{
		"as it was": {func(*evenings.Export) {}, nil},
		"changed":   {func(x *evenings.Export) { x.Lines[1] = `name "H"` }, evenings.ErrExport},
		"missing":   {func(x *evenings.Export) { x.Lines = x.Lines[:2] }, evenings.ErrExport},
		"foreign":   {func(x *evenings.Export) { x.Lines = append(x.Lines, `member 2 "Eve"`) }, evenings.ErrExport},
		"format":    {func(x *evenings.Export) { x.Format = "chratze-group/2" }, evenings.ErrExport},
		"foreign, with its hash": {func(x *evenings.Export) {
			x.Lines = append(x.Lines, "kasse 1")
			x.Hash = digest.Of(x.Lines)
		}, &group.Error{Code: group.CodeWord, Line: 4}},
	} {
		x := s.Export(t.Context(), "id", l)
		x.Lines = slices.Clone(x.Lines)
		tt.change(&x)
		_, err := x.Read()
		if bad, is := errors.AsType[*group.Error](err); is {
			if want, _ := errors.AsType[*group.Error](tt.want); want == nil || bad.Code != want.Code || bad.Line != want.Line {
				t.Errorf("%s: %v, want %v", name, err, tt.want)
			}
		} else if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
}
