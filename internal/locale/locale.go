// Package locale is the catalogue of everything a person reads: the messages, the glossary, and
// the names of cards, money and languages. Nothing else in the program has prose in it. Package
// wording makes rule sheets, questions and settlements of it.
//
// The catalogue is files such as text/game.en.json, by subject and language, in the format of
// go-i18n: a key with its text, or with its plural forms. A text has parameters such as {name}
// and nothing else: no conditions, no formatting. The parameter {n} chooses the plural form. So
// a browser can read the same files with Intl.PluralRules and a replacement of {name}. go-i18n
// has the plural rules and finds the language; its templates, which only Go can read, are not
// used.
//
// The words of the game don't belong to a language: what people say at the table ("metcho") and
// the names of the cards (Under, Unter, Bube) depend on the preset and the deck. They are in
// glossary.json for all languages; glossary.ja.json and the like override some of them. Only
// the French deck has its names in the catalogue, since each language has its own.
//
//	p := locale.For("de-CH")
//	p.T("sitting.hand", locale.Args{"n": 3})
//	p.Words(v, p.DeckOf(v.Preset())).Card(c)
//
// The files of German have what all German has in common, as Germany writes it; game.de-AT.json has
// only what differs in Austria. Swiss spelling, ss and «», is derived from the files (see swiss).
package locale

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"chratze/variant"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed text/*.json
var files embed.FS

// Base is the language of last resort; its catalogue has every message.
const Base = "en"

// languages are the available languages in the order in which they are offered. The first one
// of a language is used if no region is given.
//
//lattice:table
var languages = [...]string{Base, "de-DE", "de-CH", "de-AT", "ja"}

// Args are the parameters of a message, by name. {n} chooses the plural form.
type Args map[string]any

// Value is a parameter that is said otherwise in each language.
type Value interface{ In(p *Printer) string }

// Quoted is a parameter that a person gave, shown in the quotation marks of the language. What
// can't be seen in it is escaped.
type Quoted string

// In implements Value.
func (q Quoted) In(p *Printer) string {
	text := strings.ReplaceAll(strconv.QuoteToGraphic(string(q)), `\"`, `"`)
	return p.T("quoted", Args{"text": text[1 : len(text)-1]})
}

// Catalogue has all messages in all languages, each of which is read when it is first used. It is immutable.
type Catalogue struct {
	books   map[string]func() *book // by language
	matcher language.Matcher        // of the languages
}

// book has all messages in one language.
type book struct {
	texts    map[string]*message // by key
	glossary map[string]string
	plurals  *i18n.Localizer
}

// message is a text, or its plural forms.
type message struct{ i18n.Message }

// UnmarshalJSON reads a text, or an object with its plural forms.
func (m *message) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &m.Other)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(&m.Message)
}

// New returns the embedded catalogue. It panics, as does For, if that is invalid; a test checks it.
func New() *Catalogue { return embedded() }

var embedded = sync.OnceValue(func() *Catalogue {
	c := &Catalogue{books: map[string]func() *book{}}
	parts := map[string]func() *book{}
	var tags []language.Tag
	for _, lang := range languages {
		tags = append(tags, language.MustParse(lang))
		for _, part := range chain(lang) {
			if parts[part] == nil {
				parts[part] = sync.OnceValue(func() *book { return readPart(part) })
			}
		}
		c.books[lang] = sync.OnceValue(func() *book { return newBook(lang, parts) })
	}
	c.matcher = language.NewMatcher(append(tags, language.MustParse("de-LI"), language.MustParse("gsw"))) // who read Swiss German
	return c
})

// newBook puts a language together from its parts.
func newBook(lang string, parts map[string]func() *book) *book {
	b := &book{texts: map[string]*message{}, glossary: map[string]string{}, plurals: i18n.NewLocalizer(i18n.NewBundle(language.MustParse(lang)), lang)}
	for _, part := range chain(lang) {
		maps.Copy(b.texts, parts[part]().texts)
		maps.Copy(b.glossary, parts[part]().glossary)
	}
	if lang == "de-CH" {
		swiss(b.texts)
	}
	if money := b.glossary["money"]; money != "" { // of the country, for all games
		for _, preset := range variant.Presets() {
			b.glossary["money."+preset] = money
		}
	}
	return b
}

// readPart returns the contents of the files for a part of a language: of "de", of "de-CH"
// alone, or of "", the glossary of all.
func readPart(part string) *book {
	b := &book{texts: map[string]*message{}, glossary: map[string]string{}}
	pattern := "text/*." + part + ".json"
	if part == "" {
		pattern = "text/glossary.json"
	}
	names, err := fs.Glob(files, pattern)
	must(err)
	for _, name := range names {
		data, err := files.ReadFile(name)
		must(err)
		if strings.HasPrefix(name, "text/glossary.") {
			must(json.Unmarshal(data, &b.glossary))
		} else {
			must(json.Unmarshal(data, &b.texts))
		}
	}
	for key, m := range b.texts {
		m.ID = key
	}
	return b
}

// chain returns the parts that make up a language, the general before the particular.
func chain(lang string) []string {
	return slices.Compact([]string{"", Base, base(lang), lang})
}

// swiss converts German to Swiss spelling, and Talon, which many texts have.
func swiss(messages map[string]*message) {
	r := strings.NewReplacer("ß", "ss", "„", "«", "“", "»", "Talon", "Stock")
	for key, m := range messages {
		own := *m // the files' messages are shared
		own.One, own.Other = r.Replace(own.One), r.Replace(own.Other)
		messages[key] = &own
	}
}

func must(err error) {
	if err != nil {
		panic("locale: the embedded catalogue is broken: " + err.Error())
	}
}

// Languages returns the tags of the available languages, such as "de-CH", in the order in which
// they are offered.
func (c *Catalogue) Languages() []string { return slices.Clone(languages[:]) }

// For returns a printer for a language: if it isn't available, for another region of it,
// otherwise for English.
func (c *Catalogue) For(lang string) *Printer {
	lang = c.Choose(lang)
	return &Printer{Catalogue: c, book: c.books[lang](), lang: lang}
}

// For returns New().For(lang).
func For(lang string) *Printer { return New().For(lang) }

// Printer returns messages in one language. It is immutable and can be shared.
type Printer struct {
	*Catalogue
	*book
	lang string
	used func(key string) // reports to a test which messages were used
}

// Noting returns a printer that also tells used the key of every message, for tests.
func (p *Printer) Noting(used func(key string)) *Printer {
	own := *p
	own.used = used
	return &own
}

// Lang returns the language, such as "de-CH".
func (p *Printer) Lang() string { return p.lang }

// Language returns the language's own name for itself: Deutsch (Schweiz).
func (p *Printer) Language() string { return p.T("language", nil) }

// Has reports whether there is a message with the given key.
func (p *Printer) Has(key string) bool { return p.texts[key] != nil }

// T returns the message with the given key and fills in its parameters. If there is no message
// it returns the key.
func (p *Printer) T(key string, args Args) string {
	m := p.texts[key]
	if m == nil {
		return key
	}
	if p.used != nil {
		p.used(key)
	}
	if m.One == "" && m.Few == "" && m.Many == "" {
		return p.fill(m.Other, args)
	}
	text, err := p.plurals.Localize(&i18n.LocalizeConfig{
		DefaultMessage: &m.Message, PluralCount: fmt.Sprint(args["n"]), TemplateParser: plain{},
	})
	if err != nil && text == "" {
		text = m.Other
	}
	return p.fill(text, args)
}

// fill replaces {name} by the parameter of that name. Names without a parameter stay, and
// values are not expanded again.
func (p *Printer) fill(text string, args Args) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(text, "{")
		b.WriteString(before)
		if !open {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		value, ok := args[name]
		if !closed || !ok {
			b.WriteByte('{')
			text = rest
			continue
		}
		if said, ok := value.(Value); ok {
			value = said.In(p)
		}
		fmt.Fprint(&b, value)
		text = after
	}
}

// List joins items in the way of the language: "a, b and c".
func (p *Printer) List(items []string) string {
	if len(items) == 0 {
		return p.T("list.none", nil)
	}
	text := items[0]
	for i, item := range items[1:] {
		key := "list.more"
		if i == len(items)-2 {
			key = "list.last"
		}
		text = p.T(key, Args{"a": text, "b": item})
	}
	return text
}

// Row joins items without a final "and": "a, b, c".
func (p *Printer) Row(items []string) string { return p.join("list.more", items) }

// Sentences joins sentences in the way of the language: with spaces or without.
func (p *Printer) Sentences(list ...string) string { return p.join("list.sentences", list) }

// Labelled returns a text with a label before it: "label: text".
func (p *Printer) Labelled(label, text string) string {
	return p.T("list.label", Args{"a": label, "b": text})
}

func (p *Printer) join(key string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	text := list[0]
	for _, item := range list[1:] {
		text = p.T(key, Args{"a": text, "b": item})
	}
	return text
}

// Choose returns the language for a list of wishes: that of the first wish which is available,
// exactly or in another region, otherwise English. Wishes are values of a flag or of locale
// variables, "de", "de-CH", "de_AT.UTF-8", in the order of their priority: the flag, LC_ALL,
// LC_MESSAGES, LANG; or what Accepted returns. "C" and "POSIX" stand for English; empty wishes
// are skipped.
func (c *Catalogue) Choose(wishes ...string) string {
	var tags []language.Tag
	for _, wish := range wishes {
		wish, _, _ = strings.Cut(wish, ".")
		wish, _, _ = strings.Cut(wish, "@")
		if slices.Contains(languages[:], wish) && len(tags) == 0 {
			return wish
		}
		if wish == "C" || wish == "POSIX" {
			wish = Base
		}
		if tag, err := language.Parse(wish); err == nil && wish != "" {
			tags = append(tags, tag)
		}
	}
	_, i, sure := c.matcher.Match(tags...)
	if sure == language.No {
		return Base
	}
	if i >= len(languages) {
		return "de-CH"
	}
	return languages[i]
}

// mostAccepted is how many languages of a browser are considered.
const mostAccepted = 30

// Accepted returns the languages in an Accept-Language header, the preferred first, without
// those that it excludes.
func Accepted(header string) []string {
	type wish struct {
		tag    string
		weight float32
	}
	var list []wish
	parts := strings.Split(header, ",")
	for _, part := range parts[:min(len(parts), mostAccepted)] { // separately, so that one invalid part doesn't spoil the others
		tags, weights, err := language.ParseAcceptLanguage(part)
		if err == nil && len(tags) == 1 {
			list = append(list, wish{tags[0].String(), weights[0]})
		}
	}
	slices.SortStableFunc(list, func(a, b wish) int { return cmp.Compare(b.weight, a.weight) })
	var tags []string
	for _, w := range list {
		tags = append(tags, w.tag)
	}
	return tags
}

// Speaks reports whether a wish is available, so that a flag with another one can be refused.
func (c *Catalogue) Speaks(wish string) bool {
	return strings.EqualFold(base(wish), base(c.Choose(wish)))
}

// base returns the language of a tag or locale, without its region.
func base(wish string) string {
	if i := strings.IndexAny(wish, "-_.@"); i >= 0 {
		return wish[:i]
	}
	return wish
}
