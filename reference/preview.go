package reference

import (
	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec/value"
)

// Preview judges a value as [Parse] does and summarises the action for a log: its type, its call and its
// tool as they are, everything else without secrets. Whatever Parse refuses is refused with the same error,
// which repeats nothing of the value. A preview stands for no action; only Parse makes one.
func Preview(protocol string, v value.Value, opts Options) (value.Value, error) {
	a, err := Parse(protocol, v, opts)
	if err != nil {
		return nil, err
	}
	action, _ := Encode(a).(value.Object)
	shown := make(value.Object, 0, len(action))
	for _, m := range action {
		if !identifies(m.Name) {
			m.Value = redactMember(m)
		}
		shown = append(shown, m)
	}
	return shown, nil
}

// identifies reports whether a member ties a preview to its action.
func identifies(member string) bool {
	switch member {
	case "type", "schemaVersion", "callId", "tool":
		return true
	}
	return false
}

func redactMember(m value.Member) value.Value {
	if preview.Sensitive(m.Name) {
		return value.String(preview.Placeholder)
	}
	return preview.Redact(m.Value)
}
