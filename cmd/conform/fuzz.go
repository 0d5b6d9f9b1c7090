package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/conformance/report/phrases"
	"github.com/actionconform/conform/fuzz/casefile"
	"github.com/actionconform/conform/fuzz/engine"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

const fuzzLong = `Look for inputs a target judges wrongly that no case of the suite holds.

Requests are made from the table, changed further where an answer was new, and every
answer is held against the table. Disagreements fall into buckets; of each the smallest
request found is shown. With --corpus, requests worth keeping and findings are files
in that folder, written as they are found: a later run goes on from there, and
conform run --case-file replays a finding.

The same table, seed, number of executions and target give the same findings.`

const fuzzExample = `  conform fuzz --target 'node adapter.mjs' --time 5m --corpus fuzz-out
  conform fuzz --target ./adapter --protocol agent-action/1 --execs 200000
  conform run --target ./adapter --case-file fuzz-out/findings/0a1b2c3d4e5f6071.json`

// fuzzFlags are the flags of `conform fuzz`.
type fuzzFlags struct {
	target, table, level, corpus, lang string
	protocols                          []string
	execs, jobs                        int
	seed                               uint64
	time, timeout, startTimeout        time.Duration
}

func newFuzz(s streams) *cobra.Command {
	f := &fuzzFlags{}
	c := &cobra.Command{
		Use:     "fuzz",
		Short:   "look for inputs that a target judges wrongly",
		Long:    fuzzLong,
		Example: fuzzExample,
		Args:    noArgs("a target is given as --target 'COMMAND'"),
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c.Context(), s) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.target, "target", "t", "", "what to fuzz: reference, mutant:ID, or a command (`SPEC`)")
	flags.StringVar(&f.table, "table", "", "legal-state table to judge by, instead of the built-in one (`FILE`)")
	flags.StringSliceVar(&f.protocols, "protocol", nil, "only this protocol (`ID`, repeatable)")
	flags.StringVar(&f.level, "level", "must", "weakest level whose disagreements are findings: must or should (`LEVEL`)")
	flags.IntVar(&f.execs, "execs", 100_000, "how many requests to make (`N`)")
	flags.DurationVar(&f.time, "time", 0, "stop after this time, whatever --execs says (`DUR`, default no limit)")
	flags.Uint64Var(&f.seed, "seed", 0, "makes another run (`N`)")
	flags.IntVarP(&f.jobs, "jobs", "j", 64, "how many requests are open at once (`N`)")
	flags.StringVar(&f.lang, "lang", "en", "language of the text: en or zh (`LANG`)")
	flags.StringVar(&f.corpus, "corpus", "", "folder to go on from, and to keep requests and findings in (`DIR`)")
	flags.DurationVar(&f.timeout, "timeout", 0, "how long one answer may take (`DUR`, default 5s)")
	flags.DurationVar(&f.startTimeout, "start-timeout", 0, "how long the target may take to start (`DUR`, default 10s)")
	return c
}

func (f *fuzzFlags) run(ctx context.Context, s streams) error {
	table, opts, err := f.options()
	if err != nil {
		return err
	}
	o, err := openTarget(f.target, limits{f.startTimeout, f.timeout, nil})
	if err != nil {
		return err
	}
	defer o.target.Close()
	store := &fuzzStore{dir: f.corpus, from: casefile.From{Target: f.target, Seed: f.seed, Table: table.Digest()}}
	if err := store.open(&opts); err != nil {
		return err
	}
	line := &fuzzLine{w: s.err, shown: isTerminal(s.err), started: time.Now()}
	opts.Progress = line.show
	limited := ctx
	if f.time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, f.time)
		defer cancel()
	}
	r, err := engine.Run(limited, o.target, opts)
	line.clear()
	if err != nil {
		var failure *adapters.Failure
		if errors.As(err, &failure) {
			f.print(s.out, table, store, r)
			return &exit{exitIncomplete, fmt.Errorf("the target was given up: %w", err)}
		}
		return err
	}
	f.print(s.out, table, store, r)
	switch {
	case ctx.Err() != nil:
		return &exit{exitInterrupted, errors.New("interrupted")}
	case len(r.Found) > 0:
		return &exit{exitFailed, nil}
	case r.Execs == 0:
		return &exit{exitIncomplete, errors.New("no request was made in the time there was")}
	}
	return nil
}

