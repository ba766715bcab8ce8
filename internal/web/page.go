package web

import (
	"bytes"
	_ "embed"
	"slices"
	"text/template"
)

//go:embed head.tmpl
var shared string

// head is the part of a page's head that differs from the others.
type head struct {
	Title  string
	Styles []string
}

// page fills in the parts that all pages share.
func page(text string) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"of": func(title string, styles ...string) head { return head{title, styles} },
		"modules": func(first ...string) (all []string) {
			for _, name := range first {
				for _, m := range found().Modules[name] { // what is named last comes last
					if !slices.Contains(all, m) {
						all = append(all, m)
					}
				}
			}
			return all
		},
	}).Parse(shared + text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, nil)
	return b.Bytes(), err
}
