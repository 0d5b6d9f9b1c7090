package mutants

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/contract"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// toolMutants are the mutants of the tools that keep contracts.
func toolMutants() []Mutant {
	return slices.Concat(toolArgumentMutants(), toolNumberMutants(), toolIdentityMutants(), toolAccessMutants(),
		toolOrderMutants(), toolFaultMutants(), toolResultMutants(), toolEnvelopeMutants(), toolMemoryMutants())
}

// tools is every contract of the reference.
func tools() scope { return scope{reference.Contracts(), []wire.Operation{wire.OpInvoke}} }

const (
	readTicket = "read_ticket/1"
	refundTool = "refund_payment/1"
)

func tickets() scope { return scope{[]string{readTicket}, []wire.Operation{wire.OpInvoke}} }
func refunds() scope { return scope{[]string{refundTool}, []wire.Operation{wire.OpInvoke}} }

// calling changes the call before the tool sees it.
func calling(f func(wire.InvokeRequest) wire.InvokeRequest) defect {
	return before(func(req wire.Request) wire.Request {
		if r, ok := req.(wire.InvokeRequest); ok {
			return f(r)
		}
		return req
	})
}

// arguing changes arguments that are a plain object before the tool sees them.
func arguing(f func(value.Object) value.Object) defect {
	return calling(func(r wire.InvokeRequest) wire.InvokeRequest {
		if o, ok := r.Args.(value.Object); ok {
			r.Args = f(o)
		}
		return r
	})
}

// coercing changes the value of every argument before the tool sees it.
func coercing(f func(name string, v value.Value) value.Value) defect {
	return arguing(func(o value.Object) value.Object {
		out := slices.Clone(o)
		for i := range out {
			out[i].Value = f(out[i].Name, out[i].Value)
		}
		return out
	})
}

// enveloping changes what the tool returned.
func enveloping(f func(wire.InvokeRequest, value.Object) value.Value) defect {
	return after(func(req wire.Request, ans wire.Answer) wire.Answer {
		e, ok := ans.(wire.Envelope)
		r, isCall := req.(wire.InvokeRequest)
		o, isObject := e.Value.(value.Object)
		if !ok || !isCall || !isObject {
			return ans
		}
		e.Value = f(r, o)
		return e
	})
}

// failing changes the error of a call that failed.
func failing(f func(wire.InvokeRequest, value.Object) value.Object) defect {
	return enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
		inner, ok := e.Get("error")
		if !ok {
			return e
		}
		return e.With("error", f(r, inner.(value.Object)))
	})
}

// succeeding changes the data of a call that succeeded.
func succeeding(f func(wire.InvokeRequest, value.Object) value.Value) defect {
	return enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
		data, ok := e.Get("data")
		if !ok {
			return e
		}
		return e.With("data", f(r, data.(value.Object)))
	})
}

// serving lets calls succeed that failed with a code, where a condition holds.
func serving(code contract.Code, when func(wire.InvokeRequest) bool) defect {
	return enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
		if codeOf(e) != code || !when(r) {
			return e
		}
		return value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: served(r)}}
	})
}

// recast gives calls that failed with a code another one, where a condition holds.
func recast(from, to contract.Code, when func(wire.InvokeRequest) bool) defect {
	return enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
		if codeOf(e) != from || !when(r) {
			return e
		}
		return failure(to)
	})
}

// failure is an envelope as the reference has it.
func failure(code contract.Code) value.Object {
	return contract.Call(func(contract.Viewer, value.Value, contract.Store) (value.Object, error) {
		return nil, &contract.Error{Code: code}
	}, nil, value.Null{}, nil)
}

func codeOf(e value.Object) contract.Code {
	inner, _ := e.Get("error")
	o, _ := inner.(value.Object)
	code, _ := o.Get("code")
	s, _ := code.(value.String)
	return contract.Code(s)
}

func always(wire.InvokeRequest) bool { return true }

