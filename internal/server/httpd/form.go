package httpd

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/page/rulepage"
	"chratze/internal/page/wordpage"
	"chratze/internal/wording"
	"chratze/variant"
)

// Glossary is the answer of GET /api/glossary.
type Glossary struct {
	Words []locale.Meaning `json:"words"`
}

// rulesForm is GET /api/rules/{rules}/{lang}.
func (s *library) rulesForm(w http.ResponseWriter, r *http.Request) {
	if v, p, ok := rulesOf(w, r); ok {
		sheet := p.SheetOf(v, 0)
		if !moneyOf(w, r, &sheet) {
			return
		}
		s.made(w, r, func() asset { return jsonAsset(wording.NewForm(p, sheet)) }, "form", v.String(), p.Lang(), sheet.Money.String())
	}
}

// meanings is GET /api/glossary/{rules}/{lang}.
func (s *library) meanings(w http.ResponseWriter, r *http.Request) {
	v, p, ok := rulesOf(w, r)
	if !ok {
		return
	}
	deck, ok := deckOf(w, r)
	if !ok {
		return
	}
	if deck == "" {
		deck = p.DeckOf(v.Preset())
	}
	s.made(w, r, func() asset { return jsonAsset(Glossary{p.Meanings(v, deck)}) }, "glossary", v.String(), p.Lang(), string(deck))
}

// inReadersLanguage leads to a page in the reader's language, whose path it is without the language.
func inReadersLanguage(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Language")
		http.Redirect(w, r, path+catalogue().Choose(languagesOf(r)...), http.StatusFound)
	}
}

// inLanguage is a page at an address that ends in a language. In a language that there isn't, there is nothing.
func (s *library) inLanguage(page func(http.ResponseWriter, *http.Request, *locale.Printer)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if lang := r.PathValue("lang"); catalogue().Speaks(lang) {
			page(w, r, catalogue().For(lang))
		} else {
			s.nothing(w, r)
		}
	}
}

// rulesOfGame is GET /rules/{rules}: these rules in the reader's language.
func (s *library) rulesOfGame(w http.ResponseWriter, r *http.Request) {
	if v, err := variant.Parse(r.PathValue("rules")); err != nil {
		s.nothing(w, r)
	} else {
		inReadersLanguage("/rules/"+v.String()+"/")(w, r)
	}
}

// rulesPage is GET /rules/{rules}/{lang}: the rules of a table with pictures.
func (s *library) rulesPage(w http.ResponseWriter, r *http.Request, p *locale.Printer) {
	v, err := variant.Parse(r.PathValue("rules"))
	if err != nil {
		s.nothing(w, r)
		return
	}
	sheet := p.SheetOf(v, 0)
	if !moneyOf(w, r, &sheet) {
		return
	}
	if deck, ok := deckOf(w, r); !ok {
		return
	} else if deck != "" {
		sheet.Deck = deck
	}
	if asked := r.FormValue("seats"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err == nil {
			_, err = v.Game(n)
		}
		if err != nil {
			least, most := v.Seats()
			fail(w, http.StatusBadRequest, "seats", "this game seats "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
			return
		}
		sheet.Seats = n
	}
	s.translated(w, r, "/rules/"+v.String()+"/{lang}", p.Lang())
	s.made(w, r, func() asset { return s.pageOf(s.previewed(r, p.Lang(), rulepage.Page(p, sheet, false))) },
		"rules", s.base(r), v.String(), p.Lang(), string(sheet.Deck), sheet.Money.String(), strconv.Itoa(sheet.Seats))
}

// wordsPage is GET /words/{lang}: every word of the glossary, and what it means.
func (s *library) wordsPage(w http.ResponseWriter, r *http.Request, p *locale.Printer) {
	s.translated(w, r, "/words/{lang}", p.Lang())
	s.made(w, r, func() asset { return s.pageOf(s.previewed(r, p.Lang(), wordpage.Page(p))) }, "words", s.base(r), p.Lang())
}

// deckOf returns the deck that a request names, or "" if it names none. If there is no such
// deck it answers the request.
func deckOf(w http.ResponseWriter, r *http.Request) (locale.Deck, bool) {
	deck := locale.Deck(r.FormValue("deck"))
	if deck != "" && !slices.Contains(locale.Decks(), deck) {
		fail(w, http.StatusBadRequest, "deck", "unknown deck; known: french, swiss, german")
		return "", false
	}
	return deck, true
}

// moneyOf sets the money of a sheet to the one that a request names. If there is no such money
// it answers the request.
func moneyOf(w http.ResponseWriter, r *http.Request, s *locale.Sheet) bool {
	asked := r.FormValue("money")
	money, ok := locale.ParseMoney(asked)
	switch {
	case ok:
		s.Money = money
	case asked != "":
		fail(w, http.StatusBadRequest, "money", "unknown money; known: "+strings.Join(locale.Moneys(), ", "))
		return false
	}
	return true
}

// rulesOf returns the rules and the language of a path. If they are invalid it answers the
// request.
func rulesOf(w http.ResponseWriter, r *http.Request) (variant.Variant, *locale.Printer, bool) {
	lang := r.PathValue("lang")
	v, err := variant.Parse(r.PathValue("rules"))
	if err != nil {
		refuseRules(w, err, lang)
		return v, nil, false
	}
	return v, catalogue().For(lang), true
}

// refuseRules answers a request with invalid rules. It reports whether err is such an error.
func refuseRules(w http.ResponseWriter, err error, languages ...string) bool {
	c := catalogue()
	no := Problem{Code: "rules", Detail: clipped(err.Error())}
	no.Text, no.Option, no.Value, no.Allowed = c.For(c.Choose(languages...)).Refused(err)
	if no.Text == "" {
		return false
	}
	no.Text, no.Option, no.Value = clipped(no.Text), clipped(no.Option), clipped(no.Value)
	answer(w, http.StatusBadRequest, no)
	return true
}

// languagesOf returns the languages that a browser prefers, the best first.
func languagesOf(r *http.Request) []string { return locale.Accepted(r.Header.Get("Accept-Language")) }
