//go:build unix && !linux

package stdio

import (
	"os"
	"syscall"
)

// groupAttributes puts the process in a group of its own.
func groupAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

func terminateGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

// waitUnreaped is not to be had without platform-specific calls.
func waitUnreaped(int) bool { return false }

// sweep finds no processes outside of the group here.
func sweep(string) int { return 0 }

// unreadBytes is not known here.
func unreadBytes(*os.File) (n int, ok bool) { return 0, false }
