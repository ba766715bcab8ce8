package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"chratze/card"
	"chratze/internal/fair"
	"chratze/internal/jsonscan"
	"chratze/rams"
)

// Millis is a time in milliseconds since 1970 UTC, or a duration in milliseconds.
type Millis int64

// Kind says what a Record is about.
type Kind string

// The kinds of records.
const (
	KindCreate Kind = "create" // Config, Key of the maker's chair
	KindSit    Kind = "sit"    // Person sits down on Chair as Name; Bot: a bot
	KindKey    Kind = "key"    // the link of Chair has the secret with this hash
	KindLeave  Kind = "leave"  // Chair is free; the person keeps their account
	KindHost   Kind = "host"   // Chair is the host
	KindPause  Kind = "pause"
	KindResume Kind = "resume"
	KindLast   Kind = "last" // the next hand, or the running one, is the last
	KindHand   Kind = "hand" // a hand begins
	KindAct    Kind = "act"  // Chair decides Act
	KindSix    Kind = "six"  // Chair says in advance what to do with the trump six
	KindShut   Kind = "shut" // the window for the trump six is over
	KindEnd    Kind = "end"  // the evening is over
	KindSet    Kind = "set"  // the chairs that contribute to the next deal: commitments to their nonces, and the nonces of the deal called off before
	KindVoid   Kind = "void" // the next deal is cancelled: the copies of Chairs didn't come, or with Copies no nonce did

	KindSecret Kind = "secret" // later deals follow from a new Secret

	KindSame Kind = "same" // Person, who has left, is Into: the account of the one is the other's

	KindStandIn Kind = "standin" // a bot plays for the person on Chair, who is away, until they are back

	KindRename Kind = "rename" // the person on Chair is called Name from now on

	KindBack  Kind = "back"  // Chair takes its last decision back
	KindAgain Kind = "again" // the hand begins again, with the same cards
	KindShow  Kind = "show"  // Chair sees all hands from now on
	KindHide  Kind = "hide"  // and no longer

	KindUndo Kind = "undo" // Chair takes its last decision back; Chairs have agreed

	KindAgree    Kind = "agree"    // Chair agrees to hints at this table
	KindDisagree Kind = "disagree" // and no longer
	KindWall     Kind = "wall"     // Chair agrees that a screen on the wall shows the table
	KindUnwall   Kind = "unwall"   // and no longer
)

// Record is one entry of a table's log. Which fields are used depends on its kind.
type Record struct {
	Kind   Kind    `json:"k"`
	At     Millis  `json:"at"`             // by the table's clock
	Wall   Millis  `json:"wall,omitempty"` // by the wall clock, if that was set meanwhile
	Config *Config `json:"config,omitempty"`
	Chair  int     `json:"c,omitempty"`
	Person int     `json:"p,omitempty"`
	Into   int     `json:"into,omitempty"`
	Name   string  `json:"name,omitempty"`
	Bot    string  `json:"bot,omitempty"`
	Key    string  `json:"key,omitempty"` // SHA-256 of a secret, hexadecimal
	Act    string  `json:"act,omitempty"`
	By     By      `json:"by,omitempty"`
	Host   int     `json:"h,omitempty"`      // the host whose rights were used, as chair + 1; 0: none. standin: who asked for it
	Always bool    `json:"always,omitempty"` // six: in the hands to come too
	Quiet  bool    `json:"quiet,omitempty"`  // six: it answers the question that only the holder of the six is asked
	Due    Millis  `json:"due,omitempty"`    // the deadline of the decision Act
	Orders []Order `json:"orders,omitempty"` // what nature did before the next decision
	Cuts   []int   `json:"cuts,omitempty"`

	action rams.Action // act: Act, once it has been parsed

	Secret string       `json:"secret,omitempty"` // create, secret: the session's secret, from which the deals follow
	Given  []fair.Given `json:"given,omitempty"`  // set, hand: commitments, nonces
	Chairs []int        `json:"chairs,omitempty"` // void, undo
	Copies []fair.Given `json:"copies,omitempty"` // void
	Opened []fair.Given `json:"opened,omitempty"` // set: nonces of the deal that was called off when it had copies
}

// By says who made a decision for a chair.
type By string

// The possible values of By.
const (
	ByPerson  By = ""
	ByBot     By = "bot"
	ByAway    By = "away"    // a bot, for one who is away
	ByTimeout By = "timeout" // a bot, for one who ran out of time
)

// Order is the order of a shuffled pack or of reshuffled discards, the top card first.
type Order = card.List

// When returns the wall-clock time of the record.
func (r *Record) When() Millis {
	if r.Wall != 0 {
		return r.Wall
	}
	return r.At
}

