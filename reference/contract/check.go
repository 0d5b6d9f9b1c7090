package contract

import (
	"github.com/actionconform/conform/spec/value"
)

// own returns arguments as a plain object with the given names and no others.
func own(args value.Value, names ...string) (value.Object, bool) {
	o, ok := args.(value.Object)
	if h, isHost := args.(value.Host); isHost && h.Name == "frozen" { // an ordinary object nobody can change
		inner, _ := h.Args.Get("own")
		o, ok = inner.(value.Object)
	}
	if !ok {
		return nil, false
	}
	seen := make(map[string]bool, len(o))
	for _, m := range o {
		if seen[m.Name] || !contains(names, m.Name) {
			return nil, false
		}
		seen[m.Name] = true
	}
	return o, true
}

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}

func text(v value.Value, legal func(string) bool) (string, bool) {
	s, ok := v.(value.String)
	return string(s), ok && legal(string(s))
}

func textMember(o value.Object, name string, legal func(string) bool) (string, bool) {
	v, _ := o.Get(name)
	return text(v, legal)
}

func list(v value.Value, legal func(value.Value) bool) bool {
	a, ok := v.(value.Array)
	for _, e := range a {
		ok = ok && legal(e)
	}
	return ok
}

func anyText(string) bool       { return true }
func nonEmpty(s string) bool    { return s != "" }
func isText(v value.Value) bool { _, ok := v.(value.String); return ok }
func oneOf(words ...string) func(string) bool {
	return func(s string) bool { return contains(words, s) }
}

// integer is a whole number within bounds, which a double holds exactly, however it is written.
func integer(v value.Value, low, high int64) (int64, bool) {
	n, ok := v.(value.Number)
	if !ok || !n.IsInteger() {
		return 0, false
	}
	f, ok := n.Float64()
	return int64(f), ok && float64(low) <= f && f <= float64(high)
}

// each reports whether every byte of a text is one of a kind.
func each(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

func digit(c byte) bool         { return '0' <= c && c <= '9' }
func letterOrDigit(c byte) bool { return digit(c) || 'a' <= c && c <= 'z' }
