package web_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/internal/web"
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
	const walk = (rules) => { for (const r of rules) { if (!(r instanceof CSSNestedDeclarations || r instanceof CSSLayerStatementRule)) kept.push(r.selectorText ?? r.keyText ?? r.cssText.split('{')[0].trim()); walk(r.cssRules ?? []); } };
	sheet.replaceSync(SHEET);
	walk(sheet.cssRules);
	const ours = written.filter((w) => !w.includes('::-moz-'));
	const start = (s) => s.replace(/[^\w.#@]/g, '').slice(0, 4).toLowerCase();
	const at = ours.findIndex((w, i) => !kept[i] || (!/^(from|to|\d)/.test(w) && start(w) !== start(kept[i])));
	return ours.length === kept.length ? '' : 'written ' + ours.length + ', kept ' + kept.length + ': about ' + ours[at];
})()`

// TestSheetsAreWhole: no style sheet holds the marks of a conflict or an open block, each rule and
// declaration has a line of its own, and the browser throws no rule away.
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
			line, _, _ = strings.Cut(line, "/*")
			if name != "cards/cards.css" && strings.Count(line, "}")+strings.Count(line, ";") > 1 {
				t.Errorf("%s:%d: more than one rule or declaration", name, i+1)
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

// roomRoots are the classes and names below which a page's own sheets may style what others style, too. The sheets of app and
// table are the ground of all pages.
var roomRoots = map[string]*regexp.Regexp{
	"replay": regexp.MustCompile(`^(:where\(\.replay\)|\.replay|#player|#filepicker)`),
	"rules":  regexp.MustCompile(`^(\.rules|\.rulebox|\.words|body:has\(> \.rules|:root\S* \.rules)`),
	"learn":  regexp.MustCompile(`^(:where\(\.(lesson|puzzle)\)|\.learn|\.lesson|\.puzzle|#teacher|#answer|body\.learn|\[data-sheet)`),
	"start":  regexp.MustCompile(`^(:where\(#start\)|#start|body\.start|#round)`),
}

// documentClasses are those of the whole document: large letters, no motion.
var documentClasses = []string{"tight", "still"}

// sharedClasses are styled by two rooms on purpose.
//
//lattice:table
var sharedClasses = map[string]string{
	"fan":   "the lessons' page has the three cards of the first page",
	"bare":  "a page with nothing on it, and a replay without a hand",
	"sheet": "the drawings that a page carries",
}

// styled returns the selectors of a sheet, each with those it is nested in.
func styled(text string) (selectors []string) {
	text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(text, " ")
	text = regexp.MustCompile(`"[^"\n]*"`).ReplaceAllString(text, `""`)
	var open []string
	from := 0
	for i, c := range text {
		switch c {
		case '{':
			open = append(open, strings.TrimSpace(text[from:i]))
			var path []string
			for _, s := range open {
				if !strings.HasPrefix(s, "@") {
					path = append(path, s)
				}
			}
			if len(path) > 0 {
				selectors = append(selectors, strings.Join(path, " "))
			}
		case '}':
			open = open[:len(open)-1]
		}
		if strings.ContainsRune("{};", c) {
			from = i + 1
		}
	}
	return selectors
}

// wallFaults returns the rules of a page's own sheets that reach what another room styles, too. The cash desk has a sheet of its own and no other.
func wallFaults(sheets map[string]string) (faults []string) {
	class := regexp.MustCompile(`\.([a-zA-Z][\w-]*)`)
	rooms := map[string]map[string]bool{} // by class
	each := func(do func(name, room, selector, class string)) {
		for _, name := range slices.Sorted(maps.Keys(sheets)) {
			room, _, _ := strings.Cut(name, "/")
			for _, selector := range styled(sheets[name]) {
				for _, m := range class.FindAllStringSubmatch(selector, -1) {
					do(name, room, selector, m[1])
				}
			}
		}
	}
	each(func(_, room, _, class string) {
		if rooms[class] == nil {
			rooms[class] = map[string]bool{}
		}
		rooms[class][room] = true
	})
	each(func(name, room, selector, class string) {
		root := roomRoots[room]
		for _, state := range documentClasses {
			selector = strings.TrimPrefix(selector, "."+state+" ")
		}
		if root == nil || root.MatchString(selector) || len(rooms[class]) < 2 || slices.Contains(documentClasses, class) || sharedClasses[class] != "" {
			return
		}
		faults = append(faults, name+": "+selector+": "+class)
	})
	return faults
}

