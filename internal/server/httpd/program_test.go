package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/history"
	"chratze/internal/waittest"
	"chratze/variant"
)

// robot is a program at a table that speaks rams-bot/1.
type robot struct {
	t    *testing.T
	ws   *websocket.Conn
	r    *rand.Rand
	acts int
	ends int
	last map[string]string // by hand: the view of the end
	quit bool
	say  func(m robotMessage, act string) string // how it answers; nil: as it should
}

type robotMessage struct {
	T, Protocol string
	ID          uint64
	Hand        string
	Seat        int
	MS          int
	Legal       []string
	View        json.RawMessage
}

func (s *site) robot(seat Seat, ready string) *robot {
	s.t.Helper()
	ws, _, err := s.dial("/bot/"+seat.Table, seat.Secret, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	s.t.Cleanup(func() { _ = ws.CloseNow() })
	b := &robot{t: s.t, ws: ws, r: rand.New(rand.NewPCG(5, 5)), last: map[string]string{}}
	if m := b.read(); m.T != "hello" || m.Protocol != "rams-bot/1" {
		s.t.Fatalf("a program is greeted with %+v", m)
	}
	b.write(ready)
	return b
}

func (b *robot) write(line string) {
	b.t.Helper()
	if err := b.ws.Write(context.Background(), websocket.MessageText, []byte(line)); err != nil {
		b.t.Log(err) // it has been sent away
	}
}

func (b *robot) read() (m robotMessage) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	_, line, err := b.ws.Read(ctx)
	if err != nil {
		m.T = "closed"
		return m
	}
	mustJSON(b.t, line, &m)
	return m
}

// serve answers until the connection ends.
func (b *robot) serve() {
	for {
		m := b.read()
		switch m.T {
		case "closed":
			return
		case "quit":
			b.quit = true
		case "end":
			b.ends++
			b.last[m.Hand] = string(m.View)
		case "act":
			b.acts++
			h, err := history.Read(string(m.View))
			if err != nil || h.For != history.SeatView(h.For.Seat()) || int(h.For.Seat()) != m.Seat || h.Over || m.MS <= 0 {
				b.t.Errorf("asked with %+v: %v", m, err)
			}
			act := m.Legal[b.r.IntN(len(m.Legal))]
			line := `{"id":` + jsonText(m.ID) + `,"act":"` + act + `"}`
			if b.say != nil {
				line = b.say(m, act)
			}
			if line != "" {
				b.write(line)
			}
		default:
			b.t.Errorf("a program is told %+v", m)
		}
	}
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// TestProgramTakesASeat: in every game; the views that it gets are such that they
// can be read and are true, and at the end of each hand it gets the whole.
func TestProgramTakesASeat(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			s := openNew(t, nil)
			annas := s.make(`,"rules":{"preset":"` + preset + `"},"chairs":4`)
			vreni := s.robot(s.join(annas.Code, "Vreni 2.1"), `{"t":"ready","name":"Vreni 2.1","knows":["spare","price"]}`)
			anna := s.play(annas, 4)
			anna.send(`{"t":"start"}`)
			done := make(chan struct{})
			go func() {
				defer close(done)
				vreni.serve()
			}()
			last := false
			anna.playUntil(func() bool {
				if anna.hand() == 25 && !last {
					last = true
					anna.send(`{"t":"last"}`)
				}
				return anna.state.Info != nil && anna.state.Info.Stage == "over"
			})
			hands := anna.hand()
			for _, c := range anna.state.Info.Chairs { // in a race those with a prize are dealt no more hands
				if (c.Name == "Vreni 2.1" || c.Name == "Anna") && c.Prize > 0 {
					hands = vreni.ends
				}
			}
			_ = anna.ws.CloseNow()
			s.close()
			<-done
			game, err := variant.Parse(preset)
			if err != nil {
				t.Fatal(err)
			}
			if rules := game.Rules(); rules.Races() { // who has a prize is dealt no more hands
				hands = len(vreni.last)
			}
			if vreni.acts < hands || vreni.ends != hands || !vreni.quit {
				t.Errorf("in %d hands it was asked %d times, told %d ends, quit %v", hands, vreni.acts, vreni.ends, vreni.quit)
			}
			if n := s.server.opt.Metrics.faults.Load(); n != 0 {
				t.Errorf("%d faults:\n%s", n, s.logged)
			}
			for hand, view := range vreni.last {
				if h, err := history.Read(view); err != nil || !h.Over || !slices.Contains(h.Names, "Vreni 2.1") {
					t.Errorf("hand %s ended as %s: %v", hand, view, err)
				}
			}
		})
	}
}

