// The files: arena.go (what to play, and the workers), play.go (a deal), entrant.go (the
// players), stats.go (means, intervals, times), result.go, and rating.go (ratings of many
// bots).

// Package arena compares bots. Every shuffled pack is played once for each rotation of the bots
// over the seats, so that the luck of the deal cancels. Results are in percent of the pot per
// hand, with 95 % confidence intervals.
//
//	bots, err := arena.ParseEntrants([]string{"thumb:open=200", "exec:python3 bot.py"}, time.Second, os.ReadFile)
//	result, err := arena.Run(ctx, arena.Config{Variant: v, Game: g, Bots: bots, Deals: 10000, Seed: 1})
//	fmt.Println(result.Gain(0).Estimate()) // 8.6 ± 2.9
//
// The same seed gives the same packs. Bots that decide only by their view and the random
// numbers that they are given get the same result, whatever the number of workers; only the
// times differ. A [Result] has everything that is needed to continue: you can store it as JSON
// and give it to Run as [Config.Before].
package arena

import (
	"context"
	"errors"
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
	Bots    []Entrant // by chair; a shorter list is repeated, except with All
	Deals   int64     // packs
	Seed    uint64
	Pot     pot.Chips // in the pot before the antes, in Rappen
	Workers int       // 0: one

	// All plays each bot alone among copies of each other bot, on the same packs, and rates
	// them. There must be at least two.
	All bool

	Before   *Result             // nil, or a result of the same that Run continues
	Progress func(*Result) error // nil, or called from time to time with the result so far; an error ends the run
}

// Pot returns the default pot before the antes, in Rappen: what is left after a hand in which
// everything was paid out and nobody failed. In a game that begins with a Muss, of which the
// arena plays only the normal hands, it is what a Muss leaves: an ante from everybody and two
// from its dealer. Where everybody must play for a bare pot, nobody would ever be asked: it is
// what a player without a trick has paid after such a hand.
func Pot(g *rams.Game) pot.Chips {
	r := g.Rules()
	switch {
	case r.Phases:
		return r.Ante * pot.Chips(g.Seats()+1)
	case r.AllPlay == rams.AllPlayBare:
		if bare, err := g.NewHand(rams.Start{}); err == nil {
			return r.Stake(rams.Joined, bare.Pot()).Penalty
		}
	}
	return 0
}

// tables returns the bots at each table, by chair.
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

// Hands returns the number of hands of a deal, at all tables and in all rotations.
func (c *Config) Hands() int64 { return int64(len(c.tables()) * c.Game.Seats()) }

// check returns an error for what can't be played. It names the field.
func (c *Config) check() error {
	if c.Game == nil {
		return errors.New("arena: Config.Game is nil")
	}
	switch seats := c.Game.Seats(); {
	case len(c.Bots) == 0, c.All && len(c.Bots) < 2, !c.All && len(c.Bots) > seats:
		return fmt.Errorf("arena: Config.Bots has %d bots, All is %v, and the game has %d seats", len(c.Bots), c.All, seats)
	case c.Deals < 0:
		return fmt.Errorf("arena: Config.Deals is %d", c.Deals)
	}
	for i, e := range c.Bots {
		if e.text == "" {
			return fmt.Errorf("arena: Config.Bots[%d] is the zero Entrant", i)
		}
	}
	if _, err := c.Game.NewHand(rams.Start{Pot: c.Pot}); err != nil {
		return fmt.Errorf("arena: Config.Pot %w", err)
	}
	return nil
}

// Run plays the deals and returns the result. Nothing is played if the Config can't be. If [Config.Before] is of
// something else, the error is an *[OtherError]. If ctx is done it returns what was played so far, and ctx's error.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	all := c.newResult()
	if c.Before != nil {
		if err := all.same(c.Before); err != nil {
			return nil, err
		}
		all = c.Before
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	crew, err := c.crew(ctx)
	defer sendHome(crew)
	if ctx.Err() != nil {
		return all, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	for k, wait := range par.Ordered(c.chunks(ctx, all.Deals), len(crew), func(i int, k *chunk, _ <-chan struct{}) { crew[i].play(k) }) {
		wait()
		all.merge(k)
		if c.Progress != nil {
			if err := c.Progress(all); err != nil {
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

// chunk is a series of deals that one worker plays, and their results.
type chunk struct {
	first, end int64
	deals      []deal // those that were played
	minds      []mind
	stopped    bool // before its end
}

// chunkDeals is the number of deals in a chunk, which is a sitting for bots that get to know the others.
const chunkDeals = 32

// chunks cuts the deals into chunks, until ctx ends.
func (c *Config) chunks(ctx context.Context, from int64) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		for first := from; first < c.Deals && ctx.Err() == nil; {
			end := min(first/chunkDeals*chunkDeals+chunkDeals, c.Deals)
			if !yield(&chunk{first: first, end: end}) {
				return
			}
			first = end
		}
	}
}

// crew returns the workers. When ctx is done they stop after the current deal.
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

// sendHome ends the programs of all workers at the same time, since some take a while.
func sendHome(crew []*worker) {
	var all sync.WaitGroup
	for _, w := range crew {
		all.Go(w.close)
	}
	all.Wait()
}
