package chartpage

import (
	"bytes"
	"fmt"

	"chratze/internal/locale"
	"chratze/internal/page"
	"chratze/rams"
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
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name) // a preset is one
		for seats := 2; seats <= rams.MaxSeats; seats++ {
			if IsShipped(v, seats) {
				w := p.Words(v, p.DeckOf(name))
				d.Charts = append(d.Charts, link{
					fmt.Sprintf("/charts/%s/%d/%s", name, seats, p.Lang()),
					w.T("chart.title", locale.Args{"game": w.Game(), "seats": seats}),
				})
			}
		}
	}
	var b bytes.Buffer
	if err := indexTmpl.Execute(&b, &d); err != nil {
		panic(err) // our own page and types
	}
	return b.Bytes()
}
