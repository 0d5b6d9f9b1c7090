package mutants

import (
	"slices"
	"strings"

	"github.com/actionconform/conform/reference/contract"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// tenantOf is the attribute that says whose a record is.
func tenantOf(contractID string) string {
	if contractID == readTicket {
		return "team"
	}
	return "tenant"
}

// claiming takes identity from arguments, and the arguments away.
func claiming(f func(name string, v value.Value, r wire.InvokeRequest) (value.Object, bool)) defect {
	return calling(func(r wire.InvokeRequest) wire.InvokeRequest {
		o, ok := r.Args.(value.Object)
		if !ok {
			return r
		}
		rest := value.Object{}
		viewer := r.Viewer
		for _, m := range o {
			claims, claimed := f(m.Name, m.Value, r)
			if !claimed {
				rest = append(rest, m)
				continue
			}
			for _, c := range claims {
				viewer = viewer.With(c.Name, c.Value)
			}
		}
		r.Args, r.Viewer = rest, viewer
		return r
	})
}

// toolIdentityMutants believe what the arguments say about the caller.
func toolIdentityMutants() []Mutant {
	s := tools()
	named := func(names ...string) func(string, value.Value, wire.InvokeRequest) (value.Object, bool) {
		return func(name string, v value.Value, _ wire.InvokeRequest) (value.Object, bool) {
			return value.Object{{Name: name, Value: v}}, slices.Contains(names, name)
		}
	}
	return []Mutant{
		s.verdict("tool/role-from-args", "takes the role from the arguments", "tool contract lesson, identity", claiming(named("role")), "TC-07"),
		s.verdict("tool/tenant-from-args", "takes the tenant from the arguments", "tool contract lesson, identity", claiming(named("team", "tenant")), "TC-07"),
		s.verdict("tool/attributes-from-args", "takes any attribute from the arguments, under any of its names", "header-style identity", claiming(func(name string, v value.Value, _ wire.InvokeRequest) (value.Object, bool) {
			short := strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "viewer"), "user"), "_"))
			if strings.HasPrefix(name, "viewer") || strings.HasPrefix(name, "user") {
				return value.Object{{Name: short, Value: v}}, slices.Contains([]string{"id", "role", "team", "tenant"}, short)
			}
			return nil, false
		}), "TC-07"),
		s.verdict("tool/viewer-from-args", "takes the whole viewer from the arguments", "context objects among arguments", claiming(func(name string, v value.Value, _ wire.InvokeRequest) (value.Object, bool) {
			o, ok := v.(value.Object)
			return o, ok && slices.Contains([]string{"viewer", "user", "currentUser", "caller", "actor", "context", "identity", "session", "auth", "_meta"}, name)
		}), "TC-07"),
		s.verdict("tool/admin-flag", "believes a flag that says admin", "isAdmin", claiming(func(name string, v value.Value, r wire.InvokeRequest) (value.Object, bool) {
			if !slices.Contains([]string{"isAdmin", "admin", "sudo", "authorized", "internal", "skipAuth", "bypass", "permissions", "onBehalfOf"}, name) {
				return nil, false
			}
			role := "lead"
			if r.Contract == refundTool {
				role = "admin"
			}
			return value.Object{{Name: "role", Value: value.String(role)}}, true
		}), "TC-07"),
	}
}

// hiddenFrom reports whether a call names a record of another tenant.
func hiddenFrom(r wire.InvokeRequest) bool {
	record := recordOf(r)
	name := tenantOf(r.Contract)
	return record != nil && text(record, name) != text(r.Viewer, name)
}

