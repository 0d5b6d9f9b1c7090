package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/actionconform/conform/adapters/chat"
	"github.com/actionconform/conform/adapters/mcp"
	"github.com/actionconform/conform/adapters/stdio"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/spec"
)

const runLong = `Run the suite against a target and report what it does wrong.

A target is the built-in reference (the default), a mutant of it (mutant:ID), or a
command that answers conform/1 on standard input and output. The command is split
into words without a shell.

mcp:COMMAND and mcp+http://127.0.0.1:PORT/mcp are MCP servers; their cases come from
the tools they list. No call a tool's own schema admits is sent, unless the server
annotates the tool as read-only or --allow-calls is given.`

const runExample = `  conform run
  conform run --target 'node adapter.mjs'
  conform run --target 'python3 adapter.py' --protocol agent-action/1 --level should
  conform run --target './adapter' --case 'agent-action/1/tool_call/*' --verbose
  conform run --target 'mcp:npx -y @modelcontextprotocol/server-everything'
  conform run --target './adapter' --report junit=conform.xml --report json=conform.json
  conform run --target './adapter' --expect known-failures.yaml
  conform run --target './adapter' --require parser --shard 1/4`

// runFlags are the flags of `conform run`.
type runFlags struct {
	filter
	target, level, expect, lang    string
	classes, reports, files        []string
	jobs, repeat                   int
	timeout, startTimeout, allTime time.Duration
	seed                           uint64
	failFast, quiet, verbose, mono bool
	allowCalls                     bool
}

func newRun(s streams) *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:     "run",
		Short:   "run the suite against a target (the built-in reference if none is given)",
		Long:    runLong,
		Example: runExample,
		Args:    noArgs("a target is given as --target 'COMMAND', a case as --case ID"),
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c.Context(), s) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.target, "target", "t", "", "what to test: reference, mutant:ID, or a command (`SPEC`)")
	f.register(flags)
	flags.StringVar(&f.level, "level", "must", "weakest level whose failures count: must, should or may (`LEVEL`)")
	flags.StringSliceVar(&f.classes, "require", nil, "fail unless this conformance class is met (`CLASS`, repeatable)")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "how many requests are open at once (`N`, default 64)")
	flags.DurationVar(&f.timeout, "timeout", 0, "how long one answer may take (`DUR`, default 5s)")
	flags.DurationVar(&f.startTimeout, "start-timeout", 0, "how long the target may take to start (`DUR`, default 10s)")
	flags.DurationVar(&f.allTime, "deadline", 0, "how long the whole run may take (`DUR`, default no limit)")
	flags.Uint64Var(&f.seed, "seed", 0, "orders the sample that is asked again at the end, and makes the planted secrets; 0 draws new ones (`N`)")
	flags.IntVar(&f.repeat, "repeat", 1, "ask every case so many times; every answer must be the same (`N`)")
	flags.StringVar(&f.expect, "expect", "", "known failures, each with a reason; one that passes fails the run (`FILE`)")
	flags.StringArrayVar(&f.files, "case-file", nil, "run the case of this file, such as fuzzing wrote it, instead of the suite (`FILE`, repeatable)")
	flags.StringArrayVar(&f.reports, "report", nil, "write a report: "+formatNames()+" (`FORMAT[=PATH]`, repeatable)")
	flags.BoolVar(&f.allowCalls, "allow-calls", false, "MCP servers: also call tools that are not annotated read-only with valid arguments")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first failure that counts")
	flags.StringVar(&f.lang, "lang", "en", "language of the text: en or zh (`LANG`)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "only the closing line, and what stopped the run")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "every failure, and inputs at full length")
	flags.BoolVar(&f.mono, "no-color", false, "no colour (the environment variable NO_COLOR does the same)")
	return c
}

func formatNames() string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name())
	}
	return orList(names)
}

// run runs the suite. Everything that can be wrong with the command line is found before the target is
// started.
func (f *runFlags) run(ctx context.Context, s streams) error {
	if err := f.check(); err != nil {
		return err
	}
	watch := canary.NewWatch()
	hear := func(p []byte) { _, _ = watch.Write(p) }
	o, err := openTarget(f.target, limits{f.startTimeout, f.timeout, hear})
	if err != nil {
		return err
	}
	defer o.target.Close()
	su, opts, remarks, err := f.options(ctx, o)
	if err != nil {
		return err
	}
	reports, err := openReports(f.reports)
	if err != nil {
		return err
	}
	defer func() {
		for _, d := range reports {
			d.Discard()
		}
	}()
	opts.Watch = watch
	bar := newProgress(s.err)
	opts.Progress = bar.update
	// Closing lets the target say its last words, and the notes be complete.
	opts.Finish = func() { _ = o.target.Close() }
	r, err := conformance.Run(ctx, o.target, opts)
	bar.stop()
	if r == nil {
		if ctx.Err() != nil {
			return &exit{exitInterrupted, errors.New("interrupted before there was anything to report")}
		}
		return err
	}
	_ = o.target.Close()
	addNotes(r, o)
	r.Notes = append(r.Notes, remarks...)
	if werr := f.write(s, reports, r, o, su.table); werr != nil {
		return werr
	}
	if err != nil && !r.Interrupted {
		return err
	}
	if code := r.ExitCode(); code != exitOK {
		return &exit{code, nil}
	}
	return nil
}

