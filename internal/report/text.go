// Package report formats measurements: numbers in the style of a language, tables with aligned
// columns for a terminal, JSON for programs, and a progress bar.
//
// Start with Figures, then Text.
package report

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"chratze/internal/locale"
)

// Text is an unfinished report: figures, and the lines so far.
type Text struct {
	Figures
	strings.Builder
}

// NewText returns an empty report in the language of p.
func NewText(p *locale.Printer) *Text { return &Text{Figures: Figures{Printer: p}} }

// Line adds a line, without trailing spaces.
func (t *Text) Line(text string) {
	t.WriteString(strings.TrimRight(text, " "))
	t.WriteByte('\n')
}

// Grid adds lines of aligned cells.
func (t *Text) Grid(rows [][]string) {
	for _, line := range Align(rows) {
		t.Line(line)
	}
}

// Align returns lines of aligned cells: the first column to the left, the others to the right.
// All rows must have as many cells as the first.
func Align(rows [][]string) (lines []string) {
	if len(rows) == 0 {
		return nil
	}
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], ansi.StringWidth(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			space := strings.Repeat(" ", width[i]-ansi.StringWidth(cell))
			if i == 0 {
				line += cell + space
			} else {
				line += "  " + space + cell
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// JSON returns v as JSON on one line.
func JSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own types can always be encoded
	}
	return string(b) + "\n"
}

// Report is the result of a command: text for people, and itself as JSON for programs.
type Report interface {
	// Text returns the report in the language of p. It ends with a line end.
	Text(p *locale.Printer) string
}

// Write writes a report as text in the language of p, or as JSON.
func Write(w io.Writer, p *locale.Printer, r Report, asJSON bool) error {
	text := ""
	if asJSON {
		text = JSON(r)
	} else {
		text = r.Text(p)
	}
	_, err := io.WriteString(w, text)
	return err
}
