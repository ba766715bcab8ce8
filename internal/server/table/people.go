package table

import (
	"crypto/subtle"
	"slices"
	"strings"
	"unicode"

	"chratze/internal/fair"
	"chratze/rams"
)

// MaxName is how many letters a name may have.
const MaxName = 24

// CleanName returns a name as it may stand at a table, or "".
func CleanName(name string) string { return CleanText(name, MaxName) }

// CleanText returns a line of text as others may be shown it: trimmed, without
// control and formatting characters, which could turn it round or hide in it, cut
// to so many letters.
func CleanText(text string, most int) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case blank(r) || !unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp):
			continue
		case unicode.Is(unicode.Mn, r) && n == 0:
			continue
		case n == most:
			return b.String()
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// MaxPeople is how many people and bots may have sat at a table, one after the other.
const MaxPeople = 200

// botNames are the names of bots, in the order in which they sit down.
//
//lattice:table
var botNames = [...]string{"Vreni", "Sepp", "Trudi", "Köbi", "Rösli", "Ueli", "Heidi", "Fridolin"}

// Create makes a table with its maker on chair 0 and, if the table has bots, a
// bot on each other chair. Key is the SHA-256 of the maker's secret, hexadecimal.
// The secret is what the deals follow from, if the table has a proof.
func Create(now Millis, cfg Config, name, key string, secret fair.Secret) (*Table, Ready, error) {
	if name = CleanName(name); name == "" {
		return nil, Ready{}, refuse(RefusedName)
	}
	cfg.Shares = SharesPlayed
	first := Record{Kind: KindCreate, At: now, Config: &cfg}
	t, what := create(&cfg)
	if what != "" {
		return nil, Ready{}, refuse(RefusedConfig)
	}
	if cfg.Proof != "" {
		first.Secret = secret.Hex()
		t.proof = newProof(secret)
		t.proof.next.since = now
	}
	if cfg.Deal != nil {
		if err := cfg.Deal.check(&cfg); err != nil {
			return nil, Ready{}, &Refused{Code: RefusedDeal, Detail: err.Error()}
		}
	}
	all := Ready{Append: [][]byte{first.Encode()}}
	for c := range cfg.Chairs {
		r := Record{Kind: KindSit, Chair: c, Name: name, Key: key}
		if c > 0 {
			if cfg.Bot == "" {
				break
			}
			r = Record{Kind: KindSit, Chair: c, Name: t.botName(), Bot: cfg.Bot}
		}
		ready, err := t.step(now, r, nil)
		if err != nil {
			return nil, Ready{}, err
		}
		all.Append = append(all.Append, ready.Append...)
	}
	return t, all, nil
}

func create(cfg *Config) (*Table, string) {
	least, most := cfg.Variant.Seats()
	if cfg.Chairs < least || cfg.Chairs > most {
		return nil, "so many chairs can't be in this game"
	}
	if _, err := cfg.Variant.Game(cfg.Chairs); err != nil {
		return nil, err.Error()
	}
	for _, d := range [...]Millis{cfg.Pace, cfg.Decision, cfg.Bank, cfg.Away, cfg.SixWindow, cfg.SixLeast, cfg.Settle, cfg.SpectatorDelay} {
		if d < 0 || d > 24*60*60*1000 {
			return nil, "a duration is out of its range"
		}
	}
	if !slices.Contains([]string{"", ProofSitting, ProofHand, ProofNever}, cfg.Proof) {
		return nil, "no such proof"
	}
	if cfg.Money != "" && !slices.Contains(Monies(), cfg.Money) {
		return nil, "no such money"
	}
	if cfg.Shares != "" && cfg.Shares != SharesPlayed {
		return nil, "no such way to share the pot"
	}
	if cfg.Deck != "" && !slices.Contains(Decks(), cfg.Deck) {
		return nil, "no such deck"
	}
	t := &Table{cfg: *cfg, chairs: make([]chair, cfg.Chairs), host: -1, seq: 1}
	if cfg.Practice {
		t.practice = &practice{}
	}
	return t, ""
}

// Replay makes a table from its records. The error wraps ErrLog.
func Replay(records [][]byte) (*Table, error) {
	return replay(records, func(*Table, *Record) bool { return true })
}

