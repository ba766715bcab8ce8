package table

import (
	"slices"

	"chratze/pot"
	"chratze/rams"
)

// Info is the public state of the table itself.
type Info struct {
	InfoStage
	InfoSeats
	InfoPeople
	Result   *rams.Result  // of the last hand, by seat; nil during a hand. Clients get Paid from the events, so there it is 0
	Why      *rams.Reasons // of the Result
	Practice *Practice     // nil: not a practice table
	Rights   []Right       // the last uses of the host's rights
}

// InfoStage is where the table is.
type InfoStage struct {
	Stage   Stage     `json:"stage"`
	Last    bool      `json:"last,omitempty"`    // the next hand, or the running one, is the last
	Pot     pot.Chips `json:"pot"`               // before the antes of a running hand
	NextAt  Millis    `json:"next_at,omitempty"` // Between: when the next hand begins; 0: it waits for somebody
	Dealer  int       `json:"dealer"`            // a chair, in the running or last hand; -1: none yet
	Pays    []Pay     `json:"pays,omitzero"`     // Over: the payments that settle the evening among people; nil before
	BotsWon pot.Chips `json:"bots,omitempty"`    // Over: what the bots have won, or lost (below 0); nobody pays that
}

// Pay is a payment at the end of the evening.
type Pay struct {
	From   string    `json:"from"`
	To     string    `json:"to"`
	Amount pot.Chips `json:"amount"`
	Payer  int       `json:"payer"` // the numbers of the two
	Payee  int       `json:"payee"`
}

// InfoSeats says who plays.
type InfoSeats struct {
	Host   int   `json:"host"`    // a chair, -1: none
	InHand []int `json:"seats"`   // chairs by seat of the running or last hand
	Who    []int `json:"players"` // the numbers of its people and bots by seat; since then they may have left their chairs
}

// InfoPeople says who is here and who was.
type InfoPeople struct {
	Chairs []Chair `json:"chairs"`
	Gone   []Gone  `json:"gone,omitempty"` // those who have played and left
}

// Chair is a chair as everybody sees it. Its account and its clock are in InfoMoney.
type Chair struct {
	Person  int    `json:"person,omitempty"`   // the number of the person or bot, whose account it is; 0: free
	Name    string `json:"name"`               // of the person or bot; "": free
	Bot     string `json:"bot,omitempty"`      // the kind of bot; "": a person
	Away    bool   `json:"away,omitempty"`     // nobody is connected
	Since   Millis `json:"since,omitempty"`    // since when
	Program bool   `json:"program,omitempty"`  // only a program is: it plays for the person, and isn't waited for between hands
	StandIn bool   `json:"stand_in,omitempty"` // a bot decides for the person
	Leaving bool   `json:"leaving,omitempty"`
	Coming  string `json:"coming,omitempty"` // the newcomer who takes the bot's place after the hand
	Agrees  bool   `json:"hints,omitempty"`  // to hints at this table
	Wall    bool   `json:"wall,omitempty"`   // agrees to a screen on the wall
	Ready   bool   `json:"ready,omitempty"`  // wants the next hand, while it waits for people
	Waits   bool   `json:"waits,omitempty"`  // the next hand is wanted, and its deal waits for this person's program
	Undo    bool   `json:"undo,omitempty"`   // has asked the others whether the last decision may be taken back
	Allows  bool   `json:"allows,omitempty"` // agrees to that
	Points  int    `json:"points,omitempty"` // in a race
	Prize   int    `json:"prize,omitempty"`  // in a race: which one they have won, from 1; they play no more

	Balance pot.Chips `json:"-"`
	Bank    Millis    `json:"-"`
}

// Gone is a person or bot that has left, with what they won or lost.
type Gone struct {
	Person  int       `json:"person"`
	Name    string    `json:"name"`
	Bot     string    `json:"bot,omitempty"`
	Balance pot.Chips `json:"balance"`
	Points  int       `json:"points,omitempty"` // in a race
	Prize   int       `json:"prize,omitempty"`
}

// InfoParts has the parts of an Info that a message brings, as JSON. The others are nil.
type InfoParts struct {
	*InfoStage
	*InfoSeats
	*InfoPeople
	*InfoMoney
	Practice *Practice `json:"practice,omitempty"` // only at a practice table
	Rights   []Right   `json:"rights,omitempty"`
}

// InfoMoney has the accounts and clocks of the chairs, and the result of the hand that has just ended.
type InfoMoney struct {
	Balances []pot.Chips `json:"balances"`        // by chair
	Banks    []Millis    `json:"banks,omitempty"` // by chair: time left on the clock, in ms; only with a clock
	Result   *Result     `json:"result,omitempty"`
}

