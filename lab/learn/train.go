package learn

import (
	"context"

	"chratze/analysis/arena"
	"chratze/bot/policy"
	"chratze/chance"
	"chratze/internal/par"
	"chratze/lab/cfr"
	"chratze/rams"
	"chratze/variant"
)

// Config says what to train. The result depends only on it and on the number of steps.
type Config struct {
	Variant variant.Variant
	Seats   int
	Seed    uint64
	Play    rams.Player // makes the decisions that aren't learned: the play, the trump six, and which surplus cards to drop; safe for concurrent use, as stammtisch-1 is
	PlayBy  string      // its name
	Program string      // its revision, for the file; changes nothing else
	Open    int         // percentage of the hands in which the cards are played as if everybody saw them all (package solve)

	Game *rams.Game // if not nil, replaces Variant and Seats: a game without a name

	// Others makes the opponents of an Exploit, one for each worker. A Trainer doesn't use it.
	Others func(chance.Source) rams.Player
}

// A step is a walk through one hand for one seat. The walks of a batch use the same table, and
// their results are added in order. So the result doesn't depend on how many workers share
// them, chunk by chunk.
const (
	Batch = 1024
	chunk = 32
)

// Trainer trains a policy. It is for one goroutine, and shares its work among workers of its own.
type Trainer struct {
	config Config
	game   *rams.Game
	slots  *policy.Slots
	table  *cfr.Table
	starts []rams.Start
	steps  int64
}

// NewTrainer returns a trainer without any training. The error is one of [variant.Variant.Game].
func NewTrainer(c Config) (*Trainer, error) {
	g, err := c.game()
	if err != nil {
		return nil, err
	}
	t := &Trainer{config: c, game: g, slots: policy.NewSlots(g)}
	t.table = cfr.NewTable(t.slots.Len())
	t.starts = t.sittings()
	return t, nil
}

func (c *Config) game() (*rams.Game, error) {
	if c.Game != nil {
		return c.Game, nil
	}
	return c.Variant.Game(c.Seats)
}

// header describes the training so far.
func (t *Trainer) header() policy.Header {
	return policy.Header{Rules: t.config.Variant, Seats: t.config.Seats, Seed: t.config.Seed, Steps: t.steps, Play: t.config.PlayBy, Open: t.config.Open, Revision: t.config.Program}
}

// enough is how often a decision must have been met in training to be used.
const enough = 12

// Policy returns the policy learned so far: the average strategy.
func (t *Trainer) Policy() *policy.Policy {
	least := float32(enough) * float32(1+t.steps/Batch) / 2 // from the mean weight of a walk
	return t.slots.New(t.header(), func(slot int, probs []float32) bool {
		if t.table.Weight(slot, len(probs)) < least {
			return false
		}
		t.table.Average(slot, probs)
		return true
	})
}

// Steps returns the number of walks made.
func (t *Trainer) Steps() int64 { return t.steps }

// Bytes returns the size of the table in memory.
func (t *Trainer) Bytes() int { return t.table.Bytes() }

// Hands begin as in a session: half of them with an empty pot, half like hands that Play
// has played, in sessions of this length. A Muss has nothing to learn, nor a hand in which all must play.
const (
	sittings     = 256
	sittingHands = 20
)

func (t *Trainer) sittings() (starts []rams.Start) {
	tab := &table{Slots: t.slots, game: t.game, player: t.config.Play, dice: chance.FastFor(t.config.Seed, 1<<63)}
	bare := t.game.Rules().AllPlay == rams.AllPlayBare
	for i := range sittings {
		start := t.game.FirstStart(rams.Seat(i % t.game.Seats()))
		for range sittingHands {
			if !start.Muss && !(bare && start.Pot == 0) {
				starts = append(starts, start)
			}
			start = tab.next(start)
		}
	}
	return starts
}

// next lets the Player play a hand, and returns how the hand after it begins.
func (t *table) next(start rams.Start) rams.Start {
	hand, err := t.game.NewHand(start)
	if err != nil {
		panic(err) // a hand always ends with a valid beginning of the next
	}
	deck := rams.Deck{Source: &t.dice}
	for !hand.Done() {
		if hand.Turn() == rams.Nature {
			hand.ApplyUnchecked(deck.Next(&hand))
			continue
		}
		hand.ApplyUnchecked(t.player.Act(t.look(&hand)))
	}
	return hand.Result().Next
}

