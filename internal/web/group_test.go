package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"chratze/internal/server/httpd"
)

// asks sends JSON to the server, and reads the answer.
func (s *site) asks(path, key string, body, into any) {
	s.t.Helper()
	b, _ := json.Marshal(body)
	r, err := http.NewRequest(http.MethodPost, s.http.URL+path, bytes.NewReader(b))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode > 299 {
		s.t.Fatalf("%s %s: %s", path, b, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		s.t.Fatal(err)
	}
}

// regulars is a group, as the phone that has made it writes to it.
type regulars struct {
	httpd.GroupKeys
	site *site
	n    int
}

// group makes a group with Anna, Beat and Carla, who play for francs.
func (s *site) group(mode string, lines ...string) *regulars {
	s.t.Helper()
	g := &regulars{site: s, n: 3}
	s.asks("/api/groups", "", httpd.NewGroup{Name: "Stammtisch Rössli", Money: "francs", Mode: mode}, &g.GroupKeys)
	g.writes(append([]string{`member 1 "Anna"`, `member 2 "Beat"`, `member 3 "Carla"`}, lines...)...)
	return g
}

func (g *regulars) writes(lines ...string) {
	g.site.t.Helper()
	var out httpd.GroupWritten
	g.site.asks("/api/groups/"+g.ID, g.Key, httpd.GroupWriting{From: g.n, Lines: lines}, &out)
	g.n = out.N
}

// again learns how many lines there are.
func (g *regulars) again() {
	g.site.t.Helper()
	r, err := http.NewRequest(http.MethodGet, g.site.http.URL+"/api/groups/"+g.ID, nil)
	if err != nil {
		g.site.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+g.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		g.site.t.Fatal(err)
	}
	defer answer.Body.Close()
	var now httpd.GroupState
	if err := json.NewDecoder(answer.Body).Decode(&now); err != nil {
		g.site.t.Fatal(err)
	}
	g.n = now.N
}

// at opens the page of a group by a key.
func (g *regulars) at(t *testing.T, key string, z size, script string) *tab {
	t.Helper()
	p := newTab(t, g.site, z, script)
	p.visit(g.site.http.URL + "/g/" + g.ID + "#" + key)
	p.wait(`document.querySelector('#standings')`)
	return p
}

// pictured looks at the page at a state, and at two widths.
func (p *tab) pictured(state string) {
	p.t.Helper()
	p.accessible("group: " + state)
	p.narrow(state)
}

// narrow looks at the page at a state at two widths.
func (p *tab) narrow(state string) {
	p.t.Helper()
	for _, z := range []size{{320, 640}, {390, 844}} {
		p.do(chromedp.EmulateViewport(z.w, z.h, chromedp.EmulateScale(1)))
		p.fits("group: " + state + " " + z.String())
		if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
			p.whole(dir, "group-"+state+"-"+z.String())
		}
	}
}

// unfold opens the part of the page with this summary, and what it lies in.
func (p *tab) unfold(summary string) {
	p.t.Helper()
	const all = `[...document.querySelectorAll('summary')].filter((s) => s.textContent.trim() === '`
	p.wait(all + summary + `').length`)
	eval[any](p, all+summary+`').forEach((s) => { for (let d = s.parentElement; d; d = d.parentElement.closest('details')) d.open = true; }), 0`)
}

