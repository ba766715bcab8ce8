package measuring

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
	"chratze/variant"
)

// benchReport is the report of chratze bench, as in --json. The speeds are those of chratze
// with four seats.
type benchReport struct {
	Signature string `json:"signature"`
	speedReport
	Presets map[string]speedReport `json:"presets"`
}

// speedReport is a sim.Speed.
type speedReport struct {
	Seats          int     `json:"seats"`
	HandsPerS      int64   `json:"hands_per_s"`
	NsPerAction    float64 `json:"ns_per_action"`
	ActionsPerHand float64 `json:"actions_per_hand"`
	Allocs         float64 `json:"allocs"` // per hand
}

// benchSeats is the number of seats measured; every preset allows it.
const benchSeats = 4

func NewBench(sh *shell.Shell) *cobra.Command {
	var inJSON bool
	long := time.Second
	cmd := &cobra.Command{
		Use: "bench",
		Example: `  chratze bench
  chratze bench --json --long 5s`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if long <= 0 || long > time.Hour {
				return shell.Misuse(sh.Printer().T("bench.bad.long", locale.Args{"value": long}))
			}
			r, err := interrupt.Until(cmd.Context(), func() (*benchReport, error) { return bench(long), nil })
			if err != nil {
				return err
			}
			return report.Write(cmd.OutOrStdout(), sh.Printer(), r, inJSON)
		},
	}
	shell.Vars(cmd, map[string]any{"json": &inJSON, "long": &long})
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
		r.Presets[name] = newSpeed(sim.Measure(g, long))
	}
	r.speedReport = r.Presets[variant.Default().Preset()]
	return r
}

func newSpeed(s sim.Speed) speedReport {
	return speedReport{
		Seats: s.Seats, HandsPerS: int64(s.HandsPerSecond), NsPerAction: math.Round(s.NsPerAction*100) / 100,
		ActionsPerHand: math.Round(s.ActionsPerHand*100) / 100, Allocs: math.Round(s.AllocsPerHand*100) / 100,
	}
}

// Text implements report.Report.
func (r *benchReport) Text(p *locale.Printer) string {
	t := report.NewText(p)
	t.Line(p.T("bench.signature", locale.Args{"value": r.Signature}))
	t.Line("")
	table := [][]string{{
		p.T("bench.preset", nil), p.T("bench.hands", nil), p.T("bench.action", nil), p.T("bench.actions", nil), p.T("bench.allocs", nil),
	}}
	for _, name := range variant.Presets() {
		s := r.Presets[name]
		table = append(table, []string{
			name, t.Count(s.HandsPerS), t.Decimal(s.NsPerAction, 1), t.Decimal(s.ActionsPerHand, 1), t.Decimal(s.Allocs, 2),
		})
	}
	t.Grid(table)
	return t.String()
}
