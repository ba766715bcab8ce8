package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"chratze/history"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/wire"
	"chratze/internal/waittest"
)

// player is a page, without its pictures: it keeps what it is told, and answers questions.
type player struct {
	t      *testing.T
	seat   *Seat
	said   chan []byte // what it is told; closed when the connection has ended
	hand   int
	events []string // of the hand
	ask    *wire.Question
	stage  table.Stage
	may    table.Practice
	bye    string
	others []wire.Received // what is no news
}

func sit(t *testing.T, r *Room, name string) *player {
	t.Helper()
	return sitOn(t, r, name, 0)
}

func sitOn(t *testing.T, r *Room, name string, chair int) *player {
	t.Helper()
	p := &player{t: t, said: make(chan []byte, 1<<12)}
	p.seat = r.Sit(t.Context(), name, chair, func(m []byte) { p.said <- bytes.Clone(m) }, func() { close(p.said) })
	p.hear() // hello
	return p
}

// hear takes one message; false if the connection has ended.
func (p *player) hear() bool {
	p.t.Helper()
	select {
	case message, ok := <-p.said:
		if !ok {
			return false
		}
		p.take(message)
		return true
	case <-time.After(waittest.Limit):
		p.t.Fatalf("%s: hand %d, %s: %q", waittest.Late("a message"), p.hand, p.stage, p.events)
		return false
	}
}

func (p *player) take(message []byte) {
	p.t.Helper()
	m, err := wire.Read(message)
	if err != nil {
		p.t.Fatalf("%s: %v", message, err)
	}
	if m.T != "" {
		p.others = append(p.others, m)
		if m.T == "bye" {
			p.bye = m.Code
		}
		return
	}
	var texts struct{ Ev []string }
	if err := json.Unmarshal(message, &texts); err != nil {
		p.t.Fatal(err)
	}
	if m.From != nil {
		p.events = p.events[:min(*m.From, len(p.events))]
	}
	p.events = append(p.events, texts.Ev...)
	if m.Hand != nil {
		p.hand = *m.Hand
	}
	if m.Info != nil && m.Info.InfoStage != nil {
		p.stage = m.Info.Stage
	}
	if m.Info != nil && m.Info.Practice != nil {
		p.may = *m.Info.Practice
	}
	p.ask = m.Ask
}

func (p *player) say(format string, args ...any) { p.seat.Hear(fmt.Appendf(nil, format, args...)) }

// until hears messages until something is so.
func (p *player) until(is func() bool) {
	p.t.Helper()
	for !is() {
		if !p.hear() {
			p.t.Fatalf("the connection ended: %q", p.bye)
		}
	}
}

// answer answers a question, and waits until it is another one.
func (p *player) answer() {
	p.t.Helper()
	q, act := p.ask.Number, p.ask.Legal[len(p.events)%len(p.ask.Legal)]
	if slices.Contains(p.ask.Legal, "see") { // so that there are cards
		act = "see"
	}
	p.say(`{"t":"act","q":%d,"act":%q}`, q, act)
	p.until(func() bool { return p.ask == nil || p.ask.Number != q })
}

// play plays the hand to its end.
func (p *player) play() {
	p.t.Helper()
	for {
		p.until(func() bool { return p.ask != nil || p.stage != table.Playing })
		if p.ask == nil {
			return
		}
		p.answer()
	}
}

// begin begins the next hand.
func (p *player) begin(do string) {
	p.t.Helper()
	n := p.hand
	p.say(`{"t":%q}`, do)
	p.until(func() bool { return p.hand > n && p.stage == table.Playing })
}

const wish = `{"name":"Anna","practice":true,"pace":0,"six_window":0,"proof":"","chairs":4,"bot":%q,"rules":{"preset":%q}}`

func made(t *testing.T, r *Room, bot, preset string) string {
	t.Helper()
	m, err := r.Make(t.Context(), fmt.Appendf(nil, wish, bot, preset))
	if err != nil {
		t.Fatal(err)
	}
	if m.Link != "/t/"+m.Table {
		t.Errorf("the link is %s", m.Link)
	}
	return m.Table
}

