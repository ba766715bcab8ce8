package httpd

import (
	"encoding/json"
	"net/http"
	"sync"

	"chratze/internal/locale"
	"chratze/internal/web"
)

// catalogue returns the catalogue, which is read once.
//
//lattice:table
var catalogue = sync.OnceValue(locale.New)

// wordsOf are texts of the pages in each language, by file name: de-CH.json.
func wordsOf(names web.Names) map[string]asset {
	c := catalogue()
	all := map[string]asset{}
	for _, lang := range c.Languages() {
		all[lang+".json"] = jsonAsset(c.For(lang).Browser(names.Has))
	}
	return all
}

// encoded returns a value of ours as JSON: all of its fields can be written.
func encoded(what any) []byte {
	b, err := json.Marshal(what)
	if err != nil {
		panic(err)
	}
	return b
}

func jsonAsset(what any) asset { return newAsset(kinds[".json"], encoded(what)) }

// named serves the files of a list by their name, the path's {file}.
func named(files func() map[string]asset) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, ok := files()[r.PathValue("file")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		a.serve(w, r)
	}
}
