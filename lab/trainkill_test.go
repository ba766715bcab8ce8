package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestTrainKilled kills a training again and again, each time with another number of workers and a
// while after something was kept, or while it is: it ends with the policy, and the training, of one
// that nobody killed.
func TestTrainKilled(t *testing.T) {
	t.Parallel()
	dir, lab := t.TempDir(), program(t, "rams-lab")
	whole, broken := filepath.Join(dir, "whole.policy"), filepath.Join(dir, "broken.policy")
	train := func(out, workers string) *exec.Cmd {
		return exec.Command(lab, "train", "--rules", "zwicken", "--seats", "3", "--steps", "40960", "--keep", "1ms", "--workers", workers, "--out", out)
	}
	if out, err := train(whole, "1").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	read := func(path string) []byte {
		file, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return file
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var err error
	for kills, done := 0, false; !done; {
		cmd := train(broken, []string{"1", "2", "3"}[kills%3])
		var said bytes.Buffer
		cmd.Stderr = &said
		before := read(broken + trainingSuffix)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for killed := kills == 6; ; time.Sleep(time.Millisecond) {
			if !killed && !bytes.Equal(read(broken+trainingSuffix), before) {
				time.Sleep(time.Duration(rng.IntN(30)) * time.Millisecond) // where the kill falls: the verdict holds anywhere
				_ = cmd.Process.Kill()
				killed = true
				kills++
			}
			select {
			case err = <-ended:
			default:
				continue
			}
			break
		}
		if done = err == nil; done {
			t.Logf("killed %d times", kills)
			break
		}
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() >= 0 {
			t.Fatalf("after %d kills: %v\n%s", kills, err, &said)
		}
	}
	for _, suffix := range []string{"", trainingSuffix} {
		if got, want := read(broken+suffix), read(whole+suffix); len(want) == 0 || !bytes.Equal(got, want) {
			t.Errorf("%q: %d bytes, want the %d of a training in one go", suffix, len(got), len(want))
		}
	}
}
