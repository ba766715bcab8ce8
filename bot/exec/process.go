// Package exec lets programs play: it starts them, asks them by rams-bot/1
// (package bot/protocol) on their standard input and output, and puts up with
// whatever they do. A late, wrong or missing answer is a fault, for which the seat
// plays the fallback; a program that has ended is started again once a hand.
//
//	p := exec.New(exec.Options{Command: []string{"python3", "bot.py"}, Limit: time.Second})
//	defer p.Close()
//	hello, err := p.Start()
//	reply := p.Ask(&question)
package exec

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"chratze/bot"
	"chratze/bot/protocol"
	"chratze/rams"
)

// Options name a program and its limits.
type Options struct {
	Command []string      // the program and its arguments
	Limit   time.Duration // for an answer, if the question says none; 0: a second
	Ready   time.Duration // until it must be ready; 0: protocol.ReadyWithin
	Quit    time.Duration // until it must have ended when it is told to; 0: two seconds

	// Context, if not nil, ends the program: as soon as it is done the program is told to quit,
	// is killed if it hasn't ended a moment later, and isn't started again.
	Context context.Context
}

// Faults counts the faults of a program by kind.
type Faults map[protocol.Fault]int64

// Total returns the sum.
func (f Faults) Total() (n int64) {
	for _, k := range f {
		n += k
	}
	return n
}

const (
	maxLine = 64 << 10               // of what a program says; who says more in one line is ended
	maxWait = 256                    // messages a program may leave unread; behind them it is ended
	maxLog  = 4 << 10                // the end of its standard error that is kept
	grace   = 2 * time.Second        // Options.Quit
	hurry   = 200 * time.Millisecond // Options.Quit once Options.Context is done
	linger  = 100 * time.Millisecond // for its standard error, which others may hold open
)

// last is the line that follows the last one of a program: others may hold its standard output
// open, so that its end doesn't show there.
const last = "\x04"

// Process is a program that answers questions, for any number of seats and hands
// at once. Its methods may be called from any goroutine.
type Process struct {
	opt Options

	mu      sync.Mutex
	run     *run   // nil: not started
	revived string // the hand for which it was last started again
	faults  Faults
	ids     uint64
}

// New returns a program that is started when it is first needed.
func New(opt Options) *Process {
	if opt.Limit == 0 {
		opt.Limit = time.Second
	}
	if opt.Ready == 0 {
		opt.Ready = protocol.ReadyWithin
	}
	if opt.Quit == 0 {
		opt.Quit = grace
	}
	if opt.Context == nil {
		opt.Context = context.Background()
	}
	return &Process{opt: opt, faults: Faults{}}
}

// Start starts the program if it isn't running, waits until it is ready, and
// returns what it says about itself. The error includes the end of what the program wrote to
// standard error.
func (p *Process) Start() (protocol.Message, error) {
	p.mu.Lock()
	if p.run == nil {
		p.run = p.start()
	}
	r := p.run
	p.mu.Unlock()
	<-r.ready
	return r.hello, r.trouble()
}

// Reply is the result of a question.
type Reply struct {
	Action rams.Action    // the answer, or the fallback
	Fault  protocol.Fault // why it is the fallback
	Said   string         // the act, or the line that isn't JSON
}

// Ask asks the program and returns its answer, or the fallback and the fault. It
// gives the question its number, and a limit if it has none.
func (p *Process) Ask(q *protocol.Question) Reply {
	if q.Limit == 0 {
		q.Limit = p.opt.Limit
	}
	o := &pending{q: q, answer: make(chan Reply, 1)}
	p.mu.Lock()
	r := p.alive(q.Hand)
	p.ids++
	q.ID = p.ids
	p.mu.Unlock()
	<-r.ready
	late := time.NewTimer(q.Limit) // who is just being started loses no time by it
	defer late.Stop()
	r.ask(o)
	reply := r.wait(o, late.C)
	reply.Action = bot.Fallback(q.Legal)
	if reply.Fault == protocol.NoFault {
		reply.Action, reply.Fault = protocol.Act(reply.Said, q.Seat, q.Legal)
	}
	p.fault(reply.Fault)
	return reply
}

// Tell sends a line that expects no reply, such as that of [protocol.AppendEnd]. It does
// nothing if the program is not running.
func (p *Process) Tell(line []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.run != nil {
		p.run.say(line)
	}
}

// Faults returns the number of faults so far, by kind.
func (p *Process) Faults() Faults {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.faults)
}

