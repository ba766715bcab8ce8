package zwicken2

import (
	"slices"

	"chratze/bot/solved"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// maxRuns is how often a bot that draws lots is asked the same question at most.
const maxRuns = 2000

// Ask returns the profile of a bot at both seats, after an upcard and a plain cut. The bot is asked once for alike suits, and
// only where it gets to by its own acts. If it draws lots, it is asked with all that it can draw. One that draws more than can be
// tried, as searching bots do, is asked once, and taken at its word. Progress, if not nil, is told how many decisions are done;
// an error of it ends the questions.
func (b *Book) Ask(upcard card.Card, bot func(chance.Source) rams.Player, progress func(done int) error) (*Profile, error) {
	p := NewProfile(b.Game)
	lots := &lots{}
	a := &asker{Book: b, profile: p, upcard: upcard, rules: solved.Rules("plain"), player: bot(lots), lots: lots}
	_, a.cards = solved.ShapeOf(a.rules, upcard, 0)
	for i := range b.own {
		d := &b.own[i]
		if progress != nil {
			if err := progress(i); err != nil {
				return nil, err
			}
		}
		if a.take(d.key); a.reached() {
			a.ask(d)
		}
	}
	b.share(p)
	return p, nil
}

// asker asks one bot.
type asker struct {
	*Book
	profile *Profile
	upcard  card.Card
	rules   *rams.Game
	cards   []card.Card
	player  rams.Player
	lots    *lots
	record  rams.Record

	stage  int // of the decision that is asked
	seat   int
	hand   [size]uint8
	played []uint8
}

// take notes a decision with the game's own numbers for its cards.
func (a *asker) take(k Key) {
	place := func(name uint8) uint8 { return uint8(slices.Index(a.name[:a.n], name)) }
	a.stage, a.played = k.Stage(), a.played[:0]
	for i, name := range k.Hand() {
		a.hand[i] = place(name)
	}
	for _, name := range k.Played() {
		a.played = append(a.played, place(name))
	}
	if a.seat = a.stage; a.stage >= StageLead {
		a.seat = a.mover(len(a.played))
	}
}

// mover returns who plays the n-th card.
func (a *asker) mover(n int) int {
	leads := Forehand
	if n >= 2 && a.beats[a.played[0]]>>a.played[1]&1 == 1 {
		leads = Dealer
	}
	return (leads + n) % 2
}

// reached reports whether the bot gets there by its own acts.
func (a *asker) reached() bool {
	if a.stage < StageLead {
		return true
	}
	if d, _ := a.find(a.seat, a.hand, nil); a.profile.weights[d.slots[0]] == 0 {
		return false // it stays out
	}
	for i := range a.played {
		if a.mover(i) != a.seat {
			continue
		}
		d, acts := a.find(StageLead+i, a.hand, a.played[:i])
		if d != nil && !a.chosen(d, slices.Index(acts[:d.n], a.position(i))) {
			return false
		}
	}
	return true
}

// position returns where the n-th card played was among those that its seat held.
func (a *asker) position(n int) (at int32) {
	for c, i := range a.members(bits(a.hand[:]...) &^ bits(a.played[:n]...)) {
		if c == a.played[n] {
			at = int32(i)
		}
	}
	return at
}

// chosen reports whether the bot does the k-th act, or one that is like it.
func (a *asker) chosen(d *decision, k int) bool {
	for i, slot := range d.slots[:d.n] {
		if d.like[i] == d.like[k] && a.profile.weights[slot] > 0 {
			return true
		}
	}
	return false
}

// ask asks the bot for one decision.
func (a *asker) ask(d *decision) {
	a.deal()
	v := a.record.View(rams.Seat(a.seat))
	for a.lots.begin(); ; {
		act := a.player.Act(&v)
		k := slices.IndexFunc(a.order(&v)[:d.n], func(x rams.Action) bool { return x == act })
		a.profile.weights[d.slots[k]] += float32(a.lots.chance())
		if !a.lots.next() {
			return
		}
	}
}

// order returns the legal acts in the order of the key.
func (a *asker) order(v *rams.View) []rams.Action {
	acts := slices.Clone(v.Legal)
	slices.SortFunc(acts, func(x, y rams.Action) int {
		if x.Kind != rams.Play {
			return int(x.Kind) - int(y.Kind)
		}
		return slices.Index(a.cards, x.Cards.First()) - slices.Index(a.cards, y.Cards.First())
	})
	return acts
}

// deal plays a hand up to the decision. The other seat has what it has played, and any other cards.
func (a *asker) deal() {
	var hands [2][]card.Card
	own := bits(a.hand[:]...)
	for _, c := range a.hand {
		hands[a.seat] = append(hands[a.seat], a.cards[c])
	}
	taken := own
	other := &hands[1-a.seat]
	for _, c := range a.played {
		if own>>c&1 == 0 {
			*other, taken = append(*other, a.cards[c]), taken|1<<c
		}
	}
	for c := 0; len(*other) < size; c++ {
		if taken>>c&1 == 0 {
			*other = append(*other, a.cards[c])
		}
	}
	r := &a.record
	_ = r.Begin(a.rules, rams.Start{Dealer: Dealer}) // any game begins so
	for r.Turn() == rams.Nature {
		due := r.PendingChance()
		act := rams.Action{Kind: due.Kind, Seat: due.Seat}
		var drawn []card.Card
		switch due.Kind {
		case rams.TurnUp:
			drawn = []card.Card{a.upcard}
		case rams.DealCards:
			drawn = hands[due.Seat][:1]
			hands[due.Seat] = hands[due.Seat][1:]
		}
		act.Cards = card.SetOf(drawn...)
		r.ApplyUnchecked(act, drawn)
	}
	for range min(2, a.stage) {
		r.ApplyUnchecked(rams.Action{Kind: rams.Join, Seat: r.Turn()}, nil)
	}
	for _, c := range a.played {
		r.ApplyUnchecked(rams.Action{Kind: rams.Play, Seat: r.Turn(), Cards: a.cards[c].Bit()}, nil)
	}
}

// lots is a Source that draws all lots, one after the other.
type lots struct {
	drawn, of []int
	at        int
	many      bool // more than can be tried
	random    chance.Rand
}

// IntN implements chance.Source.
func (l *lots) IntN(n int) int {
	if l.many {
		return l.random.IntN(n)
	}
	if l.at == len(l.drawn) {
		if l.runs()*n > maxRuns {
			l.many = true
			return l.IntN(n)
		}
		l.drawn, l.of = append(l.drawn, 0), append(l.of, n)
	}
	l.at++
	return l.drawn[l.at-1]
}

func (l *lots) runs() int {
	n := 1
	for _, k := range l.of {
		n *= k
	}
	return n
}

// begin begins with a new question.
func (l *lots) begin() {
	*l = lots{drawn: l.drawn[:0], of: l.of[:0], random: chance.Seeded(1)}
}

// chance returns how likely the lots are that were drawn.
func (l *lots) chance() float64 { return 1 / float64(l.runs()) }

// next goes on to the next lots, and reports whether there are others.
func (l *lots) next() bool {
	l.at = 0
	for k := len(l.drawn) - 1; k >= 0 && !l.many; k-- {
		if l.drawn[k]++; l.drawn[k] < l.of[k] {
			return true
		}
		l.drawn, l.of = l.drawn[:k], l.of[:k]
	}
	return false
}
