// Package lessons teaches the games in short scripted hands. A script says where the cards
// lie, what the others do, and which acts of the learner are right; the kernel does the rest. A
// Lesson consists of messages of the protocol chratze/1, so the page of the table shows it as
// if a server played.
package lessons

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Lesson is one hand to learn from, in one language. The first has number 0: the others have kept theirs.
type Lesson struct {
	Number int             `json:"number"`
	Title  string          `json:"title"`
	Intro  string          `json:"intro"`
	Outro  string          `json:"outro"`
	Hello  json.RawMessage `json:"hello"`
	Steps  []Step          `json:"steps"`
}

// Step is what happens until the learner is asked, and what to tell the learner then.
type Step struct {
	News    json.RawMessage            `json:"news"`
	Say     string                     `json:"say,omitempty"`     // the task
	Right   string                     `json:"right,omitempty"`   // the right act; "": the hand is over
	No      string                     `json:"no,omitempty"`      // why another legal act is worse
	Illegal map[string]json.RawMessage `json:"illegal,omitempty"` // by act: the answer of a server that refuses it
}

// Course returns all lessons in a language and with a deck; "" is the usual deck of each game.
// The result is always the same.
func Course(p *locale.Printer, deck locale.Deck) []Lesson {
	list := make([]Lesson, len(scripts))
	for i := range scripts {
		list[i] = newTeller(p, deck, i).lesson()
	}
	return list
}

// Of returns the number, from 1, of the lesson that begins a game: its own, or one on a relative; 1 if there is none.
func Of(p *locale.Printer, v variant.Variant) int {
	for _, name := range append([]string{v.Preset()}, p.Words(v, "").Relatives()...) {
		if i := slices.IndexFunc(scripts, func(s script) bool { return s.rules == name }); i >= 0 {
			return i + 1
		}
	}
	return 1
}

// Count returns how many lessons there are.
func Count() int { return len(scripts) }

// learner is the learner's seat.
const learner rams.Seat = 0

// teller produces one lesson.
type teller struct {
	*locale.Words
	number int
	script *script
	sheet  locale.Sheet
	rec    rams.Record
	deck   rams.Deck
	told   []rams.Event
	legal  []rams.Action
	pot    pot.Chips
	steps  []Step
}

func newTeller(p *locale.Printer, deck locale.Deck, i int) *teller {
	s := &scripts[i]
	v, err := variant.Parse(s.rules)
	must(err)
	sheet := p.SheetOf(v, s.seats)
	if deck != "" {
		sheet.Deck = deck
	}
	t := &teller{Words: p.Words(v, sheet.Deck), number: i, script: s, sheet: sheet, pot: s.start.Pot}
	g, err := v.Game(s.seats)
	must(err)
	must(t.rec.Begin(g, s.start))
	t.deck.Source = &stacked{packs: s.packs(v.Rules().Deal)}
	return t
}

// must panics if one of our own scripts is invalid; tests play all of them.
func must(err error) {
	if err != nil {
		panic("lessons: " + err.Error())
	}
}

func (t *teller) lesson() Lesson {
	for _, line := range t.script.acts {
		text, asked := strings.CutPrefix(line, "? ")
		seat, text, _ := strings.Cut(text, " ")
		t.advance(seat + " " + text)
		s := &t.rec
		if strconv.Itoa(int(s.Turn())) != seat {
			panic("lessons: lesson " + strconv.Itoa(t.number) + ": " + line + ", but seat " + strconv.Itoa(int(s.Turn())) + " is asked")
		}
		if asked {
			t.ask(text)
		}
		a, err := rams.ParseAction(text, s.Turn())
		must(err)
		must(t.rec.Apply(a))
	}
	t.advance("")
	if !t.rec.Done() {
		panic("lessons: lesson " + strconv.Itoa(t.number) + " doesn't end")
	}
	t.steps = append(t.steps, Step{News: t.news(nil)})
	return Lesson{
		Number: t.number, Title: t.say("title"), Intro: t.say("intro"), Outro: t.say("outro"),
		Hello: wire.AppendHello(nil, wire.Hello{Table: "lesson", Config: table.Config{Variant: t.sheet.Variant, Chairs: t.script.seats, Practice: true}}),
		Steps: t.steps,
	}
}

