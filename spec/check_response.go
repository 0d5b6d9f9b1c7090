package spec

import (
	"fmt"
	"strings"

	"github.com/actionconform/conform/spec/value"
)

// readCallExample reads the example of a response with one call and holds it to the shape.
func (l *loader) readCallExample(n *node, r *Response) value.Object {
	example, ok := l.readResponseExample(n, "example")
	if !ok {
		return nil
	}
	bad := func(format string, args ...any) { l.fault(n, "", "the example "+fmt.Sprintf(format, args...)) }
	if r.Content != "" {
		if c, ok := at(example, r.Content); ok && c.Kind() != value.KindNull && c.Kind() != value.KindString {
			bad("has %s at %s, not a text or null", c.Kind(), quote(r.Content))
		}
	}
	l.checkEnd(n, "example", example, r, r.Finish.Calls)
	calls := value.Array{example}
	if r.Calls.At != "" {
		list, _ := at(example, r.Calls.At)
		calls, ok = list.(value.Array)
		if r.Items != nil {
			calls = ofType(calls, r.Items.Type, r.Items.Call)
		}
		if !ok || len(calls) != 1 {
			bad("has no list of one call at %s", quote(r.Calls.At))
			return example
		}
	} else if r.Calls.Name == "" || r.Calls.Arguments == "" {
		return example
	}
	for _, path := range []string{r.Calls.ID, r.Calls.Name} {
		if path == "" {
			continue
		}
		if v, _ := at(calls[0], path); !(Field{Kind: FieldText}).accepts(orNull(v)) {
			bad("has a call without a text at %s", quote(path))
		}
	}
	if v, _ := at(calls[0], r.Calls.Type); r.Calls.Type != "" && r.Calls.TypeValue != "" && orNull(v) != value.Value(value.String(r.Calls.TypeValue)) {
		bad("has a call without %s at %s", quote(r.Calls.TypeValue), quote(r.Calls.Type))
	}
	if v, _ := at(calls[0], r.Calls.Name); r.Control != nil && v == value.Value(value.String(r.Control.Name)) {
		bad("calls the reserved tool %s, not a tool", quote(r.Control.Name))
	}
	if r.Calls.Arguments != "" && r.Calls.Encoding != "" && !isArguments(calls[0], r.Calls) {
		bad("has a call without arguments, written as %s, at %s", r.Calls.Encoding, quote(r.Calls.Arguments))
	}
	return example
}

// readFinalExample reads the example of a response with text only and holds it to the shape.
func (l *loader) readFinalExample(n *node, r *Response) value.Object {
	final, ok := l.readResponseExample(n, "final")
	if !ok {
		return nil
	}
	if r.Content != "" {
		if v, _ := at(final, r.Content); !(Field{Kind: FieldText}).accepts(orNull(v)) {
			l.fault(n, "", fmt.Sprintf("the example of a final answer has no text at %s", quote(r.Content)))
		}
	}
	if r.Items != nil {
		list, _ := at(final, r.Items.At)
		items, _ := list.(value.Array)
		if len(ofType(items, r.Items.Type, r.Items.Text)) != 1 || !hasText(ofType(items, r.Items.Type, r.Items.Text)[0], r.Items) {
			l.fault(n, "", fmt.Sprintf("the example of a final answer has no one text among the items at %s", quote(r.Items.At)))
		}
		if len(ofType(items, r.Items.Type, r.Items.Call)) > 0 {
			l.fault(n, "", fmt.Sprintf("the example of a final answer has calls at %s", quote(r.Items.At)))
		}
	} else if r.Calls.At != "" {
		if v, ok := at(final, r.Calls.At); ok && !isEmptyList(v) {
			l.fault(n, "", fmt.Sprintf("the example of a final answer has calls at %s", quote(r.Calls.At)))
		}
	}
	l.checkEnd(n, "final", final, r, r.Finish.Final)
	return final
}

// readResponseExample reads an example that is an object.
func (l *loader) readResponseExample(n *node, key string) (value.Object, bool) {
	if n.kind != nodeMapping {
		l.fault(n, "", fmt.Sprintf("%s is a mapping, not %s", quote(key), n.describe()))
		return nil, false
	}
	return l.decodeObject(n), true
}

// checkEnd holds the finish reason of an example, and its incomplete fragments, to the shape.
func (l *loader) checkEnd(n *node, key string, example value.Object, r *Response, reasons []string) {
	if r.Finish.At != "" && len(reasons) > 0 {
		v, _ := at(example, r.Finish.At)
		if s, ok := v.(value.String); !ok || !contains(reasons, string(s)) {
			l.fault(n, "expected "+quoteAll(reasons),
				fmt.Sprintf("%s has no finish reason of its kind at %s", quote(key), quote(r.Finish.At)))
		}
	}
	if r.Incomplete != "" {
		if v, ok := at(example, r.Incomplete); ok && !isEmptyList(v) {
			l.fault(n, "", fmt.Sprintf("%s has incomplete calls at %s", quote(key), quote(r.Incomplete)))
		}
	}
}

// ofType returns the items of a list whose member at a path is a text.
func ofType(list value.Array, path, kind string) value.Array {
	var out value.Array
	for _, item := range list {
		if v, _ := at(item, path); kind != "" && orNull(v) == value.Value(value.String(kind)) {
			out = append(out, item)
		}
	}
	return out
}

// hasText reports whether an item holds a text where its shape says.
func hasText(item value.Value, i *Items) bool {
	path := i.TextAt
	if i.Parts != nil {
		list, _ := at(item, i.Parts.At)
		parts, _ := list.(value.Array)
		if parts = ofType(parts, i.Parts.Type, i.Parts.Text); len(parts) != 1 {
			return false
		}
		item, path = parts[0], i.Parts.TextAt
	}
	v, _ := at(item, path)
	return (Field{Kind: FieldText}).accepts(orNull(v))
}

// at returns the value at a path of names.
func at(v value.Value, path string) (value.Value, bool) {
	for name := range strings.SplitSeq(path, "/") {
		o, ok := v.(value.Object)
		if !ok {
			return nil, false
		}
		if v, ok = o.Get(name); !ok {
			return nil, false
		}
	}
	return v, true
}

func orNull(v value.Value) value.Value {
	if v == nil {
		return value.Null{}
	}
	return v
}

func isEmptyList(v value.Value) bool {
	a, ok := v.(value.Array)
	return ok && len(a) == 0 || v.Kind() == value.KindNull
}

// isArguments reports whether a call holds arguments in the encoding of its wire.
func isArguments(call value.Value, c Calls) bool {
	v, _ := at(call, c.Arguments)
	if c.Encoding == EncodingText {
		text, ok := v.(value.String)
		if !ok {
			return false
		}
		parsed, err := value.Parse([]byte(text))
		if err != nil {
			return false
		}
		v = parsed
	}
	_, ok := v.(value.Object)
	return ok
}
