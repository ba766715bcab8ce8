package screen

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/internal/terminal/local"
	"chratze/internal/waittest"
	"chratze/variant"
)

// benchSource is the table of a bench as a source.
type benchSource struct {
	b      *bench
	closed bool
}

func (s *benchSource) Open(send func(tea.Msg))    { send(s.b.deal()) }
func (s *benchSource) Do(c table.Command) tea.Msg { return s.b.command(c) }
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

// toldSource says what a table would.
type toldSource struct {
	benchSource
	tell []tea.Msg
}

func (s *toldSource) Open(send func(tea.Msg)) {
	for _, m := range s.tell {
		send(m)
	}
}

// TestLinesBeforeTheTable: what is said before the table is known waits for its names, and a lost connection is told once,
// as its return is.
func TestLinesBeforeTheTable(t *testing.T) {
	t.Parallel()
	b := newBench(t, "chratze-en", 4, Options{Printer: locale.For("en")})
	told := b.deal()
	var out bytes.Buffer
	source := &toldSource{benchSource{b: b}, []tea.Msg{Offline{}, Chatted{Chair: 1, Text: "hello"}, told, Offline{}, Offline{}, told, Ended{io.ErrUnexpectedEOF}}}
	in, typing := io.Pipe()
	defer typing.Close()
	scr := lines.NewScreen(&out, func(string) string { return "C.UTF-8" })
	if _, err := Lines(t.Context(), Options{Printer: locale.For("en"), Server: true}, source, in, scr); err != io.ErrUnexpectedEOF {
		t.Fatal(err)
	}
	for _, want := range []string{"Beat: hello", "The connection is lost.", "The connection is back."} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("once %q:\n%s", want, out.String())
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

// streamed plays a session with bots in lines, with what is typed, and returns what was written.
func streamed(t *testing.T, rules, lang string, hands int, typed string, out io.Writer) *local.Session {
	t.Helper()
	seed := uint64(5)
	o := lines.Options{Seats: 4, Seat: 1, Seed: &seed, Hands: hands, Bots: lines.DefaultBots, Data: t.TempDir()}
	p := locale.For(lang)
	s, waiting, err := o.Open(p, func() (variant.Variant, error) { return variant.Parse(rules) })
	if err != nil {
		t.Fatal(err)
	}
	scr := lines.NewScreen(out, func(string) string { return "C.UTF-8" })
	if _, err := Lines(t.Context(), Options{Printer: p}, Local(s, waiting), strings.NewReader(typed), scr); err != nil {
		t.Fatal(err)
	}
	if err := scr.Flush(); err != nil {
		t.Fatal(err)
	}
	return s
}

// anyCard are answers of which one is legal, whatever is asked.
const anyCard = "1\n2\n3\n4\n"

// TestLinesOfASession: every command is answered at every question, in whole words, in every game
// and language.
func TestLinesOfASession(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		for _, lang := range locale.New().Languages() {
			var out bytes.Buffer
			streamed(t, preset, lang, 2, strings.Repeat("?\nh\nt\nl\np\nw\ns\nr\n"+anyCard+"\n", 40), &out)
			if text := out.String(); strings.ContainsAny(text, "{}") || strings.Contains(text, "cli.") || strings.Contains(text, "tui.") || strings.Count(text, "\n") < 100 {
				t.Errorf("%s, %s:\n%s", preset, lang, text)
			}
		}
	}
}

// TestTakenBackInLines: u takes the last decision back and asks again, after the settlement too, uu
// plays the same deal again; what was told before the decision isn't told twice.
func TestTakenBackInLines(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de-CH", "ja"} {
		var out bytes.Buffer
		p := locale.For(lang)
		streamed(t, "chratze", lang, 0, "u\nweg\nu\nweg\n"+"q\n", &out)
		text := out.String()
		back := p.T("practice.done.back", nil)
		if n := strings.Count(text, back); n != 1 || !strings.Contains(text, p.T("no.back", nil)) {
			t.Errorf("%s: taken back %d times:\n%s", lang, n, text)
		}
		before, after, _ := strings.Cut(text, back)
		dealt := strings.Split(before, "\n")[1]
		if strings.Contains(after, dealt) {
			t.Errorf("%s: %q is told twice:\n%s", lang, dealt, text)
		}
		out.Reset()
		streamed(t, "chratze", lang, 0, "chratze\n"+strings.Repeat(anyCard, 20)+"uu\nq\n", &out)
		again := p.T("practice.done.again", nil)
		if before, after, found := strings.Cut(out.String(), again); !found || !strings.Contains(after, strings.Split(before, "\n")[1]) {
			t.Errorf("%s: the deal isn't played again:\n%s", lang, out.String())
		}
	}
}