// options turns the flags into those of the engine.
func (f *fuzzFlags) options() (*spec.Table, engine.Options, error) {
	none := engine.Options{}
	if err := oneOf("lang", f.lang, report.Languages()...); err != nil {
		return nil, none, err
	}
	level, err := parseLevel(f.level)
	if err != nil {
		return nil, none, err
	}
	for _, n := range []struct {
		flag string
		n    int
	}{{"execs", f.execs}, {"jobs", f.jobs}} {
		if n.n < 1 {
			return nil, none, fmt.Errorf("--%s is %d; it must be at least 1", n.flag, n.n)
		}
	}
	for _, d := range []struct {
		flag string
		d    time.Duration
	}{{"time", f.time}, {"timeout", f.timeout}, {"start-timeout", f.startTimeout}} {
		if d.d < 0 {
			return nil, none, fmt.Errorf("--%s is %v; it must not be negative", d.flag, d.d)
		}
	}
	table, err := loadTable(f.table)
	if err != nil {
		return nil, none, err
	}
	var ids []string
	for i := range table.Protocols {
		ids = append(ids, table.Protocols[i].ID)
	}
	for _, id := range f.protocols {
		if !slices.Contains(ids, id) {
			return nil, none, fmt.Errorf("--protocol %s matches nothing: the table has no such protocol%s", id, didYouMean(id, ids, true))
		}
	}
	return table, engine.Options{Table: table, Protocols: f.protocols, Seed: f.seed, Execs: f.execs, Window: f.jobs, CallTimeout: f.timeout, Level: level}, nil
}

// fuzzStore keeps what a run finds in a folder; without one it keeps nothing.
type fuzzStore struct {
	dir  string
	from casefile.From
	// known are the buckets earlier runs found.
	known map[string]bool
}

func (s *fuzzStore) requests() string { return filepath.Join(s.dir, "corpus") }
func (s *fuzzStore) findings() string { return filepath.Join(s.dir, "findings") }

// open reads what earlier runs kept and lets the engine add to it.
func (s *fuzzStore) open(opts *engine.Options) error {
	s.known = map[string]bool{}
	if s.dir == "" {
		return nil
	}
	kept, err := casefile.ReadAll(s.requests())
	if err != nil {
		return err
	}
	found, err := casefile.ReadAll(s.findings())
	if err != nil {
		return err
	}
	for _, f := range append(found, kept...) {
		req, err := f.Request()
		if err != nil {
			return err
		}
		opts.Start = append(opts.Start, req)
	}
	for _, f := range found {
		s.known[f.Bucket] = true
	}
	for _, dir := range []string{s.requests(), s.findings()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("--corpus %s: %w", s.dir, err)
		}
	}
	opts.Kept = func(req wire.Request) error {
		f, err := casefile.New(req)
		if err != nil {
			return err
		}
		return f.Write(s.requests())
	}
	opts.Found = func(x *engine.Finding) error {
		f, err := s.file(x)
		if err != nil {
			return err
		}
		return f.Write(s.findings())
	}
	return nil
}

// file makes the case file of a finding.
func (s *fuzzStore) file(x *engine.Finding) (*casefile.File, error) {
	f, err := casefile.New(x.Request)
	if err != nil {
		return nil, err
	}
	f.Bucket, f.Requirement, f.Count, f.Unsteady, f.From = x.Bucket, x.Requirement, x.Count, x.Unsteady, &s.from
	f.Expected, f.Answered = x.Expected(), x.Answered()
	return f, nil
}

// maxFuzzShown is how many findings are shown in full.
const maxFuzzShown = 20

