package web_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"chratze/internal/table"
)

// TestWatchersByName: those at a table see who watches, by the name that a spectator has given here before, or how many; the
// spectators see it too; and that somebody has gone.
func TestWatchersByName(t *testing.T) {
	s := pages(t, 5)
	a, seat := s.sits(t, phone, anna+`localStorage.setItem('lang', 'en')`, `,"chairs":3,"spectators":true`)
	a.wait(`document.body.dataset.stage === 'lobby'`)
	z := newTab(t, s, phone, `localStorage.setItem('name', 'Zoe'); localStorage.setItem('lang', 'en')`)
	z.visit(s.http.URL + "/t/" + seat.Table)
	a.wait(`document.querySelector('.watchers')?.innerText === 'Watching: Zoe.' && document.getElementById('polite').innerText.includes('Zoe is watching.')`)
	y := newTab(t, s, phone, `localStorage.setItem('lang', 'en')`)
	y.visit(s.http.URL + "/t/" + seat.Table + "#" + seat.Code) // what a browser's own Share sends: a seat first, watching second
	y.wait(`document.querySelector('[data-do=sit]') && document.querySelector('[data-do=watch]').href.endsWith('?watch')`)
	y.accessible("door with watching")
	y.sitDown("Yves")
	a.wait(`document.querySelector('#panel').innerText.includes('Yves')`)
	x := newTab(t, s, phone, `localStorage.setItem('lang', 'en')`)
	x.visit(s.http.URL + "/t/" + seat.Table + "?watch")
	a.tap("[data-act=start]")
	for _, p := range []*tab{a, z} {
		p.wait(`document.querySelector('#bar .eyes')?.ariaLabel === 'Watching: Zoe. And 1 more.'`)
	}
	a.ready()
	a.accessible("watched")
	z.wait(`document.querySelector('#foot .watch')?.innerText.includes('Watching: Zoe.')`)
	z.visit("about:blank")
	a.wait(`document.querySelector('#bar .eyes')?.ariaLabel === '1 person is watching.'`)
	x.visit("about:blank")
	a.wait(`!document.querySelector('#bar .eyes')`)
}

// TestLobbySaysRules: guests read before the first hand which game it is, and each house rule that isn't the preset's. A spectator
// is told of a pause too.
func TestLobbySaysRules(t *testing.T) {
	s := pages(t, 5)
	en := `localStorage.setItem('lang', 'en');`
	for more, want := range map[string]string{
		`,"rules":{"preset":"chratze","ante":50,"susi":"forced"}`: "Chratze, 2 changes: ante Fr. 0.50, Susi: ",
		`,"rules":{"preset":"kratzen"}`:                           "Kratzen, usual rules",
	} {
		b := s.guest(t, s.make(`,"chairs":3,"bot":"","spectators":true`+more), "Beat", phone, en)
		b.wait(`document.querySelector('#panel .houserules')?.innerText.toLowerCase().replace(/\s/g, ' ').includes('` + strings.ToLower(want) + `')`)
	}
	a, seat := s.sits(t, phone, anna+en, `,"spectators":true,"pace":400,"settle":600000`)
	z := newTab(t, s, phone, en)
	z.visit(s.http.URL + "/t/" + seat.Table)
	a.tap("[data-act=start]")
	for eval[string](a, `document.body.dataset.stage`) != "between" {
		a.answer()
	}
	a.menu("table")
	a.tap("[data-do=pause]")
	z.wait(`document.querySelector('#panel').innerText.includes('Paused.')`)
	if eval[bool](z, `!!document.querySelector('#panel button.bold')`) {
		t.Error("a spectator may go on")
	}
}

// TestWatchLater: a public table is in the list; spectators are told that they are watching,
// and with what delay, and see nothing before its time. The tables' clock stands still until the test moves it.
func TestWatchLater(t *testing.T) {
	s := pages(t, 5)
	var clock atomic.Int64
	clock.Store(time.Now().UnixMilli())
	s.now = func() table.Millis { return table.Millis(clock.Load()) }
	s.kill()
	a := newTab(t, s, phone, anna)
	a.visit(s.http.URL)
	a.tap("#friends")
	a.tap("#start summary")
	a.tap("[name=watch]")
	a.set("[name=delay]", "1")
	a.tap("[name=public]")
	a.accessible("form with spectators")
	a.tap("#make")
	a.wait(`document.body.dataset.stage === 'lobby'`)
	w := newTab(t, s, phone, anna)
	w.visit(s.http.URL + "/tables")
	w.wait(`document.querySelector('.tables li')?.innerText.includes('Anna')`)
	w.accessible("list of tables")
	a.tap("[data-act=start]")
	a.ready()
	w.tap(".tables .meek")
	w.wait(`document.body.dataset.stage === 'lobby'`) // as it was
	a.answer()
	for _, later := range []struct {
		by          time.Duration
		name, stage string
	}{{59 * time.Second, "Yves", "lobby"}, {2 * time.Second, "Zoe", "playing"}} {
		clock.Add(later.by.Milliseconds())
		say(a, "Salü")
		z := newTab(t, s, phone, `localStorage.setItem('name', '`+later.name+`'); localStorage.setItem('set.speed', 'off')`)
		z.visit(s.http.URL + eval[string](w, `location.pathname`))
		for _, p := range []*tab{w, z} { // that Zoe watches is told after all that was to be told before
			p.wait(`document.body.dataset.stage && document.body.innerHTML.includes('` + later.name + `')`)
			if stage := eval[string](p, `document.body.dataset.stage`); stage != later.stage {
				t.Errorf("%s later spectators see the table %s, want %s", later.by, stage, later.stage)
			}
		}
	}
	b, at := s.sits(t, phone, anna, `,"chairs":3,"spectators":true,"spectator_delay":1000`)
	b.tap("[data-act=start]")
	b.ready()
	clock.Add(2000)
	b.answer()
	c := newTab(t, s, phone, anna)
	c.visit(s.http.URL + "/t/" + at.Table)
	c.wait(`document.querySelector('#foot .watch')?.innerText.includes('minute')`)
	c.accessible("spectator, later")
}
