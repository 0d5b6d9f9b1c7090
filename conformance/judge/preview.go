package judge

import (
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// preview holds a preview against an outcome: given where one is legal, with the identity of the action.
func preview(o oracle.Outcome, got wire.Preview) *Finding {
	switch {
	case !o.Accept:
		return &Finding{Aspect: Decision, Detail: "a preview was given"}
	case o.Preview == nil:
		return &Finding{Aspect: Decision, Detail: "previewed, not judged"}
	}
	for _, m := range o.Preview.Identity {
		if f := identified(m, got.Value); f != nil {
			return f
		}
	}
	return nil
}

// identified looks for one member of the identity. An object has it under its name; a preview that has no
// such member, or is a line of text, must at least hold its value, word for word or as the text escapes it.
func identified(m value.Member, shown value.Value) *Finding {
	pointer := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(m.Name)
	if o, ok := shown.(value.Object); ok {
		if v, has := o.Get(m.Name); has {
			if value.Equal(v, m.Value) {
				return nil
			}
			return &Finding{Aspect: Identity, Pointer: pointer, Change: Changed, Expected: m.Value, Got: v}
		}
	}
	if want, ok := m.Value.(value.String); ok && holds(shown, string(want)) {
		return nil
	}
	return &Finding{Aspect: Identity, Pointer: pointer, Change: Lost, Expected: m.Value}
}

// holds reports whether a text stands somewhere in a value: in a string, or in a name.
func holds(v value.Value, text string) bool {
	switch v := v.(type) {
	case value.String:
		return strings.Contains(string(v), text) || strings.Contains(unescaped(string(v)), unescaped(text)) || holdsJSON(string(v), text)
	case value.Array:
		for _, e := range v {
			if holds(e, text) {
				return true
			}
		}
	case value.Object:
		for _, m := range v {
			if strings.Contains(m.Name, text) || holds(m.Value, text) {
				return true
			}
		}
	case value.Host:
		return holds(v.Args, text)
	case value.Undefined, value.Null, value.Bool, value.Number:
	}
	return false
}

// unescaped drops the backslashes, by which lines of text in any language escape quotes and themselves.
func unescaped(line string) string { return strings.ReplaceAll(line, `\`, "") }

// holdsJSON reports whether a line of text is JSON that holds a text, which it may write with escapes.
func holdsJSON(line, text string) bool {
	if !isJSON(line) {
		return false
	}
	v, err := value.Parse([]byte(line))
	return err == nil && holds(v, text)
}

func isJSON(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "{") || strings.HasPrefix(line, "[")
}

// Overredacts holds a preview against what it should have gone on showing: where it shows the control, a plain
// member beside a harmless one, it shows the harmless one too. It returns nil for a preview that shows
// neither, which simply leaves the input out.
func Overredacts(shown value.Value, control, harmless value.Member) *Finding {
	if !shows(shown, control) || shows(shown, harmless) {
		return nil
	}
	return &Finding{Aspect: Overredaction, Level: spec.Should, Detail: harmless.Name}
}

// Bare reports whether a preview shows a value under a name, as a member at any depth. It is how values
// too common to be searched for, such as true and null, are found.
func Bare(shown value.Value, m value.Member) *Finding {
	if !shows(shown, m) {
		return nil
	}
	return &Finding{Aspect: Leak, Level: spec.Should, Detail: m.Name, Got: m.Value}
}

// shows reports whether an object anywhere in a value has the member, or a text says its value.
func shows(v value.Value, m value.Member) bool {
	switch v := v.(type) {
	case value.String:
		return says(string(v), m.Value) || nested(string(v), m)
	case value.Array:
		for _, e := range v {
			if shows(e, m) {
				return true
			}
		}
	case value.Object:
		for _, own := range v {
			if own.Name == m.Name && value.Equal(own.Value, m.Value) || shows(own.Value, m) {
				return true
			}
		}
	case value.Host:
		return shows(v.Args, m)
	case value.Undefined, value.Null, value.Bool, value.Number:
	}
	return false
}

// says reports whether a line of text holds a value: a text, or a number long enough to be no accident.
func says(line string, v value.Value) bool {
	switch v := v.(type) {
	case value.String:
		return strings.Contains(line, string(v))
	case value.Number:
		return len(v) > 3 && strings.Contains(line, string(v))
	default:
		return false
	}
}

// nested looks inside a text that is JSON.
func nested(text string, m value.Member) bool {
	if !isJSON(text) {
		return false
	}
	v, err := value.Parse([]byte(text))
	return err == nil && shows(v, m)
}
