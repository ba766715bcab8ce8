package web_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// translator does with a page what Chrome does: it puts a translation in <font> elements into the place of each text, as soon as that is
// there, but where translate="no" says otherwise. Its language turns letters and digits round, so that a number that it
// has touched is another one.
const translator = `{
	const turned = (text) => text.replace(/[a-z]/g, (c) => String.fromCharCode(219 - c.charCodeAt())).replace(/[A-Z]/g, (c) => String.fromCharCode(155 - c.charCodeAt())).replace(/\d/g, (d) => 9 - d);
	const translate = (root) => {
		const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), list = [];
		for (let n = texts.nextNode(); n; n = texts.nextNode()) list.push(n);
		for (const n of root.nodeType === 3 ? [root] : list) {
			const at = n.parentElement;
			if (!n.data.trim() || !at || at.closest('font, script, style, textarea, [translate=no]')) continue;
			const outer = document.createElement('font'), inner = document.createElement('font');
			inner.textContent = turned(n.data);
			outer.append(inner);
			n.replaceWith(outer);
		}
	};
	new MutationObserver((list) => {
		for (const m of list) for (const n of m.type === 'childList' ? m.addedNodes : [m.target]) if (n.isConnected) translate(n);
	}).observe(document, {subtree: true, childList: true, characterData: true});
}`

// translated lets the browser of a tab translate all that it opens from now on.
func (p *tab) translated() *tab {
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: translator})
	return p
}

// told are the numbers, names and cards of a page: what no translation may change.
func (p *tab) told() []string {
	return strings.Fields(eval[string](p, `(() => {
		const live = [...document.querySelectorAll('[aria-live], .hush')].filter((e) => !e.hidden); // which sentences are one message is a matter of milliseconds
		for (const e of live) e.hidden = true;
		const text = document.body.innerText;
		for (const e of live) e.hidden = false;
		return (text + ' ' + [...document.querySelectorAll('.coins use')].map((u) => u.getAttribute('href').split('-')[1]).join(' ') + ' ' + [...document.querySelectorAll('option')].map((o) => o.textContent).join(' ')).match(/Anna|Beat|Carl|Dora|(?:Fr\. )?[+-]?\d[\d.,']*|of (?:hearts|spades|clubs|diamonds)/g).join(' ').replaceAll('Fr. ', 'Fr.');
	})()`))
}

// same compares what two pages tell, and says what is different.
func (p *tab) same(twin *tab, when string) {
	p.t.Helper()
	got, want := p.told(), twin.told()
	if !slices.Equal(got, want) {
		p.t.Errorf("%s: a page that is translated tells\n%q, and the other one\n%q", when, got, want)
	}
	if len(want) < 4 || eval[int](p, `document.querySelectorAll('font').length`) < 4 {
		p.t.Errorf("%s: %d values, nothing is translated: nothing is compared", when, len(want))
	}
}

// TestTranslatedDesk: a desk that the browser translates books two hands, and tells the same numbers and names as the one beside it.
func TestTranslatedDesk(t *testing.T) {
	p := openDesk(t, "").translated()
	twin := newTab(t, p.site, phone, "")
	for _, at := range []*tab{p, twin} {
		at.visit(p.site.http.URL + "/kasse")
		at.wait(`document.querySelector('#new')`)
		at.evening("chratze", "Anna", "Beat", "Carl", "Dora")
	}
	step := func(when string, do func(*tab)) {
		for _, at := range []*tab{p, twin} {
			do(at)
		}
		p.same(twin, when)
	}
	for _, hand := range [][]string{{"Anna", "Beat", "Carl", "Anna 1", "Beat 3", "Carl 0"}, {"Carl", "Dora", "Carl 2", "Dora 2"}} {
		step("the hand is entered", func(at *tab) { at.hand(hand...); at.wait(`document.querySelector('#book')`) })
		step("it is booked", func(at *tab) { at.tap("#book"); at.wait(`!document.querySelector('.row.in')`) })
	}
	for i := range 3 {
		step("a part of the desk", func(at *tab) { at.tapOn(`document.querySelectorAll('nav button')[` + string(rune('0'+i)) + `]`) })
	}
}