func room(t *testing.T, log host.Log) *Room {
	t.Helper()
	r := New(Options{Log: log, Unkept: func(err error) { t.Errorf("nothing is kept: %v", err) }})
	t.Cleanup(r.Close)
	return r
}

// TestEvening: hands against each level of bots, with a room that is opened anew in the
// middle. What is told is what a native table tells that replays the log, and the log
// gives the hands that were played.
func TestEvening(t *testing.T) {
	t.Parallel()
	for bot, preset := range map[string]string{"beginner": "kratzen", "stammtisch-1": "chratze", "strong": "zwicken", "best": "chratze"} {
		t.Run(bot, func(t *testing.T) {
			t.Parallel()
			hands := 6
			if bot == "strong" || bot == "best" {
				hands = 2 // they take their time
			}
			log := hosttest.NewMemory()
			r := room(t, log)
			name := made(t, r, bot, preset)
			p := sit(t, r, name)
			var told []string
			for n := range hands {
				p.begin(map[bool]string{true: "start", false: "next"}[n == 0])
				if p.until(func() bool { return p.ask != nil || p.stage != table.Playing }); p.ask != nil {
					before := slices.Clone(p.events)
					p.seat.Leave()
					r.Close()
					r = room(t, log)
					p = sit(t, r, name)
					p.until(func() bool { return p.ask != nil })
					if !slices.Equal(p.events, before) {
						t.Fatalf("after coming back one sees\n%q, before\n%q", p.events, before)
					}
				}
				p.play()
				told = append(told, strings.Join(p.events, "|"))
			}
			replayed(t, r, log, name, told)
		})
	}
}

