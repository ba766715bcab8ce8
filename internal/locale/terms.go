package locale

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
)

// glossaryPage is a copy of docs/glossary.md, which a test compares.
//
//go:embed glossary.txt
var glossaryPage string

// Chapter is a part of the glossary, such as the words for the cards.
type Chapter struct {
	ID    string // the English title, as an address has it: the-cards
	Title string
	Terms []Term
}

// Term is one thing of the glossary: its word in each language, its names in the code, and what
// it is.
type Term struct {
	ID    string            // the English word, as an address has it: trump-six
	Words map[string]string // by language
	Code  []string
	Means string
}

// Glossary returns the words of docs/glossary.md, with what they mean in the printer's language.
func (p *Printer) Glossary() []Chapter {
	var all []Chapter
	for _, c := range readGlossary() {
		own := Chapter{ID: c.ID, Title: p.T("terms."+c.ID, nil)}
		for _, t := range c.Terms {
			t.Means = p.T("term."+t.ID, nil)
			own.Terms = append(own.Terms, t)
		}
		all = append(all, own)
	}
	return all
}

// Tongue is a language of the glossary: its name, and in which of its regions the words are.
type Tongue struct{ Lang, Name string }

// Tongues returns the languages of the glossary, the printer's own first.
func (p *Printer) Tongues() []Tongue {
	list := []Tongue{{p.Lang(), p.T("words.language."+base(p.Lang()), nil)}}
	for _, lang := range languages {
		if !slices.ContainsFunc(list, func(t Tongue) bool { return base(t.Lang) == base(lang) }) {
			list = append(list, Tongue{lang, p.T("words.language."+base(lang), nil)})
		}
	}
	return list
}

// InTongue returns the word for a term. Where other regions of the language have another word,
// other says so: "Deutschland, Österreich: Talon".
func (p *Printer) InTongue(t *Term, tongue Tongue) (word, other string) {
	word = t.Words[tongue.Lang]
	var words, others []string
	where := map[string][]string{}
	for _, lang := range languages {
		if own := t.Words[lang]; base(lang) == base(tongue.Lang) && own != word {
			if where[own] == nil {
				words = append(words, own)
			}
			where[own] = append(where[own], p.T(regions[lang], nil))
		}
	}
	for _, own := range words {
		others = append(others, p.T("words.other", Args{"region": p.Row(where[own]), "word": own}))
	}
	return word, p.Row(others)
}

//lattice:table
var regions = map[string]string{"de-DE": "words.region.de-DE", "de-CH": "words.region.de-CH", "de-AT": "words.region.de-AT"}

// FindTerms returns the terms one of whose words is the text, in any language, without regard to
// case. If there is none it returns those that have the text in a word or in the code, or else
// those whose meaning names it: a word that only some games know.
func FindTerms(chapters []Chapter, text string) (found []Term) {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, fits := range [...]func(t *Term) bool{
		func(t *Term) bool { return slices.Contains(t.names(), text) },
		func(t *Term) bool {
			return slices.ContainsFunc(t.names(), func(word string) bool { return strings.Contains(word, text) })
		},
		func(t *Term) bool {
			if strings.Contains(text, " ") {
				return strings.Contains(strings.ToLower(t.Means), text)
			}
			return slices.Contains(strings.FieldsFunc(strings.ToLower(t.Means), func(r rune) bool { return !unicode.IsLetter(r) }), text)
		},
	} {
		for _, c := range chapters {
			for _, t := range c.Terms {
				if fits(&t) {
					found = append(found, t)
				}
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// names returns the words of a term in every language, and its names in the code, in lower case.
func (t *Term) names() (list []string) {
	for _, name := range t.Code {
		list = append(list, strings.ToLower(name))
	}
	for _, word := range t.Words {
		list = append(list, strings.ToLower(word))
	}
	return list
}

// Everywhere reports whether the word is the same in every language: it is called out at the
// table.
func (t *Term) Everywhere() bool {
	for _, word := range t.Words {
		if word != t.Words[Base] {
			return false
		}
	}
	return true
}

// readGlossary returns the words of the page. Titles and meanings are in the catalogue.
func readGlossary() (all []Chapter) {
	for line := range strings.Lines(glossaryPage) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			all = append(all, Chapter{ID: slug(title)})
			continue
		}
		cells := Cells(line)
		if len(all) == 0 || len(cells) != len(languages)+2 || cells[0] == "English" || strings.HasPrefix(line, "|---") {
			continue
		}
		t := Term{ID: slug(cells[0]), Words: map[string]string{}}
		for i, lang := range languages {
			t.Words[lang] = cells[i]
		}
		for i, name := range strings.Split(cells[len(languages)], "`") {
			if i%2 == 1 {
				t.Code = append(t.Code, name)
			}
		}
		last := &all[len(all)-1]
		last.Terms = append(last.Terms, t)
	}
	return all
}

// Cells returns the cells of a line of the glossary's tables. An empty one has the word on its left.
func Cells(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		if cells[i] = strings.TrimSpace(cells[i]); cells[i] == "" && i > 0 {
			cells[i] = cells[i-1]
		}
	}
	return cells
}

// slug returns a text as it stands in an address: "What is called out" is what-is-called-out.
func slug(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }), "-")
}
