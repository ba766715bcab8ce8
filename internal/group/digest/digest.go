// Package digest folds the log of an evening to what a group keeps of it: accounts and counts, without names and
// cards. It reads the logs of tables, the lines of a cash desk, and files of recorded hands.
package digest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"chratze/history"
	"chratze/internal/desk"
	"chratze/internal/group"
	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
)

// Errors of files and logs that give no evening.
var (
	ErrPeople = errors.New("digest: too many people")
	ErrHands  = errors.New("digest: no hand was played")
	ErrFile   = errors.New("digest: this is neither the text of a cash desk nor a file of hands")
)

// Of returns the hash of a log, which a digest keeps.
func Of[T string | []byte](lines []T) string {
	h := sha256.New()
	for _, l := range lines {
		h.Write([]byte(l))
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// OfFile returns two letters for each line of a file, a hash of all up to it, so that one text begins another if the files do. Of a cash
// desk's text only the lines that move something count: neither its name nor a comment nor the end makes another evening of it. What
// has the same first 200 lines is one evening.
func OfFile(text string) string {
	var of strings.Builder
	h := sha256.New()
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if word, _, _ := strings.Cut(line, " "); word != "" && word != "name" && word != "end" && word[0] != '#' && of.Len() < 2*200 {
			h.Write([]byte(line + "\n"))
			of.WriteString(base64.RawURLEncoding.EncodeToString(h.Sum(nil))[:2])
		}
	}
	return of.String()
}

// seat is a person in a hand.
type seat struct {
	person         int
	won            pot.Chips
	in, made, susi bool
	declared       bool
}

// hand is a hand that was played to its end.
type hand struct {
	played pot.Chips
	seats  []seat
}

// handOf returns a hand by the public's view of its end.
func handOf(v *rams.View, r *rams.Result, who func(rams.Seat) int) hand {
	h := hand{played: r.PotPlayedFor}
	for s := range rams.Seat(v.Seats()) {
		h.seats = append(h.seats, seat{
			person: who(s), won: r.Payout[s] - r.Penalty[s], in: v.Contract[s].In(), declared: v.Declarer == s && v.Contract[s].In(), made: v.Made(s),
		})
	}
	for _, e := range v.Events {
		switch e.Kind {
		case rams.EventAnte:
			h.seats[e.Seat].won -= e.Amount
		case rams.EventSusi:
			h.seats[e.Seat].susi = true
		}
	}
	return h
}

// add counts hands, each by its number.
func add(d *group.Digest, people map[int]*group.Person, hands map[int]hand) {
	d.Hands = len(hands)
	for _, n := range slices.Sorted(maps.Keys(hands)) {
		if played := hands[n].played; d.Pot == nil || played > d.Pot.Amount {
			d.Pot = &group.Mark{Hand: n, Amount: played}
		}
		for _, s := range hands[n].seats {
			p := people[s.person]
			if p == nil {
				p = &group.Person{N: s.person}
				people[s.person] = p
			}
			p.Hands++
			p.Declared += one(s.declared)
			p.Made += one(s.declared && s.made)
			p.Joined += one(s.in && !s.declared)
			p.Kept += one(s.in && !s.declared && s.made)
			p.Susi += one(s.susi)
			if p.Best == nil || s.won > p.Best.Amount {
				p.Best = &group.Mark{Hand: n, Amount: s.won}
			}
			if p.Worst == nil || s.won < p.Worst.Amount {
				p.Worst = &group.Mark{Hand: n, Amount: s.won}
			}
		}
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// finish puts the people who played into the digest.
func finish(d *group.Digest, people map[int]*group.Person) error {
	for _, n := range slices.Sorted(maps.Keys(people)) {
		if p := people[n]; p.Hands > 0 || p.Won != 0 || p.Owed != 0 {
			d.People = append(d.People, *p)
		}
	}
	switch {
	case len(d.People) == 0:
		return ErrHands
	case len(d.People) > group.MostPeople:
		return ErrPeople
	}
	if len(d.Line(1)) > group.MaxDigest {
		for i := range d.People { // the sums of many come before the hands of each
			d.People[i].Best, d.People[i].Worst = nil, nil
		}
	}
	return nil
}

// Table folds the log of a table. names are those of people, by the numbers of their accounts. The error wraps table.ErrLog, or is one of this
// package.
func Table(records [][]byte) (d *group.Digest, names map[int]string, err error) {
	d = &group.Digest{Version: group.FoldVersion, Of: Of(records)}
	hands, at := map[int]hand{}, table.Millis(0)
	var counted *rams.Record
	t, err := table.ReplayEach(records, func(t *table.Table, r *table.Record) bool {
		played := t.Played()
		if played == nil {
			counted = nil
		} else if counted == nil {
			counted = played
			if at == 0 {
				at = r.When()
			}
			v, info := played.View(rams.Nobody), t.Info()
			hands[t.Hands()] = handOf(&v, info.Result, func(s rams.Seat) int { return info.Who[s] })
		}
		return true
	})
	if err != nil {
		return nil, nil, err
	}
	info, cfg := t.Info(), t.Config()
	if d.Day, d.Money, d.Rules, d.Over = day(at), cfg.Money, cfg.Variant.String(), t.Stage() == table.Over; d.Money == "" {
		d.Money = pot.Points.String()
	}
	for _, h := range hands { // who turned out to be one person
		for i := range h.seats {
			h.seats[i].person = t.AccountOfPerson(h.seats[i].person)
		}
	}
	people, names := map[int]*group.Person{}, map[int]string{}
	seen := func(person int, name, bot string, balance pot.Chips) {
		if person == 0 {
			return
		}
		people[person] = &group.Person{N: person, Bot: bot != "", Won: balance}
		if bot == "" {
			names[person] = name
		}
	}
	for _, c := range info.Chairs {
		seen(c.Person, c.Name, c.Bot, c.Balance)
	}
	for _, g := range info.Gone {
		seen(g.Person, g.Name, g.Bot, g.Balance)
	}
	add(d, people, hands)
	for _, p := range info.Pays {
		people[p.Payer].Owed -= p.Amount
		people[p.Payee].Owed += p.Amount
	}
	return d, names, finish(d, people)
}

// day returns the day of a time, in UTC.
func day(at table.Millis) string { return time.UnixMilli(int64(at)).UTC().Format(time.DateOnly) }

// Desk folds the lines of a cash desk. An evening that isn't over is shared as if it ended now. today is its day if no line has one.
func Desk(lines []string, today string) (d *group.Digest, names map[int]string, err error) {
	d, names, err = deskOf(Of(lines), lines, today)
	if err == nil {
		if _, bad := time.Parse(time.DateOnly, d.Day); bad != nil {
			d.Day = today
		}
	}
	return d, names, err
}

func deskOf(of string, lines []string, today string) (d *group.Digest, names map[int]string, err error) {
	e, err := desk.Read(strings.Join(lines, "\n"))
	if err != nil {
		return nil, nil, err
	}
	d = &group.Digest{Version: group.FoldVersion, Of: of, Day: today}
	m, _ := e.Money()
	d.Money, d.Rules = m.String(), e.Rules().String()
	now := e.Now()
	if now == nil {
		return nil, nil, ErrHands
	}
	d.Over = now.Over
	names, people, owed := map[int]string{}, map[int]*group.Person{}, e.Owed()
	ended := e.Clone()
	_ = ended.Append("end") // if it is over already, nothing changes
	for i, name := range e.People() {
		names[i+1] = name
		people[i+1] = &group.Person{N: i + 1, Won: ended.Now().Won[i], Owed: owed[i]}
	}
	hands := map[int]hand{}
	for _, st := range e.Steps() {
		if day := st.Entry.Time[:min(10, len(st.Entry.Time))]; strings.Count(day, "-") == 2 && d.Day == today {
			d.Day = day
		}
		if st.Hand > 0 && !st.Unopened {
			hands[st.Hand] = deskHand(&st, e.People())
		}
	}
	add(d, people, hands)
	d.Hands = now.Hands
	return d, names, finish(d, people)
}

// deskHand returns a hand at a cash desk. All who sit there play it; those who are named were in.
func deskHand(st *desk.Step, names []string) hand {
	h := hand{played: st.Played}
	for who := range st.Balance {
		paid, payout, penalty, _ := st.Share(who)
		i := slices.IndexFunc(st.Entry.Hand.In, func(p desk.Player) bool { return p.Name == names[who] })
		if i < 0 && paid == 0 && payout == 0 && penalty == 0 {
			continue // they weren't there
		}
		h.seats = append(h.seats, seat{
			person: who + 1, won: payout - penalty - paid, in: i >= 0, declared: st.Declarer == who, made: i >= 0 && !st.Failed(who), susi: st.Susi == who,
		})
	}
	return h
}

// File folds a file: the text of a cash desk, or lines of rams-hand/1, which have no money. The rest of the pot after
// the last hand is shared by those who played it. The day is as the file has it: it may be no day, or one to come.
func File(text, money, today string) (d *group.Digest, names map[int]string, err error) {
	if strings.HasPrefix(text, "kasse ") {
		d, names, err = deskOf(OfFile(text), strings.Split(strings.TrimRight(text, "\n"), "\n"), today)
		if err == nil {
			d.Over = true
		}
		return d, names, err
	}
	d = &group.Digest{Version: group.FoldVersion, Of: OfFile(text), Day: today, Money: money, Over: true}
	persons, hands, names := map[string]int{}, map[int]hand{}, map[int]string{}
	r := history.NewReader(strings.NewReader(text))
	for {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil && len(hands) == 0 {
			return nil, nil, ErrFile
		}
		if err != nil {
			return nil, nil, err
		}
		v, result, err := h.Outcome()
		if err != nil || !h.Over {
			return nil, nil, ErrFile
		}
		if at, is := h.Field("time"); is && len(hands) == 0 {
			if ms, err := strconv.ParseInt(at, 10, 64); err == nil {
				d.Day = day(table.Millis(ms))
			}
		}
		d.Rules = h.Variant.String()
		hands[len(hands)+1] = handOf(&v, &result, func(s rams.Seat) int {
			name := strconv.Itoa(int(s) + 1)
			if int(s) < len(h.Names) {
				name = h.Names[s]
			}
			if persons[name] == 0 {
				persons[name] = len(persons) + 1
				names[persons[name]] = name
			}
			return persons[name]
		})
	}
	people := map[int]*group.Person{}
	add(d, people, hands)
	sums(people, hands)
	return d, names, finish(d, people)
}

// sums adds up what each has won, with the rest of the pot shared by those who played the last hand.
func sums(people map[int]*group.Person, hands map[int]hand) {
	sum := pot.Chips(0)
	for _, h := range hands {
		for _, s := range h.seats {
			people[s.person].Won += s.won
			sum += s.won
		}
	}
	last := hands[len(hands)].seats
	for i, s := range last {
		each := -sum / pot.Chips(len(last)-i)
		people[s.person].Won += each
		sum += each
	}
	for _, p := range people {
		p.Owed = p.Won
	}
}
