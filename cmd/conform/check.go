package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"github.com/spf13/cobra"

	"github.com/actionconform/conform/conformance/report"
	"github.com/actionconform/conform/conformance/trace"
	"github.com/actionconform/conform/spec"
)

const checkLong = `Check recorded actions, step events or provider responses, one JSON value a line.

Every line is held against the table; over the lines of a run, every result must have
its call, and every call one result. Secrets are reported by their place and never
shown. Files may be compressed with gzip or zstd; - is standard input. Any size is
read in constant memory.`

const checkExample = `  conform check actions.jsonl
  conform check --format openai-chat --group-by model,prompt --max-error-rate 0.5% logs/*.jsonl.gz
  kubectl logs agent | conform check -
  conform check --since 24h --report junit=trace.xml trace.jsonl.zst`

// checkFlags are the flags of `conform check`.
type checkFlags struct {
	format, rate, since, table, lang string
	groups, reports                  []string
	maxLine                          int
}

func newCheck(s streams) *cobra.Command {
	f := &checkFlags{}
	c := &cobra.Command{
		Use:     "check FILE...",
		Short:   "check recorded actions or traces in a log (JSON lines)",
		Long:    checkLong,
		Example: checkExample,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("`conform check` needs a file, such as `conform check trace.jsonl`, or - for standard input")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return f.check(c.Context(), s, args) },
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "auto", "shape of the lines: "+orList(names(trace.Formats()))+" (`FORMAT`)")
	flags.StringVar(&f.rate, "max-error-rate", "0", "share of faulty records that is allowed, such as 0.5% or 0.005 (`RATE`)")
	flags.StringSliceVar(&f.groups, "group-by", nil, "error rates by code, model or prompt (`NAME`, repeatable)")
	flags.StringVar(&f.since, "since", "", "leave out lines older than a time (RFC 3339) or a duration such as 24h (`TIME`)")
	flags.StringArrayVar(&f.reports, "report", nil, "write a report: "+orList(names(trace.ReportFormats()))+" (`FORMAT[=PATH]`, repeatable)")
	flags.StringVar(&f.table, "table", "", "legal-state table instead of the built-in one (`FILE`)")
	flags.StringVar(&f.lang, "lang", "en", "language of the text: en or zh (`LANG`)")
	flags.IntVar(&f.maxLine, "max-line", 16<<20, "longest line that is read, in bytes (`N`)")
	return c
}

// names are the texts of words.
func names[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}

func (f *checkFlags) check(ctx context.Context, s streams, args []string) error {
	opts, allowed, err := f.options(time.Now)
	if err != nil {
		return err
	}
	inputs, total, err := openInputs(s, args)
	if err != nil {
		return err
	}
	bar := newByteBar(s.err, total)
	opts.Progress = bar.update
	started := time.Now()
	sum, err := trace.Check(ctx, inputs, opts)
	elapsed := time.Since(started)
	bar.stop()
	r := trace.Rendering{Table: opts.Table, Lang: f.lang, Max: allowed, Elapsed: elapsed}
	if werr := f.write(s, sum, r); werr != nil {
		return werr
	}
	switch {
	case err != nil:
		return &exit{exitInterrupted, f.says("interrupted; the report is of what was read", "已中断；报告只涵盖已读取的部分")}
	case !sum.Complete():
		return &exit{exitUsage, f.says("not all of the input could be read; the report is of what was read", "未能读完全部输入；报告只涵盖已读取的部分")}
	case sum.Records == 0:
		return &exit{exitUsage, f.says("there is no record in the input; an empty trace proves nothing", "输入中没有任何记录；空的轨迹什么也证明不了")}
	case sum.Exceeds(allowed):
		return &exit{exitFailed, nil}
	}
	return nil
}

// says is an error in the language that was asked for.
func (f *checkFlags) says(en, zh string) error {
	return errors.New(spec.Text{EN: en, ZH: zh}.In(f.lang))
}

// options turns the flags into those of the check, and the rate that is allowed.
func (f *checkFlags) options(now func() time.Time) (trace.Options, float64, error) {
	none := trace.Options{}
	fail := func(err error) (trace.Options, float64, error) { return none, 0, err }
	if err := oneOf("lang", f.lang, report.Languages()...); err != nil {
		return fail(err)
	}
	if err := oneOf("format", f.format, names(trace.Formats())...); err != nil {
		return fail(err)
	}
	for _, g := range f.groups {
		if err := oneOf("group-by", g, "code", "model", "prompt"); err != nil {
			return fail(err)
		}
	}
	if f.maxLine < 1024 {
		return fail(fmt.Errorf("--max-line is %d; it must be at least 1024", f.maxLine))
	}
	for _, r := range f.reports {
		format, _, _ := strings.Cut(r, "=")
		if err := oneOf("report", format, names(trace.ReportFormats())...); err != nil {
			return fail(err)
		}
	}
	allowed, err := parseRate(f.rate)
	if err != nil {
		return fail(err)
	}
	since, err := parseSince(f.since, now)
	if err != nil {
		return fail(err)
	}
	t, err := loadTable(f.table)
	if err != nil {
		return fail(err)
	}
	groups := slices.Clone(f.groups)
	slices.Sort(groups)
	return trace.Options{Table: t, Format: trace.Format(f.format), MaxLine: f.maxLine, Since: since, GroupBy: slices.Compact(groups)}, allowed, nil
}

