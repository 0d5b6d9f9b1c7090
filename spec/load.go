package spec

import (
	"fmt"
	"io"
)

// The bounds of a table file. They keep a hostile or broken file from costing more than a moment.
const (
	// MaxTableSize is how many bytes a table file may have.
	MaxTableSize = 4 << 20
	// MaxTableDepth is how deep mappings and lists of a table file may be nested.
	MaxTableDepth = 64
	// MaxTableKeys is how many keys one mapping of a table file may have.
	MaxTableKeys = 4096
	// MaxLoadErrors is how many faults of a table file are reported at once.
	MaxLoadErrors = 20
)

// DefaultTableName is the name [Load] gives its input in errors.
const DefaultTableName = "table.yaml"

// Load reads a table strictly; see [LoadNamed].
func Load(r io.Reader) (*Table, error) { return LoadNamed(DefaultTableName, r) }

// LoadNamed reads a table strictly. The name stands for the file in errors.
//
// The format is described in spec/table.md. Whatever the format does not know is an error: unknown and
// duplicate keys, values of another kind, references to nothing, rows that contradict themselves,
// requirements and codes nothing refers to, examples their own row refuses. Shorthand is resolved: in the
// table returned every rule, every code and every member of an example is written out.
//
// The error is a [*LoadErrors] with the faults in the order of the file, each a [*LoadError] with line,
// column and the source there.
func LoadNamed(name string, r io.Reader) (*Table, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxTableSize+1))
	if err != nil {
		return nil, &LoadErrors{List: []*LoadError{{
			File: name, Problem: "the table cannot be read: " + err.Error(), cause: err,
		}}}
	}
	l := &loader{source: newSource(name, text)}
	root := l.source.parse()
	if root == nil {
		return nil, l.source.failure()
	}
	table := l.table(root)
	if err := l.source.failure(); err != nil {
		return nil, err
	}
	return table, nil
}

// loader turns the tree of a table file into a [Table]. It reports faults to its source and goes on, so
// that one run shows them all.
type loader struct {
	source *source
	// partial is set where part of the table could not be read, so that what is missing there proves nothing.
	partial bool

	requirements map[string]*node // the key that declares each id or alias
	renamed      map[string]string
	requirement  []reference // every mention of a requirement
	codes        map[string]*node
	code         []reference // every mention of an error code

	protocols map[string]*protocolDraft // those read so far
	redacts   bool                      // the table has a section `redaction`
}

// reference is a mention of something declared elsewhere in the file.
type reference struct {
	name string
	at   *node
}

// table reads the whole file.
func (l *loader) table(root *node) *Table {
	s := l.open(root, "the table", "version", "requirements", "errors", "redaction", "protocols", "contracts", "mcp", "steps")
	if s == nil {
		return nil
	}
	t := &Table{Version: l.version(s)}
	t.Requirements = l.readRequirements(s)
	t.Errors = l.readErrors(s)
	t.Redaction = l.readRedaction(s)
	t.Protocols = l.readProtocols(s)
	t.Contracts = l.readContracts(s)
	t.MCP = l.readMCP(s)
	t.Steps = l.readSteps(s)
	l.checkReferences(t)
	return t
}

// version reads the version of the format, which comes first in every table.
func (l *loader) version(s *section) int {
	n := s.need("version")
	if n == nil {
		return 0
	}
	if n.kind != nodeNumber || n.text != "1" {
		l.fault(n, "write `version: 1`, the only version of the format there is",
			fmt.Sprintf("the table's version is %s", n.describe()))
		return 0
	}
	return 1
}
