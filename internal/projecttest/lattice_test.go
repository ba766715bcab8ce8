package projecttest_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lattice says which rooms of the module a room may import; a room that doesn't
// stand here may not exist. Rooms may stand here before they are built. The table is
// built from the ground up: a room imports only rooms above it, so no wing needs one
// that stands on it. A new line, or a new name in a line, is a decision: write down
// why in docs/adr/. A line that begins with # names a wing. ARCHITECTURE.md shows this
// table (architecture_test.go).
const lattice = `
	# Small things, once
	internal/jsonscan            :
	internal/par                 :
	internal/atomicfile          :
	internal/bounded             :
	internal/interrupt           :
	internal/keyhash             :
	internal/naming               :
	internal/waittest            :
	internal/plot                :

	# The library
	card                         :
	pot                          :
	chance                       : card
	stat                         :
	rams                         : card pot
	rams/ramstest                : rams card pot chance
	rams/ramstest/oracle         :
	variant                      : rams card pot internal/jsonscan
	variant/rulesfile            : variant internal/naming
	variant/varianttest          : rams variant chance
	worlds                       : card rams
	history                      : rams variant card pot worlds internal/jsonscan
	env                          : card pot rams variant history
	env/wasm                     : pot rams env
	solve                        : card pot rams
	bot/policy                   : card pot rams variant chance
	bot/trained                  :
	bot/solved                   : card rams variant chance bot/trained
	bot/search                   : card rams worlds solve stat chance
	bot                          : card rams variant chance bot/policy bot/search bot/solved bot/trained
	bot/protocol                 : rams history bot
	bot/exec                     : chance rams variant history bot bot/protocol
	bot/exec/exectest            :
	bot/validate                 : rams variant history bot/protocol bot/exec chance
	templates                    :
	templates/gobot              :

	# Analysis, what is measured about players
	analysis/sim                 : pot rams variant history bot stat chance internal/par
	analysis/arena               : pot rams variant bot bot/protocol bot/exec stat chance internal/par
	analysis/chart               : card pot rams
	analysis/ev                  : card rams bot/search
	env/think                    : rams chance bot bot/search bot/solved env analysis/ev

	# What all surfaces share
	internal/locale              : card pot rams variant internal/naming
	internal/locale/localetest   : internal/locale
	internal/wording             : card pot rams variant internal/locale
	internal/report              : pot internal/locale
	internal/report/players      : pot rams variant bot/protocol bot/exec bot/validate analysis/sim analysis/arena analysis/ev stat internal/locale internal/wording internal/report
	internal/cardart             :
	internal/cardart/gen         : internal/cardart
	internal/fair                : card
	internal/session             : pot rams
	internal/owner               :

	# The table
	internal/table               : card rams variant pot history internal/fair internal/session internal/naming internal/jsonscan
	internal/table/fairtest      : card rams variant history internal/fair internal/table
	internal/table/wire          : pot rams internal/table
	internal/table/host          : rams internal/table bot internal/fair chance internal/keyhash internal/owner
	internal/table/talk          : rams variant history internal/table internal/table/host internal/table/wire
	internal/handfile            : variant history internal/fair internal/table internal/par

	# The cash desk
	internal/desk                : card pot rams variant internal/session internal/jsonscan internal/naming
	internal/desk/spoken         : pot rams variant
	cmd/kasse                    : internal/desk

	# A group of people who play for years
	internal/group               : pot internal/desk internal/naming
	internal/group/digest        : history pot rams internal/desk internal/table internal/group
	internal/hub                 : internal/desk internal/group internal/keyhash internal/owner
	internal/hub/evenings        : internal/group internal/group/digest internal/hub

	# The teacher
	internal/teach/coach         : card pot rams variant history bot bot/search bot/solved stat chance
	internal/teach/adviser       : rams history internal/teach/coach
	internal/teach/puzzles       : variant internal/teach/coach
	internal/teach/lessons       : card pot rams variant internal/locale internal/table internal/table/wire

	# Practice in the page
	internal/practice            : rams history bot internal/keyhash internal/teach/adviser internal/table/host internal/table internal/table/talk internal/teach/coach
	cmd/practice                 : bot/trained internal/practice internal/table/host internal/table internal/table/talk

	# The pages
	docs                         :
	internal/web                 : docs
	internal/web/deskwasm        :
	internal/web/practicewasm    :
	internal/web/deskwasm/gen    : internal/web/deskwasm internal/web/practicewasm
	internal/page                :
	internal/page/chartpage      : card rams variant analysis/chart internal/cardart internal/locale internal/page internal/report
	internal/page/arenapage      : rams variant analysis/arena internal/locale internal/wording internal/page internal/plot internal/report
	internal/page/reviewpage     : card pot rams internal/teach/coach internal/locale internal/wording internal/web internal/page internal/plot
	internal/page/rulepage       : card pot rams variant internal/locale internal/wording internal/web chance internal/page
	internal/page/wordpage       : variant internal/locale internal/wording internal/page

	# A site of plain files
	internal/site                : internal/atomicfile bot/trained rams variant internal/locale internal/web

	# The client and the terminal
	internal/client              : rams bot/exec bot/protocol bot/validate internal/table/wire internal/fair internal/table internal/atomicfile
	internal/terminal/local      : card pot rams variant history bot bot/exec chance internal/atomicfile internal/table
	internal/terminal/lines      : card pot rams variant history bot bot/exec internal/desk/spoken internal/locale internal/wording internal/teach/coach internal/fair internal/terminal/local chance
	internal/terminal/screen     : card pot internal/client internal/table/wire internal/table bot internal/teach/lessons internal/locale internal/wording internal/terminal/lines rams variant internal/terminal/local

	# Several servers that share a database
	internal/cluster             : internal/owner
	internal/cluster/clustertest :

	# The server
	internal/server/store        : internal/atomicfile
	internal/server/store/storetest: internal/server/store
	internal/server/store/postgres: internal/server/store internal/cluster
	internal/server/store/postgres/pgtest:
	internal/server/hostlog      : internal/fair internal/owner internal/server/store internal/table internal/table/host
	internal/server/hostlog/hosttest: internal/server/store internal/server/store/storetest internal/server/hostlog
	internal/server/program      : rams variant history bot bot/protocol internal/table internal/table/host
	internal/server/httpd        : bot/trained bot/protocol internal/owner internal/page/chartpage internal/page/rulepage internal/page/wordpage internal/teach/lessons rams internal/table internal/table/host internal/table/wire internal/table/talk internal/web/practicewasm internal/web internal/locale internal/wording variant history internal/server/program internal/desk internal/group internal/group/digest internal/hub internal/hub/evenings internal/keyhash internal/web/deskwasm internal/teach/puzzles
	internal/server/httpd/httpdtest:
	internal/server/listen       : internal/server/httpd internal/table/host
	internal/server/run          : bot internal/owner internal/table internal/table/host internal/teach/adviser internal/web/practicewasm internal/cluster internal/server/store internal/server/store/postgres internal/server/hostlog internal/server/httpd internal/server/listen

	# Commands
	internal/rpc                 : card pot env env/think rams variant history bot analysis/sim chance
	internal/cli/shell           : internal/atomicfile internal/bounded internal/interrupt rams variant variant/rulesfile internal/locale internal/terminal/lines
	internal/cli/playing         : rams variant variant/rulesfile history bot internal/locale internal/wording internal/report internal/fair internal/table internal/handfile internal/teach/coach internal/teach/puzzles internal/teach/lessons internal/page/reviewpage internal/page/rulepage internal/client internal/terminal/local internal/terminal/lines internal/terminal/screen internal/server/httpd internal/cli/shell
	internal/cli/cashdesk        : internal/atomicfile internal/bounded internal/interrupt pot internal/locale internal/report internal/desk internal/desk/spoken internal/terminal/lines internal/cli/shell
	internal/cli/hosting         : internal/bounded bot internal/group internal/locale internal/report internal/table/host internal/hub internal/hub/evenings internal/web/practicewasm internal/site internal/terminal/lines internal/cluster internal/server/store internal/server/store/postgres internal/server/hostlog internal/server/httpd internal/server/listen internal/server/run internal/cli/shell
	internal/cli/measuring       : bot/solved internal/atomicfile internal/bounded internal/client internal/cli/playing card pot rams variant bot/search bot bot/exec bot/protocol bot/validate templates analysis/sim analysis/arena analysis/ev internal/locale internal/report internal/report/players internal/page/chartpage internal/page/arenapage internal/terminal/lines internal/rpc internal/cli/shell
	internal/cli                 : *
	cmd/chratze                  : internal/cli

	# The tests of the project as a whole
	internal/projecttest         :
`

