package stdio

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// process is one run of the command, in a process group of its own.
type process struct {
	cmd    *exec.Cmd
	cookie string
	stdin  *os.File // our ends of the pipes
	stdout *os.File
	stderr *os.File

	exited chan struct{} // closed once the leader is reaped and its group killed

	mu     sync.Mutex
	reaped bool
	status string // how it ended, valid after exited
}

// launch starts the command. The goroutine that supervises it ends with the process.
func launch(opts Options, cookie string) (*process, error) {
	path, err := lookUp(opts)
	if err != nil {
		return nil, err
	}
	p := &process{cookie: cookie, exited: make(chan struct{})}
	theirs, err := p.pipes()
	if err != nil {
		return nil, err
	}
	defer closeAll(theirs)
	p.cmd = &exec.Cmd{
		Path: path, Args: opts.Command, Dir: opts.Dir,
		Env:   append(environment(opts), cookieName+"="+cookie),
		Stdin: theirs[0], Stdout: theirs[1], Stderr: theirs[2],
		SysProcAttr: groupAttributes(),
	}
	started := make(chan error, 1)
	go p.supervise(started)
	if err := <-started; err != nil {
		closeAll([]*os.File{p.stdin, p.stdout, p.stderr})
		return nil, err
	}
	return p, nil
}

// pipes makes the three pipes and returns the ends of the process.
func (p *process) pipes() (theirs []*os.File, err error) {
	var open []*os.File
	for _, ours := range []**os.File{&p.stdin, &p.stdout, &p.stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(open)
			return nil, err
		}
		open = append(open, r, w)
		if ours == &p.stdin {
			*ours, theirs = w, append(theirs, r)
		} else {
			*ours, theirs = r, append(theirs, w)
		}
	}
	return theirs, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// supervise starts the process and waits for its end. It keeps its thread, because on Linux the
// request to be killed when the harness dies is bound to the thread that started the process.
func (p *process) supervise(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	// Until the leader is reaped its id cannot be given to another, so the group is killed first
	// where the platform can wait without reaping.
	held := waitUnreaped(p.cmd.Process.Pid)
	if !held {
		err = p.cmd.Wait()
	}
	p.mu.Lock()
	killGroup(p.cmd.Process)
	if held {
		err = p.cmd.Wait()
	}
	p.reaped = true
	p.status = describeExit(err)
	p.mu.Unlock()
	close(p.exited)
}

// describeExit says in words how a process ended.
func describeExit(err error) string {
	if err == nil {
		return "exit status 0"
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ProcessState.String()
	}
	return "unknown exit status"
}

// state says how the process ended.
func (p *process) state() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status
}

// kill ends the group at once.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		killGroup(p.cmd.Process)
	}
}

// terminate asks the group to end.
func (p *process) terminate() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		terminateGroup(p.cmd.Process)
	}
}

// wait waits for the end of the process, at most for d, and reports whether it came.
func (p *process) wait(d time.Duration) bool { return waitFor(p.exited, d) }

// waitFor waits until done is closed, at most for d.
func waitFor(done <-chan struct{}, d time.Duration) bool {
	select {
	case <-done:
		return true
	default:
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-t.C:
		return false
	}
}
