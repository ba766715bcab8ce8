package sim

import (
	"context"
	"hash/fnv"
	"io"

	"chratze/bot"
	"chratze/variant"
)

// Signature returns one number for everything the program does by the rules: the
// FNV-1a hash of the histories, with their legal lists, of 200 hands of each
// preset with the fewest seats, the most, and the fewest it is best with, once
// among random and once among stammtisch-1, in sittings of 20 from seed 1. It
// changes when an event, a legal list, a settlement, a shuffle, or a bot does;
// testdata/signature.txt holds it, and a commit that moves it says why. It also returns
// the numbers of the single presets: a new one moves the whole and no other.
func Signature() (all uint64, presets []uint64) {
	h := fnv.New64a()
	for _, name := range variant.Presets() {
		own := fnv.New64a()
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		best, _ := v.Best()
		for _, seats := range [...]int{least, best, most} {
			for _, player := range [...]string{"random", "stammtisch-1"} {
				g, err := v.Game(seats)
				must(err)
				spec, err := bot.Parse(player)
				must(err)
				_, err = Run(context.Background(), Config{
					Variant: v, Game: g, Bots: []bot.Spec{spec}, Hands: 200, Sitting: 20, Seed: 1, Workers: 1, History: io.MultiWriter(h, own), Legal: true,
				})
				must(err)
			}
		}
		presets = append(presets, own.Sum64())
	}
	return h.Sum64(), presets
}

// must panics: a preset, a bot of ours and a hash don't fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
