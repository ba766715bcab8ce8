package protocol

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strconv"

	"chratze/bot"
	"chratze/history"
	"chratze/rams"
)

// request is what a server says.
type request struct {
	T        string          `json:"t"`
	Protocol string          `json:"protocol"`
	ID       uint64          `json:"id"`
	Hand     string          `json:"hand"`
	Sitting  string          `json:"sitting"`
	Seat     rams.Seat       `json:"seat"`
	Legal    []string        `json:"legal"`
	View     json.RawMessage `json:"view"`
}

// Serve answers questions with one of our bots until it is told to quit or the
// questions end. The bot's randomness is seeded by the hand, the seat and the number of the
// question, so the same question always has the same answer. Serve stops with an error at a
// question that it can't read.
func Serve(in io.Reader, out io.Writer, spec bot.Spec) error {
	s := server{out: out, chance: rand.NewPCG(0, 0), spec: spec}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 2*history.MaxLine)
	for lines.Scan() {
		var m request
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return fmt.Errorf("not a message of %s: %w", Version, err)
		}
		switch m.T {
		case "hello":
			if m.Protocol != Version {
				return fmt.Errorf("protocol %q: this bot speaks %s", m.Protocol, Version)
			}
			if err := s.say(Message{T: "ready", Name: spec.String()}); err != nil {
				return err
			}
		case "act":
			if err := s.answer(&m); err != nil {
				return err
			}
		case "end":
			if err := s.end(&m); err != nil {
				return err
			}
		case "quit":
			return nil
		}
	}
	return lines.Err()
}

// server is a bot of ours that is asked.
type server struct {
	out    io.Writer
	chance *rand.PCG
	spec   bot.Spec

	players map[string]bot.Bot // by sitting and seat
}

// sittings is how many seats a program remembers before it forgets all of them.
const sittings = 256

// player returns the bot on the seat of a sitting. Where no sitting is named it knows nothing.
func (s *server) player(m *request) bot.Bot {
	key := m.Sitting + " " + strconv.Itoa(int(m.Seat))
	if m.Sitting == "" {
		key = ""
	}
	if s.players[key] == nil {
		if len(s.players)%sittings == 0 {
			s.players = map[string]bot.Bot{}
		}
		s.players[key] = s.spec.New(rand.New(s.chance))
	}
	return s.players[key]
}

// end shows a bot a hand that is over.
func (s *server) end(m *request) error {
	if m.Sitting == "" || !s.spec.Watches() {
		return nil
	}
	v, err := View(string(m.View), m.Seat)
	if err != nil && !errors.Is(err, ErrNotAsked) {
		return fmt.Errorf("end of hand %s: %w", m.Hand, err)
	}
	s.seed(m)
	bot.Watch(s.player(m), &v)
	return nil
}

// seed makes the bot's randomness that of a question.
func (s *server) seed(m *request) {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", m.Hand, m.Seat)
	s.chance.Seed(h.Sum64(), m.ID)
}

// say writes a message, in which empty fields are left out.
func (s *server) say(m Message) error {
	line := []byte(`{"t":"ready","name":` + quoted(m.Name) + `,"knows":["` + Spare + `","` + Price + `"]` + "}\n")
	if !m.Ready() {
		line = []byte(`{"id":` + strconv.FormatUint(m.ID, 10) + `,"act":` + quoted(m.Act) + "}\n")
	}
	_, err := s.out.Write(line)
	return err
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

// answer lets the bot decide.
func (s *server) answer(m *request) error {
	v, err := View(string(m.View), m.Seat)
	if err != nil {
		return fmt.Errorf("question %d: %w", m.ID, err)
	}
	s.seed(m)
	return s.say(Message{ID: m.ID, Act: s.player(m).Act(&v).String()})
}

// ErrNotAsked is returned for a view in which its seat has nothing to decide.
var ErrNotAsked = errors.New("protocol: it isn't this seat's turn")

// View returns what a bot sees of a hand so far, from the line of a question. The
// error is a *[history.Error], or [ErrNotAsked].
func View(line string, seat rams.Seat) (v rams.View, err error) {
	h, err := history.Read(line)
	if err != nil {
		return v, err
	}
	last, err := h.Last()
	if err != nil {
		return v, err
	}
	if v = last.View(seat); len(v.Legal) == 0 {
		return v, ErrNotAsked
	}
	return v, nil
}
