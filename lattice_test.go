package chratze_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lattice says which rooms of the module a room may import; a room that doesn't
// stand here may not exist. Rooms may stand here before they are built. A new
// line, or a new name in a line, is a decision: write down why in docs/adr/.
const lattice = `
	card              :
	pot               :
	rams              : card pot
	rams/ramstest     : rams card pot rams/ramstest/oracle
	rams/ramstest/oracle :
	variant           : rams card pot
	variant/rulesfile : variant
	history           : rams variant card pot
	solve             : card pot rams
	cfr               :
	cfr/cfrtest       : cfr
	bot               : card rams variant history solve cfr bot/policy bot/search
	bot/policy        : card pot rams variant cfr solve
	bot/search        : card rams history solve
	bot/odds          : card rams bot/search
	bot/chart         : card pot rams sim solve bot bot/policy
	bot/protocol      : rams history bot
	bot/exec          : rams variant history bot bot/protocol
	bot/validate      : card rams variant history bot/protocol bot/exec
	templates         :
	templates/gobot   :
	sim               : card pot rams variant history bot
	arena             : pot rams variant bot bot/protocol bot/exec sim
	internal/msg      : card pot rams variant
	internal/desk     : card pot rams variant
	internal/coach    : card pot rams variant history bot bot/search solve
	internal/puzzles  : internal/coach
	internal/fair     : card
	internal/fair/fairtest : card rams variant history internal/fair internal/table
	internal/table    : card rams variant pot history internal/fair
	internal/store    :
	internal/host     : card rams internal/table bot internal/fair history
	internal/host/hosttest : card internal/host
	internal/wire     : card pot rams variant internal/table history
	internal/httpd/hostile :
	internal/httpd    : internal/chartpage internal/rulepage internal/tutor rams internal/table internal/host internal/wire internal/web internal/msg variant history bot bot/protocol internal/fair internal/desk internal/kassewasm internal/coach internal/puzzles
	internal/web      :
	internal/pipe     : card pot rams variant history bot sim
	internal/chartpage : card pot rams variant bot/chart internal/deck internal/msg
	internal/arenapage : pot rams variant arena internal/msg
	internal/reviewpage : card pot rams variant internal/coach internal/msg internal/web
	internal/rulepage : card pot rams variant internal/msg internal/web
	internal/tutor    : card pot rams variant internal/msg internal/table internal/wire
	internal/plain    : card pot rams variant history bot sim internal/msg internal/coach internal/fair
	internal/deck     : 
	internal/deck/gen : internal/deck
	internal/client   : rams internal/wire internal/fair internal/table
	internal/tui      : card pot internal/client internal/wire internal/table bot internal/coach internal/msg internal/plain rams variant history
	internal/kassewasm :
	internal/kassewasm/gen : internal/kassewasm
	cmd/kasse         : internal/desk
	cmd/chratze       : *
`

// foreign says which modules of others a room may import. Rooms that don't stand
// here and are public or pure may import none; the shell is free to.
const foreign = `
	variant/rulesfile : github.com/pelletier/go-toml/v2
	internal/msg      : github.com/nicksnyder/go-i18n/v2 golang.org/x/text
`

// parseTable reads lines "room : name name".
func parseTable(text string) map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(text) {
		if name, names, ok := strings.Cut(line, ":"); ok {
			table[strings.TrimSpace(name)] = strings.Fields(names)
		}
	}
	return table
}

func TestLattice(t *testing.T) {
	t.Parallel()
	report(t, latticeFaults(loadModule(t)))
}

// latticeFaults returns every import that the lattice forbids.
func latticeFaults(p *project) (faults []string) {
	rooms, modules := parseTable(lattice), parseTable(foreign)
	for _, r := range p.rooms {
		allowed, known := rooms[r.name]
		if !known {
			faults = append(faults, fmt.Sprintf("room %s is not in the lattice: add it to lattice_test.go and say why in docs/adr/", r.name))
			continue
		}
		for _, f := range r.files {
			for _, spec := range f.ast.Imports {
				name, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					panic(err) // the parser has read it
				}
				own, inModule := strings.CutPrefix(name, module+"/")
				switch {
				case inModule && !slices.Contains(allowed, own) && !slices.Contains(allowed, "*"):
					faults = append(faults, fmt.Sprintf("%s: %s imports %s: it may import %v", p.at(spec), r.name, own, allowed))
				case !inModule && isForeign(name) && guarded(r.name) && !belongsTo(name, modules[r.name]):
					faults = append(faults, fmt.Sprintf("%s: %s imports %s: of other modules it may import %v", p.at(spec), r.name, name, modules[r.name]))
				}
			}
		}
	}
	return faults
}