// fresh returns the beginning of a hand with the pot of the arena: as empty as it can be in a hand in which there is something to learn.
func (t *Trainer) fresh(dealer rams.Seat) rams.Start {
	start := t.game.FirstStart(dealer)
	start.Muss, start.Pot = false, arena.Pot(t.game)
	return start
}

// worker walks.
type worker struct {
	trainer *Trainer
	table   *table
	walks   cfr.External[history]
	into    *journal
}

// gained says what a walk has learned: regrets of the acts of a slot, or how likely they are.
type gained struct {
	slot    int32
	average bool
}

func (t *Trainer) newWorker() *worker {
	w := &worker{trainer: t, table: &table{Slots: policy.NewSlots(t.game), game: t.game, player: t.config.Play}}
	w.walks = cfr.External[history]{Table: t.table, Source: &w.table.dice, Prune: hopeless}
	w.walks.Learn = func(slot int, gain []float32, average bool) { w.into.note(gained{int32(slot), average}, gain) }
	return w
}

// start draws how a hand begins.
func (t *Trainer) start(d *chance.Fast) rams.Start {
	dealer := rams.Seat(d.IntN(t.game.Seats()))
	if d.IntN(2) == 0 {
		return t.starts[d.IntN(len(t.starts))]
	}
	return t.fresh(dealer)
}

// hopeless is the loss, in percent of the pot, at which an action is pruned. Pruning nearly
// halves the time, and the result is as good.
const hopeless = 3000

// step makes one step.
func (w *worker) step(step int64, into *journal) {
	t, d := w.trainer, &w.table.dice
	*d = chance.FastFor(t.config.Seed, uint64(step))
	start := t.start(d)
	player := int((int64(start.Dealer) + step) % int64(t.game.Seats()))
	w.table.open = d.IntN(100) < t.config.Open
	w.into = into
	weight := float32(1 + step/Batch) // linear CFR
	w.walks.Walk(w.table.begin(start), player, weight)
}

// Run continues until the steps have been made. Each worker walks and notes in a journal what is learned; the table gets that in the
// order of the steps. If ctx is done it stops after a batch and returns ctx's error.
func (t *Trainer) Run(ctx context.Context, c Training) error {
	crew := make([]*worker, max(1, c.Workers))
	for i := range crew {
		crew[i] = t.newWorker()
	}
	var journals [Batch / chunk]journal
	for t.steps < c.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		par.Each(context.Background(), Batch/chunk, 1, len(crew), func(worker int, i int64) {
			for step := range int64(chunk) {
				crew[worker].step(t.steps+i*chunk+step, &journals[i])
			}
		}, nil)
		for i := range journals {
			journals[i].empty(t.table)
		}
		t.steps += Batch
		if c.Progress != nil {
			if err := c.Progress(t.steps); err != nil {
				return err
			}
		}
	}
	return nil
}

// Training says how long to train.
type Training struct {
	Steps    int64                   // in all, rounded up to whole batches
	Workers  int                     // 0: one
	Progress func(steps int64) error // nil, or called after every batch with the number of steps made; an error ends the training
}

// journal has what the walks of a chunk have learned, in order: what each entry is about, how many acts it has, and
// for each of them a number.
type journal struct {
	about []gained
	acts  []int8
	gains []float32
}

func (j *journal) note(about gained, gains []float32) {
	j.about, j.acts, j.gains = append(j.about, about), append(j.acts, int8(len(gains))), append(j.gains, gains...)
}

// empty adds all entries to a table.
func (j *journal) empty(to *cfr.Table) {
	gains := j.gains
	for i, n := range j.acts {
		to.Add(int(j.about[i].slot), gains[:n], j.about[i].average)
		gains = gains[n:]
	}
	j.about, j.acts, j.gains = j.about[:0], j.acts[:0], j.gains[:0]
}