// Result is how a hand ended, by seat, in Rappen, and why. Payments before the deal are events ("ante").
type Result struct {
	Payout  []pot.Chips   `json:"payout"`
	Penalty []pot.Chips   `json:"penalty"`
	Failed  []bool        `json:"failed"`           // missed their target
	Points  []int         `json:"points,omitempty"` // in a race
	Played  pot.Chips     `json:"played"`
	Left    pot.Chips     `json:"left,omitempty"`
	End     rams.End      `json:"end"`
	Stays   rams.Left     `json:"stays"` // why money is left
	Why     []rams.Reason `json:"why"`
	Next    rams.Start    `json:"next"`
}

// ResultOf returns what clients are told of the result of a hand with this number of seats.
func ResultOf(r *rams.Result, why *rams.Reasons, seats int) *Result {
	return &Result{r.Payout[:seats], r.Penalty[:seats], r.Failed[:seats], points(r, seats), r.PotPlayedFor, r.Left, why.End, why.Left, why.Seat[:seats], r.Next}
}

// Parts is a set of parts of an Info. A part is sent when it has changed.
type Parts uint8

// The parts.
const (
	PartStage    Parts = 1 << iota // Stage, Last, Pot, NextAt, Dealer, Pays, BotsWon
	PartSeats                      // Host, InHand, Who
	PartPeople                     // Chairs, except accounts and clocks, and Gone
	PartMoney                      // the accounts and clocks of the chairs, and Result
	PartPractice                   // Practice
	PartRights                     // Rights

	parts    = 6
	allParts = 1<<parts - 1
)

// sentInfo has the Info that was sent last, and when each part changed.
type sentInfo struct {
	info  *Info
	made  uint64 // Table.info at that time
	since [parts]uint64
}

// current returns the public state now. It must not be changed.
func (t *Table) current() *Info {
	if t.sent.info != nil && t.sent.made == t.info {
		return t.sent.info
	}
	i := t.Info()
	for p := range parts {
		if t.sent.info == nil || !i.same(t.sent.info, 1<<p) {
			t.sent.since[p] = t.info
		}
	}
	t.sent.info, t.sent.made = i, t.info
	return i
}

// changed returns the parts that have changed since Table.info had the given value.
func (d *sentInfo) changed(since uint64) (changed Parts) {
	for p := range parts {
		if d.since[p] > since {
			changed |= 1 << p
		}
	}
	return changed
}

// same reports whether a part is equal in both.
func (i *Info) same(old *Info, p Parts) bool {
	switch p {
	case PartStage:
		return i.Stage == old.Stage && i.Last == old.Last && i.Pot == old.Pot && i.NextAt == old.NextAt && i.Dealer == old.Dealer &&
			i.BotsWon == old.BotsWon && slices.Equal(i.Pays, old.Pays)
	case PartSeats:
		return i.Host == old.Host && slices.Equal(i.InHand, old.InHand) && slices.Equal(i.Who, old.Who)
	case PartPeople:
		return slices.Equal(i.Gone, old.Gone) && slices.EqualFunc(i.Chairs, old.Chairs, func(a, b Chair) bool {
			a.Balance, a.Bank = b.Balance, b.Bank
			return a == b
		})
	case PartRights:
		return slices.Equal(i.Rights, old.Rights)
	case PartPractice:
		return i.Practice == nil && old.Practice == nil || i.Practice != nil && old.Practice != nil && *i.Practice == *old.Practice
	}
	return (i.Result == nil || i.Result == old.Result) && slices.EqualFunc(i.Chairs, old.Chairs, func(a, b Chair) bool {
		return a.Balance == b.Balance && a.Bank == b.Bank
	})
}

// Parts returns some parts, as a message brings them.
func (i *Info) Parts(p Parts) *InfoParts {
	m := &InfoParts{}
	if p&PartStage != 0 {
		m.InfoStage = &i.InfoStage
	}
	if p&PartSeats != 0 {
		m.InfoSeats = &i.InfoSeats
	}
	if p&PartPeople != 0 {
		m.InfoPeople = &i.InfoPeople
	}
	if p&PartMoney != 0 {
		m.InfoMoney = i.money()
	}
	if p&PartPractice != 0 {
		m.Practice = i.Practice
	}
	if p&PartRights != 0 {
		m.Rights = i.Rights
	}
	return m
}

