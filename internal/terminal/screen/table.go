package screen

import (
	"slices"

	"chratze/internal/locale"
	"chratze/internal/server/table"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Table is all that a source tells of a table: where it is, and the running or
// last hand as this seat was told it.
type Table struct {
	table.Info
	Rules   variant.Variant
	Money   locale.Money
	Me      int // chair; -1: a spectator
	Hand    int // its number; 0: none yet
	Start   rams.Start
	Events  []rams.Event
	Turn    int // chair; -1: nobody, or a secret
	Ask     *table.Question
	Course  [][]pot.Chips  // the balances by chair after each hand that this client has seen
	Six     table.SixSaid  // what is said about the trump six, while there is something to say: open, swap, keep
	Code    string         // for friends, while chairs are free
	Due     int64          // when the time of Turn is over, in milliseconds since 1970 by this machine's clock; 0: no clock
	Shares  []pot.Chips    // by chair, when the evening is over
	Settle  []pot.Transfer // who pays whom then
	Proof   string         // how the deal of the last hand was found, in words; "": nothing is known of it
	Proofs  []string       // how those of the evening were found, when it is over
	Path    string         // the file of the settled hands; "": none here
	Number  string         // the sitting's, for --resume; "": it is a server's
	Waiting int            // an older sitting that hasn't ended; 0: none
}

// seat returns the seat of a chair in the running or last hand, or Nobody.
func (t *Table) seat(chair int) rams.Seat {
	return rams.Seat(slices.Index(t.InHand, chair)) // Nobody is -1
}

// fresh reports whether the evening has just begun: nothing was missed.
func (t *Table) fresh() bool {
	me := t.seat(t.Me)
	return t.Hand == 1 && t.Stage == table.Playing && !slices.ContainsFunc(t.Events, func(e rams.Event) bool { return e.Kind == rams.EventAct && e.Seat == me })
}

// names are the names by seat.
func (t *Table) names() []string {
	names := make([]string, len(t.InHand))
	for i, c := range t.InHand {
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
