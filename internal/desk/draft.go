package desk

import (
	"slices"
	"strconv"

	"chratze/rams"
)

// Draft is the next hand while it is being entered, tap by tap. It is the text of a hand that
// may be incomplete; "" is the start.
type Draft string

// parse reads a draft. A malformed draft counts as empty.
func (d Draft) parse() (h Hand) {
	l, err := split(string(d))
	if err != nil {
		return Hand{}
	}
	for len(l.words) > 1 && l.try("cut") {
		h.Cuts = append(h.Cuts, l.take().text)
	}
	if len(l.words) == 0 {
		return h
	}
	if len(l.words) == 1 && l.try("seven") {
		h.Seven = true
		return h
	}
	rest, err := parseHand(&l)
	if err != nil {
		return Hand{Cuts: h.Cuts}
	}
	rest.Cuts = h.Cuts
	return rest
}

func (h *Hand) draft() Draft {
	b := h.append(nil)
	for len(b) > 0 && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return Draft(b)
}

// Tap returns the draft after a tap. The taps are: "declare NAME" (a second tap takes it back),
// "declare NAME blind" with a contract, "in NAME", "out NAME", "toggle NAME" (the first player
// in becomes the declarer, in games with one), "tricks NAME 2", "untricks NAME", "cut A7",
// "uncut", "seven", "nobody", "price 5", "lost NAME", "last NAME" and "for-pot NAME" (a second
// tap takes these back), "clear". Any other or impossible tap is an *Error.
func (e *Evening) Tap(d Draft, tap string) (Draft, error) {
	l, err := split(tap)
	if err == nil && e.now == nil {
		err = &Error{Code: CodeSeats}
	}
	if err == nil && e.now.Over() {
		err = &Error{Code: CodeOver}
	}
	if err != nil {
		return d, err
	}
	h := d.parse()
	h.In = slices.Clone(h.In)
	if err := e.tap(&h, &l); err != nil {
		return d, err
	}
	return h.draft(), nil
}

func (e *Evening) tap(h *Hand, l *line) *Error {
	verb := l.take()
	switch verb.text {
	case "clear":
		*h = Hand{}
		return nil
	case "nobody":
		h.Nobody, h.Seven, h.In, h.Last, h.Lost = !h.Nobody, false, nil, "", ""
		if h.Nobody && e.now.race == nil {
			hand, err := e.now.begin(h.Cuts)
			if err == nil {
				_, err = e.now.unopened(&hand)
			}
			return err
		}
		return nil
	case "cut", "uncut":
		return e.tapCut(h, verb, l)
	case "price":
		if n := priced(l.take().text); n == 0 || n == h.Price {
			h.Price = 0
		} else {
			h.Price = n
		}
		return nil
	case "seven":
		if e.now.race != nil {
			return &Error{Code: CodePotOnly}
		}
		h.Seven, h.Nobody = !h.Seven, false
		if !h.Seven {
			h.In = nil
			return nil
		}
		return e.tapSeven(h)
	}
	w, err := l.need()
	if err != nil {
		return err
	}
	if e.now.seat(w.text) < 0 {
		return e.now.nobody(w.text)
	}
	if e.now.Prize(e.now.person(w.text)) > 0 {
		return &Error{Code: CodeThrough, Name: w.text}
	}
	h.Nobody = false
	e.everybody(h)
	return e.tapPerson(h, verb, w.text, l)
}

func (e *Evening) tapCut(h *Hand, verb word, l *line) *Error {
	if verb.text == "uncut" {
		h.Cuts = h.Cuts[:max(0, len(h.Cuts)-1)]
	} else {
		w, err := l.need()
		if err != nil {
			return err
		}
		h.Cuts = append(slices.Clone(h.Cuts), w.text)
	}
	h.In, h.Seven, h.Last, h.Lost = nil, false, "", "" // the dealer may have changed
	_, err := e.now.begin(h.Cuts)
	return err
}

func (e *Evening) tapSeven(h *Hand) *Error {
	if e.now.game == nil {
		return e.now.find()
	}
	rules := e.now.game.Rules()
	switch {
	case !rules.SevenMuss():
		return &Error{Code: CodeSeven}
	case e.now.Next.Muss:
		return &Error{Code: CodeSevenInMuss}
	}
	h.In, h.Last, h.Lost = nil, "", ""
	e.everybody(h)
	return nil
}

