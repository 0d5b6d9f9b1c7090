package mutants

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// redactor is a way to make a preview, sound in every part that is not set. Each mutant sets one.
type redactor struct {
	// names reports whether a secret stands under a name.
	names func(string) bool
	// depth is how many containers are walked into; 0 is all of them. What lies deeper is shown as it is.
	depth int
	// arrays says how arrays are walked.
	arrays arrayWalk
	// under is what becomes of a value under a sensitive name.
	under func(r redactor, v value.Value) value.Value
	// text is what becomes of a text, nested of one that is JSON; keys is what becomes of a name.
	text, keys func(string) string
	nested     func(r redactor, s string) (string, bool)
}

// arrayWalk is how a careless redactor walks arrays.
type arrayWalk int

const (
	allElements arrayWalk = iota
	noElements
	firstElement
	objectElements // but not arrays in arrays
)

// sound fills in what is not set.
func (r redactor) sound() redactor {
	if r.names == nil {
		r.names = preview.Sensitive
	}
	if r.under == nil {
		r.under = func(redactor, value.Value) value.Value { return value.String(preview.Placeholder) }
	}
	if r.text == nil {
		r.text = preview.Text
	}
	if r.keys == nil {
		r.keys = preview.Text
	}
	if r.nested == nil {
		r.nested = redactor.json
	}
	return r
}

// maxRedacted bounds the walk, as that of the reference is bounded.
const maxRedacted = 40

func (r redactor) value(v value.Value, depth int) value.Value {
	if depth > maxRedacted {
		return value.String("[deep]")
	}
	if r.depth > 0 && depth >= r.depth && v.Kind() != value.KindString {
		return v
	}
	switch v := v.(type) {
	case value.String:
		if text, ok := r.nested(r, string(v)); ok {
			return value.String(text)
		}
		return value.String(r.text(string(v)))
	case value.Array:
		return r.elements(v, depth)
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			if r.names(m.Name) {
				out[i] = value.Member{Name: r.keys(m.Name), Value: r.under(r, m.Value)}
				continue
			}
			out[i] = value.Member{Name: r.keys(m.Name), Value: r.value(m.Value, depth+1)}
		}
		return out
	case value.Host:
		return value.String("[" + v.Name + "]")
	case value.Undefined, value.Null, value.Bool, value.Number:
	}
	return v
}

func (r redactor) elements(list value.Array, depth int) value.Value {
	out := slices.Clone(list)
	for i, e := range list {
		switch {
		case r.arrays == noElements, r.arrays == firstElement && i > 0, r.arrays == objectElements && e.Kind() == value.KindArray:
		default:
			out[i] = r.value(e, depth+1)
		}
	}
	return out
}

// json redacts a text that is JSON.
func (r redactor) json(s string) (string, bool) {
	if s == "" || !strings.ContainsRune(`{[`, rune(s[0])) {
		return "", false
	}
	v, err := value.Parse([]byte(s))
	if err != nil {
		return "", false
	}
	text, err := value.Print(r.value(v, 1))
	return string(text), err == nil
}

// shows makes previews with a redactor.
func shows(r redactor) defect {
	r = r.sound()
	return previewing(func(action value.Object) value.Value {
		return identifying(action, func(v value.Value) value.Value { return r.value(v, 0) })
	})
}

// identifying keeps what tells an action apart and changes every other member.
func identifying(action value.Object, f func(value.Value) value.Value) value.Object {
	out := slices.Clone(action)
	for i, m := range out {
		if !slices.Contains([]string{"type", "schemaVersion", "callId", "tool"}, m.Name) {
			out[i].Value = f(m.Value)
		}
	}
	return out
}

// previewing makes another preview of an action.
func previewing(f func(action value.Object) value.Value) defect {
	return after(func(req wire.Request, ans wire.Answer) wire.Answer {
		p, ok := ans.(wire.Preview)
		r, isPreview := req.(wire.PreviewRequest)
		if !ok || !isPreview {
			return ans
		}
		a, err := reference.Parse(r.Protocol, r.Value, reference.Options{})
		if err != nil {
			return ans
		}
		action, _ := reference.Encode(a).(value.Object)
		p.Value = f(action)
		return p
	})
}

// repreviewing changes the preview that was made.
func repreviewing(e edit) defect {
	return after(func(_ wire.Request, ans wire.Answer) wire.Answer {
		p, ok := ans.(wire.Preview)
		o, isObject := p.Value.(value.Object)
		if !ok || !isObject {
			return ans
		}
		p.Value, _ = e(o)
		return p
	})
}

// secondGuessing previews what parse refuses, once it was repaired.
func secondGuessing(p place, e edit) defect {
	return retrying(p, e)
}

// saidOf shows something made of a hidden value.
func saidOf(f func(string) string) func(redactor, value.Value) value.Value {
	return func(_ redactor, v value.Value) value.Value {
		s, ok := v.(value.String)
		if !ok {
			return value.String(preview.Placeholder)
		}
		return value.String(f(string(s)))
	}
}

// showing shows values of some kinds under sensitive names, and hides the others.
func showing(kinds ...value.Kind) func(redactor, value.Value) value.Value {
	return func(r redactor, v value.Value) value.Value {
		if slices.Contains(kinds, v.Kind()) {
			return v
		}
		return value.String(preview.Placeholder)
	}
}

// leaves hides the texts of a container under a sensitive name one by one.
func leaves(kinds ...value.Kind) func(redactor, value.Value) value.Value {
	return func(_ redactor, v value.Value) value.Value {
		if v.Kind() != value.KindObject && v.Kind() != value.KindArray {
			return value.String(preview.Placeholder)
		}
		return walk(v, func(v value.Value) value.Value {
			if slices.Contains(kinds, v.Kind()) {
				return value.String(preview.Placeholder)
			}
			return v
		})
	}
}

// walking goes on into containers under sensitive names of some kinds as if the name were any other.
func walking(kinds ...value.Kind) func(redactor, value.Value) value.Value {
	return func(r redactor, v value.Value) value.Value {
		if slices.Contains(kinds, v.Kind()) {
			return r.value(v, 1)
		}
		return value.String(preview.Placeholder)
	}
}

// Conditions on names.

// exceptNames is what is sensitive but for some names, by their letters.
func exceptNames(names ...string) func(string) bool {
	return func(name string) bool {
		return preview.Sensitive(name) && !slices.Contains(names, lettersOf(name))
	}
}

func lettersOf(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(name))
}

// oneOf is what is one of some names, after a preparation.
func oneOf(prepare func(string) string, names ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, prepare(name)) }
}

func mustNames() []string { return []string{"token", "password", "authorization"} }

// but is what is sensitive, unless the name matches.
func but(pattern string) func(string) bool {
	re := regexp.MustCompile(pattern)
	return func(name string) bool { return preview.Sensitive(name) && !re.MatchString(name) }
}

// or is what is sensitive, or has a name that matches.
func or(pattern string) func(string) bool {
	re := regexp.MustCompile(pattern)
	return func(name string) bool { return preview.Sensitive(name) || re.MatchString(name) }
}

// Ways to write a secret that are no redaction.

func inBase64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
func inHex(s string) string    { return hex.EncodeToString([]byte(s)) }

func escapedHex(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString("%" + hex.EncodeToString([]byte{s[i]}))
	}
	return b.String()
}

func wide(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		b.WriteByte(0)
	}
	return b.String()
}

func backwards(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

func asQuery(s string) string { return url.Values{"value": {s}}.Encode() }
