package host

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"chratze/chance"
	"chratze/internal/client"
	"chratze/internal/fair"
	"chratze/internal/server/store/storetest"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// TestSimulation plays thousands of sittings, each from a seed, in a world in which
// messages are lost, late, doubled and in another order, connections break at any
// moment, the log fails, the server is killed at any moment or taken for dead while
// it goes on, and the clock is set to another time or day. Whatever happens (check, in simcheck_test.go):
// nobody has ever seen anything that is not in the log in the end, no hand is dealt
// twice, nobody misses or hears anything twice, no answer counts for another question,
// whoever comes back knows everything from one message, accounts and pot add up to 0, and it goes on.
//
// A failure names its seed; CHRATZE_SEED plays that one alone.
func TestSimulation(t *testing.T) {
	t.Parallel()
	sittings := uint64(250)
	switch {
	case os.Getenv("CHRATZE_VERIFY") != "":
		sittings = 20_000
	case testing.Short():
		sittings = 50
	}
	if text := os.Getenv("CHRATZE_SEED"); text != "" {
		var seed uint64
		if _, err := fmt.Sscan(text, &seed); err != nil {
			t.Fatal(err)
		}
		simulate(t, seed)
		return
	}
	var hands, kills, nonces, voids int
	for seed := range sittings {
		w := simulate(t, seed)
		if t.Failed() {
			return
		}
		hands += w.hands
		kills += w.kills
		nonces += w.nonces
		voids += w.voids
	}
	t.Logf("%d hands, %d kills, %d nonces, %d deals called off", hands, kills, nonces, voids)
	if nonces < int(sittings) || voids == 0 {
		t.Errorf("%d nonces and %d deals called off in %d sittings: too little happens", nonces, voids, sittings)
	}
	if hands < int(sittings) || kills < int(sittings)/2 {
		t.Errorf("%d hands and %d kills in %d sittings: too little happens", hands, kills, sittings)
	}
}

// simulate plays one sitting.
func simulate(t *testing.T, seed uint64) (w *world) {
	t.Run(fmt.Sprint(seed), func(t *testing.T) { synctest.Test(t, func(t *testing.T) { w = sitting(t, seed) }) })
	return w
}

func sitting(t *testing.T, seed uint64) *world {
	w := &world{T: t, r: rand.New(rand.NewPCG(seed, 20))}
	w.disk = storetest.NewMemory(nil)
	w.boot()
	t.Cleanup(w.stop)
	for range 1 + w.n(2) {
		w.makeTable()
	}
	for range 150 + w.n(300) {
		w.step()
		if t.Failed() {
			break
		}
	}
	w.finish()
	return w
}

// world is everything there is.
type world struct {
	*testing.T
	r       *rand.Rand
	disk    *storetest.Memory
	log     *simLog // of the present server
	host    *Host
	zombies []*Host // servers that have been taken for dead
	links   []*link
	people  []*person
	tables  []int64
	secrets int
	boots   uint64
	wall    jumping // the clock on the wall, which jumps

	// Of several servers, see nodes_test.go; nil: there is one, host.
	entry func() *simNode                                       // the server to which somebody comes
	reach func(l *link) *Host                                   // finds the way to a table; nil: there is none now
	at    func(table int64) *Host                               // the server that has a table
	read  func(ctx context.Context, table int64) (Saved, error) // what is durable

	hands, kills, nonces, voids int
}

func (w *world) n(n int) int { return w.r.IntN(n) }

// simLog is a disk as the host sees it.
type simLog struct {
	*memory

	mu     sync.Mutex
	gate   chan struct{} // closed: Append goes through; else it waits
	killed error         // what Append says to a server that is no more
	late   bool          // it dies after the write, not before
	loads  int
}

// hold makes the disk slow, so that much comes together in one batch.
func (l *simLog) hold() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.gate:
		l.gate = make(chan struct{})
	default:
	}
}

func (l *simLog) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.gate:
	default:
		close(l.gate)
	}
}

// kill lets nothing be written any more, or nothing be heard of what is written.
func (l *simLog) kill(late bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.killed, l.late = errors.New("killed"), late
}

func (l *simLog) state() (gate chan struct{}, killed error, late bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gate, l.killed, l.late
}

func (l *simLog) Append(ctx context.Context, batch []Entry) error {
	gate, _, _ := l.state()
	<-gate
	_, killed, late := l.state()
	if killed != nil && !late {
		return killed
	}
	return errors.Join(l.memory.Append(ctx, batch), killed)
}

func (l *simLog) Load(ctx context.Context, id int64) (Saved, error) {
	saved, err := l.read(ctx, id)
	l.mu.Lock()
	l.loads++
	slow := time.Duration(l.loads * 7 % 5)
	l.mu.Unlock()
	time.Sleep(slow * 300 * time.Millisecond) // meanwhile much can happen
	return saved, err
}

// read loads a table at once.
func (l *simLog) read(ctx context.Context, id int64) (Saved, error) { return l.memory.Load(ctx, id) }

