package cardart

import (
	"fmt"
	"strings"
)

// Page returns a page to look at a deck ("swiss") while drawing: everything in
// one file, at the widths of a phone, a tablet and a desktop, on a green, a dark
// and a white table, and in every variant.
func Page(name string) (string, error) {
	var names []string
	for _, d := range decks {
		if d.name == name {
			return d.page(), nil
		}
		names = append(names, d.name)
	}
	return "", fmt.Errorf("unknown deck %q; known: %s", name, strings.Join(names, ", "))
}

func (d *deck) page() string {
	var b strings.Builder
	b.WriteString("<!doctype html><meta charset=utf-8><title>" + d.title + "</title>\n<style>" + css() +
		"body{margin:0}section{padding:8px}section>svg{margin:3px}</style>\n<div hidden>" + d.sheet() + "</div>\n")
	for _, s := range []struct {
		width                 int
		ground, class, locale string
	}{
		{64, "#2f6b4a", "", "en"}, {64, "#1d1f24", "cards-four", "en"}, {64, "#fff", "cards-large", "de"},
		{120, "#2f6b4a", "", "en"}, {240, "#2f6b4a", "", "en"},
	} {
		fmt.Fprintf(&b, "<section style='background:%s' class='%s' lang=%s>\n", s.ground, s.class, s.locale)
		for _, suit := range suits {
			for _, rank := range d.ranks() {
				fmt.Fprintf(&b, "<svg width=%d height=%d><use href='#%c%c'/></svg>\n", s.width, s.width*200/128, rank, suit)
			}
			b.WriteString("<br>\n")
		}
		fmt.Fprintf(&b, "<svg width=%d height=%d><use href='#back'/></svg>\n</section>\n", s.width, s.width*200/128)
	}
	return b.String()
}
