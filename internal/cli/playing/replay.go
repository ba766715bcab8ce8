package playing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"chratze/history"
	"chratze/internal/cli/shell"
	"chratze/internal/handfile"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/rams"
	"chratze/variant"
)

// replayer prints recorded hands.
type replayer struct {
	printer *locale.Printer
	scr     *lines.Screen
	path    string         // of the file, for messages about it
	seat    shell.SeatFlag // whose view is shown; -1: everything in the line
	look    lines.Look
	json    bool
	deal    bool  // print as rams-deal/1
	total   int64 // size of the file in bytes
	told    int   // hands printed
}

// tellAll prints the hands of a stream, or only the hand in line `only`. It calls fault for
// each invalid line and continues after it if that returns true. The error is that of the stream
// or the screen, or a *handfile.NoHandError.
func (r *replayer) tellAll(in io.Reader, only int, fault func(error) bool) error {
	hands := history.NewReader(in)
	for hands.Line() < only-1 {
		if _, err := hands.Text(); err == io.EOF {
			break
		} else if history.Failed(err) {
			return err
		}
	}
	for h, err := range hands.Hands() {
		if err == nil {
			err = r.tellHand(hands.Line(), h)
		}
		if r.scr.Err() != nil {
			return r.scr.Err()
		}
		if history.Failed(err) {
			return err
		}
		if e, ok := errors.AsType[*history.Error](err); ok {
			e.Line = hands.Line()
			if !fault(e) {
				break
			}
		}
		if hands.Line() == only {
			return r.scr.Flush()
		}
	}
	if only > hands.Line() {
		return &handfile.NoHandError{Hand: only, Hands: hands.Line()}
	}
	if hands.Line() == 0 {
		return shell.Misuse(r.named(r.printer.T("review.bad.empty", nil)))
	}
	return r.scr.Flush()
}

// tellHand prints one hand.
func (r *replayer) tellHand(number int, h *history.Hand) error {
	if r.seat >= 0 {
		if err := r.seat.Of(r.printer, h.Seats); err != nil {
			return err
		}
		view, err := h.View(history.SeatView(rams.Seat(r.seat)))
		if err != nil { // the line is valid, so this view doesn't exist
			key := "cli.replay.no-view"
			if h.For.Seat() < 0 {
				key = "cli.replay.no-view.public"
			}
			return shell.Misuse(r.printer.T(key, locale.Args{"n": number, "of": int(h.For.Seat()), "seat": int(r.seat)}))
		}
		h = &view
	}
	switch {
	case r.deal:
		r.scr.Data(h.Deal())
	case r.json:
		r.scr.Data(h.String() + "\n")
	default:
		if err := lines.TellHand(r.printer, r.scr, r.look, number, h); err != nil {
			return err
		}
	}
	r.told++
	return r.scr.Flush()
}

// NewReplay is chratze replay.
func NewReplay(sh *shell.Shell) *cobra.Command {
	r := &replayer{seat: -1}
	var check bool
	hand, workers := shell.NewWhole(0, 1, 1e12), shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024)
	cmd := &cobra.Command{
		Use: "replay FILE",
		Example: `  chratze replay hands.jsonl --hand 3
  chratze replay hands.jsonl --hand 3 --seat 2
  chratze replay hands.jsonl --hand 3 --deal
  chratze replay deal.txt
  chratze replay hands.jsonl --check
  chratze sim --hands 1000 --history - | chratze replay - --check --json`,
		Args: cobra.ExactArgs(1),
	}
	shell.Vars(cmd, map[string]any{
		"hand": &hand, "seat": &r.seat, "workers": &workers, "check": &check, "json": &r.json, "deal": &r.deal,
	})
	cmd.MarkFlagsMutuallyExclusive("check", "deal")
	cmd.MarkFlagsMutuallyExclusive("check", "seat")
	cmd.MarkFlagsMutuallyExclusive("json", "deal")
	shell.DeckFlag(cmd, &r.look.Deck)
	shell.MoneyFlag(cmd, &r.look.Money)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r.printer, r.scr = sh.Printer(), lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if err := r.look.Check(); err != nil {
			return err
		}
		in, err := shell.OpenFile(r.printer, cmd, args[0])
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // it was only read
		r.path, r.total = args[0], shell.Size(in)
		lines, err := handfile.Lines(in)
		switch {
		case err != nil:
		case check:
			err = r.check(cmd, lines, int(hand.Value), int(workers.Value))
		default:
			err = r.read(cmd, lines, int(hand.Value))
		}
		if none, ok := errors.AsType[*handfile.NoHandError](err); ok {
			return shell.Misuse(r.printer.T("cli.replay.no-hand", locale.Args{"n": none.Hand, "hands": none.Hands}))
		}
		return r.refused(cmd, err)
	}
	return cmd
}

