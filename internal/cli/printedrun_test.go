package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
)

// walk goes through one page.
type walk struct {
	*printed
	t         *testing.T
	dir, name string
	code      string          // of a table at the server, when it is needed
	link      string          // of a chair at it
	laid      map[string]bool // of the table given
	before    string          // the commands so far
	ran, not  []string
	shown     int
}

// fits reports whether an entry of a table is about this page: its name, or a pattern.
func fits(pattern, page string) bool {
	ok, err := path.Match(pattern, page)
	return err == nil && ok || pattern == page || pattern == "*"
}

// excuses reports whether the table of what isn't run has a text, without using it.
func (w *walk) excuses(text string) bool {
	for _, e := range notRun {
		if fits(e.page, w.name) && strings.Contains(text, e.has) {
			return true
		}
	}
	return false
}

// excused reports whether something is in the table of what isn't run.
func (w *walk) excused(at, text string) bool {
	for _, e := range notRun {
		if fits(e.page, w.name) && strings.Contains(text, e.has) {
			w.use(e.page + e.has)
			first, _, _ := strings.Cut(text, "\n")
			w.not = append(w.not, fmt.Sprintf("  %s: %s: %s", at, first, e.why))
			return true
		}
	}
	return false
}

// block runs what is between two fences.
func (w *walk) block(b *printedBlock) {
	switch b.lang {
	case "sh", "console", "bash", "shell":
		if !b.prose || w.typed(b) {
			w.commands(b)
		}
		return
	}
	for _, e := range asCommand {
		if fits(e.page, w.name) && strings.HasPrefix(b.text(), e.begins) {
			w.write("text.txt", b.text())
			w.script(b, []*printedCommand{{at: b.at(0), text: e.begins, run: e.run}})
			return
		}
	}
	if w.excused(b.at(0), "```"+b.lang+"\n"+b.text()) {
		return
	}
	switch b.lang {
	case "go":
		w.goProgram(b)
	case "python":
		w.write("block.py", b.text())
		w.script(b, []*printedCommand{{at: b.at(0), text: "python", run: "python3 block.py"}})
	case "toml":
		w.write("text.toml", b.text())
		w.script(b, []*printedCommand{{at: b.at(0), text: "toml", run: "chratze rules ./text.toml"}})
	case "json", "jsonl":
		w.json(b)
	default:
		w.t.Errorf("%s: this block of %q is neither run nor excused: say in the table notRun (printedtable_test.go) why, for {page: %q, has: %q}, or for all such blocks of the page with has: \"```%s\\n\"",
			b.at(0), b.lang, w.name, b.lines[0], b.lang)
	}
}

func (w *walk) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// places are what a reader has to fill in: FILE, N, and what is left out.
var places = regexp.MustCompile(`(^|[ =,])[A-Z]+([ ,]|$)|…`)

// typed reports whether a command in running text is run. What names a command or a flag,
// or has places to fill in, is not, but its command and flags must exist.
func (w *walk) typed(b *printedBlock) bool {
	command := b.lines[0]
	words := strings.Fields(regexp.MustCompile(`[|>].*`).ReplaceAllString(command, ""))
	root := newRoot(&shell.Shell{Catalogue: locale.New(), Lang: "en"})
	cmd, rest, err := root.Find(words[1:])
	if err != nil || cmd == root {
		w.t.Errorf("%s: %s: there is no such command (%v)", b.at(0), command, err)
		return false
	}
	names := len(rest) == 0
	for _, word := range rest {
		flag, isFlag := strings.CutPrefix(word, "--")
		flag, _, hasValue := strings.Cut(flag, "=")
		names = isFlag && flag == "help"
		if !isFlag || names || flag == "" {
			continue
		}
		f := cmd.Flag(flag)
		if f == nil {
			w.t.Errorf("%s: %s: there is no flag --%s", b.at(0), command, flag)
			return false
		}
		names = f.NoOptDefVal == "" && !hasValue // and its value comes next, or it doesn't
	}
	why := ""
	switch {
	case names:
		why = "names a command or a flag, which there is"
	case places.MatchString(command):
		why = "has places to fill in; its flags exist"
	default:
		return true
	}
	w.not = append(w.not, fmt.Sprintf("  %s: %s: %s", b.at(0), command, why))
	return false
}

