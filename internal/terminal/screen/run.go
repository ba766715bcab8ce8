package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
)

// program runs the model on a terminal and carries out its effects.
type program struct {
	Model
	source Source
}

// Init asks for the background colour. The source starts when the program runs.
func (p program) Init() tea.Cmd { return tea.RequestBackgroundColor }

// Update updates the model and turns its effects into commands.
func (p program) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	next, effects := p.Model.Update(message)
	p.Model = next
	var cmds []tea.Cmd
	for _, e := range effects {
		cmds = append(cmds, p.command(e))
	}
	return p, tea.Batch(cmds...)
}

func (p program) command(e Effect) tea.Cmd {
	switch e.Kind {
	case DoTick:
		return tea.Tick(time.Duration(e.After)*time.Millisecond, func(time.Time) tea.Msg { return Ticked{e.Tick} })
	case DoQuit:
		return tea.Quit
	case DoSuspend:
		return tea.Suspend
	case DoBell:
		return tea.Raw("\a")
	case DoHint:
		return p.hint
	}
	return func() tea.Msg { return p.source.Do(e.Command) }
}

// Screen is the terminal for a table.
type Screen struct {
	In  io.Reader
	Out io.Writer
	Env []string // in the form of os.Environ
}

// Run shows a table until the person leaves, the evening is over, the context is done or the
// terminal hangs up. It restores the terminal and returns the last screen. The error says why
// it ended, if the person didn't ask for it.
func Run(ctx context.Context, o Options, source Source, scr Screen) (Model, error) {
	return run(ctx, New(o), source, scr)
}

func run(ctx context.Context, m Model, source Source, scr Screen) (Model, error) {
	p := tea.NewProgram(program{m, source},
		tea.WithInput(scr.In), tea.WithOutput(scr.Out), tea.WithEnvironment(scr.Env), tea.WithoutSignalHandler())
	hung := make(chan os.Signal, 1)
	signal.Notify(hung, syscall.SIGHUP, syscall.SIGQUIT)
	defer signal.Stop(hung)
	done := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		watch(ctx, p, hung, done, m.opt.Server)
	}()
	go guarded(p.Send, func() { source.Open(p.Send) })
	last, err := p.Run()
	close(done)
	<-stopped
	m = last.(program).Model
	if errors.Is(err, tea.ErrProgramPanic) {
		return m, err
	}
	if _, why := m.Left(); why != nil {
		err = why
	}
	return m, errors.Join(err, source.Close())
}

// watch ends the program when the context is done or a signal comes; it kills a program that
// doesn't react. If the table has clocks, it also sends the time.
func watch(ctx context.Context, p *tea.Program, hung <-chan os.Signal, done <-chan struct{}, clocks bool) {
	var seconds <-chan time.Time
	if clocks {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		seconds = ticker.C
	}
	for {
		select {
		case <-done:
			return
		case now := <-seconds:
			p.Send(Clock{now.UnixMilli()})
			continue
		case <-ctx.Done():
		case <-hung:
		}
		break
	}
	p.Quit()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		p.Kill()
	}
}

// guarded runs a goroutine. A panic ends the program with an error, so that the terminal is
// restored.
func guarded(send func(tea.Msg), run func()) {
	defer func() {
		if r := recover(); r != nil {
			send(Ended{fmt.Errorf("panic: %v", r)})
		}
	}()
	run()
}
