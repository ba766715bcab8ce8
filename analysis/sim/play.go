package sim

import (
	"context"
	"fmt"
	"slices"

	"chratze/bot"
	"chratze/chance"
	"chratze/history"
	"chratze/rams"
)

// player plays the sittings of a chunk, counts, and writes histories.
type player struct {
	*Config
	*chunk
	ctx    context.Context
	quit   <-chan struct{}
	deck   rams.Deck
	chance chance.Rand // of the deck
	bots   [rams.MaxSeats]bot.Bot
	who    [rams.MaxSeats]int // which of Config.Bots sits there
	view   rams.View          // of the seat that is asked
	asked  []rams.Action      // what it may do

	state rams.State
	legal [rams.MaxLegal]rams.Action

	events bool        // bots need them
	record rams.Record // instead of state, for histories and for bots that need events
	line   history.Hand
	text   []byte          // the lines so far
	lists  [][]rams.Action // what was legal at each act
	listed []rams.Action   // the memory of lists
}

func newPlayer(ctx context.Context, c *Config, k *chunk, quit <-chan struct{}) *player {
	p := &player{Config: c, chunk: k, ctx: ctx, quit: quit}
	p.deck.Source = &p.chance
	p.line.Variant = c.Variant
	for _, b := range c.Bots {
		p.events = p.events || b.NeedsEvents()
	}
	p.line.Names = make([]string, c.Game.Seats())
	return p
}

// Streams of random numbers, told apart by their last number: one for each hand
// of a sitting, counted from 1, one for the sitting itself, one for each bot.
const (
	ofSitting = 0
	ofBot     = 1 << 32
)

// sitting plays the i-th sitting, in all rotations.
func (p *player) sitting(i int64) {
	rotations := int64(p.rotations())
	hands := min(int64(p.Sitting), (p.Hands-i*p.group()+rotations-1)/rotations)
	own := chance.Seeded(p.Seed, uint64(i), ofSitting)
	dealer := rams.Seat(own.IntN(p.Game.Seats()))
	for turn := 0; turn < int(rotations) && !p.stopped; turn++ {
		p.seat(i, turn)
		p.stats.Sittings++
		start := p.Game.FirstStart(dealer)
		for hand := range hands {
			if p.stopped = p.stopped || p.ctx.Err() != nil; p.stopped {
				break
			}
			p.chance = chance.Seeded(p.Seed, uint64(i), uint64(hand)+1)
			start = p.hand(start)
		}
	}
	for _, r := range p.stats.rows() {
		r.Gain.cut()
	}
}

// seat puts the bots on their chairs, moved on by some seats.
func (p *player) seat(sitting int64, turn int) {
	n := p.Game.Seats()
	for k := range n {
		at := (k + turn) % n
		p.who[at] = k % len(p.Bots)
		source := chance.Seeded(p.Seed, uint64(sitting), ofBot+uint64(k))
		spec := p.Bots[p.who[at]]
		p.bots[at] = spec.New(&source)
		p.line.Names[at] = spec.String()
	}
}

// hand plays one hand and returns how the next one begins.
func (p *player) hand(start rams.Start) rams.Start {
	s := &p.state
	if p.History == nil && !p.events {
		p.play(start)
	} else {
		p.recordHand(start)
		after := p.record.State()
		s = &after
	}
	r := s.Result()
	if p.stopped = p.illegal != nil || p.ctx.Err() != nil; p.stopped {
		return r.Next // bots have been hurried: the hand is neither counted nor written down
	}
	if p.History != nil {
		p.writeDown()
	}
	p.count(s, start, &r)
	return r.Next
}

func (p *player) play(start rams.Start) {
	s := &p.state
	var err error
	if *s, err = p.Game.NewHand(start); err != nil {
		panic(err) // a hand hands on what the next one can begin with
	}
	for !s.Done() {
		if s.Turn() == rams.Nature {
			s.ApplyUnchecked(p.deck.Next(s))
			continue
		}
		p.view = s.View(s.Turn(), p.legal[:0])
		p.view.Start = start
		s.ApplyUnchecked(p.act())
	}
}

// recordHand plays as play does, with its events.
func (p *player) recordHand(start rams.Start) {
	r := &p.record
	if err := r.Begin(p.Game, start); err != nil {
		panic(err)
	}
	p.lists, p.listed = p.lists[:0], p.listed[:0]
	for r.Nature(&p.deck); !r.Done(); r.Nature(&p.deck) {
		p.view = r.View(r.Turn())
		if p.Legal {
			n := len(p.listed)
			p.listed = append(p.listed, p.view.Legal...)
			p.lists = append(p.lists, p.listed[n:len(p.listed):len(p.listed)])
		}
		r.ApplyUnchecked(p.act(), nil)
	}
	for seat := range p.Game.Seats() {
		if p.ctx.Err() == nil {
			bot.End(p.bots[seat], r, rams.Seat(seat))
		}
	}
}

// act asks the bot whose view p has. After an illegal act the hand is still played to its end.
func (p *player) act() rams.Action {
	v := &p.view
	p.asked = append(p.asked[:0], v.Legal...) // a bot may spoil the list
	a := bot.Act(p.ctx, p.bots[v.Seat], v)
	if slices.Contains(p.asked, a) {
		return a
	}
	if p.illegal == nil {
		p.illegal = fmt.Errorf("sim: %s: %q isn't legal: want one of %v", p.line.Names[v.Seat], a.String(), p.asked)
	}
	return bot.Fallback(p.asked)
}

// writeDown writes the recorded hand down.
func (p *player) writeDown() {
	lists := p.lists
	if !p.Legal {
		lists = nil
	}
	p.line.Fill(&p.record, lists)
	p.text = append(p.line.AppendTo(p.text), '\n')
	if len(p.text) >= pieceBytes {
		p.handOver()
	}
}

// handOver hands the histories so far to the writer.
func (p *player) handOver() {
	if len(p.text) == 0 {
		return
	}
	select {
	case p.lines <- p.text:
	case <-p.quit:
	}
	p.text = nil
}

// count counts a hand that is over.
func (p *player) count(s *rams.State, start rams.Start, r *rams.Result) {
	st, seats := &p.stats, p.Game.Seats()
	in, forced := 0, false
	for i := range seats {
		seat := rams.Seat(i)
		c := s.Contract(seat)
		gain := r.Gain(seat)
		made := c.In() && !r.Lost(seat)
		for _, row := range [...]*Row{
			&st.BySeat[i],
			&st.ByPosition[(i-int(s.Dealer())+seats)%seats],
			&st.ByContract[c],
			&st.ByBot[p.who[i]],
		} {
			row.add(c, made, gain)
		}
		if c.In() {
			in++
		}
		forced = forced || c >= rams.MussJoined
	}
	st.Hands++
	st.Pots.add(r.PotPlayedFor)
	switch {
	case in == 0:
		st.Unopened++
	case in == 1:
		st.Walkover++
	case forced:
		st.Forced++
	}
}
