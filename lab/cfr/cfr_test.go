package cfr_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/lab/cfr"
	"chratze/lab/cfr/cfrtest"
)

var methods = map[string]cfrtest.Method{"plus": cfrtest.Plus, "discounted": cfrtest.Discounted}

func TestKuhn(t *testing.T) {
	t.Parallel()
	for name, m := range methods {
		s := cfrtest.NewSolver(cfrtest.Kuhn(), m)
		s.Iterate(5000)
		if got := s.Value(); math.Abs(got-cfrtest.KuhnValue) > 1e-4 {
			t.Errorf("%s: value %v, want %v", name, got, cfrtest.KuhnValue)
		}
		if c := s.NashConv(); c < 0 || c > 1e-3 {
			t.Errorf("%s: NashConv %v", name, c)
		}
	}
}

func TestLeduc(t *testing.T) {
	t.Parallel()
	for name, m := range methods {
		l := cfrtest.NewLeduc()
		if n := l.Tree.Infosets(); n != 288 {
			t.Errorf("%d information sets, want 288", n)
		}
		s := cfrtest.NewSolver(l.Tree, m)
		if c := s.NashConv(); c < 4 { // who plays at random loses much
			t.Errorf("%s: NashConv of the uniform strategy %v", name, c)
		}
		s.Iterate(60)
		if c := s.NashConv(); c > 0.06 { // 0.072 without the own reach in CFR+'s average
			t.Errorf("%s: NashConv %v after 60 iterations", name, c)
		}
		s.Iterate(940)
		if got := s.Value(); math.Abs(got-cfrtest.LeducValue) > 2e-3 {
			t.Errorf("%s: value %v, want %v", name, got, cfrtest.LeducValue)
		}
		if c := s.NashConv(); c < 0 || c > 0.01 {
			t.Errorf("%s: NashConv %v", name, c)
		}
	}
}

// external runs the given number of walks through Leduc poker for both players.
func external(l *cfrtest.Leduc, iterations int, linear bool) *cfr.Table {
	table := cfr.NewTable(l.Slots())
	e := cfr.External[cfrtest.LeducState]{Table: table, Source: rand.New(rand.NewPCG(1, 2))}
	start, weight := l.Start(), float32(1)
	for i := range iterations {
		if linear {
			weight = float32(i+1) / float32(iterations)
		}
		e.Walk(start, 0, weight)
		e.Walk(start, 1, weight)
	}
	return table
}

func TestExternalSampling(t *testing.T) {
	t.Parallel()
	l := cfrtest.NewLeduc()
	s := cfrtest.NewSolver(l.Tree, cfrtest.Plus)
	conv := func(iterations int, linear bool) float64 {
		s.Take(external(l, iterations, linear))
		return s.NashConv()
	}
	early, late, linear := conv(2000, false), conv(200_000, false), conv(200_000, true)
	if worst := max(late, linear); worst > early/4 || worst > 0.2 {
		t.Errorf("NashConv %v after 2 000 iterations, %v after 200 000, %v with linear weights", early, late, linear)
	}
	if got := s.Value(); math.Abs(got-cfrtest.LeducValue) > 0.03 {
		t.Errorf("value %v, want %v", got, cfrtest.LeducValue)
	}
	table := cfr.NewTable(l.Slots())
	if per := float64(table.Bytes()) / float64(l.Tree.Infosets()); per > 24 {
		t.Errorf("%.1f bytes an information set, want 24 at most", per)
	}
}

// TestLearnedInBatches: what walks hand to Learn, added afterwards, is what they would have
// written at once, if nobody reads what they write.
func TestLearnedInBatches(t *testing.T) {
	t.Parallel()
	l := cfrtest.NewLeduc()
	at, later := cfr.NewTable(l.Slots()), cfr.NewTable(l.Slots())
	direct := cfr.External[cfrtest.LeducState]{Table: at, Source: rand.New(rand.NewPCG(3, 4))}
	batch := cfr.External[cfrtest.LeducState]{Table: later, Source: rand.New(rand.NewPCG(3, 4))}
	type learned struct {
		slot    int
		gain    []float32
		average bool
	}
	var list []learned
	batch.Learn = func(slot int, gain []float32, average bool) {
		list = append(list, learned{slot, slices.Clone(gain), average})
	}
	for i := range 500 {
		a, b := direct.Walk(l.Start(), i&1, 2), batch.Walk(l.Start(), i&1, 2)
		if a != b {
			t.Fatalf("walk %d: %v and %v", i, a, b)
		}
		for _, x := range list {
			later.Add(x.slot, x.gain, x.average)
		}
		list = list[:0]
	}
	var p, q [3]float32
	for slot := range l.Slots() - 3 {
		at.Average(slot, p[:])
		later.Average(slot, q[:])
		if p != q {
			t.Fatalf("slot %d: %v and %v", slot, p, q)
		}
	}
}

func BenchmarkPlusLeduc(b *testing.B) {
	s := cfrtest.NewSolver(cfrtest.NewLeduc().Tree, cfrtest.Plus)
	s.Iterate(b.N)
}

func BenchmarkExternalLeduc(b *testing.B) { external(cfrtest.NewLeduc(), b.N, false) }
