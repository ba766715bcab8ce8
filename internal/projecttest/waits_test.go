package projecttest_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// waits are the functions of tests that use the clock of the machine, what of it, and why no busy machine turns them
// red. What runs in virtual time only (testing/synctest) isn't here. A new entry is a decision: virtual time, a count
// or internal/waittest is better.
const waits = `
	bot/exec TestContextEndsPrograms: Since: a program has at least so long to end, a slow machine gives it more
	bot/exec within: After: a program that hangs is given up after a long time
	bot/validate play: Sleep: the late program, which is to be late
	internal/cli TestManyComeBack: Since: not mended: measured, only in make verify
	internal/cli TestNodesUnderLoad: Sleep: not mended: a busy machine may be slower than this wait
	internal/cli TestPostgresUnderLoad: Sleep: not mended: a busy machine may be slower than this wait
	internal/cli TestProxies: After: a proxy has to wait that long, only in make verify
	internal/cli TestServerWithJumpingClock: tries: counts messages, each of which is waited for until waittest.Limit
	internal/cli TestTerminalUndo: Since Sleep: polls, and ends after waittest.Limit
	internal/cli await: Since Sleep: polls, and ends after waittest.Limit
	internal/cli endlessJob.interruptProcess: Sleep Since: not mended: measured, only in make verify
	internal/cli faulty.Open: Since Sleep: polls, and ends after waittest.Limit
	internal/cli killed.listen: Sleep: how long a person thinks, which no verdict hangs on
	internal/cli killed.play: Sleep: the pause before a person comes again, which no verdict hangs on
	internal/cli TestUnitUnderSystemd: Since: measures and tells, gives no verdict
	internal/cli machine.becomes: Sleep: polls, and ends after twice as long as the watchdog takes
	internal/cli playLoad: NewTicker Since: how often something is looked at while a program plays, and when trouble is made
	internal/cli promoted: Sleep: how long nobody answers, of which no verdict hangs on a busy machine
	internal/cli record: Sleep: how much is recorded, beside at least what waittest waits for
	internal/cli siege.acts: Since: not mended: measured, only in make verify
	internal/cli siege.costs: Since: not mended: measured, only in make verify
	internal/cli siege.flood: Now.Before Until: not mended: measured, only in make verify
	internal/cli siege.innocent: Since Sleep: not mended: measured, only in make verify
	internal/cli siege.passes: Now.Before Sleep Until: not mended: measured, only in make verify
	internal/cli siege.rest: Sleep Sleep Since: not mended: measured, only in make verify
	internal/cli siege.talk: Sleep Sleep: not mended: measured, only in make verify
	internal/cli terminal.play: Since Sleep: polls, and ends after waittest.Limit
	internal/cli threeServers.balance: After Until: not mended: a busy machine may be slower than this wait
	internal/client TestLateComer: After: ends after waittest.Limit
	internal/client TestLogPutBack: After: ends after waittest.Limit
	internal/client TestProofIsHeardLate: After: ends after waittest.Limit
	internal/client judge: After: ends after waittest.Limit
	internal/client player.until: After: ends after waittest.Limit
	internal/cluster TestSlowReaderAlone: Sleep: how long nothing moves; on a slow machine the writer may not be stuck yet, which turns nothing red
	internal/practice TestPassedRound: Now.After: ends after waittest.Limit
	internal/practice player.hear: After: ends after waittest.Limit
	internal/server/httpd TestBookingHoldsUpNobody: After: ends after waittest.Limit
	internal/server/httpd TestLargeBodiesCountMore: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/server/httpd TestLookTogether: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/server/store TestClock: Now.After: compares a moment with one after it
	internal/server/store measure: Since: measures and tells, gives no verdict
	internal/server/store/postgres TestCrashes: Sleep Sleep Sleep Sleep: not mended, only in make verify
	internal/server/store/postgres TestSlowConnections: tries: not mended, only in make verify
	internal/table evening.play: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/table/host asked: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host fleet.bootNode: Since Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host fleet.event: Sleep Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host fleet.heal: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host fleet.stopAll: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host player.until: After: ends after waittest.Limit
	internal/table/host simConn.Load: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host simConn.ask: Sleep Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host simConn.commit: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host simLog.Load: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host timed: Since Sleep Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host world.boot: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host world.fail: Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host world.playOn: Sleep Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host world.step: Sleep Sleep: runs in a bubble of virtual time that another function opens
	internal/table/host world.stop: Sleep: runs in a bubble of virtual time that another function opens
	internal/terminal/screen TestAccountsFollowTheHand: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/terminal/screen TestBlindOnWish: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/terminal/screen TestForcedDealOnTheScreen: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/terminal/screen TestHint: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/terminal/screen TestMoments: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/terminal/screen TestRefused: tries: counts decisions, requests or hands of a fixed seed, and no time passes
	internal/waittest TestWaits: Since: tests the waits themselves, in virtual time
	internal/web TestPuzzlesTellTheStakes: tries: counts hands or days of a fixed seed
	internal/web await: After: ends after waittest.Limit
	internal/web badNet.before: Sleep: makes the line or the processor slow on purpose
	internal/web begin: After: a browser that does not end is killed
	internal/web firstDecision: Since Since Since: measures and tells, gives no verdict
	internal/web slowConn.Write: Sleep: makes the line or the processor slow on purpose
	internal/web slower: After: makes the line or the processor slow on purpose
	internal/web soon: Sleep: ends after waittest.Limit
	internal/web tab.focus: tries: counts presses of the Tab key
	internal/web tab.fonts: Now.After: ends after waittest.Limit
	internal/web tab.newcomer: Since Since: only in make verify: compared with what the page itself takes
	internal/web tab.tabTo: tries: counts presses of the Tab key
	internal/web tab.tapOn: Now.Before: ends after waittest.Limit
	internal/web tab.wait: Now.Before: ends after waittest.Limit
	solve benchmark: Since: measures and tells, gives no verdict
	solve end: tries: counts decisions, requests or hands of a fixed seed, and no time passes
`