// isForeign reports whether an import path is neither ours nor the standard
// library's, whose first element has no dot.
func isForeign(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return strings.Contains(first, ".")
}

// guarded reports whether a room may import only listed modules: the public
// packages, which are a library, and the pure rooms.
func guarded(name string) bool {
	return isPublic(name) || slices.Contains(strings.Fields(pureRooms), name)
}

func isPublic(name string) bool {
	return !strings.HasPrefix(name, "internal/") && !strings.HasPrefix(name, "cmd/")
}

// belongsTo reports whether a package is in one of the modules.
func belongsTo(pkg string, modules []string) bool {
	return slices.ContainsFunc(modules, func(m string) bool {
		return pkg == m || strings.HasPrefix(pkg, m+"/")
	})
}

// TestLatticeHasNoCycles: a room is built from rooms already listed above it, or
// the table itself would allow a cycle.
func TestLatticeHasNoCycles(t *testing.T) {
	t.Parallel()
	rooms := parseTable(lattice)
	const entered, left = 1, 2
	state := map[string]int{}
	var visit func(name string)
	visit = func(name string) {
		if state[name] == entered {
			t.Fatalf("the lattice has a cycle through %s", name)
		}
		if state[name] == left {
			return
		}
		state[name] = entered
		for _, n := range rooms[name] {
			if _, known := rooms[n]; !known && n != "*" {
				t.Errorf("%s may import %s, which is no room", name, n)
			}
			visit(n)
		}
		state[name] = left
	}
	for name := range rooms {
		visit(name)
	}
}

// TestLatticeKillsPlantedFaults plants one fault at a time.
func TestLatticeKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, src, want string
	}{
		{"sound", "rams/a.go", `package rams; import _ "chratze/card"; import _ "errors"`, ""},
		{"sound: main imports anything", "cmd/chratze/a.go", `package main; import _ "chratze/sim"; import _ "example.com/x"`, ""},
		{"sound: a listed module", "variant/rulesfile/a.go", `package rulesfile; import _ "github.com/pelletier/go-toml/v2/unstable"`, ""},
		{"sound: tests import what they need", "card/a_test.go", `package card_test; import _ "chratze/rams"; import _ "example.com/x"`, ""},
		{"sound: another module", "tools/a.go", `package tools; import _ "chratze/card"`, ""},
		{"sound: the shell imports modules", "internal/store/a.go", `package store; import _ "modernc.org/sqlite"`, ""},
		{"unknown room", "cards/a.go", `package cards`, "room cards is not in the lattice"},
		{"unknown room below a known one", "rams/deep/a.go", `package deep`, "room rams/deep"},
		{"upwards", "card/a.go", `package card; import _ "chratze/rams"`, "card imports rams"},
		{"sideways, renamed", "pot/a.go", `package pot; import c "chratze/card"; var _ c.Card`, "pot imports card"},
		{"kernel imports its oracle", "rams/a.go", `package rams; import _ "chratze/rams/ramstest"`, "rams imports rams/ramstest"},
		{"shell into a pure room", "internal/table/a.go", `package table; import _ "chratze/internal/store"`, "imports internal/store"},
		{"foreign module in the kernel", "rams/a.go", `package rams; import _ "example.com/x/y"`, "example.com/x/y"},
		{"module with a listed name as prefix only", "variant/rulesfile/a.go", `package rulesfile; import _ "github.com/pelletier/go-toml/v22"`, "go-toml/v22"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := loadPlanted(t, map[string]string{tt.file: tt.src, "tools/go.mod": "module x"})
			expect(t, latticeFaults(p), tt.want)
		})
	}
}
