// Command cost runs a command and says what it has cost: the time by the clock, and the processor time of everything
// it has started. Browsers are killed and not waited for, so time and times miss a third
// of what the tests cost. On Linux cost adopts such processes, counts them, and ends those that are left.
//
// Usage: cost COMMAND...
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: cost COMMAND...")
		os.Exit(2)
	}
	began := time.Now()
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(2)
	}
	fmt.Printf("%.0f s by the clock, %.0f s of the processors, with browsers\n", time.Since(began).Seconds(), spent().Seconds())
	os.Exit(code)
}

// run runs a command and waits for every process that it leaves behind. It returns the command's exit code.
func run(args []string) (code int, err error) {
	if err := adopt(); err != nil {
		return 0, err
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	for ended := false; ; {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil { // no child is left
			return code, nil
		}
		if pid == cmd.Process.Pid {
			ended = true
			code = status.ExitStatus()
			if status.Signaled() {
				code = 128 + int(status.Signal())
			}
		}
		if ended { // each one that ends may leave others behind
			endChildren()
		}
	}
}

// spent returns the processor time of all processes that have been waited for.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
