package cli

import (
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/report"
	"chratze/rams"
	"chratze/variant"
)

// The tables of TestPrinted. A page is the name of a file, "docs/arena.md", or of a help
// text, "chratze sim --help"; it may be a pattern, "docs/*.md", "chratze * --help", or "*".

// notRun is what is printed and not run, with the reason: commands that have this text, or
// blocks that do, of which the first line is the fence: "```text\n". An entry that fits
// nothing is an error.
//
//lattice:table
var notRun = []struct{ page, has, why string }{
	{"chratze bot*--help", "chratze bot join", "plays until it is ended: TestBotJoins joins"},
	{"chratze serve --help", "--tls-domain", "needs a domain that points here; TestACME does it with an authority of its own"},
	{"*", "chratze site", "needs the table of practice, without which the tests' program is built: TestSiteOfFiles of internal/web writes a site and plays there"},
	{"CONTRIBUTING.md", "git tag v0.1.0", "publishes a release: TestRelease of tools/release looks at what is in one"},
	{"CONTRIBUTING.md", "MAINTAINER=", "publishes a release: TestRelease of tools/release looks at what is in one"},
	{"CONTRIBUTING.md", "TAG=registry.example", "publishes a release: TestRelease of tools/release looks at what is in one"},
	{"CONTRIBUTING.md", "podman manifest push", "publishes a release: TestRelease of tools/release looks at what is in one"},
	{"docs/operations.md", "GOARCH", "for a phone: TestPhoneProgram builds the program and runs it on a processor like that"},
	{"docs/operations.md", "/sdcard/", "for a phone: TestPhoneProgram builds the program and runs it on a processor like that"},
	{"docs/operations.md", "termux-wake-lock", "for a phone: TestPhoneProgram builds the program and runs it on a processor like that"},
	{"docs/operations.md", "~/chratze", "for a phone: TestPhoneProgram builds the program and runs it on a processor like that"},
	{"*", "postgres://", "needs PostgreSQL: TestPostgresUnderLoad does all of it with one of its own"},
	{"*", "rams-lab ", "another program, which its own tests run: lab/testdata/script"},
	{"docs/operations.md", "createuser", "makes a user of PostgreSQL"},
	{"docs/operations.md", "createdb", "makes a database of PostgreSQL"},
	{"docs/library.md", "go run .", "is run by TestLibraryPrograms in a module of its own"},
	{"docs/library.md", "```text\n", "makes a module: TestLibrary of tools/rename does just that in a copy"},
	{"docs/operations.md", "```text\n", "installs an archive of make release as root: TestRelease of tools/release looks at what is in it"},
	{"docs/operations.md", "peer.key", "needs three machines: TestNodesUnderLoad runs three servers on one"},
	{"docs/operations.md", "haproxy", "needs three machines"},
	{"docs/operations.md", "chratze admin nodes", "needs a database of several servers"},
	{"docs/*.md", "systemctl", "needs systemd and root"},
	{"docs/group.md", "```text\n", "lines of a group: TestDocument of internal/group reads them"},
	{"chratze admin scrub --help", "chratze admin scrub --group", "needs a group: TestAdminGroups takes a name out of one"},
	{"chratze group --help", "chratze group verify", "needs the file of a group: TestAdminGroups verifies one"},
	{"chratze group verify --help", "chratze group verify", "needs the file of a group: TestAdminGroups verifies one"},
	{"chratze admin forget --help", "chratze admin forget", "needs a cash desk: TestAdminScripts deletes one"},
	{"docs/*.md", "--data /var/lib/chratze", "needs the data of the unit: TestAdminScripts runs these commands on others"},
	{"ARCHITECTURE.md", "```\n", "drawings of rooms and of who calls whom"},
	{"docs/cards.md", "```html\n", "a page, not a command: internal/cardart draws the cards and tests them"},
	{"docs/fair-protocol.md", "```text\n", "worked numbers: TestVectors of internal/fair computes them"},
	{"docs/protocol.md", "```text\n", "frames of a connection: internal/server/httpd and internal/table/wire test what they show"},
	{"docs/research/*.md", "go test ./", "a check of the project itself, which make verify runs"},
	{"docs/zwicken-solved.md", "go -C lab run", "another module: TestVerifier of lab/zwicken2/verifier runs the program"},
	{"docs/rams-bot.md", "```text\n", "lines of the protocol, and a formula: bot/protocol tests them"},
	{"docs/replay.md", "```text\n", "a deal with parts left out: TestDeal of history reads whole ones"},
}

