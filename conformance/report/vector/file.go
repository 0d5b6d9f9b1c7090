package vector

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec/wire"
)

// Format names the shape of a file of vectors; it changes only when an old reader would misread.
const Format = "conform-vectors/1"

// File is one file of vectors.
type File struct {
	// Name is the file's name, such as agent-action_1-parse.json.
	Name string
	Data []byte
}

// Files returns the vectors of a suite, one file for each protocol and operation, in the order of the
// cases. The same cases give the same bytes. schema is what a file names as its schema.
func Files(suite []*derive.Case, schema string) ([]File, error) {
	type key struct {
		protocol  string
		operation string
	}
	var order []key
	cases := map[key][]*derive.Case{}
	for _, c := range suite {
		if c.Operation == wire.OpChat {
			continue // a scenario takes a model and tools to play it
		}
		k := key{c.Protocol, string(c.Operation)}
		if cases[k] == nil {
			order = append(order, k)
		}
		cases[k] = append(cases[k], c)
	}
	files := make([]File, 0, len(order))
	for _, k := range order {
		data, err := file(k.protocol, k.operation, schema, cases[k])
		if err != nil {
			return nil, err
		}
		name := strings.Map(plain, k.protocol) + "-" + k.operation + ".json"
		files = append(files, File{Name: name, Data: data})
	}
	return files, nil
}

// plain keeps what is safe in the name of a file anywhere.
func plain(r rune) rune {
	if r < 0x7f && (r == '-' || r == '+' || r == '.' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z') {
		return r
	}
	return '_'
}

// file writes a head and then one vector a line, so that a change of one vector is one line of a diff.
func file(protocol, operation, schema string, cases []*derive.Case) ([]byte, error) {
	var out bytes.Buffer
	head, err := Line(struct {
		Schema    string `json:"$schema"`
		Format    string `json:"format"`
		Protocol  string `json:"protocol"`
		Operation string `json:"operation"`
		Count     int    `json:"count"`
	}{schema, Format, protocol, operation, len(cases)})
	if err != nil {
		return nil, err
	}
	out.Write(bytes.TrimSuffix(head, []byte("}")))
	out.WriteString(`,"vectors":[`)
	for i, c := range cases {
		if i > 0 {
			out.WriteByte(',')
		}
		line, err := Line(Of(c))
		if err != nil {
			return nil, err
		}
		out.WriteByte('\n')
		out.Write(line)
	}
	out.WriteString("\n]}\n")
	return out.Bytes(), nil
}

// Line returns v as JSON on one line, with <, > and & as themselves.
func Line(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
