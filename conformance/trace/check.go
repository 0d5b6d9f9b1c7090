package trace

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
)

// Options say how a trace is checked. The zero value checks lines of any format.
type Options struct {
	Table  *spec.Table
	Format Format
	// MaxLine is the longest line that is read, in bytes; 0 is 16 MiB.
	MaxLine int
	// Since leaves out lines that are older; lines without a time are kept.
	Since time.Time
	// GroupBy names the groups of the statistics: code, model, prompt.
	GroupBy []string
	// Keep is how many violations of each code are kept with their places; 0 is 1,000. All are counted.
	Keep int
	// Progress, where set, is called now and then with the bytes read of the input as it is stored.
	Progress func(read int64)
}

// Input is one stream to check.
type Input struct {
	Name string
	Open func() (io.ReadCloser, error)
}

const (
	defaultMaxLine = 16 << 20
	defaultKeep    = 1000
	batchBytes     = 128 << 10
	batchLines     = 256
)

// Check reads inputs to their end, in their order, as one trace. The error is that of the context; what is
// wrong with an input is in the summary.
func Check(ctx context.Context, inputs []Input, o Options) (*Summary, error) {
	if o.MaxLine <= 0 {
		o.MaxLine = defaultMaxLine
	}
	if o.Keep <= 0 {
		o.Keep = defaultKeep
	}
	if o.Format == "" {
		o.Format = Auto
	}
	c := &checker{
		opts: o, ledger: newLedger(), sum: newSummary(o), results: map[int]bool{},
		examiner: &examiner{table: o.Table, oracle: oracle.New(o.Table), format: o.Format, secrets: newSecretSearch(o.Table.Redaction)},
	}
	for i, in := range inputs {
		c.sum.Files = append(c.sum.Files, File{Name: in.Name})
		if err := c.file(ctx, i, in); err != nil {
			if ctx.Err() != nil {
				return c.sum, ctx.Err()
			}
			c.sum.Files[i].Problem, c.sum.Files[i].early = err.Error(), errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
	c.unanswered()
	c.sum.Forgotten = c.ledger.forgotten
	c.sum.finish()
	return c.sum, nil
}

// unanswered reports the calls without a result, in files that record results at all.
func (c *checker) unanswered() {
	var last place
	for _, e := range c.ledger.open() {
		if f := &c.sum.Files[e.at.file]; !c.results[e.at.file] || f.Problem != "" { // the result may be in what is missing
			c.sum.Unmatched++
			continue
		}
		c.violate(e.at.file, e.at.line, fault{pointer: e.at.pointer, code: Unanswered}, place{})
		if !e.faulty && (last.file != e.at.file || last.line != e.at.line) {
			c.sum.Faulty++
		}
		last = e.at
	}
}

// checker puts the lines together, in their order, from one goroutine.
type checker struct {
	opts     Options
	examiner *examiner
	ledger   *ledger
	sum      *Summary
	stored   int64        // bytes of the inputs before this one
	results  map[int]bool // the files that record results
}

// batch is some lines on their way through the workers.
type batch struct {
	lines [][]byte
	long  []bool
	done  chan []examined
}

// file checks one input. Lines are judged side by side and put together in their order.
func (c *checker) file(ctx context.Context, index int, in Input) error {
	f, err := in.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	stored := &counter{r: f}
	plain, closer, err := plainReader(stored)
	if err != nil {
		return err
	}
	defer closer()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work, ordered := make(chan *batch), make(chan *batch, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var p value.Parser
			for b := range work {
				out := make([]examined, len(b.lines))
				for i := range b.lines {
					out[i] = c.examiner.line(&p, b.lines[i], b.long[i])
				}
				b.done <- out
			}
		})
	}
	var readErr error
	wg.Go(func() {
		defer close(work)
		defer close(ordered)
		readErr = c.cut(ctx, plain, work, ordered)
	})
	line := int64(0)
	for b := range ordered {
		out := <-b.done
		for i := range out {
			line++
			c.sum.Bytes += int64(len(b.lines[i]) + 1)
			c.take(index, line, out[i])
		}
		c.sum.Files[index].Lines = line
		if c.opts.Progress != nil {
			c.opts.Progress(c.stored + stored.n)
		}
	}
	wg.Wait()
	c.stored += stored.n
	if readErr != nil {
		c.sum.Files[index].Cut = true
		return readErr
	}
	return nil
}

// cut makes batches of the lines of a stream.
func (c *checker) cut(ctx context.Context, r io.Reader, work, ordered chan<- *batch) error {
	cutter := &lines{r: bufio.NewReaderSize(r, 256<<10), max: c.opts.MaxLine}
	for {
		b := &batch{done: make(chan []examined, 1)}
		size := 0
		var err error
		for len(b.lines) < batchLines && size < batchBytes {
			var line []byte
			var long bool
			if line, long, err = cutter.next(); err != nil {
				break
			}
			b.lines, b.long = append(b.lines, line), append(b.long, long)
			size += len(line)
		}
		if len(b.lines) > 0 {
			for _, to := range []chan<- *batch{ordered, work} {
				select {
				case to <- b:
				case <-ctx.Done():
					close(b.done)
					return ctx.Err()
				}
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// take puts one line to those before it.
func (c *checker) take(file int, line int64, x examined) {
	if x.blank {
		return
	}
	l := x.record.labels
	if at, ok := timeOf(l.time); ok && at.Before(c.opts.Since) {
		c.sum.Older++
		return
	}
	run, named := l.run, l.run != ""
	if !named {
		run = "\x00" + strconv.Itoa(file) // without a name a run is a file
	}
	for _, f := range x.faults {
		c.violate(file, line, f, place{})
	}
	for _, e := range x.record.events {
		c.results[file] = c.results[file] || e.result
		for _, f := range c.ledger.add(run, e, place{file, line, e.pointer}) {
			// Without a name for the run, an id may be that of another one.
			x.faults = append(x.faults, fault{pointer: e.pointer, code: f.code, advice: f.code == IDReused && !named})
			c.violate(file, line, x.faults[len(x.faults)-1], f.other)
		}
	}
	l.model, l.prompt = c.examiner.secrets.label(l.model), c.examiner.secrets.label(l.prompt)
	if c.sum.record(x, l) {
		for _, e := range x.record.events {
			c.ledger.faulty(run, e.id, place{file, line, e.pointer})
		}
	}
}

func (c *checker) violate(file int, line int64, f fault, other place) {
	v := Violation{File: c.sum.Files[file].Name, Line: line, Pointer: f.pointer, Code: f.code, Requirement: f.requirement, Level: spec.Must, Other: other.line}
	if f.advice {
		v.Level = spec.Should
	}
	c.sum.violation(v, c.opts.Keep)
}

// timeOf reads a time as logs write it: RFC 3339, or seconds or milliseconds since 1970.
func timeOf(s string) (time.Time, bool) {
	if s == "" {
		return time.Time{}, false
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t, true
	}
	if n, err := strconv.ParseFloat(s, 64); err == nil && n > 1e8 {
		if n > 1e11 {
			n /= 1000
		}
		return time.Unix(int64(n), 0), true
	}
	return time.Time{}, false
}
