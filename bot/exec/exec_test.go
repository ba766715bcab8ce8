package exec

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"chratze/bot"
	"chratze/bot/exec/exectest"
	"chratze/bot/protocol"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// TestMain plays a program, if a test has started it as one.
func TestMain(m *testing.M) { exectest.Main(m, play) }

// program returns this test as a program of a kind. It is long in starting: the
// tests wait for what it says and not for a time.
func program(t *testing.T, kind string, limit time.Duration) *Process {
	t.Helper()
	p := New(Options{Command: exectest.Command(t, kind), Limit: limit, Ready: time.Minute, Quit: time.Minute})
	t.Cleanup(func() { _ = p.Close() })
	return p
}

const long = time.Minute // for a program that answers

// table is a hand of Chratze whose forehand is asked whether to open.
func table(t *testing.T) (*rams.Record, variant.Variant) {
	t.Helper()
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	chance := chance.Seeded(1)
	var r rams.Record
	if err := r.Begin(g, g.FirstStart(0)); err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: &chance}
	for r.Nature(&deck); r.Phase() != rams.PhaseOpen; r.Nature(&deck) {
		r.ApplyUnchecked(bot.Fallback(r.Legal(nil)), nil)
	}
	return &r, v
}

func ask(t *testing.T, p *Process, hand string) (string, protocol.Fault) {
	t.Helper()
	r, v := table(t)
	player := NewPlayer(p, v)
	player.Begin(hand, "")
	view := r.View(r.Turn())
	reply := p.Ask(player.Question(&view))
	return reply.Action.String(), reply.Fault
}

func TestProgramsThatErr(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind  string
		limit time.Duration
		want  string // answers and faults
		all   Faults
	}{
		{"stammtisch-1", long, "pass , pass , pass , pass ", Faults{}},
		{"silent", 20 * time.Millisecond, "pass late, pass late, pass late, pass late", Faults{protocol.Late: 4}},
		{"resigns", long, "pass illegal, pass illegal, pass illegal, pass illegal", Faults{protocol.NotLegal: 4}},
		{"babbles", long, "pass not-json, pass not-json, pass not-json, pass not-json", Faults{protocol.NotJSON: 4}},
		{"twice", long, "open , open , open , open ", Faults{protocol.Unasked: 4}},
		{"spaced", long, "open , open , open , open ", Faults{}},
		{"dies", long, "pass dead, pass dead, pass dead, pass dead", Faults{protocol.Dead: 4}},
		{"dies later", long, "open , pass dead, open , pass dead", Faults{protocol.Dead: 2}},
		{"not ready", long, "pass dead, pass dead, pass dead, pass dead", Faults{protocol.Dead: 4}},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			t.Parallel()
			p := program(t, tt.kind, tt.limit)
			var got []string
			for range 4 {
				a, fault := ask(t, p, "h")
				got = append(got, a+" "+string(fault))
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("four questions: %q, want %q", strings.Join(got, ", "), tt.want)
			}
			if err := p.Close(); err != nil { // waits for all that it says
				t.Error(err)
			}
			if f := p.Faults(); fmt.Sprint(f) != fmt.Sprint(tt.all) {
				t.Errorf("faults %v, want %v", f, tt.all)
			}
		})
	}
}

// TestRevived: a program that has ended is started again, once a hand.
func TestRevived(t *testing.T) {
	t.Parallel()
	p := program(t, "dies", long)
	started := map[*run]bool{}
	for _, hand := range []string{"a", "a", "a", "b", "b", "b"} {
		if _, fault := ask(t, p, hand); fault != protocol.Dead {
			t.Fatalf("hand %s: %q", hand, fault)
		}
		<-p.run.done
		started[p.run] = true
	}
	if len(started) != 3 {
		t.Errorf("it was started %d times in two hands, want once and once again a hand", len(started))
	}
}

// TestLateAnswer: the answer to a question that was given up is ignored, and isn't
// taken for that to the next one.
func TestLateAnswer(t *testing.T) {
	t.Parallel()
	p := program(t, "one behind", 20*time.Millisecond)
	if a, fault := ask(t, p, "h"); a != "pass" || fault != protocol.Late {
		t.Fatalf("%s %q", a, fault)
	}
	p.opt.Limit = long
	if a, fault := ask(t, p, "h"); a != "open" || fault != protocol.NoFault {
		t.Errorf("%s %q", a, fault)
	}
	if f := p.Faults(); f.Total() != 1 {
		t.Errorf("faults %v, want the late one once", f)
	}
}

// TestManyAtOnce: questions may be answered in any order.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	p := program(t, "backwards", long)
	type answer struct {
		act   string
		fault protocol.Fault
	}
	done := make(chan answer)
	for range 8 {
		go func() {
			a, fault := ask(t, p, "h")
			done <- answer{a, fault}
		}()
	}
	for range 8 {
		if a := <-done; a.act != "open" || a.fault != protocol.NoFault {
			t.Errorf("%+v", a)
		}
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	m, err := program(t, "stammtisch-1", long).Start()
	if err != nil || m.Name != "stammtisch-1" {
		t.Errorf("%+v, %v", m, err)
	}
	for kind, want := range map[string]string{"not ready": `got "{\"t\":\"act\"}"`, "dies": "exit status 3\nI die"} {
		if _, err := program(t, kind, long).Start(); kind == "not ready" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", kind, err, want)
		}
	}
	for _, command := range [][]string{nil, {"/no/such/program"}} {
		p := New(Options{Command: command})
		if _, err := p.Start(); err == nil {
			t.Errorf("%q can be started", command)
		}
		if _, fault := ask(t, p, "h"); fault != protocol.Dead {
			t.Errorf("%q: fault %q", command, fault)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	p := New(Options{Command: []string{"sleep", "60"}, Ready: 10 * time.Millisecond})
	if _, err := p.Start(); err == nil || !strings.Contains(err.Error(), "not ready within 10ms") {
		t.Errorf("who says nothing: %v", err)
	}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	r, v := table(t)
	for !r.Done() {
		r.ApplyUnchecked(rams.Action{Kind: rams.Open, Seat: r.Turn()}, nil)
		for !r.Done() {
			r.ApplyUnchecked(bot.Fallback(r.Legal(nil)), nil)
		}
	}
	p := program(t, "told", long)
	player := NewPlayer(p, v)
	player.Begin("h7", "")
	if _, err := p.Start(); err != nil {
		t.Fatal(err)
	}
	player.End(r, 2)
	if _, fault := ask(t, p, "h8"); fault != protocol.NoFault {
		t.Errorf("it was not told the end as it should: %s", fault)
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for command, want := range map[string][]string{
		"":                         nil,
		"  ":                       nil,
		"python3 bot.py --level 3": {"python3", "bot.py", "--level", "3"},
		`sh -c 'a "b" c' ""`:       {"sh", "-c", `a "b" c`, ""},
		`"C:\my bots"\x.exe`:       {`C:\my bots\x.exe`},
	} {
		if got, err := Split(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q, %v", command, got, err)
		}
	}
	if _, err := Split(`sh -c 'x`); !errors.Is(err, ErrQuote) {
		t.Errorf("%v", err)
	}
}