// foreign says which modules of others a room may import. Rooms that don't stand
// here and are public or pure may import none; the shell is free to.
const foreign = `
	variant/rulesfile : github.com/pelletier/go-toml/v2 golang.org/x/text
	stat        : gonum.org/v1/gonum
	internal/table       : golang.org/x/text
	internal/group       : golang.org/x/text
	internal/locale      : github.com/nicksnyder/go-i18n/v2 golang.org/x/text
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

// TestLatticeIsUsed: what a room may import it does import, so that the table says how things
// are and not how they were once.
func TestLatticeIsUsed(t *testing.T) {
	t.Parallel()
	report(t, unusedEdges(loadModule(t), lattice))
}

// unusedEdges returns what a table allows and no code uses.
func unusedEdges(p *project, table string) (faults []string) {
	rooms := parseTable(table)
	for _, r := range p.rooms {
		used := map[string]bool{"*": true}
		for _, f := range r.files {
			for _, spec := range f.ast.Imports {
				used[strings.TrimPrefix(strings.Trim(spec.Path.Value, "\"`"), module+"/")] = true
			}
		}
		for _, name := range rooms[r.name] {
			if !used[name] {
				faults = append(faults, fmt.Sprintf("%s may import %s and doesn't: take it out of its line in lattice_test.go", r.name, name))
			}
		}
	}
	return faults
}

