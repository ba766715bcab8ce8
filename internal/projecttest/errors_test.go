package projecttest_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// notAnError is what errors and panics don't say: the patterns are "no X", "unknown X; known: A, B", "X failed", "X must be Y" and
// "X is Y, want Z".
var notAnError = regexp.MustCompile(`(?i)\b(nobody|somebody|whoever|whatever|so many|told to|any more|at present|there (is|are|was|were)|(is|are|isn't|aren't) (no|none)|this is no|the making of|can't be found out)\b`)

// TestErrorStrings: errors and panics are in plain English, and those that name a package name their own.
func TestErrorStrings(t *testing.T) {
	t.Parallel()
	report(t, errorFaults(loadModule(t)))
}

func TestErrorStringsKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	kills(t, func(t *testing.T, line string) []string {
		return errorFaults(loadPlanted(t, map[string]string{"pot/a.go": "package pot\n\nimport \"errors\"\n\n" + line + "\n"}))
	}, []planted{
		{"sound", `var a = errors.New("pot: no account named " + "A")`, ""},
		{"another package", `var a = errors.New("till: no account")`, "another package"},
		{"a panic of another", `func a() { panic("till: no account") }`, "another package"},
		{"a translation", `var a = errors.New("pot: there is no account")`, "there is"},
		{"within", `func a(n string) error { return errors.New(n + ": so many accounts") }`, "so many"},
		{"a method", `func (e e) Error() string { return "pot: nobody pays" }`, "nobody"},
	})
}

// sayers are functions whose texts are for developers and operators; of methods Error, all texts are.
const sayers = `panic fail New Errorf At Warn Error Info trouble tell full`

func errorFaults(p *project) (faults []string) {
	for _, r := range p.rooms {
		for _, f := range r.files {
			for _, decl := range f.ast.Decls {
				d, isFunc := decl.(*ast.FuncDecl)
				ast.Inspect(decl, func(n ast.Node) bool {
					call, _ := n.(*ast.CallExpr)
					if isFunc && n == d.Body && d.Recv != nil && d.Name.Name == "Error" {
						return faulty(&faults, p, n)
					}
					if call == nil || !isField(sayers, calledName(call)) {
						return true
					}
					text := literals(call)
					if m := ownName.FindStringSubmatch(text); m != nil && (calledName(call) == "panic" || !isFunc) && m[1] != f.ast.Name.Name {
						faults = append(faults, fmt.Sprintf("%s: %q names another package than %s", p.at(call), text, f.ast.Name.Name))
					}
					return faulty(&faults, p, call)
				})
			}
		}
	}
	return faults
}

// ownName finds the package that a text names.
var ownName = regexp.MustCompile(`^([a-z]+): `)

// calledName is the name of a function or method that is called.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// faulty notes what the texts in a node say that errors don't, and reports whether the texts within are to be looked at apart.
func faulty(faults *[]string, p *project, n ast.Node) bool {
	text := literals(n)
	found := notAnError.FindString(text)
	if found != "" {
		*faults = append(*faults, fmt.Sprintf("%s: %q in %q: say it plainly", p.at(n), found, text))
	}
	return false
}

// literals returns the texts in an expression, with … between them.
func literals(n ast.Node) string {
	var parts []string
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && !messageKey.MatchString(text) {
				parts = append(parts, text)
			}
		}
		return true
	})
	return strings.Join(parts, "…")
}

// messageKey finds the keys of the catalogue.
var messageKey = regexp.MustCompile(`^[a-z-]+\.[a-z_.-]+$`)
