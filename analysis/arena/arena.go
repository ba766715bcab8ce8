// Package arena compares bots: every shuffled pack is played once for each
// rotation of the bots over the seats, so that the luck of the deal cancels, and
// what remains is told in percent of the pot a hand with its 95 % interval.
//
//	bots, err := arena.ParseEntrants([]string{"thumb:open=200", "exec:python3 bot.py"}, time.Second, os.ReadFile)
//	result, err := arena.Run(ctx, arena.Config{Variant: v, Game: g, Bots: bots, Deals: 10000, Seed: 1}, nil, nil)
//	mean, half := result.Gain(0).Interval()
//
// The same seed gives the same packs, and bots that decide by what they are shown
// and by the chances they are given get the same result, whatever the number of
// workers; only the times are the machine's. A Result is also what is needed to go
// on: it can be written down as JSON and given to Run again.
//
// The files: arena.go (what is played, and by how many workers), play.go (a deal),
// entrant.go (who plays), stats.go (means, intervals, times), result.go, and
// rating.go (many bots, each among each).
package arena

import (
	"context"
	"fmt"
	"iter"
	"sync"

	"chratze/internal/par"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Config says what to play.
type Config struct {
	Variant variant.Variant
	Game    *rams.Game
	Bots    []Entrant // by chair; a shorter list is repeated, but for All
	Deals   int64     // packs
	Seed    uint64
	Pot     pot.Chips // what lies in the pot before the antes, in Rappen
	Workers int       // at least 1

	// All plays each of the bots alone among others of each, on the same packs,
	// and rates them. There must be at least two.
	All bool
}

// Pot returns what lies in the pot before the antes if nobody says otherwise: as
// after a hand in which all was paid out and nobody failed. In a game that begins
// with a Muss, of which the arena plays only the normal hands, this is what a
// Muss leaves: an ante of everybody and two of its dealer.
func Pot(g *rams.Game) pot.Chips {
	if r := g.Rules(); r.Phases {
		return r.Ante * pot.Chips(g.Seats()+1)
	}
	return 0
}

// tables returns who sits at which tables, by chair.
func (c *Config) tables() (tables [][]int) {
	n := c.Game.Seats()
	if !c.All {
		table := make([]int, n)
		for chair := range table {
			table[chair] = chair % len(c.Bots)
		}
		return [][]int{table}
	}
	for i := range c.Bots {
		for j := range c.Bots {
			if i == j {
				continue
			}
			table := make([]int, n)
			for chair := range table {
				table[chair] = j
			}
			table[0] = i
			tables = append(tables, table)
		}
	}
	return tables
}

// Hands returns how many hands a deal has, at all tables and in all rotations.
func (c *Config) Hands() int64 { return int64(len(c.tables()) * c.Game.Seats()) }

// Run plays the deals and returns what happened. With a result of before it goes
// on behind the deals of that; the error is an *OtherError if that was of something
// else. Stopped by ctx it returns what was done until then, and ctx's error.
// Progress, if not nil, is shown the result now and then; an error of it ends the
// run.
func Run(ctx context.Context, c Config, before *Result, progress func(*Result) error) (*Result, error) {
	all := c.newResult()
	if before != nil {
		if err := all.same(before); err != nil {
			return nil, err
		}
		all = before
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	crew, err := c.crew(ctx)
	if err != nil {
		return nil, err
	}
	defer sendHome(crew)
	for k, wait := range par.Ordered(c.chunks(ctx, all.Deals), len(crew), func(i int, k *chunk, _ <-chan struct{}) { crew[i].play(k) }) {
		wait()
		all.merge(k)
		if progress != nil {
			if err := progress(all); err != nil {
				cancel()
				return all, fmt.Errorf("arena: %w", err)
			}
		}
		if k.stopped {
			return all, ctx.Err()
		}
	}
	if all.Deals < c.Deals {
		return all, ctx.Err()
	}
	return all, nil
}

// chunk is a row of deals that one worker plays, and what came of it.
type chunk struct {
	first, end int64
	deals      []deal // those that were played
	minds      []mind
	stopped    bool // before its end
}

// chunkDeals is how many deals a chunk has. It changes nothing of a result.
const chunkDeals = 16

// chunks cuts the deals into chunks, until ctx ends.
func (c *Config) chunks(ctx context.Context, from int64) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		for first := from; first < c.Deals && ctx.Err() == nil; first += chunkDeals {
			if !yield(&chunk{first: first, end: min(first+chunkDeals, c.Deals)}) {
				return
			}
		}
	}
}

// crew returns the workers. When ctx ends they stop behind the deal they are at.
func (c *Config) crew(ctx context.Context) (crew []*worker, err error) {
	for range max(1, c.Workers) {
		w, err := newWorker(ctx, c)
		if err != nil {
			sendHome(crew)
			return nil, err
		}
		crew = append(crew, w)
	}
	return crew, nil
}

// sendHome ends the programs of all workers, at once: some take their time.
func sendHome(crew []*worker) {
	var all sync.WaitGroup
	for _, w := range crew {
		all.Go(w.close)
	}
	all.Wait()
}
