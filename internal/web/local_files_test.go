package web_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// keepSaves lets a page put what it saves into window.saves, and not into a folder.
const keepSaves = `window.saves = []; URL.createObjectURL = (b) => { b.text().then((t) => saves.push(t)); return 'data:,'; }; addEventListener('click', (e) => { if (e.target.download) e.preventDefault(); }, true);`

// filing is a window in which files are saved and opened.
func filing(t *testing.T, s *site) *tab {
	t.Helper()
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en');`)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: keepSaves})
	return p
}

// savedFile is what a tap saves.
func (p *tab) savedFile(selector string) string {
	p.t.Helper()
	eval[any](p, `saves.length = 0`)
	p.tap(selector)
	p.wait(`saves.length`)
	return eval[string](p, `saves[0]`)
}

// giveFile chooses a file with these bytes in a field.
func (p *tab) giveFile(field, bytes string) {
	p.t.Helper()
	p.wait(`document.querySelector('` + field + `')`)
	eval[any](p, fmt.Sprintf(`((f) => {
		const data = new DataTransfer();
		data.items.add(new File([Uint8Array.from(atob('%s'), (c) => c.charCodeAt(0))], 'evening.jsonl'));
		f.files = data.files;
		f.dispatchEvent(new Event('change', {bubbles: true}));
		return 0;
	})(document.querySelector('%s'))`, base64.StdEncoding.EncodeToString([]byte(bytes)), field))
}

// openFile chooses a file in a field, and waits until the page says something that has words in it.
func (p *tab) openFile(field, text, says string) {
	p.t.Helper()
	p.giveFile("input[name="+field+"]", text)
	p.wait(`document.querySelector('.brought')`)
	if said := eval[string](p, `document.querySelector('.brought p').innerText`); !strings.Contains(said, says) {
		p.t.Errorf("of the file is said %q, want %q", said, says)
	}
}

// brought opens the replay and brings in a file.
func (p *tab) brought(s *site, text, says string) {
	p.t.Helper()
	p.visit(s.http.URL + "/replay")
	p.openFile("evening", text, says)
}

// handsOf are the hands of an evening, as the page exports them.
func (p *tab) handsOf(table string) string {
	return eval[string](p, `import('/web/local/answer.js').then((m) => m.reach('/api/seat/`+table+`/hands')).then((r) => r.text())`)
}

// finish plays a hand to its end.
func (p *tab) finish() {
	p.t.Helper()
	for p.ready(); !p.between(); p.ready() {
		p.answer()
	}
}

// TestOwnFiles: an evening is saved in the middle of a hand, and goes on in another browser with the
// same cards. What was played on in the first one follows by another file; the same file twice is
// the same evening. Hands are kept, too, and counted once.
func TestOwnFiles(t *testing.T) {
	s := dealing(t)
	p, q := filing(t, s), filing(t, s)
	p.playing(s.http.URL)
	p.finish()
	for p.next(); ; p.next() {
		if p.ready(); !p.between() {
			break
		}
	}
	before := p.known()
	p.menu("table")
	early := p.savedFile("dialog [data-do=save]")
	p.tap("dialog .close button")

	q.brought(s, early, "The evening is here now, with ")
	q.accessible("brought in")
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		q.whole(dir, "own-brought")
	}
	q.tap("[data-do=on]")
	q.wait(`location.pathname === '/t/p1'`)
	if q.ready(); q.known() != before {
		t.Errorf("in the other browser one sees %s, here %s", q.known(), before)
	}

	p.finish()
	p.visit(s.http.URL + "/replay")
	late := p.savedFile(".evenings [data-do=save]")
	q.brought(s, late, "goes on where the file ends")
	q.brought(s, early, "is here already")
	q.visit(s.http.URL + "/t/p1")
	if q.ready(); !q.between() || strings.Join(strings.Fields(q.handsOf("p1")), " ") != strings.Join(strings.Fields(p.handsOf("p1")), " ") {
		t.Errorf("the hands are\n%s\nand in the first browser\n%s", q.handsOf("p1"), p.handsOf("p1"))
	}
	n := q.agrees("p1")

	if !verify { // what follows is of hands alone, without their evening
		return
	}
	hands := p.handsOf("p1")
	q.brought(s, hands, "is here already")
	third := filing(t, s)
	third.brought(s, hands, fmt.Sprintf("%d hand", n))
	third.brought(s, hands, "is here already")
	if rows := eval[int](third, `document.querySelectorAll('.evenings li').length`); rows != 1 {
		t.Errorf("hands that were brought in twice are %d evenings", rows)
	}
	third.tap("[data-do=tally] summary")
	third.wait(`document.querySelectorAll('.tally tbody tr').length === 1`)
	if row := eval[string](third, `document.querySelector('.tally tbody').innerText`); !strings.HasPrefix(row, fmt.Sprintf("Chratze\t%d\t", n)) {
		t.Errorf("of %d hands the statistics say %q", n, row)
	}
	third.tap(".brought [data-do=look]")
	third.wait(`document.querySelector('#bar').innerText.includes('Hand 1 of ')`)
}

// TestOwnFileFaults: what can't be brought in is refused with what to do, in every language; and a log that
// is opened as hands is brought in as well.
func TestOwnFileFaults(t *testing.T) {
	s := dealing(t)
	p := filing(t, s)
	p.playing(s.http.URL)
	p.ready()
	p.menu("table")
	log := p.savedFile("dialog [data-do=save]")
	lines := strings.SplitAfter(log, "\n")
	p.brought(s, "Dear Anna,\n", "There is no evening in this file.")
	p.brought(s, strings.Join(lines[:2], "")+lines[2][:len(lines[2])/2], "Line 3 of the file")
	if n := eval[int](p, `document.querySelectorAll('.evenings li').length`); n != 1 {
		t.Errorf("after files that can't be read there are %d evenings", n)
	}
	p.visit(s.http.URL + "/replay")
	p.openFile("file", log, "is here already")
	for _, lang := range sample(1, "ja", "de-CH", "de-AT") {
		eval[any](p, `localStorage.setItem('lang', '`+lang+`'), 0`)
		p.brought(s, "no evening", map[string]string{"ja": "セッションはありません", "de-CH": "ist kein Abend", "de-AT": "ist kein Abend"}[lang])
		p.accessible("no evening", lang)
		if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
			p.whole(dir, "own-brought-"+lang)
		}
	}
}