// replay makes a table from its records and shows it after each, until that says no.
func replay(records [][]byte, after func(*Table, *Record) bool) (*Table, error) {
	var t *Table
	for i, b := range records {
		r, err := DecodeRecord(b)
		if err != nil {
			return nil, logError(i, err.Error())
		}
		what := ""
		switch {
		case i == 0 && r.Kind == KindCreate && r.Config != nil:
			if t, what = create(r.Config); what == "" && r.Config.Proof != "" {
				what = t.restore(r.Secret)
			}
		case i == 0 || r.Kind == KindCreate:
			what = "a log begins with the making of the table, and has no second one"
		default:
			what = t.apply(&r, nil)
		}
		if what != "" {
			return nil, logError(i, what)
		}
		if !after(t, &r) {
			break
		}
	}
	if t == nil {
		return nil, logError(0, "the log is empty")
	}
	return t, nil
}

// restore gives a table that is read again the secret of its deals.
func (t *Table) restore(text string) string {
	secret, ok := fair.ParseSecret(text)
	if !ok {
		return "the secret of the deals is missing"
	}
	t.proof = newProof(secret)
	return ""
}

// ChairOf returns the chair whose link has the secret with this hash, or -1.
func (t *Table) ChairOf(key string) int {
	found := -1
	for c := range t.chairs {
		if k := t.chairs[c].key; k != "" && subtle.ConstantTimeCompare([]byte(k), []byte(key)) == 1 {
			found = c
		}
	}
	return found
}

// FreeChair returns a chair on which nobody or only a bot sits, or -1.
func (t *Table) FreeChair() int {
	bot := -1
	for c := range t.chairs {
		switch ch := &t.chairs[c]; {
		case t.on(c) == nil:
			return c
		case !t.human(c) && ch.next == nil && bot < 0:
			bot = c
		}
	}
	return bot
}

// Sit seats a person on a free chair, or in place of a bot, who plays a running
// hand to its end. Key is the hash of the secret of his link.
func (t *Table) Sit(now Millis, c int, name, key string) (Ready, error) {
	if name = CleanName(name); name == "" {
		return Ready{}, refuse(RefusedName)
	}
	if t.stage == Over {
		return Ready{}, refuse(RefusedStage)
	}
	if c < 0 || c >= len(t.chairs) || t.human(c) || t.chairs[c].next != nil {
		return Ready{}, refuse(RefusedChair)
	}
	if len(t.people) >= MaxPeople {
		return Ready{}, refuse(RefusedFull)
	}
	return t.step(now, Record{Kind: KindSit, Chair: c, Name: t.distinct(name), Key: key}, nil)
}

// NewKey gives a chair a new link, for somebody who comes back without his.
func (t *Table) NewKey(now Millis, host, c int, key string) (Ready, error) {
	if err := t.byHost(host); err != nil {
		return Ready{}, err
	}
	if c < 0 || c >= len(t.chairs) || !t.human(c) && t.chairs[c].next == nil {
		return Ready{}, refuse(RefusedChair)
	}
	return t.step(now, Record{Kind: KindKey, Chair: c, Key: key, Host: host + 1}, nil)
}

// Leave lets a person go; a bot plays a running hand to its end for him. By is
// the chair that wishes it: his own, or the host's.
func (t *Table) Leave(now Millis, by, c int) (Ready, error) {
	if c != by {
		if err := t.byHost(by); err != nil {
			return Ready{}, err
		}
	}
	if t.on(c) == nil || t.chairs[c].leaving {
		return Ready{}, refuse(RefusedChair)
	}
	r := Record{Kind: KindLeave, Chair: c}
	if c != by {
		r.Host = by + 1
	}
	return t.step(now, r, nil)
}

// SitBot puts a bot on a free chair, at the host's wish.
func (t *Table) SitBot(now Millis, host, c int, bot string) (Ready, error) {
	if err := t.byHost(host); err != nil {
		return Ready{}, err
	}
	if c < 0 || c >= len(t.chairs) || t.on(c) != nil {
		return Ready{}, refuse(RefusedChair)
	}
	if len(t.people) >= MaxPeople {
		return Ready{}, refuse(RefusedFull)
	}
	return t.step(now, Record{Kind: KindSit, Chair: c, Name: t.botName(), Bot: bot, Host: host + 1}, nil)
}

