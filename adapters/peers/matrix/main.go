// Command matrix runs the peers of adapters/peers/peers.json and writes docs/peers.md, docs/peers.html and
// the baselines they are held against. It is what `make peers` ends with, run from the root of the
// repository; names as arguments run those peers only and keep the rows of the others from their baselines.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/adapters"
	"github.com/actionconform/conform/adapters/chat"
	"github.com/actionconform/conform/adapters/mcp"
	"github.com/actionconform/conform/conformance"
	mcpsuite "github.com/actionconform/conform/conformance/mcp"
	"github.com/actionconform/conform/conformance/report/matrix"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/wire"
)

// peer is one entry of peers.json.
type peer struct {
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Class    string   `json:"class"`
	Command  []string `json:"command"`
	// Version is that of the package, for peers whose hello has one of their own.
	Version string `json:"version"`
	// Missing says why the peer could not be installed: the command and its error.
	Missing string `json:"missing"`
}

const (
	list      = "adapters/peers/peers.json"
	baselines = "adapters/peers/baselines"
)

func main() {
	log.SetFlags(0)
	shard := flag.String("shard", "", "run one shard of the scenarios, as in 1/4")
	class := flag.String("class", "", "run the peers of one class and keep the rows of the others")
	limit := flag.Duration("limit", 15*time.Minute, "how long one peer may take")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, *shard, *class, *limit, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer, shard, class string, limit time.Duration, only []string) error {
	text, err := os.ReadFile(list)
	if err != nil {
		return fmt.Errorf("run this from the root of the repository: %w", err)
	}
	var peers []peer
	if err := json.Unmarshal(text, &peers); err != nil {
		return fmt.Errorf("%s: %w", list, err)
	}
	table, err := conform.Table()
	if err != nil {
		return err
	}
	var rows []matrix.Row
	for _, p := range peers {
		old, known := baseline(p.Name)
		if len(only) > 0 && !slices.Contains(only, p.Name) || class != "" && p.Class != class {
			if known {
				rows = append(rows, old)
			}
			continue
		}
		row, err := play(ctx, out, p, table, shard, limit)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		if known {
			for _, change := range matrix.Changes(old, row) {
				fmt.Fprintln(out, "changed  "+change)
			}
		}
		if err := keep(row); err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if ctx.Err() != nil {
		return errors.New("interrupted; nothing was written")
	}
	return write(table, rows)
}

// play runs one peer.
func play(ctx context.Context, out io.Writer, p peer, table *spec.Table, shard string, limit time.Duration) (matrix.Row, error) {
	if p.Missing != "" {
		return matrix.Row{Name: p.Name, Language: p.Language, Class: p.Class, NotRun: p.Missing}, nil
	}
	if p.Class == "mcp" {
		return ask(ctx, out, p, table, limit)
	}
	if p.Class != "chat" {
		return matrix.Row{}, fmt.Errorf("no target for peers of class %s", p.Class)
	}
	opts := conformance.Options{
		Table: table, TargetSpec: "chat:" + strings.Join(p.Command, " "), Level: spec.Should, CallTimeout: -1, Deadline: limit, Repeat: -1,
		Selection: conformance.Selection{Operations: []string{string(wire.OpChat)}},
	}
	if shard != "" {
		if _, err := fmt.Sscanf(shard, "%d/%d", &opts.Selection.Shard.Index, &opts.Selection.Shard.Of); err != nil {
			return matrix.Row{}, fmt.Errorf("--shard %s: %w", shard, err)
		}
	}
	began := time.Now()
	var target adapters.Target = chat.New(chat.Options{Command: p.Command})
	defer target.Close()
	r, err := conformance.Run(ctx, target, opts)
	if err != nil {
		return matrix.Row{}, err
	}
	row := matrix.Of(r, table, p.Name, p.Class)
	if row.Language == "" {
		row.Language = p.Language
	}
	fmt.Fprintf(out, "%-24s %-10s %d passed, %d failed, %d errors, %d untested in %v %s\n", p.Name, row.Version, r.Counts.Passed, r.Counts.Failed+r.Counts.Advice, r.Counts.Errors, r.Counts.Untested, time.Since(began).Round(time.Second), row.NotRun)
	return row, nil
}

// ask runs one peer that is an MCP server, with the cases of the tools it lists.
func ask(ctx context.Context, out io.Writer, p peer, table *spec.Table, limit time.Duration) (matrix.Row, error) {
	target := mcp.New(mcp.Options{Command: p.Command})
	defer target.Close()
	_, _ = target.Hello(ctx) // a server that does not start is in the report
	cases, _, err := mcpsuite.Suite(table, target.Tools(), mcpsuite.Options{})
	if err != nil {
		return matrix.Row{}, err
	}
	began := time.Now()
	r, err := conformance.Run(ctx, target, conformance.Options{
		Table: table, Suite: cases, TargetSpec: "mcp:" + strings.Join(p.Command, " "), Level: spec.Should, CallTimeout: -1, Deadline: limit, Repeat: -1,
	})
	if err != nil {
		return matrix.Row{}, err
	}
	row := matrix.Of(r, table, p.Name, p.Class)
	if row.Language == "" {
		row.Language = p.Language
	}
	if p.Version != "" {
		row.Version = p.Version
	}
	fmt.Fprintf(out, "%-24s %-10s %d passed, %d failed, %d errors, %d untested in %v %s\n", p.Name, row.Version, r.Counts.Passed, r.Counts.Failed+r.Counts.Advice, r.Counts.Errors, r.Counts.Untested, time.Since(began).Round(time.Second), row.NotRun)
	return row, nil
}

func file(name string) string {
	return filepath.Join(baselines, strings.Trim(strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, name), "-")+".json")
}

func baseline(name string) (row matrix.Row, ok bool) {
	text, err := os.ReadFile(file(name))
	return row, err == nil && json.Unmarshal(text, &row) == nil
}

func keep(row matrix.Row) error {
	text, err := row.Baseline()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(baselines, 0o755); err != nil {
		return err
	}
	return os.WriteFile(file(row.Name), text, 0o644)
}

func write(table *spec.Table, rows []matrix.Row) error {
	var md, page bytes.Buffer
	if err := errors.Join(matrix.Markdown(&md, table, rows), matrix.HTML(&page, table, rows)); err != nil {
		return err
	}
	return errors.Join(os.WriteFile("docs/peers.md", md.Bytes(), 0o644), os.WriteFile("docs/peers.html", page.Bytes(), 0o644))
}
