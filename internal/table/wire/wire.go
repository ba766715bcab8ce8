// Package wire reads and writes the public protocol chratze/1: JSON messages over a WebSocket,
// one message a frame. docs/protocol.md describes it for authors of clients.
//
// An event of a hand is one of rams-hand/1, as the seat may know it, in its text form: its
// words, separated by spaces, "act 1 play As", "deal 2 ?? ??" (Event). A client keeps a list of
// the hand's events. A message with "from" cuts the list to that length before it appends its
// "ev"; without "from" they are appended.
//
// In "info", a message has only the parts of the table that have changed (table.InfoParts).
package wire

import (
	"encoding/json"
	"strconv"

	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
)

// Protocol is the name and version of the protocol.
const Protocol = "chratze/1"

// MaxMessage is the greatest length of a message from a client, in bytes.
const MaxMessage = 4096

// Message is a message from a client. T is its kind. ID, if present, is returned with the
// answer.
type Message struct {
	T      table.Do `json:"t"`
	ID     uint64   `json:"id,omitempty"`
	Q      uint64   `json:"q,omitempty"`      // act, hint: the number of the question; promise, nonce: of the deal
	Act    string   `json:"act,omitempty"`    // act, six: the words of rams-hand/1
	Always bool     `json:"always,omitempty"` // six: in the hands to come too
	Chair  *int     `json:"chair,omitempty"`  // leave, host, key, bot: the chair it is about; start: who deals
	Bot    string   `json:"bot,omitempty"`    // bot: its name
	Person int      `json:"person,omitempty"` // same: the number of a person who has left
	Into   int      `json:"into,omitempty"`   // same: the number of the one who has that account from now on
	Text   string   `json:"text,omitempty"`   // chat, note, promise, nonce, watch, rename
	Phrase string   `json:"phrase,omitempty"` // chat: which of the fixed phrases the text is
	Hand   int      `json:"hand,omitempty"`   // look, note: number of the hand
	At     int      `json:"at,omitempty"`     // look, note: the moment
}

// Decode reads a message from a client. It returns a command, whose Chair is -1 if the message
// has none, and the ID for the answer. The error is a *table.Refused. If the act can't be
// parsed, Action is zero, which the table refuses.
func Decode(b []byte) (c table.Command, id uint64, err error) {
	var m Message
	if json.Unmarshal(b, &m) != nil {
		return c, 0, &table.Refused{Code: "json"}
	}
	c = table.Command{Do: m.T, Chair: -1, Question: m.Q, Always: m.Always, Bot: m.Bot, Person: m.Person, Into: m.Into, Text: m.Text, Phrase: m.Phrase, Hand: m.Hand, At: m.At}
	if m.Chair != nil {
		if c.Chair = *m.Chair; c.Chair < 0 {
			return c, m.ID, &table.Refused{Code: table.RefusedChair}
		}
	}
	if c.Do == table.DoStart { // the chair is that of the dealer, if the message names one
		c.Deals = c.Chair + 1
	}
	if m.Act != "" {
		if a, err := rams.ParseAction(m.Act, 0); err == nil {
			c.Action = a
		}
	}
	return c, m.ID, nil
}

// Hello is the first message to a client.
type Hello struct {
	T        string       `json:"t"` // "hello"
	Protocol string       `json:"protocol"`
	Table    string       `json:"table"`          // its public number
	Code     string       `json:"code,omitempty"` // the code for friends
	Chair    int          `json:"chair"`          // -1: a spectator
	Now      table.Millis `json:"now"`            // the server's clock, for deadlines
	Config   table.Config `json:"config"`
	Ante     pot.Chips    `json:"ante"`  // the ante of the rules, in Rappen
	Antes    string       `json:"antes"` // who pays it, as the option antes: all, phase, dealer, empty; "" in a race

	StandIn [2]table.Millis `json:"stand_in"` // how long a person must be away before the host, and before everybody, may let a bot play
}

// AppendHello appends the first message to a client.
func AppendHello(b []byte, h Hello) []byte {
	h.T, h.Protocol, h.StandIn = "hello", Protocol, [...]table.Millis{table.HostWaits, table.AllWait}
	h.Ante, h.Antes = Antes(&h.Config)
	return appendJSON(b, h)
}

// Antes returns the ante of a table's rules, in Rappen, and who pays it, as in Hello.
func Antes(cfg *table.Config) (ante pot.Chips, who string) {
	rules := cfg.Variant.Rules()
	if o, ok := cfg.Variant.Option("antes"); ok && !rules.Races() {
		return rules.Ante, o.Value
	}
	return 0, ""
}

