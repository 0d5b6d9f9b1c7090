//go:build unix

package chat

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process in a group of its own, so that what it starts ends with it.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
