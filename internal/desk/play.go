package desk

import (
	"strconv"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// begin returns the next hand after its antes and the payments of its cuts, as a state of the
// kernel.
func (s *sitting) begin(cuts []string) (rams.State, *Error) {
	if s.race != nil {
		return rams.State{}, &Error{Code: CodePotOnly}
	}
	if s.game == nil {
		return rams.State{}, s.find()
	}
	hand, err := s.game.NewHand(s.Deal())
	if err != nil {
		return hand, &Error{Code: CodeFull}
	}
	rules := s.game.Rules()
	for _, c := range cuts {
		if !cutOf(&rules, c) {
			return hand, &Error{Code: CodeCut, Text: c}
		}
		if hand.PendingChance().Kind != rams.Shuffle {
			return hand, &Error{Code: CodeCutOver, Text: c}
		}
		hand.ApplyUnchecked(rams.Action{Kind: rams.Shuffle, Seat: rams.Nature})
		hand.ApplyUnchecked(rams.Action{Kind: rams.CutPack, Shown: rams.Shown{Up: shown(&rules, c), At: 2}})
	}
	return hand, nil
}

// cutOf reports whether a cut can show c by these rules.
func cutOf(r *rams.Rules, c string) bool {
	switch c {
	case "A", "7":
		return r.Cut != rams.CutPlain
	case "W":
		return r.Cut != rams.CutPlain && r.Weli != rams.WeliNone
	case "AA", "77", "A7", "7A":
		return r.Cut.ShowsTwo()
	case "WA", "W7", "AW", "7W":
		return r.Cut.ShowsTwo() && r.Weli != rams.WeliNone
	}
	return false
}

// shown returns cards that a cut showing c can have shown. The suits don't matter.
func shown(r *rams.Rules, c string) (up card.Pair) {
	suits := [...]card.Suit{card.Spades, card.Hearts}
	for i := range len(c) {
		switch c[i] {
		case 'A':
			up = up.With(card.New(card.Ace, suits[i]))
		case '7':
			up = up.With(card.New(card.Seven, suits[i]))
		case 'W':
			up = up.With(r.Weli.Card().First())
		}
	}
	return up
}

// play settles a hand and moves its money.
func (s *sitting) play(h *Hand, st *Step) *Error {
	hand, bad := s.begin(h.Cuts)
	if bad != nil {
		return bad
	}
	var r rams.Result
	var why rams.Reasons
	var err *Error
	if h.Nobody {
		r, err = s.unopened(&hand)
	} else {
		r, why, err = s.settle(&hand, h, st)
	}
	if err != nil {
		return err
	}
	declarer := rams.Nobody
	st.shares = make([]share, 0, len(s.people))
	for seat, p := range s.People() {
		r.Paid[seat] = hand.Paid(rams.Seat(seat)) + r.Price[seat]
		st.share(p, share{Paid: r.Paid[seat], Price: r.Price[seat], Payout: r.Payout[seat], Penalty: r.Penalty[seat], Failed: r.Failed[seat],
			Why: why.Seat[seat].Share, Won: why.Seat[seat].Won})
		if p == st.Declarer {
			declarer = rams.Seat(seat)
		}
	}
	st.Muss = s.Next.Muss
	if s.Settle(s.Seats(), &r, hand.Dealer(), declarer) != nil {
		return &Error{Code: CodeFull}
	}
	st.Hand, st.Unopened = s.Hands(), h.Nobody
	st.Played, st.Left = r.PotPlayedFor, r.Left
	st.Dealer = s.At(int(hand.Dealer()))
	return nil
}

// unopened is the result of a hand that nobody opened (2.5, 3.6).
func (s *sitting) unopened(hand *rams.State) (r rams.Result, err *Error) {
	rules := s.game.Rules()
	switch {
	case rules.Auction == rams.AuctionJoining && !rules.AloneNeedsTrump():
		return r, &Error{Code: CodeOpener}
	case s.forced(&Hand{}) != rams.NoContract:
		return r, &Error{Code: CodeMussOpen}
	}
	r.PotPlayedFor, r.Left = hand.Pot(), hand.Pot()
	r.Next = s.game.StartAfterUnopened(rams.Start{Pot: hand.Pot(), Dealer: hand.Dealer(), Redeal: s.Next.Redeal})
	return r, nil
}

// settle lets the kernel settle a hand, and say why. It fills in the tricks that weren't entered.
func (s *sitting) settle(hand *rams.State, h *Hand, st *Step) (r rams.Result, why rams.Reasons, bad *Error) {
	dealer := hand.Dealer()
	if err := s.check(h, dealer); err != nil {
		return r, why, err
	}
	if err := s.fillTricks(h); err != nil {
		if rules := s.game.Rules(); err.Code == CodeTricksAlone && rules.Spare == rams.SpareDealer && s.seat(err.Name) != dealer {
			err.Code, err.Text = CodeAlonePot, string(quote(nil, s.people[s.At(int(dealer))]))+" !"+rams.ForPot.String()
		}
		return r, why, err
	}
	price := h.Price * s.game.Rules().Ante
	if len(h.In) > 1 || s.seat(h.In[0].Name) != dealer { // alone and unasked
		price = max(price, s.game.JoinPrice(hand.Pot()))
	}
	t := rams.Tally{Pot: hand.Pot() + price*pot.Chips(len(h.In)), Price: price, Dealer: dealer, Declarer: rams.Nobody, Lost: rams.Nobody}
	for _, p := range h.In {
		seat := s.seat(p.Name)
		t.Contract[seat] = p.Contract
		switch forced := s.forced(h); {
		case forced == rams.NoContract:
		case seat == dealer:
			t.Contract[seat] = forced
		default:
			t.Contract[seat] = forced.Others()
		}
		if t.Contract[seat].Declares() {
			t.Declarer = seat
			st.Declarer = s.At(int(seat))
		}
		t.Tricks[seat] = uint8(max(0, p.Tricks))
	}
	if h.Lost != "" {
		if t.Lost = s.seat(h.Lost); t.Lost < 0 || h.player(h.Lost) < 0 || !s.game.Rules().SevenLost {
			return r, why, &Error{Code: CodeLost, Name: h.Lost}
		}
		st.Lost = s.At(int(t.Lost))
	}
	r, why, err := s.game.Explain(t)
	if err != nil {
		return r, why, &Error{Code: CodeTally, Err: err}
	}
	if len(h.In) == 1 {
		st.Alone, st.Susi = true, s.susi(&t, h.Last)
	}
	st.Entry.Hand = *h
	return r, why, nil
}

// forced returns what the dealer takes on in a hand that everybody has to play, or NoContract (docs/rules.md 3.5, 4).
func (s *sitting) forced(h *Hand) rams.Contract {
	if h.Seven {
		return rams.SevenMuss
	}
	rules := s.game.Rules()
	return rules.Forces(s.Next, 1, card.New(card.Six, 0)) // an upcard that forces nothing
}

// check finds faults of a hand other than its number of tricks.
func (s *sitting) check(h *Hand, dealer rams.Seat) *Error {
	rules := s.game.Rules()
	if h.Seven {
		switch {
		case !rules.SevenMuss():
			return &Error{Code: CodeSeven}
		case s.Next.Muss:
			return &Error{Code: CodeSevenInMuss}
		}
	}
	muss := s.forced(h) != rams.NoContract
	declarers := 0
	for _, p := range h.In {
		seat := s.seat(p.Name)
		c := p.Contract
		switch {
		case seat < 0:
			return s.nobody(p.Name)
		case c == rams.ForPot && (rules.Spare != rams.SpareDealer || muss || seat != dealer || len(h.In) != 2):
			return &Error{Code: CodeForPot, Name: p.Name}
		case !c.Declares():
			continue
		case rules.Auction == rams.AuctionJoining:
			return &Error{Code: CodeDeclaring, Name: p.Name}
		case muss && (seat != dealer || c != rams.Declared):
			return &Error{Code: CodeMussDealer, Name: s.people[s.At(int(dealer))]}
		case h.Price > 0 && !rules.Price:
			return &Error{Code: CodePrice, Text: strconv.Itoa(int(h.Price))}
		case !offers(&rules, c):
			return &Error{Code: CodeContract, Text: c.String()}
		case seat != dealer && dealersOnly(&rules, c):
			return &Error{Code: CodeDealerBlind, Text: c.String(), Name: s.people[s.At(int(dealer))]}
		}
		if declarers++; declarers > 1 {
			return &Error{Code: CodeDeclarers, Name: p.Name}
		}
	}
	if err := s.checkLast(h, muss); err != nil {
		return err
	}
	switch {
	case len(h.In) == 0:
		return &Error{Code: CodeNobody}
	case muss && len(h.In) < s.game.Seats():
		return &Error{Code: CodeMussAll, Name: s.missing(h)}
	case !muss && declarers == 0 && rules.Auction != rams.AuctionJoining:
		return &Error{Code: CodeDeclarer}
	case len(h.In) == 1 && !muss && (rules.Susi == rams.SusiForced || h.Last != "" && rules.LastWord == rams.LastWordMust):
		return &Error{Code: CodeSusi}
	}
	return nil
}

// checkLast checks that the person who is named can have claimed the last word (docs/rules.md
// 4).
func (s *sitting) checkLast(h *Hand, muss bool) *Error {
	if h.Last == "" {
		return nil
	}
	i := h.player(h.Last)
	switch {
	case s.seat(h.Last) < 0:
		return s.nobody(h.Last)
	case muss, s.rules.Rules().LastWord == rams.LastWordOff, i >= 0 && h.In[i].Contract.Declares():
		return &Error{Code: CodeLastWord, Name: h.Last}
	}
	return nil
}

// dealersOnly reports whether only the dealer can declare with a contract.
func dealersOnly(r *rams.Rules, c rams.Contract) bool {
	return c == rams.DeclaredBlind || c == rams.DeclaredDoubleBlind || !r.MayBid(c, rams.NoContract, false)
}

// offers reports whether the game has a contract.
func offers(r *rams.Rules, c rams.Contract) bool {
	switch c {
	case rams.Declared:
		return true
	case rams.DeclaredBlind:
		return r.Blind != rams.BlindOff
	case rams.DeclaredDoubleBlind:
		return r.DoubleBlind != rams.DoubleBlindOff
	}
	return r.Auction == rams.AuctionBidding
}

// missing returns the first person who sits and isn't in the hand.
func (s *sitting) missing(h *Hand) string {
	for _, p := range s.People() {
		if h.player(s.people[p]) < 0 {
			return s.people[p]
		}
	}
	return ""
}

// size returns how many tricks a hand has.
func (s *sitting) size() int { return tricksOf(s.race, s.rules) }

// tricksOf returns how many tricks a hand of a race has, or without one a hand by these rules.
func tricksOf(race *Race, v variant.Variant) int {
	if race != nil {
		return raceSize
	}
	return v.Rules().Deal.Size()
}

// fillTricks fills in missing tricks if there is only one way, and checks that all add up. A player who is alone takes
// the pot without any; in a race they take all.
func (s *sitting) fillTricks(h *Hand) *Error {
	return h.fill(s.size(), s.race == nil)
}

func (h *Hand) fill(size int, pot bool) *Error {
	sum, open, at := 0, 0, -1
	for i, p := range h.In {
		if p.Tricks < 0 {
			open++
			at = i
		}
		sum += int(max(0, p.Tricks))
	}
	switch {
	case pot && len(h.In) == 1:
		if sum > 0 {
			return &Error{Code: CodeTricksAlone, Name: h.In[0].Name}
		}
		h.In = []Player{h.In[0]}
		h.In[0].Tricks = -1
		return nil
	case sum > size, open == 0 && sum < size:
		return &Error{Code: CodeTricks, N: sum, Want: size}
	case open > 1 && sum < size:
		return &Error{Code: CodeTricksShort, N: sum, Want: size}
	}
	all := append([]Player(nil), h.In...)
	for i := range all {
		all[i].Tricks = max(0, all[i].Tricks)
	}
	if open == 1 {
		all[at].Tricks = int8(size - sum)
	}
	h.In = all
	return nil
}

// susi returns the person who was asked last and let the declarer take the pot without play, or
// -1 if the rules have no such guideline (2.6). A person who claimed the last word was asked
// last (4).
func (s *sitting) susi(t *rams.Tally, claimed string) int {
	rules := s.game.Rules()
	n := rams.Seat(s.game.Seats())
	if rules.Susi != rams.SusiGuideline || t.Declarer < 0 || n < 2 {
		return -1
	}
	if claimed != "" {
		return s.person(claimed)
	}
	last := (t.Declarer + n - 1) % n
	if rules.JoinOrder == rams.JoinFromForehand && last != t.Declarer {
		if last = t.Dealer; last == t.Declarer {
			last = (t.Dealer + n - 1) % n
		}
	}
	return s.At(int(last))
}