// replayed compares what a page was told of each hand with a native replay of the log, and
// reads the hands that the log gives.
func replayed(t *testing.T, r *Room, log *hosttest.Memory, name string, told []string) {
	t.Helper()
	records := log.Records(number(name))
	native, err := table.Replay(records)
	if err != nil {
		t.Fatal(err)
	}
	if err := native.Check(); err != nil {
		t.Error(err)
	}
	v, _ := native.View(0)
	var last []string
	for i := range v.Events {
		last = append(last, string(v.Events[i].AppendTo(nil)))
	}
	if got := strings.Join(last, "|"); got != told[len(told)-1] {
		t.Errorf("a native replay sees\n%s\nand the page was told\n%s", got, told[len(told)-1])
	}
	lines, err := r.Hands(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(lines)) {
		h, err := history.Read(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if !h.Over || h.For.Seat() != 0 || !strings.Contains(line, fmt.Sprintf(`"id":"%s-%d"`, name, n+1)) {
			t.Errorf("hand %d is %s", n+1, line)
		}
		if read := r.Read(line, "public"); read.Fault != "" || bytes.Contains(read.Hand, []byte(`"view":0`)) {
			t.Errorf("what the public may see is %s %s", read.Hand, read.Fault)
		}
		n++
	}
	if n != len(told) {
		t.Errorf("%d hands are in the log, %d were played", n, len(told))
	}
	review, err := r.Review(strings.SplitN(string(lines), "\n", 2)[0], -1)
	if err != nil || len(review.Hands) != 1 {
		t.Errorf("the review has %v, %v", review, err)
	}
}

// TestRights: a hint, taking back, the same deal again, open cards.
func TestRights(t *testing.T) {
	t.Parallel()
	log := hosttest.NewMemory()
	r := room(t, log)
	p := sit(t, r, made(t, r, "stammtisch-1", "chratze"))
	p.begin("start")
	for p.ask == nil {
		if p.until(func() bool { return p.ask != nil || p.stage != table.Playing }); p.ask == nil {
			p.begin("next")
		}
	}
	first, q := slices.Clone(p.events), p.ask.Number
	p.say(`{"t":"hint","id":7,"q":%d}`, q)
	p.until(func() bool { return len(p.others) > 1 })
	if h := p.others[1]; h.T != "hint" || h.ID != 7 || h.Q != q || !bytes.Contains(h.Hint, []byte(`"acts":[`)) {
		t.Errorf("the hint is %+v", h)
	}
	p.answer()
	p.until(func() bool { return p.may.Back })
	p.say(`{"t":"back"}`)
	p.until(func() bool { return slices.Equal(p.events, first) && p.ask != nil })
	p.play()
	p.say(`{"t":"again"}`)
	p.until(func() bool { return p.stage == table.Playing && p.ask != nil })
	if !slices.Equal(p.events, first) {
		t.Errorf("the same deal again is\n%q, and was\n%q", p.events, first)
	}
	if slices.Contains(p.ask.Legal, "see") {
		p.answer()
	}
	hidden := strings.Count(strings.Join(p.events, "|"), "??")
	p.say(`{"t":"show"}`)
	p.until(func() bool { return p.may.Open })
	if n := strings.Count(strings.Join(p.events, "|"), "??"); n >= hidden { // your own may still be face down
		t.Errorf("%d cards are hidden, and with open cards %d: %q", hidden, n, p.events)
	}
}

// full is a log whose storage is full after some batches.
type full struct {
	*hosttest.Memory
	left int
	why  error
}

func (f *full) Append(ctx context.Context, batch []host.Entry) error {
	if f.left--; f.left < 0 {
		return f.why
	}
	return f.Memory.Append(ctx, batch)
}

// TestFull: when the storage is full that is said once, and one plays on; what was kept is
// a log that can be replayed, and a file has what wasn't, too.
func TestFull(t *testing.T) {
	t.Parallel()
	log := &full{hosttest.NewMemory(), 3, errors.New("QuotaExceededError")}
	var unkept []string
	r := New(Options{Log: log, Unkept: func(err error) { unkept = append(unkept, err.Error()) }})
	name := made(t, r, "stammtisch-1", "chratze")
	p := sit(t, r, name)
	p.begin("start")
	p.play()
	p.begin("next")
	p.play()
	if lines, err := r.Hands(t.Context(), name); err != nil || bytes.Count(lines, []byte("\n")) != 2 {
		t.Errorf("the hands are\n%s\n%v", lines, err)
	}
	file, err := r.Hands(t.Context(), name+".log")
	if whole, bad := table.Replay(bytes.Split(bytes.TrimSpace(file), []byte("\n"))); err != nil || bad != nil || whole.Hands() != 2 {
		t.Errorf("the file of the evening: %v, %v", err, bad)
	}
	p.seat.Leave()
	if again := sit(t, r, name); again.bye != "" {
		t.Errorf("one can't come back: %s", again.bye)
	}
	r.Close()
	if !slices.Equal(unkept, []string{"QuotaExceededError"}) {
		t.Errorf("of the full storage is said: %q", unkept)
	}
	if half, err := table.Replay(log.Records(1)); err != nil || half.Hands() != 1 {
		t.Errorf("what was kept: %v", err)
	}
	other := New(Options{Log: log, Unkept: func(error) {}})
	defer other.Close()
	log.left = 0
	if name := made(t, other, "stammtisch-1", "chratze"); sit(t, other, name).bye != "" {
		t.Error("a table that isn't kept can't be played")
	}
}

// TestElsewhere: what another page has written is read again, and nothing is lost.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	log := &full{hosttest.NewMemory(), 2, ErrElsewhere}
	r := room(t, log)
	name := made(t, r, "stammtisch-1", "chratze")
	p := sit(t, r, name)
	p.say(`{"t":"start"}`)
	for p.hear() {
		if p.ask != nil {
			p.say(`{"t":"act","q":%d,"act":%q}`, p.ask.Number, p.ask.Legal[0])
		}
		if p.stage == table.Between {
			p.say(`{"t":"next"}`)
		}
	}
	if p.bye != "store" {
		t.Fatalf("the connection ends with %q", p.bye)
	}
	log.left = 1 << 20
	p = sit(t, r, name)
	p.until(func() bool { return p.ask != nil || p.stage != table.Playing })
	p.play()
}

