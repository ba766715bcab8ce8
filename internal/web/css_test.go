package web_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// keptRules compares the blocks of a sheet, as they are written, with the rules the browser keeps
// of it, and says where they part. Rules for another browser's own elements are left out.
const keptRules = `(() => {
	const text = SHEET.replace(/\/\*[^]*?\*\//g, ' ').replace(/"[^"\n]*"/g, '""');
	const written = [];
	let depth = 0, from = 0;
	for (let i = 0; i < text.length; i++) {
		if (!'{};'.includes(text[i])) continue;
		if (text[i] === '{') written.push(text.slice(from, i).trim().replace(/\s+/g, ' '));
		depth += {'{': 1, '}': -1, ';': 0}[text[i]];
		if (depth < 0) return 'a block is closed that was not opened, after ' + written.at(-1);
		from = i + 1;
	}
	if (depth) return depth + ' blocks are not closed';
	const kept = [], sheet = new CSSStyleSheet();
	const walk = (rules) => { for (const r of rules) { if (!(r instanceof CSSNestedDeclarations)) kept.push(r.selectorText ?? r.keyText ?? r.cssText.split('{')[0].trim()); walk(r.cssRules ?? []); } };
	sheet.replaceSync(SHEET);
	walk(sheet.cssRules);
	const ours = written.filter((w) => !w.includes('::-moz-'));
	const start = (s) => s.replace(/[^\w.#@]/g, '').slice(0, 4).toLowerCase();
	const at = ours.findIndex((w, i) => !kept[i] || (!/^(from|to|\d)/.test(w) && start(w) !== start(kept[i])));
	return ours.length === kept.length ? '' : 'written ' + ours.length + ', kept ' + kept.length + ': about ' + ours[at];
})()`

// TestSheetsAreWhole: no style sheet holds the marks of a conflict or an open block, each rule has a
// line of its own, and the browser throws no rule away.
func TestSheetsAreWhole(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := open(t, 1)
	p := newTab(t, s, phone, "")
	p.visit(s.http.URL)
	sheets := 0
	err := fs.WalkDir(os.DirFS("static"), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".css") {
			return err
		}
		sheets++
		data, err := fs.ReadFile(os.DirFS("static"), name)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(data), "\n") {
			if strings.HasPrefix(line, "<<<<<<<") || strings.HasPrefix(line, "=======") || strings.HasPrefix(line, ">>>>>>>") {
				t.Errorf("%s:%d: the mark of a conflict", name, i+1)
			}
			if strings.Count(line, "}") > 1 {
				t.Errorf("%s:%d: more than one rule", name, i+1)
			}
		}
		text, err := json.Marshal(string(data))
		if err != nil {
			return err
		}
		if fault := eval[string](p, "window.SHEET = "+string(text)+", "+keptRules); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if sheets < 5 {
		t.Errorf("only %d sheets were found", sheets)
	}
}
