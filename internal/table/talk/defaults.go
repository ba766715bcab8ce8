package talk

import (
	"chratze/internal/table"
	"chratze/variant"
)

// DefaultConfig returns the settings of a table for people with phones. They apply to
// everything that a request for a table leaves out.
func DefaultConfig() table.Config {
	return table.Config{Variant: variant.Default(), Pace: 3000, Away: 60_000, SixWindow: 3000, Settle: 30_000, Bot: table.StandIn, Proof: table.ProofSitting}
}

// Complete fills in what follows from the rest of a request for a table.
func Complete(cfg *table.Config) {
	if cfg.Chairs == 0 {
		cfg.Chairs, _ = cfg.Variant.Best()
	}
	if cfg.Money == "" { // two readers would see different ones
		cfg.Money = "points"
	}
	if cfg.Pace > 0 && cfg.SixWindow == 0 { // without the wait, the last to exchange would see that somebody is asked
		cfg.SixWindow = table.SixShortest
	}
}
