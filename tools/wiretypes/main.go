// Command wiretypes writes what the server and its pages say to each other as
// TypeScript declarations, from the Go types: a namespace for each package, with an
// interface for each struct. The pages' modules name them in their comments, and tsc
// checks them (scripts/check-js.sh).
//
// Usage: wiretypes ROOT >internal/web/wire.d.ts
package main

import (
	"bufio"
	"fmt"
	"go/types"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: wiretypes ROOT")
		os.Exit(2)
	}
	w := bufio.NewWriter(os.Stdout)
	err := write(w, os.Args[1])
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "wiretypes:", err)
		os.Exit(1)
	}
}

// write writes the declarations of what stands in config.go.
func write(w io.Writer, root string) error {
	const mode = packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedImports // from the code: some aren't exported
	list, err := packages.Load(&packages.Config{Mode: mode, Dir: root}, slices.Sorted(maps.Keys(roots))...)
	if err != nil {
		return err
	}
	g := generator{}
	for _, p := range list {
		if len(p.Errors) > 0 {
			return p.Errors[0]
		}
		for _, name := range roots[p.PkgPath] {
			o := p.Types.Scope().Lookup(name)
			if o == nil {
				return fmt.Errorf("%s has no %s", p.PkgPath, name)
			}
			g.need(o.Type().(*types.Named))
		}
	}
	g.print(w)
	return nil
}

// generator collects declarations, by "package.Type".
type generator map[string]string

// need declares a type, unless that is done, and returns its name.
func (g generator) need(n *types.Named) string {
	name := title(n)
	if _, ok := g[name]; ok {
		return name
	}
	short := name[strings.Index(name, ".")+1:]
	if text, ok := aliases[name]; ok {
		g[name] = fmt.Sprintf("\ttype %s = %s;\n", short, text)
		return name
	}
	g[name] = "" // a type may need itself
	var b strings.Builder
	g.fields(&b, name, n.Underlying().(*types.Struct))
	g[name] = fmt.Sprintf("\tinterface %s {\n%s\t}\n", short, b.String())
	return name
}

// title returns "package.Type", without what says that it is only for JSON.
func title(n *types.Named) string {
	name := n.Obj().Name()
	if short := strings.TrimSuffix(name, "JSON"); short != "" {
		name = short
	}
	return n.Obj().Pkg().Name() + "." + strings.ToUpper(name[:1]) + name[1:]
}

// fields writes the fields of a struct, and those of structs inside it that have no name.
func (g generator) fields(b *strings.Builder, of string, s *types.Struct) {
	for i := range s.NumFields() {
		f := s.Field(i)
		tag, tagged := reflect.StructTag(s.Tag(i)).Lookup("json")
		if f.Embedded() && !tagged {
			kind := f.Type()
			if p, ok := kind.(*types.Pointer); ok {
				kind = p.Elem()
			}
			if inner, ok := kind.Underlying().(*types.Struct); ok {
				g.fields(b, of, inner)
			}
			continue
		}
		if !f.Exported() || tag == "-" {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		if name == "" {
			name = f.Name()
		}
		kind := g.kind(f.Type())
		optional := strings.Contains(options, "omit") || partial[of]
		if t, ok := given[of+"."+f.Name()]; ok {
			kind = strings.TrimLeft(t, "?!")
			optional = (optional || t[0] == '?') && t[0] != '!'
		}
		mark := ""
		if optional {
			mark = "?"
		} else if _, ok := f.Type().(*types.Pointer); ok && given[of+"."+f.Name()] == "" {
			kind += " | null"
		}
		fmt.Fprintf(b, "\t\t%s%s: %s;\n", name, mark, kind)
	}
}

// kind returns a type as TypeScript writes it.
func (g generator) kind(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if text, ok := given[title(n)]; ok {
			return text
		}
		_, fields := n.Underlying().(*types.Struct)
		_, alias := aliases[title(n)]
		switch {
		case alias:
			return g.need(n)
		case speaks(n, "MarshalText"), speaks(n, "UnmarshalText"):
			return "string"
		case fields:
			return g.need(n)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return "string"
		case u.Info()&types.IsNumeric != 0:
			return "number"
		case u.Info()&types.IsBoolean != 0:
			return "boolean"
		}
	case *types.Pointer:
		return g.kind(u.Elem())
	case *types.Slice:
		return plural(g.kind(u.Elem()))
	case *types.Array:
		return "[" + strings.TrimSuffix(strings.Repeat(g.kind(u.Elem())+", ", int(u.Len())), ", ") + "]"
	case *types.Map:
		return "Record<string, " + g.kind(u.Elem()) + ">"
	}
	return "unknown"
}

// plural returns the type of a list.
func plural(kind string) string {
	if strings.ContainsAny(kind, " ") && !strings.HasPrefix(kind, "Record<") {
		kind = "(" + kind + ")"
	}
	return kind + "[]"
}

// speaks reports whether a type, or a pointer to it, has a method.
func speaks(n *types.Named, method string) bool {
	o, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), method)
	_, ok := o.(*types.Func)
	return ok
}

// print writes all declarations, sorted.
func (g generator) print(w io.Writer) {
	fmt.Fprintln(w, "// Made by make types from the Go types (tools/wiretypes): what the server and the pages\n// say to each other. Not to be edited.")
	last := ""
	for _, name := range slices.Sorted(maps.Keys(g)) {
		space, _, _ := strings.Cut(name, ".")
		if space != last {
			if last != "" {
				fmt.Fprint(w, "}\n")
			}
			fmt.Fprintf(w, "\ndeclare namespace %s {\n", space)
			last = space
		}
		fmt.Fprint(w, g[name])
	}
	fmt.Fprint(w, "}\n")
}
