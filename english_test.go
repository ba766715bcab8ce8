package chratze_test

import (
	"fmt"
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// notEnglish is what reads like another language in a comment: "for who writes" (for the writer),
// "so many cards" where no "that" follows (this number of cards), and "one's".
var notEnglish = regexp.MustCompile(`(?i)\b(for|to|of) who\b|\bso many\b|\bone's\b`)

// asMany finds the "so many" that is English: so many cards that none are left.
var asMany = regexp.MustCompile(`(?i)\bso many( \w+){0,4},? that\b`)

// unread are rooms whose comments nobody has read again yet. No other room may be added.
const unread = ``

func TestEnglish(t *testing.T) {
	t.Parallel()
	report(t, englishFaults(loadModule(t)))
}

// englishFaults returns the comments with phrases that aren't English.
func englishFaults(p *project) (faults []string) {
	for _, r := range p.rooms {
		if isField(unread, r.name) {
			continue
		}
		for _, f := range r.files {
			for _, group := range f.ast.Comments {
				faults = append(faults, phrases(p, group)...)
			}
		}
	}
	return faults
}

func phrases(p *project, group *ast.CommentGroup) (faults []string) {
	text := strings.Join(strings.Fields(group.Text()), " ")
	text = asMany.ReplaceAllString(text, "")
	for _, found := range notEnglish.FindAllString(text, -1) {
		faults = append(faults, fmt.Sprintf("%s: %q: say it in plain English", p.at(group), found))
	}
	return faults
}

func TestEnglishKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, comment, want string }{
		{"sound", "// A is for the writer, who keeps it; so many cards are out that none is left.", ""},
		{"whoever and whose", "// A is of somebody whose cards lie open, for whoever looks, to whom it may concern.", ""},
		{"for who", "// A is kept for who writes.", "for who"},
		{"over a line", "// A is what belongs to\n// who deals.", "to who"},
		{"so many", "// A returns the game for so many seats.", "so many"},
		{"one's", "// A is one's own.", "one's"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			expect(t, englishFaults(loadPlanted(t, map[string]string{"pot/a.go": "package pot\n\n" + tt.comment + "\ntype A int\n"})), tt.want)
		})
	}
}
