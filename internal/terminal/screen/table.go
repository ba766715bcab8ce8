package screen

import (
	"slices"

	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Table is all that a source tells of a table: where it stands, and the running or
// last hand as this seat was told it.
type Table struct {
	Rules   variant.Variant
	Money   locale.Money
	Stage   Stage
	Chairs  []Chair
	Me      int // chair; -1: a spectator
	Host    int // chair; -1: nobody
	Seats   []int
	Hand    int // its number; 0: none yet
	Start   rams.Start
	Events  []rams.Event
	Turn    int // chair; -1: nobody, or a secret
	Ask     *Question
	Pot     pot.Chips // between two hands
	Last    bool      // this hand, or the next one, is the last
	Result  *rams.Result
	Dealt   bool          // the last hand was played, or won without play
	Course  [][]pot.Chips // the balances by chair after each hand that this client has seen
	Gone    []Gone
	Six     string         // what is said about the trump six, while there is something to say: open, swap, keep
	Code    string         // for friends, while chairs are free
	Due     int64          // when the time of Turn is over, in milliseconds since 1970 by this machine's clock; 0: no clock
	NextAt  int64          // when the next hand begins by itself; 0: when somebody says so
	Shares  []pot.Chips    // by chair, when the evening is over
	Settle  []pot.Transfer // who pays whom then
	Proof   string         // how the deal of the last hand was found, in words; "": nothing is known of it
	Proofs  []string       // how those of the evening were found, when it is over
	Path    string         // the file of the settled hands; "": none here
	Number  string         // the sitting's, for --resume; "": it is a server's
	Waiting int            // an older sitting that hasn't ended; 0: none
}

// Stage is what a table is about.
type Stage uint8

// The stages.
const (
	Lobby Stage = iota
	Playing
	Between
	Paused
	Over
)

// Chair is a chair as everybody sees it.
type Chair struct {
	Name                   string // "": it is free
	Bot                    string
	Away, StandIn, Leaving bool
	Coming                 string
	Balance                pot.Chips
}

// Gone is somebody who has left.
type Gone struct {
	Name    string
	Balance pot.Chips
}

// Question is what the seat is asked.
type Question struct {
	Number uint64
	Legal  []rams.Action
}

// seat returns the seat of a chair in the running or last hand, or Nobody.
func (t *Table) seat(chair int) rams.Seat {
	if i := slices.Index(t.Seats, chair); i >= 0 && chair >= 0 {
		return rams.Seat(i)
	}
	return rams.Nobody
}

// fresh reports whether the evening has just begun: nothing was missed.
func (t *Table) fresh() bool {
	me := t.seat(t.Me)
	return t.Hand == 1 && t.Stage == Playing && !slices.ContainsFunc(t.Events, func(e rams.Event) bool { return e.Kind == rams.EventAct && e.Seat == me })
}

// names are the names by seat.
func (t *Table) names() []string {
	names := make([]string, len(t.Seats))
	for i, c := range t.Seats {
		names[i] = t.Chairs[c].Name
	}
	return names
}

// balances are the accounts by chair.
func (t *Table) balances() []pot.Chips {
	list := make([]pot.Chips, len(t.Chairs))
	for i := range t.Chairs {
		list[i] = t.Chairs[i].Balance
	}
	return list
}

// accounts are those by chair, then those of who has left.
func (t *Table) accounts() []pot.Chips {
	list := t.balances()
	for _, g := range t.Gone {
		list = append(list, g.Balance)
	}
	return list
}

// free is how many chairs are free.
func (t *Table) free() (n int) {
	for i := range t.Chairs {
		if t.Chairs[i].Name == "" {
			n++
		}
	}
	return n
}

// Effect is what an update wants from the world.
type Effect struct {
	Kind  EffectKind
	Act   rams.Action // DoAct
	Q     uint64      // DoAct: the question it answers
	Text  string      // DoChat; DoSix: swap or keep
	Chair int         // DoBot
	After int         // DoTick: milliseconds
	Tick  int         // DoTick: comes back with it
}

// EffectKind is what kind of effect an Effect is.
type EffectKind uint8

// The effects. A source knows those from DoAct on.
const (
	DoTick    EffectKind = iota // wake the model up later
	DoQuit                      // leave
	DoSuspend                   // to the background
	DoBell                      // draw attention
	DoAct
	DoNext // the next hand; at a server's table also the first
	DoLast // this hand is the last
	DoHint // what to do, and why; alone only
	DoEnd  // the evening ends now
	DoPause
	DoResume
	DoLeave // the chair is given up
	DoBot   // a bot for a free chair
	DoChat
	DoSix
)

// What sources say, beside Table itself.
type (
	// Refused says why something was not done, in words.
	Refused struct{ Text string }
	// Hinted says what to do at a question, and why, in words.
	Hinted struct {
		Number uint64 // the question's
		Text   string
	}
	// Chatted is a line of the chat.
	Chatted struct {
		Chair int
		Text  string
	}
	// Offline says that the connection is lost, and how long until the next try;
	// with Back that it is there again.
	Offline struct {
		Back   bool
		Millis int64
	}
	// Ended says that there is nothing more to show: the link is dead, the disk is
	// full. The text is said when the screen is gone.
	Ended struct{ Err error }
	// Clock is the time of day, in milliseconds since 1970.
	Clock struct{ Now int64 }
	// Ticked wakes the model up.
	Ticked struct{ Tick int }
)