func (i *Info) money() *InfoMoney {
	m := &InfoMoney{Balances: make([]pot.Chips, len(i.Chairs))}
	banks := make([]Millis, len(i.Chairs))
	for c, ch := range i.Chairs {
		if m.Balances[c], banks[c] = ch.Balance, ch.Bank; ch.Bank != 0 {
			m.Banks = banks
		}
	}
	if r, seats := i.Result, len(i.InHand); r != nil {
		m.Result = ResultOf(r, i.Why, seats)
	}
	return m
}

// points returns what the seats have won in a race, or are set back, nil where the pot is played for.
func points(r *rams.Result, seats int) (list []int) {
	if r.Points != [rams.MaxSeats]int8{} {
		for _, n := range r.Points[:seats] {
			list = append(list, int(n))
		}
	}
	return list
}

// Take replaces the parts that a message brings.
func (i *Info) Take(m *InfoParts) {
	if m.InfoStage != nil {
		i.InfoStage = *m.InfoStage
	}
	if m.InfoSeats != nil {
		i.InfoSeats = *m.InfoSeats
	}
	if m.InfoPeople != nil {
		old := i.Chairs
		i.Chairs, i.Gone = slices.Clone(m.Chairs), m.Gone
		for c := range min(len(old), len(i.Chairs)) {
			i.Chairs[c].Balance, i.Chairs[c].Bank = old[c].Balance, old[c].Bank
		}
	}
	if m.InfoMoney != nil {
		i.Result, i.Why = m.Result.hand(), m.Result.reasons()
		for c := range min(len(i.Chairs), len(m.Balances)) {
			i.Chairs[c].Balance, i.Chairs[c].Bank = m.Balances[c], 0
			if c < len(m.Banks) {
				i.Chairs[c].Bank = m.Banks[c]
			}
		}
	}
	if m.Practice != nil {
		i.Practice = m.Practice
	}
	if m.Rights != nil {
		i.Rights = m.Rights
	}
}

// hand returns a result as the kernel gives it, without the payments before the deal.
func (r *Result) hand() *rams.Result {
	if r == nil {
		return nil
	}
	h := &rams.Result{PotPlayedFor: r.Played, Left: r.Left, Next: r.Next}
	copy(h.Payout[:], r.Payout)
	copy(h.Penalty[:], r.Penalty)
	copy(h.Failed[:], r.Failed)
	for seat, n := range r.Points[:min(len(r.Points), rams.MaxSeats)] {
		h.Points[seat] = int8(n)
	}
	return h
}

// reasons returns why, as the kernel gives it.
func (r *Result) reasons() *rams.Reasons {
	if r == nil {
		return nil
	}
	why := &rams.Reasons{End: r.End, Left: r.Stays}
	copy(why.Seat[:], r.Why)
	return why
}

// Info returns the public state of the table itself.
func (t *Table) Info() *Info {
	i := &Info{
		InfoStage: InfoStage{Stage: t.stage, Last: t.session.Last, Pot: t.session.Ledger.Pot(), Dealer: -1},
		InfoSeats: InfoSeats{Host: t.host, InHand: append([]int{}, t.seats...), Who: make([]int, len(t.who))},
		Result:    t.result,
		Why:       t.why,
		Practice:  t.practice.allows(t.alone(), t.stage),
		Rights:    slices.Clone(t.rights),
	}
	for seat, id := range t.who {
		i.Who[seat] = t.owner(id)
	}
	if t.stage == Between && t.goesOn() {
		i.NextAt = t.begins()
	}
	if t.hands > 0 {
		i.Dealer = t.seats[t.hand.Dealer()]
	}
	for c := range t.chairs {
		i.Chairs = append(i.Chairs, t.chairInfo(c))
	}
	for _, c := range t.awaited() {
		i.Chairs[c].Waits = true
	}
	for _, p := range t.people {
		if b := t.session.Balance(p.ID - 1); p.Chair < 0 && p.Same == 0 && (b != 0 || p.First > 0) {
			points, prize := t.raced(p.ID)
			i.Gone = append(i.Gone, Gone{p.ID, p.Name, p.Bot, b, points, prize})
		}
	}
	if t.stage == Over {
		i.Pays, i.BotsWon = t.payments()
	}
	return i
}

// raced returns how far a person is in a race: their points and their prize.
func (t *Table) raced(person int) (points, prize int) {
	if rules := t.cfg.Variant.Rules(); !rules.Races() {
		return 0, 0
	}
	return t.session.Points(person - 1), t.session.Prize(person - 1)
}

