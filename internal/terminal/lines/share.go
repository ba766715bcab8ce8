package lines

import (
	"chratze/card"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Sitting is a sitting of one person with bots, kept on the disk, for a client
// that shows it in a way of its own. What it has returned is kept already, and the
// line mode goes on with it. It is not safe for use by several goroutines.
type Sitting struct {
	save    *save
	sitting *sitting
	printer *locale.Printer
	waiting int
}

// OpenSitting makes a new sitting of the rules, or takes one up that was left. The
// error is a *Misuse of the options, or says what went wrong.
func OpenSitting(p *locale.Printer, o Options, rules func() (variant.Variant, error)) (*Sitting, error) {
	if err := o.check(p); err != nil {
		return nil, err
	}
	v, s, waiting, err := o.open(p, rules)
	if err != nil {
		return nil, err
	}
	return &Sitting{v, s, p.For(v.look.Lang), waiting}, nil
}

// Printer speaks the language in which the sitting is shown.
func (g *Sitting) Printer() *locale.Printer { return g.printer }

// Close gives the sitting free for other processes.
func (g *Sitting) Close() error { return g.save.close() }

// Number is the sitting's number, for --resume.
func (g *Sitting) Number() string { return g.save.number() }

// Waiting is the number of an older sitting that hasn't ended; 0: there is none.
func (g *Sitting) Waiting() int { return g.waiting }

// HandsPath is the file of the settled hands.
func (g *Sitting) HandsPath() string { return g.save.path(handsFile) }

// Look is how the sitting is shown.
func (g *Sitting) Look() Look { return g.save.look }

// Rules returns what is played.
func (g *Sitting) Rules() variant.Variant { return g.sitting.Rules }

// Names returns who sits where, by seat.
func (g *Sitting) Names() []string { return g.sitting.Names }

// Bots returns the bots by seat; "" is the person.
func (g *Sitting) Bots() []string { return g.sitting.Bots }

// Me is the person's seat.
func (g *Sitting) Me() rams.Seat { return g.sitting.Me }

// Hands is how many hands are settled.
func (g *Sitting) Hands() int { return g.sitting.hands }

// Dealt reports whether a hand is being played.
func (g *Sitting) Dealt() bool { return g.sitting.dealt }

// Last reports whether the hand that is played, or was just settled, is the last.
func (g *Sitting) Last() bool {
	n := g.sitting.hands
	if g.sitting.dealt {
		n++
	}
	return g.sitting.last > 0 && n >= g.sitting.last
}

// Ended reports whether the evening is over.
func (g *Sitting) Ended() bool { return g.sitting.ended }

// Start is how the hand that is played begins, or the next one.
func (g *Sitting) Start() rams.Start { return g.sitting.start }

// Shown reports whether there is a hand to look at: one that is played, or the one
// that this process settled last.
func (g *Sitting) Shown() bool { return len(g.sitting.record.Log) > 0 }

// View is all that the person may know of the hand that is Shown.
func (g *Sitting) View() rams.View { return g.sitting.view() }

// Result is how a hand that is Shown and over was settled.
func (g *Sitting) Result() rams.Result { return g.sitting.result() }

// Pot is what lies in the pot between two hands, in Rappen.
func (g *Sitting) Pot() pot.Chips { return g.sitting.ledger.Pot() }

// Balances are what everybody has won or lost, by seat, in Rappen.
func (g *Sitting) Balances() []pot.Chips { return g.sitting.balances() }

// Course returns the balances by seat after each settled hand.
func (g *Sitting) Course() [][]pot.Chips { return g.sitting.course }

// Begin deals the next hand, up to the person's first decision or the end.
func (g *Sitting) Begin() error {
	err := g.sitting.begin()
	if err == nil {
		err = keep(g.save, g.sitting)
	}
	return sayTrouble(g.printer, err, g.save.dir, 0)
}

// Act makes the person's act, and everybody else's up to his next decision or the
// end of the hand, which is settled. The error is a *rams.Refusal, after which
// nothing has changed, or says why nothing can be kept.
func (g *Sitting) Act(a rams.Action) error {
	if err := g.sitting.act(a); err != nil {
		return err
	}
	return sayTrouble(g.printer, keep(g.save, g.sitting), g.save.dir, 0)
}

// AnnounceLast makes the hand that is played the last one.
func (g *Sitting) AnnounceLast() error {
	g.sitting.last = g.sitting.hands + 1
	return sayTrouble(g.printer, g.save.keep(g.sitting), g.save.dir, 0)
}

// End ends the evening: the pot is shared out, and everybody pays. It may be asked
// again when it has ended.
func (g *Sitting) End() (shares []pot.Chips, transfers []pot.Transfer, err error) {
	if !g.sitting.ended {
		g.sitting.ended = true
		if err := g.save.keep(g.sitting); err != nil {
			return nil, nil, sayTrouble(g.printer, err, g.save.dir, 0)
		}
	}
	if shares, err = g.sitting.end(); err == nil {
		transfers, err = pot.Settle(g.sitting.balances())
	}
	return shares, transfers, err
}

// Ear understands what people type, in all languages at once.
type Ear struct{ voc *vocabulary }

// NewEar returns an ear.
func NewEar() *Ear { return &Ear{newVocabulary()} }

// Heard is what was understood: an act, or a command by its letter, the same in
// every language and every client: ? h t l p w s r e q.
type Heard struct {
	Act     rams.Action
	Command rune   // 0: an act
	Wrong   string // why nothing was understood, in words; "": it was
}

// Hear understands an answer to what a view asks. The cards of hand have the
// numbers 1, 2, … in this order; what could not be understood is said by t.
func (e *Ear) Hear(line string, v *rams.View, hand []card.Card, t *locale.Table) Heard {
	said, wrong := e.voc.hear(line, v, hand)
	if wrong != nil {
		return Heard{Wrong: t.T(hearKeys[wrong.code], locale.Args{"word": Clip(wrong.word), "cards": t.Set(wrong.cards)})}
	}
	return Heard{Act: said.act, Command: commandLetters[said.command]}
}

//lattice:table
var commandLetters = [commands]rune{
	askHelp: '?', askHand: 'h', askTrick: 't', askLast: 'l', askPot: 'p', askIn: 'w',
	askStand: 's', askRules: 'r', sayEnd: 'e', sayQuit: 'q',
}

// Arrange returns the cards of a view's hand in the order in which they are shown
// and numbered: trumps first, the highest first.
func Arrange(v *rams.View) []card.Card {
	rules := v.Game.Rules()
	return arrange(v.Hand, &rules, v.Trump, v.Upcard != card.Hidden)
}

// ShortRules tells what one has to know to play on, a line each.
func ShortRules(t *locale.Table, v variant.Variant, g *rams.Game) (lines []string) {
	return shortRules(t, v, g)
}

// ToASCII writes a text without what only UTF-8 has; what has no ASCII becomes a
// question mark.
func ToASCII(text string) string { return toASCII(text) }

// HasUTF8 reports whether the locale writes UTF-8.
func HasUTF8(getenv func(string) string) bool { return hasUTF8(getenv) }
