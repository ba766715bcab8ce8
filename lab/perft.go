package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"chratze/card"
	"chratze/internal/cli/shell"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/rams"
	"chratze/rams/ramstest"
)

// perftFlags are the flags of rams-lab perft and rams-lab divide.
type perftFlags struct {
	rules  string
	seats  shell.Whole
	seed   shell.SeedFlag
	pack   string
	cut    shell.Whole
	dealer shell.SeatFlag
	normal bool
	play   bool
	depth  shell.Whole
	json   bool
}

// shallow is the default depth of a tree of all decisions, which can't be counted to its end.
const shallow = 3

// perftReport is the report of rams-lab perft, as in --json.
type perftReport struct {
	Rules  string      `json:"rules"`
	Seats  int         `json:"seats"`
	State  string      `json:"state"` // text of the state at the root
	Depths []perftLine `json:"depths"`
}

type perftLine struct {
	Depth  int    `json:"depth"`
	Leaves uint64 `json:"leaves"`
}

// divideReport is the report of rams-lab divide, as in --json.
type divideReport struct {
	Rules    string       `json:"rules"`
	Seats    int          `json:"seats"`
	State    string       `json:"state"`
	Depth    int          `json:"depth"`
	Branches []divideLine `json:"branches"`
	Leaves   uint64       `json:"leaves"` // of all branches
}

type divideLine struct {
	Act    string `json:"act"`
	Leaves uint64 `json:"leaves"`
}

func newPerft(sh *shell.Shell) *cobra.Command {
	return newCount(sh, "perft", "Count the ways a hand can go, by depth", `  rams-lab perft --play
  rams-lab perft --rules kratzen --seats 3 --seed 7 --depth 4
  rams-lab perft --rules zwicken --seats 2 join join --depth 2`, (*perftFlags).perft)
}

func newDivide(sh *shell.Shell) *cobra.Command {
	return newCount(sh, "divide", "Count the ways a hand can go, for each next act", `  rams-lab divide --play
  rams-lab divide see see open --depth 4
  rams-lab divide --rules zwicken --seats 2 join join "lay 9s" --depth 2`, (*perftFlags).divide)
}

const countHelp = `Count the leaves of the tree of decisions of a scripted deal.

The deal comes from --seed, or card by card from --pack (and --cut). The acts given as arguments are taken
first, in the words of the hand history. With --play the tree begins at the first card that is played: the
first player to be asked declares, all others join, and nobody exchanges more than needed.`

// newCount makes a command that counts the leaves of a tree.
func newCount(sh *shell.Shell, name, short, example string, count func(*perftFlags, context.Context, *ramstest.Deal) (report.Report, error)) *cobra.Command {
	f := &perftFlags{
		seats: shell.NewWhole(0, 2, 8), seed: 1, cut: shell.NewWhole(0, 1, 35), depth: shell.NewWhole(0, 1, 200),
	}
	cmd := &cobra.Command{
		Use:     name + " [ACT]...",
		Short:   short,
		Long:    countHelp,
		Example: example,
		RunE: func(cmd *cobra.Command, acts []string) error {
			d, err := f.deal(sh, acts)
			if err != nil {
				return err
			}
			r, stopped := count(f, cmd.Context(), d)
			return errors.Join(report.Write(cmd.OutOrStdout(), sh.Printer(), r, f.json), stopped)
		},
	}
	flags(sh, cmd, &f.rules, map[string]flag{
		"seats": {&f.seats, ""}, "seed": {&f.seed, ""}, "cut": {&f.cut, "how many cards are in the top packet, where the rules look at the cut"}, "dealer": {&f.dealer, "the seat that deals"}, "depth": {&f.depth, "how many decisions (default: with --play to the end, else 3)"},
		"pack": {&f.pack, "the whole pack, top card first: “As Td …”"}, "normal": {&f.normal, "a normal hand, in a game that begins with a Muss"}, "play": {&f.play, "begin at the first card that is played"}, "json": {&f.json, ""},
	})
	return cmd
}

