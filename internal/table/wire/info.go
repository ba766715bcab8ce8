package wire

import (
	"encoding/json"
	"strconv"

	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
)

// Info is a table.Info as JSON. Only field groups that changed are sent; a blank line
// separates the groups.
type Info struct {
	Stage  *table.Stage `json:"stage"`             // with last, pot, next_at and dealer
	Last   bool         `json:"last,omitempty"`    // the next hand, or the running one, is the last
	Pot    pot.Chips    `json:"pot"`               // before the antes of a running hand
	NextAt table.Millis `json:"next_at,omitempty"` // when the next hand begins; absent: not known yet
	Dealer int          `json:"dealer"`            // a chair, -1: none yet
	Pays   []Pay        `json:"pays,omitempty"`    // when the evening is over: who pays whom, in the fewest payments
	Bots   pot.Chips    `json:"bots,omitempty"`    // with pays: what the bots have won or lost, which nobody pays

	Host    int   `json:"host"`    // with seats; a chair, -1: nobody
	Seats   []int `json:"seats"`   // chairs by seat of the running or last hand
	Players []int `json:"players"` // numbers of the people and bots by seat of that hand

	Chairs []Chair      `json:"chairs"`         // with gone
	Gone   []table.Gone `json:"gone,omitempty"` // those who have played and left

	Balances []pot.Chips    `json:"balances"`         // by chair; with banks and result
	Banks    []table.Millis `json:"banks,omitempty"`  // by chair: time left on the clock, in ms; only with a clock
	Result   *Result        `json:"result,omitempty"` // of the hand that has just ended

	Practice *table.Practice `json:"practice,omitempty"` // only at a practice table
	Rights   []table.Right   `json:"rights,omitempty"`   // the last uses of the host's rights
}

// Chair is a chair as everybody sees it.
type Chair struct {
	Person  int          `json:"person,omitempty"` // the number of the person or bot, whose account it is
	Name    string       `json:"name"`             // "": free
	Bot     string       `json:"bot,omitempty"`
	Away    bool         `json:"away,omitempty"`
	Since   table.Millis `json:"since,omitempty"`    // since when they are away
	Program bool         `json:"program,omitempty"`  // only a program is connected
	StandIn bool         `json:"stand_in,omitempty"` // a bot decides for the person
	Leaving bool         `json:"leaving,omitempty"`
	Coming  string       `json:"coming,omitempty"` // the newcomer who sits down here after the hand
	Hints   bool         `json:"hints,omitempty"`  // agrees to hints
	Ready   bool         `json:"ready,omitempty"`  // wants the next hand, while it waits for people
	Undo    bool         `json:"undo,omitempty"`   // has asked whether the last decision may be taken back
	Allows  bool         `json:"allows,omitempty"` // agrees to that
}

// Pay is a payment at the end of the evening.
type Pay struct {
	From   string    `json:"from"`
	To     string    `json:"to"`
	Amount pot.Chips `json:"amount"`
	Payer  int       `json:"payer"` // the numbers of the two
	Payee  int       `json:"payee"`
}

// Result is how a hand ended, by seat, in Rappen. Payments before the deal are events ("ante").
type Result struct {
	Payout  []pot.Chips `json:"payout"`
	Penalty []pot.Chips `json:"penalty"`
	Failed  []bool      `json:"failed"` // missed their target
	Played  pot.Chips   `json:"played"`
	Left    pot.Chips   `json:"left,omitempty"`
	Dealt   bool        `json:"dealt"` // false: nobody opened
	Next    Start       `json:"next"`
}

// Start is how a hand begins, written as in rams-hand/1.
type Start rams.Start

// MarshalJSON implements json.Marshaler.
func (s Start) MarshalJSON() ([]byte, error) { return appendStart(nil, rams.Start(s)), nil }

// appendInfo appends the given parts of an Info.
func appendInfo(b []byte, i *table.Info, parts table.Parts) []byte {
	b = append(b, '{')
	if parts&table.PartStage != 0 {
		b = append(append(append(b, `"stage":"`...), i.Stage.String()...), '"')
		if i.Last {
			b = append(b, `,"last":true`...)
		}
		b = i.Pot.Append(append(b, `,"pot":`...))
		if i.NextAt != 0 {
			b = strconv.AppendInt(append(b, `,"next_at":`...), int64(i.NextAt), 10)
		}
		b = strconv.AppendInt(append(b, `,"dealer":`...), int64(i.Dealer), 10)
		if i.Stage == table.Over {
			b = appendJSON(key(b, "pays"), pays(i))
			if i.BotsWon != 0 {
				b = i.BotsWon.Append(key(b, "bots"))
			}
		}
	}
	if parts&table.PartSeats != 0 {
		b = strconv.AppendInt(key(b, "host"), int64(i.Host), 10)
		b = appendList(key(b, "seats"), i.InHand, appendInt)
		b = appendList(key(b, "players"), i.Who, appendInt)
	}
	if parts&table.PartPeople != 0 {
		b = appendPeople(b, i)
	}
	if parts&table.PartMoney != 0 {
		b = appendMoney(b, i)
	}
	if parts&table.PartPractice != 0 && i.Practice != nil {
		b = appendJSON(key(b, "practice"), i.Practice)
	}
	if parts&table.PartRights != 0 && len(i.Rights) > 0 {
		b = appendJSON(key(b, "rights"), i.Rights)
	}
	return append(b, '}')
}

