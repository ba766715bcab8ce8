package locale

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"chratze/internal/web"
)

// Every message that the pages name exists, and every message that is theirs alone
// is named.
func TestPagesNameMessages(t *testing.T) {
	t.Parallel()
	nameMessages(t, web.Texts()["app"])
	nameMessages(t, web.KasseNames())
}

func nameMessages(t *testing.T, names web.Names) {
	t.Helper()
	english := New().For(Base)
	keys := slices.Concat(slices.Collect(maps.Keys(english.texts)), slices.Collect(maps.Keys(english.glossary)))
	rooms := map[string]bool{}
	for _, key := range keys {
		room, _, _ := strings.Cut(key, ".")
		rooms[room] = true
	}
	for _, key := range names.Keys {
		room, _, _ := strings.Cut(key, ".")
		if rooms[room] && !slices.Contains(keys, key) && !(english.Has(key+".you") && english.Has(key+".other")) {
			t.Errorf("the pages name %s, which is no message", key)
		}
	}
	for _, shape := range names.Shapes {
		room, _, _ := strings.Cut(shape, ".")
		if rooms[room] && strings.Count(shape, "*") < 3 && !slices.ContainsFunc(keys, web.Names{Shapes: []string{shape}}.Has) { // three: a word that a glossary may have
			t.Errorf("the pages name messages %s, and there are none", shape)
		}
	}
}

func TestPagesSayTheirMessages(t *testing.T) {
	t.Parallel()
	names := web.Texts()["app"]
	for _, key := range slices.Sorted(maps.Keys(read(t, "text/ui.en.json"))) {
		if !names.Has(key) {
			t.Errorf("no page says %s", key)
		}
	}
}

func TestBrowser(t *testing.T) {
	t.Parallel()
	b := For("de-AT").Browser(func(key string) bool { return key == "view.stock" || key == "event.deal.hidden.other" })
	if len(b.Texts) != 2 || b.Texts["view.stock"] != "Talon: {n}" || b.Lang != "de-AT" || b.Languages["en"] != "English" || b.Glossary["rank.german.A"] != "Sau" {
		t.Errorf("got %+v", b)
	}
	if forms := b.Texts["event.deal.hidden.other"].(map[string]string); forms["one"] != "{name} bekommt {n} Karte." {
		t.Errorf("the plural forms are %v", forms)
	}
}
