package table

import (
	"fmt"
	"slices"

	"chratze/internal/session"
	"chratze/pot"
	"chratze/rams"
)

// Stage is where a table is in its life cycle.
type Stage uint8

// The stages.
const (
	Lobby   Stage = iota // nobody has dealt yet
	Playing              // a hand is being played
	Between              // the next hand begins soon
	Paused               // between two hands, until the host goes on
	Over                 // the evening is over
)

// String returns lobby, playing, between, paused or over.
func (s Stage) String() string {
	return stageNames[min(s, Over)]
}

// UnmarshalText reads what String returns.
func (s *Stage) UnmarshalText(text []byte) error {
	i := slices.Index(stageNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("table: %q is not a stage", text)
	}
	*s = Stage(i)
	return nil
}

//lattice:table
var stageNames = [...]string{"lobby", "playing", "between", "paused", "over"}

// Person is somebody who sits or has sat at the table, or a bot. An account
// belongs to him, not to his chair (docs/rules.md 6).
type Person struct {
	ID    int
	Name  string
	Bot   string // the name of the bot; "": a person
	Chair int    // -1: has left
	Susi  bool   // has been the Susi this evening
	First int    // the first hand he played; 0: none yet
}

// chair is a place at the table.
type chair struct {
	key     string  // hash of the secret of its link
	leaving bool    // leaves after this hand; a bot plays it to its end
	next    *Record // seats a newcomer when the hand is over, in place of a bot
	bank    Millis  // left on the clock
	six     spokenSix
	veil    int    // the hand in which its link was changed; 0: in none
	asked   uint64 // how often it has been asked: the number of its question
	agrees  bool   // the person agrees to hints

	// Volatile:
	present int    // connections now
	provers int    // those of them that take part in the proof
	away    Millis // since when there is none
	standIn bool   // everybody has been told that a bot decides for him
	ready   bool   // wants the next hand
}

// question is a question of a chair; the zero question is none.
type question struct {
	chair  int
	number uint64
}

// Table is a sitting. Make one with New or Replay. It is not safe for use by
// several goroutines.
type Table struct {
	cfg    Config
	chairs []chair
	people []Person // by ID-1
	host   int      // chair, -1: nobody
	stage  Stage
	hands  int // begun so far
	seq    uint64

	session session.Session // accounts, the pot, who deals next; places are chairs, person n has ID n+1

	game     *rams.Game
	hand     rams.Record   // the running or last hand
	seats    []int         // chairs by seat of that hand
	who      []int         // persons by seat of that hand
	result   *rams.Result  // of the last hand, if it is over
	course   [][]pot.Chips // by hand and person: the accounts after each of the last hands
	deck     rams.Deck
	practice *practice // nil: not at such a table
	proof    *proof    // nil: nobody can check the deals
	nextAt   Millis    // Between: when the next hand begins
	settled  Millis    // the same if people wait for each other
	rights   []Right   // the last uses of the host's rights
	asked    Millis    // when the open question was put, or was put again after a restart
	window   Millis    // when the window for the trump six closes; 0: none is open

	// What follows is volatile: no record tells of it.
	skew    Millis       // how far the clock on the wall is from the one the table waits by
	timeout bool         // the open question's time is over: a bot answers
	bots    question     // the one that was put to a bot last
	scratch []rams.Event // of News
	told    told         // by which parts of it changed
	info    uint64       // counts changes of what everybody sees of the table itself
}

// Seq returns the number of records the table is made of.
func (t *Table) Seq() uint64 { return t.seq }

// Config returns what was agreed when the table was made, without a Deal: its cards
// are nobody's to see.
func (t *Table) Config() Config {
	cfg := t.cfg
	cfg.Deal = nil
	return cfg
}

// Stage returns where the table is in its life cycle.
func (t *Table) Stage() Stage { return t.stage }

// Pot returns what lies in the pot, in Rappen.
func (t *Table) Pot() pot.Chips {
	if t.stage == Playing {
		return t.hand.State.Pot()
	}
	return t.session.Ledger.Pot()
}

// Check reports whether the accounts and the pot add up to 0; always nil unless
// the program is wrong.
func (t *Table) Check() error { return t.session.Ledger.Check() }

// on returns the person on a chair, or nil.
func (t *Table) on(c int) *Person {
	n := t.session.At(c)
	if n == session.Free {
		return nil
	}
	return &t.people[n]
}

// human reports whether a person, not a bot, sits on the chair.
func (t *Table) human(c int) bool {
	p := t.on(c)
	return p != nil && p.Bot == ""
}

// seatOf returns the seat of a chair in the running or last hand, or Nobody.
func (t *Table) seatOf(c int) rams.Seat {
	if i := slices.Index(t.seats, c); i >= 0 {
		return rams.Seat(i)
	}
	return rams.Nobody
}

// audience returns the seat whose view the connections of a chair get. A person who has
// taken the chair since the hand began, or will after it, gets the public's view: the cards
// are another's. So does somebody who has come by a new link since then: the cards belong to
// the holder of the old one.
func (t *Table) audience(c int) rams.Seat {
	s := t.seatOf(c)
	if s < 0 || t.chairs[c].next != nil || t.who[s] != t.PersonOn(c) || t.veiled(c) {
		return rams.Nobody
	}
	return s
}

// actor returns the chair that has to decide now, or -1. While the window for
// the trump six is open nobody has to.
func (t *Table) actor() int {
	if t.stage != Playing || t.window != 0 {
		return -1
	}
	if s := t.hand.State.Turn(); s >= 0 {
		return t.seats[s]
	}
	return -1
}

// standIn reports whether a bot decides for the chair, and why.
func (t *Table) standIn(c int, now Millis) (By, bool) {
	p := t.on(c)
	switch {
	case p == nil:
		return ByPerson, false
	case p.Bot != "":
		return ByBot, true
	case t.chairs[c].leaving || t.veiled(c):
		return ByAway, true
	case t.timeout && c == t.actor():
		return ByTimeout, true
	case t.away(c, now):
		return ByAway, true
	}
	return ByPerson, false
}

// away reports whether the person on c has been away longer than the table
// allows.
func (t *Table) away(c int, now Millis) bool {
	ch := &t.chairs[c]
	return t.cfg.Away > 0 && ch.present == 0 && now >= ch.away+t.cfg.Away
}

// botFor returns the name of the bot that decides for a chair.
func (t *Table) botFor(c int) string {
	if p := t.on(c); p != nil && p.Bot != "" {
		return p.Bot
	}
	if t.cfg.Bot != "" {
		return t.cfg.Bot
	}
	return StandIn
}

// StandIn is the bot that plays for somebody who is away at a table without bots.
const StandIn = "stammtisch-1"

// somebodyHere reports whether a person is connected.
func (t *Table) somebodyHere() bool {
	for i := range t.chairs {
		if t.human(i) && t.chairs[i].present > 0 {
			return true
		}
	}
	return false
}
