package oracle

import (
	"slices"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// judgePreview judges a preview: it is given wherever the value may be accepted, names the identity of the
// action, and is refused, with a code of parse, wherever the value may be refused. Fields are left open,
// for a preview owes its reader a category and no more. Whether an action that holds an exotic host value is
// shown or refused is left open too: not everything can be read for a log.
func (o *Oracle) judgePreview(p *spec.Protocol, v value.Value, policies wire.Policies) Judgement {
	j := o.judgeValue(p, v, policies)
	for _, o := range j.Legal {
		if o.Accept && hasHost(o.Action) {
			return Judgement{Rule: j.Rule, Trace: j.Trace}
		}
	}
	j.Legal, j.Preferred = previews(p, j.Legal), previews(p, j.Preferred)
	return j
}

// hasHost reports whether a value is or holds an exotic one.
func hasHost(v value.Value) bool {
	switch v := v.(type) {
	case value.Host:
		return true
	case value.Array:
		return slices.ContainsFunc(v, hasHost)
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return hasHost(m.Value) })
	case value.Undefined, value.Null, value.Bool, value.Number, value.String:
	}
	return false
}

func previews(p *spec.Protocol, outcomes []Outcome) []Outcome {
	out := slices.Clone(outcomes)
	for i := range out {
		if !out[i].Accept {
			reasons := slices.Clone(out[i].Reasons)
			for k := range reasons {
				reasons[k].Field, reasons[k].AnyField = "", true
			}
			out[i].Reasons = reasons
			continue
		}
		action, _ := out[i].Action.(value.Object)
		out[i] = Outcome{Accept: true, Preview: &Preview{Identity: identity(p, action)}}
	}
	return out
}

// identity picks the members of an action that tell it apart.
func identity(p *spec.Protocol, action value.Object) value.Object {
	if p.Tagged == nil {
		return nil
	}
	tag, _ := action.Get(p.Tagged.Discriminator)
	out := value.Object{{Name: p.Tagged.Discriminator, Value: tag}}
	name, _ := tag.(value.String)
	state, ok := p.Tagged.State(string(name))
	if !ok {
		return out
	}
	for i := range state.Fields {
		f := &state.Fields[i]
		if v, ok := action.Get(f.Name); ok && f.Identity {
			out = append(out, value.Member{Name: f.Name, Value: v})
		}
	}
	return out
}
