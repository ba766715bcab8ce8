//go:build unix

package cli

import (
	"bytes"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	server "chratze/internal/server/run"
	"chratze/internal/server/store/postgres/pgtest"
)

// TestCopiedData: who starts a server on a copy of a data directory, or on one from a backup, reads in the log where the other is. Data that
// were moved or are linked are no copy.
func TestCopiedData(t *testing.T) {
	t.Parallel()
	first, moved, linked := t.TempDir(), filepath.Join(t.TempDir(), "moved"), t.TempDir()
	begin := func(data string) string {
		s := startServer(t, data)
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		return s.stderr.String()
	}
	begin(first)
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(first)); err != nil {
		t.Fatal(err)
	}
	if said := begin(copied); strings.Count(said, "these data are a copy") != 1 || !strings.Contains(said, filepath.Join(first, server.DatabaseName)) {
		t.Errorf("of a copy the log says %s", said)
	}
	if err := errors.Join(os.Rename(copied, moved), os.Symlink(filepath.Join(first, server.DatabaseName), filepath.Join(linked, server.DatabaseName))); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{moved, linked, first} {
		if said := begin(data); strings.Contains(said, "these data are a copy") {
			t.Errorf("%s: the log says %s", data, said)
		}
	}
}

// TestStartedLine: the log says which program has started where, with what data.
func TestStartedLine(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"msg":"started"`, `"version":"`, `"revision":"`, `"node":""`, `"database":"` + filepath.Join(data, server.DatabaseName), `"data":"` + data, `"addresses":["` + s.base} {
		if !strings.Contains(s.stderr.String(), want) {
			t.Errorf("no %s in %s", want, s.stderr)
		}
	}
}

// TestStranger: a server with the name of another that lives, or with another key, is refused at its
// start, and the other goes on. One that was cut off while another took its name ends.
func TestStranger(t *testing.T) {
	t.Parallel()
	pg, dir := pgtest.New(t), t.TempDir()
	key := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(rand.Text()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first, second := key("first"), key("second")
	flags := func(node, key string) []string {
		return []string{"--db", pg.URL, "--node", node, "--peer-key", key, "--peer-address", freeAddress(t), "--lease", "10s"}
	}
	s := startServer(t, t.TempDir(), flags("a", first)...)
	alone := []string{"serve", "--addr", "127.0.0.1:0", "--data", dir}
	var said bytes.Buffer
	exit := run(append(append(alone, "--lang", "en"), flags("a", first)...), strings.NewReader(""), &said, &said)
	if out := said.String(); exit != exitConfig || !strings.Contains(out, "(a): give each server a --node name of its own") || strings.Contains(out, "data directory") {
		t.Errorf("the same name: exit %d, %s", exit, out)
	}
	if out := commandedFails(t, append(alone, flags("b", second)...)...); !strings.Contains(out, "the server a at ") || !strings.Contains(out, "has another --peer-key") {
		t.Errorf("another key: %s", out)
	}
	if out := commanded(t, "admin", "nodes", "--db", pg.URL); strings.Count(out, "\n") != 2 {
		t.Errorf("who is there: %s", out)
	}
	s.first(t)
	pgtest.Exec(t, pg.URL, "UPDATE nodes SET id = id + 1000000, conn = 'another'") // as a start elsewhere, while it is cut off
	if err := s.cmd.Wait(); err == nil || !strings.Contains(s.stderr.String(), "another server has this --node name (a)") {
		t.Errorf("it ended with %v and says %s", err, s.stderr)
	}
}