// parses looks whether there are the commands of a line, and whether they take its flags with their values.
func (w *walk) parses(c *printedCommand) {
	w.t.Helper()
	why := "another program's"
	for part := range strings.SplitSeq(c.text, "|") {
		words := strings.Fields(regexp.MustCompile(`[>;&].*`).ReplaceAllString(part, ""))
		if len(words) == 0 || words[0] != "chratze" {
			continue
		}
		root := newRoot(&shell.Shell{Catalogue: locale.New(), Lang: "en"})
		cmd, rest, err := root.Find(words[1:])
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err != nil {
			w.t.Errorf("%s: %s: %v", c.at, c.text, err)
		}
		why = "its command and flags exist"
	}
	w.not = append(w.not, fmt.Sprintf("  %s: %s: with CHRATZE_VERIFY=1: %s", c.at, c.text, why))
}

// commands runs the commands of a block in one shell.
func (w *walk) commands(b *printedBlock) {
	var list []*printedCommand
	for _, c := range b.commands() {
		if !w.full && strings.HasSuffix(w.name, " --help") && !w.excuses(c.text) {
			w.parses(c)
			continue
		}
		if w.excused(c.at, c.text) {
			continue
		}
		c.run = w.here(c)
		if regexp.MustCompile(outside).MatchString(c.run) {
			w.t.Errorf("%s: a test doesn't run what may change the machine: say in the table notRun (printedtable_test.go) why, or send it elsewhere\n%s", c.at, c.run)
			continue
		}
		w.before += c.text + "\n"
		w.lay(c)
		list = append(list, c)
	}
	w.script(b, list)
}

// here rewrites a command for this test: smaller numbers, a server that there is.
func (w *walk) here(c *printedCommand) string {
	run := c.text
	for _, e := range smaller {
		if w.full || e.unless != "" && strings.Contains(run, e.unless) {
			continue
		}
		if next := regexp.MustCompile(e.was).ReplaceAllString(run, e.is); next != run {
			w.use(e.was)
			run, c.less = next, true
		}
	}
	for _, e := range elsewhere {
		run = regexp.MustCompile(e.was).ReplaceAllString(run, e.is)
	}
	if strings.Contains(run, "@CODE") || strings.Contains(run, "@LINK") {
		w.table()
	}
	return strings.NewReplacer("@SERVER", w.base, "@CODE", w.code, "@LINK", w.link, "@ROOT", w.root, "@DIR", w.dir, "@HOST", strings.TrimPrefix(w.base, "http://")).Replace(run)
}

// table makes a table at the server.
func (w *walk) table() {
	w.t.Helper()
	s := serving{base: w.base}
	table := s.post(w.t, "/api/tables", `{"name":"Host","rules":{"preset":"chratze"},"chairs":7}`)
	w.code, _ = table["code"].(string)
	w.link, _ = table["link"].(string)
}

// lay lays files down that a command wants to read and that the reader is supposed to
// have: see the table given.
func (w *walk) lay(c *printedCommand) {
	for _, e := range given {
		if !fits(e.page, w.name) || !strings.Contains(c.text, e.file) || creates(e.file).MatchString(w.before) {
			continue
		}
		if key := "given " + e.page + e.file; w.laid[key] {
			continue
		} else {
			w.use(key)
			w.laid[key] = true
		}
		if e.text != nil {
			w.write(e.file, e.text(w.t))
			continue
		}
		if out, err := w.shell(strings.ReplaceAll(e.make, "@ROOT", w.root)); err != nil {
			w.t.Fatalf("%s for %s: %v\n%s", e.file, w.name, err, out)
		}
	}
}

