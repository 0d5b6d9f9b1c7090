//go:build unix

package stdio_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// patient bounds what must not happen; it is long so that a busy machine fails no test.
const patient = 60 * time.Second

// fixture is a target under test with the file its processes share.
type fixture struct {
	*stdio.Target
	t     *testing.T
	state string
}

// start makes a target of a behaviour. Times are short only where a test waits for them.
func start(t *testing.T, behaviour string, change func(*stdio.Options)) *fixture {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(t.TempDir(), "state")
	opts := stdio.Options{
		Command: []string{self},
		Env: append(os.Environ(), hostileName+"="+behaviour, hostileState+"="+state,
			"GORACE=atexit_sleep_ms=0"), // or each process takes a second to end
		StartTimeout: patient, CallTimeout: patient, CloseTimeout: patient,
	}
	if change != nil {
		change(&opts)
	}
	f := &fixture{Target: stdio.New(opts), t: t, state: state}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		for _, pid := range f.pids() {
			if !gone(pid) {
				t.Errorf("process %d is still there after Close", pid)
			}
		}
	})
	return f
}

// pids are the processes that noted themselves in the state file.
func (f *fixture) pids() []int {
	data, _ := os.ReadFile(f.state)
	var out []int
	for _, line := range strings.Fields(string(data)) {
		pid, err := strconv.Atoi(line)
		if err != nil {
			f.t.Errorf("bad state file: %v", err)
		}
		out = append(out, pid)
	}
	return out
}

func ask(text string) wire.Request { return wire.DecodeRequest{Protocol: "p", Text: []byte(text)} }

// good asks something that is answered rightly.
func (f *fixture) good(text string) {
	f.t.Helper()
	got, err := f.Do(context.Background(), ask(text))
	if err != nil {
		f.t.Fatalf("%s: %v", text, err)
	}
	if v, ok := got.(wire.Verdict); !ok || !v.Accepted || !value.Equal(v.Action, value.String(text)) {
		f.t.Fatalf("%s: answered %#v", text, got)
	}
}

// bad asks something that must fail in the given way, with all of the words in the detail.
func (f *fixture) bad(text string, kind adapters.FailureKind, words ...string) *adapters.Failure {
	f.t.Helper()
	_, err := f.Do(context.Background(), ask(text))
	return wantFailure(f.t, err, kind, words...)
}

func wantFailure(t *testing.T, err error, kind adapters.FailureKind, words ...string) *adapters.Failure {
	t.Helper()
	var failure *adapters.Failure
	if !errors.As(err, &failure) {
		t.Fatalf("got %v, want a failure of kind %s", err, kind)
	}
	if failure.Kind != kind {
		t.Fatalf("got %v, want kind %s", err, kind)
	}
	for _, w := range words {
		if !strings.Contains(failure.Detail, w) {
			t.Errorf("detail %q does not say %q", failure.Detail, w)
		}
	}
	if len(failure.Detail) > 900 {
		t.Errorf("the detail is %d bytes long", len(failure.Detail))
	}
	for _, r := range failure.Detail {
		if r < ' ' {
			t.Errorf("control character in the detail: %q", failure.Detail)
		}
	}
	return failure
}

func hangAfter(d time.Duration) func(*stdio.Options) {
	return func(o *stdio.Options) { o.CallTimeout = d }
}

func startWithin(d time.Duration) func(*stdio.Options) {
	return func(o *stdio.Options) { o.StartTimeout = d }
}

func TestConformingTarget(t *testing.T) {
	for _, behaviour := range []string{"good", "serve"} {
		t.Run(behaviour, func(t *testing.T) {
			f := start(t, behaviour, nil)
			h, err := f.Hello(context.Background())
			if err != nil || h.Wire != wire.Version {
				t.Fatalf("hello: %+v, %v", h, err)
			}
			all(64, 20, func(i, j int) { f.good(fmt.Sprint("text ", i, " ", j)) })
			if err := f.Close(); err != nil {
				t.Error(err)
			}
			d := f.Diagnostics()
			if d.Starts != 1 || d.Hints() != nil {
				t.Errorf("a conforming target is found odd: %+v", d)
			}
			f.bad("late", adapters.Interrupted, "closed")
		})
	}
}

