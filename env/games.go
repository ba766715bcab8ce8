package env

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Game is a game for a number of seats, and how its hands begin.
type Game struct {
	Rules variant.Variant
	*rams.Game
	Start rams.Start

	number   uint32
	first    rams.State
	showsTwo bool // a cut shows two cards at times
	bonus    bool // a draw has cards face up
	ante     pot.Chips
}

// Games are the games that hands can be of. The zero value has none. It may be used from several goroutines.
type Games struct {
	loading sync.Mutex
	list    atomic.Pointer[[]*Game]
}

// mostGames limits what a program can load by mistake, one game for each hand.
const mostGames = 10000

// Load returns the number of a game: rules such as "chratze,susi=forced", for a number of seats; 0: the usual one. The same game has
// the same number.
func (gs *Games) Load(rules string, seats int, start rams.Start) (int, error) {
	v, err := variant.Parse(rules)
	if err != nil {
		return 0, err
	}
	if seats == 0 {
		seats = v.Usual()
	}
	g, err := v.Game(seats)
	if err != nil {
		return 0, err
	}
	first, err := g.NewHand(start)
	if err != nil {
		return 0, err
	}
	gs.loading.Lock()
	defer gs.loading.Unlock()
	var list []*Game
	if p := gs.list.Load(); p != nil {
		list = *p
	}
	for i, old := range list {
		if old.Rules.String() == v.String() && old.Seats() == seats && old.Start == start {
			return i, nil
		}
	}
	if len(list) >= mostGames {
		return 0, fmt.Errorf("env: %d games are loaded: load each once", mostGames)
	}
	r := g.Rules()
	now := append(list[:len(list):len(list)], &Game{
		Rules: v, Game: g, Start: start, number: uint32(len(list)), first: first,
		showsTwo: r.Cut.ShowsTwo(), bonus: r.Exchange == rams.ExchangeBonus, ante: r.Ante,
	})
	gs.list.Store(&now)
	return len(list), nil
}

// Game returns the game with a number, or nil.
func (gs *Games) Game(number int) *Game {
	p := gs.list.Load()
	if p == nil || number < 0 || number >= len(*p) {
		return nil
	}
	return (*p)[number]
}

// Preset is a game that can be loaded by its name alone, with its numbers of seats.
type Preset struct {
	Rules string `json:"rules"`
	Least int    `json:"least"`
	Most  int    `json:"most"`
	Best  int    `json:"best"`
	Muss  bool   `json:"muss"` // its first hand is a Muss
}

// Presets returns the games that have names, in the order of [variant.Presets].
func Presets() []Preset {
	var list []Preset
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		p := Preset{Rules: name, Best: v.Usual(), Muss: v.Rules().Phases}
		p.Least, p.Most = v.Seats()
		list = append(list, p)
	}
	return list
}

// Fault says what a call can't do; it is one of the constants.
type Fault uint8

// The faults.
const (
	None      Fault = iota
	BadGame         // no game has this number
	BadHand         // the memory holds no hand, or is too short
	BadAction       // an action that isn't legal
	BadSeat         // the game has no such seat
	BadSize         // the memory for an answer is too short
	NotOver         // the hand isn't over
	NoLog           // the hand doesn't remember its actions
	NotAsked        // with these others, no learner is asked
)

//lattice:table
var faults = [...]string{
	"none", "no such game", "no hand", "the action isn't legal", "no such seat", "the memory is too short", "the hand isn't over",
	"the hand doesn't remember its actions", "with these others a learner is never asked",
}

func (f Fault) Error() string { return "env: " + faults[f] }

// open reads a hand.
func (gs *Games) open(t *table, h Hand) Fault {
	if len(h) < Size {
		return BadHand
	}
	g := gs.Game(int(binary.LittleEndian.Uint32(h[atGame:])) - 1) // memory of zeros is no hand
	if g == nil {
		return BadHand
	}
	t.load(g, h)
	return None
}

// Begin makes a hand. With auto nature acts by itself, by random numbers of the seed.
func (gs *Games) Begin(h Hand, game int, seed uint64, auto bool) Fault {
	g := gs.Game(game)
	switch {
	case g == nil:
		return BadGame
	case len(h) < Size:
		return BadHand
	}
	clear(h)
	binary.LittleEndian.PutUint32(h[atGame:], g.number+1)
	t := table{g: g, State: g.first, random: seed}
	if auto {
		h[atFlags] = self
		t.nature(h)
	}
	t.store(h)
	return None
}

// GameOf returns the game of a hand, or nil.
func (gs *Games) GameOf(h Hand) *Game {
	if len(h) < Size {
		return nil
	}
	return gs.Game(int(binary.LittleEndian.Uint32(h[atGame:])) - 1)
}

