package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/history"
	"chratze/internal/server/httpd/httpdtest"
)

// What others may notice of a hostile guest.
const (
	siegeFast   = 50 * time.Millisecond  // within which 99 % of their acts are acknowledged, or
	siegeTimes  = 2                      // within this multiple of the time without the guest
	siegeMemory = 100.0                  // MB by which the server grows
	siegeAfter  = 0.05                   // of a processor, two seconds after the guest has gone
	siegeInline = 100 * time.Millisecond // of a processor, for one request
	siegeBusy   = 1                      // how long the server waits for a processor without the guest, of what it works: above, others use them
)

// How long is measured without an attack, and how long a server may take to calm down before. While it is attacked, the guest
// and peace take turns: only so a busy machine is the same for both.
const (
	siegeQuiet = 1500 * time.Millisecond
	siegeCalm  = 2 * time.Second
	siegeTurn  = 2 * time.Second
	siegeEbb   = 300 * time.Millisecond // after a turn of the guest's, counted for neither
)

// TestHostileGuest: one address does the worst that its limits allow, on each route and with each kind of message.
// At other tables 99 % of the acts are acknowledged within 50 ms, or within twice of what it takes while the guest pauses
// (medians of turns); the server's memory grows by less than 100 MB; and two seconds later it uses less than 5 % of a
// processor for it.
//
// Of each route's inputs, at four sizes, the one that costs the server the most is found first; and one request of it takes at
// most 100 ms of a processor. HOSTILE=GET,chat tries only what has one of these in its name; HOSTILE_SECONDS is for
// how long each is tried, besides the pauses.
func TestHostileGuest(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("CHRATZE_VERIFY=1 measures it for 20 s each, 40 minutes")
	}
	b := besieged(t)
	long := siegeTime()
	type result struct {
		name string
		run  func(*guest, time.Duration)
		p99  time.Duration
	}
	var all []result
	for _, name := range slices.Sorted(maps.Keys(httpdtest.Routes(100))) {
		if isWanted(name) {
			try := b.worst(name)
			all = append(all, result{name: name, run: func(g *guest, d time.Duration) { b.flood(g, try, d) }})
		}
	}
	messages := httpdtest.Messages()
	for _, name := range slices.Sorted(maps.Keys(messages)) {
		if isWanted(name) {
			m := messages[name]
			all = append(all, result{name: "message " + name, run: func(g *guest, d time.Duration) { b.talk(g, m, d) }})
		}
	}
	b.rest()
	for i := range all {
		all[i].p99 = b.measure(all[i].name, long, all[i].run)
	}
	slices.SortStableFunc(all, func(x, y result) int { return int(y.p99 - x.p99) })
	for _, r := range all[:min(5, len(all))] {
		b.measure(r.name+" (one of the five worst)", 6*long, r.run)
	}
}

// siegeTime is for how long each attack is tried.
func siegeTime() time.Duration {
	if n, err := strconv.Atoi(os.Getenv("HOSTILE_SECONDS")); err == nil {
		return time.Duration(n) * time.Second
	}
	return 10 * time.Second
}

// isWanted reports whether an attack is to be tried.
func isWanted(name string) bool {
	only := os.Getenv("HOSTILE")
	return only == "" || slices.ContainsFunc(strings.Split(only, ","), func(part string) bool { return strings.Contains(name, part) })
}

// siege is a server on which others play, and what its guest has made there.
type siege struct {
	t     *testing.T
	s     *serving
	g     *httpdtest.Guest
	seats []httpdtest.Seat // of tables that the guest has made
	came  int              // guests so far

	used float64 // of a processor without an attack, when it was last measured: what those who play need

	mu    sync.Mutex
	took  []time.Duration     // of the acts of others
	since map[*seat]time.Time // which of them wait, and since when
}

// guest is one address.
type guest struct {
	http *http.Client
	turn sync.RWMutex // what it does holds it for reading; while it pauses, it is locked
}

