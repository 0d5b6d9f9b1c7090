package derive

import (
	"bytes"
	"strings"

	secrets "github.com/actionconform/conform/conformance/canary"
	play "github.com/actionconform/conform/conformance/scenario"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// planted stands for the secret in a value until [fill] replaces it.
const planted = "\ufdd0planted"

// fill puts a canary where a value says planted.
func fill(v value.Value, c string) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(strings.ReplaceAll(string(v), planted, c))
	case value.Array:
		out := make(value.Array, len(v))
		for i, e := range v {
			out[i] = fill(e, c)
		}
		return out
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Name: m.Name, Value: fill(m.Value, c)}
		}
		return out
	case value.Undefined, value.Null, value.Bool, value.Number, value.Host:
	}
	return v
}

// Planted returns the requests of a case with a fresh secret in the place of its canary, and that secret, if
// there is one.
func (c *Case) Planted(k secrets.Key) ([]wire.Request, []secrets.Secret) {
	if c.Form == nil {
		return c.Requests, nil
	}
	fresh := k.Secret(c.ID, *c.Form)
	p := planter{secrets.StandIn(*c.Form).Written(), fresh.Written()}
	out := make([]wire.Request, len(c.Requests))
	for i, req := range c.Requests {
		out[i] = p.request(req)
	}
	return out, []secrets.Secret{fresh}
}

// PlantedScenario returns the scenario of a case of steps with fresh secrets in the places of its canaries,
// and those secrets.
func (c *Case) PlantedScenario(k secrets.Key) (*play.Scenario, []secrets.Secret) {
	s := c.Scenario
	var fresh []secrets.Secret
	var pairs []string
	for _, stand := range s.Canaries {
		secret := k.Secret(c.ID+"/"+stand, stepSecret)
		fresh = append(fresh, secret)
		pairs = append(pairs, stand, secret.Text)
	}
	texts := strings.NewReplacer(pairs...)
	return s.Mapped(texts.Replace), fresh
}

// planter puts one text in the place of another.
type planter struct{ from, to string }

func (p planter) request(req wire.Request) wire.Request {
	switch req := req.(type) {
	case wire.ParseRequest:
		req.Value = p.value(req.Value)
		return req
	case wire.RouteRequest:
		req.Value = p.value(req.Value)
		return req
	case wire.PreviewRequest:
		req.Value = p.value(req.Value)
		return req
	case wire.DecodeRequest:
		req.Text = bytes.ReplaceAll(req.Text, []byte(p.from), []byte(p.to))
		return req
	case wire.ToolCall:
		req.Args = p.value(req.Args)
		return req
	case wire.Exchange:
		return req
	case wire.InvokeRequest:
		req.Viewer, req.Args, req.Store = p.object(req.Viewer), p.value(req.Args), p.object(req.Store)
		return req
	case wire.StepRequest:
	default: // nothing to do for the others
	case wire.AssembleRequest: // no secret is planted there
	}
	return req
}

func (p planter) value(v value.Value) value.Value {
	switch v := v.(type) {
	case value.String:
		return value.String(strings.ReplaceAll(string(v), p.from, p.to))
	case value.Number:
		return value.Number(strings.ReplaceAll(string(v), p.from, p.to))
	case value.Array:
		out := make(value.Array, len(v))
		for i, e := range v {
			out[i] = p.value(e)
		}
		return out
	case value.Object:
		return p.object(v)
	case value.Host:
		return value.Host{Name: v.Name, Args: p.object(v.Args)}
	case value.Undefined, value.Null, value.Bool:
	}
	return v
}

func (p planter) object(o value.Object) value.Object {
	out := make(value.Object, len(o))
	for i, m := range o {
		out[i] = value.Member{Name: strings.ReplaceAll(m.Name, p.from, p.to), Value: p.value(m.Value)}
	}
	return out
}
