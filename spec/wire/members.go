package wire

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/actionconform/conform/spec/value"
)

// maxKnown is how many members of one object may be known.
const maxKnown = 10

// members holds the texts of the known members of an object. They are decoded one by one, so that the
// nesting of a value is counted from the value and not from the message around it.
type members struct {
	path  string // stands before the names in errors
	known []string
	texts [maxKnown][]byte
}

// readMembers finds the members called known, at most [maxKnown], in a text that must be an object.
// Others must be JSON and are ignored; a known name may be there once.
func readMembers(what, path string, text []byte, known ...string) (members, error) {
	o := members{path: path, known: known}
	if len(text) == 0 {
		return o, &ShapeError{Member: what, Reason: "is missing"}
	}
	err := walkObject(text, func(name, value []byte) error {
		for i, k := range known {
			if string(name) != k {
				continue
			}
			if o.texts[i] != nil {
				return &ShapeError{Member: path + k, Reason: "is there twice"}
			}
			o.texts[i] = value
			return nil
		}
		if !json.Valid(value) || !utf8.Valid(value) || !utf8.Valid(name) {
			return &ShapeError{Member: what, Reason: "holds an unknown member that is not JSON"}
		}
		return nil
	})
	switch err {
	case ErrNotMessage:
		if v, derr := value.Decode(text); derr == nil {
			return o, wrongType(what, "an object", v)
		}
		return o, &ShapeError{Member: what, Reason: "is not JSON"}
	case ErrTornMessage:
		return o, &ShapeError{Member: what, Reason: "is not JSON"}
	}
	return o, err
}

// raw returns the text of a member, nil if it is absent.
func (o *members) raw(name string) []byte {
	for i, k := range o.known {
		if k == name {
			return o.texts[i]
		}
	}
	return nil
}

func (o *members) has(name string) bool { return o.raw(name) != nil }

// value decodes a member; ok is false if it is absent.
func (o *members) value(name string) (v value.Value, ok bool, err error) {
	text := o.raw(name)
	if text == nil {
		return nil, false, nil
	}
	v, err = value.Decode(text)
	if err != nil {
		return nil, false, &ShapeError{Member: o.path + name, Reason: "is not a well-formed value", Err: err}
	}
	return v, true, nil
}

// checkIgnored sees to it that members whose content does not matter are JSON.
func (o *members) checkIgnored(names ...string) error {
	for _, name := range names {
		if text := o.raw(name); text != nil && (!json.Valid(text) || !utf8.Valid(text)) {
			return &ShapeError{Member: o.path + name, Reason: "is not JSON"}
		}
	}
	return nil
}

// text returns a string member; an absent one is "" unless it is required.
func (o *members) text(name string, required bool) (string, error) {
	v, ok, err := o.value(name)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", o.absent(name, required)
	}
	s, ok := v.(value.String)
	if !ok {
		return "", wrongType(o.path+name, "a string", v)
	}
	return string(s), nil
}

// boolean returns a true-or-false member; an absent one is false unless it is required.
func (o *members) boolean(name string, required bool) (bool, error) {
	switch string(o.raw(name)) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	v, ok, err := o.value(name)
	if err != nil {
		return false, err
	}
	if !ok {
		return false, o.absent(name, required)
	}
	return false, wrongType(o.path+name, "true or false", v)
}

// integer returns an integer member, or the given default if it is absent.
func (o *members) integer(name string, absent int64) (int64, error) {
	v, ok, err := o.value(name)
	if err != nil || !ok {
		return absent, err
	}
	n, ok := v.(value.Number)
	if !ok {
		return 0, wrongType(o.path+name, "an integer", v)
	}
	i, err := strconv.ParseInt(string(n), 10, 64)
	if err != nil {
		return 0, &ShapeError{Member: o.path + name, Reason: "must be an integer of 64 bits"}
	}
	return i, nil
}

func (o *members) absent(name string, required bool) error {
	if !required {
		return nil
	}
	return &ShapeError{Member: o.path + name, Reason: "is missing"}
}

func wrongType(member, want string, got value.Value) error {
	return &ShapeError{Member: member, Reason: "must be " + want + ", not " + string(got.Kind())}
}

// MarshalHello returns the JSON-RPC result that answers hello.
func MarshalHello(h Hello) ([]byte, error) { return json.Marshal(h) }
