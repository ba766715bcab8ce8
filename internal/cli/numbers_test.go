package cli

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/cli/playing"
	"chratze/internal/fair"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
	"chratze/internal/waittest"
)

// TestJoinKeepsNumbers: in a terminal you learn how each deal was found, and at the end where
// your numbers are. With them chratze verify finds each of them in the hands, and one that the
// server would have left out.
func TestJoinKeepsNumbers(t *testing.T) {
	t.Parallel()
	const hands = 3
	data := t.TempDir()
	s := startServer(t, t.TempDir())
	made := s.post(t, "/api/tables", `{"name":"Anna","chairs":2,"bot":"","pace":0,"six_window":0,"settle":50,"decision":200,"bank":0,"away":0}`)
	join := exec.Command(s.cmd.Path, "join", "--lang", "en", "--plain", "--name", "Beat", "--server", s.base, made["code"].(string))
	join.Env = append(os.Environ(), "XDG_DATA_HOME="+data)
	typed, err := join.StdinPipe() // nothing: the clock plays for Beat
	if err != nil {
		t.Fatal(err)
	}
	defer typed.Close()
	output, err := os.Create(filepath.Join(data, "said"))
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	said := func() string {
		b, err := os.ReadFile(output.Name())
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(b)), " ")
	}
	checked := func() int { return strings.Count(said(), "Dealt honestly: checked") }
	join.Stdout, join.Stderr = output, output
	if err := join.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = join.Process.Kill() }()
	waittest.Until(t, "Beat is there, and takes part", func() bool { return len(glob(t, data)) > 0 })
	number, secret := made["table"].(string), made["secret"].(string)
	at, r := s.sit(t, number, secret), rand.New(rand.NewPCG(8, 8))
	at.send(`{"t":"start"}`)
	for stage := ""; stage != "over"; {
		if !at.next() {
			t.Fatal("the connection ended")
		}
		if now, ok := at.info["stage"].(string); ok && now != stage {
			if stage = now; stage == "playing" && checked() >= hands { // a hand for which a number came too late isn't checked
				at.send(`{"t":"last"}`)
			}
		}
		at.act(r)
	}
	if err := join.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, said())
	}
	text, n := said(), checked()
	if n < hands || !strings.Contains(text, fmt.Sprintf("%d hands were checked from the first card to the last", n)) {
		t.Errorf("%d deals were found honest, want %d:\n%s", n, hands, text)
	}
	kept := glob(t, data)
	if len(kept) != 1 || !strings.Contains(text, "Your numbers are in "+kept[0]) {
		t.Fatalf("where are the numbers? %v\n%s", kept, text)
	}
	played := filepath.Join(data, "hands.jsonl")
	keep(t, played, s.get(t, "/api/seat/"+number+"/hands", secret))
	if out := commanded(t, "verify", played, "--mine", kept[0]); !strings.Contains(out, fmt.Sprintf("%d hands checked whole", n)) || !strings.Contains(out, "Nothing is wrong") {
		t.Errorf("chratze verify says\n%s", out)
	}
	notes, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	other := regexp.MustCompile(`"nonce":"\w+"`).ReplaceAllString(string(notes), `"nonce":"`+fair.Secret{9}.Hex()+`"`)
	keep(t, played+".mine", []byte(other))
	var out bytes.Buffer
	if exit := run([]string{"verify", "--lang", "en", played, "--mine", played + ".mine"}, strings.NewReader(""), &out, &out); exit != exitFailed || !strings.Contains(out.String(), "left out of the shuffle") {
		t.Errorf("with other numbers: exit %d\n%s", exit, &out)
	}
}

// TestUnreadableNumbersAreSetAside: a file of numbers that can't be read may be evidence. It is
// never replaced: new numbers are kept beside it, and it is said where it is.
func TestUnreadableNumbersAreSetAside(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	c := &playing.Chair{Server: "https://example.com", Table: "7", Secret: "secret"}
	path := c.Numbers().Path
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	note := fair.Note{Number: 1, Sitting: fair.Secret{1}.Hex(), Promise: fair.Secret{2}.Hex(), Nonce: fair.Secret{3}.Hex()}
	for i, old := range []string{"torn {", "nothing", ""} {
		keep(t, path, []byte(old))
		n := c.Numbers()
		if lines := playing.SayNumbers(locale.New().For("en"), n); lines != nil {
			t.Errorf("before anything is kept: %q", lines)
		}
		for range 2 { // of a deal: the promise, and the number
			n.Notes.Keep(note)
			n.Keep(n.Notes)
		}
		aside := fmt.Sprintf("%s.unread-%d", path, i+1)
		if b, err := os.ReadFile(aside); err != nil || string(b) != old {
			t.Errorf("%q was replaced: %q, %v", old, b, err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != string(n.Notes.Encode()) {
			t.Errorf("the new numbers aren't kept: %q, %v", b, err)
		}
		if text := strings.Join(playing.SayNumbers(locale.New().For("en"), n), "\n"); !strings.Contains(text, "unchanged: "+aside) || !strings.Contains(text, "Your numbers are in "+path+".") {
			t.Errorf("it isn't said where they are:\n%s", text)
		}
	}
	if n := c.Numbers(); n.Notes.Len() != 1 || n.Unread != nil {
		t.Errorf("the new numbers can't be read: %v", n.Unread)
	}
}

// glob returns the files of numbers.
func glob(t *testing.T, data string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(data, "chratze", "numbers", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func keep(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// get reads something with the secret of a chair.
func (s *serving) get(t *testing.T, path, secret string) []byte {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, s.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+secret)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", path, r.Status, err)
	}
	return b
}

// TestJoinEndsAsPlay: input that leads nowhere is a misuse at a server's table, as it is in chratze play.
func TestJoinEndsAsPlay(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	made := s.post(t, "/api/tables", `{"name":"Anna","chairs":2}`)
	join := exec.Command(s.cmd.Path, "join", "--lang", "en", "--plain", made["link"].(string))
	join.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir())
	join.Stdin = strings.NewReader(strings.Repeat("what\n", 2*lines.MostWrong))
	said, err := join.CombinedOutput()
	if code := join.ProcessState.ExitCode(); code != exitMisuse || !strings.Contains(string(said), locale.For("en").T("cli.deaf", nil)) {
		t.Errorf("exit code %d, %v, want %d:\n%s", code, err, exitMisuse, said)
	}
}
