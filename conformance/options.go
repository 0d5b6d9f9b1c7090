// Package conformance is the suite and its runner: it holds a target against the cases derived from a
// legal-state table and reports, requirement by requirement, what the target does wrong.
package conformance

import (
	"fmt"
	"io"
	"time"

	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
)

// Options say what to run and how. The zero value runs the whole built-in suite.
type Options struct {
	// Table is the legal-state table; nil is the built-in one.
	Table *spec.Table
	// Suite are the cases derived from Table, where the caller has derived them already; nil derives them.
	Suite []*derive.Case
	// Loose says that Suite is no suite but single cases: no conformance class is met or failed by them.
	Loose bool
	// TargetSpec is how the target was named, for reports and replay commands.
	TargetSpec string
	// Selection narrows the cases.
	Selection Selection
	// Level is the weakest level whose failures count; "" is MUST.
	Level spec.Level
	// Require names conformance classes that must be met.
	Require []string
	// Window is how many requests are open at once; 0 is 64.
	Window int
	// CallTimeout bounds one answer; 0 is 5 s. Deadline bounds the whole run; 0 is none.
	CallTimeout time.Duration
	Deadline    time.Duration
	// Repeat runs every case so many times and requires the same answer; 0 is once and a sample twice, less
	// than 0 nothing twice.
	Repeat int
	// Seed orders the purity sample and, unless it is 0, makes the secrets that are planted. Without a seed
	// they are drawn from Random (nil is the system's source), new in every run.
	Seed   uint64
	Random io.Reader
	// Watch, where set, is given what the target writes beside its answers; the run tells it of the secrets
	// it plants. Finish, where set, is called after the last answer, and returns once the target has written
	// all it will.
	Watch  *canary.Watch
	Finish func()
	// FailFast ends the run at the first scored failure or error.
	FailFast bool
	// Expect are the known failures.
	Expect []Expectation
	// Progress, where set, is called after every case, from one goroutine at a time.
	Progress func(done, total int, r *Result)
	// Now is the clock for Started and Elapsed; nil is time.Now.
	Now func() time.Time
}

// Selection narrows the cases of a run. Globs match whole case ids; * matches any characters, slashes
// included.
type Selection struct {
	Protocols    []string
	Operations   []string
	Cases        []string // globs; a case is selected if any matches
	Skip         []string // globs
	Requirements []string
	Shard        Shard
}

// Shard is one of Of parts, 1-based; the zero value is everything. Cases are spread by a hash of their id.
type Shard struct{ Index, Of int }

// String is the shard as --shard takes it, such as "1/4".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Expectation is one known failure.
type Expectation struct {
	// Case is a glob of case ids. Every selected case it matches must fail.
	Case   string
	Reason string
	// Requirement, where set, is the requirement the failure must be about.
	Requirement string
	// Line is where the entry stands in its file, 1-based.
	Line int
}
