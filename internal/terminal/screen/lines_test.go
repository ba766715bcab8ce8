package screen

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
	"chratze/internal/waittest"
)

// benchSource is the table of a bench as a source.
type benchSource struct {
	b      *bench
	closed bool
}

func (s *benchSource) Open(send func(tea.Msg)) { send(s.b.deal()) }
func (s *benchSource) Do(e Effect) tea.Msg     { return s.b.do(e) }
func (s *benchSource) Close() error {
	s.closed = true
	return nil
}

// TestLines: the table in lines, for a pipe: what is asked is answered by what is
// typed, what is illegal is refused with the reason, and its end is the end.
func TestLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ typed, want, never string }{
		{"weg\n", "You say “weg”.", "sits down"},
		{"1\n", "You say “chratze”", ""},
		{"rubbish\nweg\n", "I don't understand “rubbish”.", ""},
		{"?\nweg\n", "q: leave; your seat is kept.", "→"},
		{"s\nweg\n", "Anna -0.20", "│"},
		{":hello there\nweg\n", "Anna: hello there", ""},
		{"q\nchratze\n", "Do you say", "You say"},
	} {
		var out bytes.Buffer
		source := &benchSource{b: newBench(t, "chratze-en", 4, Options{Printer: locale.For("en")})}
		in, typing := io.Pipe()
		go func() {
			for line := range strings.Lines(c.typed) {
				if _, err := io.WriteString(typing, line); err != nil {
					return
				}
			}
			_ = typing.Close()
		}()
		scr := lines.NewScreen(&out, func(string) string { return "C.UTF-8" })
		if _, err := Lines(t.Context(), Options{Printer: locale.For("en"), Server: true}, source, in, scr); err != nil {
			t.Fatal(err)
		}
		_ = in.Close()
		got := strings.Join(strings.Fields(out.String()), " ")
		if !strings.Contains(got, c.want) || c.never != "" && strings.Contains(got, c.never) || !source.closed {
			t.Errorf("%q: want %q and never %q:\n%s", c.typed, c.want, c.never, out.String())
		}
	}
}

// TestLinesLeft: q leaves at once, though nothing more is typed and nothing happens at the table.
func TestLinesLeft(t *testing.T) {
	t.Parallel()
	source := &benchSource{b: newBench(t, "chratze-en", 4, Options{Printer: locale.For("en")})}
	in, typing := io.Pipe()
	defer in.Close()
	go func() { _, _ = io.WriteString(typing, "q\n") }()
	ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
	defer stop()
	scr := lines.NewScreen(io.Discard, func(string) string { return "C.UTF-8" })
	if _, err := Lines(ctx, Options{Printer: locale.For("en"), Server: true}, source, in, scr); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil || !source.closed {
		t.Error("who has typed q is still at the table")
	}
}
