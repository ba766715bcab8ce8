package playing

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chratze/history"
	"chratze/internal/cli/shell"
	"chratze/internal/handfile"
	"chratze/internal/locale"
	"chratze/internal/page/reviewpage"
	"chratze/internal/report"
	"chratze/internal/teach/coach"
	"chratze/internal/terminal/lines"
	"chratze/rams"
	"chratze/variant"
)

// reviewFlags are the flags of chratze review.
type reviewFlags struct {
	seat, html string
	look       lines.Look
	worlds     shell.Whole
	seed       shell.SeedFlag
	json       bool
}

func NewReview(sh *shell.Shell) *cobra.Command {
	f := reviewFlags{worlds: shell.NewWhole(1024, 64, 1e6), seed: 1}
	cmd := &cobra.Command{
		Use: "review FILE",
		Example: `  chratze review hands.jsonl
  chratze review hands.jsonl --seat Anna --html review.html
  chratze sim --hands 20 --bots beginner --history - | chratze review - --seat 0`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, sh, args[0]) },
	}
	shell.Vars(cmd, map[string]any{"seat": &f.seat, "html": &f.html, "worlds": &f.worlds, "seed": &f.seed, "json": &f.json})
	shell.DeckFlag(cmd, &f.look.Deck)
	shell.MoneyFlag(cmd, &f.look.Money)
	return cmd
}

func (f *reviewFlags) run(cmd *cobra.Command, sh *shell.Shell, path string) error {
	p := sh.Printer()
	if err := f.look.Check(); err != nil {
		return err
	}
	if err := shell.Writable(p, f.html, shell.Page); err != nil {
		return err
	}
	in, err := shell.OpenFile(p, cmd, path)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	config := coach.Default(int(f.worlds.Value))
	config.Seed, config.Done = uint64(f.seed), cmd.Context().Done()
	r := coach.New(config).NewReview()
	first, name, err := f.read(cmd, p, path, in, r)
	var stopped error
	if errors.Is(err, context.Canceled) || errors.Is(err, coach.ErrDone) {
		stopped = shell.Interrupted(p.T("review.interrupted", locale.Args{"n": len(r.Hands)}))
		if len(r.Hands) == 0 {
			return stopped
		}
	} else if err != nil {
		return err
	}
	r.Finish()
	return errors.Join(f.tell(cmd, p, first, name, r), stopped)
}

// tell prints a review as text or JSON, and writes a page if the flags ask for one.
func (f *reviewFlags) tell(cmd *cobra.Command, p *locale.Printer, first variant.Variant, name string, r *coach.Review) error {
	var err error
	if f.json {
		_, err = io.WriteString(cmd.OutOrStdout(), report.JSON(r))
	} else {
		err = lines.TellReview(p, lines.NewScreen(cmd.OutOrStdout(), os.Getenv), f.look, first, name, r)
	}
	return errors.Join(err, shell.WriteFile(p, f.html, func() []byte {
		return reviewpage.Page(p, reviewpage.Options{Sheet: f.look.Sheet(p, first, 4), Name: name}, r)
	}))
}

// read reviews every hand. It returns the rules of the first one, and the name of the player.
func (f *reviewFlags) read(cmd *cobra.Command, p *locale.Printer, path string, in io.Reader, r *coach.Review) (first variant.Variant, name string, err error) {
	teller := &replayer{printer: p, path: path}
	progress := report.NewBar(cmd.ErrOrStderr(), "bytes", shell.Size(in))
	defer progress.Clear()
	counted := &shell.Counter{Reader: in}
	stream, err := handfile.Lines(counted)
	if err != nil {
		return first, name, teller.refused(cmd, err)
	}
	hands := history.NewReader(stream)
	for h, err := range hands.Hands() {
		if cmd.Context().Err() != nil {
			break
		}
		var seat rams.Seat
		if err == nil {
			if seat, err = f.seatOf(p, h, hands.Line()); err == nil {
				err = r.Add(h, seat)
			}
		}
		if e, ok := errors.AsType[*history.Error](err); ok {
			e.Line = hands.Line()
			progress.Clear()
			return first, name, teller.refused(cmd, e)
		}
		if err != nil {
			return first, name, err
		}
		if len(r.Hands) == 1 {
			first, name = h.Variant, p.T("cli.seat", locale.Args{"n": int(seat)})
			if len(h.Names) > 0 {
				name = lines.Visible(h.Names[seat])
			}
		}
		progress.Set(counted.N.Load())
	}
	if len(r.Hands) == 0 && cmd.Context().Err() == nil {
		return first, name, shell.Misuse(teller.named(p.T("review.bad.empty", nil)))
	}
	return first, name, cmd.Context().Err()
}

// seatOf returns the seat to review: the seat of a view, the one that --seat names, or the
// player called "you".
func (f *reviewFlags) seatOf(p *locale.Printer, h *history.Hand, line int) (rams.Seat, error) {
	fault := func(key string) error {
		var seats []string
		for i, name := range h.Names {
			seats = append(seats, strconv.Itoa(i)+" "+lines.Visible(name))
		}
		return shell.Misuse(p.T(key, locale.Args{"n": line, "seat": lines.Quoted(f.seat), "list": p.List(seats)}))
	}
	own := h.For.Seat()
	switch n, err := strconv.Atoi(f.seat); {
	case h.For == history.Public:
		return 0, fault("review.bad.public")
	case f.seat == "" && own >= 0:
		return own, nil
	case f.seat == "":
		i := slices.IndexFunc(h.Names, func(name string) bool { return isYou(p, name) })
		if i < 0 {
			return 0, fault("review.bad.whose")
		}
		return rams.Seat(i), nil
	case err == nil && n >= 0 && n < h.Seats && (own < 0 || own == rams.Seat(n)):
		return rams.Seat(n), nil
	case err != nil:
		called := func(name string) bool { return strings.EqualFold(name, f.seat) }
		i := slices.IndexFunc(h.Names, called)
		if own < 0 && i >= 0 && slices.ContainsFunc(h.Names[i+1:], called) {
			return 0, fault("review.bad.several")
		}
		if i >= 0 && (own < 0 || own == rams.Seat(i)) {
			return rams.Seat(i), nil
		}
	}
	return 0, fault("review.bad.seat")
}

// isYou reports whether a name is the program's "you", in any language.
func isYou(p *locale.Printer, name string) bool {
	return slices.ContainsFunc(p.Languages(), func(lang string) bool { return strings.EqualFold(name, p.For(lang).T("cli.you", nil)) })
}