// refused explains why a file can't be read to its end, and returns the error of the command.
// Errors that aren't about hands are returned unchanged.
func (r *replayer) refused(cmd *cobra.Command, err error) error {
	e, ok := errors.AsType[*history.Error](err)
	switch {
	case !ok:
		return err
	case e.Code == history.CodeRead:
		return shell.Unreadable(r.printer, r.path, e.Err)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), r.fault(e))
	return shell.ErrSilent
}

// read prints the hands, and explains what is wrong with invalid ones.
func (r *replayer) read(cmd *cobra.Command, in io.Reader, hand int) error {
	faults, foreign := 0, 0
	err := r.tellAll(in, hand, func(err error) bool {
		faults++
		if handfile.Foreign(err) {
			foreign++
		}
		fmt.Fprintln(cmd.ErrOrStderr(), r.fault(err))
		return faults < mostForeign || foreign < faults || r.told > 0
	})
	if err == nil && foreign == mostForeign && foreign == faults && r.told == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), r.named(r.printer.T("cli.replay.foreign", locale.Args{"n": foreign})))
	}
	if err == nil && faults > 0 {
		return shell.ErrSilent
	}
	return err
}

// mostForeign is how many lines a file may begin with that aren't in the format at all.
const mostForeign = 3

// fault explains what is wrong with a line.
func (r *replayer) fault(err error) string {
	e, ok := errors.AsType[*history.Error](err)
	if !ok {
		return err.Error()
	}
	return r.named(r.printer.Words(variant.Default(), locale.French).HandFault(e.Line, e.Event, e.Field, e.Code, e.Detail, e.Err))
}

// named puts the name of the file before a message about it; standard input has no name.
func (r *replayer) named(text string) string {
	if r.path == "" || r.path == "-" {
		return text
	}
	return lines.Visible(r.path) + ": " + text
}

// check checks the hands, or only the one in a given line, and explains what is wrong.
func (r *replayer) check(cmd *cobra.Command, in io.Reader, hand, workers int) error {
	counted := &shell.Counter{Reader: in}
	progress := report.NewBar(cmd.ErrOrStderr(), "bytes", r.total)
	all, err := handfile.Check(cmd.Context(), counted, hand, workers, func(int64) {
		if progress.Total > 0 {
			progress.Set(counted.N.Load())
		}
	})
	progress.Clear()
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	if r.json {
		r.scr.Data(report.JSON(&all))
		err = r.scr.Flush()
	} else {
		err = r.report(cmd.ErrOrStderr(), &all)
	}
	if stopped {
		return errors.Join(err, shell.Interrupted(r.printer.T("review.interrupted", locale.Args{"n": all.Hands})))
	}
	if err == nil && all.Hands == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), r.named(r.printer.T("replay.empty", nil)))
		return shell.ErrSilent
	}
	if err == nil && all.Faults > 0 {
		return shell.ErrSilent
	}
	return err
}

// report prints the result of a check: faults on standard error, the total on standard output.
func (r *replayer) report(stderr io.Writer, all *handfile.Report) error {
	list := all.List
	if all.Foreign == all.Hands && all.Hands > mostForeign { // no hand is in the file
		list = list[:mostForeign]
	}
	for _, f := range list {
		fmt.Fprintln(stderr, r.fault(f.Err))
	}
	if more := all.Faults - int64(len(list)); more > 0 {
		fmt.Fprintln(stderr, r.printer.T("cli.replay.more", locale.Args{"n": more}))
	}
	r.scr.Line(r.printer.T("cli.replay.checked", locale.Args{
		"n": all.Hands, "faults": r.printer.T("cli.replay.faults", locale.Args{"n": all.Faults}),
	}))
	return r.scr.Flush()
}
