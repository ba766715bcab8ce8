// Package locale says everything a person reads: the message catalogue, the
// glossary, and the rule sheet. Nothing else in the program has prose in it.
//
// The catalogue is files such as active.en.json, by subject and language, in the
// format of go-i18n: a key and its text, or a key and its plural forms. A text has
// parameters such as {name}, and nothing else: no conditions, no formatting. The
// plural form is chosen by the parameter {n}. So a browser can read the same
// files with Intl.PluralRules and a replacement of {name}. go-i18n has the plural
// rules and finds the language; its templates, which only Go can read, are not
// used.
//
// The words of the game are not the language's: what a table says ("metcho") and
// what its cards are called (Under, Unter, Bube) depend on the preset and the
// deck. They stand in glossary.json, the same for every language but for what
// glossary.ja.json and the like have otherwise; only the French deck has its names
// in the catalogue, since each language has its own.
//
//	p := msg.For("de-CH")
//	p.T("sitting.hand", msg.Args{"n": 3})
//	t := p.Table(v, p.DeckOf(v.Preset()), msg.Francs, names, 0)
//	t.Event(&event)
//
// The files of German have what German is everywhere; active.de-AT.json need only
// have what differs. What Switzerland writes otherwise everywhere, ss and «», is
// not written a second time (see swiss).
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
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// Base is the language of last resort; its catalogue has every message.
const Base = "en"

// languages are those that can be spoken, in the order in which they are offered:
// who asks for a language without its region gets the first one.
//
//lattice:table
var languages = [...]string{Base, "de-CH", "de-AT", "ja"}

// Args are the parameters of a message by name. {n} chooses the plural form.
type Args map[string]any

