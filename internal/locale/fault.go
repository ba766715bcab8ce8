package locale

import (
	"errors"
	"slices"
	"strings"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Error returns a sentence for an error about rules. Other errors are returned as their text.
func (p *Printer) Error(err error) string {
	var start *rams.StartError
	var tally *rams.TallyError
	var conflict *rams.Conflict
	var rules *variant.Error
	switch {
	case errors.As(err, &rules):
		return p.rules(rules)
	case errors.As(err, &conflict):
		return p.Conflict(conflict)
	case errors.As(err, &start):
		return p.T("start."+start.Code, Args{"most": pot.Max})
	case errors.As(err, &tally):
		return p.T("tally."+tally.Code, Args{"most": pot.Max})
	case errors.Is(err, rams.ErrAction):
		return p.T("input.act", nil)
	case errors.Is(err, card.ErrCard):
		return p.T("input.card", cardText(err))
	case errors.Is(err, card.ErrTwo):
		return p.T("input.twice", cardText(err))
	case errors.Is(err, card.ErrMany):
		return p.T("input.many", nil)
	}
	return err.Error()
}

// Conflict says why rules have no meaning.
func (p *Printer) Conflict(c *rams.Conflict) string {
	return p.T("conflict."+c.Code, Args{"needs": c.Needs, "have": c.Have})
}

// cardText returns the text that an error about cards names, or "…".
func cardText(err error) Args {
	if e, ok := errors.AsType[*card.Error](err); ok {
		return Args{"text": e.Text}
	}
	return Args{"text": "…"}
}

// rules explains what is wrong with a variant.
func (p *Printer) rules(e *variant.Error) string {
	args := Args{
		"preset": e.Preset, "option": e.Option, "value": e.Value, "allowed": p.List(e.Allowed),
		"least": e.Least, "most": e.Most, "needs": e.Needs,
	}
	if key := "rules.needs." + e.Needs; p.Has(key) {
		args["needs"] = p.T(key, nil)
	}
	args["coin"] = e.Least
	if m, ok := ParseMoney(e.Needs); ok && e.Code == variant.CodeCoin {
		args["needs"], args["coin"] = p.T("kasse.money."+e.Needs, nil), p.Sum(m, pot.Chips(e.Least))
		if n, err := pot.Parse(e.Value); err == nil {
			args["option"], args["value"] = p.T("option."+e.Option, nil), p.Sum(m, n)
		}
	}
	var c *rams.Conflict
	switch {
	case !errors.As(e.Err, &c):
		typed := e.Value
		if e.Code == variant.CodeUnknown {
			typed = e.Option
			v, _ := variant.Lookup(e.Preset)
			args["allowed"] = p.List(v.Choices())
		}
		return p.Unknown("rules."+e.Code, args, typed, e.Allowed)
	case e.Option == "seats" && c.Code == "seats": // the reason would repeat it
		return p.T("rules.conflict.seats.plain", args)
	}
	args["reason"] = p.Conflict(c)
	switch seats := e.Option == "seats"; {
	case seats && len(e.Allowed) == 0:
		return p.T("rules.conflict.seats.none", args)
	case seats:
		return p.T("rules.conflict.seats", args)
	case len(e.Allowed) == 0:
		return p.T("rules.conflict.none", args)
	}
	return p.T("rules.conflict", args)
}

// FileError explains what is wrong with a rules file. The arguments are the fields of a
// *rulesfile.Error.
func (p *Printer) FileError(code string, line int, key string, err error) string {
	var text string
	var rules *variant.Error
	switch {
	case errors.As(err, &rules):
		text = p.rules(rules)
	case err != nil:
		text = p.T("file."+code, Args{"key": key, "reason": err.Error()})
	default:
		text = p.T("file."+code, Args{"key": key})
	}
	if line == 0 {
		return text
	}
	return p.T("file.line", Args{"line": line, "text": text})
}

// HandFault explains what is wrong with a recorded hand. The arguments are the fields of a
// *history.Error.
func (w *Words) HandFault(line, event int, field, code, detail string, err error) string {
	text := w.T("handfile."+code, nil)
	if code == "missing" && field == "format" {
		text, field = w.T("handfile.missing.format", nil), ""
	}
	if code == "syntax" && strings.HasPrefix(detail, "byte 0:") { // any other text than a hand
		text, detail = w.T("handfile.other", nil), ""
	}
	if detail != "" && code != "truncated" { // what should have come next helps nobody
		text = w.T("handfile.of", Args{"what": text, "text": w.handDetail(detail)})
	}
	if err != nil {
		text = w.T("handfile.of", Args{"what": text, "text": w.Error(err)})
	}
	if field != "" {
		text = w.T("handfile.of", Args{"what": field, "text": text})
	}
	if event >= 0 {
		text = w.T("handfile.of", Args{"what": w.T("handfile.at", Args{"event": event}), "text": text})
	}
	if line > 0 {
		text = w.T("file.line", Args{"line": line, "text": text})
	}
	return text
}

// GroupFault says why a line can't be added to a group, by the code of the error and its parameters, and what to do.
func (p *Printer) GroupFault(code, text, name string, n, want int) string {
	return p.T("group.fault."+code, Args{"text": text, "name": name, "n": n, "want": want})
}

// DeskFault is a *desk.Error.
type DeskFault struct {
	Code       string
	Line, Word int
	Text, Name string
	N, Want    int
	Entry      int
	Err        error
}

// DeskFault says why a cash desk can't take a line, and where it is.
func (p *Printer) DeskFault(f DeskFault) string {
	text := ""
	if f.Err != nil {
		text = p.Error(f.Err)
	} else {
		text = p.T("kasse.no."+f.Code, Args{"text": f.Text, "name": f.Name, "n": f.N, "want": f.Want})
	}
	switch {
	case f.Entry > 0:
		return p.T("kasse.fault.entry", Args{"entry": f.Entry, "reason": text})
	case f.Line > 0 && f.Word > 0:
		return p.T("kasse.fault.word", Args{"line": f.Line, "word": f.Word, "reason": text})
	case f.Line > 0:
		return p.T("kasse.fault.line", Args{"line": f.Line, "reason": text})
	}
	return text
}

// handDetail returns a value and what is allowed, both as they are written in the format.
func (p *Printer) handDetail(detail string) string {
	if expected, ok := strings.CutPrefix(detail, "expected "); ok {
		expected, found, _ := strings.Cut(expected, ", found ")
		return p.T("handfile.expected", Args{"expected": expected, "found": found})
	}
	if want, ok := strings.CutPrefix(detail, "want "); ok {
		return p.T("handfile.want", Args{"want": want})
	}
	if at, ok := strings.CutPrefix(detail, "byte "); ok {
		at, found, _ := strings.Cut(at, ": found ")
		found, _, _ = strings.Cut(found, ", want ")
		return p.T("handfile.byte", Args{"at": at, "found": found})
	}
	return detail
}

// Error returns a sentence for an error, such as a refused act, in the words of the game.
func (w *Words) Error(err error) string {
	var r *rams.Refusal
	if !errors.As(err, &r) {
		return w.Printer.Error(err)
	}
	key := "refusal." + r.Code
	if r.Code == rams.RefuseCount && r.Least == r.Most {
		key += ".exact"
	}
	return w.T(key, Args{"cards": w.Set(r.Cards), "least": r.Least, "most": r.Most, "n": r.Most})
}

// Refused explains an error about rules: the text, the option, its value, and the allowed
// values. text is "" if the error isn't about rules.
func (p *Printer) Refused(err error) (text, option, value string, allowed []string) {
	var e *variant.Error
	if !errors.As(err, &e) {
		return "", "", "", nil
	}
	return p.Error(err), e.Option, e.Value, slices.Clone(e.Allowed)
}