// waits waits while the guest pauses.
func (g *guest) waits() {
	g.turn.RLock()
	defer g.turn.RUnlock() // it is a gate: there is nothing to do within
}

// guest returns one who has not been here before: limits count by address, and what one attack has used up is
// not to spare the server the next.
func (b *siege) guest() *guest {
	b.came++
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1+byte(b.came/250), 1+byte(b.came%250))}}
	return &guest{http: &http.Client{Transport: &http.Transport{DialContext: from.DialContext, MaxIdleConnsPerHost: 64, DisableCompression: true}, Timeout: 30 * time.Second}}
}

func besieged(t *testing.T) *siege {
	t.Helper()
	b := &siege{t: t, s: startServer(t, t.TempDir(), "--public-tables", "--proxies", crowdProxy), g: &httpdtest.Guest{}, since: map[*seat]time.Time{}}
	examples, err := os.ReadFile(filepath.Join("..", "..", "rams", "ramstest", "testdata", "examples", "chratze.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	b.g.Hand, _, _ = strings.Cut(string(examples), "\n")
	h, err := history.Read(b.g.Hand)
	if err != nil {
		t.Fatal(err)
	}
	view, err := h.View(history.SeatView(1))
	if err != nil {
		t.Fatal(err)
	}
	b.g.View, b.g.Deal = view.String(), h.Deal()
	for range 10 { // with the token, so that the guest keeps its allowance
		made := b.s.post(t, "/api/tables", `{"name":"Eve","pace":200,"bot":"stammtisch-1","chairs":4,"spectators":true,"proof":"hand"}`)
		b.seats = append(b.seats, httpdtest.Seat{ID: made["table"].(string), Secret: made["secret"].(string)})
	}
	b.g.Seat = b.seats[0]
	b.g.Code = b.s.post(t, "/api/tables", `{"name":"Eve","chairs":7,"bot":""}`)["code"].(string)
	desk := b.s.post(t, "/api/kasse", `{"lines":["seats a b c d"]}`)
	b.g.Desk = httpdtest.Seat{ID: desk["id"].(string), Secret: desk["write"].(string)}
	for range 4 {
		made := b.s.post(t, "/api/tables", `{"name":"Anna","bot":"stammtisch-1"}`)
		go b.innocent(b.s.sit(t, made["table"].(string), made["secret"].(string)))
	}
	b.rest()
	return b
}

// innocentEvery is after how long those who play act again.
const innocentEvery = 50 * time.Millisecond

// innocent acts twenty times a second, and notes how long it took until it was acknowledged, which is when it
// is durable.
func (b *siege) innocent(s *seat) {
	for id := 1; ; id++ {
		begin := time.Now()
		b.mu.Lock()
		b.since[s] = begin
		b.mu.Unlock()
		if s.ws.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, `{"t":%q,"id":%d}`, []string{"agree", "disagree"}[id%2], id)) != nil {
			return
		}
		for {
			_, m, err := s.ws.Read(context.Background())
			if err != nil {
				return
			}
			var said struct {
				T  string
				ID int
			}
			if json.Unmarshal(m, &said) == nil && said.T == "ok" && said.ID == id {
				break
			}
		}
		took := time.Since(begin)
		b.mu.Lock()
		b.waited(took)
		delete(b.since, s)
		b.mu.Unlock()
		time.Sleep(innocentEvery - min(took, innocentEvery))
	}
}

// waited notes an act, and those that should have been made while it was waited for: each from when it was due.
func (b *siege) waited(took time.Duration) {
	for ; took > 0; took -= innocentEvery {
		b.took = append(b.took, took)
	}
}

// acts returns the times of the acts of others since it was called last; those that are still waited for count
// if they are late.
func (b *siege) acts() []time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, begin := range b.since {
		if took := time.Since(begin); took > siegeFast {
			b.waited(took)
		}
	}
	took := b.took
	b.took = nil
	return took
}

// p99 returns the time within which 99 % of acts were acknowledged.
func p99(took []time.Duration) time.Duration {
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[min(len(took)-1, len(took)*99/100)].Round(10 * time.Microsecond)
}

