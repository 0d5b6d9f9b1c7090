package spec

import (
	"fmt"
	"slices"

	"github.com/actionconform/conform/spec/value"
)

// readExample reads the example of a state and holds it to the state.
func (l *loader) readExample(n *node, state State, t *Tagged) value.Object {
	if n.kind != nodeMapping {
		l.fault(n, "", fmt.Sprintf("`example` is a mapping, not %s", n.describe()))
		return nil
	}
	if t.Discriminator == "" {
		return l.decodeObject(n)
	}
	fields := slices.Concat(t.Header, state.Fields)
	discriminated := false
	for _, e := range n.entries {
		if e.key.text == t.Discriminator {
			discriminated = true
			if e.value.kind != nodeString || e.value.text != state.Name {
				l.fault(e.value, fmt.Sprintf("write %s: %s", t.Discriminator, state.Name),
					fmt.Sprintf("the example of %s has %s for its discriminator", quote(state.Name), e.value.describe()))
			}
			continue
		}
		at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == e.key.text })
		if at < 0 {
			l.fault(e.key, suggest(e.key.text, fieldNames(fields)),
				fmt.Sprintf("the state %s has no field %s", quote(state.Name), quote(e.key.text)))
			continue
		}
		if f := fields[at]; f.complete() && writable(e.value) && !f.accepts(l.peek(e.value)) {
			l.fault(e.value, "", fmt.Sprintf("the example gives %s %s, which its kind, %s, forbids",
				quote(f.Name), e.value.describe(), f.Kind))
		}
	}
	if !discriminated {
		l.fault(n, fmt.Sprintf("write %s: %s", t.Discriminator, state.Name),
			fmt.Sprintf("the example of %s lacks the discriminator %s", quote(state.Name), quote(t.Discriminator)))
	}
	example := l.decodeObject(n)
	for _, f := range state.Fields {
		if !f.Optional && !example.Has(f.Name) {
			l.fault(n, "", fmt.Sprintf("the example of %s lacks the field %s", quote(state.Name), quote(f.Name)))
		}
	}
	return example
}

// peek is decode without faults, for a value that is decoded once more.
func (l *loader) peek(n *node) value.Value {
	quiet := &loader{source: &source{}}
	return quiet.decode(n)
}

// writable reports whether decode takes a node without a fault of its own.
func writable(n *node) bool { return n.kind != nodeNumber || value.Number(n.text).IsJSON() }

func fieldNames(fields []Field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Name
	}
	return out
}

// complete reports whether a field was read without a fault that leaves open what it accepts.
func (f Field) complete() bool {
	return f.Kind != "" && (f.Kind != FieldLiteral || f.Literal != nil) && (f.Kind != FieldEnum || len(f.Values) > 0)
}

// accepts reports whether a field may hold a value that a table file can write.
func (f Field) accepts(v value.Value) bool {
	switch f.Kind {
	case FieldText:
		s, ok := v.(value.String)
		return ok && !value.IsBlank(string(s))
	case FieldString:
		return v.Kind() == value.KindString
	case FieldAny:
		return true
	case FieldBool:
		return v.Kind() == value.KindBool
	case FieldInteger:
		n, ok := v.(value.Number)
		return ok && n.IsInteger()
	case FieldNumber:
		n, ok := v.(value.Number)
		return ok && n.IsJSON()
	case FieldObject:
		return v.Kind() == value.KindObject
	case FieldArray:
		return v.Kind() == value.KindArray
	case FieldLiteral:
		return f.Literal != nil && value.Equal(v, f.Literal)
	case FieldEnum:
		s, ok := v.(value.String)
		return ok && contains(f.Values, string(s))
	default:
		return false
	}
}

// sample returns a value the field may hold, the same each time; nil where the field was read with a fault.
func (f Field) sample() value.Value {
	switch f.Kind {
	case FieldText, FieldString:
		return value.String("sample " + f.Name)
	case FieldAny, FieldObject:
		return value.Object{{Name: "key", Value: value.String("value")}}
	case FieldBool:
		return value.Bool(true)
	case FieldInteger:
		return value.Number("1")
	case FieldNumber:
		return value.Number("1.5")
	case FieldArray:
		return value.Array{value.String("item")}
	case FieldLiteral:
		return f.Literal
	case FieldEnum:
		if len(f.Values) > 0 {
			return value.String(f.Values[0])
		}
	}
	return nil
}

// madeExample returns an example for a state that has none written, with all its fields.
func madeExample(state State, t *Tagged) value.Object {
	example := value.Object{{Name: t.Discriminator, Value: value.String(state.Name)}}
	for _, f := range state.Fields {
		if v := f.sample(); v != nil {
			example = append(example, value.Member{Name: f.Name, Value: v})
		}
	}
	return example
}
