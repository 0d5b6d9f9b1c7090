// Package conform is the module's root: it carries the built-in table of legal states.
//
// The suite itself is in package conformance; the table's types and its strict loader are in package
// spec. Only the file testdata/legal-states.yaml lives here, because a Go package can embed no file
// above its own folder.
package conform

import (
	"bytes"
	_ "embed"

	"github.com/actionconform/conform/spec"
)

// TableFile is the path of the built-in table inside this module, as errors show it.
const TableFile = "testdata/legal-states.yaml"

//go:embed testdata/legal-states.yaml
var builtinTable string

// BuiltinTable returns the YAML text of the built-in table. The bytes are the caller's own.
func BuiltinTable() []byte { return []byte(builtinTable) }

// Table loads the built-in table. Every call returns a table of its own; loading takes some
// milliseconds, so a program loads it once and hands it on.
func Table() (*spec.Table, error) {
	return spec.LoadNamed(TableFile, bytes.NewReader(BuiltinTable()))
}
