package cfr_test

import (
	"math/rand/v2"
	"testing"

	"chratze/lab/cfr"
	"chratze/lab/cfr/cfrtest"
)

// TestPrune: walks that leave out what is hopeless are shorter, and still lead to an equilibrium.
// (NashConv was 2 when what is tried rarely didn't count more.)
func TestPrune(t *testing.T) {
	t.Parallel()
	l := cfrtest.NewLeduc()
	s := cfrtest.NewSolver(l.Tree, cfrtest.Plus)
	conv := func(prune float32) (conv float64, met int) {
		table := cfr.NewTable(l.Slots())
		e := cfr.External[cfrtest.LeducState]{Table: table, Source: rand.New(rand.NewPCG(1, 2)), Prune: prune}
		e.Learn = func(slot int, gain []float32, average bool) {
			met++
			table.Add(slot, gain, average)
		}
		for i := range 100_000 {
			e.Walk(l.Start(), i&1, 1)
		}
		s.Take(table)
		return s.NashConv(), met
	}
	all, met := conv(0)
	some, fewer := conv(300)
	if some > 2*all {
		t.Errorf("NashConv %v with pruning, %v without", some, all)
	}
	if fewer > met*7/8 {
		t.Errorf("%d positions met with pruning, %d without", fewer, met)
	}
}