// botName returns the first name of bots that nobody at the table has.
func (t *Table) botName() string {
	for _, name := range botNames {
		if !slices.ContainsFunc(t.people, func(p Person) bool { return p.Chair >= 0 && p.Name == name }) {
			return name
		}
	}
	return botNames[0]
}

// HandOver gives the host's rights to another person.
func (t *Table) HandOver(now Millis, host, c int) (Ready, error) {
	if err := t.byHost(host); err != nil {
		return Ready{}, err
	}
	if !t.human(c) || t.chairs[c].leaving {
		return Ready{}, refuse(RefusedChair)
	}
	return t.step(now, Record{Kind: KindHost, Chair: c, Host: host + 1}, nil)
}

func (t *Table) byHost(c int) error {
	if c != t.host || c < 0 {
		return refuse(RefusedHost)
	}
	return nil
}

// Present notes that a connection of a chair has come or gone. It is no record:
// after a restart nobody is there.
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
		if ch.present == 0 || there && ch.present == 1 {
			t.info++
		}
		if t.bots.chair == c && t.human(c) {
			t.bots = question{} // the bot that has been asked for him may be refused by now
		}
	}
	ready := Ready{First: t.seq}
	t.Pending(now, &ready)
	return ready
}

// HasLink reports whether the link of a chair has the secret with this hash; who
// came in by another one is no longer there.
func (t *Table) HasLink(c int, key string) bool {
	return c >= 0 && c < len(t.chairs) && key != "" && t.chairs[c].key == key
}

// Restarted notes that the table has just been read again: nobody is there, and
// for what had to be done meanwhile the time begins anew, since nobody could. The log
// may be of a clock that was ahead: nobody waits until now has come up with it.
func (t *Table) Restarted(now Millis) {
	for c := range t.chairs {
		t.chairs[c].away = now
	}
	t.asked = now
	if t.proof != nil {
		t.proof.next.since = now
	}
	if t.window != 0 {
		t.window = now + t.cfg.SixWindow
	}
	t.nextAt, t.settled = min(t.nextAt, now+t.cfg.Pace), min(t.settled, now+max(t.cfg.Pace, t.cfg.Settle))
}

// Skew says how far the clock on the wall is from the one that the table waits by, for
// the records from now on.
func (t *Table) Skew(d Millis) { t.skew = d }

// ---- the evening ----

// Start begins the first hand, at the host's wish; who deals is drawn by lot.
func (t *Table) Start(now Millis, host int, source rams.Shuffler) (Ready, error) {
	if err := t.byHost(host); err != nil {
		return Ready{}, err
	}
	if t.stage != Lobby {
		return Ready{}, refuse(RefusedStage)
	}
	if _, err := t.cfg.Variant.Game(t.taken()); err != nil {
		return Ready{}, refuse(RefusedPlayers)
	}
	if t.proof != nil {
		t.proof.want = true
		if !t.proof.next.fixed {
			t.proof.next.since = now
		}
		return t.Tick(now, source)
	}
	return t.step(now, Record{Kind: KindHand, Chair: source.Cut(len(t.chairs)+1) - 1}, source)
}

// Next begins the next hand at once, at the wish of anybody who sits; where people wait
// for each other (Config.Settle), at that of all of them.
func (t *Table) Next(now Millis, c int, source rams.Shuffler) (Ready, error) {
	if t.stage != Between || !t.human(c) || !t.canBegin() {
		return Ready{}, refuse(RefusedStage)
	}
	if ch := &t.chairs[c]; t.friends() && !ch.ready {
		ch.ready = true
		t.info++
	}
	if t.friends() && !t.allReady() {
		ready := Ready{First: t.seq}
		t.Pending(now, &ready)
		return ready, nil
	}
	if t.proof != nil {
		t.proof.want = true
		return t.Tick(now, source)
	}
	return t.step(now, Record{Kind: KindHand}, source)
}

