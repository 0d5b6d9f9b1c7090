package mutants

import (
	"regexp"
	"slices"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func previewed() scope { return anyAgent().only(wire.OpPreview) }

// previewMutants show what they should hide, or hide what they should show.
func previewMutants() []Mutant {
	return slices.Concat(walkMutants(), nameMutants(), hiddenMutants(), textMutants(), previewRefusalMutants(), identityMutants())
}

// walkMutants do not find what lies in some place.
func walkMutants() []Mutant {
	s := previewed()
	same := func(s string) string { return s }
	return []Mutant{
		s.verdict("preview/everything", "shows the action as it is", "debug output", previewing(func(a value.Object) value.Value { return a }), reference.RD01),
		s.verdict("preview/top-level", "redacts the top level of the input only", "action protocol lesson, homework 3", shows(redactor{depth: 1}), reference.RD03, reference.RD04),
		s.verdict("preview/three-levels", "gives up at the third level", "depth limits of serialisers", shows(redactor{depth: 3}), reference.RD03),
		s.verdict("preview/sixteen-levels", "gives up at the sixteenth level", "depth limits of serialisers", shows(redactor{depth: 16}), reference.RD03),
		s.verdict("preview/no-arrays", "does not look into arrays", "for-in over plain objects", shows(redactor{arrays: noElements}), reference.RD04),
		s.verdict("preview/first-element", "looks at the first element of an array", "schemas by example", shows(redactor{arrays: firstElement}), reference.RD04),
		s.verdict("preview/arrays-in-arrays", "does not look into arrays of arrays", "one level of flattening", shows(redactor{arrays: objectElements}), reference.RD04),
		s.verdict("preview/spread", "spreads the raw value and redacts the input alone", "object spread", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			p, ok := ans.(wire.Preview)
			shown, isObject := p.Value.(value.Object)
			if raw, own := inputOf(req).(value.Object); ok && isObject && own {
				p.Value = append(slices.Clone(shown), slices.DeleteFunc(slices.Clone(raw), func(m value.Member) bool { return shown.Has(m.Name) })...)
				return p
			}
			return ans
		}), reference.RD01),
		s.verdict("preview/json", "does not look into JSON in a text", "opaque strings", shows(redactor{nested: noNested, text: onlyForms}), reference.RD10),
		s.verdict("preview/json-once", "does not look into JSON in JSON", "one level of decoding", shows(redactor{nested: nestedOnce, text: onlyForms}), reference.RD10),
		s.verdict("preview/json-objects", "looks into JSON objects in a text, not into lists", "JSON.parse and a check for {", shows(redactor{text: onlyForms, nested: func(r redactor, s string) (string, bool) {
			if strings.HasPrefix(s, "[") {
				return s, true
			}
			return r.json(s)
		}}), reference.RD10),
		s.verdict("preview/keys", "never looks at the names themselves", "values only", shows(redactor{keys: same}), reference.RD15),
		s.verdict("preview/content", "redacts the input, but no other text of an action", "tool calls only", previewing(func(a value.Object) value.Value {
			return having("type", "tool_call", mapping("input", func(v value.Value) (value.Value, bool) { return preview.Redact(v), true })).apply(a)
		}), reference.RD09),
		s.verdict("preview/bare-text", "redacts members and elements, but no input that is a text itself", "typeof object", previewing(func(a value.Object) value.Value {
			return identifying(a, func(v value.Value) value.Value {
				if v.Kind() == value.KindString {
					return v
				}
				return preview.Redact(v)
			})
		}), reference.RD09),
		s.verdict("preview/mutates", "puts the placeholders into the value it was given", "in-place redaction", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			p, ok := ans.(wire.Preview)
			raw, own := inputOf(req).(value.Object)
			input, has := raw.Get("input")
			if ok && own && has && !value.Equal(preview.Redact(input), input) {
				p.Observed.Mutated = true
				return p
			}
			return ans
		}), reference.RD17),
		s.verdict("preview/deep", "runs out of stack on deep input", "recursion without a limit", crashing(inputs(func(v value.Value) bool { return value.Depth(v) > 50 })), reference.RD16),
		s.verdict("preview/host", "crashes on host values", "JSON.stringify on BigInt and cycles", crashing(inputs(func(v value.Value) bool {
			return anywhere(v, isKind(value.KindHost))
		})), reference.RD16),
		s.verdict("preview/null", "crashes on null in the input", "typeof null", crashing(func(req wire.Request) bool {
			return anywhere(memberOf(req, "input"), isKind(value.KindNull, value.KindUndefined))
		}), reference.RD16),
		s.verdict("preview/not-an-object", "refuses an input that is no object", "entries of anything", refusing(func(req wire.Request) bool {
			in := memberOf(req, "input")
			return in.Kind() != value.KindObject && in.Kind() != value.KindNull
		}, reference.ActionInputMissing, "input"), reference.RD16),
		s.verdict("preview/large", "refuses an input that is large or has odd names", "log line limits", refusing(func(req wire.Request) bool {
			return anywhere(memberOf(req, "input"), func(v value.Value) bool {
				o, ok := v.(value.Object)
				return ok && (len(o) > 50 || len(o) == 0 || o.Has("__proto__") || o.Has("constructor") || o.Has("") || o.Has("length"))
			})
		}, reference.ActionInvalid, ""), reference.RD16),
		s.verdict("preview/any-input", "refuses every input that has no path", "a preview for one tool", refusing(func(req wire.Request) bool {
			in := memberOf(req, "input")
			o, ok := in.(value.Object)
			return in.Kind() != value.KindNull && !(ok && o.Has("path"))
		}, reference.ActionInvalid, ""), reference.RD16),
	}
}