// TestNothingIsWrittenUnsaved: whenever something is written, what is read from the disk has all of
// the hand that is told.
func TestNothingIsWrittenUnsaved(t *testing.T) {
	t.Parallel()
	seed := uint64(5)
	o := lines.Options{Seats: 4, Seat: 1, Seed: &seed, Hands: 3, Bots: lines.DefaultBots, Data: t.TempDir()}
	p := locale.For("en")
	s, _, err := o.Open(p, func() (variant.Variant, error) { return variant.Default(), nil })
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	check := writer(func(b []byte) (int, error) {
		shown++
		text, err := os.ReadFile(filepath.Join(s.Dir(), "records.jsonl"))
		if err != nil {
			t.Error(err)
		}
		var records [][]byte
		for line := range bytes.Lines(text) {
			records = append(records, bytes.TrimSpace(line))
		}
		disk, err := table.Replay(records)
		if err != nil {
			t.Error(err)
			return len(b), nil
		}
		view, _ := disk.View(int(s.Me()))
		if now := s.View(); disk.Stage() != s.Info().Stage || disk.Hands() != s.Hands() || !slices.Equal(view.Events, now.Events) {
			t.Errorf("%q is shown while the disk has %v, the memory %v", b, view.Events, now.Events)
		}
		return len(b), nil
	})
	scr := lines.NewScreen(check, func(string) string { return "C.UTF-8" })
	if _, err := Lines(t.Context(), Options{Printer: p}, Local(s, 0), strings.NewReader(strings.Repeat(anyCard+"\n", 60)), scr); err != nil || shown < 20 {
		t.Errorf("shown %d times, %v", shown, err)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// TestBlindByLines: without a screen, too, one can wish to be asked, and the help says how.
func TestBlindByLines(t *testing.T) {
	t.Parallel()
	seed := uint64(5)
	o := lines.Options{Seats: 4, Seat: 1, Dealer: 1, Seed: &seed, Bots: lines.DefaultBots, Data: t.TempDir()}
	p := locale.For("en")
	s, _, err := o.Open(p, func() (variant.Variant, error) { return variant.Default(), nil })
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	scr := lines.NewScreen(&out, func(string) string { return "C.UTF-8" })
	m, err := Lines(t.Context(), Options{Printer: p}, Local(s, 0), strings.NewReader("?\nB\nq\n"), scr)
	if text := out.String(); err != nil || !m.opt.Blind || !strings.Contains(text, "B: always be asked") || !strings.Contains(text, p.T("tui.blind.on", nil)) {
		t.Errorf("asked %v, error %v:\n%s", m.opt.Blind, err, text)
	}
}

// TestDoubleBlindIsAskedIfWanted: without --blind nothing is asked about playing blind.
func TestDoubleBlindIsAskedIfWanted(t *testing.T) {
	t.Parallel()
	for _, blind := range []bool{false, true} {
		seed := uint64(5)
		o := lines.Options{Seats: 4, Seat: 1, Dealer: 2, Seed: &seed, Bots: lines.DefaultBots, Data: t.TempDir()}
		p := locale.For("en")
		s, _, err := o.Open(p, func() (variant.Variant, error) { return variant.Default(), nil })
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		scr := lines.NewScreen(&out, func(string) string { return "C.UTF-8" })
		if _, err := Lines(t.Context(), Options{Printer: p, Blind: blind}, Local(s, 0), strings.NewReader("p\nq\n"), scr); err != nil {
			t.Fatal(err)
		}
		if asked := strings.Contains(out.String(), "double blind"); asked != blind {
			t.Errorf("blind %v: asked about it %v:\n%s", blind, asked, out.String())
		}
	}
}

// TestUntold: each line is told once, also one that comes in between, as the cards of a dealer do who was asked about blind first.
func TestUntold(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"", "a b", "a b"},
		{"pays up trump", "pays up trump says", "says"},
		{"pays up trump", "pays first up trump second", "first second"},
		{"a b c", "a b", ""},
		{"a b c", "a d", "d"},
	} {
		if got := strings.Join(untold(strings.Fields(c[0]), strings.Fields(c[1])), " "); got != c[2] {
			t.Errorf("after %q, of %q it tells %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