// TestProgramThatErrs: whatever it says, the hand goes on, and the faults are
// counted.
func TestProgramThatErrs(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		say  func(m robotMessage, act string) string
		none bool // no faults
	}{
		"no JSON":            {func(robotMessage, string) string { return "open!" }, false},
		"not legal":          {func(m robotMessage, _ string) string { return `{"id":` + jsonText(m.ID) + `,"act":"resign"}` }, false},
		"another's question": {func(m robotMessage, _ string) string { return `{"id":` + jsonText(m.ID+7) + `,"act":"pass"}` }, false},
		"silence":            {func(robotMessage, string) string { return "" }, false},
		"cards in any order": {func(m robotMessage, act string) string {
			if words := strings.Fields(act); len(words) > 1 {
				slices.Reverse(words[1:])
				act = strings.Join(words, " ")
			}
			return `{"id":` + jsonText(m.ID) + `,"act":"` + act + `"}`
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openNew(t, func(o *Options) { o.ProgramLimit = 20 * time.Millisecond })
			if tt.none {
				s.server.opt.ProgramLimit = time.Minute
			}
			annas := s.make("")
			vreni := s.robot(s.join(annas.Code, "Vreni"), `{"t":"ready"}`)
			vreni.say = tt.say
			anna := s.play(annas, 4)
			anna.send(`{"t":"start"}`)
			done := make(chan struct{})
			go func() {
				defer close(done)
				vreni.serve()
			}()
			anna.playUntil(func() bool { return anna.hand() >= 4 })
			faults := s.server.opt.Metrics.faults.Load()
			if (faults == 0) != tt.none {
				t.Errorf("%d faults in %d questions", faults, vreni.acts)
			}
			_ = anna.ws.CloseNow()
			s.close()
			<-done
		})
	}
}

// TestNoProgram: who doesn't speak rams-bot/1, or plays other games, is sent away.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	seat := s.make("")
	for name, ready := range map[string]string{
		"not ready": `{"t":"act"}`, "no JSON": `ready`, "plays something else": `{"t":"ready","presets":["kratzen"]}`,
	} {
		b := s.robot(seat, ready)
		if b.serve(); !b.quit {
			t.Errorf("%s: it is not sent away", name)
		}
	}
	wrong := seat
	wrong.Secret = "wrong"
	b := s.robot(wrong, `{"t":"ready"}`)
	if b.serve(); !b.quit {
		t.Error("a wrong secret: it is not sent away")
	}
	if _, r, err := s.dial("/bot/"+seat.Table, "", nil); err == nil || r.StatusCode != 401 {
		t.Errorf("without a secret: %v %v", r.StatusCode, err)
	}
}

// TestNobodyWaitsForAProgramsSix: at a table that waits ten minutes for what is said about the
// trump six programs play on: the server says for them in advance that they swap. One that
// wants to be asked is.
func TestNobodyWaitsForAProgramsSix(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	annas := s.make(`,"rules":{"preset":"chratze"},"chairs":2,"bot":"","six_window":600000,"six_least":1`)
	beats := s.join(annas.Code, "Beat")
	var robots []*robot
	for _, seat := range []Seat{annas, beats} {
		b := s.robot(seat, `{"t":"ready","name":"b"}`)
		b.say = func(m robotMessage, act string) string {
			if slices.Contains(m.Legal, "swap") {
				t.Errorf("a program is asked about the trump six: %q", m.Legal)
			}
			for _, bold := range []string{"open", "join"} { // so that there is an exchange
				if slices.Contains(m.Legal, bold) {
					act = bold
				}
			}
			return `{"id":` + jsonText(m.ID) + `,"act":"` + act + `"}`
		}
		robots = append(robots, b)
	}
	host := s.play(annas, 2)
	host.send(`{"t":"start"}`)
	done := make(chan struct{}, len(robots))
	for _, b := range robots {
		go func() {
			b.serve()
			done <- struct{}{}
		}()
	}
	for host.hand() < 12 {
		if !host.next() {
			t.Fatalf("the table waits in hand %d", host.hand())
		}
	}
	_ = host.ws.CloseNow()
	s.close()
	for range robots {
		<-done
	}
}

// TestProgramIsMarked: everybody sees that a program plays, as long as it is alone on its chair.
// The next hand waits for the people, and not for it.
func TestProgramIsMarked(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	seat := s.make(`,"chairs":2,"pace":1,"settle":86400000`)
	beat := s.join(seat.Code, "Beat")
	anna := s.play(seat, 3)
	b := s.robot(beat, `{"t":"ready"}`)
	go b.serve()
	until := func(what string, done func() bool) {
		t.Helper()
		if anna.playUntil(done); !done() {
			t.Fatal(what)
		}
	}
	marked := func() bool {
		for _, f := range slices.Backward(anna.frames) {
			if bytes.Contains(f, []byte(`"chairs":[`)) {
				return bytes.Contains(f, []byte(`"name":"Beat","program":true`))
			}
		}
		return false
	}
	until("the program isn't marked", marked)
	anna.send(`{"t":"start"}`)
	for hand := 1; hand <= 2; hand++ {
		until("the next hand waits for the program", func() bool { return anna.hand() == hand && anna.state.Info.Stage == "between" })
		anna.send(`{"t":"next"}`)
	}
	until("the third hand doesn't begin", func() bool { return anna.hand() == 3 })
	person := s.play(beat, 4)
	until("a person who is here too is marked as a program", func() bool { return !marked() })
	_ = person.ws.CloseNow()
	until("the program isn't marked when it is alone again", marked)
}
