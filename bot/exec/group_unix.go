//go:build unix

package exec

import (
	"os/exec"
	"syscall"
)

// apart gives a program a process group of its own, so that what it starts ends
// with it, and an interrupt from the terminal reaches only us.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll ends a program and all that it has started.
func killAll(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