// deal returns the deal at the root of the tree, from flags and acts. An error is a misuse.
func (f *perftFlags) deal(sh *shell.Shell, acts []string) (*ramstest.Deal, error) {
	p := sh.Printer()
	v, g, err := sh.ReadGame(f.rules, f.seats.Value)
	if err != nil {
		return nil, err
	}
	f.seats.Value = int64(g.Seats())
	script := ramstest.Script{At: int(f.cut.Value), Rand: ramstest.Rand(f.seed)}
	if script.Pack, err = card.ParseList(f.pack); err != nil {
		return nil, shell.Misuse("--pack: " + p.Error(err))
	}
	if err := f.dealer.Of(p, g.Seats()); err != nil {
		return nil, err
	}
	start := g.FirstStart(rams.Seat(f.dealer))
	start.Muss = start.Muss && !f.normal
	d, err := ramstest.NewDeal(g, start, script)
	if err == ramstest.ErrScript {
		return nil, misuse("--pack and --cut: expected every card of the game's pack once, and a cut that doesn't move the deal for ever.")
	}
	if err != nil {
		return nil, shell.Misuse("--dealer " + f.dealer.String() + ": " + p.Error(err))
	}
	words := p.Words(v, p.DeckOf(v.Preset()))
	for i, text := range acts {
		a, err := rams.ParseAction(text, d.State.Turn())
		if err == nil {
			err = d.State.Why(a)
		}
		if err != nil {
			return nil, misuse("action %d, %s: %s", i+1, text, words.Error(err))
		}
		d.Decide(a)
	}
	if f.play {
		d.ToPlay()
	}
	f.rules = v.String()
	return &d, nil
}

// to returns the depth to which the tree is counted.
func (f *perftFlags) to(d *ramstest.Deal) int {
	switch {
	case f.depth.Value > 0:
		return int(f.depth.Value)
	case f.play:
		cards := 0
		for seat := range rams.Seat(f.seats.Value) {
			cards += d.State.Hand(seat).Len() // only of those who play: the others hold none
		}
		return max(1, cards)
	}
	return shallow
}

// perft counts deeper and deeper. When ctx ends, the report has the depths so far.
func (f *perftFlags) perft(ctx context.Context, d *ramstest.Deal) (report.Report, error) {
	r := &perftReport{Rules: f.rules, Seats: int(f.seats.Value), State: d.State.String()}
	for depth := 1; depth <= f.to(d); depth++ {
		leaves, err := interrupt.Until(ctx, func() (uint64, error) { own := *d; return ramstest.Perft(&own, depth), nil })
		if err != nil {
			return r, err
		}
		r.Depths = append(r.Depths, perftLine{depth, leaves})
	}
	return r, nil
}

func (f *perftFlags) divide(ctx context.Context, d *ramstest.Deal) (report.Report, error) {
	r := &divideReport{Rules: f.rules, Seats: int(f.seats.Value), State: d.State.String(), Depth: f.to(d), Branches: []divideLine{}}
	branches, err := interrupt.Until(ctx, func() ([]ramstest.Branch, error) { own := *d; return ramstest.Divide(&own, r.Depth), nil })
	for _, b := range branches {
		r.Branches = append(r.Branches, divideLine{b.Action.String(), b.Leaves})
		r.Leaves += b.Leaves
	}
	return r, err
}

// Text implements report.Report.
func (r *perftReport) Text(p *locale.Printer) string {
	t := report.NewText(p)
	t.Line(r.State)
	table := [][]string{{"depth", "leaves"}}
	for _, d := range r.Depths {
		table = append(table, []string{strconv.Itoa(d.Depth), strconv.FormatUint(d.Leaves, 10)})
	}
	t.Grid(table)
	return t.String()
}

// Text implements report.Report.
func (r *divideReport) Text(p *locale.Printer) string {
	t := report.NewText(p)
	t.Line(r.State)
	table := [][]string{{"action", "leaves"}}
	for _, b := range r.Branches {
		table = append(table, []string{b.Act, strconv.FormatUint(b.Leaves, 10)})
	}
	table = append(table, []string{"all", strconv.FormatUint(r.Leaves, 10)})
	t.Grid(table)
	return t.String()
}
