package table

import (
	"crypto/subtle"
	"slices"

	"golang.org/x/text/unicode/norm"

	"chratze/internal/naming"
	"chratze/pot"
)

// MaxName is the limit for a name, MaxLine for a line of chat or a note, in letters.
const (
	MaxName = 24
	MaxLine = 300
)

// CleanName returns a name in the form in which it is shown at a table, or "" if it has no letter,
// digit or emoji.
func CleanName(name string) string {
	if name = CleanText(name, MaxName); !naming.Named(name) {
		return ""
	}
	return name
}

// CleanText returns a line of text in the form in which it is shown to others: composed, trimmed,
// cut to `most` letters, and without what hides in it, even before a mark. What people see alike is written alike.
func CleanText(text string, most int) string {
	return norm.NFC.String(naming.Clean(norm.NFC.String(text), most))
}

// MaxPeople is the number of people and bots that may sit at a table, one after another.
const MaxPeople = 200

// botNames are the names of bots, in the order in which they sit down.
//
//lattice:table
var botNames = [...]string{"Vreni", "Sepp", "Trudi", "Köbi", "Rösli", "Ueli", "Heidi", "Fridolin"}

// ChairOf returns the chair whose link has the secret with the given hash, or -1.
func (co *company) ChairOf(key string) int {
	found := -1
	for c := range co.chairs {
		if k := co.chairs[c].key; k != "" && subtle.ConstantTimeCompare([]byte(k), []byte(key)) == 1 {
			found = c
		}
	}
	return found
}

// Left reports whether a person whose last link had the secret with the given hash has left, and may
// sit down again.
func (t *Table) Left(key string) bool { return t.left(key) != nil }

// left returns the person whose last link had the secret with the given hash, if they have left
// or are about to, and don't come again yet; or nil.
func (co *company) left(key string) *Person {
	for k := range co.people {
		p := &co.people[k]
		if key != "" && subtle.ConstantTimeCompare([]byte(p.key), []byte(key)) == 1 && co.mayReturn(p, max(p.Chair, co.FreeChair(""))) {
			return p
		}
	}
	return nil
}

// Account is what a person learns of their account after they have left their chair.
type Account struct {
	Person  int       `json:"person"`
	Balance pot.Chips `json:"balance"`
	Pays    []Pay     `json:"pays,omitempty"` // once the evening is over: their part in settling it
}

// AccountOf returns the account of a person without a chair whose last link had the secret with the
// given hash; nil: there is none.
func (t *Table) AccountOf(key string) *Account {
	for _, p := range t.people {
		if p.Chair >= 0 || key == "" || subtle.ConstantTimeCompare([]byte(p.key), []byte(key)) != 1 {
			continue
		}
		a := &Account{Person: p.ID, Balance: t.session.Balance(p.ID - 1)}
		if t.stage == Over {
			pays, _ := t.payments()
			a.Pays = slices.DeleteFunc(pays, func(m Pay) bool { return m.Payer != p.ID && m.Payee != p.ID })
		}
		return a
	}
	return nil
}

// FreeChair returns a chair for a person of this name, or -1: one that is free, or one of a bot,
// first of the bot whose name the person has.
func (co *company) FreeChair(name string) int {
	bot, alike := -1, naming.Likeness(CleanName(name))
	for c := range co.chairs {
		switch ch := &co.chairs[c]; {
		case co.on(c) == nil:
			return c
		case co.human(c) || ch.next != nil:
		case bot < 0 || naming.Likeness(co.on(c).Name) == alike && naming.Likeness(co.on(bot).Name) != alike:
			bot = c
		}
	}
	return bot
}

// botName returns the first name for bots that nobody has who has an account this evening, so that names tell
// accounts apart.
func (co *company) botName() string {
	for _, name := range botNames {
		if co.distinct(name, -1, 0) == name {
			return name
		}
	}
	return co.distinct(botNames[0], -1, 0)
}

// Present notes that a connection of a chair has come or gone. It is not recorded: after a
// restart nobody is connected.
func (t *Table) Present(now Millis, c int, there bool) Ready {
	if c >= 0 && c < len(t.chairs) {
		ch := &t.chairs[c]
		if there {
			ch.present++
			ch.away, ch.standIn = 0, false
		} else if ch.present > 0 {
			if ch.present--; ch.present == 0 {
				ch.away = now
			}
		}
		if ch.present == 0 || there && ch.present == 1 || ch.programs > 0 {
			t.info++
		}
		if t.bots.chair == c && t.human(c) {
			t.bots = question{} // doAct may refuse the bot that was asked in the person's place
		}
	}
	return t.rest(now)
}

// Program notes that a connection that has come to a chair, or is about to go, is a program's.
// Present is called after it.
func (t *Table) Program(c int, there bool) {
	if c < 0 || c >= len(t.chairs) {
		return
	}
	if ch := &t.chairs[c]; there {
		ch.programs++
	} else if ch.programs > 0 {
		ch.programs--
	}
	t.info++
}

// HasLink reports whether the link of a chair has the secret with the given hash. A connection
// made with an older link no longer counts.
func (co *company) HasLink(c int, key string) bool {
	return c >= 0 && c < len(co.chairs) && key != "" && co.chairs[c].key == key
}

// Restarted notes that the table was read from its log again. Nobody is connected. Deadlines
// start again, since nobody could answer meanwhile. If the clock of the log was ahead, times
// are counted from now.
func (t *Table) Restarted(now Millis) {
	for c := range t.chairs {
		t.chairs[c].away, t.chairs[c].standIn = now, false
	}
	t.asked, t.more = now, 0
	if t.proof != nil {
		t.proof.next.since = now
	}
	if t.window != 0 {
		t.window = now + t.cfg.SixWindow
	}
	t.nextAt, t.settled = min(t.nextAt, now+t.cfg.Pace), min(t.settled, now+max(t.cfg.Pace, t.cfg.Settle))
}

// Skew sets how far the wall clock is from the table's clock, for the records from now on.
func (t *Table) Skew(d Millis) { t.skew = d }
