// Package engine fuzzes an implementation from outside: any target, in another process and another language.
//
// It sends requests in windows, holds every answer against the table's interpreter, and takes what is new
// about an exchange (which rules decided, what was expected, what came back) for the coverage it cannot see.
// Requests that gave something new are kept and changed further. Disagreements fall into buckets; of each
// bucket the smallest request is kept, confirmed and reported.
//
// A run is determined by the table, the seed, the number of executions and the target's answers: requests
// are made and answers looked at in one order, however many are open at once.
package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Options say how to fuzz. The zero value makes a hundred thousand requests from seed 0.
type Options struct {
	Table *spec.Table
	// Protocols are those to fuzz; none are all the target claims.
	Protocols []string
	Seed      uint64
	// Execs is how many requests are made; 0 is 100,000. Those of shrinking come on top.
	Execs int
	// Window is how many are open at once, and made before any of them is looked at; 0 is 64.
	Window int
	// CallTimeout bounds one answer; 0 is 5 s.
	CallTimeout time.Duration
	// Level is the weakest level of a disagreement that is a finding; "" is MUST.
	Level spec.Level
	// Start are requests of an earlier run to go on from.
	Start []wire.Request
	// Kept, where set, is told of every request that is kept, and Found of every new finding when it is
	// complete. An error of either ends the run.
	Kept  func(wire.Request) error
	Found func(*Finding) error
	// Progress, where set, is called after every window.
	Progress func(Status)
}

// The defaults and bounds of a run.
const (
	defaultExecs   = 100_000
	defaultWindow  = 64
	defaultTimeout = 5 * time.Second
	// maxFindings bounds how many buckets a run tells apart.
	maxFindings = 200
	// shrinkBudget is how many requests the shrinking of one finding may take.
	shrinkBudget = 400
	// confirmations is how often a finding is shown again.
	confirmations = 3
	// maxCorpus bounds how many requests are kept.
	maxCorpus = 20_000
)

// Status is how far a run is.
type Status struct {
	// Execs counts requests, those of shrinking included.
	Execs, Signatures, Findings, Failures int
	// SinceNew is how many requests ago something new was seen.
	SinceNew int
}

// Result is what a run came to.
type Result struct {
	Status
	Hello wire.Hello
	// Found are the findings in the order in which they were found.
	Found []*Finding
	// Interrupted says that the context ended first.
	Interrupted bool
}

// Run fuzzes a target. The error is for a target that does not start or is given up, for options that
// leave nothing to fuzz, and of Kept and Found; what was found until then is in the result, which is never nil.
func Run(ctx context.Context, target adapters.Target, opts Options) (*Result, error) {
	f := &fuzzer{target: target, opts: opts, oracle: oracle.New(opts.Table), source: generate.NewRandom(opts.Seed),
		signatures: map[string]int{}, buckets: map[string]*Finding{}, result: &Result{}}
	f.defaults()
	hello, err := target.Hello(ctx)
	if err != nil {
		return f.result, err
	}
	f.result.Hello = hello
	f.caps, f.judge = hello.Capabilities, judge.New(hello.Capabilities)
	for i := range opts.Table.Protocols {
		p := &opts.Table.Protocols[i]
		if f.reaches(p) && (len(opts.Protocols) == 0 || slices.Contains(opts.Protocols, p.ID)) {
			f.protocols = append(f.protocols, p)
		}
	}
	if len(f.protocols) == 0 {
		return f.result, errors.New("fuzz: the target claims to parse or decode no protocol of the table that was asked for")
	}
	err = f.run(ctx)
	f.result.Interrupted = ctx.Err() != nil
	if f.result.Interrupted {
		err = nil // what an answer that was not waited for says is nothing
	}
	return f.result, err
}

// fuzzer is one run. One goroutine owns it; only answers are waited for side by side.
type fuzzer struct {
	target    adapters.Target
	opts      Options
	oracle    *oracle.Oracle
	judge     judge.Judge
	caps      wire.Capabilities
	protocols []*spec.Protocol
	source    *generate.Random

	corpus     []wire.Request
	signatures map[string]int // the place in the corpus of the smallest request with that signature
	buckets    map[string]*Finding
	result     *Result
}

func (f *fuzzer) defaults() {
	if f.opts.Execs == 0 {
		f.opts.Execs = defaultExecs
	}
	if f.opts.Window == 0 {
		f.opts.Window = defaultWindow
	}
	if f.opts.CallTimeout == 0 {
		f.opts.CallTimeout = defaultTimeout
	}
}

// exchange is one request and what came back.
type exchange struct {
	request wire.Request
	answer  wire.Answer
	failure *adapters.Failure
}

func (f *fuzzer) run(ctx context.Context) error {
	for made := 0; made < f.opts.Execs && ctx.Err() == nil; {
		requests := f.window(min(f.opts.Window, f.opts.Execs-made))
		made += len(requests)
		exchanges := f.ask(ctx, requests)
		if ctx.Err() != nil {
			return nil
		}
		failed := false
		for _, x := range exchanges {
			f.result.SinceNew++
			if x.failure != nil {
				failed = true
				continue
			}
			if err := f.look(ctx, x); err != nil {
				return err
			}
		}
		if failed {
			if err := f.failures(ctx, exchanges); err != nil {
				return err
			}
		}
		if f.opts.Progress != nil {
			f.opts.Progress(f.result.Status)
		}
	}
	return nil
}

