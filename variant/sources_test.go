package variant

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestEveryOptionHasASource holds every option of every preset against the table of sources.
func TestEveryOptionHasASource(t *testing.T) {
	t.Parallel()
	for _, fault := range sourceFaults(sources[:]) {
		t.Error(fault)
	}
	for _, tt := range []struct{ key, says, want string }{
		{"coin", "ours ours ours ours own", "coin has 5 presets"},
		{"remainder", "ours - - K - own ours ours own own K own own own ours ours -", "remainder of chratze"},
		{"pack", "DEJ DEJ DEJ - own own own own own own own own own own ours own own", "pack of kratzen"},
		{"ante", "DX DEJ DEJ ours own own own own own own own own own own ours ours -", "ante of chratze is DX"},
		{"split", "own DE DE K own own own own own own own own own own ours ours -", "split of chratze is own"},
		{"void", "DEJ DEJ DEJ K K own own own own own own own own own ours own own", "void of chratzen is K"},
		{"susi", "", "susi has no row"},
		{"susi", "twice", "susi has 2 rows"},
		{"suzi", "added", "suzi is no option"},
	} {
		if faults := strings.Join(sourceFaults(planted(tt.key, tt.says)), "\n"); !strings.Contains(faults, tt.want) {
			t.Errorf("%s %q: faults %q, want %q", tt.key, tt.says, faults, tt.want)
		}
	}
}

type row = struct{ key, paragraphs, says string }

// planted returns the table with another row for a key, with none, with two, or with one that belongs to nothing.
func planted(key, says string) []row {
	rows := slices.Clone(sources[:])
	i := slices.IndexFunc(rows, func(r row) bool { return r.key == key })
	switch says {
	case "":
		return slices.Delete(rows, i, i+1)
	case "twice":
		return append(rows, rows[i])
	case "added":
		return slices.Insert(rows, 4, row{key, "1", "DEJ DEJ DEJ K own own own own own own own own own own own own own"})
	}
	rows[i].says = says
	return rows
}

// sourceFaults returns where the table of sources and the options of the presets differ.
func sourceFaults(rows []row) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	count := map[string]int{}
	for i, r := range rows {
		count[r.key]++
		says := strings.Fields(r.says)
		if len(says) != len(presets) {
			fault("%s has %d presets", r.key, len(says))
			continue
		}
		for j := range presets {
			p, o := &presets[j], lookup(r.key)
			if !sound(says[j], p.source) {
				fault("%s of %s is %s", r.key, p.name, says[j])
			}
			if o != nil && o.meaningful(&p.rules) == (says[j] == dash) {
				fault("%s of %s: its meaning and its source %s don't agree", r.key, p.name, says[j])
			}
		}
		if last := slices.IndexFunc(rows, func(r row) bool { return r.key == "first_dealer" }); i > 2 && i < last && lookup(r.key) == nil {
			fault("%s is no option", r.key)
		}
	}
	for i := range options {
		if count[options[i].key] == 0 {
			fault("%s has no row", options[i].key)
		}
	}
	for key, n := range count {
		if n > 1 {
			fault("%s has %d rows", key, n)
		}
	}
	return faults
}

// sound reports whether a preset of this source can have these words in the table.
func sound(says, source string) bool {
	four := len(source) == 1
	switch says {
	case own:
		return !four
	case ours, dash:
		return true
	}
	letters := strings.ToUpper(says)
	if !four {
		return source == "app" && strings.Trim(says, "DEJ") == "" // its gaps are filled from the texts on Chratze
	}
	return says != "" && strings.Trim(letters, "DEJK") == "" && (says == letters || says == strings.ToLower(letters) && strings.Contains(letters, source))
}

func TestMarks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ preset, key, want string }{
		{"chratze", "ante", "stated DEJ"}, {"chratze", "no_open", "stated D"}, {"chratze", "last_word", "absent DEJ"},
		{"chratze-en", "six_when", "elsewhere D"}, {"chratze-en", "next_dealer", "elsewhere DJ"}, {"chratze-ja", "penalties", "elsewhere DE"},
		{"kratzen", "ante", "ours "}, {"kratzen", "walkover", "ours "}, {"zwicken", "ante", "stated "}, {"chratzen", "ante", "stated "},
		{"chratzen", "cut", "elsewhere D"}, {"chratzen", "walkover", "elsewhere D"}, {"chratzen", "at_once", "ours "},
	} {
		v, _ := Lookup(tt.preset)
		s, ok := v.SourceOf(tt.key)
		if got := s.Mark.String() + " " + s.Texts; !ok || got != tt.want {
			t.Errorf("%s of %s: %s, %v, want %s", tt.key, tt.preset, got, ok, tt.want)
		}
	}
	if _, ok := Default().SourceOf("deals"); ok {
		t.Error("chratze has a number of deals")
	}
	if s, ok := Default().SourceOf("x"); ok || s.Mark != Ours {
		t.Errorf("x is %s", s.Mark)
	}
}
