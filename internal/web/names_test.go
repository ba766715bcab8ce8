package web

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	t.Parallel()
	n := names("w.t('a.b') + w.t(`c.${d}.e${f ?? 'x'}`) + `${a}.you` + w.t(\"no.key\") + import './say.js' + this.of(`x.${a}`) + `z.k${a}`")
	if want := []string{"a.b"}; !slices.Equal(n.Keys, want) {
		t.Errorf("keys %v, want %v", n.Keys, want)
	}
	for key, want := range map[string]bool{
		"a.b": true, "a.b.you": true, "a.b.c": false, "c.1.e": true, "c.1.2.exact": true, "c.1": false, "no.key": false, "x.y.other": true, "x": false, "z.kk": true, "z.j": false,
	} {
		if n.Has(key) != want {
			t.Errorf("Has(%s) is %v", key, !want)
		}
	}
}

// The pages name messages: the scan finds some of both kinds.
func TestPageNames(t *testing.T) {
	t.Parallel()
	n := PageNames()
	if len(n.Keys) < 50 || len(n.Shapes) < 5 || !n.Has("ui.menu") || !n.Has("event.trick.you") || n.Has("cmd.play.short") {
		t.Errorf("the pages name %v and %v", n.Keys, n.Shapes)
	}
}