// toolAccessMutants let callers see, or do, or learn of, what they must not.
func toolAccessMutants() []Mutant {
	s := tools()
	caseless := func(name string, words ...string) defect {
		return calling(func(r wire.InvokeRequest) wire.InvokeRequest {
			given := text(r.Viewer, name)
			for _, w := range words {
				if strings.EqualFold(strings.TrimSpace(given), w) || given != "" && strings.HasPrefix(given, w) || given != "" && strings.HasPrefix(w, given) && len(given) > 3 {
					r.Viewer = r.Viewer.With(name, value.String(w))
				}
			}
			return r
		})
	}
	saying := func(f func(wire.InvokeRequest) string) defect {
		return failing(func(r wire.InvokeRequest, e value.Object) value.Object {
			if text(e, "code") != string(contract.NotFound) {
				return e
			}
			return e.With("message", value.String(f(r)))
		})
	}
	return []Mutant{
		s.verdict("tool/no-tenancy", "serves records of other tenants", "insecure direct object reference", serving(contract.NotFound, hiddenFrom), "TC-09"),
		s.verdict("tool/hidden-forbidden", "says forbidden for records of other tenants", "tool contract lesson, existence", recast(contract.NotFound, contract.Forbidden, hiddenFrom), "TC-09", "TC-10"),
		s.reason("tool/hidden-message", "words a hidden record otherwise than a missing one", "tool contract lesson, existence", saying(func(r wire.InvokeRequest) string {
			if hiddenFrom(r) {
				return "not found in your team"
			}
			return "not found"
		}), "TC-10"),
		s.reason("tool/hidden-owner", "names the owner of a hidden record", "helpful messages", saying(func(r wire.InvokeRequest) string {
			return "not found " + text(recordOf(r), tenantOf(r.Contract))
		}), "TC-10", "TC-11"),
		s.reason("tool/not-found-id", "repeats the key it did not find", "helpful messages", saying(func(r wire.InvokeRequest) string {
			o, _ := r.Args.(value.Object)
			return text(o, "id") + text(o, "paymentId") + " not found"
		}), "TC-11"),
		s.reason("tool/hidden-envelope", "marks a hidden record with a member of its own", "debug members", failing(func(r wire.InvokeRequest, e value.Object) value.Object {
			if hiddenFrom(r) && text(e, "code") == string(contract.NotFound) {
				return append(slices.Clone(e), value.Member{Name: "hidden", Value: value.Bool(true)})
			}
			return e
		}), "TC-10", "TC-01"),
		s.verdict("tool/tenant-caseless", "compares tenants without case and by their beginnings", "LIKE in queries", calling(func(r wire.InvokeRequest) wire.InvokeRequest {
			name := tenantOf(r.Contract)
			given, record := text(r.Viewer, name), text(recordOf(r), name)
			if given == "" || record == "" {
				return r
			}
			folded := strings.TrimSpace(strings.ToLower(given))
			if strings.HasPrefix(record, folded) || strings.HasPrefix(folded, record) {
				r.Viewer = r.Viewer.With(name, value.String(record))
			}
			return r
		}), "TC-09"),
		s.verdict("tool/tenant-empty-sees-all", "shows everything to a viewer without a tenant, or one nobody knows", "filters left out when empty", serving(contract.NotFound, func(r wire.InvokeRequest) bool {
			return hiddenFrom(r) && !slices.Contains([]string{"platform", "billing", "acme", "globex"}, text(r.Viewer, tenantOf(r.Contract)))
		}), "TC-09", "TC-07"),
		s.verdict("tool/role-caseless", "compares roles without case and by their beginnings", "roles as prefixes", caseless("role", "lead", "finance", "admin"), "TC-12"),
		s.verdict("tool/role-unknown-may", "lets roles nobody knows do anything", "deny-lists", serving(contract.Forbidden, func(r wire.InvokeRequest) bool {
			role := text(r.Viewer, "role")
			return role != "agent" && role != "support"
		}), "TC-12", "TC-07"),
		s.verdict("tool/no-permission", "checks no permission", "permissions in the prompt", serving(contract.Forbidden, always), "TC-12"),
		s.verdict("tool/forbidden-not-found", "hides what is only forbidden", "one code for everything", recast(contract.Forbidden, contract.NotFound, always), "TC-12"),
		s.verdict("tool/forbidden-conflict", "says conflict for what is forbidden", "swapped codes", recast(contract.Forbidden, contract.Conflict, always), "TC-12"),
		tickets().verdict("tool/forbidden-trimmed", "serves the ticket without what was forbidden", "quiet degradation", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if codeOf(e) != contract.Forbidden {
				return e
			}
			return value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: served(r).Without("internalComments")}}
		}), "TC-12"),
		s.verdict("tool/missing-null", "answers a record that is not there with null", "find()", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			if codeOf(e) != contract.NotFound || recordOf(r) != nil {
				return e
			}
			return value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: value.Null{}}}
		}), "TC-08", "TC-10"),
		s.verdict("tool/missing-internal", "fails inside where there is no record", "unchecked find()", recast(contract.NotFound, contract.Internal, func(r wire.InvokeRequest) bool { return recordOf(r) == nil }), "TC-08", "TC-10"),
		refunds().verdict("tool/refunds-twice", "refunds what is refunded", "no business rule", serving(contract.Conflict, func(r wire.InvokeRequest) bool { return text(recordOf(r), "state") == "refunded" }), "TC-14"),
		refunds().verdict("tool/refunds-more", "refunds more than was captured", "no business rule", serving(contract.Conflict, func(r wire.InvokeRequest) bool { return text(recordOf(r), "state") != "refunded" }), "TC-14"),
		refunds().verdict("tool/refunds-less", "refuses to refund all that was captured", ">= for >", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			o, _ := r.Args.(value.Object)
			asked, _ := o.Get("amountCents")
			captured, _ := recordOf(r).Get("capturedCents")
			if codeOf(e) == "" && asked != nil && captured != nil && value.Equal(asked, captured) {
				return failure(contract.Conflict)
			}
			return e
		}), "TC-28"),
		refunds().verdict("tool/conflict-invalid", "calls a conflict an invalid argument", "one code for everything", recast(contract.Conflict, contract.InvalidArgument, always), "TC-14"),
	}
}

