package stdio

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"unsafe"
)

// groupAttributes puts the process in a group of its own and has the kernel kill it if the harness
// dies without having done so.
func groupAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

func terminateGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

// waitUnreaped waits until the child has ended and leaves it to be reaped.
func waitUnreaped(pid int) bool {
	const idTypePID, wExited, wNoWait = 1, 4, 0x01000000
	var info [128]byte // siginfo_t
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, idTypePID, uintptr(pid),
			uintptr(unsafe.Pointer(&info)), wExited|wNoWait, 0, 0)
		if errno != syscall.EINTR {
			return errno == 0
		}
	}
}

// unreadBytes is how much stands unread in a pipe.
func unreadBytes(pipe *os.File) (n int, ok bool) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return 0, false
	}
	var count int32
	err = raw.Control(func(fd uintptr) {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCINQ, uintptr(unsafe.Pointer(&count)))
		ok = errno == 0
	})
	return int(count), ok && err == nil
}

// sweep kills the processes that inherited a cookie but left the process group, as daemons do: those
// of one process, or of all processes of a target, whose cookie is a prefix of theirs. It returns how many there were. It is best effort: a process that clears its
// environment is not found.
func sweep(cookie string) (killed int) {
	mark := []byte(cookieName + "=" + cookie)
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile("/proc/" + e.Name() + "/environ")
		if err != nil || !hasEntry(env, mark) {
			continue
		}
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}

// hasEntry reports whether one of the entries of an environment block is want, or want and a number.
func hasEntry(env, want []byte) bool {
	for entry := range bytes.SplitSeq(env, []byte{0}) {
		if rest, ok := bytes.CutPrefix(entry, want); ok && (len(rest) == 0 || rest[0] == '-') {
			return true
		}
	}
	return false
}
