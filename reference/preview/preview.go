// Package preview makes values fit for a log: what they look like, without the secrets in them.
//
// Two things are secret. One is whatever lies under a name such as token or password, at any depth and
// however the name is spelt; it is hidden whole ([Sensitive]). The other is what a text gives away by its
// form, such as a bearer token, the user information of a URL or a private key ([Text]). Names that only
// resemble those stay, because a log that hides everything explains nothing.
//
// A preview is for people. It is bounded, it loses what is deep or long, and nothing may ever be read back
// from it; it is no substitute for parsing.
package preview

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/actionconform/conform/spec/value"
)

// Placeholder stands for what is hidden.
const Placeholder = "[redacted]"

// The bounds of a preview.
const (
	maxDepth  = 24   // containers in containers
	maxItems  = 64   // members of one container
	maxText   = 2000 // bytes of one text
	maxNested = 8    // texts that hold JSON that holds texts
)

// Redact returns a copy of v in which no secret stands. The value is not changed. What is nested deeper,
// or longer, than a log has use for is left out, with a note in its place.
func Redact(v value.Value) value.Value { return redact(v, 0, 0) }

func redact(v value.Value, depth, nested int) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(shortened(redactText(string(v), nested)))
	case value.Array:
		if depth == maxDepth {
			return note("a list of %d", len(v))
		}
		out := make(value.Array, 0, min(len(v), maxItems+1))
		for i, e := range v {
			if i == maxItems {
				return append(out, note("%d more", len(v)-i))
			}
			out = append(out, redact(e, depth+1, nested))
		}
		return out
	case value.Object:
		if depth == maxDepth {
			return note("an object of %d", len(v))
		}
		return redactMembers(v, depth, nested)
	case value.Host:
		return redactHost(v, depth, nested)
	case value.Undefined, value.Null, value.Bool, value.Number:
	}
	return v
}

func redactMembers(o value.Object, depth, nested int) value.Object {
	out := make(value.Object, 0, min(len(o), maxItems+1))
	for i, m := range o {
		if i == maxItems {
			return append(out, value.Member{Name: "…", Value: note("%d more", len(o)-i)})
		}
		name := shortened(redactText(m.Name, nested))
		if Sensitive(m.Name) {
			out = append(out, value.Member{Name: name, Value: value.String(Placeholder)})
			continue
		}
		out = append(out, value.Member{Name: name, Value: redact(m.Value, depth+1, nested)})
	}
	return out
}

// redactHost shows what an exotic object holds as its own. Of anything else only the kind is named: what a
// getter, a map or a Proxy would say is not asked.
func redactHost(h value.Host, depth, nested int) value.Value {
	switch h.Name {
	case value.HostInherited, value.HostNullPrototype, value.HostClassInstance, value.HostFrozen, value.HostTransparentProxy, value.HostNonEnumerable:
		own, _ := h.Args.Get("own")
		if o, ok := own.(value.Object); ok && depth < maxDepth {
			return redactMembers(o, depth, nested)
		}
	}
	return note("%s", h.Name)
}

func note(format string, args ...any) value.String {
	return value.String("[" + fmt.Sprintf(format, args...) + "]")
}

// shortened cuts a text that is too long for a log, between two characters.
func shortened(s string) string {
	if len(s) <= maxText {
		return s
	}
	cut := maxText
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + fmt.Sprintf("… (%d bytes)", len(s))
}

// nestedJSON redacts a text that is JSON as JSON. It reports false for any other text.
func nestedJSON(s string, nested int) (string, bool) {
	trimmed := strings.TrimSpace(s)
	if nested >= maxNested || len(trimmed) < 2 || !strings.ContainsRune(`{["`, rune(trimmed[0])) {
		return "", false
	}
	v, err := value.ParseOptions{MaxDepth: maxDepth * 4}.Parse([]byte(s))
	if err != nil {
		return "", false
	}
	text, err := value.Print(redact(v, 0, nested+1))
	return string(text), err == nil
}
