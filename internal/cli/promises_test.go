package cli

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// promises are the cases that play through what docs/operations.md promises, by the marks there: <!-- promise: NAME -->. make
// verify plays all of them in full size, with systemd, PostgreSQL and its standby, and the proxies.
//
//lattice:table
var promises = map[string][]string{
	"hang":                {"TestUnitUnderSystemd"},
	"death":               {"TestNoDeathIsForGood", "TestUnitUnderSystemd", "TestServerThatHasLostItsLog"},
	"person":              {"TestUnreadableCertificate", "TestUnusableData", "TestUnitUnderSystemd"},
	"waits":               {"TestWaitsForDatabase", "TestPostgresComesLater"},
	"back":                {"TestPostgresComesLater"},
	"renewed-certificate": {"TestCertificate"},
	"stop":                {"TestStoppedServerSaysGoodbye", "TestTellsSystemd"},
	"kill":                {"TestKilledUnderLoad", "TestPowerFails", "TestKernelOutOfMemory"},
	"owner":               {"TestRootKeepsTheOwner"},
	"missing":             {"TestLostJournal", "TestUnreadableMarks"},
	"older":               {"TestNewerLogIsRefused"},
	"moved":               {"TestNoServerOnMovedData"},
	"away":                {"TestPostgresUnderLoad"},
	"torn":                {"TestCrashes", "TestCut"},
	"second":              {"TestMembersAndOneAlone", "TestServerThatHasLostItsLog"},
	"standby":             {"TestPostgresFailsOver"},
	"late":                {"TestPostgresPromoted", "TestPromotedBehind"},
	"nodes":               {"TestNodesUnderLoad"},
	"node-name":           {"TestSameNameLives"},
	"node-version":        {"TestMeet"},
	"frozen":              {"TestDiskIsReadOnly", "TestDiskFreezes", "TestUnitUnderSystemd"},
	"full":                {"TestUnitUnderSystemd", "TestFullDisk"},
	"proxies":             {"TestProxies", "TestTwoPhonesBehindNginx", "TestCaddyBelowAPath", "TestSilentAtTable", "TestSilentDesk"},
}

// promised are words in which a promise is made: a line that has them has a mark.
var promised = regexp.MustCompile(`the server (then|notices|waits)|goes? on by (itself|themselves)|starts it again|the process ends|(is|are) refused|loses nothing|nothing (that anybody has seen|acknowledged) is lost|refuses to start|doesn't try again|hang for`)

var promiseMark = regexp.MustCompile(`<!-- promise: ([a-z-]+) -->`)

// TestPromisesHaveCases: each promise of docs/operations.md has a mark, each mark a case, each case a mark and a test.
func TestPromisesHaveCases(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range broken(string(text), promises, testsOf(t)) {
		t.Error(fault)
	}
	planted := "If it hangs, the server then ends.\nIt ends.<!-- promise: unknown -->\nGone.<!-- promise: no-test -->\n"
	want := []string{"no mark: If it hangs, the server then ends.", "a mark without a case: unknown", "a case without a mark: unmarked", "no-test: there is no TestNowhere"}
	if got := broken(planted, map[string][]string{"no-test": {"TestNowhere"}, "unmarked": {"TestPromisesHaveCases"}}, testsOf(t)); !slices.Equal(got, want) {
		t.Errorf("of planted faults it finds %q, want %q", got, want)
	}
}

// broken lists the promises without a mark, the marks without a case, the cases without a mark, and those without a test.
func broken(text string, cases map[string][]string, tests map[string]bool) (faults []string) {
	marked := map[string]bool{}
	var unknown []string
	for line := range strings.Lines(text) {
		found := promiseMark.FindAllStringSubmatch(line, -1)
		for _, m := range found {
			marked[m[1]] = true
			if cases[m[1]] == nil {
				unknown = append(unknown, "a mark without a case: "+m[1])
			}
		}
		if line = strings.TrimSpace(line); found == nil && promised.MatchString(line) {
			faults = append(faults, "no mark: "+line)
		}
	}
	faults = append(faults, unknown...)
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		if !marked[name] {
			faults = append(faults, "a case without a mark: "+name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		for _, test := range cases[name] {
			if !tests[test] {
				faults = append(faults, name+": there is no "+test)
			}
		}
	}
	return faults
}

// testsOf are the tests of the project by name.
func testsOf(t *testing.T) map[string]bool {
	t.Helper()
	declared, tests := regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\) \{$`), map[string]bool{}
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(bytes.ReplaceAll(text, []byte("\r"), nil), -1) {
			tests[string(m[1])] = true
		}
		return err
	})
	if err != nil || len(tests) == 0 {
		t.Fatalf("%d tests, %v", len(tests), err)
	}
	return tests
}