// Change pauses or resumes the evening, announces the last hand or ends it, at
// the host's wish: KindPause, KindResume, KindLast or KindEnd.
func (t *Table) Change(now Millis, host int, k Kind) (Ready, error) {
	if err := t.byHost(host); err != nil {
		return Ready{}, err
	}
	ok := false
	switch k {
	case KindPause:
		ok = t.stage == Between
	case KindResume:
		ok = t.stage == Paused
	case KindLast:
		ok = t.stage != Over && !t.last
	case KindEnd:
		ok = t.stage != Playing && t.stage != Over
	}
	if !ok {
		return Ready{}, refuse(RefusedStage)
	}
	if t.proof != nil {
		t.proof.want, t.proof.next.since = false, max(t.proof.next.since, now)
	}
	return t.step(now, Record{Kind: k, Host: host + 1}, nil)
}

// ---- playing ----

// Act answers the question with this number for a chair. By says who answers; a
// bot's answer for a person who is back by now is refused as stale.
func (t *Table) Act(now Millis, c int, question uint64, act string, by By, source rams.Shuffler) (Ready, error) {
	if c < 0 || c >= len(t.chairs) || t.seatOf(c) < 0 {
		return Ready{}, refuse(RefusedTurn)
	}
	if question != t.chairs[c].asked {
		return Ready{}, refuse(RefusedStale)
	}
	if by == ByPerson {
		if !t.human(c) || t.chairs[c].leaving || t.veiled(c) { // who is to come, or goes, watches
			return Ready{}, refuse(RefusedTurn)
		}
	} else {
		why, bot := t.standIn(c, now)
		if !bot {
			t.bots.number = 0 // to be asked anew if the person goes again
			return Ready{}, refuse(RefusedStale)
		}
		by = why
	}
	aboutSix := act == rams.Swap.String() || act == rams.Keep.String()
	if t.window != 0 && (aboutSix || t.hand.State.Turn() == t.seatOf(c) && t.hand.State.Phase() == rams.PhaseSwap) {
		return t.six(now, c, act, false, true)
	}
	if t.actor() != c {
		if question > 0 { // it has been answered, and no other has been put yet
			return Ready{}, refuse(RefusedStale)
		}
		return Ready{}, refuse(RefusedTurn)
	}
	a, err := rams.ParseAction(act, t.seatOf(c))
	if err != nil {
		return Ready{}, refuse(RefusedAct)
	}
	if why := t.hand.State.Why(a); why != nil {
		why.Action = a
		return Ready{}, &Refused{Code: RefusedRule, Rule: why}
	}
	return t.step(now, Record{Kind: KindAct, Chair: c, Act: act, By: by, Due: t.deadline(c)}, source)
}

// Tick does what time alone brings: it ends the window for the trump six, begins
// the next hand, lets a bot answer for whom time is over, gives the rights of a host
// who stays away to somebody who is there. It may be called at any time; nothing
// happens early.
func (t *Table) Tick(now Millis, source rams.Shuffler) (Ready, error) {
	c := t.heir()
	if c < 0 || !t.away(t.host, now) {
		return t.tick(now, source)
	}
	first, err := t.step(now, Record{Kind: KindHost, Chair: c}, source)
	if err != nil {
		return first, err
	}
	rest, err := t.tick(now, source)
	rest.Append, rest.First, rest.Asks = append(first.Append, rest.Append...), first.First, append(first.Asks, rest.Asks...)
	return rest, err
}

// tick does what concerns the hands.
func (t *Table) tick(now Millis, source rams.Shuffler) (Ready, error) {
	switch {
	case t.proof != nil && (t.stage == Lobby || t.stage == Between):
		return t.proceed(now, source)
	case t.stage == Between && t.goesOn() && now >= t.begins():
		return t.step(now, Record{Kind: KindHand}, source)
	case t.stage != Playing:
	case t.window != 0:
		if now >= t.closes(now) {
			return t.step(now, Record{Kind: KindShut}, source)
		}
	default:
		c := t.actor()
		if due := t.due(c); due != 0 && now >= due && t.human(c) {
			t.timeout = true
		}
		if by, _ := t.standIn(c, now); by == ByAway && !t.chairs[c].standIn {
			t.chairs[c].standIn = true
			t.info++
		}
	}
	ready := Ready{First: t.seq}
	t.Pending(now, &ready)
	return ready, nil
}
