package load

import (
	"slices"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/table/wire"
	"chratze/internal/teach/lessons"
)

// TestScan: of what a server says, a seat reads what package wire reads.
func TestScan(t *testing.T) {
	t.Parallel()
	var h news
	asked, acts := 0, 0
	for _, l := range lessons.Course(locale.New().For("en"), "") {
		for i, step := range l.Steps {
			m, err := wire.Read(step.News)
			if err != nil {
				t.Fatal(err)
			}
			if !h.scan(step.News) || h.T != "" || m.Hand != nil && h.Hand != *m.Hand || (h.From == nil) != (m.From == nil) {
				t.Fatalf("lesson %d, step %d: %+v of %s", l.Number, i, h, step.News)
			}
			acts += len(h.acts())
			if (h.Ask != nil) != (m.Ask != nil) {
				t.Fatalf("lesson %d, step %d: asked is %v", l.Number, i, h.Ask)
			}
			if m.Ask == nil {
				continue
			}
			asked++
			if h.Ask.Q != m.Ask.Number || !slices.Equal(h.Ask.Legal, m.Ask.Legal) || h.Ask.Six != m.Ask.Six {
				t.Errorf("lesson %d, step %d: question %+v of %s", l.Number, i, h.Ask, step.News)
			}
		}
	}
	if asked < 20 || acts < 50 {
		t.Errorf("%d questions, %d acts: too little happens", asked, acts)
	}
}

// TestPublicActs: two seats that are told of the same act know the same of it, whoever laid which
// cards, and nobody is told who looks.
func TestPublicActs(t *testing.T) {
	t.Parallel()
	scan := func(events string) []string {
		var h news
		if !h.scan([]byte(`{"hand":3,"from":0,"ev":[` + events + `],"turn":1}`)) {
			t.Fatalf("%s can't be read", events)
		}
		return h.acts()
	}
	told := scan(`"act 1 open","act 2 lay As 7d","act 2 play Kh"`)
	for events, same := range map[string]bool{
		`"act 1 open","act 2 lay ?? ??","act 2 play Kh"`:                            true,
		`"act 0 see","act 1 open","act 2 lay","act 3 keep","act 2 play Kh"`:         true,
		`"act 1 open","act 2 lay As 7d","act 2 play Qh"`:                            false,
		`"act 1 open","act 3 lay As 7d","act 2 play Kh"`:                            false,
		`"act 1 open","act 2 lay As 7d"`:                                            false,
		`"act 1 open","draw 2 ?? ??","act 2 lay As 7d","upcard 9h","act 2 play Kh"`: true,
	} {
		if slices.Equal(scan(events), told) != same {
			t.Errorf("%s is the same: %v, want %v", events, !same, same)
		}
	}
}