// everybody puts everybody in, as a Muss does, with the dealer as the declarer.
func (e *Evening) everybody(h *Hand) {
	hand, err := e.now.begin(h.Cuts)
	if err != nil {
		return
	}
	forced := e.now.forced(h)
	if forced == rams.NoContract || len(h.In) > 0 {
		return
	}
	for seat, p := range e.now.People() {
		c := rams.Joined
		if forced.Declares() && rams.Seat(seat) == hand.Dealer() {
			c = rams.Declared
		}
		h.In = append(h.In, Player{Name: e.now.people[p], Tricks: -1, Contract: c})
	}
}

// tapPerson handles a tap about one person.
func (e *Evening) tapPerson(h *Hand, verb word, name string, l *line) *Error {
	muss := e.now.game != nil && e.now.forced(h) != rams.NoContract
	i := h.player(name)
	if verb.text == "toggle" {
		verb.text = "in"
		switch {
		case i >= 0:
			verb.text = "out"
		case e.declares() && !muss && h.declarer() < 0:
			verb.text = "declare"
		}
	}
	if muss && (verb.text == "declare" || verb.text == "out") {
		return &Error{Code: CodeMussAll, Name: name}
	}
	put := func(c rams.Contract) {
		if i < 0 {
			i = len(h.In)
			h.In = append(h.In, Player{Name: name, Tricks: -1, Contract: c})
		}
	}
	switch verb.text {
	case "declare":
		return e.tapDeclare(h, name, l)
	case "in":
		put(rams.Joined)
	case "out":
		if i >= 0 {
			h.In = slices.Delete(h.In, i, i+1)
		}
	case "untricks":
		if i >= 0 {
			h.In[i].Tricks = -1
		}
	case "lost":
		if h.Lost == name {
			h.Lost = ""
			return nil
		}
		if !e.now.rules.Rules().SevenLost {
			return &Error{Code: CodeLost, Name: name}
		}
		put(rams.Joined)
		h.Lost = name
	case "last":
		if h.Last == name {
			h.Last = ""
			return nil
		}
		next := *h
		next.Last = name
		if err := e.now.checkLast(&next, muss); err != nil {
			return err
		}
		h.Last = name
	case "for-pot":
		return e.tapForPot(h, name)
	case "tricks":
		w := l.take()
		n, err := strconv.Atoi(w.text)
		if err != nil || n < 0 {
			return (&Error{Code: CodeWord}).at(w)
		}
		if left := h.most(name, e.now.size()); n > left {
			return &Error{Code: CodeTricksOver, Name: name, N: n, Want: left}
		}
		put(rams.Joined)
		h.In[i].Tricks = int8(n)
	default:
		return (&Error{Code: CodeWord}).at(verb)
	}
	if h.Lost != "" && h.player(h.Lost) < 0 {
		h.Lost = ""
	}
	if len(h.In) == 0 {
		h.Last = ""
	}
	return nil
}

// tapDeclare makes a person the declarer, changes their contract, or makes them a joiner again.
func (e *Evening) tapDeclare(h *Hand, name string, l *line) *Error {
	c := rams.Declared
	if w := l.take(); w.text != "" {
		var ok bool
		if c, ok = declared(w.text); !ok {
			return (&Error{Code: CodeContract}).at(w)
		}
	}
	next := *h
	next.In = slices.Clone(h.In)
	if next.Last == name {
		next.Last = ""
	}
	i := next.player(name)
	if d := next.declarer(); d >= 0 && d != i {
		next.In[d].Contract = rams.Joined
	}
	switch {
	case i < 0:
		next.In = append(next.In, Player{Name: name, Tricks: -1, Contract: c})
	case next.In[i].Contract == c:
		next.In[i].Contract = rams.Joined
	default:
		next.In[i].Contract = c
	}
	hand, err := e.now.begin(h.Cuts)
	if err != nil {
		return err
	}
	if err := e.now.check(&next, hand.Dealer()); err != nil && err.Code != CodeDeclarer && err.Code != CodeSusi {
		return err
	}
	*h = next
	return nil
}

