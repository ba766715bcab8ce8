package learn_test

import (
	"context"
	"testing"

	"chratze/bot/policy"
	"chratze/lab/learn"
)

// BenchmarkTrain is a batch of walks on one core.
func BenchmarkTrain(b *testing.B) {
	for _, rules := range []string{"chratze", "kratzen", "zwicken"} {
		b.Run(rules, func(b *testing.B) {
			c := config(b, rules, 4, 1)
			c.Open = policy.UsuallyOpen
			tr := train(b, c, 100, 1)
			for b.Loop() {
				if err := tr.Run(context.Background(), learn.Training{Steps: tr.Steps() + learn.Batch}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*learn.Batch/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
