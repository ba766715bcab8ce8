// Package page is the shell of the pages that Go writes: the head, one palette by day, by
// night and on paper, and what looks alike everywhere. Each page adds its own style.
package page

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"
)

//go:embed shell.css
var style string

// head begins a page; it shows a Lang and a Title.
const head = `{{define "head"}}<!doctype html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
{{end}}`

// doors leads from the rules of a game to the places where it is played.
const doors = `{{define "doors"}}<p class="doors">{{range .}}<a class="home" href="{{.Href}}">{{.Text}}</a> {{end}}</p>{{end}}`

// Parse returns the template of a page, in which {{template "head" .}} is its beginning, for a
// value with a Lang and a Title, and {{shell}} the style that all pages share. It panics if the
// source is no template: a page is part of the program.
func Parse(source string) *template.Template {
	shell := func() template.CSS { return CSS(style) }
	t := template.Must(template.New("page").Funcs(template.FuncMap{"shell": shell}).Parse(head + doors))
	return template.Must(t.Parse(source))
}

// Execute returns the page that a template makes of a value; numbers and the names are kept from translation. It panics if that fails:
// template and type are parts of the program.
func Execute(t *template.Template, value any, names ...string) []byte {
	var b bytes.Buffer
	if err := t.Execute(&b, value); err != nil {
		panic(err)
	}
	return kept(b.Bytes(), names)
}

// CSS returns a style of ours without the blanks that only its reader needs. It must have no
// strings with blanks beside punctuation.
func CSS(style string) template.CSS {
	var b strings.Builder
	for line := range strings.Lines(style) {
		b.WriteString(strings.TrimSpace(line))
	}
	return template.CSS(blanks.Replace(b.String())) //nolint:gosec // our own
}

//lattice:table
var blanks = strings.NewReplacer("; }", "}", ";}", "}", " { ", "{", " {", "{", "{ ", "{", " }", "}", "; ", ";", ": ", ":", ", ", ",")
