package web_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/teach/lessons"
)

// count is how many lessons there are, as the pages have to show them.
var count = strconv.Itoa(lessons.Count())

// TestLessons: hands can be played to their end, a wrong act is explained and changes nothing, and if
// you come back you see what you have done. Four lessons are played, each in one language: they ask for
// cards, the six, blind, the exchange and the Muss. With CHRATZE_VERIFY all are, and some in three languages.
func TestLessons(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	for _, run := range []struct {
		lang    string
		window  size
		lessons []int // the first has number 0
	}{
		{"en", phone, sample(2, 0, 18, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20)},
		{"ja", phone, sample(1, 7, 0, 9, 19)},
		{"de-AT", laptop, sample(1, 9, 0, 7)},
	} {
		lang := run.lang
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			s := open(t, 1)
			p := newTab(t, s, run.window, anna+`localStorage.setItem('lang', '`+lang+`'); localStorage.setItem('set.speed', 'off')`)
			p.visit(s.http.URL + "/learn")
			p.wait(`document.querySelectorAll('ol a').length === ` + count)
			p.accessible("lessons")
			p.photograph("lessons-" + lang)
			course := lessons.Course(locale.New().For(lang), "")
			for _, number := range run.lessons {
				l := course[number]
				p.visit(s.http.URL + "/learn")
				p.tap("ol li:nth-child(" + strconv.Itoa(l.Number+1) + ") a")
				p.lesson(l, lang)
			}
			if kept := eval[string](p, `localStorage.getItem('evenings') ?? ''`); kept != "" {
				t.Errorf("a lesson was kept as an evening: %s", kept)
			}
			p.visit(s.http.URL + "/learn")
			p.wait(`document.querySelectorAll('ol small').length === ` + strconv.Itoa(len(run.lessons)))
		})
	}
}

// lesson goes through one.
func (p *tab) lesson(l lessons.Lesson, lang string) {
	p.t.Helper()
	number := strconv.Itoa(l.Number + 1)
	p.wait(`location.pathname === '/learn/` + number + `' && document.querySelector('#go')`)
	if l.Number == 0 {
		p.wait(`document.querySelector('.trumpsign')`) // the cards lie there
		if said := eval[string](p, `[...document.querySelectorAll('.seat .role')].map((e) => e.innerText).join(', ')`); said != "" {
			p.t.Errorf("before anybody has decided the seats say %s", said)
		}
	}
	// Without a network a lesson goes on as before.
	if told := eval[string](p, `(() => { dispatchEvent(new Event('offline')); return [...document.querySelectorAll('[aria-live], [role=alert]')].map((e) => e.textContent).join(' '); })()`); strings.Contains(told, locale.New().For(lang).T("net.lost", nil)) {
		p.t.Errorf("without a network the lesson says %q", told)
	}
	p.tap("#go")
	made, low, high := 0, 1000, 0
	for i, step := range l.Steps[:len(l.Steps)-1] {
		p.wait(`document.body.dataset.q === '` + strconv.Itoa(i+1) + `' && document.querySelector('#teacher > p')?.textContent === ` + strconv.Quote(step.Say))
		p.wait(`document.querySelector('#rim .pot b')`)
		if now := eval[int](p, moneyLeft); i == 0 {
			made = now
		} else if now != made {
			p.t.Errorf("lesson %s, question %d: accounts and pot make up %d, and %d at the beginning", number, i+1, now, made)
		}
		sheet := eval[int](p, `document.getElementById('teacher').offsetHeight`)
		if low, high = min(low, sheet), max(high, sheet); high-low > 24 {
			p.t.Errorf("lesson %s, question %d: the sheet above the table is %d pixels high, %d to %d so far: the table jumps", number, i+1, sheet, low, high)
		}
		if i == 0 || strings.HasPrefix(step.Right, "lay") {
			p.accessible("lesson", number)
		}
		p.photograph("lesson-" + lang + "-" + number + "-" + strconv.Itoa(i+1))
		for act := range step.Illegal {
			p.choose(act)
			p.wait(`document.querySelector('#teacher p.no')?.textContent === ` + strconv.Quote(step.No) + ` && document.querySelector('#foot .note')`)
			break
		}
		p.choose(step.Right)
	}
	p.wait(`document.querySelector('#teacher > p')?.textContent === ` + strconv.Quote(l.Outro) + ` && document.querySelector('#panel .flows li')`)
	if now := eval[int](p, moneyLeft); now != made {
		p.t.Errorf("lesson %s: in the end accounts and pot make up %d, and %d before", number, now, made)
	}
	p.photograph("lesson-" + lang + "-" + number + "-end")
	p.tap("#next")
	p.wait(`location.pathname === '/learn` + map[bool]string{true: "/" + strconv.Itoa(l.Number+2)}[l.Number+1 < lessons.Count()] + `'`)
}

// TestRightCardGlows: after two wrong answers the right card glows, until it is played.
func TestRightCardGlows(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`)
	p.visit(s.http.URL + "/learn")
	p.tap("ol li:first-child a")
	p.tap("#go")
	step := lessons.Course(locale.New().For("en"), "")[0].Steps[0]
	const glowing = `[...document.querySelectorAll('.card.glow')].map((c) => 'play ' + c.dataset.card).join()`
	for wrong := range 2 {
		p.wait(`document.body.dataset.q === '1'`)
		if got := eval[string](p, glowing); got != "" {
			t.Errorf("after %d wrong answers %s glows", wrong, got)
		}
		p.choose("play Ts")
		p.wait(`document.querySelector('#teacher p.no')?.textContent === ` + strconv.Quote(step.No))
	}
	p.wait(glowing + ` === '` + step.Right + `'`)
	p.accessible("card that glows")
	p.choose(step.Right)
	p.wait(`document.body.dataset.q === '2' && !document.querySelector('.card.glow')`)
}

// choose does an act as a person would.
func (p *tab) choose(act string) {
	p.t.Helper()
	words := strings.Fields(act)
	switch words[0] {
	case "play":
		p.tap(`.card.mine[data-card="` + words[1] + `"]`)
	case "lay", "drop":
		for _, c := range words[1:] {
			p.tap(`.card.mine[data-card="` + c + `"]`)
		}
		p.tap(`[data-act=confirm]`)
	default:
		p.tap(`[data-act="` + act + `"]`)
	}
}

// photograph keeps a picture in the directory CHRATZE_PICTURES, if there is one.
func (p *tab) photograph(name string) {
	p.t.Helper()
	dir := os.Getenv("CHRATZE_PICTURES")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := p.png(ctx)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}