// AppendNews appends what a chair is sent after a step. It has no "t", since it is by far the
// most frequent message.
func AppendNews(b []byte, n *table.News) []byte {
	b = append(b, '{')
	if n.Anew {
		b = strconv.AppendInt(append(b, `"hand":`...), int64(n.Hand), 10)
		b = strconv.AppendInt(append(b, `,"from":`...), int64(n.From), 10)
		if n.From == 0 && n.Hand > 0 {
			b = appendJSON(append(b, `,"start":`...), n.Start)
		}
		b = append(b, ',')
	}
	if n.Back {
		b = append(b, `"back":true,`...)
	}
	b = append(b, `"ev":[`...)
	for i := range n.Events {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(n.Events[i].AppendTo(append(b, '"')), '"')
	}
	b = strconv.AppendInt(append(b, `],"turn":`...), int64(n.Turn), 10)
	if n.Due != 0 {
		b = strconv.AppendInt(append(b, `,"due":`...), int64(n.Due), 10)
	}
	if n.Window != 0 {
		b = strconv.AppendInt(append(b, `,"window":`...), int64(n.Window), 10)
	}
	if n.Six != table.SixNot {
		b = append(append(append(b, `,"six":"`...), n.Six...), '"')
	}
	if n.Question != nil {
		b = appendQuestion(append(b, `,"ask":`...), n.Question)
	}
	if n.Stakes != nil {
		b = appendList(append(b, `,"stakes":`...), n.Stakes, appendStake)
	}
	if n.Forced != "" {
		b = append(append(append(b, `,"forced":"`...), n.Forced...), '"')
	}
	if n.Info != nil {
		b = appendJSON(append(b, `,"info":`...), n.Info.Parts(n.Parts))
	}
	if n.Proof != nil {
		b = appendJSON(append(b, `,"proof":`...), n.Proof)
	}
	if n.Past != nil {
		b = appendJSON(append(b, `,"past":`...), n.Past)
	}
	return append(b, '}')
}

func appendQuestion(b []byte, q *table.Question) []byte {
	b = strconv.AppendUint(append(b, `{"q":`...), q.Number, 10)
	b = append(b, `,"legal":[`...)
	for i := range q.Legal {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(q.Legal[i].AppendTo(append(b, '"')), '"')
	}
	b = append(b, ']')
	if q.Stakes != nil {
		b = appendList(append(b, `,"stakes":`...), q.Stakes, appendStake)
	}
	if q.Prize.Wins != rams.WinsNothing {
		b = appendJSON(append(b, `,"prize":`...), q.Prize)
	}
	if q.Only != "" {
		b = append(append(append(b, `,"only":"`...), q.Only...), '"')
	}
	if q.Six {
		b = append(b, `,"six":true`...)
	}
	if q.Due != 0 {
		b = strconv.AppendInt(append(b, `,"due":`...), int64(q.Due), 10)
	}
	return append(b, '}')
}

// appendStake appends tricks, pots, Rappen and, if there are any, strokes; or 0 for none.
func appendStake(b []byte, s rams.Stake) []byte {
	if s == (rams.Stake{}) {
		return append(b, '0')
	}
	b = strconv.AppendInt(append(b, '['), int64(s.Tricks), 10)
	b = strconv.AppendInt(append(b, ','), int64(s.Pots), 10)
	b = s.Penalty.AppendTo(append(b, ','))
	if s.Back > 0 {
		b = strconv.AppendInt(append(b, ','), int64(s.Back), 10)
	}
	return append(b, ']')
}

// Said is any other message: an answer, a hint, a line of chat, a farewell.
type Said struct {
	T      string          `json:"t"` // "ok", "no", "hint", "chat", "bye", "key", "review", "note", "watch", "pong"
	ID     uint64          `json:"id,omitempty"`
	Q      uint64          `json:"q,omitempty"`    // hint: the number of the question
	Hint   json.RawMessage `json:"hint,omitempty"` // of package coach; absent: there is nothing to say
	Chair  *int            `json:"chair,omitempty"`
	Text   string          `json:"text,omitempty"`
	Phrase string          `json:"phrase,omitempty"` // chat: which of the fixed phrases the text is
	Name   string          `json:"name,omitempty"`   // note: its author
	N      int             `json:"n,omitempty"`      // watch: how many watch
	Names  []string        `json:"names,omitempty"`  // and the names of those who have given one
	Hand   *int            `json:"hand,omitempty"`   // review, note: number of the hand; news: how many have begun
	At     *int            `json:"at,omitempty"`     // and the moment
	Key    string          `json:"key,omitempty"`    // the secret of a chair's new link
	Code   string          `json:"code,omitempty"`   // no, bye: why
	Rule   string          `json:"rule,omitempty"`   // code "rule": the kernel's reason
	Cards  string          `json:"cards,omitempty"`  // the legal cards, or the cards in question
	Least  int             `json:"least,omitempty"`
	Most   int             `json:"most,omitempty"`
	Now    table.Millis    `json:"now,omitempty"` // pong: the server's clock
}

// AppendSaid appends a message of that kind.
func AppendSaid(b []byte, s Said) []byte {
	return appendJSON(b, s)
}

// Refusal is the answer to a refused message; why is the kernel's reason, or nil.
func Refusal(id uint64, code string, why *rams.Refusal) Said {
	s := Said{T: "no", ID: id, Code: code}
	if why != nil {
		s.Rule, s.Cards, s.Least, s.Most = why.Code, why.Cards.String(), why.Least, why.Most
	}
	return s
}

// appendList appends an array.
func appendList[T any](b []byte, list []T, one func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, v)
	}
	return append(b, ']')
}

func appendJSON(b []byte, v any) []byte {
	j, err := json.Marshal(v)
	if err != nil { // all fields can be written
		panic(err)
	}
	return append(b, j...)
}
