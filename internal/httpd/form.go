package httpd

import (
	"net/http"
	"slices"
	"strings"

	"chratze/internal/msg"
	"chratze/variant"
)

// Glossary is the answer of GET /api/glossary.
type Glossary struct {
	Words []msg.Meaning `json:"words"`
}

// rulesForm is GET /api/rules/{rules}/{lang}.
func (s *Server) rulesForm(w http.ResponseWriter, r *http.Request) {
	if v, p, ok := rulesOf(w, r); ok {
		jsonAsset(p.Form(v)).serve(w, r)
	}
}

// meanings is GET /api/glossary/{rules}/{lang}.
func (s *Server) meanings(w http.ResponseWriter, r *http.Request) {
	v, p, ok := rulesOf(w, r)
	if !ok {
		return
	}
	deck := p.DeckOf(v.Preset())
	if asked := r.FormValue("deck"); asked != "" {
		if deck = msg.Deck(asked); !slices.Contains(msg.Decks(), deck) {
			fail(w, http.StatusBadRequest, "deck", "there are french, swiss and german")
			return
		}
	}
	jsonAsset(Glossary{p.Meanings(v, deck)}).serve(w, r)
}

// rulesOf reads the rules and the language of a path. If it can't, the request is
// answered.
func rulesOf(w http.ResponseWriter, r *http.Request) (variant.Variant, *msg.Printer, bool) {
	lang := r.PathValue("lang")
	v, err := variant.Parse(r.PathValue("rules"))
	if err != nil {
		refuseRules(w, err, lang)
		return v, nil, false
	}
	return v, catalogue().For(lang), true
}

// refuseRules answers a request whose rules don't go, and reports whether that is
// the error.
func refuseRules(w http.ResponseWriter, err error, languages ...string) bool {
	c := catalogue()
	no := Problem{Code: "rules", Detail: err.Error()}
	no.Text, no.Option, no.Value, no.Allowed = c.For(msg.Choose(c.Languages(), languages...)).Refused(err)
	if no.Text == "" {
		return false
	}
	answer(w, http.StatusBadRequest, no)
	return true
}

// languagesOf returns the languages that a browser wishes for, in the order in which
// it names them.
func languagesOf(r *http.Request) (list []string) {
	for wish := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		wish, _, _ = strings.Cut(wish, ";")
		list = append(list, strings.TrimSpace(wish))
	}
	return list
}
