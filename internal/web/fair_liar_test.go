package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"chratze/internal/fair"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	"chratze/internal/waittest"
)

// liar stands between a browser and a server, as a server would that lies: it swallows
// the numbers that the browser gives.
type liar struct {
	*httptest.Server
	to        *url.URL
	kind      string // of the messages that are swallowed
	swallows  atomic.Bool
	swallowed atomic.Int64
	late      chan struct{} // closed when what the browser says goes on to the server; nil: at once
}

func newLiar(t *testing.T, s *site) *liar {
	t.Helper()
	to, err := url.Parse(s.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	l := &liar{to: to, kind: "promise"}
	pages := httputil.NewSingleHostReverseProxy(to)
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/ws/") {
			l.socket(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	}))
	t.Cleanup(l.Close)
	return l
}

// socket passes frames on, both ways.
func (l *liar) socket(w http.ResponseWriter, r *http.Request) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	server, _, err := websocket.Dial(ctx, "ws://"+l.to.Host+r.URL.Path, &websocket.DialOptions{HTTPHeader: http.Header{"Cookie": r.Header["Cookie"]}})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer func() { _ = server.CloseNow() }()
	browser, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return
	}
	defer func() { _ = browser.CloseNow() }()
	server.SetReadLimit(1 << 22)
	go func() {
		defer stop()
		for pass(ctx, server, browser, func([]byte) bool { return true }) {
		}
	}()
	for pass(ctx, browser, server, func(b []byte) bool {
		if l.late != nil {
			<-l.late
		}
		return l.lets(b)
	}) {
	}
}

// lets reports whether a message of the browser is passed on.
func (l *liar) lets(b []byte) bool {
	if !l.swallows.Load() || !strings.Contains(string(b), `"t":"`+l.kind+`"`) {
		return true
	}
	l.swallowed.Add(1)
	return false
}

// pass passes a message on; false when the connection is over.
func pass(ctx context.Context, from, to *websocket.Conn, lets func([]byte) bool) bool {
	kind, b, err := from.Read(ctx)
	return err == nil && (!lets(b) || to.Write(ctx, kind, b) == nil)
}

// TestLyingServer: a server that swallows what a player adds to the shuffle. From that
// hand on the page is no longer green, and says since when; what it has noted is
// evidence, and stays over a reload.
func TestLyingServer(t *testing.T) {
	s := pages(t, 3)
	s.stands()
	l := newLiar(t, s)
	p := newTab(t, s, phone, anna)
	link := s.make(`,"chairs":3,"practice":true,"pace":0,"six_window":0,"proof":"hand"`).Link
	p.visit(strings.Replace(link, s.http.URL, l.URL, 1))
	mark := func(want string) string {
		t.Helper()
		p.wait(`document.querySelector('#panel .proof')`)
		if kind := p.proof(); kind != want {
			t.Errorf("the mark is %q, want %q", kind, want)
		}
		return eval[string](p, `document.querySelector('#panel .proof').innerText`)
	}
	late := func() { // the server waits for the number, and deals the next hand without it
		t.Helper()
		p.tap("[data-act=next]")
		waittest.Until(t, "a deal without the number", func() bool {
			s.passes(500)
			return eval[bool](p, `document.body.dataset.stage === 'playing'`)
		})
	}
	p.wait(`document.body.dataset.stage === 'playing'`)
	l.swallows.Store(true)
	playHand(p)
	mark("good")
	late()
	playHand(p)
	if text := mark("alone"); !strings.Contains(text, "Nobody's number") { // the bots have none
		t.Errorf("the mark says %q", text)
	}
	late()
	playHand(p)
	mark("alone")
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		p.shot(dir, "proof-alone")
	}
	p.open("[data-do=proof]")
	p.wait(`document.querySelector('.proved [role=status]').innerText.includes('hands 2 and 3 of 3') && document.querySelector('.proved [role=status]').innerText.includes('sent it in time')`)
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		p.shot(dir, "proof-alone-details")
	}
	if l.swallowed.Load() < 2 {
		t.Errorf("%d numbers were swallowed", l.swallowed.Load())
	}
	var notes []fair.Note
	text := eval[string](p, `JSON.stringify(Object.values(JSON.parse(localStorage.getItem('numbers')))[0])`)
	if err := json.Unmarshal([]byte(text), &notes); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(notes, func(n fair.Note) bool { return n.Number == 2 })
	if i < 0 || !notes[i].Sent || notes[i].Given || !notes[i].Played || fair.IsNonce(notes[i].Nonce) == false {
		t.Errorf("the page has noted %+v", notes)
	}
}