// Encode returns the record as a line of JSON.
func (r *Record) Encode() []byte {
	b, err := json.Marshal(r)
	if err != nil { // all fields can be written
		panic(err)
	}
	return b
}

// DecodeRecord reads a record as Encode writes it.
func DecodeRecord(b []byte) (Record, error) {
	var r Record
	if r.decodePlain(b) {
		return r, nil
	}
	r = Record{}
	err := json.Unmarshal(b, &r)
	return r, err
}

// decodePlain reads a record that has only numbers and words, as nearly all records have, and reports whether this is
// one. When a server starts it reads the logs of all its tables while people wait; this takes a fifth of the time.
func (r *Record) decodePlain(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	s := jsonscan.Scanner{Text: string(b)}
	for n := s.Enter('{', "a record"); s.More('}', &n); {
		switch s.Key() {
		case "k":
			r.Kind = Kind(s.Quoted())
		case "at":
			r.At = Millis(s.Number(1 << 53))
		case "c":
			r.Chair = int(s.Number(math.MaxInt32))
		case "act":
			r.Act = s.Quoted()
		case "by":
			r.By = By(s.Quoted())
		case "due":
			r.Due = Millis(s.Number(1 << 53))
		default:
			return false
		}
	}
	return s.End()
}

// ErrLog is wrapped by errors about a log that this program can't read.
var ErrLog = errors.New("table: this log is damaged, or a later version has written it")

func logError(seq int, what string) error {
	return &recordError{ErrLog, "record " + strconv.Itoa(seq) + ": " + what}
}

type recordError struct {
	is   error
	what string
}

func (w *recordError) Error() string { return w.is.Error() + ": " + w.what }
func (w *recordError) Unwrap() error { return w.is }

// scribe plays nature at a table. Live it takes orders from the source and writes them into the
// record; in a replay it reads them from the record. At a practice table it deals again what
// the table remembers of this deal.
type scribe struct {
	source   rams.Shuffler // nil in a replay
	practice *practice     // nil: nothing is repeated
	draws    *fair.Draws   // at a table with a proof: the source of orders
	rec      *Record
	orders   int // read so far
	cuts     int
	lacks    error // the order or the cut that the record should have here
}

// nature lets nature act until a player is on turn, by a deck whose source is a scribe. It stops at the first thing that
// the record lacks: without its cuts the deal could be passed on for ever.
func nature(hand *rams.Record, deck *rams.Deck) error {
	s := deck.Source.(*scribe)
	for hand.Turn() == rams.Nature {
		state := hand.State()
		a := deck.Next(&state)
		if s.lacks != nil {
			return s.lacks
		}
		hand.ApplyUnchecked(a, deck.Drawn(a))
	}
	return nil
}

// chance returns the source of orders.
func (s *scribe) chance() rams.Shuffler {
	if s.draws != nil {
		return s.draws
	}
	return s.source
}

// Shuffle puts cards into an order, the top card first.
func (s *scribe) Shuffle(cards []card.Card) {
	if s.source != nil {
		if !s.practice.deals().shuffle(cards) {
			s.chance().Shuffle(cards)
		}
		order := Order(card.ListOf(cards...))
		s.rec.Orders = append(s.rec.Orders, order)
		s.practice.deals().shuffled(order)
		return
	}
	if s.orders == len(s.rec.Orders) || !arrange(cards, s.rec.Orders[s.orders]) {
		s.lacks = fmt.Errorf("order %d: want these %d cards: %s", s.orders, len(cards), card.SetOf(cards...))
		return
	}
	s.orders++
	if s.draws != nil {
		s.draws.Shuffled(cards)
	}
	s.practice.deals().shuffled(s.rec.Orders[s.orders-1])
}

// Cut returns how many cards are in the top packet, 1 … n-1.
func (s *scribe) Cut(n int) int {
	if s.source != nil {
		at := s.practice.deals().cut(n)
		if at == 0 {
			at = s.chance().Cut(n)
		}
		s.rec.Cuts = append(s.rec.Cuts, at)
		s.practice.deals().wasCut(at)
		return at
	}
	if s.cuts == len(s.rec.Cuts) || s.rec.Cuts[s.cuts] < 1 || s.rec.Cuts[s.cuts] >= n {
		s.lacks = fmt.Errorf("cut %d: want a number from 1 to %d", s.cuts, n-1)
		return 1
	}
	s.cuts++
	at := s.rec.Cuts[s.cuts-1]
	if s.draws != nil {
		s.draws.WasCut(n, at)
	}
	s.practice.deals().wasCut(at)
	return at
}
