package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// SuiteVersion is the version of the suite derived from the built-in table.
const SuiteVersion = "1.0"

const (
	defaultWindow  = 64
	defaultTimeout = 5 * time.Second
	// maxHung is how many cases may hang by themselves before the rest is left untested.
	maxHung = 10
)

// Run holds a target against the suite. The error is a [*UsageError] or a fault of the table; whatever
// the target does, failing to start included, is in the report. Run does not close the target.
func Run(ctx context.Context, target adapters.Target, opts Options) (*Report, error) {
	now := opts.Now
	if now == nil {
		now = time.Now
	}
	table, suite, err := prepare(opts)
	if err != nil {
		return nil, err
	}
	selected, err := Select(suite, opts.Selection)
	if err != nil {
		return nil, err
	}
	if opts.Deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opts.Deadline)
		defer cancel()
	}
	key, err := canary.NewKey(opts.Seed, opts.Random)
	if err != nil {
		return nil, fmt.Errorf("conformance: no secrets can be drawn: %w", err)
	}
	started := now()
	r := newReport(opts, table, suite, selected)
	r.Started = started
	hello, err := target.Hello(ctx)
	if err != nil {
		r.NotStarted = asFailure(err)
		r.Interrupted = r.NotStarted.Kind == adapters.Interrupted
		for _, c := range selected {
			r.Results = append(r.Results, Result{Case: c, Status: Untested, Failure: r.NotStarted})
		}
	} else {
		r.Target.Hello = hello
		run := newRun(target, table, hello.Capabilities, opts, len(selected))
		run.examiner.key, run.examiner.watch = key, opts.Watch
		r.Results = run.all(ctx, selected)
		r.Interrupted = errors.Is(ctx.Err(), context.Canceled)
		if opts.Finish != nil {
			opts.Finish()
		}
		r.emitted(run.examiner)
		r.expect(opts.Expect)
		if !opts.Loose {
			r.Classes = r.classes(table, hello.Capabilities, suite)
		}
		r.require(opts.Require)
	}
	r.count()
	r.Elapsed = now().Sub(started)
	return r, nil
}

func prepare(opts Options) (*spec.Table, []*derive.Case, error) {
	table := opts.Table
	if table == nil {
		var err error
		if table, err = conform.Table(); err != nil {
			return nil, nil, err
		}
	}
	if opts.Suite != nil {
		return table, opts.Suite, nil
	}
	if opts.Table == nil {
		suite, err := derive.Trusted(table)
		return table, suite, err
	}
	suite, err := derive.Suite(table)
	return table, suite, err
}

func newReport(opts Options, table *spec.Table, suite, selected []*derive.Case) *Report {
	r := &Report{Level: opts.Level, Seed: opts.Seed}
	if r.Level == "" {
		r.Level = spec.Must
	}
	r.Target.Spec = opts.TargetSpec
	r.Suite = Suite{Version: SuiteVersion, Digest: table.Digest(), Cases: len(selected), Total: len(suite)}
	if s := opts.Selection.Shard; s.Of > 0 {
		r.Suite.Shard = s.String()
	}
	touched := map[string]bool{}
	for _, c := range selected {
		touched[c.Requirement] = true
	}
	r.Suite.Requirements = len(touched)
	return r
}

func asFailure(err error) *adapters.Failure {
	var f *adapters.Failure
	if errors.As(err, &f) {
		return f
	}
	return &adapters.Failure{Kind: adapters.NotStarted, Detail: err.Error()}
}

// require adds a problem for each class that must be met and is not.
func (r *Report) require(names []string) {
	for _, n := range names {
		i := slices.IndexFunc(r.Classes, func(c Class) bool { return c.Name == n })
		switch {
		case i < 0:
			r.Problems = append(r.Problems, "class "+n+" is required, and the table has no such class")
		case r.Classes[i].State != ClassMet:
			r.Problems = append(r.Problems, "class "+n+" is required, and it is "+string(r.Classes[i].State))
		}
	}
}

func (r *Report) count() {
	for i := range r.Results {
		res := &r.Results[i]
		switch res.Status {
		case Pass:
			r.Counts.Passed++
		case Fail:
			if res.Scored {
				r.Counts.Failed++
			} else {
				r.Counts.Advice++
			}
		case Error:
			r.Counts.Errors++
		case NotApplicable:
			r.Counts.NotApplicable++
		case Untested:
			r.Counts.Untested++
		case XFail:
			r.Counts.XFailed++
		case XPass:
			r.Counts.XPassed++
		}
	}
}

// run is one run while it lasts.
type run struct {
	target   adapters.Target
	examiner *examiner
	opts     Options
	window   int
	total    int

	mu      sync.Mutex
	done    int
	hung    int
	givenUp *adapters.Failure // why nothing more is sent; nil while the target is used
}