// creates is a pattern of commands that write a file.
func creates(file string) *regexp.Regexp {
	pattern := `(>|--out|--history|--enter|--html|--svg|--checkpoint|-o|bot new \w+) *` + regexp.QuoteMeta(file) + `\b`
	if file == "bot.py" {
		pattern += `|(?m)bot new python$`
	}
	return regexp.MustCompile(pattern)
}

// prelude defines the server that stops when it has answered.
const prelude = `serves() {
	: >served # of the server before: the one in the background empties it when it gets to it
	"$@" --addr 127.0.0.1:0 --qr=false >served 2>serving &
	for i in $(seq 6000); do
		[ -s served ] && break
		kill -0 $! 2>/dev/null || { cat serving >&2; return 1; }
		sleep 0.02
	done
	URL=$(head -n 1 served)
	curl -fsS "$URL/" >/dev/null && eval "${THEN:-}" || {
		kill $!
		return 1
	}
	kill -TERM $!
	wait $!
}
`

// shell runs a script in the page's folder.
func (w *walk) shell(script string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Hour) // a hang, not a measurement
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", prelude+script)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "PATH="+w.path, "HOME="+w.dir, "XDG_DATA_HOME="+filepath.Join(w.dir, "data"), "LC_ALL=C.UTF-8", "TERM=dumb", "USER=reader",
		"PYTHONPATH="+filepath.Join(w.root, "python"), "PYTHONDONTWRITEBYTECODE=1", "PYENV_ROOT="+os.Getenv("PYENV_ROOT"))
	cmd.Env = append(cmd.Env, goEnv()...)
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// goEnv are settings of the go command, which a folder of its own as HOME would change.
var goEnv = sync.OnceValue(func() (env []string) {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPATH"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		panic(err) // needs has looked for it
	}
	for i, value := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		env = append(env, names[i]+"="+value)
	}
	return env
})

// script runs commands in one shell, one after the other, and looks at what each has said.
func (w *walk) script(b *printedBlock, list []*printedCommand) {
	w.t.Helper()
	if len(list) == 0 {
		return
	}
	var s strings.Builder
	for i, c := range list {
		fmt.Fprintf(&s, "{ %s\n} >\"$OLD/out.%d\" 2>\"$OLD/err.%d\" </dev/null; echo $? >\"$OLD/code.%d\"\n", c.run, i, i, i)
	}
	said := w.t.TempDir()
	if out, err := w.shell("OLD='" + said + "'\n" + s.String()); err != nil {
		w.t.Errorf("%s: %v\n%s", b.at(0), err, out)
		return
	}
	for i, c := range list {
		read := func(name string) string {
			text, err := os.ReadFile(filepath.Join(said, name+"."+strconv.Itoa(i)))
			if err != nil {
				w.t.Errorf("%s: it was not run", c.at)
			}
			return string(text)
		}
		out, errs := read("out"), read("err")
		if code := strings.TrimSpace(read("code")); code != "0" {
			w.t.Errorf("%s: a printed command ends with exit code %s\n%s\nrun as\n%s\nMend it, or say in the table notRun (printedtable_test.go) why it can't be run.\n%s%s", c.at, code, c.text, c.run, out, errs)
			continue
		}
		w.compare(c, out+"\n"+errs)
		w.ran = append(w.ran, c.at+" "+c.run)
	}
}

// compare looks for the lines that a page shows in what was said, in the same order. "…"
// stands for anything; a blank for any blanks; times are any times, and in a command run
// with smaller numbers all numbers are.
func (w *walk) compare(c *printedCommand, said string) {
	w.t.Helper()
	left := strings.Split(said, "\n")
	for _, line := range c.shown {
		pattern := regexp.QuoteMeta(line)
		for _, e := range times {
			if fits(e.page, w.name) && !c.less {
				pattern = regexp.MustCompile(e.quoted).ReplaceAllString(pattern, e.is)
			}
		}
		if c.less {
			pattern = regexp.MustCompile(`(\\?[-+])?[0-9][0-9,]*(\\\.[0-9]+)?`).ReplaceAllString(pattern, `[-+]?[0-9.,]+`)
		}
		pattern = strings.ReplaceAll(regexp.MustCompile(` +`).ReplaceAllString(pattern, ` +`), "…", ".*")
		re := regexp.MustCompile(`^\s*` + pattern + `\s*$`)
		at := slices.IndexFunc(left, re.MatchString)
		if at < 0 {
			w.t.Errorf("%s: the page shows\n%s\nbut that doesn't come, or not at that place; what came is\n%s", c.at, line, said)
			return
		}
		left = left[at+1:]
		w.shown++
	}
}

