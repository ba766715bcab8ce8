package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"chratze/internal/server/store"
)

func init() { children["cramped"] = childIsCramped }

const noMount = "skip: no right to mount"

// childIsCramped fills a small disk of its own, makes room, and goes on.
func childIsCramped(args []string) error {
	dir := args[0]
	if err := syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		fmt.Println(noMount)
		return nil
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+args[1]); err != nil {
		fmt.Println(noMount)
		return nil
	}
	return errors.Join(fillDisk(dir), syscall.Unmount(dir, syscall.MNT_DETACH))
}

func fillDisk(dir string) error {
	ctx := context.Background()
	path, ballast := filepath.Join(dir, "x.db"), filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 200_000), 0o600); err != nil {
		return err
	}
	s, err := store.Open(ctx, path, store.Options{Create: true})
	if err != nil {
		return err
	}
	for range batchTables {
		if _, err := s.Create(ctx, store.New{}); err != nil {
			return err
		}
	}
	var n uint64
	for err == nil && n < 10_000 {
		if err = s.Append(ctx, childBatch(n)); err == nil {
			n++
		}
	}
	_, none := s.Backup(ctx, filepath.Join(dir, "copy.db"))
	if has, wrong := checkBatches(s); wrong != nil || has != n {
		return fmt.Errorf("%d batches of %d are there: %w", has, n, wrong)
	}
	more, full := os.Create(ballast + "2")
	for full == nil {
		_, full = more.Write(make([]byte, 1<<10))
	}
	if usable := store.Usable(path); !errors.Is(usable, store.ErrFull) {
		return fmt.Errorf("a server that runs there finds it usable but for %w", usable)
	}
	if err := errors.Join(more.Close(), os.Remove(ballast), os.Remove(ballast+"2")); err != nil {
		return err
	}
	again := s.Append(ctx, childBatch(n))
	if again == nil {
		_, again = checkBatches(s)
	}
	fmt.Printf("append: %s\nbackup: %s\nwith room: %v\n", string(err.(*store.Error).Code), string(none.(*store.Error).Code), again)
	return s.Close()
}

// TestCramped: a disk is really full. What was acknowledged can be read, and when
// there is room again all goes on.
func TestCramped(t *testing.T) {
	t.Parallel()
	for _, size := range []string{"900k", "904k", "1000k", "1500k"} {
		cmd := child("cramped", t.TempDir(), size)
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		if os.Geteuid() != 0 {
			cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
			cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		}
		out, err := cmd.Output()
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) || strings.HasPrefix(string(out), noMount) {
			t.Skip(noMount)
		}
		if want := "append: full\nbackup: full\nwith room: <nil>\n"; string(out) != want || err != nil {
			t.Errorf("disk of %s: %s%v, want %s", size, out, err, want)
		}
	}
}
