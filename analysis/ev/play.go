package ev

import (
	"strings"

	"chratze/card"
	"chratze/rams"
)

// stage is a hand that is played as somebody tells it.
type stage struct {
	Question
	record rams.Record
	own    card.Set    // of the hand, still to be dealt
	up     []card.Card // still to be turned
	drawn  []card.Card // still to be drawn
	spare  card.Set    // what others get only if there is nothing else
	held   card.Set    // what the seat has held
	dealt  int         // cards to the seat
	shown  card.Pair   // face up in the draw that comes
	said   []string    // still to be said
	last   string      // what was said last
}

// play plays the hand with this dealer to the question to this seat. Said is how much of what was
// said can be.
func (q *Question) play(dealer, seat rams.Seat) (asked *rams.View, said int, err error) {
	t := &stage{Question: *q, up: q.Up, drawn: q.Drawn, said: q.Said}
	t.Seat, t.Start.Dealer = seat, dealer
	t.own = q.Hand &^ card.SetOf(q.Up...)
	t.spare = q.Hand | card.SetOf(q.Up...) | card.SetOf(q.Drawn...)
	for _, text := range q.Said {
		_, up, _ := counted(text)
		t.spare |= up.Set()
	}
	rules := q.Game.Rules()
	belongs := seat == dealer && (rules.Deal.DealersLast() || rules.Trump == rams.TrumpDealer || rules.Auction == rams.AuctionBidding)
	if two := q.Hand & card.SetOf(q.Up...); two != 0 && !belongs {
		return nil, 0, &Error{Code: CodeTwice, Card: two.First()}
	}
	if err := t.record.Begin(q.Game, t.Start); err != nil {
		return nil, 0, err
	}
	for done := false; !done; {
		if done, err = t.step(); err != nil {
			return nil, len(q.Said) - len(t.said), err
		}
	}
	if err := t.left(); err != nil {
		return nil, len(q.Said), err
	}
	view := t.record.View(seat)
	return &view, len(q.Said), nil
}

// step lets whose turn it is act; true: it is the question.
func (t *stage) step() (asked bool, err error) {
	s := &t.record
	t.held |= s.Hand(t.Seat)
	switch {
	case s.Done():
		return false, &Error{Code: CodeOver}
	case s.Turn() == rams.Nature:
		return false, t.nature()
	}
	return t.player()
}

// left looks for what was told and hasn't come.
func (t *stage) left() error {
	belongs := t.Hand & card.SetOf(t.Up...) // turned up, and told to be in the hand
	switch {
	case t.own != 0:
		return &Error{Code: CodeHand, N: (t.Hand &^ card.SetOf(t.Up...)).Len(), Want: t.dealt}
	case belongs&^t.held != 0:
		return &Error{Code: CodeTwice, Card: (belongs &^ t.held).First()}
	case len(t.up) > 0:
		return &Error{Code: CodeMuchUp, N: len(t.Up), Want: len(t.Up) - len(t.up)}
	case len(t.drawn) > 0:
		return &Error{Code: CodeDrawn, N: len(t.Drawn), Want: len(t.Drawn) - len(t.drawn)}
	}
	return nil
}

// player lets who is asked do what was said; true: it is the question.
func (t *stage) player() (asked bool, err error) {
	s := &t.record
	blind := s.Phase() == rams.PhaseDoubleBlind || s.Phase() == rams.PhaseBlind
	see := rams.Action{Kind: rams.See, Seat: s.Turn()}
	if len(t.said) > 0 {
		a, err := t.act(t.said[0])
		switch {
		case err == nil:
			t.last, t.said = t.said[0], t.said[1:]
			t.record.ApplyUnchecked(a, nil)
		case blind:
			t.record.ApplyUnchecked(see, nil)
		default:
			return false, err
		}
		return false, nil
	}
	switch {
	case blind && (t.Hand != 0 || s.Turn() != t.Seat || s.Phase() == rams.PhaseDoubleBlind && len(t.up) > 0):
		t.record.ApplyUnchecked(see, nil)
		return false, nil
	case s.Phase() == rams.PhaseSwap && s.Turn() != t.Seat: // a secret
		t.record.ApplyUnchecked(rams.Action{Kind: rams.Keep, Seat: s.Turn()}, nil)
		return false, nil
	case s.Turn() != t.Seat:
		return false, &Error{Code: CodeTurn, Seat: s.Turn()}
	case t.Hand == 0 && !blind:
		return false, &Error{Code: CodeNoHand, Seat: t.Seat, Want: t.dealt}
	}
	return true, nil
}