// all calls f from n goroutines, m times each.
func all(n, m int, f func(i, j int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			for j := range m {
				f(i, j)
			}
		})
	}
	wg.Wait()
}

func TestNotFound(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, mode os.FileMode, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("adapter.mjs", 0o644, "")
	write("script", 0o755, "echo hi\n")
	write("lost", 0o755, "#!/nonexistent/interpreter\n")
	for _, c := range []struct {
		name  string
		words []string
		want  []string
	}{
		{"no command", nil, []string{"empty"}},
		{"not in PATH", []string{"conform-no-such-program", "x"}, []string{"conform-no-such-program", "not found in PATH"}},
		{"no such file", []string{"./nowhere"}, []string{"./nowhere", "no such file"}},
		{"not split", []string{"node adapter.mjs"}, []string{"separate words"}},
		{"not executable", []string{"./adapter.mjs"}, []string{"not executable", "node ./adapter.mjs"}},
		{"directory", []string{dir}, []string{"is a directory"}},
		{"no first line", []string{"./script"}, []string{"#!"}},
		{"no interpreter", []string{"./lost"}, []string{"interpreter"}},
		{"control characters", []string{"a\x1b[31m\nb"}, []string{`\x1b`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			target := stdio.New(stdio.Options{Command: c.words, Dir: dir})
			defer target.Close()
			before := time.Now()
			_, err := target.Hello(context.Background())
			wantFailure(t, err, adapters.NotStarted, c.want...)
			if took := time.Since(before); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			_, err = target.Do(context.Background(), ask("x"))
			wantFailure(t, err, adapters.NotStarted)
		})
	}
}

func TestFailsToStart(t *testing.T) {
	short := 300 * time.Millisecond
	for _, c := range []struct {
		behaviour string
		timeout   time.Duration
		kind      adapters.FailureKind
		words     []string
		stderr    string
	}{
		{"exits at once", patient, adapters.NotStarted, []string{"ended before it answered hello", "exit status 3"}, "left-pad"},
		{"exits at once, half a line", patient, adapters.NotStarted, []string{"exit status 0", "half a line", `"resu`}, ""},
		{"never answers hello", short, adapters.NotStarted, []string{"did not answer hello within 300ms"}, ""},
		{"banner only", 5 * time.Second, adapters.NotStarted, []string{"did not answer hello", "Server running on port 3000"}, ""},
		{"buffered stdout", 3 * time.Second, adapters.NotStarted, []string{"buffered", "flush after every line"}, ""},
		{"hello with string id", patient, adapters.BadHello, []string{`id is "1"`, "numbers"}, ""},
		{"hello fails", patient, adapters.BadHello, []string{"no license"}, ""},
		{"other wire version", patient, adapters.BadHello, []string{"conform/9", "conform/1"}, ""},
		{"hello of wrong types", patient, adapters.BadHello, []string{"/name"}, ""},
		{"hello is not an object", patient, adapters.BadHello, []string{"hello"}, ""},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			t.Parallel()
			f := start(t, c.behaviour, startWithin(c.timeout))
			_, err := f.Hello(context.Background())
			got := wantFailure(t, err, c.kind, c.words...)
			if !strings.Contains(got.Stderr, c.stderr) {
				t.Errorf("stderr %q does not say %q", got.Stderr, c.stderr)
			}
			f.bad("x", c.kind)
			if n := f.Diagnostics().Starts; n != 1 {
				t.Errorf("a target that did not start was started %d times", n)
			}
		})
	}
}

