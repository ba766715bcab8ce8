package cli

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
)

// printedBlock is what stands between two fences of a page, or the examples of a
// command's help.
type printedBlock struct {
	page  string // "docs/arena.md", "chratze sim --help"
	line  int    // of its first line
	lang  string // "sh"
	lines []string
	prose bool // between backticks in running text
}

func (b *printedBlock) text() string { return strings.Join(b.lines, "\n") + "\n" }
func (b *printedBlock) at(i int) string {
	return fmt.Sprintf("%s:%d", b.page, b.line+i)
}

// printedCommand is a command of a block, and what the page shows of its output.
type printedCommand struct {
	at    string // page and line
	text  string // as it is printed
	run   string // as it is run here
	shown []string
	less  bool // with smaller numbers than printed
}

// fence is the line that begins or ends a block, perhaps inside a list.
var fence = regexp.MustCompile("^( *)```([a-z]*).*$")

// printedPages returns the blocks of all pages, templates and help texts, by page.
func printedPages(t *testing.T, root string) map[string][]printedBlock {
	t.Helper()
	pages := map[string][]printedBlock{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (name != "." && strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "node_modules", "dist", "bin", "internal"}, d.Name())) {
			return fs.SkipDir
		}
		if name == "CHANGELOG.md" || path.Ext(name) != ".md" && !strings.HasPrefix(name, "templates/") || d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		blocks := fenced(name, string(text))
		if path.Ext(name) != ".md" {
			blocks = commented(name, string(text))
		}
		if len(blocks) > 0 {
			pages[name] = blocks
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	help(t, newRoot(&shell.Shell{Catalogue: locale.New(), Lang: "en"}), pages)
	return pages
}

// inline is a command in running text; row a row of a table whose last column is one.
var (
	inline = regexp.MustCompile("`(chratze [a-z][^`]*)`")
	row    = regexp.MustCompile("^\\|.*\\| " + inline.String() + " \\|$")
)

// fenced returns the blocks of a page of Markdown, and the commands in its tables and its
// running text.
func fenced(page, text string) (blocks []printedBlock) {
	var b *printedBlock
	indent := ""
	for i, line := range strings.Split(text, "\n") {
		switch m := fence.FindStringSubmatch(line); {
		case m != nil && b == nil:
			indent = m[1]
			b = &printedBlock{page: page, line: i + 2, lang: m[2]}
		case m != nil:
			blocks = append(blocks, *b)
			b = nil
		case b != nil:
			b.lines = append(b.lines, strings.TrimPrefix(line, indent))
		default:
			for _, command := range inline.FindAllStringSubmatch(line, -1) {
				blocks = append(blocks, printedBlock{page: page, line: i + 1, lang: "sh", lines: command[1:], prose: !row.MatchString(line)})
			}
		}
	}
	return blocks
}

// commented returns the commands in the comment at the beginning of a template: its
// indented lines.
func commented(page, text string) (blocks []printedBlock) {
	head := regexp.MustCompile(`(?s)\A(?:(//.*?)\npackage |(?:#[^\n]*\n|\n)*"""(.*?)"""|((?:(?://|#|\*)[^\n]*\n)+))`).FindStringSubmatch(text)
	if head == nil {
		return nil
	}
	b := printedBlock{page: page, line: 1, lang: "sh"}
	for line := range strings.Lines(head[1] + head[2] + head[3]) {
		if command := regexp.MustCompile(`^(?://|#|\*)?(?:\t| {4})\s*(.*)\n?$`).FindStringSubmatch(line); command != nil {
			b.lines = append(b.lines, command[1])
		}
	}
	if len(b.lines) == 0 {
		return nil
	}
	return []printedBlock{b}
}

// help adds the examples of a command and of those below it. Every command has some.
func help(t *testing.T, cmd *cobra.Command, pages map[string][]printedBlock) {
	if cmd.Example == "" {
		t.Errorf("the help of %s has no example", cmd.CommandPath())
	} else {
		b := printedBlock{page: cmd.CommandPath() + " --help", line: 1, lang: "sh"}
		for line := range strings.Lines(cmd.Example) {
			b.lines = append(b.lines, strings.TrimSpace(line))
		}
		pages[b.page] = []printedBlock{b}
	}
	for _, sub := range cmd.Commands() {
		help(t, sub, pages)
	}
}

