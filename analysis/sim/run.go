// The files: run.go (workers), play.go (sittings), stats.go and pots.go (what
// happened), bench.go and signature.go.

// Package sim lets bots play each other: millions of hands, the same ones for the
// same seed whatever the number of workers, with their histories and statistics in
// percent of the pot. It measures the speed of the kernel and has a signature of
// everything it does.
//
//	stats, err := sim.Run(ctx, sim.Config{Variant: v, Game: g, Bots: specs, Hands: 1e6, Sitting: 20})
//	bot := &stats.ByBot[0]
//	fmt.Println(bot.Gain.Estimate()) // 8.6 ± 2.9
package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"chratze/bot"
	"chratze/internal/par"
	"chratze/rams"
	"chratze/variant"
)

// Config says what to simulate. Everything that [Run] does follows from it but for
// Workers, which changes nothing but the time it takes.
type Config struct {
	Variant variant.Variant // for the histories
	Game    *rams.Game
	Bots    []bot.Spec // by seat; a shorter list is repeated; one of your own: bot.NewSpec
	Hands   int64      // deals in all
	Sitting int        // deals in a sitting, which begins with an empty pot; 0: 20
	Seed    uint64
	Workers int // 0: one

	Progress func(hands int64) // nil, or called from time to time with the number of hands done

	// Rotate plays every sitting once for each rotation of the bots over the
	// seats, with the same packs, so that the luck of the deal cancels. Hands
	// counts every rotation, and is rounded up to whole ones.
	Rotate bool

	// History, if not nil, is where the hands are written to, a line each
	// (rams-hand/1, as [history.Hand.AppendTo] writes them), in their order; with Legal each act has what was legal.
	History io.Writer
	Legal   bool
}

// check returns an error for what can't be played. It names the field.
func (c *Config) check() error {
	switch {
	case c.Game == nil:
		return errors.New("sim: Config.Game is nil")
	case len(c.Bots) == 0:
		return errors.New("sim: Config.Bots is empty")
	case c.Sitting < 0:
		return fmt.Errorf("sim: Config.Sitting is %d", c.Sitting)
	case c.Hands < 0:
		return fmt.Errorf("sim: Config.Hands is %d", c.Hands)
	}
	for i, b := range c.Bots {
		if b.String() == "" {
			return fmt.Errorf("sim: Config.Bots[%d] is the zero Spec", i)
		}
	}
	return nil
}

// SittingHands is how many hands a sitting has, so that pots stay such as people
// play for.
const SittingHands = 20

// Run plays the hands and returns what happened. Nothing is played if the [Config] can't be. Stopped by ctx it returns what
// was done until then, with histories of just these hands, and ctx's error; after
// an error of History that error, and after an illegal act one that names the bot and the act.
func Run(ctx context.Context, c Config) (*Stats, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	c.Sitting = cmp.Or(c.Sitting, SittingHands)
	all := c.newStats()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	end := int64(0)
	for k := range par.Ordered(c.chunks(ctx), max(1, c.Workers), func(_ int, k *chunk, quit <-chan struct{}) { c.play(ctx, quit, k) }) {
		for lines := range k.lines {
			if _, err := c.History.Write(lines); err != nil {
				cancel()
				return all, fmt.Errorf("sim: writing the histories: %w", err)
			}
		}
		all.merge(&k.stats)
		if c.Progress != nil {
			c.Progress(all.Hands)
		}
		if k.stopped {
			return all, cmp.Or(k.illegal, ctx.Err())
		}
		end = k.end
	}
	if end < c.sittings() {
		return all, ctx.Err()
	}
	return all, nil
}

func (c *Config) rotations() int {
	if c.Rotate {
		return c.Game.Seats()
	}
	return 1
}

func (c *Config) newStats() *Stats {
	return &Stats{Seats: c.Game.Seats(), ByBot: make([]Row, min(len(c.Bots), c.Game.Seats()))}
}

// sittings returns how many sittings there are; the last may be a shorter one.
func (c *Config) sittings() int64 {
	group := c.group()
	return (c.Hands + group - 1) / group
}

// group returns the hands of a sitting, in all rotations.
func (c *Config) group() int64 { return int64(c.Sitting) * int64(c.rotations()) }

// chunk is a row of sittings that one worker plays, and what came of it. Its
// histories come piece by piece; when the last one has come the rest may be read.
type chunk struct {
	first, end int64 // sittings
	lines      chan []byte
	stats      Stats
	stopped    bool  // before its end
	illegal    error // why, or nil
}

const (
	chunkHands = 500     // about how many hands are in a chunk
	pieceBytes = 4 << 20 // histories are handed over when they have this many bytes
)

// chunks cuts the sittings into chunks, until ctx ends.
func (c *Config) chunks(ctx context.Context) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		size := max(1, chunkHands/c.group())
		for first, end := int64(0), c.sittings(); first < end && ctx.Err() == nil; first += size {
			if !yield(&chunk{first: first, end: min(first+size, end), stats: *c.newStats(), lines: make(chan []byte, 1)}) {
				return
			}
		}
	}
}

// play plays a chunk. When ctx ends it stops behind the hand it is at; when quit is closed, nobody
// waits for its histories any more.
func (c *Config) play(ctx context.Context, quit <-chan struct{}, k *chunk) {
	defer close(k.lines)
	p := newPlayer(ctx, c, k, quit)
	for i := k.first; i < k.end && !k.stopped; i++ {
		p.sitting(i)
	}
	p.handOver()
}
