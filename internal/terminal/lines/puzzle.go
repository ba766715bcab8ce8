package lines

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Puzzle shows a puzzle up to its question, asks for an act, and shows whether it is the best,
// the value of each act, and why. Its title is a message about a date or a number. The error is that of the screen, or of a line
// that isn't a puzzle.
func Puzzle(ctx context.Context, p *locale.Printer, in io.Reader, scr *Screen, look Look, title, date string, z *coach.Puzzle) error {
	view, err := z.View()
	if err != nil {
		return err
	}
	h := z.Line
	sheet := look.Sheet(p, h.Variant, h.Seats)
	names := p.Names(h.Seats)
	names[view.Seat] = p.T("cli.you", nil)
	v := &voice{
		Table: wording.NewTable(p, h.Variant, sheet.Deck, sheet.Money, names, view.Seat),
		scr:   scr, deck: sheet.Deck, names: names, me: view.Seat, game: view.Game,
	}
	e := &quiz{voice: v, rules: h.Variant, ear: NewEar(), money: sheet.Money, read: Listen(in), tell: &teller{voice: v}}
	scr.Line(scr.Strong(p.T(title, locale.Args{"date": date, "game": v.Game()})))
	scr.Line(p.T("puzzle.level."+strconv.Itoa(z.Solution.Level), nil))
	e.tell.begin(1, h.Start)
	e.tell.tell(view.Events)
	scr.Gap()
	v.showHand(&view)
	act, err := e.solve(ctx, z, &view)
	if err != nil || act == (rams.Action{}) {
		return err
	}
	e.solution(&z.Solution, act)
	return scr.Flush()
}

// quiz is a puzzle as the person at the terminal sees it.
type quiz struct {
	*voice
	rules variant.Variant
	money locale.Money
	tell  *teller
	ear   *Ear
	read  func(context.Context) Typed
}

// solve asks until an act is legal. It returns no act if the person leaves.
func (e *quiz) solve(ctx context.Context, z *coach.Puzzle, view *rams.View) (rams.Action, error) {
	for range MostWrong {
		if err := e.scr.prompt(e.scr.Strong(Question(e.Table, view))); err != nil {
			return rams.Action{}, err
		}
		line := e.read(ctx)
		if line.Err != nil {
			e.scr.answered()
			if line.Err == ErrLeft {
				return rams.Action{}, nil
			}
			return rams.Action{}, line.Err
		}
		if line.Long {
			e.scr.Line(e.T("cli.hear.long", nil))
			continue
		}
		said := e.ear.Hear(line.Text, view, Arrange(view), e.Table)
		switch {
		case said.Wrong != "":
			e.scr.Line(said.Wrong)
		case said.Command == 'q' || said.Command == 'e':
			return rams.Action{}, nil
		case said.Command != 0:
			e.command(said.Command, view)
		case slices.Contains(view.Legal, said.Act):
			return said.Act, nil
		default:
			e.scr.Line(e.illegal(z, said.Act))
		}
	}
	return rams.Action{}, nil
}

// command answers a question about the hand that the puzzle shows.
func (e *quiz) command(letter rune, view *rams.View) {
	text := ""
	switch letter {
	case 'h':
		e.showHand(view)
		return
	case 't':
		text = e.T("cli.trick.none", nil)
		if len(e.tell.trick) > 0 {
			text = e.trick(e.tell.number, e.tell.trick)
		}
	case 'l':
		text = cmp.Or(e.tell.last, e.T("cli.trick.no-last", nil))
	case 'p':
		text = e.InPot(view.Pot)
	case 'w':
		text = strings.Join(WhoIsIn(e.Table, view), "\n")
	case 'r':
		text = "- " + strings.Join(ShortRules(e.Table, e.rules, e.game, view), "\n- ")
	default:
		Help(e.Table, e.scr, view)
		text = "  " + e.T("cli.help.few", nil)
	}
	for line := range strings.SplitSeq(text, "\n") {
		e.scr.Line(line)
	}
}

// illegal says why an act isn't allowed.
func (e *quiz) illegal(z *coach.Puzzle, act rams.Action) string {
	if no, ok := errors.AsType[*rams.Refusal](z.Why(act)); ok {
		return e.Error(no)
	}
	return e.T("puzzle.illegal", nil)
}

// solution writes how good an act is.
func (e *quiz) solution(s *coach.Solution, act rams.Action) {
	e.scr.Gap()
	key := "puzzle.wrong"
	if s.Acts[0].Act == act.String() {
		key = "puzzle.right"
	}
	e.scr.Line(e.scr.Strong(e.T(key, locale.Args{"act": e.act(s.Acts[0].Act, act.Seat)})))
	e.scr.Line(e.Reason(s.Why.Code, s.Why.Args()))
	e.scr.Gap()
	rows := [][]string{}
	for i, a := range s.Acts {
		mark := "  "
		if a.Act == act.String() {
			mark = "> "
		}
		worth := e.T("puzzle.worth", locale.Args{"worth": e.Balance(e.money, rappen(a.Worth)), "half": e.Money(rappen(a.Half))})
		switch {
		case s.Exact && i == 0:
			worth = ""
		case s.Exact:
			worth = e.T("puzzle.less", locale.Args{"percent": e.Decimal(e.money, a.Percent, 1)})
		}
		rows = append(rows, []string{mark + e.act(a.Act, act.Seat), worth})
	}
	e.scr.Grid("", rows, "   ")
	e.scr.Gap()
	if s.Exact {
		e.scr.Line(e.T("puzzle.exact", locale.Args{"n": int(math.Round(100 * s.Acts[0].Chance))}))
		return
	}
	e.scr.Line(e.T("puzzle.worlds", locale.Args{"n": s.Worlds}))
}

// rappen rounds an estimate to whole Rappen.
func rappen(x float64) pot.Chips { return pot.Chips(math.Round(x)) }

// act returns an act in words.
func (v *voice) act(text string, seat rams.Seat) string {
	a, err := rams.ParseAction(text, seat)
	if err != nil {
		return text
	}
	return v.Act(a)
}
