package mutants

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/actionconform/conform/reference/contract"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func thrown(r wire.InvokeRequest) string { return text(r.Store, wire.StoreThrows) }

// telling adds to the message of failures what a function says about the call.
func telling(f func(wire.InvokeRequest) string) defect {
	return failing(func(r wire.InvokeRequest, e value.Object) value.Object {
		return e.With("message", value.String(text(e, "message")+": "+f(r)))
	})
}

// toolFaultMutants make the wrong thing of a store that fails.
func toolFaultMutants() []Mutant {
	s := tools()
	fails := func(r wire.InvokeRequest) bool { return r.Store.Has(wire.StoreThrows) }
	kind := func(k string) func(wire.InvokeRequest) bool {
		return func(r wire.InvokeRequest) bool { return text(r.Store, wire.StoreKind) == k }
	}
	return []Mutant{
		refunds().verdict("tool/rate-limited-internal", "does not know a rate limit", "catch-all handlers", recast(contract.RateLimited, contract.Internal, always), "TC-15"),
		refunds().verdict("tool/unavailable-rate-limited", "takes unavailable for a rate limit", "swapped codes", recast(contract.Unavailable, contract.RateLimited, always), "TC-15"),
		refunds().verdict("tool/conflict-internal", "does not know a conflict of the store", "catch-all handlers", recast(contract.Conflict, contract.Internal, kind("conflict")), "TC-15"),
		s.verdict("tool/unforeseen-unavailable", "calls every failure unavailable", "catch-all handlers", recast(contract.Internal, contract.Unavailable, fails), "TC-16"),
		s.verdict("tool/unforeseen-kind", "makes a code of the kind of a failure", "error.code passed through", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if k := text(r.Store, wire.StoreKind); codeOf(e) == contract.Internal && k != "" {
				return failure(contract.Code(strings.ToUpper(k)))
			}
			return e
		}), "TC-16"),
		s.verdict("tool/code-from-text", "guesses the code from the text of a failure", "matching messages", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if codeOf(e) == "" || codeOf(e) == contract.InvalidArgument {
				return e
			}
			for words, code := range map[string]contract.Code{"NOT_FOUND": contract.NotFound, "permission": contract.Forbidden, "INVALID": contract.InvalidArgument, "timeout": contract.Unavailable, "429": contract.RateLimited} {
				if strings.Contains(thrown(r), words) {
					return failure(code)
				}
			}
			return e
		}), "TC-16", "TC-15"),
		s.verdict("tool/text-is-envelope", "passes on an envelope it finds in the text of a failure", "proxies of tools", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if v, err := value.Parse([]byte(thrown(r))); err == nil && codeOf(e) == contract.Internal {
				return v
			}
			return e
		}), "TC-16"),
		s.verdict("tool/failure-empty", "takes a failure without a text for no failure", "if (err.message)", serving(contract.Internal, func(r wire.InvokeRequest) bool { return fails(r) && thrown(r) == "" }), "TC-16"),
		s.verdict("tool/failure-swallowed", "serves what it can when the store fails", "empty catch", serving(contract.Internal, fails), "TC-16"),
		refunds().verdict("tool/write-failure-swallowed", "does not notice that a write failed", "fire and forget", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if text(r.Store, wire.StoreOn) == wire.OnWrite && slices.Contains([]contract.Code{contract.Internal, contract.Conflict, contract.RateLimited, contract.Unavailable}, codeOf(e)) {
				return value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: served(r)}}
			}
			return e
		}), "TC-15", "TC-16"),
		s.verdict("tool/throws", "lets failures of the store through as exceptions", "tool contract lesson, uncaught exceptions", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			r, _ := req.(wire.InvokeRequest)
			e, _ := ans.(wire.Envelope)
			o, _ := e.Value.(value.Object)
			if fails(r) && codeOf(o) != contract.InvalidArgument {
				return wire.Envelope{Threw: thrown(r) + " "}
			}
			return ans
		}), "TC-01", "TC-15", "TC-16", "TC-18"),
		s.reason("tool/leaks-text", "says the whole text of a failure", "tool contract lesson, errors", telling(thrown), "TC-18"),
		s.reason("tool/leaks-first-line", "says the first line of a failure", "err.message", telling(func(r wire.InvokeRequest) string {
			line, _, _ := strings.Cut(thrown(r), "\n")
			return line
		}), "TC-18"),
		s.reason("tool/leaks-stack-member", "adds the stack to the error", "error serialisers", failing(func(r wire.InvokeRequest, e value.Object) value.Object {
			if t := thrown(r); t != "" {
				return append(slices.Clone(e), value.Member{Name: "stack", Value: value.String(t)})
			}
			return e
		}), "TC-18", "TC-01"),
		s.reason("tool/leaks-encoded", "adds the failure in base64 for support", "opaque references that are not", telling(func(r wire.InvokeRequest) string {
			return base64.StdEncoding.EncodeToString([]byte(thrown(r)))
		}), "TC-18"),
		s.reason("tool/leaks-arguments", "says which arguments it refused, with their values", "validators' messages", failing(func(r wire.InvokeRequest, e value.Object) value.Object {
			if text(e, "code") != string(contract.InvalidArgument) {
				return e
			}
			return e.With("message", value.String("invalid: "+said(r.Args)))
		}), "TC-25", "TC-26"),
		s.reason("tool/leaks-own-stack", "says where in its source it refused", "debug mode", failing(func(_ wire.InvokeRequest, e value.Object) value.Object {
			return e.With("message", value.String("refused\n    at check (/srv/app/src/tool.js:12:9)"))
		}), "TC-18"),
		s.reason("tool/internals-always", "puts its source path into every answer", "debug mode", enveloping(func(_ wire.InvokeRequest, e value.Object) value.Value {
			return append(slices.Clone(e), value.Member{Name: "debug", Value: value.String("File \"/srv/app/tool.py\", line 12")})
		}), "TC-18", "TC-01"),
	}
}