// rest waits until the server is calm, and measures what it does then.
func (b *siege) rest() {
	time.Sleep(siegeCalm)
	used, begin := b.cpu(), time.Now()
	time.Sleep(siegeQuiet)
	b.used = float64(b.cpu()-used) / float64(time.Since(begin))
}

// cpu returns what the server has used so far.
func (b *siege) cpu() time.Duration {
	used, _ := b.scheduled()
	return used
}

// scheduled returns how long the server's threads have worked so far, and how long they have waited for a processor.
func (b *siege) scheduled() (worked, waited time.Duration) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", b.s.cmd.Process.Pid))
	if err != nil || len(threads) == 0 {
		b.t.Skip("no /proc: the server's processor can't be measured here")
	}
	for _, name := range threads {
		stat, _ := os.ReadFile(name) // an error: the thread has ended
		var ran, queued time.Duration
		_, _ = fmt.Sscan(string(stat), &ran, &queued)
		worked, waited = worked+ran, waited+queued
	}
	return worked, waited
}

func (b *siege) rss() float64 {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", b.s.cmd.Process.Pid))
	pages, _ := strconv.Atoi(strings.Fields(string(stat) + " 0 0")[1])
	return float64(pages) * float64(os.Getpagesize()) / (1 << 20)
}

// worst returns the input of a route that costs the server most, of one request: of all kinds and sizes.
func (b *siege) worst(name string) (worst func(*httpdtest.Guest, int) httpdtest.Request) {
	g, most, which, seen := b.guest(), time.Duration(-1), "", map[httpdtest.Request]bool{}
	for _, percent := range httpdtest.Sizes {
		for k, try := range httpdtest.Routes(percent)[name].Try {
			if q := try(b.g, 0); seen[q] {
				continue
			}
			seen[try(b.g, 0)] = true
			if used := b.costs(g, try, 100*len(seen)); worst == nil || used > most {
				most, worst, which = used, try, fmt.Sprintf("the %d. at %d %%", k+1, percent)
			}
		}
	}
	b.t.Logf("%-40s the worst of %d inputs, %s, takes %v of the server's processor", name, len(seen), which, most.Round(10*time.Microsecond))
	if most > siegeInline && !slices.Contains(httpdtest.Pooled, name) {
		b.t.Errorf("%s: %s takes %v of the server's processor, at most %v", name, which, most, siegeInline)
	}
	return worst
}

// costs returns what one request costs the server: the least of three, since others play meanwhile and memory is
// collected.
func (b *siege) costs(g *guest, try func(*httpdtest.Guest, int) httpdtest.Request, n int) time.Duration {
	least := time.Hour
	for i := range 3 {
		before, begin := b.cpu(), time.Now()
		b.ask(g, try(b.g, n+i), "none", time.Second)
		least = min(least, max(0, b.cpu()-before-time.Duration(b.used*float64(time.Since(begin)))))
	}
	return least
}

// ask sends a request and reads the answer.
func (b *siege) ask(g *guest, q httpdtest.Request, token string, most time.Duration) {
	r, err := q.New(b.s.base)
	if err != nil {
		b.t.Error(err)
		return
	}
	if token != "" {
		r.Header.Set("Load-Token", token)
	}
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	answer, err := g.http.Do(r.WithContext(ctx))
	if err != nil {
		return
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		_, _ = io.Copy(io.Discard, answer.Body)
	}
	_ = answer.Body.Close()
}

// flood asks again and again over 32 connections.
func (b *siege) flood(g *guest, try func(*httpdtest.Guest, int) httpdtest.Request, long time.Duration) {
	var all sync.WaitGroup
	var n atomic.Int64
	end := time.Now().Add(long)
	for range 32 {
		all.Go(func() {
			for time.Now().Before(end) {
				g.waits()
				b.ask(g, try(b.g, int(n.Add(1))), "", time.Until(end)+time.Millisecond)
			}
		})
	}
	all.Wait()
}