// json reads every value of a block; "…" stands for what is left out.
func (w *walk) json(b *printedBlock) {
	w.t.Helper()
	text := elided(b.text())
	d := json.NewDecoder(strings.NewReader(text))
	for {
		var value any
		if err := d.Decode(&value); err == io.EOF {
			w.ran = append(w.ran, b.at(0)+" json")
			return
		} else if err != nil {
			w.t.Errorf("%s: what is printed as JSON is none: %v", b.at(0), err)
			return
		}
	}
}

// elided takes "…" out of JSON, with the comma that is too much.
func elided(text string) string {
	var b strings.Builder
	inString, escaped := false, false
	for _, r := range text {
		switch {
		case escaped:
			escaped = false
		case inString && r == '\\':
			escaped = true
		case r == '"':
			inString = !inString
		case r == '…' && !inString:
			continue
		}
		b.WriteRune(r)
	}
	text = regexp.MustCompile(`,(\s*,)+`).ReplaceAllString(b.String(), ",")
	text = regexp.MustCompile(`([{\[])\s*,`).ReplaceAllString(text, "$1")
	return regexp.MustCompile(`,\s*([}\]])`).ReplaceAllString(text, "$1")
}

// goProgram compiles and runs a block of Go: a whole file, or the inside of main, for which
// the imports are found by the names of the packages.
func (w *walk) goProgram(b *printedBlock) {
	w.t.Helper()
	source := b.text()
	if !regexp.MustCompile(`(?m)^package `).MatchString(source) {
		source = inMain(w.t, b, w.module())
	}
	w.write("block.go", source)
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(w.root, "cmd", "printedblock", "main.go"): filepath.Join(w.dir, "block.go")}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.write("overlay.json", string(overlay))
	run := fmt.Sprintf("(cd '%s' && go build -overlay '%s/overlay.json' -o '%s/block' ./cmd/printedblock) && ./block", w.root, w.dir, w.dir)
	w.script(b, []*printedCommand{{at: b.at(0), text: b.text(), run: run}})
}

// module returns the path of this module.
func (w *walk) module() string {
	return strings.TrimPrefix(linesOf(filepath.Join(w.root, "go.mod"))[0], "module ")
}

// inMain makes a program of what is printed: it stands in main, is given its imports, and
// variables may stay unused.
func inMain(t *testing.T, b *printedBlock, module string) string {
	t.Helper()
	body := b.text()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, b.page, "package main\nfunc main() {\n"+body+"\n}\n", 0)
	if err != nil {
		t.Fatalf("%s: the block of Go can't be read: %v", b.at(0), err)
	}
	imports := map[string]bool{}
	names := ""
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && id.Obj == nil {
				imports[id.Name] = true
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if id, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE && id.Name != "_" && slices.Contains(f.Decls[0].(*ast.FuncDecl).Body.List, ast.Stmt(n)) {
					names += "_ = " + id.Name + "\n"
				}
			}
		}
		return true
	})
	head := "package main\n"
	for name := range imports {
		switch name {
		case "fmt", "log", "os", "io", "strings", "slices", "context", "errors", "bufio":
			head += fmt.Sprintf("import %q\n", name)
		case "policy", "search", "odds":
			head += fmt.Sprintf("import %q\n", module+"/bot/"+name)
		default:
			head += fmt.Sprintf("import %q\n", module+"/"+name)
		}
	}
	return head + "func main() {\n" + body + "\n" + names + "}\n"
}