// toolOrderMutants judge the layers in another order.
func toolOrderMutants() []Mutant {
	s := tools()
	storeFails := func(r wire.InvokeRequest) bool { return r.Store.Has(wire.StoreThrows) }
	unchecked := func(r wire.InvokeRequest) wire.InvokeRequest {
		o, ok := r.Args.(value.Object)
		if !ok {
			return r
		}
		fixed := value.Object{}
		for _, n := range argumentNames(r.Contract) {
			v, _ := o.Get(n)
			if a, isArray := v.(value.Array); isArray && len(a) == 1 && isKey(n) {
				v = a[0]
			}
			if t, isText := v.(value.String); isText && isKey(n) {
				v = value.String(strings.TrimSpace(string(t)))
			}
			switch n {
			case "amountCents":
				v = value.Number("1")
			case "reason":
				v = value.String("fraud")
			case "note", "lines":
				continue
			case "includeInternal":
				if b, isBool := v.(value.Bool); !isBool || !bool(b) {
					continue
				}
			default:
			}
			if v != nil {
				fixed = append(fixed, value.Member{Name: n, Value: v})
			}
		}
		r.Args = fixed
		return r
	}
	// first judges a call that breaks two layers by a later one.
	first := func(when func(wire.InvokeRequest) bool, codes ...contract.Code) defect {
		return func(next answerer) answerer {
			return func(req wire.Request) wire.Answer {
				r, ok := req.(wire.InvokeRequest)
				ans := next(req)
				e, isEnvelope := ans.(wire.Envelope)
				o, isObject := e.Value.(value.Object)
				if !ok || !isEnvelope || !isObject || codeOf(o) != contract.InvalidArgument || !when(r) {
					return ans
				}
				other, _ := next(unchecked(r)).(wire.Envelope)
				if inner, isInner := other.Value.(value.Object); isInner && slices.Contains(codes, codeOf(inner)) {
					return other
				}
				return ans
			}
		}
	}
	return []Mutant{
		s.verdict("tool/store-before-arguments", "looks the record up before it checks the arguments", "tool contract lesson, order", first(func(r wire.InvokeRequest) bool { return storeFails(r) }, contract.Internal), "TC-13"),
		s.verdict("tool/access-before-arguments", "checks who may before it checks the arguments", "middleware order", first(always, contract.NotFound, contract.Forbidden), "TC-13", "TC-07"),
		s.verdict("tool/business-before-arguments", "checks the business rules before all of the arguments", "lazy validation", first(always, contract.Conflict), "TC-13"),
		s.verdict("tool/result-before-arguments", "checks the result before all of the arguments", "lazy validation", first(func(r wire.InvokeRequest) bool { return !storeFails(r) }, contract.Internal), "TC-13"),
		s.verdict("tool/permission-before-tenancy", "checks permission before tenancy", "tool contract lesson, order", recast(contract.NotFound, contract.Forbidden, func(r wire.InvokeRequest) bool {
			o, _ := r.Args.(value.Object)
			flag, _ := o.Get("includeInternal")
			role := text(r.Viewer, "role")
			return flag == value.Bool(true) && role != "lead" || role == "support"
		}), "TC-09", "TC-13"),
		s.verdict("tool/result-before-access", "checks the whole record before who may see it", "validate on load", enveloping(func(r wire.InvokeRequest, e value.Object) value.Value {
			record := recordOf(r)
			title, hasTitle := record.Get("title")
			receipt, hasReceipt := record.Get("receiptUrl")
			currency, hasCurrency := record.Get("currency")
			bad := hasTitle && title.Kind() != value.KindString || hasReceipt && receipt.Kind() == value.KindNumber || hasCurrency && currency.Kind() != value.KindString
			if bad && codeOf(e) != contract.InvalidArgument && !storeFails(r) {
				return failure(contract.Internal)
			}
			return e
		}), "TC-13"),
		refunds().verdict("tool/write-before-access", "writes before it checks who may", "optimistic writes", after(func(req wire.Request, ans wire.Answer) wire.Answer {
			r, _ := req.(wire.InvokeRequest)
			e, ok := ans.(wire.Envelope)
			o, _ := e.Value.(value.Object)
			if ok && slices.Contains([]contract.Code{contract.NotFound, contract.Forbidden, contract.Conflict}, codeOf(o)) {
				e.Observed.StoreChanged = true
				if text(r.Store, wire.StoreOn) == wire.OnWrite {
					e.Value = failure(contract.Internal)
				}
				return e
			}
			return ans
		}), "TC-27", "TC-13"),
		refunds().verdict("tool/business-before-permission", "checks the business rules before permission", "tool contract lesson, order", recast(contract.Forbidden, contract.Conflict, func(r wire.InvokeRequest) bool {
			o, _ := r.Args.(value.Object)
			return text(recordOf(r), "state") == "refunded" || o.Has("amountCents") && text(recordOf(r), "id") == "pay_00000003"
		}), "TC-12", "TC-13"),
	}
}