// act reads what the seat whose turn it is has done.
func (t *stage) act(text string) (rams.Action, error) {
	s := &t.record
	seat := s.Turn()
	legal := s.Legal(nil)
	n, up, byNumber := counted(text)
	a, err := rams.ParseAction(text, seat)
	if err == nil && a.Kind == rams.Play {
		return a, &Error{Code: CodePlay, Text: text}
	}
	for _, l := range legal {
		mine := seat == t.Seat
		switch {
		case err == nil && l == a && (mine || a.Cards == 0):
			return l, nil
		case byNumber && !mine && l.Kind == rams.Lay && l.Cards.Len() == n,
			!mine && l.Kind == rams.Drop && text == rams.Drop.String():
			t.shown = up
			return l, nil
		}
	}
	return a, &Error{Code: CodeAct, Seat: seat, Text: text, List: t.words(legal)}
}

// words are what may be said, without cards that nobody has seen.
func (t *stage) words(legal []rams.Action) string {
	var list []string
	met := map[string]bool{}
	for _, a := range legal {
		text := a.String()
		if a.Kind == rams.Lay && a.Seat != t.Seat {
			text = a.Kind.String() + " " + string(rune('0'+a.Cards.Len()))
		} else if a.Cards != 0 && a.Kind != rams.Lay {
			text = a.Kind.String()
		}
		if !met[text] {
			list = append(list, text)
		}
		met[text] = true
	}
	return strings.Join(list, ", ")
}

// nature deals what was told, and where nothing was told any cards.
func (t *stage) nature() error {
	s := &t.record
	pending := s.PendingChance()
	a := rams.Action{Kind: pending.Kind, Seat: pending.Seat}
	var order []card.Card
	switch pending.Kind {
	case rams.Shuffle:
		order = t.pack().Append(nil)
	case rams.CutPack:
		return t.cut(pending)
	case rams.TurnUp, rams.TurnBid:
		if len(t.up) == 0 {
			return &Error{Code: CodeUp, N: len(t.Up)}
		}
		order, t.up = t.up[:1:1], t.up[1:]
		a.Seat = rams.Nature
	case rams.DealCards:
		if order = t.packet(pending); len(order) < pending.N {
			return &Error{Code: CodeHand, N: (t.Hand &^ card.SetOf(t.Up...)).Len(), Want: t.size()}
		}
	case rams.Draw:
		return t.draw(pending)
	}
	if pending.Kind != rams.Shuffle {
		a.Cards = card.SetOf(order...)
	}
	return t.push(a, order)
}

// size is how many cards the seat is dealt that don't lie face up.
func (t *stage) size() int {
	own := t.record.Contract(t.record.Dealer()).In() // the dealer has turned its own last card
	if rules := t.Game.Rules(); (rules.Deal.DealersLast() || rules.Trump == rams.TrumpDealer && own) && t.Seat == t.record.Dealer() {
		return t.Game.Size() - 1
	}
	return t.Game.Size()
}

func (t *stage) pack() card.Set {
	rules := t.Game.Rules()
	return rules.Pack.Cards()
}

// push does what nature does, if it can be.
func (t *stage) push(a rams.Action, order []card.Card) error {
	s := t.record.State()
	if err := s.Apply(a); err != nil {
		for _, c := range order {
			return &Error{Code: CodeTwice, Card: c}
		}
		return err
	}
	t.record.ApplyUnchecked(a, order)
	return nil
}

