package lines

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"

	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/pot"
	"chratze/rams"
)

// Puzzle shows a puzzle up to its question, asks for an act, and shows whether it is the best,
// the value of each act, and why. The error is that of the screen, or of a line that isn't a
// puzzle.
func Puzzle(ctx context.Context, p *locale.Printer, in io.Reader, scr *Screen, look Look, date string, z *coach.Puzzle) error {
	view, err := z.View()
	if err != nil {
		return err
	}
	h := z.Line
	sheet := look.Sheet(p, h.Variant, h.Seats)
	names := p.Names(h.Seats)
	names[view.Seat] = p.T("cli.you", nil)
	v := &voice{
		Table: p.Table(h.Variant, sheet.Deck, sheet.Money, names, view.Seat),
		scr:   scr, deck: sheet.Deck, names: names, me: view.Seat, game: view.Game,
	}
	e := &evening{voice: v, rules: h.Variant, voc: newVocabulary(), money: sheet.Money, read: listen(in), tell: &teller{voice: v}}
	scr.Line(scr.Strong(p.T("puzzle.title", locale.Args{"date": date, "game": v.Game()})))
	scr.Line(p.T("puzzle.level."+strconv.Itoa(z.Solution.Level), nil))
	e.tell.begin(1, h.Start)
	e.tell.tell(view.Events)
	e.tell.pause()
	scr.Gap()
	v.showHand(&view)
	act, err := e.solve(ctx, z, &view)
	if err != nil || act == (rams.Action{}) {
		return err
	}
	e.solution(&z.Solution, act)
	return scr.Flush()
}

// solve asks until an act is legal. It returns no act if the person leaves.
func (e *evening) solve(ctx context.Context, z *coach.Puzzle, view *rams.View) (rams.Action, error) {
	for range maxWrong {
		text, err := e.ask(ctx, e.question(view))
		if err == errLeft {
			return rams.Action{}, nil
		}
		if err != nil {
			return rams.Action{}, err
		}
		said, wrong := e.voc.hear(text, view, e.hand(view))
		switch {
		case wrong != nil:
			e.scr.Line(e.inputFault(wrong))
		case said.command == sayQuit || said.command == sayEnd:
			return rams.Action{}, nil
		case said.command == askHelp || said.command == askStand || said.command > askRules:
			Help(e.Table, e.scr, view)
			e.scr.Line("  " + e.T("cli.help.few", nil))
		case said.command != noCommand:
			e.command(said.command, view)
		case slices.Contains(view.Legal, said.act):
			return said.act, nil
		default:
			e.scr.Line(e.illegal(z, said.act))
		}
	}
	return rams.Action{}, nil
}

// illegal says why an act isn't allowed.
func (e *evening) illegal(z *coach.Puzzle, act rams.Action) string {
	if no, ok := errors.AsType[*rams.Refusal](z.Why(act)); ok {
		return e.Error(no)
	}
	return e.T("puzzle.illegal", nil)
}

// solution writes how good an act is.
func (e *evening) solution(s *coach.Solution, act rams.Action) {
	e.scr.Gap()
	key := "puzzle.wrong"
	if s.Acts[0].Act == act.String() {
		key = "puzzle.right"
	}
	e.scr.Line(e.scr.Strong(e.T(key, locale.Args{"act": e.act(s.Acts[0].Act, act.Seat)})))
	e.scr.Line(e.Reason(s.Why.Code, s.Why.Args()))
	e.scr.Gap()
	rows := [][]string{}
	for _, a := range s.Acts {
		mark := "  "
		if a.Act == act.String() {
			mark = "> "
		}
		rows = append(rows, []string{mark + e.act(a.Act, act.Seat), e.T("puzzle.worth", locale.Args{"worth": e.Balance(e.money, rappen(a.Worth)), "half": e.Money(rappen(a.Half))})})
	}
	for _, line := range Align(rows, "   ") {
		e.scr.Line(line)
	}
	e.scr.Gap()
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
