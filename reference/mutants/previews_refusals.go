package mutants

import (
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/preview"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// previewRefusalMutants preview what parse refuses, or refuse it in another way.
func previewRefusalMutants() []Mutant {
	s := previewed()
	tagless := func(o value.Object) (value.Object, bool) { return o.With("type", value.String("message")), true }
	shownAnyway := func(when func(wire.Verdict) bool) defect {
		return answering(func(req wire.Request) (wire.Answer, bool) {
			v, _ := reference.Answer(req, wire.Policies{}).(wire.Verdict)
			o, ok := inputOf(req).(value.Object)
			if !ok || !when(v) {
				return nil, false
			}
			return wire.Preview{Value: preview.Redact(o)}, true
		})
	}
	code := func(codes ...reference.Code) func(wire.Verdict) bool {
		return func(v wire.Verdict) bool {
			for _, c := range codes {
				if v.Code == string(c) {
					return true
				}
			}
			return false
		}
	}
	saying := func(f func(wire.Request) string) defect {
		return after(func(req wire.Request, ans wire.Answer) wire.Answer {
			if v, ok := ans.(wire.Verdict); ok && !v.Accepted {
				v.Message += ": " + f(req)
				return v
			}
			return ans
		})
	}
	constant := func(c string) defect {
		return restating(func(wire.Verdict) bool { return true }, func(v *wire.Verdict) { v.Code = c })
	}
	return []Mutant{
		s.verdict("preview/lenient", "previews any object, legal or not", "a logger that never fails", shownAnyway(func(wire.Verdict) bool { return true }), reference.RD13),
		s.verdict("preview/lenient-texts", "previews actions with wrong texts", "a logger that never fails", shownAnyway(code(reference.ActionTextInvalid)), reference.RD13),
		s.verdict("preview/lenient-input", "previews calls without input", "a logger that never fails", shownAnyway(code(reference.ActionInputMissing)), reference.RD13),
		s.verdict("preview/lenient-type", "previews unknown types", "a logger that never fails", shownAnyway(code(reference.ActionTypeUnsupported)), reference.RD13),
		s.verdict("preview/lenient-version", "previews any version", "a logger that never fails", shownAnyway(code(reference.ActionVersionMissing, reference.ActionVersionUnsupported)), reference.RD13),
		s.verdict("preview/as-message", "previews what has no type as a message", "defaults", secondGuessing(root, having("type", "", tagless)), reference.RD13),
		s.verdict("preview/container", "previews what is no object", "String(value)", answering(func(req wire.Request) (wire.Answer, bool) {
			if inputOf(req).Kind() == value.KindObject {
				return nil, false
			}
			return wire.Preview{Value: value.String("[no action]")}, true
		}), reference.RD13),
		s.verdict("preview/crash-null", "crashes on what is no object", "property of undefined", crashing(inputs(isKind(value.KindNull, value.KindUndefined, value.KindString, value.KindBool, value.KindNumber, value.KindArray))), reference.RD13),
		s.reason("preview/own-code", "refuses with a code of its own", "one code for all", constant("PREVIEW_FAILED"), reference.RD13),
		s.reason("preview/one-code", "refuses everything as ACTION_INVALID", "one code for all", constant(string(reference.ActionInvalid)), reference.RD13),
		s.reason("preview/type-code", "refuses an unknown type as an invalid one", "one code for two faults", recoding(reference.ActionTypeUnsupported, reference.ActionTypeInvalid), reference.RD13),
		s.reason("preview/text-code", "refuses a wrong text as an unsupported type", "one code for two faults", recoding(reference.ActionTextInvalid, reference.ActionTypeUnsupported), reference.RD13),
		s.reason("preview/input-code", "refuses a missing input as a wrong text", "one code for two faults", recoding(reference.ActionInputMissing, reference.ActionTextInvalid), reference.RD13),
		s.reason("preview/object-code", "refuses what is no object as an invalid type", "one code for two faults", recoding(reference.ActionNotObject, reference.ActionTypeInvalid), reference.RD13),
		s.reason("preview/echo", "repeats the refused value", "exceptions with the value", saying(func(req wire.Request) string { return said(inputOf(req)) }), reference.RD14),
		s.reason("preview/echo-redacted", "repeats the refused value after redaction by name", "trust in redaction", saying(func(req wire.Request) string { return said(preview.Redact(inputOf(req))) }), reference.RD14),
		s.reason("preview/echo-type", "repeats an unknown type", "unsupported type: x", saying(func(req wire.Request) string { return said(memberOf(req, "type")) }), reference.RD14),
		s.reason("preview/echo-names", "repeats the names of unknown members", "unexpected field: x", saying(func(req wire.Request) string {
			o, _ := inputOf(req).(value.Object)
			var names []string
			for _, m := range o {
				names = append(names, m.Name)
			}
			return strings.Join(names, " ")
		}), reference.RD14),
		s.reason("preview/echo-base64", "repeats the refused value in base64", "attachments for later", saying(func(req wire.Request) string { return inBase64(said(inputOf(req))) }), reference.RD14),
		s.reason("preview/echo-short", "repeats the first 200 characters of the value", "shortened logs", saying(func(req wire.Request) string {
			text := said(inputOf(req))
			return text[:min(200, len(text))]
		}), reference.RD14),
		s.reason("preview/echo-pointer", "names the refused value as the place", "pointers that hold values", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			if v, ok := ans.(wire.Verdict); ok && !v.Accepted {
				v.Pointer = "/" + said(inputOf(req))
				return v
			}
			return ans
		}), reference.RD14),
	}
}

