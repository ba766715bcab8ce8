package arena

import (
	"context"
	"fmt"
	"slices"
	"time"

	"chratze/bot"
	"chratze/bot/exec"
	"chratze/bot/protocol"
	"chratze/chance"
	"chratze/rams"
)

// The parts for which a line has means: all hands, then by seat, by position from the dealer,
// and by contract.
const (
	partSeat     = 1
	partPosition = partSeat + rams.MaxSeats
	partContract = partPosition + rams.MaxSeats
	parts        = partContract + contracts
	contracts    = 16
)

// cell is what an entrant won in some hands of one deal.
type cell struct {
	n, sum float64
	made   int64 // how often it owed no penalty
}

// deal is what happened in one deal: by line, and by part of it.
type deal [][parts]cell

// mind records how an entrant decided.
type mind struct {
	times  Times
	faults exec.Faults
}

// thought records how an entrant decided in one deal.
type thought struct {
	times   Times
	illegal int64 // acts of a bot of ours that weren't legal
}

// worker plays deals, one at a time.
type worker struct {
	*Config
	ctx    context.Context
	tables [][]int
	lines  []line
	seats  map[chair]*player

	deck   rams.Deck
	chance chance.Rand // of the deck
	record rams.Record
	start  rams.Start

	// of the current hand:
	at     [rams.MaxSeats]*player
	lineAt [rams.MaxSeats]int
	minds  []thought // by bot, of the deal
}

// chair is a player's place. A program has one process for each rotation and chair, so that
// none sees a pack from two seats. One of our bots that gets to know the others has the same neighbours besides.
type chair struct{ bot, chair, turn, table int }

// newWorker returns a worker whose programs have been started.
func newWorker(ctx context.Context, c *Config) (*worker, error) {
	w := &worker{Config: c, ctx: ctx, tables: c.tables(), lines: c.lines(), seats: map[chair]*player{}}
	w.deck.Source = &w.chance
	places := map[chair]bool{}
	for t, table := range w.tables {
		for turn := range table {
			for i, b := range table {
				places[w.place(chair{b, i, turn, t})] = true
			}
		}
	}
	return w, w.seatAll(places)
}

// starting is how many programs are started at once. With more, they might make each other
// late.
const starting = 2

// seatAll seats everybody, some at once: programs may take their time to start.
func (w *worker) seatAll(places map[chair]bool) error {
	type seated struct {
		at  chair
		p   *player
		err error
	}
	all := make(chan seated)
	room := make(chan struct{}, starting)
	for at := range places {
		go func() {
			room <- struct{}{}
			defer func() { <-room }()
			p, err := w.Bots[at.bot].seat(w.ctx, w.Variant)
			all <- seated{at, p, err}
		}()
	}
	var err error
	for range places {
		switch s := <-all; {
		case s.err == nil:
			w.seats[s.at] = s.p
		case err == nil:
			err = s.err
		}
	}
	if err != nil {
		w.close()
	}
	return err
}

// place returns the key of an entrant's player. Others of our bots share one, since they decide the same in
// every rotation.
func (w *worker) place(at chair) chair {
	switch e := w.Bots[at.bot]; {
	case e.command != nil:
		at.table = 0
	case !e.spec.Watches():
		at.turn, at.table = 0, 0
	}
	return at
}

func (w *worker) close() {
	for _, p := range w.seats {
		p.close()
	}
}

// play plays a chunk.
func (w *worker) play(k *chunk) {
	w.minds = make([]thought, len(w.Bots))
	k.minds = make([]mind, len(w.Bots))
	for i := range k.minds {
		k.minds[i].faults = exec.Faults{}
	}
	for _, p := range w.seats {
		p.sit()
	}
	first := k.first
	if slices.ContainsFunc(w.Bots, func(e Entrant) bool { return e.spec.Watches() }) {
		first -= first % chunkDeals // what has been counted before is played again: they have seen it
	}
	for i := first; i < k.end; i++ {
		d := w.deal(uint64(i))
		if d == nil {
			k.stopped = true
			return
		}
		if i < k.first {
			clear(w.minds)
			continue
		}
		k.deals = append(k.deals, d)
		w.note(k.minds)
	}
}

