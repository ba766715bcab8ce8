package projecttest_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"chratze/bot/protocol"
	"chratze/variant"
)

// TestFiguresNameTheirCommands: each row of docs/performance.md ends with the command that makes its figure, and what the
// command names is there: the script, the test, the benchmark, or the command of the laboratory.
func TestFiguresNameTheirCommands(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := figureRows(string(text))
	if len(rows) < 10 {
		t.Errorf("docs/performance.md has %d figures, want 10 or more", len(rows))
	}
	for _, row := range rows {
		report(t, commandFaults(row))
	}
	for command, want := range map[string]string{
		"`scripts/none.sh`": "scripts/none.sh", "`go test ./internal/web -run TestNoSuchThing -v`": "TestNoSuchThing", "`go test ./variant -bench .`": "no benchmark",
		"`rams-lab wash`": "wash", "by hand": "no command", "`make money`": "no command",
	} {
		expect(t, commandFaults("| a | 1 s | "+command+" |"), want)
	}
}

// figureRows returns the rows of a document's tables, without their heads.
func figureRows(text string) (rows []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| |") {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	return rows
}

var (
	madeBy  = regexp.MustCompile("\\| `(?:[A-Z_]+=\\S+ )?(go test (\\./\\S+) (?:-run (\\w+)|-bench).*|rams-lab (\\w+)|scripts/\\S+)` \\|$")
	running = regexp.MustCompile(`(?m)^func Benchmark`)
)

func commandFaults(row string) []string {
	m := madeBy.FindStringSubmatch(row)
	switch {
	case m == nil:
		return []string{row + ": no command makes this figure"}
	case m[2] != "":
		source := sources(m[2])
		if m[3] != "" && !strings.Contains(source, "func "+m[3]+"(") {
			return []string{m[2] + " has no " + m[3]}
		}
		if m[3] == "" && !running.MatchString(source) {
			return []string{m[2] + " has no benchmark"}
		}
	case m[4] != "":
		if !regexp.MustCompile(`Use: +"` + m[4] + `"`).MatchString(sources("./lab")) {
			return []string{"rams-lab has no command " + m[4]}
		}
	default:
		if _, err := os.Stat(m[1]); err != nil {
			return []string{err.Error()}
		}
	}
	return nil
}

// sources returns the Go files of a directory, one after the other.
func sources(dir string) string {
	var all strings.Builder
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".go") {
			text, _ := os.ReadFile(dir + "/" + f.Name()) // what can't be read isn't found
			all.Write(text)
		}
	}
	return all.String()
}

// readWords counts the words of a document that people read: no code, no addresses.
func readWords(text string) (n int) {
	text = regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(codeBlock.ReplaceAllString(text, ""), "]")
	for _, word := range strings.Fields(text) {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			n++
		}
	}
	return n
}

// TestReadmeIsShort: the README has 500 words at most.
func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := readWords(string(text)); n > 500 {
		t.Errorf("README.md has %d words: 500 are enough, and the rest is for docs", n)
	}
	if n := readWords("**Play [it](docs/table.md)**, `chratze play`:\n```sh\nmake\n```\n| 3 | now |"); n != 3 {
		t.Errorf("%d words are counted, expected 3", n)
	}
}

// TestReadmeCounts: the README says how many rule sets and options there are, and its table names each set.
func TestReadmeCounts(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	report(t, countFaults(string(text)))
	for file, says := range map[string]string{"README.de.md": "%d Regelsätze mit %d Optionen", "README.ja.md": "%dのルール、%dのオプション"} {
		text, err := os.ReadFile(file)
		if want := fmt.Sprintf(says, len(variant.Presets()), len(optionKeys())); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s doesn't say %s: %v", file, want, err)
		}
	}
	expect(t, countFaults(strings.Replace(string(text), " options", "0 options", 1)), "options")
	expect(t, countFaults(strings.Replace(string(text), "`tippen`", "`ticken`", 1)), "tippen")
}

// TestDocumentsCount: the documents say the numbers that the code has.
func TestDocumentsCount(t *testing.T) {
	t.Parallel()
	pairs := 0
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		pairs += most - least + 1
	}
	within := fmt.Sprintf(" within %.0f seconds", protocol.ReadyWithin.Seconds())
	for file, says := range map[string]string{
		"docs/rams-bot.md": "answers `ready`" + within, "docs/writing-a-bot.md": "`," + within, "docs/protocol.md": "`ready` is due" + within,
		"ARCHITECTURE.md": grouped(12800*pairs) + " in all",
	} {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), says) {
			t.Errorf("%s doesn't say %q: %v", file, says, err)
		}
	}
}

// grouped writes a number with a blank before each three digits.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s %03d", grouped(n/1000), n%1000)
}

func countFaults(readme string) (faults []string) {
	for _, preset := range variant.Presets() {
		if !strings.Contains(readme, "`"+preset+"`") {
			faults = append(faults, "README.md doesn't name "+preset)
		}
	}
	numbers := []string{"Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen"}
	if want := fmt.Sprintf("%s rule sets with %d options", numbers[len(variant.Presets())-7], len(optionKeys())); !strings.Contains(readme, want) {
		faults = append(faults, "README.md doesn't say "+want)
	}
	return faults
}

// optionKeys returns the options of the games.
func optionKeys() (keys []string) {
	for _, o := range variant.Default().Options() {
		keys = append(keys, o.Key)
	}
	return keys
}
