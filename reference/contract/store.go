package contract

import (
	"errors"

	"github.com/actionconform/conform/spec/value"
)

// Store is the data behind a tool.
type Store interface {
	// Get returns the record of a collection whose member by equals key. No record is nil and no error.
	Get(collection, by, key string) (value.Object, error)
	// Set writes a member of a record.
	Set(collection, by, key, name string, v value.Value) error
}

// Failure is the error of a store that fails.
type Failure struct {
	Kind string // "" where nobody knows better
	Text string // for the log, and for nobody else
}

// Error implements error.
func (f *Failure) Error() string { return f.Text }

// code is what a failure of the store is for the caller.
func code(err error, known map[string]Code) error {
	var f *Failure
	if errors.As(err, &f) {
		if c, ok := known[f.Kind]; ok {
			return fail(c)
		}
	}
	return fail(Internal)
}

// Memory is a store in memory, made from the store of a request. It is not safe for concurrent use.
type Memory struct {
	records map[string][]value.Object
	fails   *Failure
	onWrite bool
	changed bool
}

// NewMemory reads the store of a request: collections of records, and whether and when it fails. What it
// is given stays unchanged.
func NewMemory(data value.Object) *Memory {
	m := &Memory{records: map[string][]value.Object{}}
	for _, c := range data {
		switch v := c.Value.(type) {
		case value.Array:
			for _, r := range v {
				if o, ok := r.(value.Object); ok {
					m.records[c.Name] = append(m.records[c.Name], o)
				}
			}
		case value.String:
			if m.fails == nil && c.Name == "throws" {
				m.fails = &Failure{}
			}
			switch c.Name {
			case "throws":
				m.fails.Text = string(v)
			case "kind":
				m.fails.Kind = string(v)
			case "on":
				m.onWrite = v == "write"
			}
		default:
		}
	}
	return m
}

// Changed reports whether anything was written.
func (m *Memory) Changed() bool { return m.changed }

// Get implements [Store].
func (m *Memory) Get(collection, by, key string) (value.Object, error) {
	if m.fails != nil && !m.onWrite {
		return nil, m.fails
	}
	_, record := m.find(collection, by, key)
	return record, nil
}

// Set implements [Store].
func (m *Memory) Set(collection, by, key, name string, v value.Value) error {
	if m.fails != nil && m.onWrite {
		return m.fails
	}
	i, record := m.find(collection, by, key)
	if record == nil {
		return errors.New("contract: no such record")
	}
	m.records[collection][i] = record.With(name, v)
	m.changed = true
	return nil
}

func (m *Memory) find(collection, by, key string) (int, value.Object) {
	for i, r := range m.records[collection] {
		if v, ok := r.Get(by); ok && value.Equal(v, value.String(key)) {
			return i, r
		}
	}
	return 0, nil
}