// Catalogue is all messages in all languages. It never changes.
type Catalogue struct {
	messages map[string]map[string]*message // by language and key
	glossary map[string]map[string]string   // by language and key
	plurals  map[string]*i18n.Localizer     // by language
	matcher  language.Matcher               // of the languages
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

// New reads the embedded catalogue. It panics if that is broken, which a test
// finds out.
func New() *Catalogue {
	c := &Catalogue{messages: map[string]map[string]*message{}, glossary: map[string]map[string]string{}, plurals: map[string]*i18n.Localizer{}}
	messages, glossary := map[string]map[string]*message{}, map[string]map[string]string{} // by part of a language
	var tags []language.Tag
	for _, lang := range languages {
		tag := language.MustParse(lang)
		tags = append(tags, tag)
		c.messages[lang], c.glossary[lang] = map[string]*message{}, map[string]string{}
		for _, part := range append([]string{""}, chain(lang)...) {
			if messages[part] == nil {
				messages[part], glossary[part] = readPart(part)
			}
			maps.Copy(c.messages[lang], messages[part])
			maps.Copy(c.glossary[lang], glossary[part])
		}
		if lang == "de-CH" {
			swiss(c.messages[lang])
		}
		c.plurals[lang] = i18n.NewLocalizer(i18n.NewBundle(tag), lang)
	}
	c.matcher = language.NewMatcher(tags)
	return c
}

// readPart returns what the files of a part of a language have: of "de", of "de-CH" alone, or
// of "", the glossary of all.
func readPart(part string) (messages map[string]*message, glossary map[string]string) {
	messages, glossary = map[string]*message{}, map[string]string{}
	pattern := "*." + part + ".json"
	if part == "" {
		pattern = "glossary.json"
	}
	names, err := fs.Glob(files, pattern)
	must(err)
	for _, name := range names {
		data, err := files.ReadFile(name)
		must(err)
		if strings.HasPrefix(name, "glossary.") {
			must(json.Unmarshal(data, &glossary))
		} else {
			must(json.Unmarshal(data, &messages))
		}
	}
	for key, m := range messages {
		m.ID = key
	}
	return messages, glossary
}

// chain returns whose files make up a language, the general before the particular.
func chain(lang string) []string {
	return slices.Compact([]string{Base, base(lang), lang})
}

// swiss writes German as it is written in Switzerland.
func swiss(messages map[string]*message) {
	r := strings.NewReplacer("ß", "ss", "„", "«", "“", "»")
	for key, m := range messages {
		own := *m // the files' messages are shared
		own.One, own.Other = r.Replace(own.One), r.Replace(own.Other)
		messages[key] = &own
	}
}

func must(err error) {
	if err != nil {
		panic("msg: the embedded catalogue is broken: " + err.Error())
	}
}

// Languages returns the languages there are, as tags such as "de-CH", in the order
// in which they are offered.
func (c *Catalogue) Languages() []string { return slices.Clone(languages[:]) }

// For returns a printer for a language; for one that there isn't, for another
// region's, else for English.
func (c *Catalogue) For(lang string) *Printer {
	lang = c.Choose(lang)
	return &Printer{
		Catalogue: c, lang: lang, texts: c.messages[lang], glossary: c.glossary[lang], plurals: c.plurals[lang],
	}
}

// For is New().For(lang). Who speaks several languages keeps the Catalogue.
func For(lang string) *Printer { return New().For(lang) }

// Printer says messages in one language. It never changes and can be shared.
type Printer struct {
	*Catalogue
	lang     string
	texts    map[string]*message
	glossary map[string]string
	plurals  *i18n.Localizer
	used     func(key string) // tells a test which messages were said
}

// Lang returns the language, such as "de-CH".
func (p *Printer) Lang() string { return p.lang }

// Language returns the name of the language in itself: Deutsch (Schweiz).
func (p *Printer) Language() string { return p.T("language", nil) }

// Has reports whether there is a message with this key.
func (p *Printer) Has(key string) bool { return p.texts[key] != nil }

// T returns the message with this key, its parameters filled in. A key without a
// message comes back as it is.
func (p *Printer) T(key string, args Args) string {
	m := p.texts[key]
	if m == nil {
		return key
	}
	if p.used != nil {
		p.used(key)
	}
	if m.One == "" && m.Few == "" && m.Many == "" {
		return fill(m.Other, args)
	}
	text, err := p.plurals.Localize(&i18n.LocalizeConfig{
		DefaultMessage: &m.Message, PluralCount: fmt.Sprint(args["n"]), TemplateParser: plain{},
	})
	if err != nil && text == "" {
		text = m.Other
	}
	return fill(text, args)
}

// fill replaces {name} by the parameter of that name. What has no parameter
// stays, and what comes from a parameter is not looked at again.
func fill(text string, args Args) string {
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
		fmt.Fprint(&b, value)
		text = after
	}
}

// List joins items as the language does: "a, b and c".
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

// Row puts items behind each other, as the language does: "a, b, c".
func (p *Printer) Row(items []string) string { return p.join("list.more", items) }

// Sentences puts sentences behind each other, as the language does: with a space
// between them, or none.
func (p *Printer) Sentences(list ...string) string { return p.join("sentences", list) }

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

// Choose returns the language to speak: that of the first wish for which there is one, exactly or in
// another region, else English. Wishes are what a flag or the locale's variables say, "de", "de-CH",
// "de_AT.UTF-8", in the order of their weight: the flag, LC_ALL, LC_MESSAGES, LANG; or what Accepted
// returns. "C" and "POSIX" wish for English; an empty one wishes for nothing.
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
	return languages[i]
}

// mostAccepted is how many languages of a browser are looked at.
const mostAccepted = 30

// Accepted returns the languages of a header Accept-Language, the most welcome first, without those that
// it refuses.
func Accepted(header string) []string {
	type wish struct {
		tag    string
		weight float32
	}
	var list []wish
	parts := strings.Split(header, ",")
	for _, part := range parts[:min(len(parts), mostAccepted)] { // one by one: one that can't be read spoils no other
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

// Speaks reports whether there is a language for a wish, so that a flag that
// wishes for another one can be refused.
func (c *Catalogue) Speaks(wish string) bool {
	return strings.EqualFold(base(wish), base(c.Choose(wish)))
}

// base returns the language of a tag or locale without its region.
func base(wish string) string {
	if i := strings.IndexAny(wish, "-_.@"); i >= 0 {
		return wish[:i]
	}
	return wish
}
