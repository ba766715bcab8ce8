package web_test

import (
	"strings"
	"testing"
)

// kept is the evening as the local storage has it, in a window.
const kept = `JSON.parse(localStorage['kasse/1/' + localStorage['kasse.last']])`

// silent lets a window tell the others nothing, as one that the phone has put to sleep hears nothing.
const silent = `BroadcastChannel.prototype.postMessage = () => {}; 0`

// windows makes an evening, and returns two windows of one phone that have it open.
func windows(t *testing.T) (p, other *tab) {
	t.Helper()
	p = openDesk(t, "")
	p.evening("chratze", "Anna", "Beat", "Carl", "Dora")
	other = p.beside(eval[string](p, "location.origin") + "/kasse/")
	other.wait(`document.querySelector('.entry')`)
	return p, other
}

// again books a hand.
func (p *tab) again() {
	p.t.Helper()
	p.hand("Anna", "Beat", "Anna 3", "Beat 1")
	p.tap("#book")
	p.wait(`!document.querySelector('#book')`)
}

// list shows all evenings.
func (p *tab) list() {
	p.t.Helper()
	p.press("More")
	p.press("Other evenings")
	p.wait(`document.querySelector('.evenings')`)
}

// reopened opens the first evening of the list, and taps a name there: all its hands are kept.
func (p *tab) reopened(hands int) {
	p.t.Helper()
	p.tap(".evenings button")
	p.wait(`document.querySelector('.entry')`)
	p.hand("Carl")
	p.wait(kept + `.draft.includes('Carl')`)
	if text := eval[string](p, kept+`.text`); strings.Count(text, "Anna 3! Beat 1") != hands {
		p.t.Errorf("of %d hands there are kept:\n%s", hands, text)
	}
}

// TestKasseWindows: what a window of a phone has booked another one knows before it keeps anything itself: of an evening in its list,
// by either way between them, and of one that it has open.
func TestKasseWindows(t *testing.T) {
	p, other := windows(t)
	other.list()
	eval[any](other, `window.told = '', new BroadcastChannel('kasse').onmessage = (e) => { window.told = e.data.text; }, 0`)
	eval[any](p, `window.full = Storage.prototype.setItem, Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }, 0`)
	p.again()
	other.wait(`told.includes('Anna 3! Beat 1')`)
	other.reopened(1)

	other.list()
	eval[any](p, `Storage.prototype.setItem = window.full, 0`)
	eval[any](p, silent)
	p.press("Hand")
	p.again()
	other.reopened(2)

	p.again()
	other.hand("Dora")
	other.shows("Another window of this device has booked.")
	other.shows("Which hand is the one you had begun")
	other.press("It is the next one, hand 4: go on")
	other.hand("Dora")
	other.wait(kept + `.draft.includes('Dora')`)
	if text := eval[string](other, kept+`.text`); strings.Count(text, "Anna 3! Beat 1") != 3 {
		t.Errorf("of 3 hands there are kept:\n%s", text)
	}
}

// TestKasseWindowsShared: the link by which others follow an evening comes to another window that has it open, and stays when that keeps it.
func TestKasseWindowsShared(t *testing.T) {
	p, other := windows(t)
	p.press("More")
	p.press("Follow on other devices")
	p.wait(`document.querySelectorAll('.sheet output').length === 2`)
	other.wait(`document.querySelector('[class="live live"]')`)
	other.hand("Carl")
	other.wait(kept + `.draft.includes('Carl')`)
	if !eval[bool](other, kept+`.link?.write === true`) {
		t.Error("the link is gone")
	}
}

// TestKasseMoved: what was opened to change an entry closes when another window or phone has put another entry in its place.
func TestKasseMoved(t *testing.T) {
	p, other := windows(t)
	p.again()
	p.hand("Carl", "Dora", "Carl 2", "Dora 2")
	p.tap("#book")
	p.shows("Hand 3")
	p.again()
	drop := func() {
		p.press("History")
		p.press("Change entry 1")
		p.press("Delete this entry")
		p.press("Hand")
	}
	other.press("History")
	other.press("Change entry 2")
	drop()
	other.wait(`!document.querySelector('.sheet')`)

	other.press("Change entry 2")
	other.press("Enter this hand again")
	other.shows("Correcting entry 2")
	other.hand("Carl")
	drop()
	other.wait(`!document.querySelector('main > .note')`)
}