// TestTranslatedTable: a hand at a table that the browser translates shows what the same hand shows at the same table elsewhere, and
// so do the other pages.
func TestTranslatedTable(t *testing.T) {
	p, _ := pages(t, 5).sits(t, phone, anna, `,"practice":true,"chairs":4`)
	twin, _ := open(t, 5).sits(t, phone, anna, `,"practice":true,"chairs":4`)
	p.translated()
	for _, at := range []*tab{p, twin} {
		at.visit(eval[string](at, "location.href"))
		at.ready()
	}
	for n := 0; !twin.between(); n++ {
		for _, at := range []*tab{p, twin} {
			at.answer()
			at.ready()
			at.settle()
		}
		p.same(twin, "after "+strconv.Itoa(n+1)+" answers")
	}
	for _, at := range []*tab{p, twin} {
		at.wait(`document.querySelector('#panel .flows')`)
	}
	p.same(twin, "at the end of the hand")
	const read = `document.body.innerText.length > 300`
	for _, page := range [][2]string{{"/", `document.querySelector('#play')`}, {"/learn/2", `document.querySelector('#go') && document.querySelector('#rim .seat .money')`}, {"/rules/chratze/en", read}, {"/words/en", read}, {"/charts", read}} {
		for _, at := range []*tab{p, twin} {
			at.visit(at.site.http.URL + page[0])
			at.wait(page[1])
			at.settle()
		}
		p.same(twin, page[0])
	}
}

// TestJapaneseEnter: the Enter that ends a conversion answers nothing, in no field, also where Safari has ended it before. Another Enter does.
func TestJapaneseEnter(t *testing.T) {
	p := newTab(t, pages(t, 5), phone, anna)
	for _, path := range []string{"/#7K2M9XAB", "/kasse", "/replay"} {
		p.visit(p.site.http.URL + path)
		if strings.HasPrefix(path, "/kasse") {
			p.wait(`document.querySelector('#new')`)
			p.tap("#new")
		}
		p.wait(`document.querySelector('input:not([type=file]), textarea')`)
		if bad := eval[[]string](p, `(() => {
			let heard = false;
			document.addEventListener('keydown', () => { heard = true; });
			const bad = [];
			for (const f of document.querySelectorAll('input, textarea')) for (const [how, answers] of [[{isComposing: true}, false], [{keyCode: 229}, false], [{keyCode: 13}, true]]) {
				heard = false;
				const e = new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true, ...how});
				if (answers && f.name === 'name') continue;
				f.dispatchEvent(e);
				if (heard !== answers || e.defaultPrevented === answers) bad.push(f.name + JSON.stringify(how));
			}
			return bad;
		})()`); len(bad) > 0 {
			t.Errorf("%s: %s", path, bad)
		}
	}
}

// TestPastedLinks: a link with a secret leads where it did, whatever has been put around it; one of another server leads nowhere.
func TestPastedLinks(t *testing.T) {
	t.Parallel()
	const secret, long = "hG0xW2vbn1eV3kS4q5Tz7A", "hG0xW2vbn1eV3kS4q5Tz7Ahijklm"
	got := inNode[[]string](t, nowhere, `import('/web/lib/address.js').then(({pasted}) => ['/t/17#`+secret+`', '(https://' + location.host + '/t/17%23`+secret+`).', 'Hallo, https://' + location.host
		+ '/t/17%2523`+long+`> bis dann', '<https://' + location.host + '/t/17&#35;`+secret+`>', 'https://' + location.host + '/t/17＃`+secret+`。', 'https://' + location.host + '/kasse/%23abc1.def2.',
		'https://' + location.host + '/t/17#hG0xW2vbn1e=\r\nV3kS4q5Tz7A', 'https://evil.example/t/17#`+secret+`', '7K2M 9XAB', '/t/17'].map((text) => pasted(text)))`)
	want := []string{"/t/17#" + secret, "/t/17#" + secret, "/t/17#" + long, "/t/17#" + secret, "/t/17#" + secret, "/kasse/#abc1.def2", "/t/17#" + secret, "", "", ""}
	for i := range want {
		if i >= len(got) || !strings.HasSuffix(got[i], want[i]) || want[i] == "" && got[i] != "" {
			t.Errorf("link %d leads to %q, want %q", i, got, want[i])
		}
	}
}

// TestDeskOnPaper: all hands of an evening are printed, not only those that a window shows.
func TestDeskOnPaper(t *testing.T) {
	p := openDesk(t, "")
	p.evening("chratze", "Anna", "Beat", "Carl", "Dora")
	p.hand("Anna", "Beat", "Anna 3", "Beat 1")
	p.tap("#book")
	p.wait(`!document.querySelector('.row.in')`)
	p.tapOn(`document.querySelectorAll('nav button')[2]`)
	p.wait(`document.querySelector('.past li')`)
	eval[any](p, `(() => { const l = document.querySelector('ol.past'); for (let i = 0; i < 40; i++) l.append(l.lastElementChild.cloneNode(true)); })()`)
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	if high := eval[[2]float64](p, `[document.querySelector('ol.past > li:last-child').getBoundingClientRect().bottom + scrollY, document.documentElement.scrollHeight]`); high[0] > high[1] || high[0] < 1500 {
		t.Errorf("the last of 41 hands ends at %.0f of a paper of %.0f", high[0], high[1])
	}
}