// commands returns the commands of a block. If some of its lines begin with "$ ", those
// are the commands, and what is between them is what they show; else each line is one.
func (b *printedBlock) commands() (list []*printedCommand) {
	prompts := slices.ContainsFunc(b.lines, func(line string) bool { return strings.HasPrefix(line, "$ ") })
	for i := 0; i < len(b.lines); i++ {
		line := strings.TrimSpace(b.lines[i])
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case prompts && !isCommand:
			if len(list) > 0 && line != "…" {
				list[len(list)-1].shown = append(list[len(list)-1].shown, line)
			}
		default:
			c := &printedCommand{at: b.at(i), text: command}
			for strings.HasSuffix(c.text, `\`) && i+1 < len(b.lines) {
				i++
				c.text = strings.TrimSuffix(c.text, `\`) + " " + strings.TrimSpace(b.lines[i])
			}
			c.text = strings.TrimSpace(comment.ReplaceAllString(c.text, ""))
			list = append(list, c)
		}
	}
	return list
}

// comment is what a command has behind it.
var comment = regexp.MustCompile(`\s{2,}#.*$|\s#\s.*$`)

// printed is the test of everything that is printed.
type printed struct {
	root string
	base string // of a server for those who want one
	full bool   // with the numbers that are printed
	path string // PATH

	mu    sync.Mutex
	used  map[string]bool // entries of tables
	ran   []string
	shown int // lines compared
	not   []string
}

func (p *printed) use(entry string) {
	p.mu.Lock()
	p.used[entry] = true
	p.mu.Unlock()
}

func (p *printed) done(ran, not []string, shown int) {
	p.mu.Lock()
	p.ran, p.not = append(p.ran, ran...), append(p.not, not...)
	p.shown += shown
	p.mu.Unlock()
}

// TestPrinted runs everything that is printed in a page, a template or a help text, one
// page after the other, each in a clean folder: commands, programs in Go and Python,
// texts that the program reads. What is not run is in a table with the reason; what takes
// long is run with smaller numbers by the rules of a table, except with CHRATZE_VERIFY=1.
// Where a page shows what comes out, just that has to come out.
func TestPrinted(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sh", "curl", "python3", "go"} {
		needs(t, name)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	p := &printed{root: root, full: os.Getenv("CHRATZE_VERIFY") != "", used: map[string]bool{}}
	p.base = startServer(t, t.TempDir()).base
	python, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Fatal(err)
	}
	p.path = filepath.Dir(string(python)) + string(os.PathListSeparator) + os.Getenv("PATH") // not by a script that looks for it, which takes its time
	pages := printedPages(t, root)
	t.Run("pages", func(t *testing.T) {
		for name, blocks := range pages {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p.page(t, name, blocks)
			})
		}
	})
	if t.Failed() {
		return
	}
	var all []string
	for _, blocks := range pages {
		for i := range blocks {
			for _, c := range blocks[i].commands() {
				all = append(all, c.text)
			}
		}
	}
	for _, e := range notRun {
		for _, name := range regexp.MustCompile(`\bTest\w+`).FindAllString(e.why, -1) {
			if !p.has("func " + name + "(") {
				t.Errorf("the table notRun says of %s that %s looks after it, but there is no such test", e.page, name)
			}
		}
		if !p.used[e.page+e.has] {
			t.Errorf("the table notRun has %q of %s, but that is printed nowhere, or is run: delete the entry", e.has, e.page)
		}
	}
	for _, e := range smaller {
		if !slices.ContainsFunc(all, regexp.MustCompile(e.was).MatchString) {
			t.Errorf("the table smaller has %q, which fits nothing that is printed: delete the entry", e.was)
		}
	}
	for _, e := range given {
		if p.full && !p.used["given "+e.page+e.file] {
			t.Errorf("the table given has %s for %s, where nothing needs it: delete the entry", e.file, e.page)
		}
	}
	slices.Sort(p.not)
	t.Logf("ran %d commands, programs and texts of %d pages, compared %d lines of output; not run, with the reason: %d\n%s",
		len(p.ran), len(pages), p.shown, len(p.not), strings.Join(p.not, "\n"))
}

// has reports whether a test of the project has this text.
func (p *printed) has(text string) bool {
	found := false
	_ = fs.WalkDir(os.DirFS(p.root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || found || !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(filepath.Join(p.root, name))
		found = err == nil && strings.Contains(string(source), text)
		return nil
	}) // an error: it is not found
	return found
}

// page runs the blocks of a page in one folder, as a reader would.
func (p *printed) page(t *testing.T, name string, blocks []printedBlock) {
	dir := t.TempDir()
	for _, to := range []string{"root/etc/systemd/system", "root/etc/bash_completion.d", "root/usr/local/bin", "root/usr/local/share/zsh/site-functions", "root/var/backups", ".config/fish/completions"} {
		if err := os.MkdirAll(filepath.Join(dir, to), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	w := &walk{printed: p, t: t, dir: dir, name: name, laid: map[string]bool{}}
	for i := range blocks {
		w.block(&blocks[i])
	}
	p.done(w.ran, w.not, w.shown)
}

// linesOf reads a file of few lines.
func linesOf(file string) (list []string) {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // it was only read
	for s := bufio.NewScanner(f); s.Scan(); {
		list = append(list, s.Text())
	}
	return list
}
