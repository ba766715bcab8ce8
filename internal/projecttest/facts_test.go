package projecttest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"

	"chratze/variant"
)

// knowGames are the rooms that say what a game is. All others ask them.
var knowGames = []string{"card", "rams", "rams/ramstest", "rams/ramstest/oracle", "variant", "variant/rulesfile", "variant/varianttest"}

// TestFactsOfGamesStandOnce: no room but these decides by the name of a preset or pack, by which
// Weli a game has, or by the card that it is. Package web has the test of the pages.
func TestFactsOfGamesStandOnce(t *testing.T) {
	t.Parallel()
	p := loadModule(t)
	for _, r := range p.rooms {
		if slices.Contains(knowGames, r.name) {
			continue
		}
		for _, f := range r.files {
			for _, at := range decisions(f.ast) {
				t.Errorf("%s decides by a fact of a game: ask rams or variant", p.at(at))
			}
		}
	}
}

func TestFactsOfGamesKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		`if v.Preset() == "kratzen" {}`: 1, `if "zwicken" != name {}`: 1, `switch p { case "a", "chratze-ja": }`: 1,
		`_ = map[string]int{"kratzen": 2}`: 1, `_ = slices.Contains([]string{"chratze", "kratzen"}, p)`: 2,
		`if r.Pack == card.Weli33 {}`: 1, `switch r.Pack { case card.Skat32: }`: 1, `if r.Weli == rams.WeliSix {}`: 1, `f(card.Weli7)`: 1,
		`_ = []card.Pack{card.Jass36}`: 1, `if set == p.String()+"weli33" {}`: 1,
		`if r.Weli != rams.WeliNone {}`: 0, `f("chratze")`: 0, `name := "chratze"; _ = name`: 0, `if r.Auction == rams.AuctionBidding {}`: 0, `if name == "chratze.log" {}`: 0,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package x; func f() {"+body+"}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if found := decisions(f); len(found) != want {
			t.Errorf("%s: %d decisions found, want %d", body, len(found), want)
		}
	}
}

// decisions returns where a file compares with a fact of a game, chooses by one, lists them, or names
// a card that is one.
func decisions(f *ast.File) (found []ast.Node) {
	look := func(nodes ...ast.Node) {
		for _, n := range nodes {
			ast.Inspect(n, func(n ast.Node) bool {
				if x, ok := n.(ast.Expr); ok && isGameFact(x) {
					found = append(found, x)
				}
				return true
			})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				look(n.X, n.Y)
				return false
			}
		case *ast.CaseClause:
			for _, x := range n.List {
				look(x)
			}
		case *ast.CompositeLit:
			if _, isList := n.Type.(*ast.ArrayType); isList {
				for _, x := range n.Elts {
					if _, nested := x.(*ast.CompositeLit); !nested {
						look(x)
					}
				}
			}
		case *ast.KeyValueExpr:
			if _, isText := n.Key.(*ast.BasicLit); isText {
				look(n.Key)
			}
		case *ast.SelectorExpr:
			if isSelector(n, "card", "Weli6", "Weli7") {
				found = append(found, n)
			}
		}
		return true
	})
	return found
}

// isGameFact reports whether an expression is the name of a preset or pack, or says which Weli.
func isGameFact(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(x.Value)
		packs, _ := variant.Default().Option("pack")
		return err == nil && x.Kind == token.STRING && slices.Contains(append(packs.Values, variant.Presets()...), text)
	case *ast.SelectorExpr:
		return isSelector(x, "card", "Jass36", "Weli33", "Skat32") || isSelector(x, "rams", "WeliSix", "WeliSeven")
	}
	return false
}

func isSelector(s *ast.SelectorExpr, pkg string, names ...string) bool {
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg && slices.Contains(names, s.Sel.Name)
}
