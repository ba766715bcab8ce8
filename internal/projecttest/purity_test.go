package projecttest_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pureRooms know no time, no os, no net, no goroutine, no lock, no log, no mutable
// package variable and no init. Randomness reaches them as a parameter.
const pureRooms = `card pot chance rams variant variant/rulesfile worlds history solve
	stat internal/jsonscan internal/locale internal/wording internal/desk internal/desk/spoken internal/group internal/teach/coach internal/fair internal/session internal/table`

// pureStd is what the pure rooms may import of the standard library.
const pureStd = `bufio bytes cmp container/heap crypto/ecdh crypto/hkdf crypto/hmac crypto/sha256 crypto/subtle embed
	encoding encoding/base64 encoding/binary encoding/hex encoding/json errors fmt
	hash hash/fnv io io/fs iter maps math math/bits math/rand/v2 slices sort strconv
	strings sync text/template unicode unicode/utf16 unicode/utf8`

// noFmt is where even fmt is too much: what a hand needs at every step, or a
// program embedding the library would carry along.
const noFmt = `card pot rams`

// seeded is what the pure rooms may use of math/rand/v2: all but the functions
// that draw from the global source.
const seeded = `New NewPCG NewChaCha8 NewZipf Rand Source PCG ChaCha8 Zipf`

// lazy is what they may use of sync: a constant that takes long is made when it is first needed.
const lazy = `OnceValue OnceValues`

// initialisers are the packages whose functions may be called to initialise a
// package variable: they give values that nobody can change.
const initialisers = `errors fmt strings strconv sync math math/bits unicode`

func TestPurity(t *testing.T) {
	t.Parallel()
	report(t, purityFaults(loadModule(t)))
}

// purityFaults returns what the pure rooms must not do. A package variable is
// sound if it can't be told from a constant: it has an initial value without
// pointers, and no code of the module writes to it, nor through a local pointer to
// it. So tables and errors are free, and state is found out. (A pointer that
// leaves the function is not followed.)
func purityFaults(p *project) (faults []string) {
	pure := map[string]bool{}
	for _, name := range strings.Fields(pureRooms) {
		pure[module+"/"+name] = true
	}
	for _, r := range p.rooms {
		c := newChecker(p, r)
		if pure[module+"/"+r.name] {
			c.imports()
			c.syntax()
			c.variables()
		}
		c.writes(pure)
		faults = append(faults, c.faults...)
	}
	return faults
}

// checker looks at the files of one room, with the names in it resolved. What is
// imported stays unknown, but for which package it is from.
type checker struct {
	*project
	room   room
	pkg    *types.Package
	info   types.Info
	alias  map[types.Object]ast.Expr // what a local variable points to
	faults []string
}

func newChecker(p *project, r room) *checker {
	c := &checker{project: p, room: r, alias: map[types.Object]ast.Expr{}, info: types.Info{
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	var files []*ast.File
	for _, f := range r.files {
		files = append(files, f.ast)
	}
	conf := types.Config{Importer: hollow{}, Error: func(error) {}}
	c.pkg, _ = conf.Check(module+"/"+r.name, p.fset, files, &c.info) // its errors are that imports are hollow
	return c
}

// hollow imports every package as an empty one of its name.
type hollow struct{}

func (hollow) Import(name string) (*types.Package, error) {
	dir, base := path.Split(name)
	if major, isVersion := strings.CutPrefix(base, "v"); isVersion && strings.Trim(major, "0123456789") == "" {
		base = path.Base(dir)
	}
	pkg := types.NewPackage(name, base)
	pkg.MarkComplete()
	return pkg, nil
}

func (c *checker) fault(n ast.Node, format string, args ...any) {
	c.faults = append(c.faults, c.at(n)+": "+fmt.Sprintf(format, args...))
}

func (c *checker) imports() {
	for _, f := range c.room.files {
		for _, spec := range f.ast.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				panic(err) // the parser has read it
			}
			switch {
			case isForeign(name) || strings.HasPrefix(name, module+"/"): // the lattice's business
			case !isField(pureStd, name):
				c.fault(spec, "pure room %s imports %s", c.room.name, name)
			case name == "fmt" && isField(noFmt, c.room.name):
				c.fault(spec, "room %s imports fmt: use strconv", c.room.name)
			}
		}
	}
}

func isField(list, name string) bool { return slices.Contains(strings.Fields(list), name) }

// syntax faults goroutines, channels, init functions and the global random source.
func (c *checker) syntax() {
	c.inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.GoStmt:
			c.fault(n, "pure room %s starts a goroutine", c.room.name)
		case *ast.ChanType, *ast.SelectStmt:
			c.fault(n, "pure room %s has channels", c.room.name)
		case *ast.FuncDecl:
			if n.Name.Name == "init" && n.Recv == nil {
				c.fault(n, "pure room %s has an init function", c.room.name)
			}
		case *ast.SelectorExpr:
			switch from := c.imported(n); {
			case from == "math/rand/v2" && !isField(seeded, n.Sel.Name):
				c.fault(n, "pure room %s draws from the global source with rand.%s: take a *rand.Rand", c.room.name, n.Sel.Name)
			case from == "sync" && !isField(lazy, n.Sel.Name):
				c.fault(n, "pure room %s uses sync.%s", c.room.name, n.Sel.Name)
			}
		}
	})
}

