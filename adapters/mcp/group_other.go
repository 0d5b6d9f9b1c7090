//go:build !unix

package mcp

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup ends a process; what it started ends by itself or not at all.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