func TestBanner(t *testing.T) {
	var tapped atomic.Int64
	f := start(t, "banner", func(o *stdio.Options) { o.OnNoise = func([]byte) { tapped.Add(1) } })
	f.good("x")
	d := f.Diagnostics()
	if d.NoiseCount != 2 || tapped.Load() != 2 || d.Noise[0] != "demo adapter 1.0" || d.Noise[1] != `listening\x1b[31m on stdin` {
		t.Errorf("noise: %+v, tapped %d", d, tapped.Load())
	}
	if h := d.Hints(); len(h) != 1 || !strings.Contains(h[0], "standard error") {
		t.Errorf("hints: %q", h)
	}
}

func TestStrayIDs(t *testing.T) {
	f := start(t, "stray ids", nil)
	for _, text := range []string{"unknown", "twice", "unversion", "requests", "good"} {
		f.good(text)
	}
	f.bad("string", adapters.Garbage, `"`, "come back unchanged")
	f.bad("float", adapters.Garbage, ".0", "come back unchanged")
	f.bad("null", adapters.ShimError, "parse error")
	f.good("good")
	d := f.Diagnostics()
	if d.UnknownIDs != 1 || d.DuplicateIDs != 1 || d.WrongIDs != 3 || d.Unversioned != 1 || d.CRLF != 1 || d.Requests != 1 || d.Starts != 1 {
		t.Errorf("diagnostics: %+v", d)
	}
	if len(d.Hints()) != 6 {
		t.Errorf("hints: %q", d.Hints())
	}
}

func TestAnswersInAdvance(t *testing.T) {
	f := start(t, "stray ids", nil)
	f.good("good")
	f.good("in advance")
	for i := range 100 {
		f.good(fmt.Sprint("x", i))
	}
}

func TestOutOfOrder(t *testing.T) {
	f := start(t, "out of order", nil)
	all(16, 5, func(i, j int) { f.good(fmt.Sprint(i, "/", j)) })
}

func TestGarbage(t *testing.T) {
	f := start(t, "garbage", nil)
	f.good("line")
	f.good("utf8 noise")
	if d := f.Diagnostics(); d.NoiseCount != 4 || d.Noise[0] != `DEBUG handling\a` || d.Noise[3] != `\xff\xfe\xfd` {
		t.Errorf("noise: %+v", d)
	}
	for _, c := range []struct {
		text string
		kind adapters.FailureKind
		word string
	}{
		{"torn", adapters.Garbage, "cut short"},
		{"utf8", adapters.Garbage, "action"},
		{"NaN", adapters.Garbage, "action"},
		{"NaN aside", adapters.Garbage, "not JSON"},
		{"Infinity", adapters.Garbage, "action"},
		{"types", adapters.Garbage, "accepted must be true or false, not string"},
		{"result", adapters.Garbage, "result must be an object, not null"},
		{"neither", adapters.Garbage, "neither"},
		{"both", adapters.Garbage, "both"},
		{"error", adapters.ShimError, "TypeError: x is undefined"},
		{"error types", adapters.Garbage, "error must be"},
	} {
		if got := f.bad(c.text, c.kind, c.word); got.Shared {
			t.Errorf("%s: is shared", c.text)
		}
		f.good("good")
	}
	for _, text := range []string{"deep", "deep objects"} { // deeper than an encoding may be, which a value may
		got, err := f.Do(context.Background(), ask(text))
		if v, ok := got.(wire.Verdict); err != nil || !ok || !v.Accepted || !value.Equal(v.Action, value.Undefined{}) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		f.good("good")
	}
	if n := f.Diagnostics().Starts; n != 1 {
		t.Errorf("wrong answers cost %d processes", n)
	}
}

func TestHalfALineThenExit(t *testing.T) {
	f := start(t, "half a line then exit", nil)
	f.good("good")
	f.bad("bad", adapters.Crashed, "exit status 0", "half a line", `"accep`)
	f.good("good")
}

func TestWholeLineWithoutNewlineThenExit(t *testing.T) {
	f := start(t, "whole line without newline then exit", nil)
	f.good("bad")
	f.good("good")
}