// recordOf is the record a call names, looked for as loosely as a careless tool does.
func recordOf(r wire.InvokeRequest) value.Object {
	args, _ := r.Args.(value.Object)
	if h, ok := r.Args.(value.Host); ok {
		own, _ := h.Args.Get("own")
		args, _ = own.(value.Object)
	}
	for _, collection := range r.Store {
		records, _ := collection.Value.(value.Array)
		for _, one := range records {
			record, _ := one.(value.Object)
			id, _ := record.Get("id")
			for _, name := range []string{"id", "paymentId"} {
				if key, ok := args.Get(name); ok && value.Equal(key, id) {
					return record
				}
			}
		}
	}
	return nil
}

// served is the data of a tool that checks nothing.
func served(r wire.InvokeRequest) value.Object {
	record := recordOf(r)
	args, _ := r.Args.(value.Object)
	out := value.Object{}
	take := func(name, from string, o value.Object) {
		if v, ok := o.Get(from); ok {
			out = append(out, value.Member{Name: name, Value: v})
		}
	}
	if r.Contract == readTicket {
		for _, n := range []string{"id", "title", "status", "comments"} {
			take(n, n, record)
		}
		if v, _ := args.Get("includeInternal"); v == value.Bool(true) {
			take("internalComments", "internal", record)
		}
		return out
	}
	out = append(out, value.Member{Name: "refundId", Value: value.String("rf_1")}, value.Member{Name: "status", Value: value.String("refunded")})
	take("paymentId", "paymentId", args)
	take("amountCents", "amountCents", args)
	take("note", "note", args)
	for _, n := range []string{"currency", "receiptUrl", "tags"} {
		take(n, n, record)
	}
	return out
}

// argumentNames are the arguments of a contract.
func argumentNames(contractID string) []string {
	if contractID == readTicket {
		return []string{"id", "includeInternal"}
	}
	return []string{"paymentId", "amountCents", "reason", "note", "lines"}
}

// droppingArgs drops unknown arguments for which a condition holds.
func droppingArgs(when func(value.Member) bool) defect {
	return calling(func(r wire.InvokeRequest) wire.InvokeRequest {
		if o, ok := r.Args.(value.Object); ok {
			r.Args = slices.DeleteFunc(slices.Clone(o), func(m value.Member) bool {
				return !slices.Contains(argumentNames(r.Contract), m.Name) && when(m)
			})
		}
		return r
	})
}

// renamingArgs takes unknown arguments for known ones whose spelling is the same once folded.
func renamingArgs(fold func(string) string) defect {
	return calling(func(r wire.InvokeRequest) wire.InvokeRequest {
		o, ok := r.Args.(value.Object)
		if !ok {
			return r
		}
		out := value.Object{}
		for _, m := range o {
			for _, known := range argumentNames(r.Contract) {
				if m.Name != known && fold(m.Name) == fold(known) {
					m.Name = known
				}
			}
			if !out.Has(m.Name) {
				out = append(out, m)
			}
		}
		r.Args = out
		return r
	})
}

func text(o value.Object, name string) string {
	v, _ := o.Get(name)
	s, _ := v.(value.String)
	return string(s)
}

func isKey(name string) bool { return name == "id" || name == "paymentId" }

func mapKey(f func(string) string) defect {
	return coercing(func(name string, v value.Value) value.Value {
		if s, ok := v.(value.String); ok && isKey(name) {
			return value.String(f(string(s)))
		}
		return v
	})
}