// tapForPot has the dealer play the spare hand for the pot, or as anybody who joined.
func (e *Evening) tapForPot(h *Hand, name string) *Error {
	hand, err := e.now.begin(h.Cuts)
	if err != nil {
		return err
	}
	i := h.player(name)
	if i < 0 {
		i, h.In = len(h.In), append(h.In, Player{Name: name, Tricks: -1})
	}
	if h.In[i].Contract == rams.ForPot {
		h.In[i].Contract = rams.Joined
		return nil
	}
	h.In[i].Contract = rams.ForPot
	return e.now.check(h, hand.Dealer())
}

func (e *Evening) declares() bool {
	return e.Race() == nil && e.Rules().Rules().Auction != rams.AuctionJoining
}

// most returns the most tricks a person can have, given the tricks of the others so far.
func (h *Hand) most(name string, size int) int {
	for _, p := range h.In {
		if p.Name != name {
			size -= int(max(0, p.Tricks))
		}
	}
	return size
}

// Seat is what a draft says about a person who sits.
type Seat struct {
	Person   int
	In       bool
	Contract rams.Contract // Joined or the declarer's; NoContract: out
	Tricks   int           // entered or filled in; -1: not known
	Filled   bool          // filled in, not entered
	Most     int           // the most tricks they can have
}

// Look is what a draft says, and what it would lead to.
type Look struct {
	Seats    []Seat // in turn order
	Position *Position
	Line     string // the hand as it would be booked; "" while it is incomplete
	Step     *Step  // its effect
	After    *Position
	Missing  *Error // why it can't be booked yet
}

// Look returns what a draft says, and its effect if it is complete.
func (e *Evening) Look(d Draft) Look {
	h := d.parse()
	var look Look
	if look.Position = e.after(h.Cuts); look.Position == nil || e.now.Over() {
		return look
	}
	e.everybody(&h)
	full := h
	whole := e.now.fillTricks(&full) == nil && len(full.In) > 0
	for _, p := range e.now.People() {
		name := e.now.people[p]
		s := Seat{Person: p, Tricks: -1, Most: h.most(name, e.now.size())}
		if i := h.player(name); i >= 0 {
			s.In, s.Contract, s.Tricks = true, h.In[i].Contract, int(h.In[i].Tricks)
			if s.Tricks < 0 && whole && full.In[i].Tricks >= 0 {
				s.Tricks, s.Filled = int(full.In[i].Tricks), true
			}
		}
		look.Seats = append(look.Seats, s)
	}
	if len(h.In) == 0 && !h.Nobody {
		return look
	}
	if fits := h.kept(e.now); !fits {
		look.Missing = &Error{Code: CodePerson}
		return look
	}
	after := Evening{head: e.head, now: e.now.clone()}
	entry := Entry{Hand: h}
	st, err := after.now.apply(&entry)
	if err != nil {
		look.Missing = err
		return look
	}
	look.Step, look.Line = &st, st.Entry.String()
	look.After = after.Now()
	return look
}

// kept reports whether everybody in the draft still sits.
func (h *Hand) kept(s *sitting) bool {
	return (h.Last == "" || s.seat(h.Last) >= 0) && !slices.ContainsFunc(h.In, func(p Player) bool { return s.seat(p.Name) < 0 })
}

// Cuts returns what a cut can show that matters by these rules. It returns nil if cutting is
// only part of the shuffle.
func (e *Evening) Cuts() (list []string) {
	rules := e.Rules().Rules()
	for _, c := range [...]string{"A", "7", "W", "AA", "77", "A7", "WA", "W7"} {
		if cutOf(&rules, c) {
			list = append(list, c)
		}
	}
	return list
}

// Contracts returns the contracts that a person can declare by these rules. Some are the dealer's alone.
func (e *Evening) Contracts(dealer bool) (list []rams.Contract) {
	rules := e.Rules().Rules()
	if rules.Auction == rams.AuctionJoining {
		return nil
	}
	for c := rams.Declared; c <= rams.DeclaredTop; c++ {
		if offers(&rules, c) && (dealer || !dealersOnly(&rules, c)) {
			list = append(list, c)
		}
	}
	return list
}
