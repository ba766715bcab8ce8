package screen

import (
	"slices"

	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Table is everything that a source says about a table: its state, and the running or last hand
// as this seat sees it.
type Table struct {
	table.Info
	Rules   variant.Variant
	Money   locale.Money
	Usual   bool        // its money is as usual for the reader
	Deck    locale.Deck // the table's deck; "": that of the game
	Me      int         // chair; -1: a spectator
	Hand    int         // its number; 0: none yet
	Start   rams.Start
	Events  []rams.Event
	Turn    int // chair; -1: nobody, or it is secret
	Ask     *table.Question
	Course  [][]pot.Chips // the balances by chair after each hand that this client has seen
	Six     table.SixSaid // what to do with the trump six, while that can be said: open, swap, keep
	Code    string        // for friends
	Invite  string        // the same as a link
	Blind   bool          // the table asks every dealer about playing blind
	Due     int64         // deadline of Turn, in milliseconds since 1970 by this machine's clock; 0: no clock
	Shares  []pot.Chips   // shares of the pot by chair, when the evening is over
	Proofs  client.Proofs // what was found of the deals
	Without bool          // they have no proof
	Path    string        // the file of the settled hands; "": none here
	Number  string        // of the session, for --resume; "": a server's table
	Teacher *Teacher      // the texts of a lesson; nil: not a lesson
	Waiting int           // number of an older session that hasn't ended; 0: none
	Undone  bool          // a decision has just been taken back
}

// fresh reports whether the evening has just begun, so that nothing was missed.
func (t *Table) fresh() bool {
	me := t.Seat(t.Me)
	return t.Hand == 1 && t.Stage == table.Playing && !slices.ContainsFunc(t.Events, func(e rams.Event) bool { return e.Kind == rams.EventAct && e.Seat == me })
}

// balances returns the accounts by chair.
func (t *Table) balances() []pot.Chips {
	list := make([]pot.Chips, len(t.Chairs))
	for i := range t.Chairs {
		list[i] = t.Chairs[i].Balance
	}
	return list
}

// free returns the number of free chairs.
func (t *Table) free() (n int) {
	for i := range t.Chairs {
		if t.Chairs[i].Name == "" {
			n++
		}
	}
	return n
}

// Effect is something that an update asks for.
type Effect struct {
	Kind    EffectKind
	Command table.Command // DoSend
	After   int           // DoTick: milliseconds
	Tick    int           // DoTick: its number, which comes back in Ticked
}

// send returns the effect that a command goes to the source.
func send(c table.Command) []Effect { return []Effect{{Command: c}} }

// EffectKind is what kind of effect an Effect is.
type EffectKind uint8

// The effects.
const (
	DoSend    EffectKind = iota // a command for the source
	DoTick                      // wake the model up later
	DoQuit                      // leave
	DoSuspend                   // to the background
	DoBell                      // draw attention
	DoHint                      // asks for a hint; only in a session with bots
)

// Messages from sources, besides Table itself.
type (
	// Refused says why nothing has changed: with a code of the protocol, by a rule, in the
	// words of a lesson, or because there is no connection (Unsent).
	Refused struct {
		Code   string
		Rule   *rams.Refusal
		Text   string
		Unsent bool
		Right  *rams.Action // what would be right in a lesson; nil: it isn't told yet
	}
	// Hinted has a hint for a question in words.
	Hinted struct {
		Number uint64 // of the question
		Text   string
	}
	// Chatted is a line of chat.
	Chatted struct {
		Chair  int
		Text   string
		Phrase string // the letter of a ready phrase, which stands in place of the text; "": none
	}
	// Offline says that the connection is lost, and the time until the next try. The next table
	// says that it is there again.
	Offline struct {
		Millis int64
		Code   string // with which the server has ended it; "": without a word
	}
	// Ended says that there is nothing more to show: the link is invalid, or the disk is full.
	// The text is printed after the screen.
	Ended struct{ Err error }
	// Clock is the time of day, in milliseconds since 1970.
	Clock struct{ Now int64 }
	// Ticked is the wake-up of a DoTick.
	Ticked struct{ Tick int }
)