// toolArgumentMutants read arguments too loosely or too strictly.
func toolArgumentMutants() []Mutant {
	s := tools()
	unwrap := func(v value.Value) value.Value {
		if a, ok := v.(value.Array); ok && len(a) == 1 {
			return a[0]
		}
		return v
	}
	return []Mutant{
		s.verdict("tool/unknown-ignored", "ignores unknown arguments", "tool contract lesson, unknown fields", droppingArgs(func(value.Member) bool { return true }), "TC-03", "TC-07"),
		s.verdict("tool/unknown-null-ignored", "ignores unknown arguments that are null or undefined", "serialisers that drop null", droppingArgs(func(m value.Member) bool {
			k := m.Value.Kind()
			return k == value.KindNull || k == value.KindUndefined
		}), "TC-03"),
		s.verdict("tool/proto-ignored", "does not see arguments named as members of a prototype", "deny-lists with `in`", droppingArgs(func(m value.Member) bool {
			return slices.Contains([]string{"__proto__", "constructor", "prototype", "toString", "hasOwnProperty"}, m.Name)
		}), "TC-03"),
		s.verdict("tool/private-ignored", "ignores arguments that begin with a sign", "private members", droppingArgs(func(m value.Member) bool {
			return m.Name == "" || strings.ContainsAny(m.Name[:1], "_$")
		}), "TC-03"),
		s.verdict("tool/common-ignored", "takes arguments every tool of its framework has", "framework options", droppingArgs(func(m value.Member) bool {
			return slices.Contains([]string{"args", "arguments", "input", "format", "limit", "debug", "verbose", "dryRun", "force"}, m.Name)
		}), "TC-03"),
		s.verdict("tool/unknown-beside-ignored", "ignores unknown arguments where every known one is there", "counting arguments", arguing(func(o value.Object) value.Object {
			if !o.Has("id") && !(o.Has("paymentId") && o.Has("amountCents") && o.Has("reason")) {
				return o
			}
			return slices.DeleteFunc(slices.Clone(o), func(m value.Member) bool {
				return !slices.Contains(append(argumentNames(readTicket), argumentNames(refundTool)...), m.Name)
			})
		}), "TC-03"),
		s.verdict("tool/names-caseless", "compares names of arguments without case", "case-insensitive binders", renamingArgs(strings.ToLower), "TC-03"),
		s.verdict("tool/names-snake", "takes snake_case and kebab-case for camelCase", "binders with naming policies", renamingArgs(func(n string) string {
			return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(n))
		}), "TC-03"),
		s.verdict("tool/names-trimmed", "strips blanks around names of arguments", "form parsers", renamingArgs(func(n string) string { return strings.Trim(n, " \u200b") }), "TC-03"),
		s.verdict("tool/names-plural", "forgives a letter too many or too few", "fuzzy matching of arguments", renamingArgs(func(n string) string {
			return strings.TrimSuffix(strings.TrimSuffix(n, "s"), "d")
		}), "TC-03"),
		s.verdict("tool/container-list", "reads a list as its first element", "batched arguments", calling(func(r wire.InvokeRequest) wire.InvokeRequest {
			r.Args = unwrap(r.Args)
			return r
		}), "TC-02"),
		s.verdict("tool/container-text", "parses arguments given as a text", "double encoding undone", calling(func(r wire.InvokeRequest) wire.InvokeRequest {
			if t, ok := r.Args.(value.String); ok {
				if v, err := value.Parse([]byte(t)); err == nil {
					r.Args = v
				}
			}
			return r
		}), "TC-02"),
		s.verdict("tool/container-any", "takes any arguments that are no object as no arguments, and serves something", "args ?? {}", serving(contract.InvalidArgument, func(r wire.InvokeRequest) bool {
			_, isObject := r.Args.(value.Object)
			_, isHost := r.Args.(value.Host)
			return !isObject && !isHost
		}), "TC-02"),
		s.verdict("tool/container-host", "takes any host value for arguments", "typeof args === 'object'", serving(contract.InvalidArgument, func(r wire.InvokeRequest) bool {
			h, isHost := r.Args.(value.Host)
			return isHost && !h.Args.Has("own")
		}), "TC-24", "TC-02"),
		s.verdict("tool/host-refuses-frozen", "calls a plain object it cannot change not found", "mutating validators", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			r, _ := req.(wire.InvokeRequest)
			if h, ok := r.Args.(value.Host); ok && h.Args.Has("own") {
				return wire.Envelope{Value: failure(contract.NotFound)}
			}
			return ans
		}), "TC-24"),
		s.verdict("tool/null-crashes", "throws where the arguments are null", "Object.keys(null)", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			r, _ := req.(wire.InvokeRequest)
			if r.Args != nil && (r.Args.Kind() == value.KindNull || r.Args.Kind() == value.KindUndefined) {
				return wire.Envelope{Threw: "TypeError: Cannot convert undefined or null to object\n    at Function.keys (<anonymous>)\n    at run (/srv/app/tool.js:3:9)"}
			}
			return ans
		}), "TC-02", "TC-18"),
		s.verdict("tool/key-in-list", "takes a list of one for its element", "patterns tested on coerced values", coercing(func(_ string, v value.Value) value.Value { return unwrap(v) }), "TC-04"),
		s.verdict("tool/key-number", "takes the number of a key for the key", "templates", coercing(func(name string, v value.Value) value.Value {
			if n, ok := v.(value.Number); ok && isKey(name) {
				return value.String("TCK-" + string(n))
			}
			return v
		}), "TC-04"),
		s.verdict("tool/boxed", "unboxes boxed arguments", "valueOf", coercing(func(_ string, v value.Value) value.Value {
			if h, ok := v.(value.Host); ok && h.Name == "boxed" {
				return value.String("TCK-101")
			}
			return v
		}), "TC-04"),
		s.verdict("tool/null-is-absent", "takes an optional argument that is null for an absent one", "args.x == null", arguing(func(o value.Object) value.Object {
			return slices.DeleteFunc(slices.Clone(o), func(m value.Member) bool {
				return m.Value.Kind() == value.KindNull && slices.Contains([]string{"includeInternal", "note", "lines"}, m.Name)
			})
		}), "TC-04"),
		s.verdict("tool/undefined-is-absent", "takes an optional argument that is undefined for an absent one", "optional() of validators", arguing(func(o value.Object) value.Object {
			return slices.DeleteFunc(slices.Clone(o), func(m value.Member) bool { return m.Value.Kind() == value.KindUndefined })
		}), "TC-04"),
		tickets().verdict("tool/flag-text", "reads a flag from a text", "query strings", coercing(func(name string, v value.Value) value.Value {
			if t, ok := v.(value.String); ok && name == "includeInternal" {
				return value.Bool(t == "true" || t == "1" || t == "yes")
			}
			return v
		}), "TC-04"),
		tickets().verdict("tool/flag-truthy", "takes anything for a flag", "truthiness", coercing(func(name string, v value.Value) value.Value {
			if name != "includeInternal" {
				return v
			}
			switch v := v.(type) {
			case value.Bool:
				return v
			case value.Null, value.Undefined:
				return value.Bool(false)
			case value.Number:
				return value.Bool(v != "0")
			case value.String:
				return value.Bool(v != "")
			default:
				return value.Bool(true)
			}
		}), "TC-04"),
		tickets().verdict("tool/false-flag-refused", "refuses a flag that is false", "if (!args.x) throw", arguing(func(o value.Object) value.Object {
			if v, ok := o.Get("includeInternal"); ok && v == value.Bool(false) {
				return o.With("includeInternal", value.Null{})
			}
			return o
		}), "TC-28"),
		s.verdict("tool/key-newline", "lets a line break stand behind a key", "$ of Python and PCRE", mapKey(func(s string) string { return strings.TrimSuffix(s, "\n") }), "TC-05"),
		s.verdict("tool/key-multiline", "checks a key line by line", "^ and $ of Ruby", mapKey(func(s string) string {
			for _, line := range strings.Split(s, "\n") {
				if strings.HasPrefix(line, "TCK-") || strings.HasPrefix(line, "pay_") {
					return line
				}
			}
			return s
		}), "TC-05"),
		s.verdict("tool/key-other-digits", "takes digits of other scripts for digits", `\d of Python and .NET`, mapKey(func(s string) string {
			return strings.Map(func(r rune) rune {
				for _, zero := range []rune{'\u0660', '\uff10', '\u0966'} {
					if zero <= r && r <= zero+9 {
						return '0' + r - zero
					}
				}
				return r
			}, s)
		}), "TC-05"),
		s.verdict("tool/key-trimmed", "strips blanks and signs around a key", "trim()", mapKey(func(s string) string { return strings.Trim(s, " \t\r\n\x00\u200b") }), "TC-05"),
		s.verdict("tool/key-caseless", "takes a key in any case", "case-insensitive patterns", mapKey(func(s string) string {
			if strings.HasPrefix(strings.ToLower(s), "tck-") {
				return strings.ToUpper(s)
			}
			return strings.ToLower(s)
		}), "TC-05"),
		s.verdict("tool/key-search", "finds the pattern anywhere in a key", "re.search, unanchored patterns", mapKey(func(s string) string {
			for _, prefix := range []string{"TCK-", "pay_"} {
				if i := strings.Index(s, prefix); i >= 0 && len(s) >= i+7 {
					return s[i:min(len(s), i+map[string]int{"TCK-": 7, "pay_": 12}[prefix])]
				}
			}
			return s
		}), "TC-05"),
		s.verdict("tool/key-unchecked", "looks a malformed key up", "no input validation", recast(contract.InvalidArgument, contract.NotFound, func(r wire.InvokeRequest) bool {
			o, _ := r.Args.(value.Object)
			return text(o, "id")+text(o, "paymentId") != "" && recordOf(r) == nil
		}), "TC-05"),
		s.verdict("tool/missing-crashes", "throws where a required argument is missing", "args.id.match", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			r, _ := req.(wire.InvokeRequest)
			if o, ok := r.Args.(value.Object); ok && (!o.Has("id") && r.Contract == readTicket || r.Contract == refundTool && !(o.Has("paymentId") && o.Has("amountCents") && o.Has("reason"))) {
				return wire.Envelope{Threw: "Cannot read properties of undefined (reading 'match')"}
			}
			return ans
		}), "TC-06"),
		refunds().verdict("tool/reason-defaulted", "fills in a reason", "schema defaults", arguing(func(o value.Object) value.Object {
			if !o.Has("reason") {
				return o.With("reason", value.String("requested"))
			}
			return o
		}), "TC-06"),
		refunds().verdict("tool/amount-defaulted", "refunds one cent where no amount is given", "schema defaults", arguing(func(o value.Object) value.Object {
			if !o.Has("amountCents") {
				return o.With("amountCents", value.Number("1"))
			}
			return o
		}), "TC-06"),
		refunds().verdict("tool/reason-unchecked", "takes any word for a reason", "enumerations that are only described", coercing(func(name string, v value.Value) value.Value {
			if _, ok := v.(value.String); ok && name == "reason" {
				return value.String("requested")
			}
			return v
		}), "TC-05"),
		s.verdict("tool/inherited-counts", "takes arguments from a prototype", "the `in` operator", calling(func(r wire.InvokeRequest) wire.InvokeRequest {
			h, ok := r.Args.(value.Host)
			if !ok || h.Name != "inherited" {
				return r
			}
			own, _ := h.Args.Get("own")
			proto, _ := h.Args.Get("proto")
			r.Args = append(slices.Clone(own.(value.Object)), proto.(value.Object)...)
			return r
		}), "TC-23"),
		s.verdict("tool/throws-on-odd", "throws at arguments it did not expect", "no boundary around the tool", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			r, _ := req.(wire.InvokeRequest)
			if e, ok := ans.(wire.Envelope); ok {
				if o, isObject := e.Value.(value.Object); isObject && codeOf(o) == contract.InvalidArgument {
					return wire.Envelope{Threw: "TypeError: " + said(r.Args) + " is not a function\n    at run (/srv/app/tool.js:3:9)"}
				}
			}
			return ans
		}), "TC-01", "TC-18", "TC-25", "TC-26"),
	}
}