// nameMutants take too few or too many names for sensitive.
func nameMutants() []Mutant {
	s := previewed()
	same := func(s string) string { return s }
	out := []Mutant{
		s.verdict("preview/exact-case", "knows names in small letters only", "action protocol lesson, homework 3", shows(redactor{names: func(n string) bool { return preview.Sensitive(n) && n == strings.ToLower(n) }}), reference.RD02),
		s.verdict("preview/two-cases", "knows token and TOKEN, but no name that begins with a capital", "lists of spellings", shows(redactor{names: but(`[A-Z][a-z]`)}), reference.RD02, reference.RD08),
		s.verdict("preview/not-upper", "does not know names in capitals", "lists of spellings", shows(redactor{names: but(`^[A-Z_-]+$`)}), reference.RD02),
		s.verdict("preview/snake-only", "knows names joined by underscores only", "lists of spellings", shows(redactor{names: but(`^[^_]*-|[a-z][A-Z]|^(apikey|clientsecret|accesstoken|privatekey)$`)}), reference.RD08),
		s.verdict("preview/camel", "does not take names apart at capitals", "split on separators", shows(redactor{names: but(`^[a-z]+[A-Z]`)}), reference.RD08),
		s.verdict("preview/kebab", "does not know names joined by hyphens", "identifiers only", shows(redactor{names: but(`-`)}), reference.RD08),
		s.verdict("preview/joined", "does not know names whose words are run together", "split on separators", shows(redactor{names: but(`^[a-z]{4,}$|^[A-Z][a-z]+$`)}), reference.RD08, reference.RD01),
		s.verdict("preview/must-names-only", "knows token, password and authorization alone", "action protocol lesson", shows(redactor{names: oneOf(strings.ToLower, mustNames()...)}), reference.RD07, reference.RD08),
		s.verdict("preview/contains", "hides every name that contains a sensitive word", "regular expressions without anchors", shows(redactor{names: or(`(?i)token|passw|secret|auth|cookie|key`)}), reference.RD11),
		s.verdict("preview/prefix", "hides every name that begins with a sensitive word", "startsWith", shows(redactor{names: or(`(?i)^(token|password|secret|cookie|auth)`)}), reference.RD11),
		s.verdict("preview/suffix", "hides every name that ends with tokens", "endsWith", shows(redactor{names: or(`(?i)tokens$|key$|er$`)}), reference.RD11),
		s.verdict("preview/numbers-hidden", "hides every number", "allow-lists by type", previewing(func(a value.Object) value.Value {
			return identifying(a, func(v value.Value) value.Value {
				return walk(preview.Redact(v), func(v value.Value) value.Value {
					if v.Kind() == value.KindNumber {
						return value.String("#")
					}
					return v
				})
			})
		}), reference.RD11),
	}
	for _, name := range mustNames() {
		out = append(out, s.verdict("preview/name-"+name, "does not know the name "+name, "incomplete lists", shows(redactor{names: exceptNames(name), text: same}), reference.RD01))
	}
	for _, name := range []string{"api_key", "x_api_key", "secret", "client_secret", "secret_key", "access_token", "refresh_token", "id_token", "auth_token", "bearer_token", "session_token", "cookie", "set_cookie", "private_key", "passwd", "passphrase", "proxy_authorization", "credentials"} {
		out = append(out, s.verdict("preview/name-"+strings.ReplaceAll(name, "_", "-"), "does not know the name "+name, "incomplete lists",
			shows(redactor{names: exceptNames(lettersOf(name)), nested: noNested}), reference.RD07))
	}
	return out
}