// TestUnusedEdgesKillsPlantedFaults plants an edge that only a test uses.
func TestUnusedEdgesKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	p := loadPlanted(t, map[string]string{
		"a/a.go":      `package a; import _ "` + module + `/b"; import _ "` + module + `/deep/b"`,
		"a/a_test.go": `package a; import _ "` + module + `/c"`,
	})
	for _, tt := range []struct{ table, want string }{
		{"a: b deep/b", ""},
		{"a: *", ""},
		{"other: c", ""}, // it isn't built yet
		{"a: b deep/b c", "a may import c"},
	} {
		expect(t, unusedEdges(p, tt.table), tt.want)
	}
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

// TestLatticeStandsOnTheGround: a room may import only rooms above its line, so the table has
// no cycle and no import between wings runs back up.
func TestLatticeStandsOnTheGround(t *testing.T) {
	t.Parallel()
	report(t, raisedEdges(lattice))
}

// raisedEdges returns what a table allows although it isn't above.
func raisedEdges(table string) (faults []string) {
	above := map[string]bool{"*": true}
	for line := range strings.Lines(table) {
		name, imports, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		name = strings.TrimSpace(name)
		for _, n := range strings.Fields(imports) {
			if !above[n] {
				faults = append(faults, fmt.Sprintf("%s may import %s, which isn't above it in lattice_test.go", name, n))
			}
		}
		above[name] = true
	}
	return faults
}

// TestRaisedEdgesKillsPlantedFaults plants an import of a room that comes later, and one of no room.
func TestRaisedEdgesKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ table, want string }{
		{"# one\na:\nb: a\n# two\nc: a b\nd: *", ""},
		{"# one\na: c\n# two\nc:", "a may import c, which isn't above it"},
		{"a: b\nb: a", "a may import b"},
		{"a: a", "a may import a"},
		{"a: nothing", "a may import nothing"},
	} {
		expect(t, raisedEdges(tt.table), tt.want)
	}
}

// TestLatticeKillsPlantedFaults plants one fault at a time.
func TestLatticeKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, src, want string
	}{
		{"sound", "rams/a.go", `package rams; import _ "chratze/card"; import _ "errors"`, ""},
		{"sound: the commands import anything", "internal/cli/a.go", `package cli; import _ "chratze/analysis/sim"; import _ "example.com/x"`, ""},
		{"sound: a listed module", "variant/rulesfile/a.go", `package rulesfile; import _ "github.com/pelletier/go-toml/v2/unstable"`, ""},
		{"sound: tests import what they need", "card/a_test.go", `package card_test; import _ "chratze/rams"; import _ "example.com/x"`, ""},
		{"sound: another module", "tools/a.go", `package tools; import _ "chratze/card"`, ""},
		{"sound: the shell imports modules", "internal/server/store/a.go", `package store; import _ "modernc.org/sqlite"`, ""},
		{"unknown room", "cards/a.go", `package cards`, "room cards is not in the lattice"},
		{"unknown room below a known one", "rams/deep/a.go", `package deep`, "room rams/deep"},
		{"upwards", "card/a.go", `package card; import _ "chratze/rams"`, "card imports rams"},
		{"sideways, renamed", "pot/a.go", `package pot; import c "chratze/card"; var _ c.Card`, "pot imports card"},
		{"kernel imports its oracle", "rams/a.go", `package rams; import _ "chratze/rams/ramstest"`, "rams imports rams/ramstest"},
		{"shell into a pure room", "internal/table/a.go", `package table; import _ "chratze/internal/server/store"`, "imports internal/server/store"},
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