// TestTwoPagesAndALyingServer: two people play, and the server swallows what one page says of its number. Without the
// number itself the other's opens it, and both pages are green. Without the copies the deal is cancelled: no page is
// green, the one whose number is in says how many there were, and the one that had sent its copies says that.
func TestTwoPagesAndALyingServer(t *testing.T) {
	for _, kind := range sample(1, "copies", "nonce") {
		marks := map[string][2]string{"nonce": {"good", "good"}, "copies": {"part", "once"}}[kind] // by page
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			needBrowser(t)
			s := &site{t: t, seed: 3, log: hosttest.NewMemory(), bot: table.StandIn}
			s.start()
			s.stands()
			t.Cleanup(s.stop)
			l := newLiar(t, s)
			l.kind = kind
			l.swallows.Store(true)
			seat := s.make(`,"chairs":2,"bot":"","pace":3600000,"six_window":0,"proof":"hand"`)
			a, b := newTab(t, s, phone, anna), newTab(t, s, laptop, anna)
			a.visit(strings.Replace(seat.Link, s.http.URL, l.URL, 1))
			b.visit(s.join(seat, "Beat").Link)
			a.wait(`document.querySelectorAll('#panel .chairs b').length === 2`)
			noted := func(what string) {
				t.Helper()
				for chair, p := range []*tab{a, b} {
					p.wait(fmt.Sprintf(`(localStorage.getItem('numbers') ?? '').match(/"chair":%d[^}]*"%s":true/)`, chair, what))
				}
			}
			noted("sent")
			a.tap("[data-act=start]")
			if noted("shared"); kind == "copies" {
				s.passes(10_000)
			}
			for _, p := range []*tab{a, b} {
				p.wait(`document.body.dataset.stage === 'playing'`)
			}
			playHand(a, b)
			for i, p := range []*tab{a, b} {
				p.wait(`document.querySelector('#panel .proof')`)
				text := eval[string](p, `document.querySelector('#panel .proof').innerText`)
				if got := p.proof(); got != marks[i] || strings.Contains(text, "1 deal was called off") != (got == "once") {
					t.Errorf("page %d: the mark is %q, want %q: %s", i+1, got, marks[i], text)
				}
			}
			a.open("[data-do=proof]")
			a.wait(`document.querySelector('.proved')`)
			text := eval[string](a, `document.querySelector('.proved').innerText`)
			if says := strings.Contains(text, "although your notes say"); says != (kind == "copies") {
				t.Errorf("the page says\n%s", text)
			}
			if l.swallowed.Load() == 0 {
				t.Error("nothing was swallowed")
			}
		})
	}
}

