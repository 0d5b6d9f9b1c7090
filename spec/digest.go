package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"maps"
	"slices"
	"strconv"

	"github.com/actionconform/conform/spec/value"
)

// Digest returns a hash of what the table says, as "sha256:" and 64 hexadecimal digits. Two tables have the
// same digest if and only if they say the same: comments, layout, shorthand and positions do not count; the
// order of rows does, because it is the order of cases and of judgement.
func (t *Table) Digest() string {
	d := digester{sha256.New()}
	d.text("conform table")
	d.text(strconv.Itoa(t.Version))
	each(d, t.Requirements, digester.requirement)
	each(d, t.Errors, digester.errorCode)
	each(d, t.Protocols, digester.protocol)
	if t.MCP != nil {
		for _, role := range slices.Sorted(maps.Keys(t.MCP)) {
			d.texts(string(role), t.MCP[role])
		}
	}
	if len(t.Contracts) > 0 {
		each(d, t.Contracts, digester.contract)
	}
	if t.Steps != nil {
		d.steps(t.Steps)
	}
	d.flag(t.Redaction != nil)
	if t.Redaction != nil {
		d.redaction(t.Redaction)
	}
	return "sha256:" + hex.EncodeToString(d.sum.Sum(nil))
}

// digester writes the parts of a table so that no two tables give the same bytes: every text goes with its
// length, every list with its count, and every optional part with whether it is there.
type digester struct{ sum hash.Hash }

func (d digester) text(s string) {
	d.sum.Write([]byte(strconv.Itoa(len(s)) + ":" + s)) // a hash never fails
}

func (d digester) texts(parts ...string) {
	for _, s := range parts {
		d.text(s)
	}
}

func (d digester) flag(b bool) { d.text(strconv.FormatBool(b)) }

func (d digester) list(list []string) {
	d.text(strconv.Itoa(len(list)))
	d.texts(list...)
}

func (d digester) languages(t Text) { d.texts(t.EN, t.ZH) }

func (d digester) value(v value.Value) {
	d.flag(v != nil)
	if v != nil {
		d.text(string(value.Encode(v)))
	}
}

func (d digester) object(o value.Object) {
	d.flag(o != nil)
	if o != nil {
		d.text(string(value.Encode(o)))
	}
}

// each writes a list with its count.
func each[T any](d digester, list []T, write func(digester, *T)) {
	d.text(strconv.Itoa(len(list)))
	for i := range list {
		write(d, &list[i])
	}
}

func (d digester) requirement(r *Requirement) {
	d.texts(r.ID, string(r.Level), r.Class, r.Source)
	d.languages(r.Text)
	d.languages(r.Consequence)
	d.list(r.Aliases)
}

func (d digester) errorCode(c *ErrorCode) {
	d.texts(c.Code, c.Layer)
	d.flag(c.Retryable)
	d.languages(c.Message)
	d.languages(c.Advice)
}

func (d digester) protocol(p *Protocol) {
	d.text(p.ID)
	d.languages(p.Title)
	d.list(p.Operations)
	d.text(strconv.Itoa(len(p.Rules)))
	for _, role := range slices.Sorted(maps.Keys(p.Rules)) {
		d.texts(string(role), p.Rules[role])
	}
	d.text(strconv.Itoa(len(p.Codes)))
	for _, fault := range slices.Sorted(maps.Keys(p.Codes)) {
		d.text(string(fault))
		d.list(p.Codes[fault])
	}
	d.list(p.Policies)
	d.list(p.Future)
	d.flag(p.Tagged != nil)
	if p.Tagged != nil {
		d.tagged(p.Tagged)
	}
	d.flag(p.Response != nil)
	if p.Response != nil {
		d.response(p.Response)
	}
}

func (d digester) tagged(t *Tagged) {
	d.texts(t.Discriminator, string(t.Unknown))
	each(d, t.Header, digester.field)
	each(d, t.States, digester.state)
	each(d, t.Migrations, func(d digester, m *Migration) {
		d.text(m.Name)
		d.value(m.From)
		d.texts(m.States...)
	})
}

func (d digester) redaction(r *Redaction) {
	d.text(strconv.Itoa(len(r.Rules)))
	for _, role := range slices.Sorted(maps.Keys(r.Rules)) {
		d.texts(string(role), r.Rules[role])
	}
	d.list(r.Must)
	d.list(r.Should)
	d.list(r.LookAlikes)
	each(d, r.Secrets, func(d digester, s *SecretForm) {
		d.texts(s.Name, s.Text, string(s.Alphabet), s.Before, s.After)
		d.text(strconv.Itoa(s.Length))
		d.flag(s.Base64)
	})
}

func (d digester) state(s *State) {
	d.texts(s.Name, s.Handler, s.Terminal, s.Rule)
	d.languages(s.Title)
	each(d, s.Fields, digester.field)
	d.list(s.Forbids)
	d.object(s.Example)
}

func (d digester) field(f *Field) {
	d.texts(f.Name, string(f.Kind), f.Rule, f.MissingRule)
	d.flag(f.Optional)
	d.flag(f.Identity)
	d.value(f.Literal)
	d.list(f.Values)
	d.list(f.Missing)
	d.list(f.Invalid)
	d.list(f.Blank)
	d.list(f.Aliases)
}

func (d digester) response(r *Response) {
	c, f := r.Calls, r.Finish
	d.texts(r.Content, r.Incomplete)
	d.texts(c.At, c.ID, c.Name, c.Arguments, c.Type, c.TypeValue, string(c.Encoding), string(c.Limit))
	d.flag(c.Unique)
	d.text(f.At)
	d.list(f.Final)
	d.list(f.Calls)
	d.list(f.Incomplete)
	d.flag(f.Strict)
	d.flag(r.Control != nil)
	if r.Control != nil {
		d.texts(r.Control.Name, r.Control.Field)
	}
	d.object(r.Example)
	d.object(r.Final)
	if r.Items != nil {
		d.items(r.Items)
	}
	if c.Optional {
		d.text("optional")
	}
	if r.Stream != "" {
		d.texts("stream", string(r.Stream))
	}
}

func (d digester) items(i *Items) {
	d.texts("items", i.At, i.Type, i.Call, i.Text, i.TextAt)
	d.flag(i.Parts != nil)
	if i.Parts != nil {
		d.texts(i.Parts.At, i.Parts.Type, i.Parts.Text, i.Parts.TextAt)
	}
}
