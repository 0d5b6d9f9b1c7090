package spec

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// sensitiveName is the spelling of a name in the section `redaction`; every other one is derived from it.
var sensitiveName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// readRedaction reads the section `redaction`; nil where the table has none.
func (l *loader) readRedaction(table *section) *Redaction {
	n := table.get("redaction")
	if n == nil {
		return nil
	}
	l.redacts = true
	s := l.open(n, "`redaction`", "rules", "must", "should", "lookalikes", "secrets").under(table.key("redaction"))
	if s == nil {
		return nil
	}
	r := &Redaction{Pos: table.key("redaction").pos, Rules: l.readRedactionRules(s)}
	taken := map[string]string{}
	r.Must = l.sensitiveNames(s.need("must"), "`must`", taken)
	r.Should = l.sensitiveNames(s.get("should"), "`should`", taken)
	r.LookAlikes = l.sensitiveNames(s.get("lookalikes"), "`lookalikes`", taken)
	if forms := s.get("secrets"); forms != nil {
		for _, e := range l.rows(forms, "`secrets`") {
			if f, ok := l.readSecret(e); ok {
				r.Secrets = append(r.Secrets, f)
			}
		}
	}
	return r
}

// readRedactionRules reads the requirement of each role. All are needed: cases of every role are derived
// from any table.
func (l *loader) readRedactionRules(s *section) map[RedactionRole]string {
	out := map[RedactionRole]string{}
	n := s.need("rules")
	if n == nil {
		return out
	}
	for _, e := range l.rows(n, "`rules`") {
		id := l.rule(e.value, "a rule")
		if !contains(RedactionRoles(), RedactionRole(e.key.text)) {
			l.fault(e.key, suggest(e.key.text, RedactionRoles()), fmt.Sprintf("unknown role %s of redaction", quote(e.key.text)))
			continue
		}
		out[RedactionRole(e.key.text)] = id
	}
	for _, role := range RedactionRoles() {
		if _, ok := out[role]; !ok && n.kind == nodeMapping {
			l.fault(s.key("rules"), "", fmt.Sprintf("the rules of `redaction` need %s", quote(string(role))))
		}
	}
	return out
}

// sensitiveNames reads a list of names, none of which may stand in an earlier list.
func (l *loader) sensitiveNames(n *node, what string, taken map[string]string) []string {
	refs := l.names(n, what)
	for _, r := range refs {
		switch {
		case !sensitiveName.MatchString(r.name):
			l.fault(r.at, "write small letters, with an underscore between words, as in `api_key`; other spellings are derived",
				fmt.Sprintf("%s is not a name as `redaction` writes them", quote(r.name)))
		case taken[r.name] != "":
			l.fault(r.at, "", fmt.Sprintf("%s stands in %s already", quote(r.name), taken[r.name]))
		default:
			taken[r.name] = what
		}
	}
	return plain(refs)
}

// readSecret reads one form of a secret inside a text: a mapping, or only the text.
func (l *loader) readSecret(e entry) (SecretForm, bool) {
	f := SecretForm{Name: e.key.text, Pos: e.key.pos, Alphabet: AlphabetMixed, Length: DefaultSecretLength}
	at := e.value
	if !sensitiveName.MatchString(e.key.text) {
		l.fault(e.key, "", fmt.Sprintf("%s is not a name as `redaction` writes them", quote(e.key.text)))
	}
	if e.value.kind == nodeString {
		f.Text = l.text(e.value, "a secret")
	} else {
		s := l.open(e.value, "the secret "+quote(e.key.text), "text", "alphabet", "length", "base64", "before", "after").under(e.key)
		if s == nil {
			return f, false
		}
		if at = s.need("text"); at == nil {
			return f, false
		}
		f.Text = l.text(at, "`text`")
		if a := word(l, s.get("alphabet"), "alphabet", Alphabets()); a != "" {
			f.Alphabet = a
		}
		f.Length = l.secretLength(s.get("length"))
		f.Base64 = l.flag(s.get("base64"), "`base64`")
		f.Before, f.After = l.text(s.get("before"), "`before`"), l.text(s.get("after"), "`after`")
		if !f.Base64 {
			l.refuse(s, "a secret that is not written in base64 has no", "before", "after")
		}
	}
	if f.Text != "" && strings.Count(f.Text, SecretPlace) != 1 {
		l.fault(at, "write "+quote(SecretPlace)+" where the secret stands, once", "the text has no place for a secret, or several")
	}
	return f, true
}

// secretLength reads how long a secret is; the default for nil.
func (l *loader) secretLength(n *node) int {
	if n == nil {
		return DefaultSecretLength
	}
	length, err := strconv.Atoi(n.text)
	if n.kind != nodeNumber || err != nil || length < MinSecretLength || length > MaxSecretLength {
		l.fault(n, "", fmt.Sprintf("`length` is a number from %d to %d", MinSecretLength, MaxSecretLength))
		return DefaultSecretLength
	}
	return length
}