// packet returns cards to deal: to the seat of its hand, if it has told of one.
func (t *stage) packet(pending rams.Due) []card.Card {
	if pending.Seat != t.Seat || t.Hand == 0 {
		return t.some(pending)
	}
	var order []card.Card
	for ; t.own != 0 && len(order) < pending.N; t.own = t.own.Rest() {
		order = append(order, t.own.First())
	}
	t.dealt += pending.N
	return order
}

// some returns cards that nothing was told of, if there are any.
func (t *stage) some(pending rams.Due) []card.Card {
	order := pending.Must.Append(nil)
	free := pending.From &^ pending.Must &^ t.spare
	order = (free &^ t.telling()).Append(order)
	order = (free & t.telling()).Append(order)
	order = (pending.From &^ pending.Must & t.spare).Append(order)
	return order[:min(pending.N, len(order))]
}

// telling are cards that others would have told of: jacks where three are shown and end the hand, and the trump six,
// which they would have swapped or kept in secret.
func (t *stage) telling() card.Set {
	rules := t.Game.Rules()
	switch {
	case rules.ThreeJacks:
		return card.ByRank(card.Jack)
	case !rules.SixSwap || len(t.Up) == 0:
		return 0
	}
	return card.New(card.Six, t.Up[len(t.Up)-1].Suit()).Bit()
}

// cut shows the card that was told, or one that changes nothing, a low one. It comes to lie at the
// bottom.
func (t *stage) cut(pending rams.Due) error {
	shown := t.Shown
	for c := t.pack() &^ t.spare; c != 0 && t.Shown.Len() == 0; c = c.Rest() {
		if !t.Game.CutCounts(c.First()) && (shown.Len() == 0 || c.First().Rank() < shown.At(0).Rank()) {
			shown = card.PairOf(c.First())
		}
	}
	t.spare |= shown.Set()
	a := rams.Action{Kind: rams.CutPack, Seat: pending.Seat}
	a.Up, a.At = shown, uint8(t.pack().Len()/2)
	return t.push(a, nil)
}

// draw draws the cards of an exchange.
func (t *stage) draw(pending rams.Due) error {
	if pending.Reshuffle && pending.N > pending.From.Len() {
		return t.push(rams.Action{Kind: rams.Reshuffle, Seat: rams.Nature, Cards: pending.Discards}, pending.Discards.Append(nil))
	}
	const bonus = 5 // at most (3.8)
	laid := pending.N
	for more := range bonus + 1 {
		pending.N += min(more, 1)
		order := t.some(pending)
		up := t.shown
		if pending.Seat == t.Seat {
			if len(t.drawn) < pending.N {
				return &Error{Code: CodeDrawn, N: len(t.Drawn), Want: pending.N}
			}
			order = t.drawn[:pending.N]
			up = card.Pair{}
			if rules := t.Game.Rules(); rules.Exchange == rams.ExchangeBonus && laid > 3 {
				up = card.PairOf(order[3:min(5, laid)]...)
			}
		} else if up.Len() > 0 {
			order = faceUp(order, up)
		}
		a := rams.Action{Kind: rams.Draw, Seat: pending.Seat, Cards: card.SetOf(order...)}
		a.Up = up
		if s := t.record.State(); s.Apply(a) == nil {
			t.record.ApplyUnchecked(a, order)
			if pending.Seat == t.Seat {
				t.drawn = t.drawn[pending.N:]
			}
			t.shown = card.Pair{}
			return nil
		}
	}
	return &Error{Code: CodeFaceUp, Seat: pending.Seat, N: min(max(laid-3, 0), 2), Text: t.last}
}

// faceUp puts the cards that came face up in their places.
func faceUp(order []card.Card, up card.Pair) []card.Card {
	var rest []card.Card
	for _, c := range order {
		if !up.Set().Has(c) {
			rest = append(rest, c)
		}
	}
	var list []card.Card
	for len(list) < len(order) {
		if i := len(list) - 3; i >= 0 && i < up.Len() {
			list = append(list, up.At(i))
			continue
		}
		list, rest = append(list, rest[0]), rest[1:]
	}
	return list
}
