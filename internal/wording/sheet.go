package wording

import (
	"strconv"
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Section is a part of a rule sheet.
type Section struct {
	ID     string // goal, cards, muss, antes, deal, blind, auction, join, exchange, play, settle, example, next, options; "": the title and the text below it
	Title  string
	Blocks []Block
}

// Block is a paragraph, or the lines of a list.
type Block struct {
	Text  string
	Items []string
}

// RuleSheet explains the rules of a sheet to somebody who has never played it. The result is
// Markdown that also reads well as plain text: the goal, the cards, a hand from the antes to
// the settlement, an example with amounts, and the options with their sources.
func RuleSheet(p *locale.Printer, s locale.Sheet) string {
	var b strings.Builder
	for _, section := range RuleSections(p, s) {
		if section.ID != "" {
			b.WriteByte('#')
		}
		b.WriteString("# " + section.Title + "\n\n")
		for _, block := range section.Blocks {
			if block.Text != "" {
				b.WriteString(block.Text + "\n\n")
				continue
			}
			for _, line := range block.Items {
				b.WriteString("- " + line + "\n")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// RuleSections returns the rules of a sheet, section by section.
func RuleSections(p *locale.Printer, s locale.Sheet) []Section {
	w := newWriter(p, s)
	w.head()
	w.goal()
	w.cards()
	w.muss()
	w.antes()
	w.deal()
	w.blind()
	w.auction()
	w.joining()
	w.exchange()
	w.play()
	w.settlement()
	w.example()
	w.after()
	w.table()
	w.sources()
	return w.sections
}

// writer returns a writer for a sheet.
func newWriter(p *locale.Printer, s locale.Sheet) *writer {
	s = s.Whole(p)
	played := s.Played()
	w := &writer{Words: p.Words(s.Variant, s.Deck), sheet: s, rules: played.Rules(), options: map[string]variant.Option{}}
	for _, o := range played.Options() {
		if o.Key == "coin" && o.Default == "1" {
			o.Default = pot.Money(s.Money).Coin().String()
		}
		w.options[o.Key] = o
	}
	w.args = w.parameters()
	return w
}

// writer writes a rule sheet: paragraphs of messages, which all share the same parameters.
type writer struct {
	*locale.Words
	sheet    locale.Sheet
	rules    rams.Rules
	options  map[string]variant.Option
	args     locale.Args
	sections []Section
	lines    []string // the sentences of the current paragraph
}

// parameters returns the parameters of all messages of the sheet.
func (w *writer) parameters() locale.Args {
	least, most := w.sheet.Variant.Seats()
	fewest, best := w.sheet.Variant.Best()
	r := &w.rules
	args := locale.Args{
		"game": w.Game(), "preset": "`" + w.sheet.Variant.Preset() + "`", "rules": w.sheet.Variant.String(), "declarer": w.Declarer(),
		"least": least, "most": most, "fewest": fewest, "best": best, "seats": w.sheet.Seats, "size": r.Deal.Size(),
		"ours": w.T("ours", nil), "changed": w.T("changed", nil),
		"suits": w.suits(), "ranks": w.ranks(), "weli": w.weliName(), "special": w.special(), "bells": w.Suit(card.Diamonds),
		"ace": w.Rank(card.Ace), "jack": w.Rank(card.Jack), "ten": w.Rank(card.Ten), "seven": w.Rank(card.Seven), "six": w.Rank(card.Six),
		"open": w.Call(rams.Open), "pass": w.Call(rams.Pass), "join": w.Call(rams.Join), "out": w.Call(rams.Out), "spare": w.Call(rams.TakeSpare),
		"blind": w.Call(rams.GoBlind), "see": w.Call(rams.See), "double": w.Call(rams.DoubleBlind), "weiter": w.Call(rams.BidPass),
		"schlagen": w.Call(rams.BidStrike), "oder": w.Call(rams.BidTurn), "weiteroder": w.Call(rams.BidTop),
		"ante": w.sum(r.Ante), "roundup": w.sum(r.RoundUp), "coin": w.sum(r.Coin), "cap": w.sum(r.PenaltyCap), "fixed": w.sum(r.Penalty), "potcap": w.sum(r.PotCap),
		"goal": int(r.Goal), "prizes": int(r.Prizes), "back": int(r.Back), "fine": w.sum(r.PrizeFine),
		"n": int(r.Deals), "part": w.T(partKey(r.Deal), nil),
	}
	for _, key := range variant.SourceKeys() {
		args["by_"+key] = w.by(key)
	}
	for part, whole := range map[string]string{"by_first_dealer": "by_lot", "by_void_both": "by_void", "by_ante": "by_antes"} {
		if args[part] == args[whole] {
			args[part] = "" // one mark is enough
		}
	}
	return args
}

// by returns the mark of a rule, to follow part of a sentence, from the table of sources
// (docs/rules.md 4.1). It is "" if the sheet's own text states the rule. An option that the
// table has changed is marked as a house rule.
func (w *writer) by(key string) string {
	source, _ := w.sheet.Variant.SourceOf(key)
	mark := w.mark(source)
	if w.options[key].Changed() {
		mark = w.T("changed", nil)
	}
	if mark != "" {
		return w.T("mark.inside", locale.Args{"mark": mark})
	}
	return ""
}

// mark returns the mark for a source: "(ours)", "(D, E)" for a rule from other texts, or "".
func (w *writer) mark(s variant.Source) string {
	switch s.Mark {
	case variant.Ours:
		return w.T("ours", nil)
	case variant.Elsewhere:
		return w.T("mark.texts", locale.Args{"texts": w.Row(strings.Split(s.Texts, ""))})
	}
	return ""
}

func partKey(d rams.Deal) string {
	return "sheet.part." + strconv.Itoa(d.Size())
}

func (w *writer) sum(amount pot.Chips) string { return w.Sum(w.sheet.Money, amount) }

func (w *writer) suits() string {
	var names []string
	for s := range card.Suit(card.Suits) {
		names = append(names, w.Gloss("suit."+string(w.sheet.Deck)+"."+s.String(), w.Suit(s)))
	}
	return w.List(names)
}

func (w *writer) ranks() string {
	var names []string
	for _, c := range w.rules.Order.Sorted(w.rules.Pack.Cards() & card.OfSuit(card.Clubs)) {
		r := c.Rank()
		names = append(names, w.Gloss("rank."+string(w.sheet.Deck)+"."+r.String(), w.Rank(r)))
	}
	return w.List(names)
}

// weliName returns the name of the card that is always a trump, or "".
func (w *writer) weliName() string {
	if weli := w.rules.Weli.Card(); weli != 0 {
		return w.Card(weli.First())
	}
	return ""
}

// special names the cards that make the deal hop.
func (w *writer) special() string {
	args := locale.Args{"ace": w.Rank(card.Ace), "seven": w.Rank(card.Seven), "weli": w.weliName()}
	if args["weli"] == "" {
		return w.T("sheet.special.bare", args)
	}
	return w.T("sheet.special", args)
}

// heading ends the paragraph and begins a section. Its heading has the key sheet.play.head for play.
func (w *writer) heading(key string) {
	w.end()
	w.sections = append(w.sections, Section{ID: strings.Split(key, ".")[1], Title: w.T(key, w.args)})
}

// end ends the current paragraph, if there is one.
func (w *writer) end() {
	if len(w.lines) > 0 {
		w.add(Block{Text: w.Sentences(w.lines...)})
		w.lines = nil
	}
}

func (w *writer) add(b Block) {
	s := &w.sections[len(w.sections)-1]
	s.Blocks = append(s.Blocks, b)
}

// text adds a sentence to the paragraph.
func (w *writer) text(text string) { w.lines = append(w.lines, text) }

// say adds messages to the paragraph.
func (w *writer) say(keys ...string) {
	for _, key := range keys {
		w.text(w.T(key, w.args))
	}
}

// items writes the lines of a list.
func (w *writer) items(lines ...string) {
	w.end()
	w.add(Block{Items: lines})
}

// messages returns the messages with the given keys.
func (w *writer) messages(keys ...string) (lines []string) {
	for _, key := range keys {
		lines = append(lines, w.T(key, w.args))
	}
	return lines
}

// option adds the meaning of an option's value, with its mark, unless there is no text for it.
func (w *writer) option(key string) {
	if full := "sheet." + key + "." + w.options[key].Value; w.Has(full) {
		w.marked(full, key)
	}
}

// marked adds a message that follows from options. It has a mark if one of them is a house rule
// or isn't stated by the sheet's own text.
func (w *writer) marked(message string, keys ...string) {
	text := w.T(message, w.args)
	mark := ""
	for _, key := range keys {
		switch o := w.options[key]; {
		case o.Changed():
			mark = w.T("changed", nil)
		case mark == "":
			mark = w.mark(variant.Source{Mark: o.Mark, Texts: o.Texts})
		}
	}
	if mark != "" {
		text = w.T("sentence.marked", locale.Args{"text": strings.TrimSuffix(text, w.T("sentence.end", nil)), "mark": mark})
	}
	w.text(text)
}
