package locale_test

import (
	"maps"
	"regexp"
	"slices"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/locale/localetest"
	"chratze/internal/web"
)

// measuringRooms say what is in English only: the commands of the group "measure".
var measuringRooms = regexp.MustCompile(`^internal/(report/players|page/arenapage)/|^internal/cli/measuring/`)

// measuringFaults returns the files that name such a key although players or hosts read what
// they say.
func measuringFaults(keys map[string]bool, all map[string]map[string]bool) (faults []string) {
	for text, files := range all {
		for file := range files {
			if keys[text] && !measuringRooms.MatchString(file) {
				faults = append(faults, file+" says "+text+", which is in English only")
			}
		}
	}
	return faults
}

// TestMeasuringIsEnglish: what players and hosts read is in every language. A planted use of a
// researcher's text is found.
func TestMeasuringIsEnglish(t *testing.T) {
	t.Parallel()
	keys, all := locale.MeasuringKeys(t), localetest.Literals(t)
	for _, fault := range measuringFaults(keys, all) {
		t.Error(fault)
	}
	for key := range keys {
		for _, names := range append(slices.Collect(maps.Values(web.Texts())), web.KasseNames()) {
			if names.Has(key) {
				t.Errorf("a page says %s, which is in English only", key)
			}
		}
	}
	all["sim.hands"]["internal/cli/playing/play.go"] = true
	if faults := measuringFaults(keys, all); len(faults) != 1 {
		t.Errorf("one planted fault, found %q", faults)
	}
}