// talk sends messages over as many connections as an address may have, as fast as it may.
func (b *siege) talk(g *guest, m httpdtest.Message, long time.Duration) {
	var all sync.WaitGroup
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	for i := range 190 {
		all.Go(func() {
			at := b.seats[i%len(b.seats)]
			for n := i; ctx.Err() == nil; {
				ws, _, err := websocket.Dial(ctx, strings.Replace(b.s.base, "http", "ws", 1)+"/ws/"+at.ID,
					&websocket.DialOptions{HTTPClient: g.http, HTTPHeader: http.Header{"Authorization": {"Bearer " + at.Secret}}})
				if err != nil {
					time.Sleep(100 * time.Millisecond)
					continue
				}
				ws.SetReadLimit(1 << 20)
				go func() {
					for {
						if _, _, err := ws.Read(ctx); err != nil {
							return
						}
					}
				}()
				for ; ctx.Err() == nil; n++ {
					g.waits()
					if ws.Write(ctx, websocket.MessageText, []byte(m.Try[n%len(m.Try)](b.g, n))) != nil {
						break
					}
					time.Sleep(45 * time.Millisecond)
				}
				_ = ws.CloseNow()
			}
		})
	}
	all.Wait()
}

// measure runs an attack for some time, and pauses it every two seconds for as long. It judges what others notice. The server
// has been at rest before, and is afterwards. It returns the median of the turns' p99.
func (b *siege) measure(name string, long time.Duration, attack func(*guest, time.Duration)) time.Duration {
	g, idle := b.guest(), b.used
	before, most := b.rss(), 0.0
	done := make(chan struct{})
	turns := int(max(1, long/siegeTurn))
	go func() {
		attack(g, 2*time.Duration(turns)*(siegeTurn+siegeEbb))
		close(done)
	}()
	var spent, worked, queued time.Duration // with the guest; without, also waited for a processor
	var during, without []time.Duration
	acts := 0
	turn := func() (took []time.Duration, used, waited time.Duration) {
		b.passes(siegeEbb, &most)
		b.acts()
		used, waited = b.scheduled()
		b.passes(siegeTurn, &most)
		u, w := b.scheduled()
		return b.acts(), u - used, w - waited
	}
	for range turns {
		took, used, _ := turn()
		during, acts, spent = append(during, p99(took)), acts+len(took), spent+used
		g.turn.Lock()
		took, used, waited := turn()
		without, worked, queued = append(without, p99(took)), worked+used, queued+waited
		g.turn.Unlock()
	}
	<-done
	g.http.CloseIdleConnections()
	b.rest()
	slices.Sort(during)
	slices.Sort(without)
	at, control, used := during[turns/2], without[turns/2], b.used-idle
	b.t.Logf("%-40s %5d acts, 99 %% within %8v (without: %v, ratio %.2f), memory %+.0f MB, %.0f %% of a processor, afterwards %.1f %% (before: %.1f %%)",
		name, acts, at, control, float64(at)/float64(max(control, 1)), most-before, spent.Seconds()/(time.Duration(turns)*siegeTurn).Seconds()*100, b.used*100, idle*100)
	busy := queued > siegeBusy*worked
	b.t.Logf("the server waits for a processor for %.2f of what it works: busy %v", float64(queued)/float64(worked), busy)
	if most := max(siegeFast, siegeTimes*control); acts == 0 || at > most && !busy {
		b.t.Errorf("%s: %d acts at other tables, 99 %% within %v, at most %v", name, acts, at, most)
	}
	if most-before > siegeMemory {
		b.t.Errorf("%s: memory grows by %.0f MB", name, most-before)
	}
	if used > siegeAfter {
		b.t.Errorf("%s: 2 s afterwards %.1f %% of a processor are used, %.1f %% before", name, b.used*100, idle*100)
	}
	return at
}

// passes lets some time pass, and notes the most memory that the server has.
func (b *siege) passes(long time.Duration, most *float64) {
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(min(100*time.Millisecond, time.Until(end))) {
		*most = max(*most, b.rss())
	}
}
