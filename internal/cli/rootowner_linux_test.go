package cli

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	server "chratze/internal/server/run"
)

// unitUser is a user whose data root looks after, as DynamicUser= gives one to the unit.
const unitUser = 61_234

// unitDirectory is a data directory of the unit's user, and the program where that user can run it.
func unitDirectory(t *testing.T) (data, program string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can act for another user")
	}
	dir, err := os.MkdirTemp("", "chratze-unit")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, program = filepath.Join(dir, "data"), filepath.Join(dir, "chratze")
	copied := exec.Command("cp", self, program)
	if err := errors.Join(copied.Run(), os.Chmod(dir, 0o755), os.Chmod(program, 0o755), os.Mkdir(data, 0o700), os.Chown(data, unitUser, unitUser)); err != nil {
		t.Fatal(err)
	}
	return data, program
}

// asUnit starts the server in a data directory as the unit's user.
func asUnit(t *testing.T, program, data string) *serving {
	t.Helper()
	cmd := exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--data", data, "--log-format", "json", "--load-token", "none")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unitUser, Gid: unitUser}}
	return startCommand(t, cmd)
}

// owned checks that everything in a directory is the unit's, and for it alone.
func owned(t *testing.T, after, data string) {
	t.Helper()
	err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if s := info.Sys().(*syscall.Stat_t); s.Uid != unitUser || s.Gid != unitUser || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("after %s, %s belongs to %d:%d with %v", after, filepath.Base(path), s.Uid, s.Gid, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRootKeepsTheOwner: every command that root gives for the data of the unit leaves files that
// the unit can read, and it starts after each.
func TestRootKeepsTheOwner(t *testing.T) {
	t.Parallel()
	data, program := unitDirectory(t)
	s := asUnit(t, program, data)
	s.first(t)
	inside, outside := filepath.Join(data, "backup.db"), filepath.Join(t.TempDir(), "backup.db")
	commanded(t, "backup", "--data", data, inside)
	commanded(t, "backup", "--data", data, outside)
	owned(t, "backup", data)
	if info, err := os.Stat(outside); err != nil || info.Sys().(*syscall.Stat_t).Uid != 0 {
		t.Errorf("a backup outside the data directory belongs to another: %v", err)
	}
	for _, args := range [][]string{
		{"admin", "renew"}, {"admin", "scrub", "1", "Anna"}, {"admin", "list"}, {"restore", "--force", outside}, {"restore", "--force", inside}, {"admin", "close", "1"}, {"admin", "retention", "0"},
	} {
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Fatalf("%v\n%s", err, s.stderr)
		}
		commanded(t, append(args, "--data", data)...)
		owned(t, args[0]+" "+args[1], data)
		s = asUnit(t, program, data)
		if strings.Contains(s.stderr.String(), "ERROR") {
			t.Errorf("after %v the unit says %s", args, s.stderr)
		}
	}
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(filepath.Dir(data), "moved")
	if err := errors.Join(os.Mkdir(moved, 0o700), os.Chown(moved, unitUser, unitUser)); err != nil {
		t.Fatal(err)
	}
	commanded(t, "move-data", data, moved)
	owned(t, "move-data", data)
	owned(t, "move-data", moved)
}

// TestUnreadableMarks: a start that can't read the file that says how long the logs were, or misses
// it, says so, with what to do, and gives the tables new secrets. The next start has it again.
func TestUnreadableMarks(t *testing.T) {
	t.Parallel()
	data, program := unitDirectory(t)
	s := asUnit(t, program, data)
	s.first(t)
	marks := filepath.Join(data, server.DatabaseName+".len")
	for i, spoil := range []func() error{
		func() error { return os.Chown(marks, 0, 0) },
		func() error { return os.Remove(marks) },
		func() error { return os.WriteFile(marks, []byte("1:x\n"), 0o600) },
	} {
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		before := secretsOf(t, data)
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		s = asUnit(t, program, data)
		if err := s.end(syscall.SIGKILL); err == nil {
			t.Fatal("the server ended by itself")
		}
		said := s.stderr.String()
		if !strings.Contains(said, "missing or can't be read") || !strings.Contains(said, `"level":"ERROR"`) || !strings.Contains(said, "give them the owner of the directory") {
			t.Errorf("%d: it says %s", i, said)
		}
		if n := secretsOf(t, data); n != before+1 {
			t.Errorf("%d: %d secrets became %d", i, before, n)
		}
		if lost := strings.TrimSpace(commanded(t, "admin", "lost", "--data", data)); len(strings.Split(lost, "\n")) != i+1 {
			t.Errorf("%d: admin lost says %s", i, lost)
		}
		s = asUnit(t, program, data)
	}
	if err := s.end(syscall.SIGTERM); err != nil || strings.Contains(s.stderr.String(), "can't be read") {
		t.Errorf("the start after that: %v\n%s", err, s.stderr)
	}
}