// advance applies nature's actions and forced acts, until somebody has a choice or the act
// `next` comes.
func (t *teller) advance(next string) {
	for s := &t.rec; !s.Done(); {
		if s.Turn() == rams.Nature {
			t.rec.Nature(&t.deck)
			continue
		}
		if t.legal = s.Legal(t.legal[:0]); len(t.legal) > 1 || strconv.Itoa(int(s.Turn()))+" "+t.legal[0].String() == next {
			return
		}
		t.rec.ApplyUnchecked(t.legal[0], nil)
	}
}

// ask ends a step with a question that the learner answers with the given act.
func (t *teller) ask(right string) {
	s := t.rec.State()
	n := strconv.Itoa(len(t.steps) + 1)
	v := s.View(learner, nil)
	q := table.Asked(&s, &v)
	q.Number = uint64(len(t.steps) + 1)
	t.steps = append(t.steps, Step{News: t.news(q), Say: t.say(n), Right: right, No: t.say(n + ".no"), Illegal: t.illegal(&s)})
}

// illegal returns the refusals of the learner's cards that can't be played.
func (t *teller) illegal(s *rams.State) map[string]json.RawMessage {
	if s.Phase() != rams.PhasePlay {
		return nil
	}
	no := map[string]json.RawMessage{}
	for _, c := range s.Hand(learner).Append(nil) {
		a := rams.Action{Kind: rams.Play, Seat: learner, Cards: card.SetOf(c)}
		if why, illegal := errors.AsType[*rams.Refusal](s.Why(a)); illegal {
			no[a.String()] = wire.AppendSaid(nil, wire.Refusal(0, "rule", why))
		}
	}
	return no
}

// news returns the message of a server about everything since the last one. Events can change:
// a dealer who was blind now sees their cards.
func (t *teller) news(q *table.Question) json.RawMessage {
	s := t.rec.State()
	told := t.observed()
	from := 0
	for from < len(t.told) && t.told[from] == told[from] {
		from++
	}
	rules := s.Game().Rules()
	n := &table.News{Hand: t.number + 1, From: from, Anew: from < len(t.told), Events: told[from:], Turn: int(s.Turn()), Question: q, Stakes: table.Stakes(&s), Forced: rules.ForcedBy(t.rec.Start, t.rec.Log).Forced(), Info: t.info()}
	if t.told == nil {
		n.Anew, n.Start, n.Parts = true, t.script.start, table.PartStage|table.PartSeats|table.PartPeople|table.PartMoney|table.PartPractice
	}
	if s.Done() {
		n.Turn, n.Parts = -1, n.Parts|table.PartStage|table.PartPeople|table.PartMoney
	}
	t.told = slices.Clone(told)
	return wire.AppendNews(nil, n)
}

// observed is what the learner sees: with all hands face up, everything.
func (t *teller) observed() []rams.Event {
	if t.script.open {
		return t.rec.ObservedOpen(learner)
	}
	return t.rec.Observed(learner)
}

func (t *teller) info() *table.Info {
	s := &t.rec
	i := &table.Info{InfoStage: table.InfoStage{Stage: table.Playing, Pot: t.script.start.Pot, Dealer: int(s.Dealer())}, InfoSeats: table.InfoSeats{Who: []int{}}}
	if t.script.open {
		i.Practice = &table.Practice{Open: true}
	}
	for seat, name := range t.Names(t.script.seats) {
		c := table.Chair{Name: name}
		if seat != int(learner) {
			c.Bot = "lesson"
		}
		if t.script.points != nil {
			c.Points = t.script.points[seat]
		}
		i.Chairs, i.InHand = append(i.Chairs, c), append(i.InHand, seat)
	}
	if !s.Done() {
		return i
	}
	r, why := t.result(), t.rec.Reasons()
	why.AddPrizes(&r)
	i.Stage, i.Pot, i.Result, i.Why = table.Between, r.Next.Pot, &r, &why
	for seat := range i.Chairs {
		c := &i.Chairs[seat]
		c.Balance, c.Points = r.Payout[seat]-r.Penalty[seat]-r.Paid[seat], c.Points+int(r.Points[seat])
		if t.wins(seat, &r) {
			c.Prize = 1
		}
	}
	return i
}