// hiddenMutants find what is to be hidden and show it all the same.
func hiddenMutants() []Mutant {
	s := previewed()
	under := func(id, title, source string, f func(redactor, value.Value) value.Value, rules ...string) Mutant {
		return s.verdict("preview/"+id, title, source, shows(redactor{under: f}), rules...)
	}
	every := func(f func(string) string) func(redactor, value.Value) value.Value { return saidOf(f) }
	return []Mutant{
		under("strings-only", "hides texts under a sensitive name, and walks on into containers", "typeof string", walking(value.KindObject, value.KindArray), reference.RD05),
		under("objects-walked", "walks on into objects under a sensitive name", "recursion before the check", walking(value.KindObject), reference.RD05),
		under("arrays-walked", "walks on into arrays under a sensitive name", "recursion before the check", walking(value.KindArray), reference.RD05),
		under("objects-shown", "shows objects under a sensitive name", "typeof string", showing(value.KindObject), reference.RD05),
		under("arrays-shown", "shows arrays under a sensitive name", "typeof string", showing(value.KindArray), reference.RD05),
		under("leaf-texts", "hides the texts of a container one by one, and shows its names and numbers", "recursive masking", leaves(value.KindString), reference.RD05),
		under("leaf-keys", "hides all values of a container one by one, and shows its names", "recursive masking", leaves(value.KindString, value.KindNumber, value.KindBool, value.KindNull), reference.RD05),
		under("numbers-shown", "shows numbers under a sensitive name", "typeof string", showing(value.KindNumber), reference.RD06),
		under("booleans-shown", "shows booleans under a sensitive name", "typeof string", showing(value.KindBool), reference.RD06),
		under("null-shown", "shows null under a sensitive name", "typeof string", showing(value.KindNull), reference.RD06),
		under("falsy-shown", "shows false and null under a sensitive name", "if (value)", func(r redactor, v value.Value) value.Value {
			if v == value.Value(value.Bool(false)) || v.Kind() == value.KindNull {
				return v
			}
			return value.String(preview.Placeholder)
		}, reference.RD06),
		under("ends", "shows the first and the last ten characters", "masked credit cards", every(func(s string) string { return s[:min(10, len(s))] + "…" + s[max(0, len(s)-10):] }), reference.RD01),
		under("prefix-shown", "shows the first half", "prefixes of keys", every(func(s string) string { return s[:len(s)/2] + "***" }), reference.RD01),
		under("suffix-shown", "shows the last nine characters", "last digits", every(func(s string) string { return "***" + s[max(0, len(s)-9):] }), reference.RD01),
		under("base64", "shows the secret in base64", "encoding taken for encryption", every(inBase64), reference.RD01),
		under("base64-inside", "shows the secret in base64 behind a prefix", "encoding taken for encryption", every(func(s string) string { return inBase64("x:" + s) }), reference.RD01),
		under("hex", "shows the secret in hexadecimal", "encoding taken for encryption", every(inHex), reference.RD01),
		under("percent", "shows the secret in URL encoding", "encoding taken for encryption", every(escapedHex), reference.RD01),
		under("query", "shows the secret in a query", "encoding taken for encryption", every(asQuery), reference.RD01),
		under("wide", "shows the secret in UTF-16", "encoding taken for encryption", every(wide), reference.RD01),
		under("reversed", "shows the secret backwards", "encoding taken for encryption", every(backwards), reference.RD01),
		under("upper", "shows the secret in capitals", "normalisation", every(strings.ToUpper), reference.RD01),
		under("labelled", "puts a label before the secret", "tagged output", every(func(s string) string { return preview.Placeholder + " " + s }), reference.RD01),
	}
}

