package table

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"chratze/chance"
	"chratze/variant"
)

// TestAnythingAtAnyTime lets people, bots, clocks and crashes do anything at any moment,
// sensible or not. The table never panics; what it refuses leaves it as it was; its log gives
// the same table again; accounts and pot add up to 0; nothing comes early; everybody's events
// are those of their view, and without a card of a hand in which they don't sit; and it is
// never stuck.
func TestAnythingAtAnyTime(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := newChaos(rt)
		for range rapid.IntRange(20, 300).Draw(rt, "steps") {
			c.step()
		}
		c.finish()
	})
}

// chaos is a table with the test's own account of the people at it.
type chaos struct {
	*rapid.T
	r      chance.Shuffler
	now    Millis
	table  *Table
	shadow *Table // made from the log alone, record by record
	log    [][]byte
	asks   []Ask
	wake   Millis
	conns  []*conn
	said   []sent
	keys   []string
	who    map[string]int // by key: the person, by the test's own numbers
	at     map[int]int    // by chair: the person who played there when the hand began
	away   map[int]Millis // by chair: since when nobody is connected
	asked  Millis         // when the last question was put, or put again
	rested Millis         // when the last hand has been shown long enough

	last    Kind         // act or shut, whichever came last
	hurried bool         // somebody wishes the next hand at once
	spoke   map[int]bool // by chair: has said in this hand what to do with the trump six
	always  map[int]int  // by chair: who has said it for all hands
	veil    map[int]bool // by chair: has got another link in this hand
	ready   map[int]bool // by chair: wishes the next hand
	company bool         // somebody has come or gone since the hand began, or more than one person is there
	agreed  map[int]bool // by person: to hints
	shown   bool         // who is alone wishes to see all hands
}

func (c *chaos) n(most int, what string) int { return rapid.IntRange(0, most).Draw(c.T, what) }

func newChaos(rt *rapid.T) *chaos {
	v, err := variant.Parse(rapid.SampledFrom(variant.Presets()).Draw(rt, "rules"))
	if err != nil {
		rt.Fatal(err)
	}
	c := &chaos{T: rt, now: began, who: map[string]int{}, at: map[int]int{}, away: map[int]Millis{}, spoke: map[int]bool{}, always: map[int]int{}, veil: map[int]bool{}, ready: map[int]bool{}, agreed: map[int]bool{}}
	c.r = newChance(rapid.Uint64().Draw(rt, "seed"))
	least, most := v.Seats()
	sometimes := func(d Millis, what string) Millis {
		if rapid.Bool().Draw(rt, what) {
			return d
		}
		return 0
	}
	cfg := Config{
		Variant: v, Chairs: rapid.IntRange(least, min(most, 5)).Draw(rt, "chairs"),
		Pace: sometimes(4000, "pace"), Away: sometimes(60_000, "away"), SixWindow: sometimes(3000, "window"), SixLeast: sometimes(1500, "least"), Settle: sometimes(30_000, "settle"),
		Decision: sometimes(20_000, "decision"), Bank: sometimes(30_000, "bank"),
		PayLeavers: rapid.Bool().Draw(rt, "pay"), Spectators: true,
	}
	if rapid.Bool().Draw(rt, "bots") {
		cfg.Bot = "random"
	}
	cfg.Practice = rapid.Bool().Draw(rt, "practice")
	table, ready, err := Create(c.now, cfg, "Anna", c.key(), [32]byte{})
	c.table = table
	for i := range cfg.Chairs {
		c.away[i] = c.now
	}
	c.take(ready, err)
	c.connect(0)
	others := cfg.Chairs - 1
	if cfg.Practice && cfg.Bot != "" && c.n(3, "company") > 0 {
		others = 0
	}
	for i := range c.n(others, "people") {
		c.take(c.table.Sit(c.now, i+1, "Beat", c.key()))
		c.connect(i + 1)
	}
	c.take(c.table.Start(c.now, 0, c.r))
	return c
}

// sent is an answer that was sent.
type sent struct {
	chair  int
	number uint64
	act    string
}

// key makes a key of a new person.
func (c *chaos) key() string {
	k := "key" + strconv.Itoa(len(c.keys))
	c.keys = append(c.keys, k)
	c.who[k] = len(c.keys)
	return k
}

