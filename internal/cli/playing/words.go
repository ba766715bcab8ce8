package playing

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// NewWords is chratze words.
func NewWords(sh *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use: "words [TERM]",
		Example: `  chratze words
  chratze words upcard
  chratze words Vorhand --lang ja`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return allWords(sh.Printer()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p, scr := sh.Printer(), lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
			chapters := p.Glossary()
			if len(args) == 0 {
				listWords(p, scr, chapters)
				return scr.Flush()
			}
			found := locale.FindTerms(chapters, args[0])
			if len(found) == 0 {
				return shell.Misuse(p.Unknown("words.none", locale.Args{"value": lines.Quoted(args[0])}, args[0], allWords(p)))
			}
			for _, t := range found {
				showTerm(p, scr, &t)
			}
			return scr.Flush()
		},
	}
}

// allWords returns every word, those of p's language first.
func allWords(p *locale.Printer) (list []string) {
	for _, tongue := range p.Tongues() {
		for _, c := range p.Glossary() {
			for _, t := range c.Terms {
				list = append(list, t.Words[tongue.Lang])
			}
		}
	}
	return list
}

// listWords prints every word in all languages, a line each.
func listWords(p *locale.Printer, scr *lines.Screen, chapters []locale.Chapter) {
	tongues := p.Tongues()
	for _, c := range chapters {
		scr.Gap()
		scr.Line(scr.Strong(c.Title))
		var rows [][]string
		for _, t := range c.Terms {
			rows = append(rows, words(p, &t, tongues))
		}
		for _, line := range lines.Align(rows, "   ") {
			scr.Line("  " + strings.TrimRight(line, " "))
		}
	}
}

// words returns the words for a term in each language. If it is the same in all, the word comes with its meaning.
func words(p *locale.Printer, t *locale.Term, tongues []locale.Tongue) (row []string) {
	for _, tongue := range tongues {
		word, _ := p.InTongue(t, tongue)
		row = append(row, word)
	}
	if t.Everywhere() {
		return []string{row[0], t.Means}
	}
	return row
}

// showTerm prints what a word means, and what it is in other languages and in the code.
func showTerm(p *locale.Printer, scr *lines.Screen, t *locale.Term) {
	tongues := p.Tongues()
	scr.Gap()
	word, other := p.InTongue(t, tongues[0])
	if other != "" {
		word += " (" + other + ")"
	}
	scr.Line(scr.Strong(word))
	scr.Line("  " + t.Means)
	var rows [][]string
	for _, tongue := range tongues[1:] {
		word, other := p.InTongue(t, tongue)
		if other != "" {
			word += " (" + other + ")"
		}
		if !t.Everywhere() {
			rows = append(rows, []string{tongue.Name, word})
		}
	}
	rows = append(rows, []string{p.T("words.code", nil), strings.Join(t.Code, ", ")})
	scr.Grid("  ", rows, "  ")
}
