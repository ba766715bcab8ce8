package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/card"
	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/wording"
	"chratze/rams"
	"chratze/variant"
)

// TestRulesInside: all rules of a table can be read at it, page by page, without marks of Markdown.
func TestRulesInside(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		v, _ := variant.Lookup(preset)
		least, _ := v.Seats()
		b := newBench(t, preset, least, Options{Printer: locale.For("en"), Pace: AtOnce})
		b.tell(b.deal())
		b.press("r")
		seen, pages := b.screen(), 1
		for ; b.model.panel == rulesPanel && pages < 60; pages++ {
			b.press("space")
			seen += b.screen()
		}
		if pages < 5 || pages >= 60 {
			t.Errorf("%s: %d pages", preset, pages)
		}
		words := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "·", " ").Replace(seen)), " ")
		for _, section := range wording.RuleSections(b.model.opt.Printer, locale.Sheet{Variant: v, Seats: least, Deck: b.model.deckName(), Money: b.table.Money}) {
			if !strings.Contains(words, section.Title) {
				t.Errorf("%s: %q isn't among the rules", preset, section.Title)
			}
		}
		if strings.ContainsAny(seen, "`#") || strings.Contains(seen, "**") {
			t.Errorf("%s: marks of Markdown:\n%s", preset, seen)
		}
	}
}

// TestBlindOnWish: about double blind people are asked only if they have wished it, and about blind also when an ace or a king lies
// there. Else the answer is to look first. How to be asked is said before one deals.
func TestBlindOnWish(t *testing.T) {
	t.Parallel()
	for _, blind := range []bool{false, true} {
		b := newBench(t, "chratze", 4, Options{Printer: locale.For("en"), Pace: AtOnce})
		b.model.opt.Blind = blind
		asked, high := 0, 0
		for b.table.Hand < 40 {
			b.until(rams.PhaseDone)
			b.tell(b.deal())
			switch up := b.model.pic.Upcard; {
			case !b.model.asked():
			case b.model.pic.Phase == rams.PhaseDoubleBlind:
				asked++
			case b.model.pic.Phase == rams.PhaseBlind && !blind && up.Rank() != card.Ace && up.Rank() != card.King:
				t.Errorf("one is asked about blind when %s is turned", up)
			case b.model.pic.Phase == rams.PhaseBlind:
				high++
			}
		}
		if blind != (asked > 0) {
			t.Errorf("wished for: %v, and asked %d times", blind, asked)
		}
		if !blind && high == 0 {
			t.Error("an ace or a king is turned, and one isn't asked about blind")
		}
		if looked := strings.Contains(strings.Join(b.did, " "), "see"); !looked {
			t.Error("the dealer never looks first")
		}
	}
	b := newBench(t, "chratze", 4, Options{Printer: locale.For("en"), Pace: AtOnce})
	b.model.opt.Blind, b.table.Blind = false, true
	if !b.until(rams.PhaseDoubleBlind) {
		t.Error("the table asks every dealer, and this one isn't asked")
	}
	if told := atServer(b, table.Config{AskBlind: true}, client.Proofs{}); !told.Blind {
		t.Error("a server's table asks every dealer, and the terminal doesn't know it")
	}
	b = newBench(t, "chratze", 4, Options{Printer: locale.For("en"), Pace: AtOnce})
	b.model.opt.Blind = false
	b.tell(tea.WindowSizeMsg{Width: 120, Height: 40})
	for range 20 {
		b.until(rams.PhaseDone)
		if b.model.deals() {
			break
		}
		b.tell(b.deal())
	}
	if text := b.screen(); !strings.Contains(text, "B ask about double blind") {
		t.Errorf("nothing says how to be asked:\n%s", text)
	}
	b.press("B")
	if !b.model.opt.Blind || b.model.note == "" {
		t.Errorf("B: %v, %q", b.model.opt.Blind, b.model.note)
	}
}