// step does something.
func (c *chaos) step() {
	switch what := c.n(99, "what"); {
	case what < 30:
		c.answer()
	case what < 50:
		c.bot()
	case what < 59:
		c.tick(c.wake - Millis(c.n(1500, "before")))
		c.tick(c.wake)
	case what < 62:
		c.resend()
	case what < 66:
		c.now += Millis(c.n(1000, "moment"))
		c.tick(c.now)
	case what < 69:
		c.now += Millis(c.n(120_000, "leap"))
		if c.n(1, "at once") == 0 {
			c.tick(c.now)
		}
	case what < 77:
		c.connect(c.n(len(c.keys)-1, "who"))
	case what < 82:
		c.disconnect()
	case what < 83:
		c.comings()
	case what < 87:
		c.nonsense()
	case what < 88:
		c.crash()
	case what < 92 && c.table.cfg.Practice:
		c.practise()
	default:
		c.wish()
	}
}

// answer lets one of those who are asked say something legal.
func (c *chaos) answer() {
	for _, o := range c.conns {
		var cur Cursor
		n, _ := c.table.News(o.chair, &cur)
		if n.Question == nil {
			continue
		}
		act := n.Question.Legal[c.n(len(n.Question.Legal)-1, "legal")].String()
		c.said = append(c.said, sent{o.chair, n.Question.Number, act})
		c.take(c.table.Act(c.now, o.chair, n.Question.Number, act, ByPerson, c.r))
		return
	}
}

// resend sends an answer again that was sent before: it must not count twice,
// unless it changes what was said in advance about the trump six.
func (c *chaos) resend() {
	if len(c.said) == 0 {
		return
	}
	old := c.said[max(0, len(c.said)-1-c.n(6, "old"))]
	ready, err := c.table.Act(c.now, old.chair, old.number, old.act, ByPerson, c.r)
	if err == nil && len(ready.Append) > 0 && c.table.window == 0 {
		c.Fatalf("%v counts twice", old)
	}
	c.take(ready, err)
}

func (c *chaos) bot() {
	if len(c.asks) == 0 {
		return
	}
	i := c.n(len(c.asks)-1, "bot")
	a := c.asks[i]
	if c.n(5, "twice") > 0 {
		c.asks = slices.Delete(c.asks, i, i+1)
	}
	ready, err := c.table.Act(c.now, a.Chair, a.Question, a.View.Legal[c.n(len(a.View.Legal)-1, "legal")].String(), a.By, c.r)
	c.take(ready, err)
	if err != nil { // as the host does
		c.tick(c.now)
	}
}

func (c *chaos) tick(at Millis) {
	c.now = max(c.now, at)
	c.take(c.table.Tick(c.now, c.r))
}

func (c *chaos) connect(who int) {
	chair := c.table.ChairOf(c.keys[who])
	if chair < 0 && c.n(3, "watch") > 0 {
		return
	}
	o := &conn{name: "c", chair: chair, key: c.keys[who]}
	if chair < 0 {
		o.key = ""
	}
	c.conns = append(c.conns, o)
	delete(c.away, chair)
	c.take(c.table.Present(c.now, chair, true), nil)
}

func (c *chaos) disconnect() {
	if len(c.conns) == 0 {
		return
	}
	i := c.n(len(c.conns)-1, "conn")
	o := c.conns[i]
	c.conns = slices.Delete(c.conns, i, i+1)
	c.left(o.chair)
	c.take(c.table.Present(c.now, o.chair, false), nil)
}

// comings lets everybody go for a minute, come back for a moment, and go again.
func (c *chaos) comings() {
	for range 3 {
		for len(c.conns) > 0 && c.n(7, "stays") > 0 {
			c.disconnect()
		}
		c.now += 60_000
		c.tick(c.now)
		c.connect(c.n(len(c.keys)-1, "who"))
		c.bot()
	}
}

func (c *chaos) left(chair int) {
	if !slices.ContainsFunc(c.conns, func(o *conn) bool { return o.chair == chair }) {
		c.away[chair] = c.now
	}
}

// nonsense is what a broken or hostile program sends.
func (c *chaos) nonsense() {
	chair, q := c.n(10, "chair")-1, uint64(c.n(40, "number"))
	act := rapid.SampledFrom([]string{"", "open", "pass", "join", "out", "play As", "lay", "lay ??", "drop 9h", "swap", "keep", "see", "play", "fly", "play As Ks", "lay 6c 6c"}).Draw(c.T, "act")
	by := rapid.SampledFrom([]By{ByPerson, ByBot, ByAway, ByTimeout, "x"}).Draw(c.T, "by")
	if c.n(2, "six") == 0 {
		c.take(c.table.Six(c.now, chair, act, false))
		return
	}
	c.take(c.table.Act(c.now, chair, q, act, by, c.r))
}

