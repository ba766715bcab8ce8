package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"

	"chratze/internal/group"
	"chratze/internal/hub"
	"chratze/internal/hub/evenings"
	"chratze/internal/server/httpd"
	"chratze/pot"
)

// regular is the phone of one who has played for years.
type regular struct {
	*tab
	id string
}

// now asks for the group with the cookie of this phone. What each has won must be what the evenings say.
func (p *regular) now() (v httpd.GroupState) {
	p.t.Helper()
	if err := json.Unmarshal([]byte(eval[string](p.tab, `fetch('/api/groups/`+p.id+`').then((r) => r.text())`)), &v); err != nil {
		p.t.Fatal(err)
	}
	won, all := map[int]pot.Chips{}, pot.Chips(0)
	for _, e := range v.Evenings {
		for _, at := range e.People {
			m := at.Member
			for m != 0 && v.Members[m-1].Same != 0 {
				m = v.Members[m-1].Same
			}
			won[m] += at.Won
			all += at.Won
		}
	}
	if all != 0 {
		p.t.Errorf("all evenings add up to %d", all)
	}
	for _, r := range v.Standings[0].Rows {
		if r.Won != won[r.Member] {
			p.t.Errorf("%s has won %d, and the evenings say %d", v.Members[r.Member-1].Name, r.Won, won[r.Member])
		}
	}
	return v
}

// posts sends JSON with the cookie of this phone.
func (p *regular) posts(path string, body any) {
	p.t.Helper()
	b, _ := json.Marshal(body)
	if status := eval[int](p.tab, fmt.Sprintf(`fetch(%q, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: %q}).then((r) => r.status)`, path, b)); status != http.StatusOK {
		p.t.Fatalf("%s %s: %d", path, b, status)
	}
}

// home opens the page of the group, with all that is folded.
func (p *regular) home() {
	p.t.Helper()
	p.visit(p.site.http.URL + "/g/" + p.id)
	p.wait(`document.querySelector('#standings')`)
	p.opened()
}

func (p *tab) opened() {
	p.t.Helper()
	eval[any](p, `document.querySelectorAll('details').forEach((d) => { d.open = true; }), 0`)
}

// playEvening plays a hand at a table and ends the evening; the first is its host.
func playEvening(all []*regular) {
	host := all[0]
	host.tap("[data-act=start]")
	var tabs []*tab
	for _, p := range all {
		p.wait(`document.body.dataset.stage === 'playing'`)
		tabs = append(tabs, p.tab)
	}
	playHand(tabs...)
	host.menu("table")
	host.tap("[data-do=end]")
	host.tap("[data-do=yes]")
	host.wait(`document.querySelector('[data-do=group]')`)
}