func TestHugeLine(t *testing.T) {
	f := start(t, "huge line", func(o *stdio.Options) { o.MaxLine = 4 << 20 })
	f.good("good")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f.bad("bad", adapters.Garbage, "longer than 4194304 bytes")
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 32<<20 {
		t.Errorf("a line of 100 MiB cost %d MiB of allocations", grown>>20)
	}
	f.good("good")
}

func TestLineUpToTheCapIsTaken(t *testing.T) {
	f := start(t, "good", nil)
	f.good(strings.Repeat("y", 3<<20))
	f.good("small")
}

func TestEndlessOutput(t *testing.T) {
	f := start(t, "endless output", func(o *stdio.Options) { o.MaxLine = 4 << 20 })
	f.good("good")
	f.bad("bad", adapters.Garbage, "longer than")
	f.good("good")
	f = start(t, "endless output", hangAfter(2*time.Second))
	f.bad("lines", adapters.Hung, "no answer within 2s")
	f.good("good")
	if d := f.Diagnostics(); d.NoiseCount < 100 || len(d.Noise) != 8 {
		t.Errorf("noise: %d counted, %d kept", d.NoiseCount, len(d.Noise))
	}
}

func TestEndlessStderr(t *testing.T) {
	var tapped atomic.Int64
	f := start(t, "endless stderr", func(o *stdio.Options) {
		o.OnStderr = func(b []byte) { tapped.Add(int64(len(b))) }
		o.StderrTail = 1000
	})
	for i := 0; i < 10 || tapped.Load() < 1<<20; i++ {
		f.good(fmt.Sprint(i))
	}
	if tail := f.Diagnostics().Stderr; len(tail) != 1000 || !strings.Contains(tail, "all is lost\nwarning") {
		t.Errorf("the tail is %d bytes: %q", len(tail), tail)
	}
}

func TestClosesItsPipes(t *testing.T) {
	for _, name := range []string{"stdin", "stdout"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := start(t, "closes "+name, nil)
			if _, err := f.Hello(context.Background()); err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"stdin": "standard input", "stdout": "standard output"}[name]
			f.bad("x", adapters.Crashed, "closed its "+want+" while running")
		})
	}
}

