// Package protocol reads and writes the messages of rams-bot/1 (docs/rams-bot.md), with
// which a program in any language takes a seat: lines of JSON, over standard input and
// output (package bot/exec) or a server's WebSocket (docs/protocol.md). It
// appends a server's messages to a buffer and parses a program's. Serve is
// the program's side, for one of our bots.
//
//	→ {"t":"hello","protocol":"rams-bot/1"}
//	← {"t":"ready","name":"Vreni 2.1","presets":["chratze","kratzen"],"knows":["spare","price"]}
//	→ {"t":"act","id":17,"hand":"k3f9","seat":2,"ms":500,"legal":["open","pass"],"view":{…}}
//	← {"id":17,"act":"open"}
//	→ {"t":"end","hand":"k3f9","seat":2,"view":{…}}
//	→ {"t":"quit"}
package protocol

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"chratze/bot"
	"chratze/history"
	"chratze/rams"
)

// Version is the name of the protocol, as in the greeting.
const Version = "rams-bot/1"

// ReadyWithin is how long a program may take to say ready: some load a model, and on a busy machine Python alone takes seconds.
const ReadyWithin = 30 * time.Second

// Hello and Quit are the first and the last message to a program.
const (
	Hello = `{"t":"hello","protocol":"` + Version + `"}`
	Quit  = `{"t":"quit"}`
)

// QuitFor is Quit for a reason.
func QuitFor(why error) string { return `{"t":"quit","text":` + quoted(why.Error()) + "}" }

// Question asks a program to decide.
type Question struct {
	ID      uint64 // no two of a connection have the same
	Hand    string // names the hand; means nothing else
	Sitting string // names a series of hands in which everybody keeps their seat; empty: none
	Seat    rams.Seat
	Limit   time.Duration // for the answer; told in milliseconds
	Legal   []rams.Action // all that may be answered; not empty
	View    *history.Hand // the hand so far, as Seat may know it
}

// AppendTo appends the question, without a newline.
func (q *Question) AppendTo(b []byte) []byte {
	b = strconv.AppendUint(append(b, `{"t":"act","id":`...), q.ID, 10)
	b = strconv.AppendInt(append(appendWhose(b, q.Hand, q.Sitting, q.Seat), `,"ms":`...), q.Limit.Milliseconds(), 10)
	b = append(b, `,"legal":[`...)
	for i := range q.Legal {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(q.Legal[i].AppendTo(append(b, '"')), '"')
	}
	return append(q.View.AppendTo(append(b, `],"view":`...)), '}')
}

// AppendEnd appends the message that a hand of a sitting is settled. It expects no answer.
func AppendEnd(b []byte, hand, sitting string, seat rams.Seat, view *history.Hand) []byte {
	b = appendWhose(append(b, `{"t":"end"`...), hand, sitting, seat)
	return append(view.AppendTo(append(b, `,"view":`...)), '}')
}

// appendWhose appends which hand, and which seat of it, a message is about.
func appendWhose(b []byte, hand, sitting string, seat rams.Seat) []byte {
	b = append(append(b, `,"hand":`...), quoted(hand)...)
	if sitting != "" {
		b = append(append(b, `,"sitting":`...), quoted(sitting)...)
	}
	return strconv.AppendInt(append(b, `,"seat":`...), int64(seat), 10)
}

// Message is a message of a program: that it is ready, or an answer.
type Message struct {
	T       string   `json:"t"`
	Name    string   `json:"name"`
	Presets []string `json:"presets"` // it plays; nil: all
	Knows   []string `json:"knows"`   // of what not every program of rams-bot/1 knows: Spare, Price
	ID      uint64   `json:"id"`
	Act     string   `json:"act"`
}

// Ready reports whether this is the message that a program is ready.
func (m *Message) Ready() bool { return m.T == "ready" }

// Parse reads a message of a program. The error says why it isn't JSON, or not
// a message.
func Parse(line []byte) (Message, error) {
	type message Message
	var m struct {
		message
		ID float64 `json:"id"` // 17.0 and 1.7e1 are 17
	}
	err := json.Unmarshal(line, &m)
	if m.message.ID = uint64(m.ID); err == nil && float64(m.message.ID) != m.ID {
		err = fmt.Errorf("id %v must be a whole number", m.ID)
	}
	return Message(m.message), err
}

// What a program that is ready says that it knows to be asked: answers that came later than the protocol.
const (
	Spare = "spare" // where there is a spare hand, joining has more answers than join and out
	Price = "price" // the declarer names what it costs to play
)

// Unknown returns the first of these that a game with these rules asks for and a program doesn't
// say that it knows, or "".
func Unknown(knows []string, rules rams.Rules) string {
	switch {
	case rules.Spare != rams.SpareNo && !slices.Contains(knows, Spare):
		return Spare
	case rules.Price && !slices.Contains(knows, Price):
		return Price
	}
	return ""
}

// Plays reports whether a program that is ready may be asked in a game of a preset with these rules.
func (m *Message) Plays(preset string, rules rams.Rules) bool {
	return m.Lists(preset) && Unknown(m.Knows, rules) == ""
}

// Lists reports whether a program that is ready plays a preset, as far as its list of presets tells.
func (m *Message) Lists(preset string) bool {
	return m.Presets == nil || slices.Contains(m.Presets, preset)
}

// Fault is what a program did wrong.
type Fault string

// The faults. NoFault is none.
const (
	NoFault  Fault = ""
	Late     Fault = "late"     // no answer in time
	NotJSON  Fault = "not-json" // a line that isn't JSON
	NotLegal Fault = "illegal"  // an act that isn't legal
	Unasked  Fault = "unasked"  // an answer to a closed or unknown id
	Dead     Fault = "dead"     // it has ended, or never was ready
)

// Faults returns all faults.
func Faults() []Fault { return []Fault{Late, NotJSON, NotLegal, Unasked, Dead} }

// Act returns the action in a program's answer. If that isn't legal, it returns
// the fallback ([bot.Fallback]) and the fault. Legal must not be empty.
func Act(text string, seat rams.Seat, legal []rams.Action) (rams.Action, Fault) {
	a, err := rams.ParseAction(text, seat)
	if err != nil || !slices.Contains(legal, a) {
		return bot.Fallback(legal), NotLegal
	}
	return a, NoFault
}