// TestDataPutBack: while a page is at a table the server's data are put back to a hand before. The page has seen a
// later deal: it shows it, the table gets a new secret, the page says from which deal on, and the hand that is played
// again has other numbers and is found honest, but for the deal that was cancelled.
func TestDataPutBack(t *testing.T) {
	s := pages(t, 3)
	s.stands()
	seat := s.make(`,"chairs":3,"practice":true,"pace":0,"six_window":0,"proof":"hand"`) // the next hand waits
	p := newTab(t, s, phone, anna)
	p.visit(seat.Link)
	p.wait(`document.body.dataset.stage === 'playing'`)
	playHand(p)
	p.wait(`document.querySelector('#panel .proof.good')`)
	before := len(s.log.Records(1))
	p.next()
	p.wait(`document.body.dataset.stage === 'playing'`)
	playHand(p)
	p.wait(`document.querySelector('#panel .proof.good') && document.querySelector('#bar .state').textContent.includes('2') && (localStorage.getItem('numbers') ?? '').match(/"number":3[^}]*"sent":true/)`)
	older := hosttest.NewMemory()
	_, err := older.Create(t.Context(), seat.Code, "chratze", s.log.Records(1)[:before])
	must(t, err)
	s.down()
	s.log = older
	s.start()
	p.wait(`document.body.dataset.stage === 'between' && document.querySelector('#bar .state').textContent.includes('1') && !document.body.classList.contains('off')`)
	p.next()
	p.wait(`document.body.dataset.stage === 'playing'`)
	playHand(p)
	p.wait(`document.querySelector('#panel .proof.again') && document.querySelector('#panel .fault.part')?.innerText.includes('it uses a new secret')`)
	if n := eval[int](p, `new Set(Object.values(JSON.parse(localStorage.getItem('numbers')))[0].map((x) => x.sitting)).size`); n != 2 {
		t.Errorf("the page has heard of %d secrets, want 2", n)
	}
}

// TestDealtBeforeOneCame: another browser takes over in mid-hand. That its number isn't in this
// deal alarms nobody; it is in the next.
func TestDealtBeforeOneCame(t *testing.T) {
	onlyVerify(t, "TestLyingServer has a deal without one's own number")
	s := pages(t, 2)
	s.stands()
	link := s.make(`,"chairs":2,"practice":true,"pace":0,"six_window":0,"proof":"hand"`).Link
	a := newTab(t, s, phone, anna)
	a.visit(link)
	a.wait(`document.body.dataset.stage === 'playing'`)
	a.visit("about:blank")
	b := newTab(t, s, phone, anna)
	b.visit(link)
	b.wait(`document.body.dataset.stage === 'playing'`)
	playHand(b)
	b.wait(`document.querySelector('#panel .proof.part')?.innerText.includes('before you came')`)
	b.next()
	b.wait(`document.body.dataset.stage === 'playing'`)
	playHand(b)
	b.wait(`document.querySelector('#panel .proof.good')`)
}

// TestProofIsHeardLate: a hand ends before the server hears that a browser wants to know of its proof. The page doesn't
// say that the proof is missing; when the server has heard, the hand is checked.
func TestProofIsHeardLate(t *testing.T) {
	onlyVerify(t, "the test of this name in internal/client shows it without a browser")
	s := pages(t, 3)
	l := newLiar(t, s)
	l.late = make(chan struct{})
	hear := sync.OnceFunc(func() { close(l.late) })
	defer hear()
	seat := s.make(`,"chairs":2,"bot":"","pace":3600000,"spectators":true,"proof":"hand"`)
	p, beat, watcher := newTab(t, s, phone, anna), newTab(t, s, laptop, anna), newTab(t, s, laptop, anna)
	p.visit(seat.Link)
	beat.visit(s.join(seat, "Beat").Link)
	p.wait(`document.querySelectorAll('#panel .chairs b').length === 2`)
	p.tap("[data-act=start]")
	p.wait(`document.body.dataset.stage === 'playing'`)
	watcher.visit(l.URL + "/t/" + seat.Table + "?watch")
	watcher.wait(`document.body.dataset.stage === 'playing'`)
	playHand(p, beat)
	watcher.wait(`document.body.dataset.stage === 'between' && document.querySelector('#panel .below')`)
	if kind := watcher.proof(); kind != "" {
		t.Errorf("before the server has heard, the mark is %q", kind)
	}
	hear()
	watcher.wait(`document.querySelector('#panel .proof')`)
	if kind := watcher.proof(); kind != "watch" {
		t.Errorf("the mark is %q, want watch", kind)
	}
}
