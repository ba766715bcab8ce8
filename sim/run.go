// Package sim lets bots play against each other: hands by the million, the same
// ones for the same seed whatever the number of workers, their histories, and what
// happened in percent of the pot. It measures the speed of the kernel and holds a
// signature of everything it does.
//
//	stats, err := sim.Run(ctx, sim.Config{Variant: v, Game: g, Bots: specs, Hands: 1e6, Sitting: 20}, nil)
//	bot := &stats.ByBot[0]
//	fmt.Println(bot.Gain.Value(), "±", bot.Gain.Error())
//
// The files: run.go (workers), play.go (sittings), stats.go and pots.go (what
// happened), rand.go (chance), bench.go and signature.go.
package sim

import (
	"context"
	"fmt"
	"io"

	"chratze/bot"
	"chratze/rams"
	"chratze/variant"
)

// Config says what to simulate. Everything that happens follows from it but for
// Workers, which changes nothing but the time it takes.
type Config struct {
	Variant variant.Variant // for the histories
	Game    *rams.Game
	Bots    []bot.Spec // by seat; a shorter list is repeated
	Hands   int64      // deals in all
	Sitting int        // deals in a sitting, which begins with an empty pot
	Seed    uint64
	Workers int // at least 1

	// Rotate plays every sitting once for each rotation of the bots over the
	// seats, with the same packs, so that the luck of the deal cancels. Hands
	// counts every rotation, and is rounded up to whole ones.
	Rotate bool

	// History, if not nil, is where the hands are written to, a line each
	// (rams-hand/1), in their order; with Legal each act has what was legal.
	History io.Writer
	Legal   bool
}

// Run plays the hands and returns what happened. Stopped by ctx or an error of
// History it returns what was done until then, and the error. Progress, if not
// nil, is told now and then how many hands are done.
func Run(ctx context.Context, c Config, progress func(hands int64)) (*Stats, error) {
	all := c.newStats()
	err := c.inOrder(ctx, func(done *chunk) error {
		if c.History != nil {
			if _, err := c.History.Write(done.lines); err != nil {
				return fmt.Errorf("sim: writing the histories: %w", err)
			}
		}
		all.merge(&done.stats)
		if progress != nil {
			progress(all.Hands)
		}
		return nil
	})
	return all, err
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

// chunk is a row of sittings that one worker plays, and what came of it.
type chunk struct {
	first, end int64 // sittings
	stats      Stats
	lines      []byte // histories
	ready      chan struct{}
}

// chunkHands is about how many hands there are in a chunk.
const chunkHands = 500

// inOrder plays all chunks on some workers and calls each with one after the
// other, in their order, until it returns an error or ctx ends.
func (c *Config) inOrder(ctx context.Context, each func(*chunk) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := max(1, c.Workers)
	work := make(chan *chunk)
	order := make(chan *chunk, 2*workers)
	go c.plan(ctx, work, order)
	for range workers {
		go func() {
			for k := range work {
				c.play(ctx, k)
				close(k.ready)
			}
		}()
	}
	for k := range order {
		<-k.ready
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := each(k); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// plan hands out the chunks, to the workers and to who waits for them in order.
func (c *Config) plan(ctx context.Context, work, order chan<- *chunk) {
	defer close(order)
	defer close(work)
	size := max(1, chunkHands/c.group())
	for first, end := int64(0), c.sittings(); first < end; first += size {
		k := &chunk{first: first, end: min(first+size, end), stats: *c.newStats(), ready: make(chan struct{})}
		for _, to := range []chan<- *chunk{order, work} {
			select {
			case to <- k:
			case <-ctx.Done():
				return
			}
		}
	}
}

func (c *Config) play(ctx context.Context, k *chunk) {
	p := newPlayer(c, k)
	for i := k.first; i < k.end && ctx.Err() == nil; i++ {
		p.sitting(i)
	}
}