// TestRefused: what isn't right is refused with a code.
func TestRefused(t *testing.T) {
	t.Parallel()
	r := room(t, hosttest.NewMemory())
	for body, want := range map[string]string{
		`{`: "json", `{"bote":1}`: "json", `{"name":"Anna","bot":"nobody"}`: "bot", `{"name":""}`: table.RefusedName, `{"name":"Anna","chairs":99}`: table.RefusedConfig,
	} {
		var refused *table.Refused
		if _, err := r.Make(t.Context(), []byte(body)); !errors.As(err, &refused) || refused.Code != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	for _, name := range []string{"", "p", "1", "p0", "p01", "p-1", "new", "p4711"} {
		p := &player{t: t, said: make(chan []byte, 10)}
		r.Sit(t.Context(), name, 0, func(m []byte) { p.said <- bytes.Clone(m) }, func() { close(p.said) })
		for p.hear() {
		}
		if p.bye != "table" {
			t.Errorf("table %q: %q", name, p.bye)
		}
	}
	if _, err := r.Review("{", 0); err == nil {
		t.Error("a broken hand is reviewed")
	}
	if r.Read("{", "").Fault == "" {
		t.Error("a broken hand is read")
	}
}

// drain hears what has come so far.
func (p *player) drain() {
	p.t.Helper()
	for {
		select {
		case message, ok := <-p.said:
			if !ok {
				p.t.Fatalf("the connection ended: %q", p.bye)
			}
			p.take(message)
		default:
			return
		}
	}
}

// TestPassedRound: three people share a device. Each is told only their own cards, and bots have
// the other chairs.
func TestPassedRound(t *testing.T) {
	t.Parallel()
	r := New(Options{Log: hosttest.NewMemory()})
	defer r.Close()
	m, err := r.Make(t.Context(), []byte(`{"name":"Anna","people":["Beat","Clara"],"pace":10,"chairs":4,"bot":"stammtisch-1","rules":{"preset":"chratze"}}`))
	if err != nil {
		t.Fatal(err)
	}
	all := []*player{sitOn(t, r, m.Table, 0), sitOn(t, r, m.Table, 1), sitOn(t, r, m.Table, 2)}
	all[0].begin("start")
	decided := map[int]bool{}
	for deadline := time.Now().Add(waittest.Limit); all[0].stage == table.Playing || all[0].stage == table.Lobby; {
		for chair, p := range all {
			if p.drain(); p.ask != nil {
				decided[chair] = true
				p.answer()
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: %q", waittest.Late("the end of a hand"), all[0].events)
		}
	}
	if len(decided) < 2 {
		t.Errorf("only %v have decided: nothing was tested", decided)
	}
	whose := map[string]bool{}
	for chair, p := range all {
		p.until(func() bool { return p.stage == table.Between })
		own := map[string]bool{}
		for _, e := range p.events {
			if words := strings.Fields(e); words[0] == "deal" && !strings.Contains(e, "??") {
				own[words[1]] = true
				whose[words[1]] = true
			}
		}
		if len(own) != 1 {
			t.Errorf("chair %d sees the cards dealt to the seats %v: %q", chair, own, p.events)
		}
	}
	if len(whose) != len(all) {
		t.Errorf("three people see the cards of the seats %v", whose)
	}
	if _, err := r.Make(t.Context(), []byte(`{"name":"Anna","people":["Beat","Clara"],"chairs":2,"rules":{"preset":"chratze"}}`)); err == nil {
		t.Error("three people have two chairs")
	}
}

// TestPassedRoundWaits: when a hand is over one person has the device, and the others look at it too:
// the next hand begins when that person wants it, and not before.
func TestPassedRoundWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := New(Options{Log: hosttest.NewMemory()})
		defer r.Close()
		m, err := r.Make(t.Context(), []byte(`{"name":"Anna","people":["Beat"],"pace":10,"chairs":2,"rules":{"preset":"zwicken"}}`))
		if err != nil {
			t.Fatal(err)
		}
		all := []*player{sitOn(t, r, m.Table, 0), sitOn(t, r, m.Table, 1)}
		all[0].begin("start")
		for begin := time.Now(); all[0].stage == table.Playing; time.Sleep(10 * time.Millisecond) {
			for _, p := range all {
				if p.drain(); p.ask != nil {
					p.answer()
				}
			}
			if time.Since(begin) > time.Hour {
				t.Fatalf("a hand without an end: %q", all[0].events)
			}
		}
		all[1].seat.Leave()
		time.Sleep(9 * time.Minute) // of ten
		if all[0].drain(); all[0].stage != table.Between {
			t.Fatalf("nobody wants the next hand, and it is %s", all[0].stage)
		}
		all[0].begin("next")
	})
}