// result returns how the hand ended: in a race, with what a prize costs.
func (t *teller) result() rams.Result {
	r := t.rec.Result()
	for seat := range t.script.points {
		if t.wins(seat, &r) {
			fine := t.sheet.Variant.Rules().PrizeFine
			r.Penalty[seat], r.Next.Pot = r.Penalty[seat]+fine, r.Next.Pot+fine
		}
	}
	return r
}

// wins reports whether a seat reaches the goal of a race with the hand.
func (t *teller) wins(seat int, r *rams.Result) bool {
	return t.script.points != nil && t.script.points[seat]+int(r.Points[seat]) >= int(t.sheet.Variant.Rules().Goal)
}

// say returns a text of the lesson, with the names of cards ({ns} is the nine of spades), calls
// and, at the end, amounts.
func (t *teller) say(key string) string {
	rules := t.sheet.Variant.Rules()
	args := locale.Args{"declarer": t.Declarer(), "penalty": t.Sum(t.sheet.Money, rules.Penalty)}
	if weli := rules.Weli.Card(); weli != 0 {
		args["weli"] = t.Card(weli.First())
	}
	for _, c := range rules.Pack.Cards().Append(nil) {
		text := c.String()
		rank := text[:1]
		if i := strings.Index("6789", rank); i >= 0 {
			rank = "xsen"[i : i+1]
		}
		args[strings.ToLower(rank)+text[1:]] = t.Card(c)
	}
	for name, kind := range map[string]rams.Kind{
		"open": rams.Open, "pass": rams.Pass, "join": rams.Join, "out": rams.Out, "spare": rams.TakeSpare, "pool": rams.PlayForPot, "blind": rams.GoBlind, "double": rams.DoubleBlind,
		"schlagen": rams.BidStrike, "oder": rams.BidTurn, "weiter": rams.BidPass,
	} {
		args[name] = t.Call(kind)
	}
	for seat, name := range t.Names(t.script.seats) {
		args["name_"+string(rune('a'+seat))] = name
	}
	if t.rec.Done() {
		r := t.result()
		args["pot"], args["next"] = t.Sum(t.sheet.Money, r.PotPlayedFor), t.Sum(t.sheet.Money, r.Next.Pot)
		args["got"], args["paid"] = t.Sum(t.sheet.Money, r.Payout[learner]), t.Sum(t.sheet.Money, r.Penalty[learner])
	}
	return t.T("learn."+strconv.Itoa(t.number)+"."+key, args)
}

// order is the known part of a shuffled pack.
type order struct{ first, last []card.Card }

// stacked puts the pack into the order of a script, and cuts off one card.
type stacked struct{ packs []order }

// Shuffle implements rams.Shuffler.
func (s *stacked) Shuffle(cards []card.Card) {
	if len(s.packs) == 0 { // discards that become the stock
		return
	}
	o := s.packs[0]
	s.packs = s.packs[1:]
	place := func(c card.Card) int {
		if i := slices.Index(o.first, c); i >= 0 {
			return i
		}
		if slices.Contains(o.last, c) {
			return 2 * len(cards)
		}
		return len(cards)
	}
	slices.SortStableFunc(cards, func(a, b card.Card) int { return place(a) - place(b) })
}

// Cut implements rams.Shuffler.
func (s *stacked) Cut(int) int { return 1 }
