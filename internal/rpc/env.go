package rpc

import (
	"errors"
	"fmt"
	"math"
	"os"

	"chratze/env"
	"chratze/env/think"
	"chratze/rams"
)

// EnvRequest asks about a hand of package env, whose actions are numbers. Saved is as it was told last; without it, it is a new one.
type EnvRequest struct {
	Saved []byte `json:"saved"`
	Auto  bool   `json:"auto"` // a new hand: nature acts by itself
	Do    string `json:"do"`   // "", or one of those of envDo
	N     int    `json:"n"`    // the action or the seat, for sample the random number
	Text  string `json:"text"` // the words of an action
}

// EnvReply is the answer.
type EnvReply struct {
	Saved   []byte    `json:"saved"`
	Seats   int       `json:"seats"`
	Turn    int       `json:"turn"`
	Legal   []uint16  `json:"legal"`
	Returns []float64 `json:"returns"`
	Number  int       `json:"number"` // of sample, number
	Told    string    `json:"told"`   // of view, text
	Seen    []byte    `json:"seen"`   // of observe

	Values []think.Value `json:"values,omitempty"`
	Bound  float64       `json:"bound,omitempty"` // of the returns; absent: there is none
}

var errOther = errors.New("the saved hand is of another game")

// env answers a request about a hand of package env.
func (s *server) env(r *Request) (*EnvReply, error) {
	h, e := make(env.Hand, env.SizeLogged), &r.Env
	game, err := s.hands.Load(r.Rules, r.Seats, rams.Start(r.Start))
	if err != nil {
		return nil, err
	}
	g := s.hands.Game(game)
	if e.Saved == nil {
		if f := s.hands.Begin(h, game, r.Seed, e.Auto); f != env.None {
			return nil, f
		}
	} else if err := s.hands.Restore(h, e.Saved); err != nil {
		return nil, err
	} else if s.hands.GameOf(h) != g {
		return nil, errOther
	}
	reply, err := s.envDo(h, e)
	if err != nil {
		return nil, err
	}
	var f env.Fault
	if reply.Turn, reply.Legal, f = s.hands.Turn(h, []uint16{}); f != env.None {
		return nil, f
	}
	reply.Seats, reply.Returns = g.Seats(), make([]float64, g.Seats())
	if f := s.hands.Returns(h, reply.Returns); f != env.None {
		return nil, f
	}
	if bound := g.Bound(); !math.IsInf(bound, 1) {
		reply.Bound = bound
	}
	reply.Saved, err = s.hands.Save(h)
	return reply, err
}

func (s *server) envDo(h env.Hand, e *EnvRequest) (r *EnvReply, err error) {
	r = &EnvReply{}
	f := env.None
	switch e.Do {
	case "":
	case "apply":
		_, _, f = s.hands.Apply(h, e.N, nil)
	case "sample":
		r.Number, f = s.hands.Sample(h, uint64(e.N))
	case "observe":
		r.Seen = make([]byte, env.Observation)
		f = s.hands.Observe(h, e.N, r.Seen)
	case "view":
		r.Told, err = s.hands.View(h, e.N)
	case "text":
		r.Told, err = s.hands.Text(h, e.N)
	case "number":
		r.Number, err = s.hands.Number(h, e.Text)
	case "recall":
		r.Seen = make([]byte, env.Told)
		err = s.hands.Recall(h, e.N, r.Seen)
	case "bot":
		r.Number, err = think.Act(&s.hands, h, e.Text, uint64(e.N), os.ReadFile)
	case "values":
		r.Values, err = think.Values(&s.hands, h, e.Text, uint64(e.N), os.ReadFile)
	default:
		return nil, fmt.Errorf("no do %q: expected none, apply, sample, observe, recall, view, text, number, bot or values", e.Do)
	}
	if f != env.None {
		return nil, f
	}
	return r, err
}
