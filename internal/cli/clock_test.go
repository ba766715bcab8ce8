package cli

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
)

// shifted is the program with a clock on the wall that is as far from the real one as
// the file clock beside its data says, which may change at any time; or stands still at a moment.
func shifted() {
	data := ""
	for i, arg := range os.Args {
		if arg == "--data" {
			data = os.Args[i+1]
		}
	}
	sh := &shell.Shell{Catalogue: locale.New(), Wall: func() time.Time {
		text, err := os.ReadFile(filepath.Join(data, "clock"))
		if err != nil {
			panic(err)
		}
		if still, err := time.Parse(time.RFC3339, string(text)); err == nil {
			return still
		}
		d, err := time.ParseDuration(strings.TrimSpace(string(text)))
		if err != nil {
			panic(err)
		}
		return time.Now().Add(d).Round(0)
	}}
	root := newRoot(sh)
	root.SetArgs(os.Args[1:])
	cmd, err := root.ExecuteContextC(context.Background())
	os.Exit(sh.ReportError(cmd.Context(), os.Stderr, cmd, err))
}

// setClock sets the clock of a program that is called chratze-shifted.
func setClock(t *testing.T, data, d string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(data, "new"), []byte(d), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(data, "new"), filepath.Join(data, "clock")); err != nil {
		t.Fatal(err)
	}
}

// TestServerWithJumpingClock: a real server goes on when its clock is set, both ways,
// while it runs and while it is down. A test of internal/table/host, in virtual time, shows that
// it takes two seconds; this one waits 20 seconds for ten messages, and an hour where it goes wrong.
func TestServerWithJumpingClock(t *testing.T) {
	t.Parallel()
	data, r := t.TempDir(), rand.New(rand.NewPCG(5, 5))
	setClock(t, data, "1h")
	s := startProgram(t, "chratze-shifted", data)
	made := s.post(t, "/api/tables", `{"name":"Anna","pace":80,"settle":80,"six_window":40}`)
	table, secret := made["table"].(string), made["secret"].(string)
	at := s.sit(t, table, secret)
	at.send(`{"t":"start"}`)
	played := 0
	goOn := func() {
		t.Helper()
		before := at.hand
		for range 200 {
			if !at.next() { // which fails after 20 seconds of nothing
				t.Fatal("the connection ended")
			}
			at.act(r)
			if at.hand > before {
				played++
				return
			}
		}
		t.Fatal("no hand begins")
	}
	goOn()
	for _, d := range []string{"-1h", "0s", "48h", "-48h", "10s", "0s"} {
		setClock(t, data, d)
		goOn()
		if err := s.end(syscall.SIGKILL); err == nil {
			t.Fatal("the server ended by itself")
		}
		if d == "10s" { // set while it is down
			setClock(t, data, "-30m")
		}
		s = startProgram(t, "chratze-shifted", data)
		at = s.sit(t, table, secret)
		goOn()
	}
	if played != 13 {
		t.Errorf("%d hands began, want 13", played)
	}
}