// TestWaits holds what waits to the list, so that the list can only get shorter.
func TestWaits(t *testing.T) {
	t.Parallel()
	report(t, waitFaults(loadModule(t), waits))
}

// waitFaults compares what tests use of the machine's clock with lines "room function: uses: reason".
func waitFaults(p *project, list string) (faults []string) {
	reasons := map[string]string{}
	for line := range strings.Lines(list) {
		if parts := strings.SplitN(strings.TrimSpace(line), ": ", 3); len(parts) == 3 {
			reasons[parts[0]+": "+parts[1]] = parts[2]
		}
	}
	for _, r := range p.rooms {
		for name, uses := range clockUses(r.tests) {
			entry := r.name + " " + name + ": " + strings.Join(uses, " ")
			if reasons[entry] == "" {
				faults = append(faults, entry+": this hangs on the machine; see internal/waittest, or say in waits why not")
			}
			delete(reasons, entry)
		}
	}
	for entry := range reasons {
		faults = append(faults, entry+": the tests have it no more, take it off waits")
	}
	slices.Sort(faults)
	return faults
}

// clockUses returns what each declaration uses of the machine's clock, without those that run in virtual time only:
// nothing outside of a bubble leads to them.
func clockUses(files []file) map[string][]string {
	uses, leads := map[string][]string{}, map[string][]string{}
	var next []string // what begins outside of a bubble
	for _, f := range files {
		for _, decl := range f.ast.Decls {
			name, begins := declared(decl)
			if begins {
				next = append(next, name)
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					leads[name] = append(leads[name], id.Name)
				}
				if use := clockUse(n); use != "" {
					uses[name] = append(uses[name], use)
				}
				return !isCall(n, "synctest", "Test")
			})
			if receiver, _, isMethod := strings.Cut(name, "."); isMethod { // some other package may call it
				leads[receiver] = append(leads[receiver], name)
			}
		}
	}
	real := map[string][]string{}
	for seen := map[string]bool{}; len(next) > 0; {
		name := next[0]
		if next = next[1:]; seen[name] {
			continue
		}
		seen[name] = true
		if uses[name] != nil {
			real[name] = uses[name]
		}
		next = append(next, leads[name]...)
	}
	return real
}

// declared returns the name of a declaration, and whether the go command or the loading of the package runs it.
func declared(decl ast.Decl) (name string, begins bool) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			of := d.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if generic, ok := of.(*ast.IndexExpr); ok {
				of = generic.X
			}
			return of.(*ast.Ident).Name + "." + d.Name.Name, false
		}
		name = d.Name.Name
		begins = name == "init" || slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(kind string) bool { return strings.HasPrefix(name, kind) })
		return name, begins
	case *ast.GenDecl:
		switch spec := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name, false
		case *ast.ValueSpec:
			return spec.Names[0].Name, d.Tok == token.VAR
		}
	}
	return "", false
}

// isCall is whether a node calls a function of a package.
func isCall(n ast.Node, pkg string, names ...string) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains(names, f.Sel.Name) {
		return false
	}
	of, ok := f.X.(*ast.Ident)
	return ok && of.Name == pkg
}