func newRun(target adapters.Target, table *spec.Table, caps wire.Capabilities, opts Options, total int) *run {
	level := opts.Level
	if level == "" {
		level = spec.Must
	}
	window := opts.Window
	if window <= 0 {
		window = defaultWindow
	}
	if w, ok := target.(adapters.Windowed); ok {
		window = min(window, w.Window())
	}
	if caps.Pipeline != nil && !*caps.Pipeline {
		window = 1
	}
	return &run{target: target, examiner: newExaminer(table, caps, level), opts: opts, window: window, total: total}
}

// all runs the selected cases and returns their results in the order of the cases.
func (r *run) all(ctx context.Context, cases []*derive.Case) []Result {
	results := make([]Result, len(cases))
	var queue []int
	for i, c := range cases {
		if need, lacking := lacks(c, r.examiner.caps); lacking {
			results[i] = Result{Case: c, Status: NotApplicable, Need: need}
			r.progress(&results[i])
			continue
		}
		queue = append(queue, i)
	}
	again := r.sample(queue)
	kept := make([]bool, len(cases)) // whose answers a second run is held against
	for _, i := range again {
		kept[i] = true
	}
	record := func(i int, res Result) {
		if res.Status == Pass && !kept[i] {
			res.Answers = nil // what was right is of no further use, and large
		}
		results[i] = res
		r.progress(&results[i])
	}
	for len(queue) > 0 {
		suspects, rest := r.pipelined(ctx, cases, queue, record)
		for _, i := range suspects {
			record(i, r.alone(ctx, cases[i]))
		}
		queue = rest
	}
	r.repeat(ctx, cases, results, again)
	r.examiner.settle(results)
	for i := range results {
		if results[i].Status == Pass {
			results[i].Answers = nil
		}
	}
	return results
}

// pipelined runs cases with a full window until one of them loses the target together with others. It
// returns the cases that may have been the cause and those not begun. It records results side by side.
func (r *run) pipelined(ctx context.Context, cases []*derive.Case, queue []int, record func(int, Result)) (suspects, rest []int) {
	var (
		mu   sync.Mutex
		next int
		wg   sync.WaitGroup
	)
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == len(queue) || len(suspects) > 0 {
			return 0, false
		}
		next++
		return queue[next-1], true
	}
	for range min(r.window, len(queue)) {
		wg.Go(func() {
			for {
				i, ok := take()
				if !ok {
					return
				}
				res, failure := r.one(ctx, cases[i])
				if failure != nil && failure.Shared {
					mu.Lock()
					suspects = append(suspects, i)
					mu.Unlock()
					continue
				}
				record(i, res)
			}
		})
	}
	wg.Wait()
	slices.Sort(suspects)
	return suspects, queue[next:]
}

// alone runs a case with nothing else open, so that what happens is its own doing.
func (r *run) alone(ctx context.Context, c *derive.Case) Result {
	res, failure := r.one(ctx, c)
	if failure != nil && failure.Kind == adapters.Hung {
		r.mu.Lock()
		r.hung++
		if r.hung >= maxHung && r.givenUp == nil {
			r.givenUp = &adapters.Failure{Kind: adapters.Exhausted, Detail: "given up after ten cases that hung; raise --timeout if the target is slow"}
		}
		r.mu.Unlock()
	}
	return res
}

// one runs a case. A case that could not be run at all is untested, not an error of the target.
func (r *run) one(ctx context.Context, c *derive.Case) (Result, *adapters.Failure) {
	r.mu.Lock()
	given := r.givenUp
	r.mu.Unlock()
	if given != nil {
		return Result{Case: c, Status: Untested, Failure: given}, nil
	}
	res, failure := r.examiner.examine(ctx, c, r.ask)
	if failure == nil {
		return res, nil
	}
	switch failure.Kind {
	case adapters.Interrupted, adapters.NotStarted, adapters.BadHello, adapters.NoRequest:
		res.Status, res.Scored = Untested, false
	case adapters.Exhausted:
		res.Status, res.Scored = Untested, false
		r.mu.Lock()
		r.givenUp = failure
		r.mu.Unlock()
	case adapters.Crashed, adapters.Hung, adapters.Garbage, adapters.ShimError:
	}
	if res.Status == Error && r.opts.FailFast && !failure.Shared {
		r.stop("stopped at the first error, as --fail-fast asks")
	}
	return res, failure
}

func (r *run) stop(detail string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.givenUp == nil {
		r.givenUp = &adapters.Failure{Kind: adapters.Interrupted, Detail: detail}
	}
}

func (r *run) ask(ctx context.Context, req wire.Request) (wire.Answer, error) {
	timeout := r.opts.CallTimeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	if timeout < 0 {
		return r.target.Do(ctx, req)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return r.target.Do(ctx, req)
}

func (r *run) progress(res *Result) {
	if res.Status == Fail && res.Scored && r.opts.FailFast {
		r.stop("stopped at the first failure, as --fail-fast asks")
	}
	if r.opts.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	r.opts.Progress(r.done, r.total, res)
}