func (c *checker) inspect(visit func(ast.Node)) {
	for _, f := range c.room.files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			visit(n)
			return true
		})
	}
}

// imported returns the path of the package that a selector takes something from,
// or "".
func (c *checker) imported(s *ast.SelectorExpr) string {
	if id, ok := s.X.(*ast.Ident); ok {
		if pkg, ok := c.info.Uses[id].(*types.PkgName); ok {
			return pkg.Imported().Path()
		}
	}
	return ""
}

// variables faults package variables whose initial value can be changed later on.
func (c *checker) variables() {
	for _, f := range c.room.files {
		for _, decl := range f.ast.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				c.variable(gen, spec.(*ast.ValueSpec))
			}
		}
	}
}

func (c *checker) variable(gen *ast.GenDecl, spec *ast.ValueSpec) {
	name := spec.Names[0].Name
	if name == "_" {
		return
	}
	if len(spec.Values) == 0 && !embeds(gen.Doc) && !embeds(spec.Doc) {
		c.fault(spec, "package variable %s has no initial value, so somebody must change it", name)
	}
	for _, v := range spec.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false // runs once, or is never replaced
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					c.fault(n, "package variable %s holds a pointer", name)
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "new" {
					c.fault(n, "package variable %s holds a pointer", name)
				}
				sel, ok := n.Fun.(*ast.SelectorExpr)
				if !ok {
					break
				}
				if pkg := c.imported(sel); pkg != "" && !isField(initialisers, pkg) && !strings.HasPrefix(pkg, module+"/") {
					c.fault(n, "package variable %s is what %s.%s returns", name, pkg, sel.Sel.Name)
				}
			}
			return true
		})
	}
}

func embeds(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// writes faults every write to a package variable of a pure room.
func (c *checker) writes(pure map[string]bool) {
	write := func(n ast.Node, target ast.Expr) {
		if pkg, name := c.rootVariable(target); pure[pkg] {
			c.fault(n, "%s writes to the package variable %s of %s", c.room.name, name, strings.TrimPrefix(pkg, module+"/"))
		}
	}
	c.inspect(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, target := range n.Lhs {
				if n.Tok == token.DEFINE {
					c.define(n, i)
				} else {
					write(n, target)
				}
			}
		case *ast.IncDecStmt:
			write(n, n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				write(n, n.Key)
				write(n, n.Value)
			}
		case *ast.CallExpr:
			if target := c.changedBy(n); target != nil {
				write(n, target)
			}
		}
	})
}

// define notes that the i-th variable of a := points into what it is given.
func (c *checker) define(n *ast.AssignStmt, i int) {
	id, ok := n.Lhs[i].(*ast.Ident)
	if !ok || len(n.Lhs) != len(n.Rhs) || c.info.Defs[id] == nil {
		return
	}
	switch x := n.Rhs[i].(type) {
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			c.alias[c.info.Defs[id]] = x.X
		}
	case *ast.SliceExpr:
		c.alias[c.info.Defs[id]] = x.X
	}
}

// changedBy returns what a call changes, as far as can be seen: the argument of
// clear, delete, copy and of sorting, and the receiver of a method with a pointer
// receiver.
func (c *checker) changedBy(call *ast.CallExpr) ast.Expr {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		if _, ok := c.info.Uses[fun].(*types.Builtin); ok && isField("clear delete copy append", fun.Name) {
			return call.Args[0]
		}
	case *ast.SelectorExpr:
		pkg, name := c.imported(fun), fun.Sel.Name
		if pkg == "sort" || pkg == "slices" && (strings.HasPrefix(name, "Sort") || name == "Reverse") {
			return call.Args[0]
		}
		if s := c.info.Selections[fun]; s != nil && s.Kind() == types.MethodVal {
			_, byPointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
			_, isPointer := s.Recv().(*types.Pointer)
			if byPointer && !isPointer {
				return fun.X
			}
		}
	}
	return nil
}

// rootVariable returns the package variable that x is, is part of or points to, by the
// import path of its package and its name; or "", "".
func (c *checker) rootVariable(x ast.Expr) (pkg, name string) {
	for {
		switch e := x.(type) {
		case *ast.ParenExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		case *ast.SelectorExpr:
			if pkg := c.imported(e); pkg != "" {
				return pkg, e.Sel.Name
			}
			x = e.X
		case *ast.Ident:
			v := c.info.Uses[e]
			if target, ok := c.alias[v]; ok {
				x = target
				break
			}
			if _, ok := v.(*types.Var); ok && v.Parent() == c.pkg.Scope() {
				return c.pkg.Path(), v.Name()
			}
			return "", ""
		default:
			return "", ""
		}
	}
}

