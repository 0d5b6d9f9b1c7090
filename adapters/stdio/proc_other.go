//go:build !unix

package stdio

import (
	"os"
	"syscall"
)

// Without process groups only the process itself is ended; its children are left to notice that
// their pipes are closed.

func groupAttributes() *syscall.SysProcAttr { return nil }

func killGroup(p *os.Process) { _ = p.Kill() }

func terminateGroup(p *os.Process) { _ = p.Kill() }

func waitUnreaped(int) bool { return false }

func sweep(string) int { return 0 }

// unreadBytes is not known here.
func unreadBytes(*os.File) (n int, ok bool) { return 0, false }
