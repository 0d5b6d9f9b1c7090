package casefile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Hidden is a request in which stand-ins take the places of secrets: of whatever stands under the name of one, and of
// what gives itself away by its form. Kinds and lengths stay, so that the request is judged as before. A request
// that came from outside is used so only: what is kept or shown of it then has none of its secrets.
func Hidden(req wire.Request) wire.Request {
	switch r := req.(type) {
	case wire.ParseRequest:
		r.Value = hide(r.Value)
		return r
	case wire.DecodeRequest:
		r.Text = []byte(hideText(string(r.Text)))
		return r
	case wire.RouteRequest:
		r.Value = hide(r.Value)
		return r
	case wire.PreviewRequest:
		r.Value = hide(r.Value)
		return r
	case wire.AssembleRequest:
		events := slices.Clone(r.Events)
		for i := range events {
			events[i] = hideText(events[i])
		}
		r.Events = events
		if whole := string(bytes.Join(r.Pieces, nil)); preview.Tells(whole) { // in one piece: where it was cut may be in a secret
			r.Pieces = [][]byte{[]byte(preview.Text(whole))}
		}
		return r
	case wire.InvokeRequest:
		r.Viewer, r.Args, r.Store = hideMembers(r.Viewer), hide(r.Args), hideMembers(r.Store)
		return r
	case wire.ToolCall:
		r.Args = hide(r.Args)
		return r
	default: // conversations, steps and exchanges are not kept as files
		return req
	}
}

func hide(v value.Value) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(hideText(string(v)))
	case value.Array:
		out := make(value.Array, len(v))
		for i := range v {
			out[i] = hide(v[i])
		}
		return out
	case value.Object:
		return hideMembers(v)
	case value.Host:
		return value.Host{Name: v.Name, Args: hideMembers(v.Args)}
	case nil, value.Undefined, value.Null, value.Bool, value.Number:
	}
	return v
}

func hideMembers(o value.Object) value.Object {
	if o == nil {
		return nil
	}
	out := make(value.Object, len(o))
	for i, m := range o {
		out[i] = value.Member{Name: m.Name}
		if preview.Tells(m.Name) {
			out[i].Name = preview.Text(m.Name)
		}
		if preview.Sensitive(m.Name) {
			out[i].Value = standIn(m.Value)
		} else {
			out[i].Value = hide(m.Value)
		}
	}
	return out
}

// hideText is hide for a text, which may be JSON.
func hideText(s string) string {
	if trimmed := strings.TrimSpace(s); trimmed != "" && (trimmed[0] == '{' || trimmed[0] == '[') {
		if v, err := value.Parse([]byte(s)); err == nil {
			hidden := hide(v)
			if value.Equal(v, hidden) {
				return s // with its white space and escapes
			}
			if text, err := value.Print(hidden); err == nil {
				return string(text)
			}
		}
	}
	if preview.Tells(s) {
		return preview.Text(s)
	}
	return s
}

// standIn takes the place of a secret: the same kinds, and texts of the same length.
func standIn(v value.Value) value.Value {
	switch v := v.(type) {
	case value.String:
		if value.IsBlank(string(v)) {
			return v
		}
		const pattern = "StandInForSecret0"
		return value.String(strings.Repeat(pattern, len(v)/len(pattern)+1)[:len(v)])
	case value.Number:
		return value.Number(strings.Map(func(r rune) rune {
			if '1' <= r && r <= '9' {
				return '1'
			}
			return r
		}, string(v)))
	case value.Array:
		out := make(value.Array, len(v))
		for i := range v {
			out[i] = standIn(v[i])
		}
		return out
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Name: m.Name, Value: standIn(m.Value)}
		}
		return out
	case value.Host:
		return value.Host{Name: v.Name, Args: hideMembers(v.Args)}
	case nil, value.Undefined, value.Null, value.Bool:
	}
	return v
}