// TestGroupPage: a phone that comes by the members' link says whose it is, answers the next date for itself and for another, enters an evening by its
// sums, and has it paid. Another phone sees all that while its page is open.
func TestGroupPage(t *testing.T) {
	s := pages(t, 1)
	g := s.group("carried", `next 2031-10-17T20:00+02:00 "Rössli" enough 2`)
	a, b := g.at(t, g.Members, phone, `localStorage.lang = 'en'`), g.at(t, g.Members, phone, `localStorage.lang = 'de-CH'`)
	a.press("Anna")
	a.shows("This is Anna")
	a.pictured("empty")
	a.set(".answer [name=word]", "I bring cake")
	a.press("I come")
	a.wait(`document.querySelector('.answers .come')?.innerText.includes('I bring cake') && document.querySelector('.answer [name=word]').value === ''`)
	a.set(".answer [name=who]", "2")
	a.set(".answer [name=plus]", "1")
	a.press("I come")
	b.wait(`document.querySelectorAll('.answers .come').length === 2`)
	b.shows("gesagt von Anna")
	b.shows("genug")

	a.unfold("By its sums")
	for name, value := range map[string]string{"sum1": "1.20", "sum2": "0.80", "sign2": "-", "sum3": "0.30", "sign3": "-"} {
		a.set("#enter [name="+name+"]", value)
	}
	a.tap("#enter .do")
	a.shows("must add up to 0")
	if left := eval[string](a, `document.querySelector('#enter [name=sum1]').value`); left != "1.20" {
		t.Errorf("after a refusal the first sum is %q", left)
	}
	for typed, says := range map[string]string{"1,33": "1.33 can\\'t be paid in coins", "-1.20": "Write -1.20 without its sign", "x": "x isn\\'t an amount"} {
		a.set("#enter [name=sum3]", typed)
		a.tap("#enter .do")
		a.shows(says)
	}
	a.set("#enter [name=sum3]", "0.40")
	a.set("#enter [name=suma]", "0.40")
	a.tap("#enter .do")
	a.shows("A name or a text is missing")
	a.set("#enter [name=suma]", "")
	a.tap("#enter .do")
	b.wait(`document.querySelector('#standings .plus')?.innerText === '+1.20'`)
	b.shows("Carla → Anna")
	a.wait(`document.querySelectorAll('.pays .small').length === 2`)
	a.pictured("evening")
	a.tap(".pays .small")
	b.wait(`document.querySelectorAll('.pays .small').length === 1`)
	a.unfold("Change")
	a.pictured("more")
	g.again()
	g.writes("evening 2 hand 2026-10-03 1 -2.00 2 +5.00 3 -3.00", "evening 3 hand 2026-10-10 1 +0.10 2 -0.10", `member 4 "ana"`)
	a.wait(`document.querySelector('#standings .chart') && document.querySelector('.alike')`)
	a.wait(`[...document.querySelectorAll('.counts details:first-of-type h3')].map((h) => h.textContent).join() === '2 people,3 people'`)
	a.pictured("curve")
	a.set(".range [name=least]", "3")
	a.unfold("Always")
	a.tap(".range .do")
	a.shows("3 people or more")
	a.wait(`document.querySelectorAll('#standings .name small')[0].innerText === '2 evenings'`)
	for _, lang := range []string{"de-CH", "ja"} {
		eval[any](a, `localStorage['set.text'] = '200%', localStorage.lang = '`+lang+`', location.reload()`)
		a.wait(`document.querySelector('#standings li') && document.documentElement.lang === '` + lang + `'`)
		eval[any](a, `document.querySelectorAll('details').forEach((d) => { d.open = true; }), 0`)
		a.pictured("large-" + lang)
	}
}

// TestGroupLook: with the link to look everything is there, and nothing to write with.
func TestGroupLook(t *testing.T) {
	s := pages(t, 1)
	g := s.group("jar", `next 2031-10-17T20:00+02:00`, "come 1", "evening 1 hand 2026-10-03 1 +1.20 2 -1.20", "phone 1 is 1")
	p := g.at(t, g.Look, phone, `localStorage.lang = 'en'`)
	p.shows("You can look at everything here")
	eval[any](p, `document.querySelectorAll('details').forEach((d) => { d.open = true; }), 0`)
	if found := eval[string](p, `[...document.querySelectorAll('button, input, select, form')].filter((e) => !e.closest('.range')).map((e) => e.outerHTML.slice(0, 90)).join('\n')`); found != "" {
		t.Errorf("there is something to write with: %s", found)
	}
	for _, part := range []string{"standings", "last", "next", "money", "all", "members"} {
		if !eval[bool](p, `!!document.querySelector('#`+part+`')`) {
			t.Errorf("the part %s is missing", part)
		}
	}
	p.pictured("look")
	p.visit(s.http.URL + "/g/nothing#" + g.Look)
	p.shows("No group is here")
	p.pictured("none")
}

// moved is how far the page has jumped since it was opened, as browsers measure that.
const moved = `new Promise((done) => { let sum = 0; new PerformanceObserver((list) => list.getEntries().forEach((e) => { sum += e.value; })).observe({type: 'layout-shift', buffered: true});
	setTimeout(() => done(sum), 300); })`