// unbroken are the calls that fail because of the result.
func unbroken(r wire.InvokeRequest) bool { return !r.Store.Has(wire.StoreThrows) }

// toolResultMutants return what breaks the contract, or not what was asked for.
func toolResultMutants() []Mutant {
	s := tools()
	repairing := func(f func(name string, v value.Value) (value.Value, bool)) defect {
		return enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if codeOf(e) != contract.Internal || !unbroken(r) {
				return e
			}
			data, repaired := served(r), false
			for i := range data {
				v, ok := f(data[i].Name, data[i].Value)
				if ok {
					data[i].Value, repaired = v, true
				}
			}
			if !repaired {
				return e
			}
			return value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: data}}
		})
	}
	raw := func(r wire.InvokeRequest) string { return said(served(r)) }
	whole := func(r wire.InvokeRequest, data value.Object) value.Value {
		out := slices.Clone(data)
		for _, m := range recordOf(r) {
			if !out.Has(m.Name) {
				out = append(out, m)
			}
		}
		return out
	}
	mapping := func(f func(value.Value) (value.Value, bool)) defect {
		return succeeding(func(_ wire.InvokeRequest, data value.Object) value.Value {
			out := value.Object{}
			for _, m := range data {
				v, keep := f(m.Value)
				if keep {
					out = append(out, value.Member{Name: m.Name, Value: v})
				}
			}
			return out
		})
	}
	return []Mutant{
		s.verdict("tool/result-unchecked", "does not check its result", "tool contract lesson, output validation", serving(contract.Internal, unbroken), "TC-19", "TC-20"),
		s.verdict("tool/result-kinds-only", "checks the kinds of its result, but no enumeration, pattern or length", "static types", repairing(func(_ string, v value.Value) (value.Value, bool) {
			return v, v.Kind() == value.KindString || v.Kind() == value.KindArray
		}), "TC-19"),
		s.verdict("tool/result-coerced", "turns wrong members of its result into texts", "String(x)", repairing(func(name string, v value.Value) (value.Value, bool) {
			if v.Kind() == value.KindString || name == "comments" || name == "tags" || name == "internalComments" {
				return v, false
			}
			return value.String(said(v)), true
		}), "TC-19", "TC-20"),
		s.verdict("tool/result-elements-unchecked", "does not look into lists of its result", "shallow checks", repairing(func(_ string, v value.Value) (value.Value, bool) {
			_, isArray := v.(value.Array)
			return v, isArray
		}), "TC-19"),
		s.verdict("tool/result-defaulted", "fills in what its result lacks", "?? defaults", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if codeOf(e) != contract.Internal || !unbroken(r) {
				return e
			}
			data := served(r)
			for i := range data {
				if data[i].Value.Kind() == value.KindNull {
					data[i].Value = value.String("")
				}
			}
			return value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: data}}
		}), "TC-19"),
		s.verdict("tool/result-optional-unchecked", "does not check optional members of its result", "required only", repairing(func(name string, v value.Value) (value.Value, bool) {
			return v, name == "internalComments"
		}), "TC-19"),
		s.verdict("tool/result-broken-not-found", "takes a broken record for a missing one", "parse or null", recast(contract.Internal, contract.NotFound, unbroken), "TC-19"),
		s.reason("tool/result-raw", "shows the value that broke the contract", "validators' messages", failing(func(r wire.InvokeRequest, e value.Object) value.Object {
			if text(e, "code") != string(contract.Internal) {
				return e
			}
			return e.With("message", value.String("unexpected result "+raw(r)))
		}), "TC-20"),
		s.verdict("tool/result-whole-record", "returns the whole record", "spread of records", succeeding(whole), "TC-21"),
		s.verdict("tool/result-unnamed-members", "returns members of the record nobody named, but those it knows to be private", "deny-lists of members", succeeding(func(r wire.InvokeRequest, data value.Object) value.Value {
			out, _ := whole(r, data).(value.Object)
			for _, n := range []string{"team", "internal", "tenant", "state", "capturedCents", "cardToken"} {
				out = out.Without(n)
			}
			if r.Contract == refundTool {
				out = out.Without("id")
			}
			return out
		}), "TC-21"),
		tickets().verdict("tool/internal-always", "returns internal comments unasked", "serialise, then cut", succeeding(func(r wire.InvokeRequest, data value.Object) value.Value {
			if notes, ok := recordOf(r).Get("internal"); ok {
				return data.With("internalComments", notes)
			}
			return data
		}), "TC-21"),
		tickets().verdict("tool/internal-when-false", "returns internal comments where the flag is there, though false", "the `in` operator", succeeding(func(r wire.InvokeRequest, data value.Object) value.Value {
			o, _ := r.Args.(value.Object)
			if notes, ok := recordOf(r).Get("internal"); ok && o.Has("includeInternal") {
				return data.With("internalComments", notes)
			}
			return data
		}), "TC-21"),
		tickets().verdict("tool/internal-null", "has null for internal comments nobody asked for", "fixed structures", succeeding(func(_ wire.InvokeRequest, data value.Object) value.Value {
			if !data.Has("internalComments") {
				return data.With("internalComments", value.Null{})
			}
			return data
		}), "TC-21"),
		tickets().verdict("tool/internal-never", "never returns internal comments", "over-cautious cuts", succeeding(func(_ wire.InvokeRequest, data value.Object) value.Value {
			return data.Without("internalComments")
		}), "TC-28", "TC-21"),
		s.verdict("tool/empty-list-dropped", "leaves out empty lists", "omitempty", mapping(func(v value.Value) (value.Value, bool) {
			a, ok := v.(value.Array)
			return v, !ok || len(a) > 0
		}), "TC-22"),
		s.verdict("tool/empty-list-null", "has null for empty lists", "nil slices", mapping(func(v value.Value) (value.Value, bool) {
			if a, ok := v.(value.Array); ok && len(a) == 0 {
				return value.Null{}, true
			}
			return v, true
		}), "TC-22"),
		s.verdict("tool/null-dropped", "leaves out null", "serialisers that drop null", mapping(func(v value.Value) (value.Value, bool) { return v, v.Kind() != value.KindNull }), "TC-22"),
		s.verdict("tool/null-empty", "has an empty text for null", "?? ''", mapping(func(v value.Value) (value.Value, bool) {
			if v.Kind() == value.KindNull {
				return value.String(""), true
			}
			return v, true
		}), "TC-22"),
		s.verdict("tool/empty-text-dropped", "leaves out empty texts", "omitempty", mapping(func(v value.Value) (value.Value, bool) { return v, v != value.String("") }), "TC-22"),
		s.verdict("tool/text-trimmed", "strips blanks in its result", "tidying", mapping(func(v value.Value) (value.Value, bool) { return trimmedText(v), true }), "TC-28"),
		s.verdict("tool/text-ascii", "replaces what is not ASCII in its result", "encodings", mapping(func(v value.Value) (value.Value, bool) {
			if t, ok := v.(value.String); ok {
				return value.String(strings.Map(func(r rune) rune {
					if r > 0x7e || r < 0x20 {
						return '?'
					}
					return r
				}, string(t))), true
			}
			return v, true
		}), "TC-28"),
		s.verdict("tool/text-escaped", "escapes texts of its result", "HTML templates", mapping(func(v value.Value) (value.Value, bool) {
			if t, ok := v.(value.String); ok {
				return value.String(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(string(t))), true
			}
			return v, true
		}), "TC-28"),
		s.verdict("tool/text-cut", "cuts long texts of its result", "column widths", mapping(func(v value.Value) (value.Value, bool) {
			if t, ok := v.(value.String); ok && len(t) > 150 {
				return t[:150], true
			}
			return v, true
		}), "TC-28"),
		s.verdict("tool/list-cut", "returns the first item of lists only", "LIMIT 1", mapping(func(v value.Value) (value.Value, bool) {
			if a, ok := v.(value.Array); ok && len(a) > 1 {
				return a[:1], true
			}
			return v, true
		}), "TC-28"),
		s.verdict("tool/result-swapped", "returns the data of the first record, whoever asks", "caches without keys", succeeding(func(_ wire.InvokeRequest, data value.Object) value.Value {
			return data.With("id", value.String("TCK-000")).With("paymentId", value.String("pay_00000000"))
		}), "TC-28"),
	}
}
