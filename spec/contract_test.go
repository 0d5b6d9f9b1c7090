package spec_test

import (
	"strings"
	"testing"

	"github.com/actionconform/conform"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// notes is a small contract; each test below changes one line of it.
const notes = `version: 1
requirements: {MY-01: {level: MUST, class: contract, text: a note is for its owner, source: us}}
errors:
  INVALID_ARGUMENT: {layer: tool_input, message: bad}
  NOT_FOUND: {layer: permission, message: none}
  INTERNAL: {layer: execution, message: failed}
contracts:
  read_note/1:
    rules: {default: MY-01}
    input: {id: {kind: string, pattern: '^n[0-9]+$', example: n1}, full: {kind: bool, optional: true}}
    viewer: {user: [ann, bob]}
    store: {notes: [{id: n1, owner: ann, text: hello}]}
    lookup: {in: notes, by: id, arg: id}
    checks: [{code: NOT_FOUND, hides: true, unless: {of: record/owner, same_as: viewer/user}}]
    output: {text: {kind: string, from: record/text}}
`

func TestContractsAreLoadedStrictly(t *testing.T) {
	load(t, notes)
	for _, c := range []struct{ old, new, want string }{
		{"arg: id}", "arg: ids}", "there is no argument `ids`"},
		{"arg: id}", "arg: full}", "is optional"},
		{"in: notes", "in: pages", "has no records `pages`"},
		{"id: n1, owner", "id: x1, owner", "no legal `id`"},
		{"of: record/owner", "of: record/owners", "nothing is at the path `record/owners`"},
		{"same_as: viewer/user", "same_as: viewer/team", "nothing is at the path `viewer/team`"},
		{"same_as: viewer/user", "same_as: viewer/user, is: ann", "one of `is`, `same_as` and `over`"},
		{"code: NOT_FOUND, hides", "code: GONE, hides", "answers `NOT_FOUND`"},
		{"code: NOT_FOUND, hides: true", "code: NOPE", "there is no error code `NOPE`"},
		{"example: n1", "example: m1", "not legal for its own member"},
		{", example: n1", "", "needs an example"},
		{"'^n[0-9]+$'", "'^n(?=x)$'", "not a regular expression"},
		{"kind: bool", "kind: boolean", "unknown kind of member `boolean`"},
		{"kind: bool", "kind: bool, min: 3", "has no `min`"},
		{"user: [ann, bob]", "user: []", "has no values"},
		{"rules: {default: MY-01}", "rules: {hides: MY-01}", "needs `rules` with `default`"},
		{"rules: {default: MY-01}", "rules: {default: MY-01, hide: MY-01}", "unknown role `hide`"},
		{"read_note/1", "read_note", "is not an id of a contract"},
		{"from: record/text", "from: record/text, value: x", "has `from` or `value`, not both"},
		{"    viewer:", "    faults: {busy: BUSY}\n    viewer:", "there is no error code `BUSY`"},
		{"    viewer:", "    same_rules_as: none/1\n    viewer:", "no contract before this one"},
		{"INTERNAL: {layer", "INTERN: {layer", "there is no error code `INTERNAL`"},
	} {
		text := strings.Replace(notes, c.old, c.new, 1)
		if text == notes {
			t.Fatalf("%q is not in the table", c.old)
		}
		_, err := spec.Load(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s -> %s: got %v, want a fault about %s", c.old, c.new, err, c.want)
		}
	}
}

func TestTheMatrixIsBounded(t *testing.T) {
	text := strings.Replace(notes, "full: {kind: bool, optional: true}", "a: {kind: bool}, b: {kind: bool}, c: {kind: bool}, d: {kind: bool}, e: {kind: bool}, f: {kind: bool}, g: {kind: bool}", 1)
	if _, err := spec.Load(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "more than 4096 cells") {
		t.Errorf("got %v", err)
	}
}

func TestShapesAdmit(t *testing.T) {
	table, err := conform.Table()
	if err != nil {
		t.Fatal(err)
	}
	c, _ := table.Contract("refund_payment/1")
	amount, _ := c.Argument("amountCents")
	lines, _ := c.Argument("lines")
	line := func(quantity value.Value) value.Value {
		return value.Array{value.Object{{Name: "sku", Value: value.String("x")}, {Name: "quantity", Value: quantity}}}
	}
	for _, tt := range []struct {
		shape spec.Shape
		value value.Value
		want  bool
	}{
		{amount.Shape, value.Number("1"), true}, {amount.Shape, value.Number("1000000"), true}, {amount.Shape, value.Number("1e3"), true},
		{amount.Shape, value.Number("0"), false}, {amount.Shape, value.Number("1000001"), false}, {amount.Shape, value.Number("1.5"), false},
		{amount.Shape, value.Number("NaN"), false}, {amount.Shape, value.Number("1e999999999"), false}, {amount.Shape, value.String("1"), false},
		{lines.Shape, value.Array{}, true}, {lines.Shape, line(value.Number("99")), true}, {lines.Shape, line(value.Number("100")), false},
		{lines.Shape, line(value.Null{}), false}, {lines.Shape, value.Array{value.Object{}}, false}, {lines.Shape, value.Object{}, false},
		{spec.Shape{Kind: spec.ShapeString, Nullable: true, MinLength: -1, MaxLength: 2}, value.Null{}, true},
		{spec.Shape{Kind: spec.ShapeString, MinLength: -1, MaxLength: 2}, value.String("äöü"), false},
		{spec.Shape{Kind: spec.ShapeString, MinLength: -1, MaxLength: 2}, value.String("äö"), true},
	} {
		if got := tt.shape.Admits(tt.value); got != tt.want {
			t.Errorf("%s %v: admitted is %v", tt.shape.Kind, tt.value, got)
		}
	}
}