// note records how everybody decided in a deal that was played to its end.
func (w *worker) note(minds []mind) {
	for i := range w.minds {
		m := &w.minds[i]
		minds[i].times.merge(&m.times)
		minds[i].faults[protocol.NotLegal] += m.illegal
		*m = thought{}
	}
	for at, p := range w.seats {
		p.faults(minds[at.bot].faults)
	}
}

// Streams of random numbers as in package sim: of a deal, its pack, and each chair; and two for
// the names of hands and sittings.
const (
	ofDeal    = 0
	ofPack    = 1
	ofBot     = 1 << 32
	ofName    = 1 << 33
	ofSitting = 1 << 34
)

// name returns a name that means nothing, of a hand or a sitting.
func (w *worker) name(of, number uint64, t, turn int) string {
	name := chance.Seeded(w.Seed, number, of, uint64(t), uint64(turn))
	return fmt.Sprintf("%016x", name.Uint64())
}

// deal plays a pack at all tables in all rotations; it returns nil if ctx has ended.
func (w *worker) deal(number uint64) deal {
	d := make(deal, len(w.lines))
	own := chance.Seeded(w.Seed, number, ofDeal)
	w.start = rams.Start{Dealer: rams.Seat(own.IntN(w.Game.Seats())), Pot: w.Pot}
	for t, table := range w.tables {
		for turn := range table {
			if w.ctx.Err() != nil {
				return nil
			}
			w.sit(number, t, turn)
			w.hand(number)
			if w.ctx.Err() != nil { // bots may have been cut short
				return nil
			}
			w.count(d)
		}
	}
	return d
}

// sit puts the players on their seats, rotated by turn.
func (w *worker) sit(number uint64, t, turn int) {
	table := w.tables[t]
	hand := w.name(ofName, number, t, turn)
	sitting := w.name(ofSitting, number/chunkDeals, t, turn)
	for i, b := range table {
		seat := (i + turn) % len(table)
		p := w.seats[w.place(chair{b, i, turn, t})]
		p.begin(hand, sitting, chance.Seeded(w.Seed, number, ofBot+uint64(i)))
		w.at[seat] = p
		w.lineAt[seat] = w.lineOf(t, b)
	}
}

// lineOf returns the line of a bot at a table.
func (w *worker) lineOf(table, bot int) int {
	return slices.Index(w.lines, line{table, bot})
}

// hand plays a hand.
func (w *worker) hand(number uint64) {
	r := &w.record
	w.chance = chance.Seeded(w.Seed, number, ofPack)
	if err := r.Begin(w.Game, w.start); err != nil {
		panic(err) // the pot was checked before
	}
	var state rams.State // one for all that bots are shown
	for r.Nature(&w.deck); !r.Done(); r.Nature(&w.deck) {
		seat := r.Turn()
		mind := &w.minds[w.lines[w.lineAt[seat]].bot]
		view := r.View(seat)
		view.Legal = slices.Clone(view.Legal) // the record writes the next seat's there
		if w.ctx.Err() != nil {               // this hand won't be counted, so no program is waited for
			r.ApplyUnchecked(bot.Fallback(view.Legal), nil)
			continue
		}
		state = r.State()
		bot.Show(w.at[seat].Bot, &state)
		began := time.Now()
		a := bot.Act(w.ctx, w.at[seat].Bot, &view)
		mind.times.add(time.Since(began))
		if !slices.Contains(view.Legal, a) { // a program's answer has been checked before
			mind.illegal++
			a = bot.Fallback(view.Legal)
		}
		r.ApplyUnchecked(a, nil)
	}
	for seat := range w.Game.Seats() {
		w.at[seat].end(r, rams.Seat(seat))
	}
}

// count counts a hand that is over.
func (w *worker) count(d deal) {
	state := w.record.State()
	s, n := &state, w.Game.Seats()
	r := s.Result()
	for seat := range n {
		who := rams.Seat(seat)
		contract := s.Contract(who)
		gain := r.Gain(who)
		cells := &d[w.lineAt[seat]]
		for _, part := range [...]int{0, partSeat + seat, partPosition + (seat-int(s.Dealer())+n)%n, partContract + int(contract)} {
			cells[part].n++
			cells[part].sum += gain
			if contract.In() && !r.Lost(who) {
				cells[part].made++
			}
		}
	}
}