// clockUse names what a node uses of the machine's clock: a sleep, the time that something took, a moment that a loop
// or a verdict compares, or a number of tries.
func clockUse(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CallExpr:
		if isCall(n, "time", "Sleep", "Since", "Until", "After", "Tick", "NewTimer", "NewTicker") {
			return n.Fun.(*ast.SelectorExpr).Sel.Name
		}
		if f, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains([]string{"Before", "After", "Sub"}, f.Sel.Name) && (isCall(f.X, "time", "Now") || isCall(n.Args[0], "time", "Now")) {
			return "Now." + f.Sel.Name
		}
	case *ast.BlockStmt:
		for i, s := range n.List {
			if isTries(s) && i+1 < len(n.List) && gives(n.List[i+1]) {
				return "tries"
			}
		}
	}
	return ""
}

// isMany is whether an expression is a number of ten or more.
func isMany(e ast.Expr) bool {
	n, ok := e.(*ast.BasicLit)
	return ok && n.Kind == token.INT && len(n.Value) > 1
}

// isTries is whether a statement is a loop over ten or more that ends early, by a break or a return.
func isTries(s ast.Stmt) bool {
	var body *ast.BlockStmt
	switch loop := s.(type) {
	case *ast.RangeStmt:
		if isMany(loop.X) {
			body = loop.Body
		}
	case *ast.ForStmt:
		if c, ok := loop.Cond.(*ast.BinaryExpr); ok && loop.Post != nil && isMany(c.Y) {
			body = loop.Body
		}
	}
	if body == nil {
		return false
	}
	early := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.SwitchStmt, *ast.SelectStmt:
			return false
		case *ast.ReturnStmt:
			early = true
		case *ast.BranchStmt:
			early = early || n.Tok == token.BREAK
		}
		return true
	})
	return early
}

// gives is whether a statement gives a verdict.
func gives(s ast.Stmt) bool {
	verdict := false
	ast.Inspect(s, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.SelectorExpr); ok {
				verdict = verdict || slices.Contains([]string{"Error", "Errorf", "Fatal", "Fatalf", "fail"}, f.Sel.Name)
			}
		}
		return true
	})
	return verdict
}

func TestWaitsAreFound(t *testing.T) {
	t.Parallel()
	find := func(t *testing.T, text string) []string {
		list, body, _ := strings.Cut(text, "|")
		return waitFaults(loadPlanted(t, map[string]string{"a/a_test.go": "package a\n" + body}), list)
	}
	kills(t, find, []planted{
		{"a sleep", `|func TestA(t *testing.T) { time.Sleep(1) }`, "a TestA: Sleep"},
		{"in what a test calls", `|func TestA(t *testing.T) { b() }; func b() { time.Sleep(1) }`, "a b: Sleep"},
		{"in a method", `|func TestA(t *testing.T) { use(conn{}) }; type conn struct{}; func (c *conn) Write() { time.Sleep(1) }`, "a conn.Write: Sleep"},
		{"in a variable", `|var a = func() { time.Sleep(1) }`, "a a: Sleep"},
		{"a verdict", `|func TestA(t *testing.T) { if begin := time.Now(); time.Since(begin) > 1 { t.Error() } }`, "a TestA: Since"},
		{"a moment", `|func TestA(t *testing.T) { for time.Now().Before(end) {} }`, "a TestA: Now.Before"},
		{"a moment, the other way", `|func TestA(t *testing.T) { for end.After(time.Now()) {} }`, "a TestA: Now.After"},
		{"a channel", `|func TestA(t *testing.T) { select { case <-c: case <-time.After(1): } }`, "a TestA: After"},
		{"tries", `|func TestA(t *testing.T) { for range 400 { if is() { return } }; t.Fatal() }`, "a TestA: tries"},
		{"tries that are counted", `|func TestA(t *testing.T) { for i := 0; i < 400; i++ { if is() { break } }; if !is() { t.Error() } }`, "a TestA: tries"},
		{"no reason", `a TestA: Sleep|func TestA(t *testing.T) { time.Sleep(1) }`, "a TestA: Sleep"},
		{"too much", `a TestA: Sleep: why|func TestA(t *testing.T) {}`, "take it off"},
		{"an entry", `a TestA: Sleep: why|func TestA(t *testing.T) { time.Sleep(1) }`, ""},
		{"a bubble", `|func TestA(t *testing.T) { synctest.Test(t, func(t *testing.T) { b() }) }; func b() { time.Sleep(1) }`, ""},
		{"in and outside of a bubble", `|func TestA(t *testing.T) { b(); synctest.Test(t, func(t *testing.T) { b() }) }; func b() { time.Sleep(1) }`, "a b: Sleep"},
		{"a loop without an end before", `|func TestA(t *testing.T) { for range 400 { try() }; if !is() { t.Error() } }`, ""},
	})
}