// TestPurityKillsPlantedFaults plants one fault at a time into the room pot.
func TestPurityKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	kills(t, func(t *testing.T, src string) []string {
		return purityFaults(loadPlanted(t, map[string]string{"pot/a.go": "package pot\n" + src}))
	}, []planted{
		{"sound: tables and errors", `import "errors"
			var errNone = errors.New("none")
			var names = [...]string{"a", "b"}
			var squares = func() (t [4]int) { for i := range t { t[i] = i*i }; return }()
			var _ interface{ Error() string } = errNone
			func f() int { names := names; names[0] = "c"; t := squares; t[1]++; p := &squares[2]; return *p }`, ""},
		{"sound: a shadow", `var table = [2]int{1, 2}
			func f(table []int) { table[0] = 1 }`, ""},
		{"sound: a random source as parameter", `import "math/rand/v2"
			func f(r *rand.Rand) int { return r.IntN(5) + rand.New(rand.NewPCG(1, 2)).IntN(2) }`, ""},
		{"sound: embedded", "import \"embed\"\n//go:embed x.txt\nvar fs embed.FS", ""},
		{"sound: a method named init", `type t int
			func (t) init() {}`, ""},
		{"time", `import "time"; var _ = time.Second`, "imports time"},
		{"os", `import "os"; var _ = os.Exit`, "imports os"},
		{"net/http, renamed", `import h "net/http"; var _ h.Header`, "imports net/http"},
		{"sync", `import "sync"; func f() { var m sync.Mutex; m.Lock() }`, "uses sync.Mutex"},
		{"sound: a constant that is made late", `import "sync"; var table = sync.OnceValue(func() int { return 3 })`, ""},
		{"log", `import "log/slog"; func f() { slog.Info("") }`, "imports log/slog"},
		{"fmt in a small room", `import "fmt"; func f() string { return fmt.Sprint(1) }`, "use strconv"},
		{"unsafe", `import "unsafe"; func f(p unsafe.Pointer) {}`, "imports unsafe"},
		{"init", `func init() {}`, "init function"},
		{"goroutine", `func f() { go f() }`, "goroutine"},
		{"channel", `func f(c chan int) {}`, "channels"},
		{"select", `func f() { select {} }`, "channels"},
		{"global random source", `import "math/rand/v2"; func f() int { return rand.IntN(3) }`, "rand.IntN"},
		{"variable without value", `var count int`, "no initial value"},
		{"random source in a variable", `import "math/rand/v2"; var r = rand.New(nil)`, "math/rand/v2.New returns"},
		{"pointer", `type t struct{}; var x = &t{}`, "holds a pointer"},
		{"pointer inside", `type t struct{}; var x = []*t{&t{}}`, "holds a pointer"},
		{"new", `var x = new(int)`, "holds a pointer"},
		{"assigned", `var x = 1; func f() { x = 2 }`, "writes to the package variable x"},
		{"counted", `var x = 1; func f() { x++ }`, "writes to the package variable x"},
		{"added to", `var x = 1; func f() { (x) += 2 }`, "writes to the package variable x"},
		{"element", `var x = map[int]int{}; func f() { x[1] = 1 }`, "writes to the package variable x"},
		{"field of an element", `var x = [2]struct{ a int }{}; func f() { x[1].a = 1 }`, "writes to the package variable x"},
		{"two at once", `var x = 1; func f() { _, x = 1, 2 }`, "writes to the package variable x"},
		{"ranged over", `var x = 1; func f() { for x = range 3 {} }`, "writes to the package variable x"},
		{"deleted from", `var x = map[int]int{}; func f() { delete(x, 1) }`, "writes to the package variable x"},
		{"cleared", `var x = [3]int{1}; func f() { clear(x[1:]) }`, "writes to the package variable x"},
		{"sorted", `import "slices"; var x = []int{2, 1}; func f() { slices.Sort(x) }`, "writes to the package variable x"},
		{"through a pointer", `var x = [3]int{1}; func f() { p := &x[1]; *p = 2 }`, "writes to the package variable x"},
		{"through a slice", `var x = [3]int{1}; func f() { p := x[:]; p[0] = 2 }`, "writes to the package variable x"},
		{"by its method", `type t int; func (p *t) set() {}; var x = t(1); func f() { x.set() }`, "writes to the package variable x"},
	})
	t.Run("from another room", func(t *testing.T) {
		t.Parallel()
		p := loadPlanted(t, map[string]string{
			"pot/a.go":          `package pot; var Names = []string{"a"}`,
			"analysis/sim/a.go": `package sim; import p "chratze/pot"; func f() { p.Names[0] = "b" }`,
		})
		expect(t, purityFaults(p), "analysis/sim writes to the package variable Names of pot")
	})
	t.Run("from another file", func(t *testing.T) {
		t.Parallel()
		p := loadPlanted(t, map[string]string{
			"pot/a.go": `package pot; var names = []string{"a"}`,
			"pot/b.go": `package pot; func f() { names[0] = "b" }`,
		})
		expect(t, purityFaults(p), "writes to the package variable names of pot")
	})
	t.Run("rooms that are not pure may do all that", func(t *testing.T) {
		t.Parallel()
		p := loadPlanted(t, map[string]string{
			"internal/table/host/a.go": `package host; import "time"; var x = 1; func init() { go func() { x++; time.Now() }() }`,
		})
		expect(t, purityFaults(p), "")
	})
}
