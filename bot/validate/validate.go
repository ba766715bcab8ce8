// Package validate tests programs that speak rams-bot/1: in every phase of every
// preset, with few seats and many, several questions at once, and to the end. What
// is wrong is a [Finding], with the question that can be asked again.
package validate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"chratze/bot/exec"
	"chratze/bot/protocol"
	"chratze/chance"
	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// Options say what to test.
type Options struct {
	Command []string
	Limit   time.Duration // for an answer
	Quit    time.Duration // until it must have ended when it is told to; 0: two seconds
	Hands   int           // for each preset and number of seats
	Seed    uint64
	Presets []string // nil: all that the program plays
}

// Report is the result of a test.
type Report struct {
	Hello    protocol.Message
	Ready    time.Duration // until it was
	Tries    []Try
	Findings []Finding
}

// Try is what was tried of one preset.
type Try struct {
	Preset    string
	Skipped   bool // by the program's own words it doesn't play it
	Questions int
	Phases    map[rams.Phase]int
	Slowest   time.Duration
	Faults    int
}

// Finding is something wrong. Code is a [protocol.Fault], or one of the codes below.
type Finding struct {
	Code     string
	Said     string             // the act, or the line
	Preset   string             // and the rest, if it is about a question
	Phase    rams.Phase         //
	Question *protocol.Question // nil: not about a question
	Err      error              // why it has ended
}

// The codes of findings beside the faults.
const (
	NotReady = "not-ready" // it never was ready
	Stays    = "stays"     // told to quit, it doesn't end
	NoGame   = "no-game"   // by its own words it plays none of the games
)

// Wanted is the shortest valid answer to the greeting.
const Wanted = `{"t":"ready"}`

// maxFindings is the number of findings after which the test stops.
const maxFindings = 10

// Run tests a program. It returns ctx's error if ctx is done first.
func Run(ctx context.Context, opt Options, progress func(*Try)) (*Report, error) {
	t := &tester{Options: opt, ctx: ctx, chance: rand.New(rand.NewPCG(opt.Seed, 0)), report: &Report{}}
	t.process = exec.New(exec.Options{Command: opt.Command, Limit: opt.Limit, Quit: opt.Quit, Context: ctx})
	defer func() { _ = t.process.Close() }() // for end it has ended before
	began := time.Now()
	hello, err := t.process.Start()
	if ctx.Err() != nil {
		return t.report, ctx.Err()
	}
	if err != nil {
		t.report.Findings = append(t.report.Findings, Finding{Code: NotReady, Said: Wanted, Err: err})
		return t.report, nil
	}
	t.report.Hello, t.report.Ready = hello, time.Since(began)
	for _, preset := range variant.Presets() {
		v, _ := variant.Lookup(preset)
		if opt.Presets != nil && !slices.Contains(opt.Presets, preset) || ctx.Err() != nil || t.enough() {
			continue
		}
		t.report.Tries = append(t.report.Tries, Try{Preset: preset, Phases: map[rams.Phase]int{}})
		t.try = &t.report.Tries[len(t.report.Tries)-1]
		if t.try.Skipped = !hello.Plays(preset, v.Rules()); !t.try.Skipped {
			t.preset(v)
		}
		if progress != nil {
			progress(t.try)
		}
	}
	if !slices.ContainsFunc(t.report.Tries, func(t Try) bool { return !t.Skipped }) && ctx.Err() == nil {
		t.report.Findings = append(t.report.Findings, Finding{Code: NoGame, Said: strings.Join(hello.Presets, ", ")})
	}
	if ctx.Err() == nil {
		t.end()
	}
	return t.report, ctx.Err()
}

// tester tests one program.
type tester struct {
	Options
	ctx     context.Context
	process *exec.Process
	chance  *rand.Rand
	report  *Report
	try     *Try
	hands   int
	mu      sync.Mutex // for try and report, while questions are asked at once
}

func (t *tester) enough() bool { return len(t.report.Findings) >= maxFindings }

// preset tests a preset with the fewest seats, the fewest it is best with, and
// the most.
func (t *tester) preset(v variant.Variant) {
	least, most := v.Seats()
	best, _ := v.Best()
	for _, seats := range slices.Compact([]int{least, best, most}) {
		g, err := v.Game(seats)
		if err != nil {
			panic(err) // a preset has a game for its seats
		}
		start := g.FirstStart(rams.Seat(t.chance.IntN(seats)))
		for i := 0; i < t.Hands && !t.enough() && t.ctx.Err() == nil; i++ {
			start = t.hand(v, g, start, i%3 == 2)
		}
	}
}

