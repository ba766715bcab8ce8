package load

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/table/wire"
	"chratze/internal/teach/lessons"
)

// TestScan: of what a server says, the scanner finds what package wire finds.
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
			var raw struct{ Ev []string }
			if err := json.Unmarshal(step.News, &raw); err != nil {
				t.Fatal(err)
			}
			if !h.scan(step.News) || h.kind != "" || m.Hand != nil && h.hand != *m.Hand {
				t.Fatalf("lesson %d, step %d: %+v of %s", l.Number, i, h, step.News)
			}
			if whole := m.From != nil && *m.From == 0; h.whole != whole {
				t.Errorf("lesson %d, step %d: whole is %v, want %v", l.Number, i, h.whole, whole)
			}
			n := 0
			for _, e := range raw.Ev {
				if act, ok := strings.CutPrefix(e, "act "); ok && public([]byte(act[2:])) {
					n++
				}
			}
			if acts += n; len(h.acts) != n {
				t.Errorf("lesson %d, step %d: %d acts, want %d in %q", l.Number, i, len(h.acts), n, raw.Ev)
			}
			if h.asked != (m.Ask != nil) {
				t.Fatalf("lesson %d, step %d: asked is %v", l.Number, i, h.asked)
			}
			if m.Ask == nil {
				continue
			}
			asked++
			if h.number != m.Ask.Number || !slices.Equal(h.legal, m.Ask.Legal) || h.six != m.Ask.Six {
				t.Errorf("lesson %d, step %d: question %d, %q, of %s", l.Number, i, h.number, h.legal, step.News)
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
	scan := func(events string) []publicAct {
		var h news
		if !h.scan([]byte(`{"hand":3,"from":0,"ev":[` + events + `],"turn":1}`)) {
			t.Fatalf("%s can't be read", events)
		}
		return slices.Clone(h.acts)
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
