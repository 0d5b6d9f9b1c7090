package conformance

import (
	"time"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/conformance/judge"
	"github.com/actionconform/conform/conformance/ledger"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// Status is what became of one case.
type Status string

// The statuses.
const (
	Pass          Status = "pass"
	Fail          Status = "fail"
	NotApplicable Status = "not-applicable" // the target does not claim what the case needs
	Untested      Status = "untested"       // it could not be run; never counts as green
	Error         Status = "error"          // the target crashed, hung or answered garbage
	XFail         Status = "xfail"          // failed, as the expectations file says
	XPass         Status = "xpass"          // passed, against the expectations file
)

// Result is what became of one case.
type Result struct {
	Case   *derive.Case
	Status Status
	// Scored says whether a failure counts for the exit code at the level of the run. An unscored
	// failure is advice.
	Scored bool
	// Findings are what was wrong with the answers, the gravest first; set for fail and xfail.
	Findings []judge.Finding
	// Answers are what the target said to each request of the case, as far as it got.
	Answers []wire.Answer
	// Outcome is what became of the calls of a conversation, in a word; "" for any other case.
	Outcome wire.Class
	// Secrets are those that were planted in what the target was sent; the case has stand-ins for them.
	Secrets []canary.Secret
	// Failure says why there was no answer; set for error and untested.
	Failure *adapters.Failure
	// Need is what the target does not claim; set for not-applicable.
	Need string
	// Reason is that of the expectations file; set for xfail and xpass.
	Reason string

	plays   []*ledger.Play // of the steps of a scenario
	wasLate bool           // what was asked after the end has been noted
}

// Report is the outcome of one run.
type Report struct {
	Suite   Suite
	Target  TargetInfo
	Results []Result // sorted by case id
	Classes []Class  // sorted by name
	Counts  Counts
	// Problems are faults of the expectations file or of the session as a whole, in words; each one
	// fails the run.
	Problems []string
	// Notes are remarks that do not fail the run: noise on stdout, answers to unknown ids.
	Notes []string
	// Interrupted says that the run was ended from outside and is partial.
	Interrupted bool
	// NotStarted is set where the target could not be started at all.
	NotStarted *adapters.Failure
	Level      spec.Level // failures from this level on count
	Seed       uint64
	Started    time.Time // the only members that differ from run to run
	Elapsed    time.Duration
}

// Suite says which cases were run.
type Suite struct {
	Version string // of the suite, such as 1.0
	Digest  string // of the table
	Cases   int    // selected
	Total   int    // derived
	// Requirements is how many requirements the selected cases touch.
	Requirements int
	Shard        string // "1/4", "" for all
}

// TargetInfo says what was tested.
type TargetInfo struct {
	Spec  string // as given to --target
	Hello wire.Hello
}

// Counts are the results by status. Failed counts scored failures only; Advice the others.
type Counts struct {
	Passed, Failed, Advice, Errors, NotApplicable, Untested, XFailed, XPassed int
}

// ClassState says where a target stands with a conformance class.
type ClassState string

// The states of a class.
const (
	ClassMet        ClassState = "met"         // every MUST case of it ran and passed
	ClassFailed     ClassState = "failed"      // a MUST case failed or could not be run
	ClassNotClaimed ClassState = "not claimed" // the target does not claim what it takes
	ClassPartial    ClassState = "partial"     // only part of its cases was selected
)

// Class is one conformance class of a report.
type Class struct {
	Name      string
	State     ClassState
	Passed    int // MUST cases
	Total     int
	Protocols []string
}

// ExitCode is the exit status of the run: 0 conforms, 1 does not, 3 incomplete, 4 interrupted.
func (r *Report) ExitCode() int {
	switch {
	case r.Interrupted:
		return 4
	case r.NotStarted != nil:
		return 3
	case r.Counts.Failed > 0 || r.Counts.Errors > 0 || r.Counts.XPassed > 0 || len(r.Problems) > 0:
		return 1
	case r.Counts.Untested > 0:
		return 3
	}
	return 0
}