// TestWalls: a page's own sheet leaves alone what the sheets of other rooms style: it names its room, or the class is its own.
func TestWalls(t *testing.T) {
	t.Parallel()
	sheets := map[string]string{}
	for name, text := range web.Sources() {
		if name = strings.TrimPrefix(name, "web/"); strings.HasSuffix(name, ".css") && !strings.HasPrefix(name, "kasse/") {
			sheets[name] = string(text)
		}
	}
	if len(sheets) < 8 {
		t.Errorf("only %d sheets were found", len(sheets))
	}
	for _, fault := range wallFaults(sheets) {
		t.Errorf("%s is styled in another room, too: begin with this room's own class or name", fault)
	}
	planted := map[string]string{"table/a.css": ".row { top: 0 }", "rules/b.css": "@media print { .rules .row { top: 0 } }\n.row { top: 1px }"}
	if got := wallFaults(planted); !slices.Equal(got, []string{"rules/b.css: .row: row"}) {
		t.Errorf("of a planted fault it finds %q", got)
	}
}

// layerFaults returns what of a sheet lies in none of the layers that app/base.css puts in order, and what asks to win otherwise.
func layerFaults(sheets map[string]string) (faults []string) {
	order := regexp.MustCompile(`(?m)^@layer (.*);$`).FindStringSubmatch(sheets["app/base.css"])
	if order == nil {
		return []string{"app/base.css: no order of layers"}
	}
	layers := strings.Split(order[1], ", ")
	for _, name := range slices.Sorted(maps.Keys(sheets)) {
		text := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(sheets[name], "")
		if strings.Contains(text, "!important") {
			faults = append(faults, name+": !important")
		}
		depth, from := 0, 0
		for i, c := range text {
			switch c {
			case '{':
				layer, ok := strings.CutPrefix(strings.TrimSpace(text[from:i]), "@layer ")
				if depth++; depth == 1 && (!ok || !slices.Contains(layers, layer)) {
					faults = append(faults, name+": "+strings.TrimSpace(text[from:i]))
				}
			case '}':
				depth--
			}
			if strings.ContainsRune("{};", c) {
				from = i + 1
			}
		}
	}
	return faults
}

// TestLayers: each rule lies in a layer of the one order, where the layer decides and not the selector: no rule has to be
// important. The generated sheet of the cards only names colours that no other sheet names.
func TestLayers(t *testing.T) {
	t.Parallel()
	sheets := map[string]string{}
	for name, text := range web.Sources() {
		if name = strings.TrimPrefix(name, "web/"); strings.HasSuffix(name, ".css") && name != "cards/cards.css" {
			sheets[name] = string(text)
		}
	}
	if len(sheets) < 8 {
		t.Errorf("only %d sheets were found", len(sheets))
	}
	for _, fault := range layerFaults(sheets) {
		t.Errorf("%s: put it into a layer of app/base.css", fault)
	}
	planted := map[string]string{"app/base.css": "@layer base, room;\n@layer base { p { top: 0 } }", "a.css": "@layer room { p { top: 0 } }\np { top: 0 }\n@layer other { p { top: 0 !important } }"}
	if got, want := layerFaults(planted), []string{"a.css: !important", "a.css: p", "a.css: @layer other"}; !slices.Equal(got, want) {
		t.Errorf("of planted faults it finds %q, want %q", got, want)
	}
}

// anyHas is a :has of any element: a browser asks it of every ancestor of what has come or gone.
var anyHas = regexp.MustCompile(`(?m)(?:^|[\s>+~,]|:is\():has\(.*`)

// TestHasNamesItsElement: each :has says of which element. Three that didn't took a fifth of what drawing a table costs.
func TestHasNamesItsElement(t *testing.T) {
	t.Parallel()
	for name, text := range web.Sources() {
		if strings.HasSuffix(name, ".css") {
			for _, fault := range anyHas.FindAllString(string(text), -1) {
				t.Errorf("%s: %s", name, strings.TrimSpace(fault))
			}
		}
	}
	if got := anyHas.FindAllString("& :has(a) b {}\n.c:is(:has(d), :has(e)) {}\n&:has(f), .g:not(:has(h)) {}\n", -1); len(got) != 2 {
		t.Errorf("of two planted faults it finds %q", got)
	}
}