// ErrStays is returned by Close if the program doesn't end when told to.
var ErrStays = errors.New("exec: program did not exit after quit")

// Trouble returns why the program has ended, with the end of what it wrote to
// standard error; nil while it runs.
func (p *Process) Trouble() error {
	p.mu.Lock()
	r := p.run
	p.mu.Unlock()
	if r == nil {
		return nil
	}
	return r.trouble()
}

// Close tells the program to quit and ends it if it doesn't in time; then
// the error is [ErrStays].
func (p *Process) Close() error {
	p.mu.Lock()
	r := p.run
	p.run = nil
	p.mu.Unlock()
	if r == nil {
		return nil
	}
	<-r.ready
	return r.quit(p.opt.Quit)
}

func (p *Process) fault(f protocol.Fault) {
	if f != protocol.NoFault {
		p.mu.Lock()
		p.faults[f]++
		p.mu.Unlock()
	}
}

// alive returns the program running; one that has ended is started again, but
// once a hand only. p.mu is held.
func (p *Process) alive(hand string) *run {
	switch {
	case p.run == nil:
		p.run = p.start()
	case p.run.ended() && p.revived != hand && p.opt.Context.Err() == nil:
		p.revived = hand
		p.run = p.start()
	}
	return p.run
}

// ---- one run of a program ----

// pending is a question that waits for its answer.
type pending struct {
	q      *protocol.Question
	answer chan Reply // without the action
}

// run is one run of the program, from its start to its end.
type run struct {
	p     *Process
	cmd   *exec.Cmd
	in    chan []byte
	log   tail
	ready chan struct{} // closed when hello has come, or never will
	done  chan struct{} // closed when it has ended

	mu    sync.Mutex
	hello protocol.Message
	err   error
	open  []*pending      // in the order in which they were asked
	late  map[uint64]bool // questions that were given up; their faults are counted
}

func (p *Process) start() *run {
	r := &run{
		p: p, in: make(chan []byte, maxWait), late: map[uint64]bool{},
		ready: make(chan struct{}), done: make(chan struct{}),
	}
	if err := r.begin(); err != nil {
		r.err = err
		close(r.ready)
		close(r.done)
	}
	return r
}

// begin starts the program and those who write to it and read from it.
func (r *run) begin() error {
	if len(r.p.opt.Command) == 0 {
		return errors.New("no command")
	}
	if err := r.p.opt.Context.Err(); err != nil {
		return err
	}
	r.cmd = exec.Command(r.p.opt.Command[0], r.p.opt.Command[1:]...)
	r.cmd.Stderr = &r.log
	r.cmd.WaitDelay = linger
	apart(r.cmd)
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, said, err := os.Pipe()
	if err != nil {
		return errors.Join(err, in.Close())
	}
	r.cmd.Stdout = said
	if err := r.cmd.Start(); err != nil {
		return errors.Join(err, out.Close(), said.Close())
	}
	r.in <- []byte(protocol.Hello + "\n")
	end := make(chan error, 1)
	go r.write(in)
	go r.await(said, end)
	go r.read(out, end)
	return nil
}

// await waits for the end of the program, ends what it has left running, and says that there is
// nothing more to read.
func (r *run) await(said io.WriteCloser, end chan<- error) {
	hasten := context.AfterFunc(r.p.opt.Context, func() { _ = r.quit(hurry) })
	err := r.cmd.Wait()
	hasten()
	killAll(r.cmd)
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	end <- err
	_, _ = io.WriteString(said, "\n"+last+"\n") // read fails if it has stopped before
	_ = said.Close()
}

// write writes what is said to the program, until it has ended.
func (r *run) write(in io.WriteCloser) {
	defer func() { _ = in.Close() }()
	for {
		select {
		case line := <-r.in:
			if _, err := in.Write(line); err != nil || len(line) == 0 {
				return // the reader sees the end
			}
		case <-r.done:
			return
		}
	}
}

// mostName is how many characters of a program's name are used.
const mostName = 60

// printable is a name as far as it can stand in a table: what would move the cursor or turn the
// direction of writing is shown as unreadable.
func printable(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name)
	if r := []rune(name); len(r) > mostName {
		name = string(r[:mostName])
	}
	return name
}