// boot starts a server on the disk.
func (w *world) boot() {
	w.boots++
	if w.n(3) == 0 {
		w.jump()
	}
	if w.boots > 1 {
		w.disk = w.disk.Reopen()
	}
	w.log = &simLog{memory: &memory{disk: w.disk}, gate: make(chan struct{})}
	w.read = w.log.read
	close(w.log.gate)
	w.host = New(Options{
		Wall: w.wall.now,
		Log:  w.log, Chance: chance.Of(rand.New(rand.NewPCG(w.boots, w.r.Uint64()))),
		Secret: w.secret, Code: w.secret, Seed: func() fair.Secret { return fair.Secret{byte(w.n(256)), 1} }, Bots: 2, BotLimit: 700 * time.Millisecond,
		Think: func(_ context.Context, a table.Ask) rams.Action {
			thinks := time.Duration(a.Question*7919%97) * 10 * time.Millisecond
			time.Sleep(thinks)
			return a.View.Legal[int(a.Question*31)%len(a.View.Legal)]
		},
	})
}

// secret is called by several goroutines, but never at the same moment: between
// steps everything comes to rest.
func (w *world) secret() string {
	w.secrets++
	return fmt.Sprintf("secret %d", w.secrets)
}

// person is somebody with a link to a chair, or a spectator.
type person struct {
	table  int64
	chair  int
	secret string
	link   *link // nil: not connected
	state  client.Table
	fresh  bool // has been told nothing since it came
	seen   map[int]*seen
	said   map[answer]bool // what it has ever answered
}

// answer is an answer to the question of a chair.
type answer struct {
	question uint64
	act      string
}

// decide makes somebody answer their question.
func (p *person) decide(w *world) Request {
	q := p.state.Ask
	act := q.Legal[w.n(len(q.Legal))]
	p.said[answer{q.Number, act.String()}] = true
	return Request{Command: table.Command{Do: table.DoAct, Question: q.Number, Action: act, Chair: -1}}
}

// makeTable makes a table and fills it with people.
func (w *world) makeTable() {
	presets := variant.Presets()
	v, err := variant.Parse(presets[w.n(len(presets))])
	if err != nil {
		w.Fatal(err)
	}
	least, most := v.Seats()
	cfg := table.Config{Variant: v, Chairs: least + w.n(min(most, 5)-least+1), Spectators: true}
	if w.n(2) == 0 {
		cfg.Bot = "random"
	}
	if w.n(2) == 0 {
		cfg.Pace, cfg.SixWindow = 2000, 3000
	}
	if w.n(2) == 0 {
		cfg.Away = 60_000
	}
	if w.n(3) == 0 {
		cfg.Decision, cfg.Bank = 20_000, 30_000
	}
	if cfg.Proof = [...]string{"", table.ProofSitting, table.ProofHand}[w.n(3)]; cfg.Pace == 0 && cfg.Proof != "" {
		cfg.Pace = 500
	}
	ctx := context.Background()
	seat, err := w.host.Create(ctx, cfg, "Anna")
	if err != nil {
		w.Fatal(err)
	}
	w.tables = append(w.tables, seat.Table)
	w.sits(seat)
	for i := 1; i < cfg.Chairs && (cfg.Bot == "" || w.n(2) == 0); i++ {
		host := w.host
		if w.at != nil {
			host = w.at(seat.Table)
		}
		other, err := host.Join(ctx, seat.Code, "Beat", "")
		if err != nil {
			w.Fatal(err)
		}
		w.sits(other)
	}
	if w.n(2) == 0 {
		w.sits(Admission{Table: seat.Table, Chair: -1})
	}
}

func (w *world) sits(s Admission) {
	w.people = append(w.people, &person{table: s.Table, chair: s.Chair, secret: s.Secret, seen: map[int]*seen{}, said: map[answer]bool{}})
}

// step does something to the world and lets it come to rest.
func (w *world) step() {
	switch what := w.n(100); {
	case what < 30:
		w.receive()
	case what < 55:
		w.send()
	case what < 65:
		w.connect(w.people[w.n(len(w.people))])
	case what < 69:
		w.cut()
	case what < 76:
		time.Sleep(time.Duration(w.n(3000)) * time.Millisecond)
	case what < 77:
		w.jump()
		time.Sleep(time.Duration(w.n(90)) * time.Second)
	case what < 80:
		w.log.hold()
	case what < 86:
		w.log.release()
	case what < 97:
		w.wish()
	case what < 98:
		w.fail()
	case what < 99:
		w.kill()
	default:
		w.takeForDead()
	}
	synctest.Wait()
}

// jump sets the clock on the wall: tables wait by another one.
func (w *world) jump() { w.wall.by.Store(jumps[w.n(len(jumps))].Milliseconds()) }

