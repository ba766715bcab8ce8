package web_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chratze/internal/table"
)

// nowhere is the address of no server: for modules that fetch nothing.
const nowhere = "http://127.0.0.1:1/"

// inNode returns the value of an expression, once its promise is kept. It may import modules of the pages that
// draw nothing; what they fetch the site at an address has. Node does in a tenth of a second what takes a window of
// a browser one, and make check runs it too.
func inNode[T any](t *testing.T, at, expression string) (v T) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("SKIPPED: there is no node: scripts/setup.sh installs it")
	}
	must(t, err)
	dir := t.TempDir()
	static, err := filepath.Abs("static")
	must(t, err)
	must(t, os.Symlink(static, filepath.Join(dir, "web")))
	page, err := os.ReadFile("testdata/page.mjs")
	must(t, err)
	script := string(page) + "\nimport {writeFileSync} from 'node:fs';\nwriteFileSync('value', JSON.stringify(await (" + strings.ReplaceAll(expression, "'/web/", "'./web/") + ") ?? null));\nprocess.exit();\n"
	must(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "test.js"), []byte(script), 0o600))
	cmd := exec.Command(node, "--preserve-symlinks", "--preserve-symlinks-main", "test.js") // so that package.json says what they are
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "SERVER="+at)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, bytes.TrimSpace(said))
	}
	data, err := os.ReadFile(filepath.Join(dir, "value"))
	must(t, err)
	must(t, json.Unmarshal(data, &v))
	return v
}

// TestDeckOfTable: a table has the pictures of its own deck, also where those of the first page arrive after it has asked.
func TestDeckOfTable(t *testing.T) {
	t.Parallel()
	there := inNode[[]string](t, nowhere, `import('/web/table/cards.js').then(async ({sheet, fetchSheets: sheets}) => {
		const there = [];
		let arrive;
		const late = new Promise((then) => { arrive = then; });
		Object.assign(document, {adoptNode: (root) => root, querySelectorAll: () => [], querySelector: () => null});
		document.documentElement.append = (root) => there.push(root.dataset.sheet);
		globalThis.DOMParser = class { parseFromString() { return {documentElement: {dataset: {}, setAttribute() {}}}; } };
		globalThis.fetch = async (address) => {
			if (address.includes('swiss')) await late;
			return {ok: true, text: () => ''};
		};
		const first = sheet('swiss');
		await sheets('german');
		arrive();
		await first;
		return there.sort();
	})`)
	if got := strings.Join(there, " "); got != "coins german" {
		t.Errorf("a table with German cards has the pictures %s", got)
	}
}

// TestLongestLine: what the pages let people type of chat and notes, the server keeps whole.
func TestLongestLine(t *testing.T) {
	t.Parallel()
	if got := inNode[int](t, nowhere, `import('/web/lib/request.js').then((m) => m.longest)`); got != table.MaxLine {
		t.Errorf("people can type %d letters, the server keeps %d", got, table.MaxLine)
	}
}
