// Package report turns the report of a run into formats: text for people, JSON for programs, JUnit for
// CI. All formats are made from one result model and say the same things.
//
// A new format is a type that implements [Format] and an entry in [Formats]. Nothing else changes: the
// command line, its help and its error messages ask Formats.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec"
)

// Options say how reports are written. None of them changes what is reported.
type Options struct {
	// Table is the table of the run: sentences of requirements, and the oracle for expected answers.
	Table *spec.Table
	// Lang is en or zh.
	Lang string
	// Color allows escape sequences; only the text format has any.
	Color bool
	// Verbose shows every failure, Quiet only the closing line.
	Verbose, Quiet bool
	// Command are the words that start the target; nil for a target in process.
	Command []string
	// Rerun are the flags a replay command must repeat to find the same cases, such as --table FILE.
	Rerun []string
	// Version is that of the program.
	Version string
}

// Format is one way to write a report.
type Format interface {
	// Name is what --report takes.
	Name() string
	// About is one line for the help.
	About() string
	// render writes the report. What it is given is already free of secrets.
	render(w io.Writer, v *view) error
}

// Formats returns every format, in the order of the help.
func Formats() []Format { return []Format{text{}, jsonFormat{}, junit{}} }

// Lookup returns the format of a name; the error lists those there are.
func Lookup(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name() == name {
			return f, nil
		}
		names = append(names, f.Name())
	}
	return nil, fmt.Errorf("there is no report format %q; the formats are %s", name, strings.Join(names, ", "))
}

// Write writes a report in a format. Canaries that a target gave away are masked here, for all formats.
func Write(w io.Writer, f Format, r *conformance.Report, o Options) error {
	v := newView(r, o)
	if _, machine := f.(jsonFormat); !machine {
		v.Report = translated(v.Report, o.Lang)
	}
	return f.render(w, v)
}
