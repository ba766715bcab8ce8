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
	Lobby   Stage = iota // before the first hand
	Playing              // a hand is being played
	Between              // the next hand begins soon
	Paused               // between two hands, until the host continues
	Over                 // the evening is over
)

// String returns lobby, playing, between, paused or over.
func (s Stage) String() string {
	return stageNames[min(s, Over)]
}

// MarshalText writes what String returns.
func (s Stage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

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

// Person is a person or bot that sits or has sat at the table. The account belongs to the
// person, not to the chair (docs/rules.md 6).
type Person struct {
	ID    int
	Name  string
	Bot   string // the name of the bot; "": a person
	Chair int    // -1: they have left
	Susi  bool   // has been the Susi this evening
	First int    // the first hand they played; 0: none yet
	Last  int    // and the last one
	Same  int    // the number of the person who has their account too; 0: it is their own

	key string // hash of the secret of their last link; with it they come again
}

// chair is a place at the table.
type chair struct {
	key     string  // hash of the secret of its link
	leaving bool    // they leave after this hand; a bot plays it to its end
	next    *Record // the record that seats a newcomer after the hand, in place of a bot
	bank    Millis  // time left on the clock
	six     sixAnswer
	veil    int    // the hand in which its link was changed; 0: none
	asked   uint64 // number of questions so far, which is the number of the last one
	agrees  bool   // the person agrees to hints
	wall    bool   // and to a screen on the wall

	// Volatile:
	present  int    // number of connections now
	programs int    // number of those that are programs
	provers  int    // number of those that take part in the proof
	away     Millis // since when there is no connection
	standIn  bool   // everybody has been told that a bot decides for this person, or somebody has asked for it
	ready    bool   // wants the next hand
}

// question is a question to a chair; the zero question is none.
type question struct {
	chair  int
	number uint64
}

// company is who sits or has sat at the table, by which settings, and what each has.
type company struct {
	cfg    Config
	chairs []chair
	people []Person // by ID-1
	host   int      // chair, -1: none

	session session.Session // accounts, the pot, who deals next; places are chairs, person n has ID n+1
}

// dealt is the running or last hand.
type dealt struct {
	stage  Stage
	hands  int // number of hands begun so far
	game   *rams.Game
	hand   rams.Record
	seats  []int         // chairs by seat
	who    []int         // numbers of the people by seat
	result *rams.Result  // of the last hand, if it is over
	why    *rams.Reasons // of the result
	deck   rams.Deck
	asked  Millis // when the open question was asked, or asked again after a restart
	more   Millis // volatile: the time added to its clock
	window Millis // when the wait for the trump six ends; 0: no wait

	// Volatile:
	timeout bool         // the time for the open question is over, and a bot answers
	scratch []rams.Event // used by News
}

// Table is a session at a table. Make one with Create or Replay. It is not safe for concurrent
// use.
type Table struct {
	company
	dealt
	seq uint64

	course   [][]pot.Chips // by hand and person: the accounts after each of the last hands
	met      []rams.Record // the last hands of these people, before the running one
	practice *practice     // nil: not a practice table
	undo     undo
	backs    uint64  // how often anything was taken back or begun again
	proof    *proof  // nil: the deals have no proof
	nextAt   Millis  // Between: when the next hand begins
	settled  Millis  // the same, if people wait for each other
	rights   []Right // the last uses of the host's rights

	// The fields below are volatile: they are not recorded.
	skew  Millis   // how far the wall clock is from the table's clock
	deals int      // the chair that the host chose as the first dealer, counted from 1; 0: drawn by lot
	bots  question // the last one that was given to a bot
	sent  sentInfo // when each part changed
	info  uint64   // counts changes of the public state
}

// Seq returns the number of records that made the table.
func (t *Table) Seq() uint64 { return t.seq }

// Config returns the table's settings, without the Deal: nobody may see its cards.
func (co *company) Config() Config {
	cfg := co.cfg
	cfg.Deal = nil
	return cfg
}

// Stage returns where the table is in its life cycle.
func (d *dealt) Stage() Stage { return d.stage }

// Pot returns the amount in the pot, in Rappen.
func (t *Table) Pot() pot.Chips {
	if t.stage == Playing {
		return t.hand.Pot()
	}
	return t.session.Ledger.Pot()
}

// Check returns an error if the accounts and the pot don't add up to 0, which means that the
// program is wrong.
func (co *company) Check() error { return co.session.Ledger.Check() }

// on returns the person on a chair, or nil.
func (co *company) on(c int) *Person {
	n := co.session.At(c)
	if n == session.Free {
		return nil
	}
	return &co.people[n]
}

// human reports whether a person, not a bot, sits on the chair.
func (co *company) human(c int) bool {
	p := co.on(c)
	return p != nil && p.Bot == ""
}

// first returns the first chair that fits, from a chair on in turn order, or -1.
func (co *company) first(from int, fits func(c int) bool) int {
	for i := range co.chairs {
		if c := (from + i) % len(co.chairs); fits(c) {
			return c
		}
	}
	return -1
}

// some reports whether a chair fits.
func (co *company) some(fits func(c int) bool) bool { return co.first(0, fits) >= 0 }

// seatOf returns the seat of a chair in the running or last hand, or rams.Nobody.
func (d *dealt) seatOf(c int) rams.Seat { return seatOf(d.seats, c) }

// seatOf returns the place of a chair among those of a hand, or rams.Nobody.
func seatOf(seats []int, chair int) rams.Seat {
	if i := slices.Index(seats, chair); i >= 0 {
		return rams.Seat(i)
	}
	return rams.Nobody
}

// audience returns the seat whose view the connections of a chair get. A person who took the
// chair after the hand began, or will take it after the hand, gets the public's view: the cards
// are another's. So does one who came with a new link: the cards belong to the
// holder of the old one.
func (t *Table) audience(c int) rams.Seat {
	s := t.seatOf(c)
	if s < 0 || t.chairs[c].next != nil || t.who[s] != t.PersonOn(c) || t.veiled(c) {
		return rams.Nobody
	}
	return s
}

// plays reports whether the person on a chair plays the running or last hand, and stays.
func (t *Table) plays(c int) bool { return t.audience(c) >= 0 && t.human(c) && !t.chairs[c].leaving }

// actor returns the chair that has to decide now, or -1. During the wait for the trump six
// nobody has to.
func (d *dealt) actor() int {
	if d.stage != Playing || d.window != 0 {
		return -1
	}
	if s := d.hand.Turn(); s >= 0 {
		return d.seats[s]
	}
	return -1
}