// Turn returns whose turn it is, Nature or Over, and appends the numbers that are possible, in ascending order. Nature's are each
// as likely.
func (gs *Games) Turn(h Hand, dst []uint16) (turn int, legal []uint16, f Fault) {
	var t table
	if f := gs.open(&t, h); f != None {
		return 0, dst, f
	}
	turn, legal = t.ask(dst)
	return turn, legal, None
}

// ask is Turn.
func (t *table) ask(dst []uint16) (int, []uint16) {
	switch turn := t.turn(); turn {
	case Over:
		return turn, dst
	case Nature:
		d := t.next()
		for c := d.cards; c != 0; c = c.Rest() {
			dst = append(dst, uint16(CardNumber(c.First())))
		}
		for i := 0; d.cards == 0 && i < d.n; i++ {
			dst = append(dst, uint16(d.only+i))
		}
		return turn, dst
	default:
		return turn, t.legal(dst)
	}
}

// Apply makes an action, a seat's or nature's, and returns what [Games.Turn] returns then. An illegal one changes nothing.
func (gs *Games) Apply(h Hand, id int, dst []uint16) (turn int, legal []uint16, f Fault) {
	var t table
	if f := gs.open(&t, h); f != None {
		return 0, dst, f
	}
	if f := t.apply(h, id); f != None {
		return 0, dst, f
	}
	t.store(h)
	turn, legal = t.ask(dst)
	return turn, legal, None
}

// apply makes an action, and nature's after it if they are to come by themselves.
func (t *table) apply(h Hand, id int) Fault {
	switch {
	case t.Done():
		return BadAction
	case t.Turn() == rams.Nature:
		if !t.chance(id) {
			return BadAction
		}
	default:
		a, ok := t.act(id)
		if !ok {
			return BadAction
		}
		t.do(a)
	}
	h.note(id)
	if t.self {
		t.nature(h)
	}
	return None
}

// Sample lets nature make one action, as likely as it is, and returns its number. It is nature's turn.
func (gs *Games) Sample(h Hand, random uint64) (id int, f Fault) {
	var t table
	if f := gs.open(&t, h); f != None {
		return 0, f
	}
	if t.Turn() != rams.Nature {
		return 0, BadAction
	}
	d := t.next()
	i := below(&random, d.n)
	if d.cards != 0 {
		return CardNumber(pick(d.cards, i)), None
	}
	return d.only + i, None
}

// Returns writes what each seat has won, in percent of the pot that was played for; 0 while the hand goes on.
func (gs *Games) Returns(h Hand, to []float64) Fault {
	var t table
	if f := gs.open(&t, h); f != None {
		return f
	}
	if len(to) < t.Game().Seats() {
		return BadSize
	}
	t.returns(to)
	return None
}

func (t *table) returns(to []float64) {
	if !t.Done() {
		clear(to)
		return
	}
	r := t.Result()
	for seat := range t.Game().Seats() {
		to[seat] = r.Gain(rams.Seat(seat))
	}
}

// Bound returns a number that no seat wins or loses more than by one hand, in the percent of [Games.Returns]; infinite, if the cut of a
// race can be paid for without end.
func (g *Game) Bound() float64 {
	r, n := g.Game.Rules(), float64(g.Seats())
	played := max(g.first.Pot(), g.ante) // the least: with more in it a penalty isn't a greater part of it
	owed := pot.Chips(0)
	for c := rams.Joined; c.String() != rams.NoContract.String(); c++ {
		owed = max(owed, r.Stake(c, played).Penalty)
	}
	if r.SevenLost {
		owed += max(played, r.Penalty)
	}
	part := 0.0 // of those that the others put in
	unit := float64(max(1, played))
	if r.Races() {
		unit = float64(g.Size()) * float64(r.Point())
		part = float64(r.Back) / float64(g.Size())
	}
	bound := 1 + (n-1)/n*(part+float64(owed)/unit)
	if r.Races() { // antes and payments of the cut don't come back by a pot
		paid := played - g.Start.Pot
		switch r.Cut {
		case rams.CutPlain:
		case rams.CutHopAgain:
			return math.Inf(1)
		default:
			paid += pot.Chips(g.Seats()+4) * r.Ante // all for the Weli, and four passed
		}
		bound += float64(paid) / unit
	}
	return 100 * bound
}

// Mask writes a bit for each action, the first in the lowest bit of the first byte, that is set for those listed.
func Mask(legal []uint16, to []byte) Fault {
	if len(to) < Actions/8 {
		return BadSize
	}
	clear(to[:Actions/8])
	for _, id := range legal {
		to[id>>3] |= 1 << (id & 7)
	}
	return None
}
