package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/screen"
	"chratze/internal/waittest"
)

// faulty is a table that panics when the test says so: it writes the file now when the screen is up.
type faulty struct{}

func (faulty) Open(func(tea.Msg)) {
	for begin := time.Now(); time.Since(begin) < waittest.Limit; time.Sleep(time.Millisecond) { // in a process of its own, without testing.TB
		if _, err := os.Stat("now"); err == nil {
			panic("a planted fault")
		}
	}
}
func (faulty) Close() error             { return nil }
func (faulty) Do(table.Command) tea.Msg { return nil }

// panics is a program whose table panics.
func panics() {
	_, err := screen.Run(context.Background(), screen.Options{Printer: locale.For("en")}, faulty{}, screen.Screen{In: os.Stdin, Out: os.Stdout, Env: os.Environ()})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
}

// terminal is a real one: a session of tmux, in which a shell runs a command and
// tells how it left the terminal.
type terminal struct {
	t      *testing.T
	dir    string
	socket string
}

// newTerminal runs a command in a terminal of this size. The program is found by
// its name, chratze.
func newTerminal(t *testing.T, columns, rows int, command string) *terminal {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no tmux")
	}
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no tmux, and in CI these tests are not skipped: see scripts/setup.sh")
		}
		t.Skip("SKIPPED: no tmux; scripts/setup.sh installs it")
	}
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"chratze", "chratze-panics"} { // by these names the test is the program, see TestMain
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	script := fmt.Sprintf(`cd %q; PATH=%q:$PATH; export LANG=C.UTF-8 LC_ALL=C.UTF-8 XDG_DATA_HOME=%q TERM=xterm-256color COLORTERM=truecolor
unset TMUX NO_COLOR
stty -g >before
sh -c 'echo $$ >pid; exec %s'
echo $? >code; stty -g >after; echo ENDED; exec cat`, dir, dir, dir, command)
	if err := os.WriteFile(filepath.Join(dir, "run.sh"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, dir: dir, socket: filepath.Join(dir, "socket")}
	x.tmux("new-session", "-d", "-x", strconv.Itoa(columns), "-y", strconv.Itoa(rows), "sh "+filepath.Join(dir, "run.sh"))
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", x.socket, "kill-server").Run() })
	return x
}

func (x *terminal) tmux(args ...string) string {
	x.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-f", "/dev/null", "-S", x.socket}, args...)...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func (x *terminal) keys(keys ...string) { x.tmux(append([]string{"send-keys"}, keys...)...) }
func (x *terminal) screen() string      { return x.tmux("capture-pane", "-p") }

func (x *terminal) file(name string) string {
	b, err := os.ReadFile(filepath.Join(x.dir, name))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// wait waits until something is on the screen.
func (x *terminal) wait(texts ...string) string {
	x.t.Helper()
	found, screen := -1, ""
	defer func() {
		if found < 0 {
			x.t.Logf("on the screen is\n%s", screen)
		}
	}()
	waittest.Until(x.t, fmt.Sprintf("%q on the screen", texts), func() bool {
		screen = x.screen()
		found = slices.IndexFunc(texts, func(text string) bool { return strings.Contains(screen, text) })
		return found >= 0
	})
	return texts[found]
}

// ended waits for the end of the program and reports how it left the terminal.
func (x *terminal) ended() {
	x.t.Helper()
	x.wait("ENDED")
	if before, after := x.file("before"), x.file("after"); before != after || before == "" {
		x.t.Errorf("the terminal was\n%s\nand is left as\n%s", before, after)
	}
	if got := strings.TrimSpace(x.tmux("display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_flag}")); got != "0 1 0 0" {
		x.t.Errorf("alternate screen, cursor, mouse, keypad: %s, want 0 1 0 0\n%s", got, x.screen())
	}
}

// signal sends a signal to the program.
func (x *terminal) signal(s syscall.Signal) {
	x.t.Helper()
	pid, err := strconv.Atoi(x.file("pid"))
	if err != nil {
		x.t.Fatal(err)
	}
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Signal(s)
	}
	if err != nil {
		x.t.Fatal(err)
	}
}

// play presses keys until the program has ended or enough has been decided. It
// chooses what comes next in the row; what is refused it tries with more or others.
func (x *terminal) play(most int) (ended bool) {
	x.t.Helper()
	for begin := time.Now(); time.Since(begin) < waittest.Limit; time.Sleep(15 * time.Millisecond) { // a look, a key, a look
		switch screen := x.screen(); {
		case strings.Contains(screen, "ENDED"):
			return true
		case strings.Contains(screen, "evening is over"):
			x.keys("q")
		case strings.Contains(screen, "next hand"):
			x.keys("Enter")
		case strings.Contains(screen, "do it"):
			if most--; most < 0 {
				return false
			}
			x.keys("Right", "Space", "Enter")
		}
	}
	x.t.Fatalf("%s\n%s", waittest.Late("the end of the sitting"), x.screen())
	return false
}

// TestTerminal plays a sitting of each game in a real terminal, resized and killed
// in the middle, and goes on with it.
func TestTerminal(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		rules string
		kill  syscall.Signal
	}{
		{"chratze --seats 5", syscall.SIGTERM}, {"kratzen --seats 4", syscall.SIGHUP}, {"zwicken", syscall.SIGINT}, {"chratzen --seats 7", syscall.SIGKILL},
	} {
		t.Run(strings.Fields(c.rules)[0], func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			x := newTerminal(t, 80, 24, fmt.Sprintf("chratze play --lang en --pace off --hands 2 --seed %d --data %s --rules %s", i+3, data, c.rules))
			x.wait("do it", "next hand")
			for _, size := range [][2]string{{"120", "40"}, {"50", "20"}, {"20", "5"}, {"80", "24"}} {
				x.tmux("resize-window", "-x", size[0], "-y", size[1])
				if size[0] == "20" {
					x.wait("This window")
					continue
				}
				x.wait("do it", "next hand")
				x.play(1)
			}
			x.wait("do it", "next hand")
			x.signal(c.kill)
			if c.kill == syscall.SIGKILL {
				x.wait("ENDED") // nobody can tidy up behind a kill
			} else {
				x.ended()
				if screen := x.screen(); !strings.Contains(screen, "--resume=1") {
					t.Errorf("after %s nobody says how to go on:\n%s", c.kill, screen)
				}
			}
			x = newTerminal(t, 90, 26, "chratze play --lang en --pace off --resume --data "+data)
			x.play(1000)
			x.ended()
			if x.file("code") != "0" {
				t.Errorf("exit code %s\n%s", x.file("code"), x.screen())
			}
			check := exec.Command(filepath.Join(x.dir, "chratze"), "replay", "--check", filepath.Join(data, "sittings", "1", "hands.jsonl"))
			if out, err := check.CombinedOutput(); err != nil || !strings.Contains(string(out), "2 hands checked, 0 faults") {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestTerminalWide: where Japanese characters covered the table its felt is whole again, also where half of one was.
func TestTerminalWide(t *testing.T) {
	t.Parallel()
	x := newTerminal(t, 80, 30, "chratze play --lang ja --pace off --seed 42 --deck french --rules chratze-en --data "+t.TempDir())
	x.wait("決める")
	x.keys("Escape")
	waittest.Until(t, "the table without the card of the game", func() bool { return !strings.Contains(x.screen(), "トリックだけ") })
	before, own := x.screen(), "\x1b[49m" // the terminal's own background
	x.keys("?")
	x.wait("Esc 閉じる")
	x.keys("Escape")
	waittest.Until(t, "the table without the help", func() bool { return x.screen() == before })
	rows := 0
	for line := range strings.Lines(x.tmux("capture-pane", "-p", "-e")) {
		from, to := strings.Index(line, "│"), strings.LastIndex(line, "│")
		if from == to {
			continue
		}
		if rows++; strings.Contains(line[from:to], own) {
			t.Errorf("holes in the felt: %q", line)
		}
	}
	if rows < 10 {
		t.Errorf("the table has %d rows\n%s", rows, x.screen())
	}
	x.keys("C-c")
	x.ended()
}

// TestTerminalPanic: after a panic the terminal is as it was, and the fault is
// told.
func TestTerminalPanic(t *testing.T) {
	t.Parallel()
	x := newTerminal(t, 80, 24, "chratze-panics")
	waittest.Until(t, "the screen is up", func() bool { return strings.TrimSpace(x.tmux("display-message", "-p", "#{alternate_on}")) == "1" })
	keep(t, filepath.Join(x.dir, "now"), nil)
	x.ended()
	if x.file("code") != "1" || !strings.Contains(x.screen(), "a planted fault") {
		t.Errorf("exit code %s\n%s", x.file("code"), x.screen())
	}
}

// TestTerminalServer: at a server's table the connection is lost when the server
// is killed, and found again when it is back; the hand goes on.
func TestTerminalServer(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	body := `{"name":"Anna","rules":{"preset":"chratze-en"},"chairs":4,"pace":200,"bot":"stammtisch-1"}`
	link, _ := s.post(t, "/api/tables", body)["link"].(string)
	x := newTerminal(t, 80, 24, "chratze join --lang en --pace off "+link)
	x.wait("begin")
	x.keys("Enter")
	x.wait("do it")
	x.keys("c", "Hello", "Enter")
	x.keys("C") // at the chair it is shown for some seconds, among what was said for good
	x.wait("Hello")
	x.keys("Escape")
	_ = s.end(os.Kill)
	x.wait("connection is lost")
	startServer(t, data, "--addr", strings.TrimPrefix(s.base, "http://"))
	x.wait("do it")
	x.play(2)
	x.keys("C-c")
	x.ended()
	if !strings.Contains(strings.ReplaceAll(x.screen(), "\n", ""), "'"+link+"'") {
		t.Errorf("nobody says how to come back to %s:\n%s", link, x.screen())
	}
}

// TestTerminalJoin: on a terminal chratze join asks for the name that it wasn't told.
func TestTerminalJoin(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	code, _ := s.post(t, "/api/tables", `{"name":"Anna","rules":{"preset":"chratze"},"chairs":4}`)["code"].(string)
	x := newTerminal(t, 100, 24, "env USER=otti chratze join --lang en "+code+" --server "+s.base)
	x.wait("What are you called at the table? [otti]")
	x.keys("Vreni", "Enter")
	x.wait("Anna")
	if screen := x.screen(); !strings.Contains(screen, "Vreni") || strings.Contains(screen, "otti") {
		t.Errorf("Vreni isn't at the table:\n%s", screen)
	}
	x.keys("C-c")
	x.ended()
}

// TestTerminalLeft: the link of a seat that was left offers to sit down again, as the same person.
func TestTerminalLeft(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	code, _ := s.post(t, "/api/tables", `{"name":"Anna","rules":{"preset":"chratze"},"chairs":4}`)["code"].(string)
	link, _ := s.post(t, "/api/join", `{"code":"`+code+`","name":"Vreni"}`)["link"].(string)
	x := newTerminal(t, 100, 24, "chratze join --lang en "+link)
	x.wait("The host starts.")
	x.keys("X")
	x.wait("Press X again")
	x.keys("X")
	x.wait("You have left the table.")
	x.ended()
	x = newTerminal(t, 100, 24, "env USER=otti chratze join --lang en "+link)
	x.wait("Press Enter to sit down again")
	x.keys("Enter")
	x.wait("What are you called at the table? [otti]")
	x.keys("Vreni", "Enter")
	x.wait("The host starts.")
	if screen := x.screen(); !strings.Contains(screen, "Vreni") || strings.Contains(screen, "otti") || strings.Contains(screen, "Vreni 2") {
		t.Errorf("Vreni isn't at the table again:\n%s", screen)
	}
	x.keys("C-c")
	x.ended()
}

// TestTerminalUndo: two friends at a server's table, one at the screen and one in lines: what one has decided is taken
// back when the other allows it, and asked again.
func TestTerminalUndo(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	setClock(t, data, time.Now().Format(time.RFC3339)) // it stands still, so that no question ends before it is answered
	s := startProgram(t, "chratze-shifted", data)
	made := s.post(t, "/api/tables", `{"name":"Anna","rules":{"preset":"chratze-en"},"chairs":2,"pace":0,"six_window":0}`)
	x := newTerminal(t, 80, 24, "chratze join --lang en --pace off "+made["link"].(string))
	x.wait("begin")
	y := newTerminal(t, 80, 50, "chratze join --plain --lang en --name Vreni --server "+s.base+" "+made["code"].(string))
	y.wait("The host starts.")
	x.wait("Vreni")
	x.keys("Enter")
	for begin := time.Now(); time.Since(begin) < waittest.Limit; time.Sleep(100 * time.Millisecond) { // a look, a key, a look
		lines := strings.Split(strings.TrimSpace(y.screen()), "\n")
		switch screen := x.screen(); {
		case strings.Contains(screen, "Take it back"):
			x.keys("u") // too late if the other has just decided
		case strings.Contains(screen, "The others are asked"):
			y.wait("Anna would like to take that back. Type allow or deny.")
			y.keys("allow", "Enter")
			x.wait("taken back")
			if screen := x.screen(); !strings.Contains(screen, "do it") {
				t.Errorf("the question isn't asked again:\n%s", screen)
			}
			x.keys("C-c")
			x.ended()
			y.keys("q", "Enter")
			y.ended()
			return
		case strings.Contains(screen, "next hand"):
			x.keys("Enter")
		case strings.Contains(screen, "do it"):
			x.keys("Right", "Space", "Enter")
		case strings.ContainsAny(lines[len(lines)-1], "?)"): // also one that goes on in a second line; what is typed before a question answers the next one
			y.keys("1", "Enter")
		}
	}
	t.Fatalf("%s:\n%s\n%s", waittest.Late("something can be taken back"), x.screen(), y.screen())
}

// TestTerminalStart: chratze play without anything else begins with the start screen: a table with what is usual, an
// evening to go on with, a lesson from which one comes back, and away.
func TestTerminalStart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	x := newTerminal(t, 100, 30, "chratze play --lang en --pace off --data "+data)
	x.wait("Play now")
	if screen := x.screen(); strings.Contains(screen, "Your evenings") {
		t.Errorf("there is no evening yet:\n%s", screen)
	}
	x.keys("Down", "Down", "Right", "Enter")
	x.wait("Stock")
	x.keys("C-c")
	x.ended()
	x = newTerminal(t, 100, 30, "chratze play --lang en --pace off --data "+data)
	x.wait("Your evenings")
	x.keys("Up", "Up", "Enter") // over the evening to the lessons
	x.wait("Continue")
	x.keys("Enter")
	x.wait("Which card do you play?")
	x.keys("C-c")
	x.wait("Your evenings")
	x.keys("Down")
	x.wait("▶    1")
	x.keys("Enter")
	x.wait("Stock")
	x.keys("C-c")
	x.ended()
	if screen := x.screen(); !strings.Contains(screen, "--resume=1") {
		t.Errorf("it is another evening:\n%s", screen)
	}
	x = newTerminal(t, 100, 30, "chratze play --lang en --data "+data)
	x.wait("Your evenings")
	x.keys("q")
	x.ended()
	if x.file("code") != "0" {
		t.Errorf("exit code %s", x.file("code"))
	}
}