// connect lets somebody connect. Their old connection is cut, and the server notices that at
// once, later or never.
func (w *world) connect(p *person) {
	if p.link != nil && w.n(3) > 0 {
		return
	}
	w.lose(p.link)
	host := w.host
	l := &link{host: host, person: p}
	if w.entry != nil {
		l.entry = w.entry()
	}
	p.link = l
	w.links = append(w.links, l)
	go func() {
		if w.reach != nil {
			if host = w.reach(l); host == nil {
				l.Bye("restart")
				return
			}
		}
		c, err := host.Attach(context.Background(), p.table, p.secret, l)
		if err != nil {
			if errors.Is(err, ErrNoChair) || errors.Is(err, ErrNoTable) {
				w.Errorf("chair %d of table %d: %v", p.chair, p.table, err)
			}
			if w.reach != nil {
				l.Bye("restart")
			}
			return
		}
		l.mu.Lock()
		l.conn = c
		l.mu.Unlock()
	}()
}

// lose makes a connection one that is broken, though the server doesn't know yet.
func (w *world) lose(l *link) {
	if l == nil {
		return
	}
	l.die(true)
	if l.person.link == l {
		l.person.link = nil
	}
}

// cut breaks a connection, or lets the server find out about one that is broken.
func (w *world) cut() {
	if len(w.links) == 0 {
		return
	}
	l := w.links[w.n(len(w.links))]
	if l.die(true) {
		w.lose(l)
		return
	}
	if c := l.attached(); c != nil && !l.blocked() {
		l.host.Detach(c)
	}
}

// receive lets a client get some of what the server has said.
func (w *world) receive() {
	p := w.people[w.n(len(w.people))]
	for range 1 + w.n(4) {
		if p.link == nil || !p.take(w) {
			return
		}
	}
}

// send lets the server get something a client has said: in its turn, or not, twice,
// or not at all.
func (w *world) send() {
	p := w.people[w.n(len(w.people))]
	l := p.link
	if l == nil || l.attached() == nil || l.blocked() {
		return
	}
	if p.state.Ask != nil && !p.fresh && w.n(4) > 0 {
		wish := p.decide(w)
		wish.ID = uint64(w.n(2))
		l.up = append(l.up, wish)
	}
	if len(l.up) == 0 {
		return
	}
	i := 0
	if w.n(5) == 0 {
		i = w.n(len(l.up))
	}
	wish := l.up[i]
	l.up = append(l.up[:i:i], l.up[i+1:]...)
	l.old = append(l.old, wish)
	if w.n(10) > 0 {
		_ = l.host.Receive(context.Background(), l.attached(), wish)
	}
	if w.n(10) == 0 {
		_ = l.host.Receive(context.Background(), l.attached(), l.old[w.n(len(l.old))])
	}
}

// wish is something else that somebody may want.
func (w *world) wish() {
	p := w.people[w.n(len(w.people))]
	if p.link == nil {
		return
	}
	kinds := []table.Do{table.DoStart, table.DoStart, table.DoStart, table.DoNext, table.DoPause, table.DoResume, table.DoResume, table.DoSix, table.DoChat, table.DoHost, table.DoUnknown}
	wish := Request{Command: table.Command{Do: kinds[w.n(len(kinds))], Action: rams.Action{Kind: rams.Keep}, Text: "hallo", Chair: -1}}
	if wish.Do == table.DoHost {
		wish.Chair = w.n(4)
	}
	p.link.up = append(p.link.up, wish)
}

// fail lets one of the next calls of the log fail. After a failure of which it can't
// be said what was written the server ends by itself, and is started again.
func (w *world) fail() {
	how := []storetest.Failure{storetest.Refuse, storetest.Refuse, storetest.Lose, storetest.Keep}[w.n(4)]
	w.disk.Fail(1+w.n(3), how)
	if how == storetest.Refuse {
		return
	}
	w.log.release()
	time.Sleep(time.Duration(w.n(2000)) * time.Millisecond)
	synctest.Wait()
	select {
	case <-w.host.Done():
	default:
		if w.disk.Dead() != nil {
			w.Fatal("the server goes on, though its log is lost")
		}
	}
	w.kill()
}

// kill kills the server, perhaps in the middle of a write, and starts it again. What
// it has said may still arrive.
func (w *world) kill() {
	w.kills++
	w.log.kill(w.n(2) == 0)
	w.unplug(w.host)
	w.log.release()
	w.host.Close()
	w.boot()
}

// unplug ends all that a server says from now on.
func (w *world) unplug(h *Host) {
	for _, l := range w.links {
		if l.host == h {
			l.die(false)
		}
	}
}

// takeForDead starts a second server while the first goes on: it can't write any
// more, and whoever is connected to it will find out. Who comes gets to the second.
func (w *world) takeForDead() {
	if len(w.zombies) > 1 {
		w.unplug(w.zombies[0])
		w.zombies[0].Close()
		w.zombies = w.zombies[1:]
	}
	w.log.release()
	w.zombies = append(w.zombies, w.host)
	w.boot()
}
