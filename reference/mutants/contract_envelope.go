package mutants

import (
	"slices"
	"sync"

	"github.com/actionconform/conform/reference/contract"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// toolEnvelopeMutants answer in another form.
func toolEnvelopeMutants() []Mutant {
	s := tools()
	fixed := func(v value.Value) defect {
		return after(func(wire.Request, wire.Answer) wire.Answer { return wire.Envelope{Value: v} })
	}
	return []Mutant{
		s.reason("tool/envelope-extra", "adds a member to every envelope", "request ids", enveloping(func(_ wire.InvokeRequest, e value.Object) value.Value {
			return append(slices.Clone(e), value.Member{Name: "requestId", Value: value.String("r-1")})
		}), "TC-01"),
		s.verdict("tool/envelope-bare", "returns bare data", "returning the record", enveloping(func(_ wire.InvokeRequest, e value.Object) value.Value {
			if data, ok := e.Get("data"); ok {
				return data
			}
			return e
		}), "TC-01", "TC-28"),
		s.verdict("tool/envelope-text-flag", "says ok in a text", "stringly envelopes", enveloping(func(_ wire.InvokeRequest, e value.Object) value.Value {
			ok, _ := e.Get("ok")
			return e.With("ok", value.String(said(ok)))
		}), "TC-01"),
		s.verdict("tool/envelope-error-text", "has a text for an error", "error: message", enveloping(func(_ wire.InvokeRequest, e value.Object) value.Value {
			if inner, ok := e.Get("error"); ok {
				return e.With("error", value.String(text(inner.(value.Object), "message")))
			}
			return e
		}), "TC-01"),
		s.reason("tool/envelope-both", "has data beside the error, and an error beside the data", "fixed structures", enveloping(func(_ wire.InvokeRequest, e value.Object) value.Value {
			for _, n := range []string{"data", "error"} {
				if !e.Has(n) {
					return append(slices.Clone(e), value.Member{Name: n, Value: value.Null{}})
				}
			}
			return e
		}), "TC-01"),
		s.reason("tool/envelope-no-message", "has no message", "codes only", failing(func(_ wire.InvokeRequest, e value.Object) value.Object { return e.Without("message") }), "TC-01"),
		s.reason("tool/envelope-details", "adds details to the error", "problem details", failing(func(_ wire.InvokeRequest, e value.Object) value.Object {
			return append(slices.Clone(e), value.Member{Name: "details", Value: value.Array{}})
		}), "TC-01"),
		s.verdict("tool/html", "answers with a page", "gateways", fixed(value.String("<html><body>502 Bad Gateway</body></html>")), "TC-01"),
		s.verdict("tool/nothing", "answers with nothing", "missing return", fixed(value.Undefined{}), "TC-01"),
		s.verdict("tool/always-internal", "always fails inside", "broken deployments", fixed(failure(contract.Internal)), "TC-28"),
		s.verdict("tool/always-invalid", "refuses every call as invalid", "over-strict validators", fixed(failure(contract.InvalidArgument)), "TC-28"),
		s.verdict("tool/always-ok", "says ok to everything", "stubs", after(func(req wire.Request, _ wire.Answer) wire.Answer {
			r, _ := req.(wire.InvokeRequest)
			return wire.Envelope{Value: value.Object{{Name: "ok", Value: value.Bool(true)}, {Name: "data", Value: served(r)}}, Observed: wire.Observed{Mutated: true, StoreChanged: true}}
		}), "TC-02", "TC-27", "TC-30"),
		s.reason("tool/retryable-missing", "does not say what may be retried", "optional members", failing(func(_ wire.InvokeRequest, e value.Object) value.Object { return e.Without("retryable") }), "TC-17", "TC-01"),
		s.reason("tool/retryable-always", "says that everything may be retried", "tool contract lesson, retryable", failing(func(_ wire.InvokeRequest, e value.Object) value.Object { return e.With("retryable", value.Bool(true)) }), "TC-17"),
		s.reason("tool/retryable-never", "says that nothing may be retried", "defaults", failing(func(_ wire.InvokeRequest, e value.Object) value.Object { return e.With("retryable", value.Bool(false)) }), "TC-17"),
		s.reason("tool/retryable-internal", "says that internal failures may be retried", "5xx as retryable", failing(func(_ wire.InvokeRequest, e value.Object) value.Object {
			if text(e, "code") == string(contract.Internal) {
				return e.With("retryable", value.Bool(true))
			}
			return e
		}), "TC-17"),
		s.reason("tool/retryable-text", "says whether to retry in a text", "stringly envelopes", failing(func(_ wire.InvokeRequest, e value.Object) value.Object {
			retry, _ := e.Get("retryable")
			return e.With("retryable", value.String(said(retry)))
		}), "TC-17", "TC-01"),
	}
}

// toolMemoryMutants remember calls, or change what they are given.
func toolMemoryMutants() []Mutant {
	s := tools()
	// recalling answers a call that was answered before otherwise.
	recalling := func(key func(wire.InvokeRequest) string, f func(seen int, first, ans wire.Answer) wire.Answer) defect {
		return func(next answerer) answerer {
			var mu sync.Mutex
			counts, firsts := map[string]int{}, map[string]wire.Answer{}
			return func(req wire.Request) wire.Answer {
				ans := next(req)
				r, ok := req.(wire.InvokeRequest)
				if !ok {
					return ans
				}
				mu.Lock()
				defer mu.Unlock()
				k := key(r)
				seen := counts[k]
				counts[k]++
				if seen == 0 {
					firsts[k] = ans
				}
				return f(seen, firsts[k], ans)
			}
		}
	}
	whole := func(r wire.InvokeRequest) string {
		return r.Contract + string(value.Encode(value.Array{r.Viewer, r.Args, r.Store}))
	}
	argsOnly := func(r wire.InvokeRequest) string { return r.Contract + string(value.Encode(r.Args)) }
	return []Mutant{
		s.verdict("tool/cached-by-arguments", "serves a viewer what another got for the same arguments", "caches without the viewer", recalling(argsOnly, func(_ int, first, _ wire.Answer) wire.Answer { return first }), "TC-29", "TC-09", "TC-12"),
		s.verdict("tool/second-time-limited", "limits every second of equal calls by itself", "rate limiters that count by content", recalling(whole, func(seen int, _, ans wire.Answer) wire.Answer {
			if seen%2 == 1 {
				return wire.Envelope{Value: failure(contract.RateLimited)}
			}
			return ans
		}), "TC-29"),
		s.verdict("tool/third-time-fails", "fails at the third of equal calls", "leaks of connections", recalling(whole, func(seen int, _, ans wire.Answer) wire.Answer {
			if seen > 1 {
				return wire.Envelope{Threw: "pool exhausted"}
			}
			return ans
		}), "TC-29"),
		s.verdict("tool/changes-arguments", "writes defaults into its arguments", "args.x ??= y", after(func(_ wire.Request, ans wire.Answer) wire.Answer {
			e, ok := ans.(wire.Envelope)
			if !ok {
				return ans
			}
			e.Observed.Mutated = true
			return e
		}), "TC-30"),
		s.verdict("tool/changes-store", "counts every call in the store", "audit columns", after(func(_ wire.Request, ans wire.Answer) wire.Answer {
			e, ok := ans.(wire.Envelope)
			if !ok {
				return ans
			}
			e.Observed.StoreChanged = true
			return e
		}), "TC-27"),
		refunds().verdict("tool/does-nothing", "says that it refunded and does nothing", "stubs", after(func(_ wire.Request, ans wire.Answer) wire.Answer {
			e, ok := ans.(wire.Envelope)
			if !ok {
				return ans
			}
			e.Observed.StoreChanged = false
			return e
		}), "TC-27"),
	}
}
