package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/locale"
	"chratze/internal/server/table"
	"chratze/internal/terminal/lines"
	"chratze/rams"
	"chratze/variant"
)

// verified is what came of checking the proofs of a file.
type verified struct {
	Hands  int        `json:"hands"`
	Whole  int        `json:"whole"` // checked from the first card to the last
	Some   int        `json:"some"`  // checked in what was shown
	None   int        `json:"none"`  // without a proof
	Alone  int        `json:"alone"` // with a proof, but no player gave a number
	Void   int        `json:"void"`  // deals that were called off
	Faults []mismatch `json:"faults"`
}

// mismatch is a fault with the line in which it was found.
type mismatch struct {
	Line int `json:"line"`
	Deal int `json:"deal,omitempty"` // its number in the sitting
	fair.Fault
	Text string `json:"text"`
}

// verifier checks the proofs of a file.
type verifier struct {
	own     func(p *fair.Proof) []fair.Fault // whether a player's number is in; nil: that isn't asked
	notes   *fair.Notes                      // nil: there are none
	printer *locale.Printer
	deck    locale.Deck
	evening fair.Evening
	voids   map[string]bool // by sitting and number
	strange int             // lines that aren't even in the format
	all     verified
}

// verifyAll checks every line. The error is that of the stream.
func (v *verifier) verifyAll(in io.Reader) error {
	lines := history.NewReader(in)
	for {
		line, err := lines.Text()
		if err == io.EOF {
			v.end()
			return nil
		}
		e, ok := errors.AsType[*history.Error](err)
		if err != nil && (!ok || e.Code == history.CodeRead) {
			return err
		}
		v.all.Hands++
		var h *history.Hand
		if err == nil {
			h, err = history.Read(line)
		}
		if err != nil {
			v.broken(lines.Line(), err)
			continue
		}
		v.hand(lines.Line(), h)
	}
}

// broken notes a line that can't have been a hand.
func (v *verifier) broken(line int, err error) {
	text := err.Error()
	if e, ok := errors.AsType[*history.Error](err); ok {
		if isStrange(e) {
			v.strange++
		}
		text = v.printer.Words(variant.Default(), locale.French).HandFault(0, e.Event, e.Field, e.Code, e.Detail, e.Err)
	}
	v.all.Faults = append(v.all.Faults, mismatch{Line: line, Fault: fair.Fault{Code: "hand"}, Text: text})
}

// isStrange reports whether a line with this fault isn't in the format rams-hand/1 at
// all: a file with no other lines is no file of hands.
func isStrange(e *history.Error) bool {
	switch e.Code {
	case history.CodeLong, history.CodeEmpty, history.CodeUTF8, history.CodeSyntax, history.CodeTruncated, history.CodeFormat:
		return true
	case history.CodeType:
		return e.Event < 0 && e.Field == "" // JSON, but no object
	}
	return false
}

// hand checks the proof of one hand.
func (v *verifier) hand(line int, h *history.Hand) {
	text, ok := h.Field("fair")
	if !ok {
		v.all.None++
		v.evening.Unproven(line)
		return
	}
	proof, err := fair.Parse(text)
	if err != nil {
		v.fault(line, h, 0, fair.Fault{Code: fair.FaultForm})
		return
	}
	told, err := packOf(h)
	if err != nil {
		v.broken(line, err)
		return
	}
	report := fair.Verify(proof, told)
	v.count(proof, &report)
	faults := append(report.Faults, v.evening.Add(line, proof, fmt.Sprint(h.For))...)
	if v.own != nil {
		for _, f := range v.own(proof) {
			if !slices.ContainsFunc(faults, func(g fair.Fault) bool { return g.Code == f.Code }) {
				faults = append(faults, f)
			}
		}
	}
	for _, f := range faults {
		v.fault(line, h, proof.Number, f)
	}
}

// end notes what only the whole file shows.
func (v *verifier) end() {
	for _, f := range v.evening.End() {
		v.all.Faults = append(v.all.Faults, mismatch{f.Line, f.Deal, f.Fault, v.text(f.Fault, nil)})
	}
	if v.notes != nil {
		for _, f := range v.notes.End() {
			v.all.Faults = append(v.all.Faults, mismatch{0, f.Number, f, v.text(f, nil)})
		}
	}
	slices.SortStableFunc(v.all.Faults, func(a, b mismatch) int { return cmp.Compare(a.Line, b.Line) })
}

// mine makes the verifier look for a player's number: by the notes of his program, or,
// if the text is a number, by his chair.
func (v *verifier) mine(text string) error {
	if chair, err := strconv.Atoi(text); err == nil {
		if chair < 1 || chair > rams.MaxSeats {
			return misuse(v.printer.T("verify.bad.chair", locale.Args{"value": text, "most": rams.MaxSeats}))
		}
		v.own = func(p *fair.Proof) []fair.Fault { return fair.Uses(p, chair-1) }
		return nil
	}
	in, err := os.Open(text)
	if err != nil {
		return unreadable(v.printer, text, err)
	}
	defer func() { _ = in.Close() }() // it was only read
	v.notes, err = fair.ReadNotes(in)
	if errors.Is(err, fair.ErrNotes) {
		return misuse(v.printer.T("verify.bad.notes", locale.Args{"value": text}))
	}
	if err != nil {
		return unreadable(v.printer, text, err)
	}
	v.own = v.notes.Check
	return nil
}

