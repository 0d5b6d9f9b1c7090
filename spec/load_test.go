package spec_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

func load(t *testing.T, text string) *spec.Table {
	t.Helper()
	table, err := spec.Load(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestBuiltinTable(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, p := range table.Protocols {
		ids = append(ids, p.ID)
	}
	want := []string{
		"agent-action/1", "agent-action/1+version", "agent-action/2", "jingwei-json/1", "native-tool/1", "openai-chat/1",
		"openai-responses/1", "anthropic-messages/1", "mcp-call/1",
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("protocols (-want +got):\n%s", diff)
	}
	lines := strings.Split(string(conform.BuiltinTable()), "\n")
	for _, r := range table.Requirements {
		if r.Text.ZH == "" || r.Consequence.EN == "" || r.Consequence.ZH == "" {
			t.Errorf("%s lacks a sentence", r.ID)
		}
		if got := lines[r.Pos.Line-1][r.Pos.Column-1:]; got != r.ID+":" {
			t.Errorf("%s: its position has %q", r.ID, got)
		}
	}
}

func TestPositionsAreThoseOfTheKeys(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(conform.BuiltinTable()), "\n")
	check := func(name string, pos spec.Position) {
		t.Helper()
		runes := []rune(lines[pos.Line-1])
		if got := string(runes[pos.Column-1:]); !strings.HasPrefix(got, name+":") {
			t.Errorf("%s: its position %v has %q", name, pos, got)
		}
	}
	for _, c := range table.Errors {
		check(c.Code, c.Pos)
	}
	for _, p := range table.Protocols {
		check(p.ID, p.Pos)
		if p.Response != nil {
			check("response", p.Response.Pos)
		}
		if p.Tagged == nil {
			continue
		}
		for _, s := range p.Tagged.States {
			check(s.Name, s.Pos)
			for _, f := range s.Fields {
				check(f.Name, f.Pos)
			}
		}
	}
}

// minimal is the smallest useful table.
const minimal = `
version: 1
requirements:
  MY-01: {level: MUST, class: parser, text: an order is whole, source: us}
protocols:
  order/1:
    rules: {default: MY-01}
    discriminator: op
    states:
      buy: {handler: tool_pipeline, fields: {item: text, count: integer}}
`

func TestMinimalTable(t *testing.T) {
	got := load(t, minimal).Protocols[0]
	want := spec.Protocol{
		ID: "order/1", Operations: []string{"parse", "decode", "route"}, Pos: spec.Position{Line: 6, Column: 3},
		Rules: map[spec.Role]string{"default": "MY-01"}, Codes: map[spec.Fault][]string{},
		Tagged: &spec.Tagged{
			Discriminator: "op", Unknown: spec.Drop,
			States: []spec.State{{
				Name: "buy", Handler: "tool_pipeline", Terminal: "none", Rule: "MY-01", Pos: spec.Position{Line: 10, Column: 7},
				Fields: []spec.Field{
					{Name: "item", Kind: spec.FieldText, Rule: "MY-01", Pos: spec.Position{Line: 10, Column: 46}},
					{Name: "count", Kind: spec.FieldInteger, Rule: "MY-01", Pos: spec.Position{Line: 10, Column: 58}},
				},
				Example: value.Object{
					{Name: "op", Value: value.String("buy")},
					{Name: "item", Value: value.String("sample item")},
					{Name: "count", Value: value.Number("1")},
				},
			}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSectionsComeInAnyOrder(t *testing.T) {
	head, rest, _ := strings.Cut(minimal, "requirements:")
	requirements, protocols, _ := strings.Cut(rest, "protocols:")
	swapped := head + "protocols:" + protocols + "requirements:" + requirements
	if a, b := load(t, minimal).Digest(), load(t, swapped).Digest(); a != b {
		t.Errorf("digests differ: %s, %s", a, b)
	}
}

func TestSharedStatesGetTheHeader(t *testing.T) {
	table := load(t, readBase(t))
	examples := map[string]string{}
	for _, p := range table.Protocols[:2] {
		for _, s := range p.Tagged.States {
			examples[p.ID+" "+s.Name] = string(value.Encode(s.Example))
		}
	}
	want := map[string]string{
		"one/1 say": `{"kind":"say","v":2,"words":"hello"}`, // the header follows the discriminator
		"one/1 act": `{"kind":"act","v":2,"tool":"t","times":3}`,
		"two/1 say": `{"kind":"say","words":"hello"}`, // two/1 has no header
		"two/1 act": `{"kind":"act","tool":"t","times":3}`,
		"two/1 end": `{"kind":"end","note":"sample note"}`,
	}
	if diff := cmp.Diff(want, examples); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := table.Protocols[1].Tagged.Discriminator; got != "kind" {
		t.Errorf("the discriminator of two/1 is %q", got)
	}
}

func TestSharedRulesAreOverridden(t *testing.T) {
	const more = "  three/1:\n    same_rules_as: one/1\n    rules: {names: XX-02}\n    same_states_as: one/1\n"
	p, _ := load(t, readBase(t)+more).Protocol("three/1")
	if got := p.Rule(spec.RoleNames); got != "XX-02" {
		t.Errorf("names is %s, not its own XX-02", got)
	}
	if got := p.Rule(spec.RoleContainer); got != "XX-01" {
		t.Errorf("container is %s, not XX-01 of one/1", got)
	}
	if diff := cmp.Diff([]string{"BAD"}, p.Codes[spec.FaultContainer]); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
	if p.Future != nil || p.Policies != nil {
		t.Error("literals of the future and policies are not shared")
	}
}

func TestDefaultsOfAField(t *testing.T) {
	say, _ := load(t, readBase(t)).Protocols[0].Tagged.State("say")
	words := say.Fields[0]
	if diff := cmp.Diff([]string{"BAD"}, words.Blank); diff != "" {
		t.Errorf("blank is not invalid (-want +got):\n%s", diff)
	}
	if words.Rule != "XX-02" || say.Fields[1].Rule != "XX-01" {
		t.Errorf("rules are %s and %s", words.Rule, say.Fields[1].Rule)
	}
}

func TestValuesKeepTheirSpelling(t *testing.T) {
	text := strings.Replace(minimal, "{item: text, count: integer}}",
		`{n: any}, example: {n: {z: 1e400, b: -0, a: [1.0, 0.10, 9007199254740993, 1e3], s: "1", t: yes, u: null, v: 'é'}, op: buy}}`, 1)
	got := string(value.Encode(load(t, text).Protocols[0].Tagged.States[0].Example))
	want := string(value.Encode(value.Object{
		{Name: "n", Value: value.Object{
			{Name: "z", Value: value.Number("1e400")},
			{Name: "b", Value: value.Number("-0")},
			{Name: "a", Value: value.Array{value.Number("1.0"), value.Number("0.10"), value.Number("9007199254740993"), value.Number("1e3")}},
			{Name: "s", Value: value.String("1")},
			{Name: "t", Value: value.String("yes")},
			{Name: "u", Value: value.Null{}},
			{Name: "v", Value: value.String("é")},
		}},
		{Name: "op", Value: value.String("buy")},
	}))
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestReaderFails(t *testing.T) {
	_, err := spec.Load(iotest.ErrReader(io.ErrUnexpectedEOF))
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the reader's error is lost: %v", err)
	}
}

func BenchmarkLoadBuiltin(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := conform.Table(); err != nil {
			b.Fatal(err)
		}
	}
}