// TestGroupsAtTheStart: the first page shows the groups of this browser without a jump, also after its storage was deleted. Without its cookies, too, a code
// brings the group back.
func TestGroupsAtTheStart(t *testing.T) {
	s := pages(t, 1)
	g := s.group("carried", "evening 1 hand 2026-10-03 1 +1.20 2 -1.20")
	p := g.at(t, g.Members, phone, `localStorage.lang = 'en'`)
	p.wait(`document.querySelector('#claim')`) // it was let in
	const shown = `document.querySelector('#groups a.button')?.innerText.includes('Stammtisch')`
	for _, when := range []string{"localStorage.length", "(localStorage.clear(), localStorage.lang = 'en')"} {
		eval[any](p, when)
		p.visit(s.http.URL)
		p.wait(shown)
		p.shows("Last evening: October 3")
	}
	p.accessible("first page with a group")
	p.visit(s.http.URL)
	p.wait(shown)
	if by := eval[float64](p, moved); by > 0.01 {
		t.Errorf("the page has jumped by %.3f", by)
	}
	p.tap("#groups a")
	p.wait(`document.querySelector('#standings')`)

	var code httpd.NewGroupCode
	s.asks("/api/groups/code", g.Key, httpd.GroupCode{Group: g.ID}, &code)
	q := newTab(t, s, phone, `localStorage.lang = 'en'`)
	q.visit(s.http.URL)
	q.tap("#coded")
	q.set("[name=name]", "Anna")
	q.set("[name=code]", code.Code)
	q.tap("#join")
	q.wait(`document.querySelector('#standings')`)
	q.shows("Who are you?")
}

// TestGroupOfATable: at the end of an evening one tap makes the group of those who sat there, a second person comes into the same one and is known, and the same
// people go on at a table that the group's page knows.
func TestGroupOfATable(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"bot":""`)
	b := s.guest(t, seat, "Beat", phone, strings.Replace(anna, "Anna", "Beat", 1))
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'playing'`)
	}
	playHand(a, b)
	a.menu("table")
	a.tap("[data-do=end]")
	a.tap("[data-do=yes]")
	a.tap("[data-do=group]")
	a.wait(`document.querySelector('#group .me')?.innerText.includes('Anna') && document.querySelectorAll('#standings li').length === 2`)
	b.visit(s.http.URL + "/t/" + seat.Table)
	b.tap("[data-do=group]")
	b.wait(`document.querySelector('#group .me')?.innerText.includes('Beat')`)
	if here, there := eval[string](a, `location.pathname`), eval[string](b, `location.pathname`); here != there {
		t.Errorf("Anna is at %s, Beat at %s", here, there)
	}
	a.tap("[data-do=same]")
	a.wait(`document.body.dataset.stage === 'lobby'`)
	b.tap(".running a")
	b.wait(`location.pathname.startsWith('/t/') && document.querySelector('[data-do=sit]')`)
}

// TestGroupOfADesk: an evening at the cash desk is put on the server, and becomes a group's first, by one tap.
func TestGroupOfADesk(t *testing.T) {
	p := openDesk(t, "")
	p.booked()
	p.press("More")
	p.press("End the evening")
	p.tap(".sheet .bold")
	p.tap("[data-do=group]")
	p.wait(`document.querySelectorAll('#last .standings li').length > 2`)
}

// TestGroupBadNet: behind a broken network, and if another phone writes at the same time, a typed text stays.
func TestGroupBadNet(t *testing.T) {
	s := pages(t, 1)
	g := s.group("settled", `next 2031-10-17T20:00+02:00`)
	p := g.at(t, g.Members, phone, `localStorage.lang = 'en'`)
	p.press("Anna")
	p.shows("This is Anna")
	kept := func(when string) {
		t.Helper()
		if word := eval[string](p, `document.querySelector('.answer [name=word]').value`); word != "I am late" {
			t.Errorf("%s the word is %q", when, word)
		}
	}
	p.set(".answer [name=word]", "I am late")
	net := s.behind()
	for _, how := range []string{"502", "cut"} {
		net.set(how)
		p.press("Perhaps")
		p.shows("Tap again in a moment")
		p.shows("No connection just now")
		kept(how)
		net.set("")
		p.wait(`document.querySelector('[role=status]').hidden`)
	}
	eval[any](p, `(() => { const f = fetch; hold = true; fetch = (u, o = {}) => hold && o.method !== 'POST' && `+"`${u}`"+`.includes('/api/groups/')
		? new Promise((_, no) => o.signal.addEventListener('abort', () => no(o.signal.reason))) : f(u, o); })()`)
	g.again()
	g.writes(`name "Other"`)
	p.shows("Other") // the look that was under way
	g.writes(`come 2 "quicker"`)
	p.press("Perhaps")
	p.shows("Another phone was quicker")
	kept("after another phone was quicker")
	eval[any](p, `hold = false`)
	p.press("Perhaps") // it still knows nothing of the other line
	p.wait(`document.querySelector('.answers .come')`)
	kept("after it was too late twice")
	p.press("Perhaps")
	p.wait(`document.querySelector('.answers .perhaps')`)
	if all := eval[string](p, `document.querySelector('.answers').innerText`); !strings.Contains(all, "I am late") || !strings.Contains(all, "quicker") {
		t.Errorf("the answers are %s", all)
	}
}