// smaller are rules by which what takes long is run with smaller numbers in make test; with
// CHRATZE_VERIFY=1 everything is run as it is printed. They are regular expressions, for
// commands that don't have the text unless.
//
//lattice:table
var smaller = []struct{ was, is, unless, why string }{
	{`--deals [1-9][0-9]{2,}`, `--deals 8`, "", "a deal of four hands takes up to a second with a bot that searches"},
	{`--hands [1-9][0-9]{3,}`, `--hands 200`, "", "statistics of many hands"},
	{`^chratze sim[^|]*$`, `$0 --hands 200`, "--hands", "ten thousand hands by default"},
	{`^chratze arena --(bots|all).*$`, `$0 --deals 8`, "--deals", "a thousand deals by default"},
	{`^chratze odds.*$`, `$0 --time 50ms`, "", "it thinks for a second and a half"},
	{`--generate [0-9]+`, `--generate 1 --worlds 64`, "", "a puzzle takes a second or more to find"},
	{`^chratze review [^|]*$`, `$0 --worlds 64`, "", "every decision is judged in a thousand worlds"},
}

// elsewhere are rules by which a command finds here what it would find at the reader's: the
// server, the code of a table, the sources, a place where a test may write.
//
//lattice:table
var elsewhere = []struct{ was, is string }{
	{`^go run ./cmd/chratze\b`, `chratze`},
	{`^(./)?bin/chratze\b`, `chratze`},
	{`^chratze$`, `serves chratze serve`},
	{`^chratze serve`, `serves chratze serve`},
	{`^serves chratze serve --check$`, `chratze serve --check --addr 127.0.0.1:0`},
	{`https?://karten\.example/?#7K2M-?9XAB`, `@SERVER/#@CODE`},
	{`https?://(karten\.example|localhost:8080)/t/[^\s']+`, `@LINK`},
	{`https?://(karten\.example|localhost:8080|127\.0\.0\.1:8080)`, `@SERVER`},
	{`--token T\b`, `--token none`}, // as startServer has it
	{`\b7K2M-?9XAB\b`, `@CODE`},
	{`^make ([a-z]+)`, `make -n -C @ROOT $1`},
	{`^(go run ./internal/[^>]*)`, `(cd @ROOT && $1) `},
	{`(^|[\s="'>])/(etc|usr|var)/`, `$1@DIR/root/$2/`},
	{`^chratze health.*`, `chratze health --addr @HOST`},
	{`^(chratze admin (?:close|scrub)) 17\b`, `$1 1`},
}

// outside is what no command of this test may reach: a table has to excuse it.
const outside = `(^|[\s="'>])/(etc|usr|var|opt|root|home|srv|dev/sd)\b|\b(sudo|systemctl|apt|apt-get|docker|podman|brew|rm)\s|\bgit (push|clone)`

// asCommand are texts that the program reads: blocks that begin so are put into text.txt.
//
//lattice:table
var asCommand = []struct{ page, begins, run string }{
	{"docs/kasse.md", "kasse 1\n", "chratze kasse text.txt"},
	{"docs/kasse.md", "kasse 2\n", "chratze kasse text.txt"},
}

