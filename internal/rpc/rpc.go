// Package rpc lets a program in another language use the rules. It reads requests, one JSON
// value a line, and answers each with one line. A request holds the whole hand: the game, how
// the hand begins, and all actions so far, including nature's. Between requests only caches are
// kept. A list of requests is answered by a list. The Python package rams is its client.
//
//	→ {"rules":"chratze","seats":3,"actions":["shuffle","deal As Td"]}
//	← {"turn":-1,"phase":"chance","legal":[]}
//
// Actions are written as in rams-hand/1, nature's too: "shuffle", "cut 17 7c", "deal As Td",
// "upcard 9h", "turn 8c", "reshuffle", "draw 7d 7s 7c up 7c".
package rpc

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"chratze/analysis/sim"
	"chratze/bot"
	"chratze/env"
	"chratze/history"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Request is a request. Without Op it is about a hand.
type Request struct {
	Op      string   `json:"op"` // "", "env", "play" or "games"
	Rules   string   `json:"rules"`
	Seats   int      `json:"seats"`
	Start   Start    `json:"start"`
	Actions []string `json:"actions"`
	Nature  *uint64  `json:"nature"`  // let nature act until a seat is on turn, seeded with this number
	Seat    *int     `json:"seat"`    // include the view of this seat in the answer
	Whole   bool     `json:"whole"`   // include the whole line in the answer, with all cards
	Chances int      `json:"chances"` // list nature's actions, if there are at most this many

	Env EnvRequest `json:"env"` // a hand whose actions are numbers

	Bots  []string `json:"bots"` // play: by seat
	Hands int64    `json:"hands"`
	Seed  uint64   `json:"seed"`
}

// Start is how a hand begins: a [rams.Start] that always says whether it is a Muss.
type Start struct {
	Pot    pot.Chips `json:"pot"`
	Dealer rams.Seat `json:"dealer"`
	Muss   bool      `json:"muss"`
	Redeal uint32    `json:"redeal,omitempty"`
	Spared uint8     `json:"spared,omitempty"`
}

// The values of Turn that are not seats.
const (
	TurnNature = -1
	TurnOver   = -4
)

// Reply is the answer about a hand.
type Reply struct {
	Turn    int       `json:"turn"` // a seat, TurnNature or TurnOver
	Phase   string    `json:"phase"`
	Legal   []string  `json:"legal"`             // what the seat may do
	Acted   []string  `json:"acted,omitempty"`   // nature's actions, if Nature was given
	Chances []string  `json:"chances,omitempty"` // nature's possible actions; equally likely unless Odds is set
	Odds    []float64 `json:"odds,omitempty"`
	Told    string    `json:"told,omitempty"`    // the view or the whole line, in rams-hand/1
	Returns []float64 `json:"returns,omitempty"` // if the hand is over, in percent of the pot
	Payout  []int64   `json:"payout,omitempty"`  // in Rappen
	Penalty []int64   `json:"penalty,omitempty"`
	Paid    []int64   `json:"paid,omitempty"`
	Next    *Start    `json:"next,omitempty"`
}

// Failure is the answer to a request that failed.
type Failure struct {
	Error string `json:"error"`
}

// maxHands is the limit of hands that one request may have played.
const maxHands = 100_000

// Serve answers requests until the input ends or ctx is done. It returns the error of reading
// or writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s := &server{ctx: ctx, games: map[gameKey]*game{}}
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			answer, failed := json.Marshal(s.answer(line))
			if failed != nil {
				return failed
			}
			if _, err := out.Write(append(answer, '\n')); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

type gameKey struct {
	rules string
	seats int
}

type game struct {
	variant variant.Variant
	*rams.Game
}

type server struct {
	ctx    context.Context
	games  map[gameKey]*game
	record rams.Record
	hands  env.Games
}