func (c *chaos) wish() {
	by, chair := c.n(6, "by")-1, c.n(6, "chair")-1
	switch c.n(16, "wish") {
	case 0, 1, 2:
		c.take(c.table.Start(c.now, by, c.r))
	case 3:
		if by >= 0 && by < c.table.cfg.Chairs && c.shadow.human(by) && c.shadow.stage == Between {
			c.ready[by] = true
			c.hurried = !c.waits() || c.allReady()
		}
		ready, err := c.table.Next(c.now, by, c.r)
		if err != nil {
			delete(c.ready, by)
		}
		c.take(ready, err)
		c.hurried = false
	case 4:
		c.take(c.table.Change(c.now, by, rapid.SampledFrom([]Kind{KindPause, KindResume, KindLast, KindEnd, "x"}).Draw(c.T, "kind")))
	case 5, 6, 7:
		k := c.key()
		if c.n(1, "any") > 0 {
			chair = c.table.FreeChair("")
		}
		left := "" // or the key of a chair that may have been left
		if c.n(1, "again") > 0 {
			left = c.keys[c.n(len(c.keys)-1, "left")]
		}
		was := c.personWith(left)
		ready, err := c.table.Step(c.now, Command{Do: DoSit, From: -1, Chair: chair, Name: "Beat", Key: k, Left: left}, nil)
		if err == nil && was >= 0 && c.personWith(k) == was { // the same person comes again, and may see what they saw
			c.who[k] = c.who[left]
		}
		c.take(ready, err)
	case 8:
		c.take(c.table.Leave(c.now, by, chair))
	case 9:
		c.take(c.table.HandOver(c.now, by, chair))
	case 10:
		c.newKey(by, chair)
	case 11:
		c.take(c.table.SitBot(c.now, by, chair, "random"))
	case 13:
		kind := rapid.SampledFrom([]Kind{KindAgree, KindDisagree, "x"}).Draw(c.T, "agree")
		ready, err := c.table.Agree(c.now, chair, kind)
		if err == nil {
			c.agreed[c.who[c.table.chairs[chair].key]] = kind == KindAgree
		}
		c.take(ready, err)
	case 14:
		c.take(c.table.Step(c.now, Command{Do: rapid.SampledFrom([]Do{DoUndo, DoUndo, DoAllow, DoAllow, DoDeny}).Draw(c.T, "undo"), From: chair}, nil))
	case 16:
		c.take(c.table.Step(c.now, Command{Do: DoRename, From: chair, Text: rapid.SampledFrom([]string{"Anna", "Beat", "Vreni", "", "A=B"}).Draw(c.T, "name")}, nil))
	case 15:
		people := len(c.table.people) + 1
		c.take(c.table.Step(c.now, Command{Do: DoSame, From: by, Person: c.n(people, "left"), Into: c.n(people, "into")}, nil))
	case 12:
		if chair >= 0 && chair < c.table.cfg.Chairs {
			c.take(c.table.Six(c.now, chair, rapid.SampledFrom([]string{"swap", "keep"}).Draw(c.T, "six"), c.n(3, "always") == 0))
		}
	}
}

// personWith returns the index of the person who has a key, or -1.
func (c *chaos) personWith(key string) int {
	return slices.IndexFunc(c.table.people, func(p Person) bool { return key != "" && p.key == key })
}

// practise takes back, begins again, and turns hands up: mostly who sits there.
func (c *chaos) practise() {
	chair := c.table.alone()
	if chair < 0 || c.n(5, "who") == 0 {
		chair = c.n(6, "chair") - 1
	}
	kind := rapid.SampledFrom([]Kind{KindBack, KindBack, KindBack, KindAgain, KindShow, KindHide, "x"}).Draw(c.T, "kind")
	c.take(c.table.Practise(c.now, chair, kind, c.r))
}

// newKey gives the person on a chair another link: it is the same person.
func (c *chaos) newKey(by, chair int) {
	old := 0
	if chair >= 0 && chair < c.table.cfg.Chairs {
		old = c.who[c.table.chairs[chair].key]
	}
	k := c.key()
	ready, err := c.table.NewKey(c.now, by, chair, k)
	if err == nil {
		c.who[k] = old
	}
	c.take(ready, err)
}

func (c *chaos) crash() {
	c.table, c.conns, c.asks = c.shadow, nil, nil
	var err error
	if c.shadow, err = Replay(c.log); err != nil {
		c.Fatal(err)
	}
	c.table.Restarted(c.now)
	for i := range c.table.cfg.Chairs {
		c.away[i] = c.now
	}
	c.asked = c.now
	clear(c.ready)
	c.tick(c.now)
}