// given are files that the reader of a page is supposed to have: their text, or a command
// that makes them. The first that fits counts.
//
//lattice:table
var given = []struct {
	page, file, make string
	text             func(*testing.T) string
}{
	{"*", "evening.txt", "", eveningAtTheTable},
	{"*", "evening.jsonl", "", provenEvening},
	{"*", "my-view.jsonl", "", provenView},
	{"*", "numbers.jsonl", "", provenNotes},
	{"*", "my-numbers.jsonl", "", provenNotes},
	{"*", "hands.jsonl", "", namedHands},
	{"*", "deal.txt", "chratze sim --hands 3 --history - 2>/dev/null | chratze replay - --hand 3 --deal >deal.txt", nil},
	{"*", "wednesday.toml", "printf 'preset = \"chratze\"\\nante = 50\\n' >wednesday.toml", nil},
	{"*", "bot.py", "chratze bot new python bot.py", nil},
	{"*", "./mybot", "chratze bot new go source/main.go && go build -o mybot source/main.go", nil},
	{"templates/gobot/main.go", "main.go", "chratze bot new go main.go", nil},
	{"chratze bot validate --help", "question-1.jsonl", wrongBot + "chratze bot validate --hands 1 --presets zwicken -- sh wrong.sh || true", nil},
	{"chratze chart --help", "mine.json", `sed 's/^{/{"rules":"zwicken",/' @ROOT/internal/page/chartpage/testdata/small.json >mine.json`, nil},
	{"docs/operations.md", "deploy/", "ln -s @ROOT/deploy deploy && cp $(command -v chratze) chratze", nil},
	{"chratze admin* --help", "chratze admin", aTable, nil},
	{"chratze backup --help", "chratze backup", aTable + "; mkdir evening; cp data/chratze/chratze.db evening", nil},
	{"chratze restore --help", "chratze restore", aTable + "; mkdir evening; cp data/chratze/chratze.db evening; chratze backup chratze-2026-12-24.db; cp chratze-2026-12-24.db root/var/backups/chratze.db; rm -r data", nil},
}

// wrongBot writes a bot that answers what isn't JSON; aTable makes a table in the server's
// data directory, at which Vreni sits.
const (
	wrongBot = `printf 'while read line; do case $line in *hello*) echo "{\\"t\\":\\"ready\\"}";; *act*) echo "I open";; *quit*) exit;; esac; done' > wrong.sh; `
	aTable   = `THEN='curl -fsS "$URL/api/tables" -H "Content-Type: application/json" -d "{\"name\":\"Vreni\",\"rules\":{\"preset\":\"chratze\"},\"chairs\":4}"' serves chratze serve`
)

// times are patterns, of lines in which special characters are quoted, for what is
// different each time.
//
//lattice:table
var times = []struct{ page, quoted, is string }{
	{"*", `in [0-9]+ ms`, `in [0-9]+ ms`},
	{"*", `( ± [0-9\\.]+ +[0-9]+) +[0-9\\.]+ +[0-9\\.]+$`, `$1\s+[0-9.]+\s+[0-9.]+`},
	{"docs/writing-a-bot.md", `^(chratze +159 +)[0-9\\.]+`, `$1[0-9.]+`},
}

// eveningAtTheTable is an evening at the cash desk.
func eveningAtTheTable(*testing.T) string {
	return "seats anna beat carl dora dealer dora\nanna 2! beat 1 carl 1\n"
}

// namedHands are a few hands of people with names.
func namedHands(t *testing.T) string {
	return strings.ReplaceAll(provenEvening(t), `"seats":4,`, `"seats":4,"names":["You","Anna","Beat","Carl"],`)
}

// provenEvening is a sitting that an honest server has dealt, as the file it hands out.
func provenEvening(t *testing.T) string { return provenLines(t, -1) }

// provenView is the same as seat 2 has it.
func provenView(t *testing.T) string { return provenLines(t, 2) }

// provenNotes are the numbers that the program of chair 2 has kept of it.
func provenNotes(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(provenView(t)), "\n") {
		h, err := history.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		p := proofOf(t, h)
		b.WriteString(report.JSON(fair.Note{Sitting: p.Sitting, Number: p.Number, Promise: p.Promise, Chair: 2, Nonce: p.Nonces[2].Text, Sent: true, Given: true, Played: true}))
	}
	return b.String()
}

func provenLines(t *testing.T, seat int) string {
	t.Helper()
	var start rams.Start
	var b strings.Builder
	for number := 1; number <= 3; number++ {
		p := prove(t, variant.Default(), number, start, nil)
		start = p.record.Result().Next
		h := p.full
		if seat >= 0 {
			h = p.views[seat]
		}
		b.WriteString(h.String() + "\n")
	}
	return b.String()
}