// pays names those who pay and are paid.
func pays(i *table.Info) []Pay {
	names, _ := i.Accounts()
	list := make([]Pay, len(i.Pays))
	for k, p := range i.Payments() {
		list[k] = Pay{names[p.From], names[p.To], p.Amount, i.Pays[k].From, i.Pays[k].To}
	}
	return list
}

// key appends the name of another field.
func key(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(append(append(b, '"'), name...), `":`...)
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

// appendPeople appends the chairs and those who have left.
func appendPeople(b []byte, from *table.Info) []byte {
	chairs := make([]Chair, len(from.Chairs))
	for i, c := range from.Chairs {
		chairs[i] = Chair{c.Person, c.Name, c.Bot, c.Away, c.Since, c.Program, c.StandIn, c.Leaving, c.Coming, c.Agrees, c.Ready, c.Undo, c.Allows}
	}
	b = appendJSON(key(b, "chairs"), chairs)
	if len(from.Gone) == 0 {
		return b
	}
	return appendJSON(key(b, "gone"), from.Gone)
}

func appendJSON(b []byte, v any) []byte {
	j, err := json.Marshal(v)
	if err != nil { // all fields can be written
		panic(err)
	}
	return append(b, j...)
}

func appendMoney(b []byte, i *table.Info) []byte {
	b = appendList(key(b, "balances"), i.Chairs, func(b []byte, c table.Chair) []byte { return c.Balance.Append(b) })
	clock := false
	for _, c := range i.Chairs {
		clock = clock || c.Bank != 0
	}
	if clock {
		b = appendList(key(b, "banks"), i.Chairs, func(b []byte, c table.Chair) []byte { return strconv.AppendInt(b, int64(c.Bank), 10) })
	}
	if i.Result == nil {
		return b
	}
	r, seats := i.Result, len(i.InHand)
	b = appendList(append(b, `,"result":{"payout":`...), r.Payout[:seats], appendChips)
	b = appendList(append(b, `,"penalty":`...), r.Penalty[:seats], appendChips)
	b = appendList(append(b, `,"failed":`...), r.Failed[:seats], strconv.AppendBool)
	b = r.PotPlayedFor.Append(append(b, `,"played":`...))
	if r.Left != 0 {
		b = r.Left.Append(append(b, `,"left":`...))
	}
	b = strconv.AppendBool(append(b, `,"dealt":`...), i.Dealt())
	return append(appendStart(append(b, `,"next":`...), r.Next), '}')
}

// Past is the evening so far.
type Past struct {
	Course [][]pot.Chips `json:"course"`         // by chair: the balance of the person there after each hand, in Rappen
	Susi   []int         `json:"susi,omitempty"` // chairs whose people have been the Susi
}

func appendPast(b []byte, p *table.Past) []byte {
	b = appendList(append(b, `{"course":`...), p.Course, func(b []byte, row []pot.Chips) []byte { return appendList(b, row, appendChips) })
	if len(p.Susi) > 0 {
		b = appendList(key(b, "susi"), p.Susi, appendInt)
	}
	return append(b, '}')
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

func appendChips(b []byte, c pot.Chips) []byte { return c.Append(b) }

// Table returns the table in a message, and which parts of it the message has.
func (m *Info) Table() (i table.Info, parts table.Parts) {
	if m.Stage != nil {
		parts |= table.PartStage
		i.Stage, i.Last, i.Pot, i.NextAt, i.Dealer = *m.Stage, m.Last, m.Pot, m.NextAt, m.Dealer
		i.BotsWon = m.Bots
		for _, p := range m.Pays {
			i.Pays = append(i.Pays, pot.Transfer{From: p.Payer, To: p.Payee, Amount: p.Amount})
		}
	}
	if m.Seats != nil {
		parts |= table.PartSeats
		i.Host, i.InHand, i.Who = m.Host, m.Seats, m.Players
	}
	i.Chairs = make([]table.Chair, max(len(m.Chairs), len(m.Balances)))
	if m.Chairs != nil {
		parts |= table.PartPeople
		i.Gone = m.Gone
		for k, c := range m.Chairs {
			i.Chairs[k] = table.Chair{Person: c.Person, Name: c.Name, Bot: c.Bot, Away: c.Away, Since: c.Since, Program: c.Program, StandIn: c.StandIn, Leaving: c.Leaving, Coming: c.Coming, Agrees: c.Hints, Ready: c.Ready, Undo: c.Undo, Allows: c.Allows}
		}
	}
	if m.Balances != nil {
		parts |= table.PartMoney
		i.Result = m.Result.result()
		for k, b := range m.Balances {
			i.Chairs[k].Balance = b
			if k < len(m.Banks) {
				i.Chairs[k].Bank = m.Banks[k]
			}
		}
	}
	if m.Practice != nil {
		parts |= table.PartPractice
		i.Practice = m.Practice
	}
	if m.Rights != nil {
		parts |= table.PartRights
		i.Rights = m.Rights
	}
	return i, parts
}

// result returns a result without the payments before the deal, which are events.
func (r *Result) result() *rams.Result {
	if r == nil {
		return nil
	}
	out := &rams.Result{PotPlayedFor: r.Played, Left: r.Left, Next: rams.Start(r.Next)}
	copy(out.Payout[:], r.Payout)
	copy(out.Penalty[:], r.Penalty)
	copy(out.Failed[:], r.Failed)
	return out
}
