package cli

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"chratze/internal/server/hostlog"
	server "chratze/internal/server/run"
	"chratze/internal/server/store"
	"chratze/internal/table"
)

// secretsOf returns how many secrets the log of table 1 has had.
func secretsOf(t *testing.T, data string) (n int) {
	t.Helper()
	r, err := store.OpenReader(context.Background(), filepath.Join(data, server.DatabaseName))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	for rec, err := range r.Load(context.Background(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		if r, err := table.DecodeRecord(rec.Body); err != nil || r.Secret != "" {
			n++
		}
	}
	return n
}

// commanded runs a command and returns what it says.
func commanded(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if exit := run(append(args, "--lang", "en"), strings.NewReader(""), &out, &out); exit != exitOK {
		t.Fatalf("chratze %s: exit %d\n%s", strings.Join(args, " "), exit, &out)
	}
	return out.String()
}

// commandedFails runs a command that must fail, and returns what it says.
func commandedFails(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if exit := run(append(args, "--lang", "en"), strings.NewReader(""), &out, &out); exit == exitOK {
		t.Errorf("chratze %s: done\n%s", strings.Join(args, " "), &out)
	}
	return out.String()
}

// TestRestoreTwice: a backup can be restored again without --force while no person has done anything since, although the restore and the
// start of another version have written by themselves. A person who sits down is something to lose.
func TestRestoreTwice(t *testing.T) {
	t.Parallel()
	data, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	s := startServer(t, data)
	code := s.post(t, "/api/tables", `{"name":"Anna","proof":"hand"}`)["code"].(string)
	commanded(t, "backup", "--data", data, copied)
	stop := func() {
		t.Helper()
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Fatalf("%v\n%s", err, s.stderr)
		}
	}
	stop()
	for range 2 {
		commanded(t, "restore", "--data", data, copied)
		s = startServer(t, data)
		stop()
		db, err := store.Open(t.Context(), filepath.Join(data, server.DatabaseName), store.Options{})
		if err == nil {
			err = errors.Join(hostlog.Meet(t.Context(), db, hostlog.Program{Version: "another", Format: hostlog.RecordVersion}, "", nil), db.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := secretsOf(t, data); n != 2 {
		t.Errorf("%d secrets after two restores of the same, want 2", n)
	}
	s = startServer(t, data)
	s.post(t, "/api/join", `{"name":"Beat","code":"`+code+`"}`)
	stop()
	if out := commandedFails(t, "restore", "--data", data, copied); !strings.Contains(out, "live tables: 1, records that the backup doesn't have: 1)") {
		t.Errorf("a person has sat down: %s", out)
	}
}

// TestNoSecretIsUsedTwice: after a restore, and after a start that finds part of the log
// missing, every live table has a new secret. The log and chratze admin lost say what is
// missing, and the table goes on.
func TestNoSecretIsUsedTwice(t *testing.T) {
	t.Parallel()
	data, copied, r := t.TempDir(), filepath.Join(t.TempDir(), "copy.db"), rand.New(rand.NewPCG(6, 6))
	s := startServer(t, data)
	made := s.post(t, "/api/tables", `{"name":"Anna","pace":0,"proof":"hand"}`)
	number, secret := made["table"].(string), made["secret"].(string)
	commanded(t, "backup", "--data", data, copied)
	play := func(hands int) {
		t.Helper()
		at := s.sit(t, number, secret)
		if at.next(); at.next() && at.hand == 0 {
			at.send(`{"t":"start"}`)
		}
		for before := at.hand; at.hand < before+hands; {
			if !at.next() {
				t.Fatal("the connection ended")
			}
			at.act(r)
		}
	}
	play(3)
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if n := secretsOf(t, data); n != 1 {
		t.Fatalf("%d secrets at first", n)
	}
	commanded(t, "restore", "--data", data, "--force", copied)
	if n := secretsOf(t, data); n != 2 {
		t.Errorf("%d secrets after a restore, want 2", n)
	}
	if out := commanded(t, "admin", "lost", "--data", data); !strings.Contains(out, "Nothing was ever missing") {
		t.Errorf("after a restore: %s", out)
	}
	s = startServer(t, data)
	play(3)
	_ = s.end(syscall.SIGKILL)
	if err := os.Remove(filepath.Join(data, server.DatabaseName+"-wal")); err != nil {
		t.Fatal(err)
	}
	s = startServer(t, data)
	play(2)
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if said := s.stderr.String(); !strings.Contains(said, "a part of the log is missing") || !strings.Contains(said, `"table":1`) {
		t.Errorf("the log says\n%s", said)
	}
	if n := secretsOf(t, data); n != 3 {
		t.Errorf("%d secrets after a loss, want 3", n)
	}
	if out := commanded(t, "admin", "lost", "--data", data); !strings.Contains(out, "table 1 had ") {
		t.Errorf("admin lost says: %s", out)
	}
}