// packOf returns what a hand says of the pack.
func packOf(h *history.Hand) (*fair.Hand, error) {
	g, err := h.Variant.Game(h.Seats)
	if err != nil {
		return nil, err
	}
	events := make([]rams.Event, len(h.Events))
	for i := range h.Events {
		events[i] = h.Events[i].Event
	}
	view := h.For != history.Full
	return &fair.Hand{Pack: g.Rules().Pack.Cards().Append(nil), Steps: table.Steps(g, events, view), View: view, Over: h.Over}, nil
}

func (v *verifier) count(p *fair.Proof, r *fair.Report) {
	switch r.Level {
	case fair.Whole:
		v.all.Whole++
	case fair.Some:
		v.all.Some++
	default:
		v.all.None++
		return
	}
	if r.Nonces == 0 {
		v.all.Alone++
	}
	for _, void := range p.Void {
		if key := fmt.Sprint(p.Sitting, void.Number); !v.voids[key] {
			v.voids[key] = true
			v.all.Void++
		}
	}
}

// fault notes what doesn't match, in words.
func (v *verifier) fault(line int, h *history.Hand, deal int, f fair.Fault) {
	v.all.Faults = append(v.all.Faults, mismatch{line, deal, f, v.text(f, h)})
}

// text says a fault; the hand is needed for the names of cards only.
func (v *verifier) text(f fair.Fault, h *history.Hand) string {
	var words *locale.Words
	if h != nil {
		deck := v.deck
		if deck == "" {
			deck = v.printer.DeckOf(h.Variant.Preset())
		}
		words = v.printer.Words(h.Variant, deck)
	}
	return lines.ProofFault(v.printer, words, f)
}

// report says what came of it: the faults on standard error, the sum on standard
// output.
func (v *verifier) report(stderr io.Writer, scr *lines.Screen) error {
	for i := range v.all.Faults {
		f := &v.all.Faults[i]
		text := f.Text
		if f.Deal > 0 {
			text = v.printer.T("verify.deal", locale.Args{"deal": f.Deal, "text": text})
		}
		if f.Line > 0 {
			text = v.printer.T("file.line", locale.Args{"line": f.Line, "text": text})
		}
		fmt.Fprintln(stderr, text)
	}
	say := func(key string, n int) {
		if n > 0 {
			scr.Line(v.printer.T(key, locale.Args{"n": n}))
		}
	}
	a := &v.all
	say("verify.whole", a.Whole)
	say("verify.some", a.Some)
	say("verify.alone", a.Alone)
	say("verify.void", a.Void)
	say("verify.none", a.None)
	switch {
	case len(a.Faults) > 0:
		say("verify.bad", a.wrong())
		say("verify.incomplete", len(a.Faults)-a.wrong())
	case a.Hands == 0:
		scr.Line(v.printer.T("verify.empty", nil))
	case a.None == a.Hands:
		scr.Line(v.printer.T("verify.nothing", nil))
	default:
		scr.Line(v.printer.T("verify.good", nil))
	}
	return scr.Flush()
}

// wrong counts the faults of hands themselves, not of what is missing.
func (a *verified) wrong() (n int) {
	for i := range a.Faults {
		if !a.Faults[i].Incomplete() {
			n++
		}
	}
	return n
}

// result is how the command ends.
func (a *verified) result() error {
	switch {
	case a.wrong() > 0:
		return errSilent
	case len(a.Faults) > 0:
		return errIncomplete
	}
	return nil
}

// newVerify is chratze verify.
func newVerify(sh *shell) *cobra.Command {
	var look lines.Look
	asJSON, mine := false, ""
	cmd := &cobra.Command{
		Use: "verify FILE",
		Example: `  chratze verify evening.jsonl
  chratze verify evening.jsonl --mine my-numbers.jsonl
  chratze verify my-view.jsonl --mine 2 --json`,
		Args: cobra.ExactArgs(1),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "")
	cmd.Flags().StringVar(&mine, "mine", "", "")
	deckFlag(cmd, &look.Deck)
	sh.describe(cmd, "verify")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, scr := sh.printer(), lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if err := look.Check(p); err != nil {
			return misused(err)
		}
		in, err := openFile(p, cmd, args[0])
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // it was only read
		v := verifier{printer: p, deck: locale.Deck(look.Deck), voids: map[string]bool{}, all: verified{Faults: []mismatch{}}}
		if mine != "" {
			if err := v.mine(mine); err != nil {
				return err
			}
		}
		err = v.verifyAll(in)
		stopped := errors.Is(err, context.Canceled)
		if err != nil && !stopped {
			if e, ok := errors.AsType[*history.Error](err); ok {
				err = e.Err
			}
			return unreadable(p, args[0], err)
		}
		if v.strange > 0 && v.strange == v.all.Hands {
			return unreadable(p, args[0], errors.New(v.all.Faults[0].Text))
		}
		if asJSON {
			err = showJSON(scr, v.all)
		} else {
			err = v.report(cmd.ErrOrStderr(), scr)
		}
		if stopped {
			return errors.Join(err, interrupted(p.T("review.interrupted", locale.Args{"n": v.all.Hands})))
		}
		return cmp.Or(err, v.all.result())
	}
	return cmd
}