// print shows the findings and the closing line.
func (f *fuzzFlags) print(w io.Writer, t *spec.Table, store *fuzzStore, r *engine.Result) {
	say := fuzzWordsOf(f.lang)
	fresh := 0
	for i, x := range r.Found {
		if !store.known[x.Bucket] {
			fresh++
		}
		if i < maxFuzzShown {
			f.finding(w, t, store, x)
		}
	}
	if n := len(r.Found) - maxFuzzShown; n > 0 {
		fmt.Fprintf(w, say.further+"\n\n", n)
	}
	fmt.Fprintf(w, say.sum+"\n", r.Execs, r.Signatures, len(r.Found), fresh, f.seed)
}

func (f *fuzzFlags) finding(w io.Writer, t *spec.Table, store *fuzzStore, x *engine.Finding) {
	say := fuzzWordsOf(f.lang)
	if rule, ok := t.Requirement(x.Requirement); ok {
		fmt.Fprintf(w, "%s %s  %s\n", rule.ID, x.Level, rule.Text.In(f.lang))
	} else {
		fmt.Fprintln(w, say.unanswered)
	}
	row := func(label, text string) { fmt.Fprintf(w, "  %s%s\n", report.Pad(label, 10), text) }
	file, err := store.file(x)
	if err != nil {
		fmt.Fprintf(w, "  %v\n\n", err)
		return
	}
	row(say.sent, file.Method+" "+report.Visible(file.Params, 400))
	row(say.expected, report.Visible([]byte(phrases.In(f.lang, file.Expected)), 400))
	row(say.got, report.Visible([]byte(phrases.In(f.lang, file.Answered)), 400))
	times := fmt.Sprintf(say.times, x.Count)
	if x.Count == 1 {
		times = say.once
	}
	if x.Unsteady {
		times += say.unsteady
	}
	row(say.seen, times)
	if store.dir != "" {
		words := []string{"conform", "run"}
		if f.target != "" {
			words = append(words, "--target", f.target)
		}
		if f.table != "" {
			words = append(words, "--table", f.table)
		}
		words = append(words, "--case-file", filepath.Join(store.findings(), file.Name()))
		row(say.replay, report.QuoteAll(words))
	}
	fmt.Fprintln(w)
}

// fuzzWords are the words of a run of fuzzing in one language.
type fuzzWords struct {
	further, sum, unanswered, sent, expected, got, seen, times, once, unsteady, replay string
}

func fuzzWordsOf(lang string) fuzzWords {
	if lang == "zh" {
		return fuzzWords{
			further: "另有 %d 项发现未显示", sum: "%d 次执行，%d 个特征，%d 项发现（%d 项新），种子 %d", unanswered: "目标没有作答",
			sent: "发送", expected: "应为", got: "实得", seen: "出现", times: "%d 次", once: "1 次", unsteady: "；并非每次发送都出现", replay: "重放",
		}
	}
	return fuzzWords{
		further: "%d further findings are not shown", sum: "%d executions, %d signatures, %d findings (%d new), seed %d", unanswered: "the target failed to answer",
		sent: "sent", expected: "expected", got: "got", seen: "seen", times: "%d times", once: "once", unsteady: "; not every time that it is sent", replay: "replay",
	}
}

// fuzzLine is the status line of a terminal.
type fuzzLine struct {
	w       io.Writer
	shown   bool
	started time.Time
	last    time.Time
	width   int
}

func (l *fuzzLine) show(s engine.Status) {
	now := time.Now()
	if !l.shown || now.Sub(l.last) < 500*time.Millisecond {
		return
	}
	l.last = now
	rate := float64(s.Execs) / max(now.Sub(l.started).Seconds(), 0.001)
	text := fmt.Sprintf("%d executions (%.0f/s), %d signatures, %d findings, %d failures, %d since something new", s.Execs, rate, s.Signatures, s.Findings, s.Failures, s.SinceNew)
	fmt.Fprintf(l.w, "\r%s%s", text, strings.Repeat(" ", max(l.width-len(text), 0)))
	l.width = len(text)
}

func (l *fuzzLine) clear() {
	if l.width > 0 {
		fmt.Fprintf(l.w, "\r%s\r", strings.Repeat(" ", l.width))
	}
}
