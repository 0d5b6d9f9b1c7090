package trace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// maxSecretsALine bounds how many secrets of one line are reported.
const maxSecretsALine = 20

// secretSearch finds secrets in recorded values: under the names of the table's section `redaction`, and by
// their forms inside texts. It says where they stand, and nothing else.
type secretSearch struct {
	names map[string]spec.RedactionRole // the sensitive ones, letters and digits alone
	rule  func(spec.RedactionRole) string
}

// newSecretSearch makes the search of a table; one without redaction finds nothing.
func newSecretSearch(r *spec.Redaction) *secretSearch {
	if r == nil {
		return nil
	}
	s := &secretSearch{rule: r.Rule, names: map[string]spec.RedactionRole{}}
	for _, n := range r.Should {
		s.names[letters(n)] = spec.RedactFamily
	}
	for _, n := range r.Must {
		s.names[letters(n)] = spec.RedactNames
	}
	return s
}

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case r == '_' || r == '-' || r == ' ' || r == '.':
			return -1
		}
		return r
	}, name)
}

// find lists the places of the secrets in a value.
func (s *secretSearch) find(v value.Value) []fault {
	if s == nil {
		return nil
	}
	var out []fault
	s.walk(v, nil, &out)
	return out
}

func (s *secretSearch) walk(v value.Value, path []string, out *[]fault) {
	if len(*out) >= maxSecretsALine {
		return
	}
	switch v := v.(type) {
	case value.String:
		if inner, ok := nested(string(v)); ok {
			s.walk(inner, path, out)
		} else if s.gives(string(v)) {
			s.found(path, spec.RedactText, true, out)
		}
	case value.Array:
		for i, e := range v {
			s.walk(e, append(path, strconv.Itoa(i)), out)
		}
	case value.Object:
		for _, m := range v {
			s.member(m, append(path, m.Name), out)
		}
	case value.Undefined, value.Null, value.Bool, value.Number, value.Host:
	}
}

// member looks at one member: by its name, in its name, and in its value. The tokens a model computes with
// are no secrets, so that lists of their probabilities are passed over.
func (s *secretSearch) member(m value.Member, path []string, out *[]fault) {
	role, sensitive := s.names[letters(m.Name)]
	switch {
	case m.Name == "logprobs":
	case sensitive && speaks(m.Value):
		s.found(path, role, role != spec.RedactNames || m.Value.Kind() == value.KindNumber, out)
	case s.gives(m.Name):
		s.found(path, spec.RedactKey, true, out)
	default:
		s.walk(m.Value, path, out)
	}
}

// speaks reports whether a value may be a secret, and not what stands in the place of one.
func speaks(v value.Value) bool {
	switch v := v.(type) {
	case value.String:
		return v != "" && !isPlaceholder(string(v))
	case value.Number:
		return true
	case value.Array:
		return slices.ContainsFunc(v, speaks)
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return speaks(m.Value) })
	default:
		return false
	}
}

// isPlaceholder knows the usual ways to say that something was taken out.
func isPlaceholder(s string) bool {
	if len(s) > 64 {
		return false
	}
	trimmed := strings.ToLower(strings.Trim(s, "[]<>(){}*#«» .…-_x"))
	switch trimmed {
	case "", "redacted", "masked", "hidden", "removed", "secret", "filtered", "omitted", "placeholder", "canary", "bearer":
		return true
	}
	return strings.HasPrefix(trimmed, "redacted") || strings.HasPrefix(s, "$")
}

// nested is what a text holds that is a JSON object or list, as arguments of calls are.
func nested(text string) (value.Value, bool) {
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return nil, false
	}
	v, err := value.Parse([]byte(text))
	return v, err == nil
}

// gives reports whether a text holds a secret by its form, and not what stands in the place of one.
func (s *secretSearch) gives(text string) bool {
	return len(text) >= spec.MinSecretLength && preview.Tells(text) &&
		!strings.Contains(text, "***") && !strings.Contains(strings.ToLower(text), "redacted")
}

// label is a label of a line as it may be shown.
func (s *secretSearch) label(text string) string {
	switch {
	case len(text) > 80 || strings.ContainsAny(text, "\r\n"):
		return "(a text of " + strconv.Itoa(len(text)) + " bytes)"
	case s != nil && s.gives(text):
		return "*"
	}
	return value.ShowText(text, 80)
}

func (s *secretSearch) found(path []string, role spec.RedactionRole, advice bool, out *[]fault) {
	*out = append(*out, fault{pointer: s.pointer(path), code: SecretRecorded, requirement: s.rule(role), advice: advice})
}

// pointer is the place, in which names that may be secrets stand as *.
func (s *secretSearch) pointer(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		if len(step) > 40 || s.gives(step) || !plainStep(step) {
			b.WriteByte('*')
			continue
		}
		b.WriteString(step)
	}
	return b.String()
}

// plainStep reports whether a name is made of letters, digits and what joins words: as names of members are.
func plainStep(s string) bool {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.') {
			return false
		}
	}
	return s != ""
}