func TestIgnoresSIGTERM(t *testing.T) {
	f := start(t, "ignores SIGTERM", func(o *stdio.Options) { o.CloseTimeout = 50 * time.Millisecond })
	f.good("x")
	pids := f.pids()
	if len(pids) != 1 || syscall.Kill(pids[0], 0) != nil {
		t.Fatalf("the process is not there: %v", pids)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if syscall.Kill(pids[0], 0) == nil {
		t.Error("the process survived Close")
	}
	if n := f.Diagnostics().ForcedEnds; n != 1 {
		t.Errorf("%d forced ends", n)
	}
}

func TestSlowToEnd(t *testing.T) {
	f := start(t, "slow to end", nil)
	f.good("x")
	_ = f.Close()
	if n := len(f.pids()); n != 1 {
		t.Errorf("a process that takes its time to end was killed")
	}
}

// The children hold the pipes open; neither a crash nor Close may wait for them, and none may be left.
func TestForks(t *testing.T) {
	for _, behaviour := range []string{"forks", "daemon"} {
		t.Run(behaviour, func(t *testing.T) {
			f := start(t, behaviour, nil)
			f.good("good")
			f.bad("bad", adapters.Crashed, "exit status 4")
			f.good("good")
			pids := f.pids()
			if len(pids) != 2 || syscall.Kill(pids[1], 0) != nil {
				t.Fatalf("the second child is not there: %v", pids)
			}
			_ = f.Close()
			for _, pid := range pids {
				if !gone(pid) {
					t.Errorf("child %d survived Close", pid)
				}
			}
			if runtime.GOOS == "linux" { // elsewhere those who leave the group are not found
				want := map[string]int{"forks": 0, "daemon": 2}[behaviour]
				if d := f.Diagnostics(); d.Escaped != want || d.HeldPipes != 0 {
					t.Errorf("%d escaped, %d times held the pipes; want %d, 0", d.Escaped, d.HeldPipes, want)
				}
			}
		})
	}
}

// gone reports whether a process that was killed is no more; who reaps it is not us but init, if there
// is one, so a zombie counts as gone.
func gone(pid int) bool {
	deadline := time.Now().Add(patient)
	for time.Now().Before(deadline) {
		if syscall.Kill(pid, 0) != nil {
			return true
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		if _, rest, _ := strings.Cut(string(stat), ") "); strings.HasPrefix(rest, "Z") || strings.HasPrefix(rest, "X") {
			return true
		}
		runtime.Gosched()
	}
	return false
}

func TestCrashesOnOneRequest(t *testing.T) {
	f := start(t, "crashes on request", nil)
	f.good("good")
	for range 30 { // more often than MaxRestarts, but never in a row without an answer
		got := f.bad("bad", adapters.Crashed, "exit status 2")
		if got.Shared || !strings.Contains(got.Stderr, "index out of range") {
			t.Fatalf("got %+v", got)
		}
		f.good("good")
	}
	if d := f.Diagnostics(); d.Restarts != 30 || d.Starts != 31 {
		t.Errorf("%d restarts, %d starts", d.Restarts, d.Starts)
	}
}

func TestCrashesAlways(t *testing.T) {
	f := start(t, "crashes always", func(o *stdio.Options) { o.MaxRestarts = 3 })
	for range 4 {
		f.bad("x", adapters.Crashed, "exit status 139")
	}
	for range 3 {
		f.bad("x", adapters.Exhausted, "4 times in a row", "exit status 139")
	}
	if n := f.Diagnostics().Starts; n != 4 {
		t.Errorf("%d starts", n)
	}
}

func TestStartsOnlyOnce(t *testing.T) {
	f := start(t, "starts only once", func(o *stdio.Options) { o.MaxRestarts = 2 })
	f.bad("x", adapters.Crashed, "exit status 6")
	f.bad("x", adapters.NotStarted, "exit status 5")
	f.bad("x", adapters.NotStarted, "exit status 5")
	f.bad("x", adapters.Exhausted, "exit status 5")
}

// A crash takes the other open requests with it; all of them say that they may be innocent.
func TestCrashIsShared(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		kind      adapters.FailureKind
		timeout   time.Duration
	}{{"hangs", adapters.Hung, time.Second}, {"crashes on request", adapters.Crashed, patient}} {
		t.Run(c.behaviour, func(t *testing.T) {
			f := start(t, c.behaviour, hangAfter(c.timeout))
			f.good("good")
			var shared, alone, answered atomic.Int64
			all(8, 1, func(i, _ int) {
				text := "mute" // never answered by the one, answered by the other unless it is too late
				if i == 0 {
					text = "bad"
				}
				_, err := f.Do(context.Background(), ask(text))
				var failure *adapters.Failure
				switch {
				case err == nil:
					answered.Add(1)
				case errors.As(err, &failure) && failure.Kind == c.kind && failure.Shared:
					shared.Add(1)
				case errors.As(err, &failure) && failure.Kind == c.kind:
					alone.Add(1)
				default:
					t.Errorf("%d: %v", i, err)
				}
			})
			if c.kind == adapters.Hung && (shared.Load() < 2 || answered.Load() != 0) {
				t.Errorf("%d shared, %d alone, %d answered", shared.Load(), alone.Load(), answered.Load())
			}
			if c.kind == adapters.Crashed && alone.Load() > 1 {
				t.Errorf("%d shared, %d alone, %d answered", shared.Load(), alone.Load(), answered.Load())
			}
			f.good("good")
		})
	}
}

func TestHangAlone(t *testing.T) {
	f := start(t, "hangs", hangAfter(300*time.Millisecond))
	if got := f.bad("bad", adapters.Hung, "no answer within 300ms", "flush"); got.Shared {
		t.Error("a hang alone is shared")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := f.Hello(context.Background()); err != nil {
		t.Fatal(err)
	}
	_, err := f.Do(ctx, ask("bad"))
	if err == nil || (err.(*adapters.Failure).Kind != adapters.Hung && err.(*adapters.Failure).Kind != adapters.Interrupted) {
		t.Errorf("past the deadline of the context: %v", err)
	}
}

// The pipe is full and nobody reads: the writer blocks, but no caller does.
func TestStopsReading(t *testing.T) {
	f := start(t, "stops reading", hangAfter(time.Second))
	f.good("good")
	big := strings.Repeat("z", 1<<20)
	var hung atomic.Int64
	all(8, 1, func(i, _ int) {
		// What had not left the harness when the process was given up goes to the next one.
		if _, err := f.Do(context.Background(), ask(big)); err != nil {
			wantFailure(t, err, adapters.Hung)
			hung.Add(1)
		}
	})
	if hung.Load() == 0 {
		t.Error("nothing hung")
	}
	for f.Diagnostics().Restarts < 100 { // until a fresh process answers
		if _, err := f.Do(context.Background(), ask("good")); err == nil {
			break
		}
	}
	got := f.bad(big, adapters.Hung, "does not read its standard input")
	if got.Shared {
		t.Error("is shared")
	}
}

func TestAnswersAfterTheTimeout(t *testing.T) {
	f := start(t, "answers late", nil)
	f.good("good")
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { _, err := f.Do(ctx, ask("bad")); done <- err }()
	cancel()
	wantFailure(t, <-done, adapters.Interrupted, "context")
	f.good("next")
	f.good("good")
	d := f.Diagnostics()
	if d.LateAnswers > 1 || d.UnknownIDs+d.DuplicateIDs != 0 || d.Starts != 1 {
		t.Errorf("diagnostics: %+v", d)
	}
}

func TestOneAtATime(t *testing.T) {
	f := start(t, "one at a time", nil)
	all(16, 3, func(i, j int) { f.good(fmt.Sprint(i, j)) })
	if d := f.Diagnostics(); d.Starts != 1 {
		t.Errorf("%d starts", d.Starts)
	}
}

func TestOneProcessEach(t *testing.T) {
	f := start(t, "one process each", nil)
	all(4, 3, func(i, j int) { f.good(fmt.Sprint(i, j)) })
	f.bad("bad", adapters.Crashed, "exit status 8")
	f.good("good")
	if n := len(f.pids()); n != 13 {
		t.Errorf("%d processes answered", n)
	}
	if d := f.Diagnostics(); d.Restarts != 0 || d.ForcedEnds != 0 || d.Starts != 15 {
		t.Errorf("diagnostics: %+v", d)
	}
}

func TestLeaksMemory(t *testing.T) {
	f := start(t, "leaks memory", nil)
	for range 50 {
		if _, err := f.Do(context.Background(), ask("x")); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCloseInterruptsOpenRequests(t *testing.T) {
	f := start(t, "hangs", nil)
	f.good("good")
	done := make(chan error, 1)
	go func() { _, err := f.Do(context.Background(), ask("bad")); done <- err }()
	_ = f.Close()
	wantFailure(t, <-done, adapters.Interrupted, "closed")
}

func TestCloseDuringStart(t *testing.T) {
	f := start(t, "never answers hello", func(o *stdio.Options) { o.CloseTimeout = 50 * time.Millisecond })
	done := make(chan error, 1)
	go func() { _, err := f.Hello(context.Background()); done <- err }()
	_ = f.Close()
	wantFailure(t, <-done, adapters.Interrupted, "closed")
}

func TestContextEndsDuringStart(t *testing.T) {
	f := start(t, "never answers hello", func(o *stdio.Options) { o.CloseTimeout = 50 * time.Millisecond })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := f.Hello(ctx)
	wantFailure(t, err, adapters.Interrupted, "starting")
}