// parseRate reads a share: 0.5% or 0.005.
func parseRate(s string) (float64, error) {
	digits, isPercent := strings.CutSuffix(strings.TrimSpace(s), "%")
	rate, err := strconv.ParseFloat(digits, 64)
	if isPercent {
		rate /= 100
	}
	if err != nil || !(rate >= 0 && rate <= 1) {
		return 0, fmt.Errorf("--max-error-rate is %q; it must be a share such as 0.5%% or 0.005", s)
	}
	return rate, nil
}

// parseSince reads a time, or how long ago it was.
func parseSince(s string, now func() time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return now().Add(-d), nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since is %q; it must be a time such as 2026-01-31T00:00:00Z, a day, or a duration such as 24h", s)
}

// openInputs checks that every file is there, and returns them with their size; 0 where it is not known.
func openInputs(s streams, args []string) ([]trace.Input, int64, error) {
	var inputs []trace.Input
	total, stdin := int64(0), false
	for _, path := range args {
		if path == "-" {
			if stdin {
				return nil, 0, errors.New("- stands for standard input, which can be read once")
			}
			stdin = true
			inputs = append(inputs, trace.Input{Name: "stdin", Open: func() (io.ReadCloser, error) { return io.NopCloser(s.in), nil }})
			continue
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			var pathErr *fs.PathError
			if errors.As(err, &pathErr) {
				err = pathErr.Err
			}
			return nil, 0, fmt.Errorf("the trace %s cannot be read: %w", path, err)
		case info.IsDir():
			return nil, 0, fmt.Errorf("the trace %s is a directory; name its files", path)
		}
		total += info.Size()
		inputs = append(inputs, trace.Input{Name: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }})
	}
	if stdin {
		total = 0
	}
	return inputs, total, nil
}

// write writes the reports, and the text on standard output unless another report goes there.
func (f *checkFlags) write(s streams, sum *trace.Summary, r trace.Rendering) error {
	screen := true
	var failed error
	for _, one := range f.reports {
		format, path, toFile := strings.Cut(one, "=")
		with := r
		with.Format = trace.ReportFormat(format)
		if !toFile || path == "" {
			screen = false
			failed = errors.Join(failed, sum.Render(s.out, with))
			continue
		}
		failed = errors.Join(failed, renderFile(path, sum, with))
	}
	if screen {
		failed = errors.Join(failed, sum.Render(s.out, r))
	}
	return failed
}

// renderFile writes a report to a file, whole or not at all.
func renderFile(path string, sum *trace.Summary, r trace.Rendering) error {
	temporary := path + ".part"
	file, err := os.Create(temporary)
	if err != nil {
		return err
	}
	err = errors.Join(sum.Render(file, r), file.Close())
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("the report %s cannot be written: %w", path, err), os.Remove(temporary))
	}
	return nil
}

// byteBar shows how much of the input was read. It exists on a terminal only.
type byteBar struct {
	writer  progress.Writer
	tracker *progress.Tracker
	ended   chan struct{}
}

func newByteBar(w io.Writer, total int64) *byteBar {
	if !isTerminal(w) {
		return &byteBar{}
	}
	writer := progress.NewWriter()
	writer.SetOutputWriter(w)
	writer.SetUpdateFrequency(100 * time.Millisecond)
	writer.SetTrackerLength(30)
	b := &byteBar{writer: writer, ended: make(chan struct{})}
	b.tracker = &progress.Tracker{Message: "reading", Total: total, Units: progress.UnitsBytes, RemoveOnCompletion: true}
	writer.AppendTracker(b.tracker)
	go func() {
		defer close(b.ended)
		writer.Render()
	}()
	return b
}

func (b *byteBar) update(read int64) {
	if b.tracker != nil {
		b.tracker.SetValue(read)
	}
}

func (b *byteBar) stop() {
	if b.tracker == nil {
		return
	}
	b.tracker.MarkAsDone()
	b.writer.Stop()
	<-b.ended
}
