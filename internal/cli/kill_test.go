package cli

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestKilled kills a sitting again and again, wherever its output happens to be, and
// takes it up each time: in the end its hands are those of a sitting that nobody
// killed. Its person always says the same where it can be said, and so never plays a
// card.
func TestKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no symbolic links")
	}
	hands := "40"
	if os.Getenv("CHRATZE_VERIFY") != "" {
		hands = "1000"
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "chratze") // by this name the test is the program, see TestMain
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	answers := strings.Repeat("weg\nsehen\n\n", 2000)
	play := func(data string, flags ...string) *exec.Cmd {
		cmd := exec.Command(program, append([]string{"play", "--lang", "en", "--data", data}, flags...)...)
		cmd.Stdin = strings.NewReader(answers)
		return cmd
	}
	begin := []string{"--seed", "99", "--hands", hands, "--bots", "random,stammtisch-1"}
	whole, broken := t.TempDir(), t.TempDir()
	if out, err := play(whole, begin...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	read := func(data string) []byte {
		files, err := filepath.Glob(filepath.Join(data, "sittings", "*", "hands.jsonl")) // 1, or later if 1 was killed before its first save
		if err != nil || len(files) > 1 {
			t.Fatalf("%v: %v", files, err)
		}
		if len(files) == 0 {
			return nil
		}
		lines, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	rng := rand.New(rand.NewPCG(1, 1))
	flags, kills := begin, 0
	for ; ; kills++ {
		cmd := play(broken, flags...)
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_, end := io.CopyN(io.Discard, out, rng.Int64N(6000)) // half a dozen hands at most
		if end == nil {
			_ = cmd.Process.Kill()
		}
		err = cmd.Wait()
		if err == nil {
			break
		}
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() >= 0 {
			if bytes.Equal(read(broken), read(whole)) {
				break // it was killed when it was over, and there is nothing to take up
			}
			t.Fatalf("after %d kills: %v\n%s", kills, err, &said)
		}
		if begun, _ := filepath.Glob(filepath.Join(broken, "sittings", "*", "session.json")); len(begun) > 0 {
			flags = []string{"--resume"}
		}
	}
	t.Logf("killed %d times", kills)
	if kills == 0 {
		t.Error("never killed")
	}
	if got, want := read(broken), read(whole); !bytes.Equal(got, want) {
		t.Errorf("killed %d times, the hands are\n%s\nwant\n%s", kills, got, want)
	}
}
