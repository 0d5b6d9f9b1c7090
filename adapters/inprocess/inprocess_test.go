package inprocess_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type endless struct{}

func (endless) Error() string { panic("again\nand again") }

// target does what the text of the request says; "wait" returns once release is closed.
func target(release chan struct{}) *inprocess.Target {
	return inprocess.New(wire.Hello{Name: "t"}, func(ctx context.Context, req wire.Request) wire.Answer {
		text := string(req.(wire.DecodeRequest).Text)
		switch text {
		case "panic":
			panic("index out of range\ngoroutine 1: secret")
		case "panic error":
			panic(endless{})
		case "panic nil":
			panic(nil)
		case "long":
			panic(strings.Repeat("x", 100_000))
		case "goexit":
			runtime.Goexit()
		case "nil":
			return nil
		case "wait":
			<-release
		}
		return wire.Accept(value.String(text))
	})
}

func ask(text string) wire.Request { return wire.DecodeRequest{Protocol: "p", Text: []byte(text)} }

// contexts are the two ways of [inprocess.Target.Do]: in the caller's goroutine and in another.
func contexts(t *testing.T) map[string]context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return map[string]context.Context{"inline": context.Background(), "worker": ctx}
}

func TestFailures(t *testing.T) {
	for way, ctx := range contexts(t) {
		for _, c := range []struct {
			text string
			kind adapters.FailureKind
			want string
		}{
			{"panic", adapters.Crashed, "panic: index out of range"},
			{"panic error", adapters.Crashed, "panic"},
			{"panic nil", adapters.Crashed, "nil"},
			{"long", adapters.Crashed, "xxx"},
			{"nil", adapters.Garbage, "nil"},
		} {
			t.Run(way+"/"+c.text, func(t *testing.T) {
				target := target(nil)
				defer target.Close()
				_, err := target.Do(ctx, ask(c.text))
				var f *adapters.Failure
				if !errors.As(err, &f) || f.Kind != c.kind || !strings.Contains(f.Detail, c.want) {
					t.Fatalf("got %v", err)
				}
				if strings.Contains(f.Detail, "secret") || strings.Contains(f.Detail, "\n") || len(f.Detail) > 400 {
					t.Errorf("too much is shown: %d bytes, %.100q", len(f.Detail), f.Detail)
				}
				if a, err := target.Do(ctx, ask("fine")); err != nil || a.(wire.Verdict).Action != value.String("fine") {
					t.Errorf("afterwards: %v, %v", a, err)
				}
			})
		}
	}
}

func TestGoexitIsACrash(t *testing.T) {
	target := target(nil)
	defer target.Close()
	_, err := target.Do(contexts(t)["worker"], ask("goexit"))
	var f *adapters.Failure
	if !errors.As(err, &f) || f.Kind != adapters.Crashed {
		t.Fatalf("got %v", err)
	}
}

func TestHangs(t *testing.T) {
	release := make(chan struct{})
	target := target(release)
	defer target.Close()
	kinds := map[adapters.FailureKind]int{}
	for range inprocess.MaxHung + 2 {
		ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(20*time.Millisecond))
		_, err := target.Do(ctx, ask("wait"))
		cancel()
		var f *adapters.Failure
		if !errors.As(err, &f) {
			t.Fatalf("got %v", err)
		}
		kinds[f.Kind]++
	}
	if kinds[adapters.Hung] != inprocess.MaxHung || kinds[adapters.Exhausted] != 2 {
		t.Errorf("got %v", kinds)
	}
	close(release)
}

func TestCancelled(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	target := target(release)
	defer target.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { _, err := target.Do(ctx, ask("wait")); done <- err }()
	cancel()
	var f *adapters.Failure
	if err := <-done; !errors.As(err, &f) || f.Kind != adapters.Interrupted {
		t.Errorf("got %v", err)
	}
}

func TestConcurrentAnswersBelongToTheirRequests(t *testing.T) {
	target := target(nil)
	defer target.Close()
	for way, ctx := range contexts(t) {
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				for j := range 20 {
					text := fmt.Sprint(way, i, j)
					if a, err := target.Do(ctx, ask(text)); err != nil || a.(wire.Verdict).Action != value.String(text) {
						t.Errorf("%s: %v, %v", text, a, err)
					}
				}
			})
		}
		wg.Wait()
	}
}

func TestHello(t *testing.T) {
	ctx := context.Background()
	good := target(nil)
	if h, err := good.Hello(ctx); err != nil || h.Wire != wire.Version || h.Name != "t" {
		t.Errorf("got %+v, %v", h, err)
	}
	_ = good.Close()
	if err := good.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	for _, ctx := range contexts(t) {
		if _, err := good.Do(ctx, ask("x")); err == nil {
			t.Error("a closed target answers")
		}
	}
	var f *adapters.Failure
	none := inprocess.New(wire.Hello{}, nil)
	if _, err := none.Hello(ctx); !errors.As(err, &f) || f.Kind != adapters.NotStarted {
		t.Errorf("nil function: %v", err)
	}
	if _, err := none.Do(ctx, ask("x")); !errors.As(err, &f) || f.Kind != adapters.NotStarted {
		t.Errorf("nil function: %v", err)
	}
	other := inprocess.New(wire.Hello{Wire: "conform/9"}, func(context.Context, wire.Request) wire.Answer { return nil })
	if _, err := other.Hello(ctx); !errors.As(err, &f) || f.Kind != adapters.BadHello {
		t.Errorf("other version: %v", err)
	}
}

func BenchmarkInline(b *testing.B) { benchmark(b, context.Background()) }

func BenchmarkWorker(b *testing.B) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	benchmark(b, ctx)
}

func benchmark(b *testing.B, ctx context.Context) {
	target := target(nil)
	defer target.Close()
	req := ask("fine")
	for b.Loop() {
		if _, err := target.Do(ctx, req); err != nil {
			b.Fatal(err)
		}
	}
}