// answer answers one line: a request, or a list of requests.
func (s *server) answer(line []byte) any {
	if line[0] != '[' {
		return s.one(line)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(line, &list); err != nil {
		return Failure{err.Error()}
	}
	answers := make([]any, len(list))
	for i := range list {
		answers[i] = s.one(list[i])
	}
	return answers
}

func (s *server) one(line []byte) any {
	var r Request
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err := mistyped(d.Decode(&r))
	var reply any
	if err == nil {
		switch r.Op {
		case "":
			reply, err = s.hand(&r)
		case "env":
			reply, err = s.env(&r)
		case "play":
			reply, err = s.play(&r)
		case "games":
			reply = map[string]any{"games": env.Presets()}
		default:
			err = fmt.Errorf("no op %q: expected none, env, play or games", r.Op)
		}
	}
	if err != nil {
		return Failure{err.Error()}
	}
	return reply
}

// mistyped says of a value of the wrong type what is wanted, in the words of JSON.
func mistyped(err error) error {
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	want := "a whole number"
	switch e.Type.Kind() {
	case reflect.String:
		want = "a string"
	case reflect.Bool:
		want = "true or false"
	case reflect.Slice:
		want = "a list"
	case reflect.Struct:
		want = "an object"
	}
	return fmt.Errorf("%s: %s, expected %s", cmp.Or(e.Field, "request"), e.Value, want)
}

// game returns the game of a request.
func (s *server) game(r *Request) (*game, error) {
	key := gameKey{r.Rules, r.Seats}
	if g := s.games[key]; g != nil {
		return g, nil
	}
	v, err := variant.Parse(r.Rules)
	if err != nil {
		return nil, err
	}
	g, err := v.Game(r.Seats)
	if err != nil {
		return nil, err
	}
	if len(s.games) > 1000 {
		clear(s.games)
	}
	s.games[key] = &game{v, g}
	return s.games[key], nil
}

// hand answers a request about a hand.
func (s *server) hand(r *Request) (*Reply, error) {
	g, err := s.game(r)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Seat == nil:
	case r.Whole:
		return nil, errors.New("seat and whole: expected one of them")
	case *r.Seat < 0 || *r.Seat >= g.Seats():
		return nil, fmt.Errorf("seat %d: expected 0 to %d", *r.Seat, g.Seats()-1)
	}
	x := &s.record
	if err := x.Begin(g.Game, rams.Start(r.Start)); err != nil {
		return nil, err
	}
	for i, text := range r.Actions {
		state := x.State()
		a, err := parse(&state, text)
		if err == nil {
			err = act(x, a)
		}
		if err != nil {
			return nil, fmt.Errorf("action %d, %s: %w", i+1, text, err)
		}
	}
	reply := &Reply{Legal: []string{}}
	if r.Nature != nil && x.Turn() == rams.Nature {
		reply.Acted = nature(x, *r.Nature)
	}
	s.tell(g, r, reply)
	return reply, nil
}

// tell adds to the reply what the request asks about the current state.
func (s *server) tell(g *game, r *Request, reply *Reply) {
	x := &s.record
	state := x.State()
	switch turn := state.Turn(); {
	case state.Done():
		reply.Turn, reply.Phase = TurnOver, "done"
		s.settle(r, reply)
	case turn == rams.Nature:
		reply.Turn, reply.Phase = TurnNature, state.PendingChance().Kind.String()
		if r.Chances > 0 {
			reply.Chances, reply.Odds = chances(&state, r.Chances)
		}
	default:
		legal := state.Legal(nil)
		reply.Turn, reply.Phase = int(turn), state.Phase().String()
		for _, a := range legal {
			reply.Legal = append(reply.Legal, a.String())
		}
	}
	switch h := (history.Hand{Variant: g.variant}); {
	case r.Whole:
		h.Fill(x, nil)
		reply.Told = h.String()
	case r.Seat != nil:
		h.FillView(x, history.SeatView(rams.Seat(*r.Seat)), nil)
		reply.Told = h.String()
	}
}

func (s *server) settle(r *Request, reply *Reply) {
	result := s.record.Result()
	for seat := range r.Seats {
		reply.Returns = append(reply.Returns, result.Gain(rams.Seat(seat)))
		reply.Payout = append(reply.Payout, int64(result.Payout[seat]))
		reply.Penalty = append(reply.Penalty, int64(result.Penalty[seat]))
		reply.Paid = append(reply.Paid, int64(result.Paid[seat]))
	}
	next := Start(result.Next)
	reply.Next = &next
}

// play plays hands between bots and returns their history lines.
func (s *server) play(r *Request) (any, error) {
	g, err := s.game(r)
	if err != nil {
		return nil, err
	}
	if r.Hands < 1 || r.Hands > maxHands {
		return nil, fmt.Errorf("hands %d: expected 1 to %d", r.Hands, maxHands)
	}
	if len(r.Bots) == 0 || len(r.Bots) > r.Seats {
		return nil, fmt.Errorf("%d bots on %d seats: expected one at least, and no more than seats", len(r.Bots), r.Seats)
	}
	var specs []bot.Spec
	for _, name := range r.Bots {
		spec, err := bot.Parse(name)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	var lines bytes.Buffer
	_, err = sim.Run(s.ctx, sim.Config{
		Variant: g.variant, Game: g.Game, Bots: specs, Hands: r.Hands, Sitting: 20, Seed: r.Seed, Workers: 1, History: &lines,
	})
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	for line := range bytes.Lines(lines.Bytes()) {
		list = append(list, json.RawMessage(bytes.TrimSpace(line)))
	}
	return map[string]any{"hands": list}, nil
}

var errNature = errors.New("nature owes something else")