// TestGroupForYears: three phones in three languages keep a group over five evenings: two at our table, one at the cash desk, one in a file, one by hand. Cards
// are deleted, sums are corrected late, two names become one and two again, the date moves, one leaves, and the jar becomes fondue. A phone whose storage was
// deleted still has the group; one whose cookie is gone, too, comes back by a code, in a fourth language.
func TestGroupForYears(t *testing.T) {
	s := pages(t, 7)
	remembers := func(name, lang string) string {
		return strings.Replace(anna, "Anna", name, 1) + ` localStorage.lang = '` + lang + `'`
	}
	first, seat := s.sits(t, phone, remembers("Anna", "en"), `,"chairs":3,"bot":""`)
	a, b, c := &regular{tab: first}, &regular{tab: s.guest(t, seat, "Beat", phone, remembers("Beat", "de-CH"))}, &regular{tab: s.guest(t, seat, "Carla", phone, remembers("Carla", "ja"))}
	all := []*regular{a, b, c}
	c.wait(`document.body.dataset.stage === 'lobby'`)
	playEvening(all)
	for i, p := range all {
		if i > 0 {
			p.visit(s.http.URL + "/t/" + seat.Table)
		}
		p.tap("[data-do=group]")
		p.wait(`document.querySelector('#group .me')?.innerText.includes('` + [...]string{"Anna", "Beat", "Carla"}[i] + `')`)
		p.id = eval[string](p.tab, `location.pathname.slice(3)`)
		p.opened()
	}
	a.set("#rules [name=mode]", "jar")
	a.tap("#rules form:nth-of-type(2) .do")
	a.shows("you pay into the jar")

	// The second evening, by one tap; the others find it on their page.
	a.tap("[data-do=same]")
	for i, p := range all[1:] {
		p.tap(".running a")
		p.sitDown([...]string{"Beat", "Carla"}[i])
	}
	a.wait(`document.body.dataset.stage === 'lobby'`)
	playEvening(all)
	for _, p := range all {
		p.home()
	}
	if v := a.now(); len(v.Evenings) != 2 || !v.Evenings[1].Counts || len(v.OpenJar) == 0 {
		t.Fatalf("after two evenings: %+v", v.View)
	}

	if link := eval[string](a.tab, `document.querySelector('#last a').pathname + document.querySelector('#last a').search`); !strings.HasPrefix(link, "/replay?table=") {
		t.Errorf("the hands of the last evening are at %s", link)
	}

	// The third at a cash desk, which is corrected when it is over. The cards of the first are deleted.
	var desk hub.Links
	s.asks("/api/kasse", "", map[string]any{"lines": []string{"kasse 1", "rules chratze,ante=50", "money francs credit", "seats Anna Beat Ueli dealer Ueli", "Anna 2! Beat 2", "end"}}, &desk)
	a.posts("/api/groups/"+a.id, httpd.GroupWriting{From: a.now().N, Enter: &httpd.GroupEntry{Desk: desk.ID, Secret: desk.Write}})
	before := c.now()
	s.asks("/api/kasse/"+desk.ID, desk.Write, httpd.DeskBooking{From: 6, Lines: []string{"fix 1: Anna 1! Beat 3"}}, &httpd.DeskLines{})
	if was, is := before.Evenings[2], c.now().Evenings[2]; was.People[0].Won <= is.People[0].Won || is.People[2].Guest != "Ueli" {
		t.Errorf("the correction at the desk: %+v, %+v", was, is)
	}
	kept := evenings.Sources{}
	if err := kept.Mark(t.Context(), s.serves.Load().Groups(), a.id, func(e group.Source) (bool, error) { return e.N != 1, nil }); err != nil {
		t.Fatal(err)
	}
	if v := c.now(); !v.Evenings[0].Deleted || v.Evenings[0].People[0].Tally != before.Evenings[0].People[0].Tally {
		t.Errorf("when the cards are deleted: %+v", v.Evenings[0])
	}

	// The fourth from a file, with a name that may be Carla's.
	a.giveFile("#enter input[type=file]", "kasse 1\nrules chratze,ante=50\nmoney francs credit\nseats Anna Beat Karla dealer Karla\nAnna 2! Karla 2\nend\n")
	b.wait(`document.querySelectorAll('#all > details').length === 4`)
	a.wait(`document.querySelector('.alike')?.innerText.includes('Karla')`)
	a.tap(".alike button:last-of-type") // the guest isn't Carla
	a.wait(`!document.querySelector('.alike')`)
	a.set("#members > form [name=name]", "Karla")
	a.tap("#members > form .do")
	a.wait(`document.querySelectorAll('.alike').length === 2`)
	a.set("#all > details:first-of-type label:nth-of-type(3) select", "4")
	a.wait(`document.querySelectorAll('.alike').length === 1`)
	apart := a.now()
	a.tap(".alike button")
	a.shows("Karla is Carla")
	if v := a.now(); len(v.Standings[0].Rows) != 3 {
		t.Errorf("as one: %+v", v.Standings[0].Rows)
	}
	a.press("They are two")
	a.wait(`document.querySelector('.alike')`)
	for i, r := range a.now().Standings[0].Rows {
		if r.Member != apart.Standings[0].Rows[i].Member || r.Won != apart.Standings[0].Rows[i].Won {
			t.Errorf("as two again: %+v, before %+v", r, apart.Standings[0].Rows[i])
		}
	}
	a.tap(".alike button:last-of-type")
	a.wait(`!document.querySelector('.alike')`)

	// The fifth by hand, which another phone corrects.
	b.opened()
	for name, value := range map[string]string{"sum1": "1.20", "sum2": "1.20", "sign2": "-"} {
		a.set("#enter [name="+name+"]", value)
	}
	a.tap("#enter .do")
	b.wait(`document.querySelectorAll('#all > details').length === 5`)
	b.opened()
	for _, name := range []string{"sum1", "sum2"} {
		b.set("#all > details:first-of-type [name="+name+"]", "2.20")
	}
	b.tap("#all > details:first-of-type form .do")
	a.wait(`document.querySelector('#last .plus').innerText === '+2.20'`)

	// The date moves, and the answer to the old one is grey.
	a.set("#next [name=when]", "2031-10-17T20:00")
	a.set("#next [name=where]", "Rössli")
	a.tap("#next .setting .do")
	b.tap(".says [value=come]")
	a.wait(`document.querySelector('.answers .come')?.innerText.includes('Beat')`)
	a.set("#next [name=when]", "2031-10-24T20:00")
	a.tap("#next .setting .do")
	b.wait(`document.querySelector('.answers .old')`)
	b.tap(".says [value=perhaps]")
	c.wait(`document.querySelector('.answers .perhaps')`)

	// One leaves. What they won and owe stays.
	was := c.now()
	const leaves = "#members li:nth-child(2) .bad"
	a.opened()
	a.tap(leaves)
	a.shows("goes out of all evenings")
	a.tap(leaves)
	c.wait(`!document.body.innerText.includes('Beat')`)
	if v := c.now(); !v.Members[1].Gone || len(v.OpenJar) != len(was.OpenJar) || strings.Contains(fmt.Sprintf("%+v", v.View), "Beat") {
		t.Errorf("without Beat: %+v", v.View)
	}

	// Who has lost pays into the jar, and all of it is spent.
	for n := len(a.now().Payments); n > 0; n-- {
		a.wait(fmt.Sprintf(`document.querySelectorAll('.pays .small').length === %d`, n))
		a.tap(".pays .small")
	}
	a.wait(`!document.querySelector(".pays")`)
	in := a.now().InJar
	a.set("#money [name=text]", "Fondue")
	for amount, says := range map[string]string{fmt.Sprintf("%d.00", in/100+1): "The jar has only"} {
		a.set("#money [name=amount]", amount)
		a.tap("#money .do")
		a.shows(says)
	}
	a.set("#money [name=amount]", fmt.Sprintf("%d.%02d", in/100, in%100))
	a.tap("#money .do")
	c.wait(`document.querySelector('#money').textContent.includes('Fondue')`)
	if v := c.now(); in == 0 || v.InJar != 0 || len(v.OpenJar) != 0 {
		t.Errorf("of %d in the jar %d is left, open is %+v", in, v.InJar, v.OpenJar)
	}

	// A phone loses its storage, and then its cookie, too.
	eval[any](c.tab, `localStorage.clear(), localStorage.lang = 'de-AT', 0`)
	c.visit(s.http.URL)
	c.wait(`document.querySelector('#groups a.button')`)
	call(c.tab, network.ClearBrowserCookies, cdp.Empty{})
	c.visit(s.http.URL)
	c.wait(`document.querySelector('#groups').hidden`)
	a.tap("[data-do=code]")
	a.wait(`document.querySelector('#links output')?.innerText.length === 9`)
	c.tap("#coded")
	c.set("[name=name]", "Carla")
	c.set("[name=code]", eval[string](a.tab, `document.querySelector('#links output').innerText`))
	c.tap("#join")
	c.press("Carla")
	c.shows("hat schon ein Handy")
	a.tap(".asks .bold")
	c.wait(`document.documentElement.lang === 'de-AT' && document.querySelectorAll('#standings > ol > li').length === 4`)
	if v := c.now(); v.Member != 3 || v.Asks || len(v.Evenings) != 5 {
		t.Errorf("after all: member %d, asks %v, %d evenings", v.Member, v.Asks, len(v.Evenings))
	}
}
