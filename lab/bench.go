package main

import (
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"chratze/analysis/sim"
	"chratze/internal/cli/shell"
	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/lab/speed"
	"chratze/variant"
)

// benchReport is the report of rams-lab bench, as in --json. The speeds are those of chratze
// with four seats.
type benchReport struct {
	Signature string `json:"signature"`
	speedReport
	Presets map[string]speedReport `json:"presets"`
}

// speedReport is a speed.Speed.
type speedReport struct {
	Seats          int     `json:"seats"`
	HandsPerS      int64   `json:"hands_per_s"`
	NsPerAction    float64 `json:"ns_per_action"`
	ActionsPerHand float64 `json:"actions_per_hand"`
	Allocs         float64 `json:"allocs"` // per hand
}

// benchSeats is the number of seats measured; every preset allows it.
const benchSeats = 4

func newBench(sh *shell.Shell) *cobra.Command {
	var inJSON bool
	long := time.Second
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the speed, and print the signature of behaviour",
		Long: `Print the signature of behaviour: one number for everything that bots with fixed seeds do in all presets. It
changes only when a rule, a legal list, a settlement, the shuffle, a bot or the history format does.

Measure how fast one core plays random hands of four seats. Each decision is drawn from the legal list, with
shuffling, dealing and settling; the best of several measurements counts.`,
		Example: `  rams-lab bench
  rams-lab bench --json --long 5s`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if long <= 0 || long > time.Hour {
				return misuse("--long %s: expected more than 0, and an hour at most.", long)
			}
			r, err := interrupt.Until(cmd.Context(), func() (*benchReport, error) { return bench(long), nil })
			if err != nil {
				return err
			}
			return report.Write(cmd.OutOrStdout(), sh.Printer(), r, inJSON)
		},
	}
	cmd.Flags().BoolVar(&inJSON, "json", false, "write the answer as JSON")
	cmd.Flags().DurationVar(&long, "long", long, "how long each preset is measured")
	return cmd
}

func bench(long time.Duration) *benchReport {
	signature, _ := sim.Signature()
	r := &benchReport{Signature: fmt.Sprintf("%016x", signature), Presets: map[string]speedReport{}}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		g, err := v.Game(benchSeats)
		if err != nil {
			panic(err) // every preset allows four seats
		}
		r.Presets[name] = newSpeed(speed.Measure(g, long))
	}
	r.speedReport = r.Presets[variant.Default().Preset()]
	return r
}

func newSpeed(s speed.Speed) speedReport {
	return speedReport{
		Seats: s.Seats, HandsPerS: int64(s.HandsPerSecond), NsPerAction: math.Round(s.NsPerAction*100) / 100,
		ActionsPerHand: math.Round(s.ActionsPerHand*100) / 100, Allocs: math.Round(s.AllocsPerHand*100) / 100,
	}
}

// Text implements report.Report.
func (r *benchReport) Text(p *locale.Printer) string {
	t := report.NewText(p)
	t.Line("signature " + r.Signature)
	t.Line("")
	table := [][]string{{"random hands, one core", "hands/s", "ns per action", "actions per hand", "allocations per hand"}}
	for _, name := range variant.Presets() {
		s := r.Presets[name]
		table = append(table, []string{
			name, t.Count(s.HandsPerS), t.Decimal(s.NsPerAction, 1), t.Decimal(s.ActionsPerHand, 1), t.Decimal(s.Allocs, 2),
		})
	}
	t.Grid(table)
	return t.String()
}