// read hears the program until it ends.
func (r *run) read(out io.ReadCloser, end <-chan error) {
	slow := time.AfterFunc(r.p.opt.Ready, func() { r.kill(fmt.Errorf("not ready within %v", r.p.opt.Ready)) })
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 4096), maxLine)
	greeted := false
	for lines.Scan() && !(len(end) > 0 && lines.Text() == last) {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if greeted {
			r.hear(lines.Bytes())
			continue
		}
		m, err := protocol.Parse(lines.Bytes())
		switch {
		case err != nil || !m.Ready():
			r.kill(fmt.Errorf("expected ready, got %.200q", lines.Text()))
		default:
			greeted = true
			slow.Stop()
			r.mu.Lock()
			m.Name = printable(m.Name)
			r.hello = m
			r.mu.Unlock()
			close(r.ready)
		}
	}
	slow.Stop()
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		r.kill(fmt.Errorf("line exceeds %d bytes", maxLine))
	} else if err != nil {
		r.kill(err)
	}
	_ = out.Close() // it has been read
	r.end(<-end)
	if !greeted {
		close(r.ready)
	}
}

// end notes why it has ended.
func (r *run) end(err error) {
	r.mu.Lock()
	if r.err == nil {
		if r.err = err; err == nil {
			r.err = errors.New("program exited")
		}
	}
	r.mu.Unlock()
	close(r.done)
}

// kill ends the program for a reason, the first of which counts.
func (r *run) kill(why error) {
	r.mu.Lock()
	if r.err == nil {
		r.err = why
	}
	r.mu.Unlock()
	killAll(r.cmd)
}

func (r *run) ended() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// trouble returns why the program can't be asked, or nil.
func (r *run) trouble() error {
	if !r.ended() {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if log := strings.TrimSpace(r.log.String()); log != "" {
		return fmt.Errorf("%w\n%s", r.err, log)
	}
	return r.err
}

// say gives a line to the writer; a program that leaves too many unread is ended.
func (r *run) say(line []byte) {
	if r.ended() {
		return
	}
	select {
	case r.in <- line:
	default:
		r.kill(fmt.Errorf("%d messages left unread", maxWait))
	}
}

// ask opens a question.
func (r *run) ask(o *pending) {
	r.mu.Lock()
	r.open = append(r.open, o)
	r.mu.Unlock()
	r.say(append(o.q.AppendTo(nil), '\n'))
}

// wait waits for the answer to a question, and gives the question up if there is
// none.
func (r *run) wait(o *pending, late <-chan time.Time) Reply {
	select {
	case reply := <-o.answer:
		return reply
	case <-late:
		r.close(o.q.ID)
		return Reply{Fault: protocol.Late}
	case <-r.done:
		select {
		case reply := <-o.answer: // its last word
			return reply
		default:
			return Reply{Fault: protocol.Dead}
		}
	}
}

// close gives a question up.
func (r *run) close(id uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.take(id) != nil && len(r.late) < maxWait {
		r.late[id] = true
	}
}

// take removes a question from the open ones. r.mu is held.
func (r *run) take(id uint64) *pending {
	i := slices.IndexFunc(r.open, func(o *pending) bool { return o.q.ID == id })
	if i < 0 {
		return nil
	}
	o := r.open[i]
	r.open = slices.Delete(r.open, i, i+1)
	return o
}

// hear takes an answer. One that can't be read is taken for that to the oldest
// question.
func (r *run) hear(line []byte) {
	m, err := protocol.Parse(line)
	r.mu.Lock()
	defer r.mu.Unlock()
	var o *pending
	reply := Reply{Said: m.Act}
	switch {
	case err == nil:
		o = r.take(m.ID)
	case len(r.open) > 0:
		o = r.take(r.open[0].q.ID)
		reply = Reply{Fault: protocol.NotJSON, Said: string(line)}
	default:
		r.p.fault(protocol.NotJSON)
		return
	}
	switch {
	case o != nil:
		o.answer <- reply
	case r.late[m.ID]: // the question's fault is counted
		delete(r.late, m.ID)
	default:
		r.p.fault(protocol.Unasked)
	}
}

// quit ends the program, politely first.
func (r *run) quit(within time.Duration) error {
	if r.ended() {
		return nil
	}
	r.say([]byte(protocol.Quit + "\n"))
	r.say(nil) // ends its standard input
	select {
	case <-r.done:
		return nil
	case <-time.After(within):
		killAll(r.cmd)
		<-r.done
		return ErrStays
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if n := len(t.buf) - maxLog; n > 0 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.buf), "?")
}
