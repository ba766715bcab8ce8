package locale

import (
	"maps"
	"slices"
	"strings"
)

// Browser is the part of the catalogue and the glossary that pages need in one language. Its
// format is that of the files.
type Browser struct {
	Lang      string            `json:"lang"`
	Languages map[string]string `json:"languages"` // names of all languages, by tag
	Texts     map[string]any    `json:"texts"`     // texts, or their plural forms
	Glossary  map[string]string `json:"glossary"`
}

// Browser returns the texts for pages, restricted to the keys for which says returns true.
func (p *Printer) Browser(says func(key string) bool) Browser {
	b := Browser{p.lang, map[string]string{}, map[string]any{}, maps.Clone(p.glossary)}
	maps.DeleteFunc(b.Glossary, func(key, _ string) bool { // only rule sheets explain words, and tell a game's other names
		return strings.HasPrefix(key, "gloss.") || strings.HasPrefix(key, "also.") || strings.HasPrefix(key, "names.")
	})
	for _, lang := range languages {
		b.Languages[lang] = p.books[lang]().texts["language"].Other
	}
	for key, m := range p.texts {
		switch {
		case !says(key):
		case m.One != "":
			b.Texts[key] = map[string]string{"one": m.One, "other": m.Other}
		default:
			b.Texts[key] = m.Other
		}
	}
	return b
}

// Parameters returns the names of all parameters in messages.
func (c *Catalogue) Parameters() []string {
	names := map[string]bool{}
	for _, m := range c.books[Base]().texts {
		for rest := m.One + m.Other; ; {
			_, after, ok := strings.Cut(rest, "{")
			if !ok {
				break
			}
			name, behind, _ := strings.Cut(after, "}")
			names[name], rest = true, behind
		}
	}
	return slices.Sorted(maps.Keys(names))
}