// textMutants overlook a secret by its form.
func textMutants() []Mutant {
	s := previewed()
	// blind is the sound search, blind to texts that match.
	blind := func(id, title, pattern string) Mutant {
		re := regexp.MustCompile(pattern)
		search := func(s string) string {
			if re.MatchString(s) {
				return s
			}
			return preview.Text(s)
		}
		return s.verdict("preview/text-"+id, title, "incomplete lists", shows(redactor{text: search, keys: search}), reference.RD09)
	}
	return []Mutant{
		s.verdict("preview/texts", "never looks into texts", "names only", shows(redactor{text: func(s string) string { return s }, keys: func(s string) string { return s }}), reference.RD09),
		blind("bearer", "does not know bearer tokens", `(?i)bearer`),
		blind("bearer-case", "knows Bearer with a capital only", `bearer `),
		blind("basic", "does not know basic credentials", `(?i)basic `),
		blind("jwt", "does not know JSON web tokens", `eyJ`),
		blind("private-key", "does not know private keys", `BEGIN`),
		blind("rsa-only", "knows RSA keys only", `BEGIN PRIVATE`),
		blind("url-user", "does not know user information in URLs", `://[^/]*@`),
		blind("url-query", "does not know secrets in queries", `\?.*=`),
		blind("cookie", "does not know cookies", `Cookie`),
		blind("assignment", "does not know assignments", `(?i)export |Password=`),
		blind("provider-key", "does not know keys by their prefix", `sk-|ghp_|github_pat|glpat|AKIA|AIza|xoxb|sk_live|hf_`),
		blind("github", "does not know keys of forges", `ghp_|github_pat|glpat`),
		blind("cloud", "does not know keys of clouds", `AKIA|AIza`),
		blind("model", "does not know keys of model providers", `sk-|hf_`),
		blind("amid", "finds a secret only where the text begins with it", `^see `),
		s.verdict("preview/text-first-line", "searches the first line of a text", "dot and newline", shows(redactor{text: func(s string) string {
			first, rest, more := strings.Cut(s, "\n")
			if !more {
				return preview.Text(s)
			}
			return preview.Text(first) + "\n" + rest
		}}), reference.RD09),
		s.verdict("preview/text-in-arrays", "does not search texts that are elements", "members only", shows(redactor{arrays: noElements}), reference.RD04),
	}
}

func noNested(redactor, string) (string, bool) { return "", false }

func nestedOnce(r redactor, s string) (string, bool) {
	r.nested = noNested
	return r.json(s)
}

// onlyForms searches a text, but not for names in it.
func onlyForms(s string) string {
	if strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[") {
		return s
	}
	return preview.Text(s)
}

func inputOf(req wire.Request) value.Value {
	v, ok := input(req)
	if !ok {
		return value.Null{}
	}
	return v
}

// memberOf is a member of the value a request is about, null where it has none.
func memberOf(req wire.Request, name string) value.Value {
	o, _ := inputOf(req).(value.Object)
	if v, ok := o.Get(name); ok {
		return v
	}
	return value.Null{}
}

// apply is the object after an edit.
func (e edit) apply(o value.Object) value.Object {
	o, _ = e(o)
	return o
}
