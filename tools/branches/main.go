// Command branches reads a coverage profile of the project and prints, for each
// package, the share of blocks and of branches that ran, and where the others are:
//
//	rams/apply.go:51: never reached: return nil
//	rams/apply.go:60: never false: if n > most {
//
// Go's coverage counts blocks; that the condition of an if without else was never
// false shows in no block. It shows in the counts: the body then ran as often as
// what stands before it. The profile must be one of -covermode=count.
//
// Usage: branches ROOT PROFILE
package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/cover"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "branches:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, args []string) error {
	if len(args) != 2 {
		return errors.New("usage: branches ROOT PROFILE")
	}
	profiles, err := cover.ParseProfiles(args[1])
	if err != nil {
		return err
	}
	sums := map[string]*summary{}
	for _, p := range profiles {
		if p.Mode == "set" {
			return fmt.Errorf("%s: the profile's mode is set: want one made with -covermode=count", args[1])
		}
		_, name, _ := strings.Cut(p.FileName, "/") // without the module
		src, err := os.ReadFile(filepath.Join(args[0], filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		pkg := path.Dir(name)
		if sums[pkg] == nil {
			sums[pkg] = &summary{}
		}
		if err := sums[pkg].add(name, src, p.Blocks); err != nil {
			return err
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(sums)) {
		s := sums[pkg]
		fmt.Fprintf(w, "%s: blocks %s, branches %s\n", pkg, share(s.blocksRun, s.blocks), share(s.branchesRun, s.branches))
		for _, l := range s.missing {
			fmt.Fprintln(w, "  "+l)
		}
	}
	return nil
}

func share(n, of int) string {
	if of == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f%% (%d of %d)", 100*float64(n)/float64(of), n, of)
}

// summary is what is known of one package. A branch is a block, or the false side
// of an if without else.
type summary struct {
	blocks, blocksRun, branches, branchesRun int
	missing                                  []string
}

func (s *summary) add(name string, src []byte, blocks []cover.ProfileBlock) error {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, src, 0)
	if err != nil {
		return err
	}
	lines := strings.Split(string(src), "\n")
	type note struct {
		line int
		text string
	}
	var notes []note
	miss := func(line int, what string) {
		text := strings.TrimSpace(lines[line-1])
		notes = append(notes, note{line, fmt.Sprintf("%s:%d: %s: %s", name, line, what, text)})
	}
	for _, b := range blocks {
		s.blocks++
		s.branches++
		if b.Count > 0 {
			s.blocksRun++
			s.branchesRun++
		} else {
			miss(firstLine(lines, b), "never reached")
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		stmt, ok := n.(*ast.IfStmt)
		if !ok || stmt.Else != nil {
			return true
		}
		before := count(blocks, fset.Position(stmt.Cond.Pos()))
		body := count(blocks, fset.Position(stmt.Body.Lbrace+1))
		if before <= 0 {
			return true // not reached at all, which is listed already
		}
		s.branches++
		if body < before {
			s.branchesRun++
		} else {
			miss(fset.Position(stmt.Pos()).Line, "never false")
		}
		return true
	})
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.line, b.line) })
	for _, n := range notes {
		s.missing = append(s.missing, n.text)
	}
	return nil
}

// firstLine returns the first line of a block with something on it: a block begins
// right after its brace.
func firstLine(lines []string, b cover.ProfileBlock) int {
	rest := lines[b.StartLine-1][min(b.StartCol-1, len(lines[b.StartLine-1])):]
	if strings.Trim(rest, " \t{") == "" && b.StartLine < b.EndLine {
		return b.StartLine + 1
	}
	return b.StartLine
}

// count returns how often the block at a position ran, -1 if there is none. Of
// blocks inside one another the innermost counts: the one that begins last.
func count(blocks []cover.ProfileBlock, at token.Position) int {
	n, line, col := -1, 0, 0
	for _, b := range blocks {
		begun := b.StartLine < at.Line || b.StartLine == at.Line && b.StartCol <= at.Column
		over := b.EndLine < at.Line || b.EndLine == at.Line && b.EndCol <= at.Column
		later := b.StartLine > line || b.StartLine == line && b.StartCol >= col
		if begun && !over && later {
			n, line, col = b.Count, b.StartLine, b.StartCol
		}
	}
	return n
}