// identityMutants lose or change what tells actions apart.
func identityMutants() []Mutant {
	s := previewed()
	changed := func(id, title, source string, e edit) Mutant {
		return s.verdict("preview/"+id, title, source, repreviewing(e), reference.RD12)
	}
	in := func(names []string, f func(string) string) edit {
		return func(o value.Object) (value.Object, bool) {
			for _, n := range names {
				o, _ = mappingText(n, f)(o)
			}
			return o, true
		}
	}
	ids, hidden := []string{"callId", "tool"}, value.String(preview.Placeholder)
	opaque := func(s string) string {
		if strings.ContainsAny(s, "0123456789") {
			return preview.Placeholder
		}
		return s
	}
	return []Mutant{
		changed("no-type", "leaves the type out", "summaries", dropping("type")),
		changed("no-call-id", "leaves the callId out", "summaries", dropping("callId")),
		changed("no-tool", "leaves the tool out", "summaries", dropping("tool")),
		changed("hidden-call-id", "hides the callId", "ids taken for secrets", setting("callId", hidden)),
		changed("hidden-tool", "hides the tool", "hiding all texts", setting("tool", hidden)),
		changed("hidden-type", "hides the type", "hiding all texts", setting("type", hidden)),
		changed("opaque-ids", "hides ids that look random", "entropy", in(ids, opaque)),
		changed("sensitive-ids", "hides ids that hold a sensitive word", "redaction by value", in(ids, func(s string) string {
			if strings.Contains(s, "token") || strings.Contains(s, "password") || strings.Contains(s, "secret") {
				return preview.Placeholder
			}
			return s
		})),
		changed("short-ids", "cuts ids to eight characters", "narrow columns", in(ids, func(s string) string { return s[:min(8, len(s))] })),
		changed("lower-ids", "writes ids in small letters", "normalisation", in(ids, strings.ToLower)),
		changed("ascii-ids", "replaces what is not ASCII in ids", "old terminals", in(ids, func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0x7f || r == '"' || r == '\\' {
					return '?'
				}
				return r
			}, s)
		})),
		changed("kind-of-type", "names the type in other words", "titles", in([]string{"type"}, func(s string) string { return "a " + strings.ReplaceAll(s, "_", " ") })),
	}
}
