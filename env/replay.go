package env

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"chratze/card"
	"chratze/history"
	"chratze/rams"
)

// Record plays the actions of a logged hand again, with its events. It allocates, as all that needs it does.
func (gs *Games) Record(h Hand) (*rams.Record, error) {
	var x rams.Record
	g := gs.GameOf(h)
	switch {
	case g == nil:
		return nil, BadHand
	case !h.logged():
		return nil, NoLog
	}
	if err := x.Begin(g.Game, g.Start); err != nil {
		return nil, err
	}
	t := table{g: g, State: g.first}
	var came []card.Card
	for i := range h.Len() {
		id, before := h.Logged(i), t.State
		if before.Turn() == rams.Nature && id < cards {
			came = append(came, numbered(id))
		}
		if f := t.apply(nil, id); f != None {
			return nil, fmt.Errorf("action %d of the hand, %d: %w", i, id, f)
		}
		if t.State == before {
			continue
		}
		switch t.did.Kind {
		case rams.DealCards, rams.Draw:
			x.ApplyUnchecked(t.did, came)
		default:
			x.ApplyUnchecked(t.did, nil)
		}
		if t.did.Kind != rams.Reshuffle { // in the middle of a draw
			came = nil
		}
	}
	return &x, nil
}

// View returns all that a seat has been told, the view of rams-hand/1; for seat -1 the whole hand, with all cards.
func (gs *Games) View(h Hand, seat int) (string, error) {
	g := gs.GameOf(h)
	if g != nil && (seat < -1 || seat >= g.Seats()) {
		return "", BadSeat
	}
	x, err := gs.Record(h)
	if err != nil {
		return "", err
	}
	line := history.Hand{Variant: g.Rules}
	if seat < 0 {
		line.Fill(x, nil)
	} else {
		line.FillView(x, history.SeatView(rams.Seat(seat)), nil)
	}
	return line.String(), nil
}

// Text returns the words of an action in a hand, as rams-hand/1 has them: "open", "lay 6c 7d", "play As"; of nature's a card, "shuffle",
// "reshuffle", or "cut 17".
func (gs *Games) Text(h Hand, id int) (string, error) {
	var t table
	if f := gs.open(&t, h); f != None {
		return "", f
	}
	if t.Turn() != rams.Nature {
		if a, ok := t.act(id); ok && !t.Done() {
			return a.String(), nil
		}
		return "", BadAction
	}
	_, possible := t.ask(nil)
	for _, p := range possible {
		switch {
		case int(p) != id:
		case id < cards:
			return numbered(id).String(), nil
		case id == shuffle:
			return rams.Shuffle.String(), nil
		case id == reshuffle:
			return rams.Reshuffle.String(), nil
		default:
			return fmt.Sprint(rams.CutPack, " ", id-firstCut), nil
		}
	}
	return "", BadAction
}

// Number returns the number of an action by its words in a hand.
func (gs *Games) Number(h Hand, text string) (int, error) {
	_, possible, f := gs.Turn(h, nil)
	if f != None {
		return 0, f
	}
	for _, id := range possible {
		if words, err := gs.Text(h, int(id)); err == nil && words == text {
			return int(id), nil
		}
	}
	var t table
	if gs.open(&t, h) == None && t.Turn() >= 0 {
		if a, err := rams.ParseAction(strings.TrimSpace(text), t.Turn()); err == nil && t.Why(a) == nil {
			return t.number(a), nil
		}
	}
	return 0, BadAction
}

// version is that of what Save writes.
const version = 1

// saved is what Save writes, behind its version and its sum.
type saved struct {
	Rules  string     `json:"rules"`
	Seats  int        `json:"seats"`
	Start  rams.Start `json:"start"`
	Auto   bool       `json:"auto"`
	Random uint64     `json:"random"`
	Acts   []uint16   `json:"acts"`
}

// errSaved is the error of a text that Save hasn't written.
var errSaved = errors.New("env: these bytes are not a whole hand that Save of version 1 has written")

// Save returns a logged hand as bytes that other versions and machines can read.
func (gs *Games) Save(h Hand) ([]byte, error) {
	var t table
	if f := gs.open(&t, h); f != None {
		return nil, f
	}
	if !h.logged() {
		return nil, NoLog
	}
	s := saved{Rules: t.g.Rules.String(), Seats: t.g.Seats(), Start: t.g.Start, Auto: t.self, Random: t.random, Acts: []uint16{}}
	for i := range h.Len() {
		s.Acts = append(s.Acts, uint16(h.Logged(i)))
	}
	body, err := json.Marshal(&s)
	return append(binary.LittleEndian.AppendUint32([]byte{version}, crc32.ChecksumIEEE(body)), body...), err
}

// Restore makes the hand that was saved, in memory of [SizeLogged] bytes. It loads its game, and checks each action.
func (gs *Games) Restore(h Hand, b []byte) error {
	var s saved
	if len(b) < 5 || b[0] != version || binary.LittleEndian.Uint32(b[1:]) != crc32.ChecksumIEEE(b[5:]) || json.Unmarshal(b[5:], &s) != nil || len(s.Acts) > MostLog {
		return errSaved
	}
	if len(h) < SizeLogged {
		return BadSize
	}
	game, err := gs.Load(s.Rules, s.Seats, s.Start)
	if err != nil {
		return err
	}
	if f := gs.Begin(h, game, 0, false); f != None {
		return f
	}
	t := table{g: gs.Game(game), State: gs.Game(game).first}
	for i, id := range s.Acts {
		if f := t.apply(h, int(id)); f != None {
			return fmt.Errorf("action %d of the saved hand, %d: %w", i, id, f)
		}
	}
	t.random = s.Random
	if t.store(h); s.Auto {
		h[atFlags] = self
	}
	return nil
}

// State returns the kernel's state of a hand, or the zero State.
func (gs *Games) State(h Hand) rams.State {
	var t table
	_ = gs.open(&t, h) // if it fails, t has the zero State
	return t.State
}

// NumberOf returns the number of a player's action in a hand.
func (gs *Games) NumberOf(h Hand, a rams.Action) (int, error) {
	var t table
	if f := gs.open(&t, h); f != None {
		return 0, f
	}
	if t.Why(a) != nil {
		return 0, BadAction
	}
	return t.number(a), nil
}

// Put writes a state of the game of a hand, such as a world, into memory of [Size] bytes. Nature acts there as it does in the hand.
func (gs *Games) Put(like Hand, s *rams.State, to Hand, random uint64) Fault {
	g := gs.GameOf(like)
	if g == nil || len(to) < Size || s.Game() != g.Game {
		return BadHand
	}
	clear(to)
	copy(to[:atState], like[:atState])
	to[atFlags] |= unlogged
	t := table{g: g, State: *s, random: random}
	t.store(to)
	return None
}
