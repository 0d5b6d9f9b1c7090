// Package casefile reads and writes single cases as files: what fuzzing found, to be run again, kept and
// sent to whoever can repair it.
//
// A file holds one request, as it stands on the wire, with what was expected and what came back when it was
// found. Only the request counts when it is run again: what must come back is judged anew.
package casefile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/actionconform/conform/conformance/derive"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/wire"
)

// Format is the name of the format and its version.
const Format = "conform-case/1"

// maxSize bounds a file.
const maxSize = 8 << 20

// File is one case.
type File struct {
	Format string `json:"format"`
	// Bucket names the kind of disagreement; requests of one bucket are one finding.
	Bucket string `json:"bucket,omitempty"`
	// Method and Params are the request.
	Method string         `json:"method"`
	Params jsontext.Value `json:"params"`
	// Requirement decided when the case was found.
	Requirement string `json:"requirement,omitempty"`
	Expected    string `json:"expected,omitempty"`
	Answered    string `json:"answered,omitempty"`
	// Count is how many requests of the run fell into the bucket by the time this one was written.
	Count int `json:"count,omitempty"`
	// Unsteady says that the request does not show the fault every time.
	Unsteady bool  `json:"unsteady,omitempty"`
	From     *From `json:"from,omitempty"`
}

// From says where a case comes from.
type From struct {
	Target string `json:"target,omitempty"`
	Seed   uint64 `json:"seed"`
	// Table is the digest of the table it was judged by.
	Table string `json:"table,omitempty"`
}

// New makes the file of a request.
func New(req wire.Request) (*File, error) {
	method, params, err := wire.MarshalRequest(req)
	if err != nil {
		return nil, err
	}
	return &File{Format: Format, Method: method, Params: params}, nil
}

// Name is the name of the file of a finding, the same for every request of its bucket; without a bucket it
// is that of the request.
func (f *File) Name() string {
	what := f.Bucket
	if what == "" {
		what = f.Method + "\n" + string(f.Params)
	}
	sum := sha256.Sum256([]byte(what))
	return hex.EncodeToString(sum[:8]) + ".json"
}

// Request reads the request of the file, with stand-ins for its secrets ([Hidden]).
func (f *File) Request() (wire.Request, error) {
	req, err := wire.UnmarshalRequest(f.Method, f.Params)
	if err != nil {
		return nil, err
	}
	return Hidden(req), nil
}

// Write writes the file into a folder that exists, at once: whoever reads it finds the whole of it or none.
func (f *File) Write(dir string) error {
	text, err := jsonv2.Marshal(f, jsontext.WithIndent("  "), jsontext.EscapeForHTML(false))
	if err != nil {
		return err
	}
	path := filepath.Join(dir, f.Name())
	draft := path + ".new"
	if err := os.WriteFile(draft, append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(draft, path)
}

// Read reads a file strictly.
func Read(path string) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxSize {
		return nil, fmt.Errorf("the case file %s has %d bytes; at most %d are read", path, info.Size(), maxSize)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("the case file %s cannot be read: %w", path, err)
	}
	f, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func parse(text []byte) (*File, error) {
	f := &File{}
	if err := jsonv2.Unmarshal(text, f, jsonv2.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("this is no case file: %w", err)
	}
	if f.Format != Format {
		return nil, fmt.Errorf("this is no case file of the format %s; its format is %q", Format, f.Format)
	}
	if _, err := f.Request(); err != nil {
		return nil, fmt.Errorf("the request of this case file cannot be read: %w", err)
	}
	return f, nil
}

// Case makes a case of the file, judged by a table.
func (f *File) Case(t *spec.Table) (*derive.Case, error) {
	req, err := f.Request()
	if err != nil {
		return nil, err
	}
	j, err := oracle.New(t).Judge(req, wire.Policies{})
	if err != nil {
		return nil, err
	}
	rule, ok := t.Requirement(j.Rule)
	if !ok {
		return nil, fmt.Errorf("the table has no requirement %q", j.Rule)
	}
	kind := derive.Free
	switch {
	case j.Accepts():
		kind = derive.Valid
	case j.Rejects():
		kind = derive.Invalid
	}
	var p struct {
		Protocol string `json:"protocol"`
	}
	if err := jsonv2.Unmarshal(f.Params, &p); err != nil {
		return nil, err
	}
	return &derive.Case{
		ID: "file/" + p.Protocol + "/" + strings.TrimSuffix(f.Name(), ".json"), Kind: kind, Requirement: rule.ID, Level: rule.Level,
		Operation: req.Operation(), Protocol: p.Protocol, Edit: "found",
		Change: spec.Text{EN: "as it stands in the case file", ZH: "与用例文件中相同"},
		Why:    spec.Text{EN: "it was found by fuzzing, and must not come back", ZH: "由模糊测试发现，不得再次出现"},
		Needs:  derive.Needs(req), Requests: []wire.Request{req}, Judgements: []oracle.Judgement{j},
	}, nil
}

// ReadAll reads every case file of a folder, in the order of their names; a folder that is not there is empty.
func ReadAll(dir string) ([]*File, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []*File
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".json" {
			continue
		}
		f, err := Read(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return slices.Clip(out), nil
}