// hand asks the program everything that is asked in a hand, on all seats. What
// happens is what it says; or anything legal, so that it gets to see every phase
// whatever it says.
func (t *tester) hand(v variant.Variant, g *rams.Game, start rams.Start, obey bool) rams.Start {
	t.hands++
	player := exec.NewPlayer(t.process, v)
	player.Begin(fmt.Sprintf("v%d", t.hands), "")
	deck := rams.Deck{Source: chance.Of(t.chance)}
	var r rams.Record
	if err := r.Begin(g, start); err != nil {
		panic(err) // a hand hands on what the next one can begin with
	}
	for range r.Turns(&deck) {
		view := r.View(r.Turn())
		q := player.Question(&view)
		if t.hands%2 == 0 { // fields that mean nothing are to be ignored
			q.View.Names = slices.Repeat([]string{"“Änni”\n"}, g.Seats())
			q.View.Extra = []history.Field{{Name: "id", Value: `"7"`}, {Name: "x-note", Value: `{"legal":["see"]}`}}
		}
		a := t.ask(v.Preset(), view.Phase, q)
		if !obey {
			a = view.Legal[t.chance.IntN(len(view.Legal))]
		}
		r.ApplyUnchecked(a, nil)
	}
	for seat := range g.Seats() {
		player.End(&r, rams.Seat(seat))
	}
	if t.hands%5 == 0 {
		t.atOnce(v, &r)
	}
	return r.Result().Next
}

// ask asks a question and notes what is wrong with the answer.
func (t *tester) ask(preset string, phase rams.Phase, q *protocol.Question) rams.Action {
	began := time.Now()
	reply := t.process.Ask(q)
	took := time.Since(began)
	if t.ctx.Err() != nil { // which has ended it
		return reply.Action
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.try.Questions++
	t.try.Phases[phase]++
	t.try.Slowest = max(t.try.Slowest, took)
	if reply.Fault != protocol.NoFault {
		t.try.Faults++
		kept, view := *q, *q.View // which are only lent
		kept.Legal, view.Events = slices.Clone(q.Legal), slices.Clone(view.Events)
		kept.View = &view
		f := Finding{Code: string(reply.Fault), Said: reply.Said, Preset: preset, Phase: phase, Question: &kept}
		if reply.Fault == protocol.Dead {
			f.Err = t.process.Trouble()
		}
		if !t.enough() {
			t.report.Findings = append(t.report.Findings, f)
		}
	}
	return reply.Action
}

// atOnce is how many questions are asked at once.
const atOnce = 8

// atOnce asks the first questions of a hand again, all at once.
func (t *tester) atOnce(v variant.Variant, r *rams.Record) {
	h := history.FromRecord(v, nil, r, nil)
	steps, err := h.Steps()
	if err != nil {
		panic(err) // it has just been played
	}
	var all sync.WaitGroup
	n := 0
	for step := range steps {
		if step.Event == nil || step.Event.Kind != rams.EventAct || n == atOnce {
			continue
		}
		n++
		view := step.View(step.Event.Seat)
		player := exec.NewPlayer(t.process, v)
		player.Begin(fmt.Sprintf("v%d-%d", t.hands, n), "")
		q := player.Question(&view)
		q.Limit = atOnce * t.Limit // one thought after the other
		all.Go(func() { t.ask(v.Preset(), view.Phase, q) })
	}
	all.Wait()
}

// end tells the program to quit, and notes what nobody had asked for.
func (t *tester) end() {
	if err := t.process.Close(); errors.Is(err, exec.ErrStays) {
		t.report.Findings = append(t.report.Findings, Finding{Code: Stays, Err: err})
	}
	faults := t.process.Faults()
	told := map[string]int64{}
	for _, f := range t.report.Findings {
		told[f.Code]++
	}
	for _, kind := range []protocol.Fault{protocol.Unasked, protocol.NotJSON} {
		if faults[kind] > told[string(kind)] && !t.enough() {
			t.report.Findings = append(t.report.Findings, Finding{Code: string(protocol.Unasked), Said: fmt.Sprint(faults[kind] - told[string(kind)])})
		}
	}
}