// options turns the flags into those of the suite.
func (f *runFlags) options(ctx context.Context, o *opened) (*suite, conformance.Options, []string, error) {
	none := conformance.Options{}
	su, remarks, err := f.suiteFor(ctx, o)
	if err != nil {
		return nil, none, nil, err
	}
	selection, _, err := f.selection(su)
	if err != nil {
		return nil, none, nil, err
	}
	if err := checkClasses(su.table, f.classes); err != nil {
		return nil, none, nil, err
	}
	level, err := parseLevel(f.level)
	if err != nil {
		return nil, none, nil, err
	}
	opts := conformance.Options{
		Table: su.table, Suite: su.cases, Loose: len(f.files) > 0, TargetSpec: f.target, Selection: selection, Level: level, Require: f.classes,
		Window: f.jobs, CallTimeout: f.timeout, Deadline: f.allTime, Repeat: f.repeat, Seed: f.seed, FailFast: f.failFast,
	}
	if strings.HasPrefix(f.target, "chat:") {
		opts.CallTimeout = -1 // the target times each prompt of a conversation by itself
		if opts.Repeat == 1 {
			opts.Repeat = -1 // a runtime is not asked to be a function
		}
	}
	if _, isMCP := o.target.(*mcp.Target); isMCP {
		opts.CallTimeout = -1 // a call may have to wait for the server to start again
		if opts.Repeat == 1 {
			opts.Repeat = -1 // a server is not asked to be a function
		}
	}
	if opts.TargetSpec == "" {
		opts.TargetSpec = "reference"
	}
	if f.expect != "" {
		if opts.Expect, err = loadExpectations(f.expect); err != nil {
			return nil, none, nil, err
		}
	}
	return su, opts, remarks, nil
}

// check holds the values of single flags against what they may be.
func (f *runFlags) check() error {
	if err := oneOf("lang", f.lang, report.Languages()...); err != nil {
		return err
	}
	switch {
	case len(f.files) > 0 && len(f.classes) > 0:
		return errors.New("--require and --case-file cannot both be given: single cases meet no class")
	case f.quiet && f.verbose:
		return errors.New("--quiet and --verbose cannot both be given")
	case f.jobs < 0:
		return fmt.Errorf("--jobs is %d; it must be at least 1", f.jobs)
	case f.repeat < 1:
		return fmt.Errorf("--repeat is %d; it must be at least 1", f.repeat)
	}
	for _, d := range []struct {
		flag string
		d    time.Duration
	}{{"timeout", f.timeout}, {"start-timeout", f.startTimeout}, {"deadline", f.allTime}} {
		if d.d < 0 {
			return fmt.Errorf("--%s is %v; it must not be negative", d.flag, d.d)
		}
	}
	return nil
}

func parseLevel(s string) (spec.Level, error) {
	levels := map[string]spec.Level{"must": spec.Must, "should": spec.Should, "may": spec.May}
	if l, ok := levels[s]; ok {
		return l, nil
	}
	return "", oneOf("level", s, "must", "should", "may")
}

func checkClasses(t *spec.Table, classes []string) error {
	legal := conformance.ClassNames(t)
	for _, c := range classes {
		if !slices.Contains(legal, c) {
			return fmt.Errorf("--require %s matches nothing: no requirement belongs to such a class%s", c, didYouMean(c, legal, true))
		}
	}
	return nil
}

// openReports checks every --report and opens its file, before anything runs.
func openReports(specs []string) ([]*report.Destination, error) {
	var out []*report.Destination
	fail := func(err error) ([]*report.Destination, error) {
		for _, d := range out {
			d.Discard()
		}
		return nil, err
	}
	used := map[string]string{}
	for _, s := range specs {
		d, err := report.ParseDestination(s)
		if err != nil {
			return fail(err)
		}
		if other, ok := used[d.Path]; ok {
			return fail(fmt.Errorf("--report %s and --report %s go to the same place", other, s))
		}
		used[d.Path] = s
		if err := d.Open(); err != nil {
			return fail(err)
		}
		out = append(out, d)
	}
	return out, nil
}

// write writes every report that was asked for, and the text on standard output unless another report
// goes there.
func (f *runFlags) write(s streams, reports []*report.Destination, r *conformance.Report, o *opened, t *spec.Table) error {
	opts := report.Options{
		Table: t, Lang: f.lang, Verbose: f.verbose, Quiet: f.quiet, Command: o.command, Rerun: f.rerun(), Version: version,
	}
	var failed error
	screen := true
	for _, d := range reports {
		with := opts
		if d.Path == "" {
			screen = false
			with.Color = f.colored(s)
		}
		if err := d.Write(s.out, r, with); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	if screen {
		opts.Color = f.colored(s)
		text, err := report.ParseDestination("text")
		if err == nil {
			err = text.Write(s.out, r, opts)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// rerun are the flags without which a replay would not be the same.
func (f *runFlags) rerun() []string {
	var out []string
	if f.table != "" {
		out = append(out, "--table", f.table)
	}
	if f.allowCalls {
		out = append(out, "--allow-calls")
	}
	for _, path := range f.files {
		out = append(out, "--case-file", path)
	}
	return out
}

// colored reports whether standard output may be painted.
func (f *runFlags) colored(s streams) bool {
	return !f.mono && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(s.out)
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// addNotes adds what was odd about a process to the notes of a report.
func addNotes(r *conformance.Report, o *opened) {
	switch t := o.target.(type) {
	case *stdio.Target:
		r.Notes = append(r.Notes, t.Diagnostics().Hints()...)
	case *chat.Target:
		r.Notes = append(r.Notes, t.Notes()...)
	}
}