// window makes the next requests, all of them from what was known before.
func (f *fuzzer) window(n int) []wire.Request {
	out := make([]wire.Request, 0, n)
	for len(out) < n {
		var req wire.Request
		if k := len(f.opts.Start); k > 0 {
			req, f.opts.Start = f.opts.Start[0], f.opts.Start[1:]
		} else {
			req = f.next()
		}
		if f.may(req) {
			out = append(out, req)
			continue
		}
		out = append(out, f.plain()) // what the target does not claim is not held against it
	}
	return out
}

// next makes a request: a new one, or one that is kept, changed.
func (f *fuzzer) next() wire.Request {
	s := f.source
	if len(f.corpus) == 0 || s.Intn(3) == 0 {
		return generate.Request(s, f.protocols[s.Intn(len(f.protocols))])
	}
	return generate.Mutate(s, f.recent(), f.recent())
}

// recent chooses a request that is kept, mostly one of the newest.
func (f *fuzzer) recent() wire.Request {
	n := len(f.corpus)
	if f.source.Intn(2) == 0 {
		n = min(n, 16)
	}
	return f.corpus[len(f.corpus)-1-f.source.Intn(n)]
}

// plain is a request that every target can be asked.
func (f *fuzzer) plain() wire.Request {
	p := f.protocols[f.source.Intn(len(f.protocols))]
	if slices.Contains(f.caps.Operations, wire.OpDecode) && slices.Contains(p.Operations, string(wire.OpDecode)) {
		return wire.DecodeRequest{Protocol: p.ID, Text: []byte("{}")}
	}
	return wire.ParseRequest{Protocol: p.ID, Value: value.Null{}}
}

// reaches reports whether the target claims to judge inputs of a protocol.
func (f *fuzzer) reaches(p *spec.Protocol) bool {
	for _, op := range []wire.Operation{wire.OpParse, wire.OpDecode} {
		if slices.Contains(f.caps.Operations, op) && slices.Contains(p.Operations, string(op)) {
			return slices.Contains(f.caps.Protocols, p.ID)
		}
	}
	return false
}

// may reports whether a target claims what a request needs.
func (f *fuzzer) may(req wire.Request) bool {
	if !slices.Contains(f.caps.Operations, req.Operation()) || !slices.Contains(f.caps.Protocols, protocolOf(req)) {
		return false
	}
	switch req := req.(type) {
	case wire.ParseRequest:
		if !exists(req.Value) {
			return false
		}
	case wire.RouteRequest:
		if !exists(req.Value) {
			return false
		}
	default: // a text is what it is
	}
	_, lacking := (&derive.Case{Needs: derive.Needs(req)}).Missing(f.caps)
	return !lacking
}

// ask sends requests side by side and returns the exchanges in the order of the requests.
func (f *fuzzer) ask(ctx context.Context, requests []wire.Request) []exchange {
	out := make([]exchange, len(requests))
	var wg sync.WaitGroup
	for i, req := range requests {
		wg.Go(func() { out[i] = f.exchange(ctx, req) })
	}
	wg.Wait()
	f.result.Execs += len(requests)
	return out
}

func (f *fuzzer) exchange(ctx context.Context, req wire.Request) exchange {
	ctx, cancel := context.WithTimeout(ctx, f.opts.CallTimeout)
	defer cancel()
	got, err := f.target.Do(ctx, req)
	if err == nil {
		return exchange{request: req, answer: got}
	}
	var failure *adapters.Failure
	if !errors.As(err, &failure) {
		failure = &adapters.Failure{Kind: adapters.Garbage, Detail: err.Error()}
	}
	return exchange{request: req, failure: failure}
}

// alone sends one request with nothing else open.
func (f *fuzzer) alone(ctx context.Context, req wire.Request) exchange {
	f.result.Execs++
	return f.exchange(ctx, req)
}

// look learns from an answer, and records a disagreement.
func (f *fuzzer) look(ctx context.Context, x exchange) error {
	want, err := f.oracle.Judge(x.request, f.caps.Policies)
	if err != nil {
		return err
	}
	found := f.judge.Answer(want, x.answer)
	if err := f.keep(x, want); err != nil {
		return err
	}
	if found == nil || !counts(found.Level, f.opts.Level) {
		return nil
	}
	return f.found(ctx, f.disagreement(x, want, found))
}

func counts(got, weakest spec.Level) bool {
	return got == spec.Must || weakest == spec.Should || weakest == spec.May
}

// failures looks at a window in which the target failed to answer. Each request that was open is sent
// again by itself; those that fail again are findings. Where none does, the window as a whole is one.
func (f *fuzzer) failures(ctx context.Context, window []exchange) error {
	reproduced := false
	var first *exchange
	for i := range window {
		x := &window[i]
		if x.failure == nil {
			continue
		}
		f.result.Failures++
		switch x.failure.Kind {
		case adapters.Exhausted, adapters.NotStarted, adapters.BadHello, adapters.NoRequest:
			return x.failure
		case adapters.Interrupted:
			return nil
		case adapters.Crashed, adapters.Hung, adapters.Garbage, adapters.ShimError:
		}
		if first == nil {
			first = x
		}
		again := f.alone(ctx, x.request)
		if ctx.Err() != nil {
			return nil
		}
		if again.failure == nil {
			continue
		}
		reproduced = true
		if err := f.found(ctx, failed(again)); err != nil {
			return err
		}
	}
	if reproduced || first == nil {
		return nil
	}
	unsteady := failed(*first)
	unsteady.Bucket += " in a window"
	unsteady.Unsteady = true
	return f.found(ctx, unsteady)
}

func protocolOf(req wire.Request) string {
	switch req := req.(type) {
	case wire.ParseRequest:
		return req.Protocol
	case wire.DecodeRequest:
		return req.Protocol
	case wire.RouteRequest:
		return req.Protocol
	default:
		return fmt.Sprint(req.Operation())
	}
}
