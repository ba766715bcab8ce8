package web_test

import (
	"strings"
	"testing"
)

// TestLateComer: a person who sits down in the seat of a bot that has played is called otherwise
// than the bot, sees the end of the hand as spectators do, under the names of those who played
// it, and is told until their first hand when they play. At the end nobody has anything of the
// bot's, which nobody pays.
func TestLateComer(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"settle":600000`)
	a.tap("[data-act=start]")
	a.ready()
	b := s.guest(t, seat, "Vreni", phone, anna)
	const note = `document.body.innerText.includes('You play from the next hand on')`
	b.wait(note)
	for !a.between() {
		a.answer()
	}
	b.wait(`document.body.dataset.stage === 'between' && document.querySelector('.flows')`)
	sheet := `[...document.querySelectorAll('.flows > li > b > span:first-child')].map((e) => e.innerText).sort().join()`
	if got := eval[string](b, sheet); got != "Anna,Sepp,Vreni" {
		t.Errorf("the sheet has %q", got)
	}
	for _, p := range []*tab{a, b} {
		if got := eval[string](p, `[...document.querySelectorAll('#rim .seat .name b')].map((e) => e.innerText).sort().join()`); got != "Anna,Sepp,Vreni" {
			t.Errorf("beside the results stand %q, want those who played", got)
		}
	}
	if !eval[bool](b, note) || eval[bool](b, `!!document.querySelector('.flows .own, .flows .book') || /\bYou (needed|stayed|missed|get|pay)/.test(document.body.innerText)`) {
		t.Errorf("who has not played yet is shown\n%s", eval[string](b, `document.getElementById('panel').innerText`))
	}
	if eval[bool](b, `!!document.querySelector('#panel [data-do=look]')`) || !eval[bool](a, `!!document.querySelector('#panel [data-do=look]')`) {
		t.Error("the review of a hand is for those who have played it")
	}
	if !eval[bool](a, `!!document.querySelector('.flows .own .book')`) {
		t.Error("Anna's own result isn't hers")
	}
	b.accessible("hand of others")
	a.menu("table")
	a.tap("[data-do=end]")
	a.tap("[data-do=yes]")
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'over' && document.querySelector('.pays li')`)
		final := eval[string](p, `[...document.querySelectorAll('.final b')].map((e) => e.innerText).sort().join()`)
		if final != "Anna,Sepp,Vreni,Vreni 2" || !eval[bool](p, `[...document.querySelectorAll('.final li')].some((e) => /^Vreni 2\D*0[.]00$/.test(e.innerText.replaceAll('\n', ' ')))`) {
			t.Errorf("accounts of %q: %s", final, eval[string](p, `document.querySelector('.final').innerText`))
		}
		if pays := eval[string](p, `document.querySelector('.pays').innerText`); !strings.Contains(pays, "The bots ") || !strings.Contains(pays, ": nobody ") || strings.Contains(pays, " pays ") && !strings.Contains(pays, "nobody pays") {
			t.Errorf("who pays whom: %s", pays)
		}
	}
	a.fits("the end with bots")
}

// TestSamePerson: the host says in the menu that a person who left has come again under another
// name. Their two accounts are one, and everybody is told.
func TestSamePerson(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"settle":600000`)
	b := s.guest(t, seat, "Beat", phone, anna)
	a.tap("[data-act=start]")
	b.wait(`document.body.dataset.stage === 'playing'`)
	b.menu("table")
	b.tap("[data-do=leave]")
	b.tap("[data-do=yes]")
	for !a.between() {
		a.answer()
	}
	c := s.guest(t, seat, "Beat", phone, anna)
	const all = `document.querySelector('#menu').innerText.replaceAll(/\s+/g, ' ')`
	c.menu("table")
	if eval[bool](c, `!!document.querySelector('[name=same]')`) || !strings.Contains(eval[string](c, all), "(Beat) ") {
		t.Errorf("a guest has the menu %s", eval[string](c, all))
	}
	a.menu("table")
	a.fits("the accounts, one of them of a person who has left")
	a.accessible("the accounts")
	a.set("[name=same]", eval[string](a, `[...document.querySelector('[name=same]').options].find((o) => o.text === 'Beat 2').value`))
	a.wait(`document.querySelector('.sure')?.innerText.includes('Are Beat and Beat 2 one person?')`)
	a.tap("[data-do=yes]")
	c.wait(all + `.includes(' Beat ') && !` + all + `.includes('Beat 2') && !` + all + `.includes('(Beat)')`)
	c.tap("[data-tab=chat]")
	c.wait(all + `.includes('Anna says who is one person, with one account: Beat = Beat 2.')`)
}

// TestCourseOfAll: the balances of an evening are those of persons: whoever comes again has the line of before, and those who have
// left have theirs.
func TestCourseOfAll(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `Promise.all(['live/people', 'live/standings'].map((m) => import('/web/' + m + '.js'))).then(([{People}, {chart}]) => {
		const info = {stage: 'playing', chairs: [{name: 'Anna', person: 1, balance: 0}, {name: 'Beat', coming: 'Cara', person: 2, balance: 0}], gone: [{name: 'Cara', person: 3, balance: -70}], seats: [0, 1]};
		const app = {info, table: {hand: 3}, words: {t: (k, a) => a?.amounts ?? '', balance: String}};
		app.people = new People(app);
		app.people.news({past: {course: {1: [20, 60], 2: [0, 10], 3: [-20, -70]}}, events: []});
		const text = (x) => (Array.isArray(x) ? x.map(text).join(' ') : x?.strings ? String.raw({raw: x.strings}, ...x.values.map(text)) : String(x ?? ''));
		return [...text(chart(app)).matchAll(/class="?hush"?>([^<]*)/g)].map((m) => m[1]);
	})`)
	if want := "20, 60|0, 10|-20, -70"; strings.Join(got, "|") != want {
		t.Errorf("the lines are %q, want %q", got, want)
	}
}
