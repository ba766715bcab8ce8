package web_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZLook(t *testing.T) {
	dir := "/tmp/hand-shots"
	_ = os.MkdirAll(dir, 0o700)
	needBrowser(t)
	preset, lang, seats, seed, deck := "chratze", "en", 4, uint64(5), "french"
	hint := false
	hands := 2
	sizes := []size{phone, laptop}
	for _, f := range strings.Fields(os.Getenv("LOOK")) {
		k, v, _ := strings.Cut(f, "=")
		switch k {
		case "preset":
			preset = v
		case "lang":
			lang = v
		case "deck":
			deck = v
		case "hint":
			hint = true
		case "seats":
			fmt.Sscan(v, &seats)
		case "hands":
			fmt.Sscan(v, &hands)
		case "seed":
			fmt.Sscan(v, &seed)
		case "sizes":
			sizes = nil
			for _, z := range strings.Split(v, ",") {
				var s size
				fmt.Sscanf(z, "%dx%d", &s.w, &s.h)
				sizes = append(sizes, s)
			}
		}
	}
	s := open(t, seed)
	seat := s.make(fmt.Sprintf(`,"practice":true,"pace":40,"chairs":%d,"rules":{"preset":%q}`, seats, preset))
	var all []*tab
	for _, z := range sizes {
		p := newTab(t, s, z, anna+`localStorage.setItem('lang', '`+lang+`');localStorage.setItem('set.deck', '`+deck+`');`+os.Getenv("LOOKJS"))
		p.visit(seat.Link)
		all = append(all, p)
	}
	n := 0
	all[0].walk(hands, func(phase string) {
		q := eval[string](all[0], `document.body.dataset.q + document.body.dataset.stage`)
		for i, p := range all {
			on := ""
			if i > 0 && phase != "between" {
				on = `document.querySelector('[data-act=next]')?.click(), `
			}
			p.wait(on + `document.body.dataset.q + document.body.dataset.stage === '` + q + `'`)
			if hint && phase != "between" {
				eval[any](p, `document.querySelector('[data-do=hint]')?.click(), 0`)
				p.wait(`document.querySelector('#foot :is(.why,.note)')`)
			}
			if phase == "lay" || phase == "drop" {
				eval[any](p, `document.querySelector('.card.mine').click(), 0`)
			}
			p.shot(dir, fmt.Sprintf("%s-%s-%d-%02d-%s-%s", preset, lang, seats, n, phase, p.sizeName()))
			if phase == "lay" || phase == "drop" {
				eval[any](p, `document.querySelector('.card.mine').click(), 0`)
			}
		}
		n++
	})
}

func (p *tab) sizeName() string { return eval[string](p, `innerWidth + 'x' + innerHeight`) }