func (t *Table) chairInfo(c int) Chair {
	p, ch := t.on(c), &t.chairs[c]
	if p == nil {
		return Chair{}
	}
	i := Chair{Person: p.ID, Name: p.Name, Bot: p.Bot, Leaving: ch.leaving, Agrees: ch.agrees, Wall: ch.wall, Bank: ch.bank}
	i.Balance = t.session.Balance(p.ID - 1)
	i.Points, i.Prize = t.raced(p.ID)
	if p.Bot == "" {
		i.Away, i.Program = ch.present == 0, ch.programs > 0 && ch.programs == ch.present
		if i.Away {
			i.Since = ch.away
		}
		i.StandIn = ch.leaving || ch.standIn || t.veiled(c)
		i.Ready = ch.ready && t.stage == Between
		i.Undo, i.Allows = t.undo.until != 0 && t.undo.chair == c, slices.Contains(t.undo.agreed, c)
	}
	if ch.next != nil {
		i.Coming = ch.next.Name
	}
	return i
}

// Seat returns the seat of the person on a chair in the running or last hand. It is
// rams.Nobody, which sees what the public sees, for -1 and for a person who didn't play it: a
// newcomer who takes the chair of a bot, or took it after the hand.
func (i *Info) Seat(chair int) rams.Seat {
	seat := seatOf(i.InHand, chair)
	if seat < 0 || chair >= len(i.Chairs) || int(seat) >= len(i.Who) {
		return seat
	}
	if c := &i.Chairs[chair]; c.Coming != "" || c.Person != i.Who[seat] {
		return rams.Nobody
	}
	return seat
}

// Player returns the name and the account of the person or bot that plays or played the running
// or last hand on a seat, even if they have left their chair.
func (i *Info) Player(seat rams.Seat) (name string, balance pot.Chips) {
	c := &i.Chairs[i.InHand[seat]]
	if int(seat) < len(i.Who) && c.Person != i.Who[seat] {
		for _, c := range i.Chairs { // they have come again, on another chair
			if c.Person == i.Who[seat] {
				return c.Name, c.Balance
			}
		}
		for _, g := range i.Gone {
			if g.Person == i.Who[seat] {
				return g.Name, g.Balance
			}
		}
	}
	return c.Name, c.Balance
}

// Players returns the names of those who play or played that hand, by seat.
func (i *Info) Players() []string {
	names := make([]string, len(i.InHand))
	for seat := range names {
		names[seat], _ = i.Player(rams.Seat(seat))
	}
	return names
}

// Accounts returns the accounts of everybody who sits or has played, those on the chairs first.
// Each belongs to one person or bot, whatever their names.
func (i *Info) Accounts() (names []string, balances []pot.Chips) {
	for _, c := range i.Chairs {
		names, balances = append(names, c.Name), append(balances, c.Balance)
	}
	for _, g := range i.Gone {
		names, balances = append(names, g.Name), append(balances, g.Balance)
	}
	return names, balances
}

// Payments returns Pays with the places of the accounts in Accounts for the numbers of people.
func (i *Info) Payments() []pot.Transfer {
	place := map[int]int{}
	for k, c := range i.Chairs {
		place[c.Person] = k
	}
	for k, g := range i.Gone {
		place[g.Person] = len(i.Chairs) + k
	}
	list := make([]pot.Transfer, len(i.Pays))
	for k, p := range i.Pays {
		list[k] = pot.Transfer{From: place[p.Payer], To: place[p.Payee], Amount: p.Amount}
	}
	return list
}

// View returns what a chair, or the public (-1), may know of the running or last hand. ok is
// false before the first hand. The view is valid until the next step.
func (t *Table) View(c int) (v rams.View, ok bool) {
	if t.hands == 0 {
		return rams.View{}, false
	}
	return t.hand.View(t.audience(c)), true
}

// Events returns the number of events of the running or last hand, including hidden ones.
func (d *dealt) Events() int { return len(d.hand.Log) }

// Played returns the last hand, if it is over and no other has begun.
func (d *dealt) Played() *rams.Record {
	if d.result == nil {
		return nil
	}
	return &d.hand
}

// Names returns the names by seat of the running or last hand.
func (t *Table) Names() []string {
	names := make([]string, len(t.seats))
	for i, id := range t.who {
		names[i] = t.people[id-1].Name
	}
	return names
}

// Balances returns the names and accounts of all people and bots, in the order of arrival, in
// Rappen.
func (co *company) Balances() (names []string, balances []pot.Chips) {
	for _, p := range co.people {
		names = append(names, p.Name)
		balances = append(balances, co.session.Balance(p.ID-1))
	}
	return names, balances
}
