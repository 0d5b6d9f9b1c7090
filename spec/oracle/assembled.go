package oracle

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// Assembled is what a stream comes to: what must stand in the response, wherever its wire puts it. Further
// members are nobody's business.
type Assembled struct {
	// Shape says where the response has its parts.
	Shape *spec.Response
	// Content is the text, or Null where there is none.
	Content value.Value
	Calls   []AssembledCall
	// Reason is the finish reason; "" where none was sent and none may be made up.
	Reason string
	// Loose says that the response is not complete, so that only its reason matters.
	Loose bool
}

// AssembledCall is one call of an assembled response.
type AssembledCall struct {
	ID, Name string
	// Arguments are written as on the wire: a text or an object.
	Arguments value.Value
	// Empty says that no arguments came: a blank text and an empty object are both legal.
	Empty bool
}

// Parts reads the parts of a response without judging them. It reports false for what does not have the
// shape of one.
func Parts(shape *spec.Response, v value.Value) (Assembled, bool) {
	root, ok := v.(value.Object)
	if !ok || shape.Single() {
		return Assembled{}, false
	}
	s := &response{ruling: &ruling{}, protocol: &spec.Protocol{}, shape: shape, root: root}
	s.oracle = &Oracle{}
	if !s.read() || s.open {
		return Assembled{}, false
	}
	out := Assembled{Shape: shape, Content: s.content, Reason: s.reason}
	for _, call := range s.calls {
		id, _ := at(call, shape.Calls.ID)
		name, _ := at(call, shape.Calls.Name)
		arguments, _ := at(call, shape.Calls.Arguments)
		one := AssembledCall{Arguments: arguments}
		if text, ok := id.(value.String); ok {
			one.ID = string(text)
		}
		if text, ok := name.(value.String); ok {
			one.Name = string(text)
		}
		one.Empty = isEmptyInput(arguments)
		out.Calls = append(out.Calls, one)
	}
	return out, true
}

// isEmptyInput reports whether arguments are blank or an empty object.
func isEmptyInput(v value.Value) bool {
	switch v := v.(type) {
	case value.String:
		t := strings.Trim(string(v), " \t\r\n")
		return t == "" || strings.HasPrefix(t, "{") && strings.Trim(t[1:], " \t\r\n") == "}"
	case value.Object:
		return len(v) == 0
	default:
		return false
	}
}

// Value is what an assembled response must hold, for people and files: its finish reason and, unless that is
// all that matters, its text and calls.
func (a Assembled) Value() value.Object {
	out := value.Object{{Name: "finish", Value: value.Null{}}}
	if a.Reason != "" {
		out[0].Value = value.String(a.Reason)
	}
	if a.Loose {
		return out
	}
	calls := make(value.Array, len(a.Calls))
	for i, c := range a.Calls {
		calls[i] = value.Object{{Name: "id", Value: value.String(c.ID)}, {Name: "name", Value: value.String(c.Name)}, {Name: "arguments", Value: c.Arguments}}
	}
	return append(out, value.Member{Name: "content", Value: a.Content}, value.Member{Name: "calls", Value: calls})
}
