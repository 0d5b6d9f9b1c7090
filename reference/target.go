package reference

import (
	"errors"
	"slices"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Hello is what the reference claims as a target: everything there is, with no policy declared.
func Hello() wire.Hello {
	hosts := []string{"undefined"}
	for _, kind := range value.HostKinds() {
		hosts = append(hosts, kind.Name)
	}
	return wire.Hello{
		Wire:     wire.Version,
		Name:     "reference",
		Language: "Go",
		Capabilities: wire.Capabilities{
			Operations: wire.Operations(),
			Chat:       []string{"plain", "stream", "history", string(wire.ChatCompletions), string(wire.ChatResponses), string(wire.ChatMessages)},
			Protocols:  Protocols(),
			Contracts:  Contracts(),
			HostValues: hosts,
			Numbers:    wire.NumbersExact,
			Text:       wire.TextBytes,
			Errors:     wire.ErrorsFields,
			Observes:   []string{wire.ObservesMutation, wire.ObservesGetterReads, wire.ObservesStore},
			Streams:    []string{wire.StreamEvents, wire.StreamBytes},
		},
	}
}

// Answer answers one request as a target under the given policies. It returns nil for a request about
// a protocol that is none of [Protocols], which no target is asked without having claimed it.
func Answer(req wire.Request, policies wire.Policies) wire.Answer {
	switch req := req.(type) {
	case wire.ParseRequest:
		p := parser{protocol: req.Protocol, opts: Options(policies)}
		before := snapshot(req.Value)
		a, err := p.parse(req.Value)
		return verdict(a, err, wire.Observed{Mutated: changed(before, req.Value), GetterReads: p.getterReads})
	case wire.DecodeRequest:
		a, err := Decode(req.Protocol, req.Text, Options(policies))
		return verdict(a, err, wire.Observed{})
	case wire.RouteRequest:
		a, err := Parse(req.Protocol, req.Value, Options(policies))
		if err != nil {
			return verdict(nil, err, wire.Observed{})
		}
		to := Route(a)
		return wire.Routing{Handler: string(to.Handler), Terminal: string(to.Terminal)}
	case wire.AssembleRequest:
		return assembled(req)
	case wire.PreviewRequest:
		before := snapshot(req.Value)
		shown, err := Preview(req.Protocol, req.Value, Options(policies))
		observed := wire.Observed{Mutated: changed(before, req.Value)}
		if err != nil {
			return verdict(nil, err, observed)
		}
		return wire.Preview{Value: shown, Observed: observed}
	case wire.ChatRequest:
		return converse(req)
	case wire.InvokeRequest:
		return invoke(req)
	default: // nothing to do for the others
	}
	return nil
}

// verdict makes an answer of what [Parse] returned.
func verdict(a Action, err error, observed wire.Observed) wire.Answer {
	if err == nil {
		v := wire.Accept(Encode(a))
		v.MigratedFrom = migratedFrom(a)
		v.Observed = observed
		return v
	}
	var refusal *Error
	if !errors.As(err, &refusal) {
		return nil
	}
	return wire.Verdict{
		Code:     string(refusal.Code),
		Field:    refusal.Field,
		Message:  refusal.Code.sentence(),
		Pointer:  refusal.Pointer,
		Offset:   refusal.Offset,
		Observed: observed,
	}
}

func migratedFrom(a Action) string {
	switch a := a.(type) {
	case Message:
		return a.MigratedFrom
	case ToolCall:
		return a.MigratedFrom
	case Finish:
		return a.MigratedFrom
	case RequestApproval:
		return a.MigratedFrom
	case CallTool, Final, AskUser, Completion:
		return "" // their protocols have one version
	}
	panic("reference: an action without a version")
}

// changed reports whether a value differs from its snapshot. What is nested too deep to be compared does
// not even equal itself; no parser here writes so deep.
func changed(before, after value.Value) bool {
	return !value.Equal(before, after) && value.Equal(before, before)
}

// snapshot copies a value as deep as it can be changed, so that a change shows.
func snapshot(v value.Value) value.Value {
	switch v := v.(type) {
	case value.Array:
		out := slices.Clone(v)
		for i := range out {
			out[i] = snapshot(out[i])
		}
		return out
	case value.Object:
		return snapshotMembers(v)
	case value.Host:
		return value.Host{Name: v.Name, Args: snapshotMembers(v.Args)}
	default:
		return v
	}
}

func snapshotMembers(o value.Object) value.Object {
	out := slices.Clone(o)
	for i := range out {
		out[i].Value = snapshot(out[i].Value)
	}
	return out
}
