package oracle

import (
	"fmt"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Judge says which answers to a request are legal for a target with the given policies. The error is
// for requests the table has no protocol for; an input is never an error.
func (o *Oracle) Judge(req wire.Request, policies wire.Policies) (Judgement, error) {
	switch req := req.(type) {
	case wire.ParseRequest:
		p, err := o.protocol(req.Protocol)
		if err != nil {
			return Judgement{}, err
		}
		return o.judgeValue(p, req.Value, policies), nil
	case wire.DecodeRequest:
		p, err := o.protocol(req.Protocol)
		if err != nil {
			return Judgement{}, err
		}
		return o.judgeText(p, req.Text, policies), nil
	case wire.RouteRequest:
		p, err := o.protocol(req.Protocol)
		if err != nil {
			return Judgement{}, err
		}
		return o.judgeRoute(p, req.Value, policies), nil
	case wire.PreviewRequest:
		p, err := o.protocol(req.Protocol)
		if err != nil {
			return Judgement{}, err
		}
		return o.judgePreview(p, req.Value, policies), nil
	case wire.AssembleRequest:
		p, err := o.protocol(req.Protocol)
		if err != nil {
			return Judgement{}, err
		}
		if p.Response == nil || p.Response.Stream == "" {
			return Judgement{}, fmt.Errorf("oracle: the responses of %s are not streamed", p.ID)
		}
		return o.judgeStream(p, req), nil
	case wire.ChatRequest:
		p, err := o.protocol(req.Protocol)
		if err != nil {
			return Judgement{}, err
		}
		if len(req.Choices) == 0 {
			return Judgement{}, fmt.Errorf("oracle: the scene %q has no choice", req.Scene)
		}
		return o.judgeValue(p, req.Choices[0], policies), nil
	case wire.InvokeRequest:
		c, ok := o.table.Contract(req.Contract)
		if !ok {
			return Judgement{}, fmt.Errorf("oracle: the table has no contract %q", req.Contract)
		}
		return o.judgeInvocation(c, req), nil
	default: // nothing to do for the others
	}
	return Judgement{}, fmt.Errorf("oracle: no rules for a request of type %T", req)
}

func (o *Oracle) protocol(id string) (*spec.Protocol, error) {
	p, ok := o.table.Protocol(id)
	if !ok {
		return nil, fmt.Errorf("oracle: the table has no protocol %q", id)
	}
	return p, nil
}

func (o *Oracle) judgeValue(p *spec.Protocol, v value.Value, policies wire.Policies) Judgement {
	r := &ruling{oracle: o}
	accepting := p.Rule(spec.RoleUnknown)
	if p.Response != nil {
		r.response(p, v, policies)
		accepting = p.Rule(spec.RoleProvenance)
	} else {
		r.tagged(p, v, policies)
	}
	return r.judgement(r.deciding(accepting), p.Rule(spec.RoleOrder))
}

func (o *Oracle) judgeText(p *spec.Protocol, text []byte, policies wire.Policies) Judgement {
	r := &ruling{oracle: o}
	r.text(p, text, func(r *ruling, v value.Value) {
		// The content of a response is judged by its tagged form; any other text is the value itself.
		if p.Tagged != nil {
			r.tagged(p, v, policies)
		} else {
			r.response(p, v, policies)
		}
	})
	return r.judgement(r.deciding(p.Rule(spec.RoleUnknown)), p.Rule(spec.RoleOrder))
}

func (o *Oracle) judgeRoute(p *spec.Protocol, v value.Value, policies wire.Policies) Judgement {
	j := o.judgeValue(p, v, policies)
	for i := range j.Legal {
		if !j.Legal[i].Accept || p.Tagged == nil {
			continue
		}
		action, _ := j.Legal[i].Action.(value.Object)
		tag, _ := action.Get(p.Tagged.Discriminator)
		name, _ := tag.(value.String)
		if state, ok := p.Tagged.State(string(name)); ok {
			j.Legal[i] = Outcome{Accept: true, Route: &Route{Handler: state.Handler, Terminal: state.Terminal}}
			j.Rule = p.Rule(spec.RoleRoute)
		}
	}
	j.Preferred = nil
	return j
}

// deciding is the last requirement evaluated, or a fallback where none was.
func (r *ruling) deciding(fallback string) string {
	if n := len(r.trace); n > 0 {
		return r.trace[n-1]
	}
	return fallback
}
