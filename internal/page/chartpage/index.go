package chartpage

import (
	"fmt"

	"chratze/internal/locale"
	"chratze/internal/page"
	"chratze/variant"
)

//lattice:table
var indexTmpl = page.Parse(`{{template "head" .}}<meta name="description" content="{{.Lead}}">
<style>{{shell}}</style>
<main>
<p class="home"><a href="/">‹ {{.Home}}</a></p>
<h1>{{.Title}}</h1>
<p>{{.Lead}}</p>
<ul>{{range .Charts}}<li><a href="{{.At}}">{{.Title}}</a></li>{{end}}</ul>
</main>
</html>
`)

// Index returns a page that leads to all charts that are part of the program, for a server.
func Index(p *locale.Printer) []byte {
	type link struct{ At, Title string }
	d := struct {
		Lang, Title, Lead, Home string
		Charts                  []link
	}{Lang: p.Lang(), Title: p.T("chart.index", nil), Lead: p.T("chart.index.lead", nil), Home: p.T("ui.home", nil)}
	for _, t := range All() {
		v, _ := variant.Lookup(t.Preset) // it is one
		w := p.Words(v, p.DeckOf(t.Preset))
		d.Charts = append(d.Charts, link{
			fmt.Sprintf("/charts/%s/%d/%s", t.Preset, t.Seats, p.Lang()),
			w.T("chart.title", locale.Args{"game": w.Game(), "seats": t.Seats}),
		})
	}
	return page.Execute(indexTmpl, &d)
}
