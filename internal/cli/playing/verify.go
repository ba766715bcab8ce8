package playing

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"chratze/history"
	"chratze/internal/cli/shell"
	"chratze/internal/fair"
	"chratze/internal/handfile"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/rams"
	"chratze/variant"
)

// NewVerify is chratze verify.
func NewVerify(sh *shell.Shell) *cobra.Command {
	var look lines.Look
	asJSON, mine := false, ""
	cmd := &cobra.Command{
		Use: "verify FILE",
		Example: `  chratze verify evening.jsonl
  chratze verify evening.jsonl --mine my-numbers.jsonl
  chratze verify my-view.jsonl --mine 2 --json`,
		Args: cobra.ExactArgs(1),
	}
	shell.Vars(cmd, map[string]any{"json": &asJSON, "mine": &mine})
	shell.DeckFlag(cmd, &look.Deck)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, scr := sh.Printer(), lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if err := look.Check(); err != nil {
			return err
		}
		in, err := shell.OpenFile(p, cmd, args[0])
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // it was only read
		v := handfile.Verifier{Say: ProofText(p, locale.Deck(look.Deck))}
		if mine != "" {
			if err := lookFor(cmd, &v, p, mine); err != nil {
				return err
			}
		}
		head := bufio.NewReader(in)
		if handfile.IsDeal(head) {
			return shell.Unreadable(p, args[0], errors.New(p.T("verify.bare", nil)))
		}
		err = v.Verify(head)
		stopped := errors.Is(err, context.Canceled)
		if err != nil && !stopped {
			if e, ok := errors.AsType[*history.Error](err); ok {
				err = e.Err
			}
			return shell.Unreadable(p, args[0], err)
		}
		if v.Foreign > 0 && v.Foreign == v.Hands {
			return shell.Unreadable(p, args[0], errors.New(v.Faults[0].Text))
		}
		if asJSON {
			scr.Data(report.JSON(&v.Proofs))
			err = scr.Flush()
		} else {
			err = tellProofs(p, cmd.ErrOrStderr(), scr, &v.Proofs)
		}
		if stopped {
			return errors.Join(err, shell.Interrupted(p.T("review.interrupted", locale.Args{"n": v.Hands})))
		}
		return cmp.Or(err, proofsResult(&v.Proofs))
	}
	return cmd
}

// ProofText explains what a proof failed to prove. deck chooses the names of the cards; "" is
// the game's usual deck.
func ProofText(p *locale.Printer, deck locale.Deck) func(*handfile.Mismatch) string {
	return func(m *handfile.Mismatch) string {
		if m.Err != nil {
			if e, ok := errors.AsType[*history.Error](m.Err); ok {
				return p.Words(variant.Default(), locale.French).HandFault(0, e.Event, e.Field, e.Code, e.Detail, e.Err)
			}
			return m.Err.Error()
		}
		var words *locale.Words
		if m.Rules != (variant.Variant{}) {
			words = p.Words(m.Rules, cmp.Or(deck, p.DeckOf(m.Rules.Preset())))
		}
		return lines.ProofFault(p, words, m.Fault)
	}
}

// lookFor makes a verifier check that a player's nonce was used: by the notes of the player's
// program or, if the text is a number, by the player's chair.
func lookFor(cmd *cobra.Command, v *handfile.Verifier, p *locale.Printer, text string) error {
	if chair, err := strconv.Atoi(text); err == nil {
		if chair < 1 || chair > rams.MaxSeats {
			return shell.Misuse(p.T("verify.bad.chair", locale.Args{"value": text, "most": rams.MaxSeats}))
		}
		v.Own = func(p *fair.Proof) []fair.Fault { return fair.Uses(p, chair-1) }
		return nil
	}
	in, err := shell.OpenFile(p, cmd, text)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	v.Notes, err = fair.ReadNotes(in)
	if errors.Is(err, fair.ErrNotes) {
		return shell.Misuse(p.T("verify.bad.notes", locale.Args{"value": text}))
	}
	if err != nil {
		return shell.Unreadable(p, text, err)
	}
	v.Own = v.Notes.Check
	return nil
}

// tellProofs prints the result: faults on standard error, the total on standard output.
func tellProofs(p *locale.Printer, stderr io.Writer, scr *lines.Screen, all *handfile.Proofs) error {
	for i := range all.Faults {
		f := &all.Faults[i]
		text := f.Text
		if f.Deal > 0 {
			text = p.T("verify.deal", locale.Args{"deal": f.Deal, "text": text})
		}
		if f.Line > 0 {
			text = p.T("file.line", locale.Args{"line": f.Line, "text": text})
		}
		fmt.Fprintln(stderr, text)
	}
	say := func(key string, n int) {
		if n > 0 {
			scr.Line(p.T(key, locale.Args{"n": n}))
		}
	}
	say("verify.whole", all.Whole)
	say("verify.some", all.Some)
	say("verify.people", all.People)
	say("verify.alone", all.Alone)
	say("verify.bots", all.Bots)
	say("verify.void", all.Void)
	say("verify.none", all.None)
	say("verify.cards", all.Cards)
	switch {
	case len(all.Faults) > 0:
		say("verify.bad", all.Wrong())
		say("verify.unread", all.Foreign)
		say("verify.incomplete", len(all.Faults)-all.Wrong()-all.Foreign)
	case all.Hands == 0:
		scr.Line(p.T("verify.empty", nil))
	case all.None == all.Hands:
		scr.Line(p.T("verify.nothing", nil))
	case all.Trial > 0:
		scr.Line(p.T("verify.practice", nil))
	case all.Void > 0:
		scr.Line(p.T("verify.amber", locale.Args{"n": all.Void}))
	case all.Doubtful():
		scr.Line(p.T("verify.matches", nil))
	case all.Never > 0:
		scr.Line(p.T("verify.never", nil))
	case all.Whole < all.Hands-all.None:
		scr.Line(p.T("verify.open", nil))
	default:
		scr.Line(p.T("verify.good", nil))
	}
	return scr.Flush()
}

// proofsResult returns the error with which the command ends.
func proofsResult(all *handfile.Proofs) error {
	switch {
	case all.Wrong() > 0:
		return shell.ErrSilent
	case all.Foreign > 0:
		return shell.ErrUnread
	case len(all.Faults) > 0, all.Hands == 0, all.Doubtful():
		return shell.ErrIncomplete
	}
	return nil
}
