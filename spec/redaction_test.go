package spec_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/spec"
)

// readRedacting reads base.yaml with the section of redaction.yaml.
func readRedacting(t *testing.T) string {
	t.Helper()
	section, err := os.ReadFile("testdata/redaction.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return readBase(t) + string(section)
}

func TestRedactionIsRead(t *testing.T) {
	table := load(t, readRedacting(t))
	want := &spec.Redaction{
		Rules:      map[spec.RedactionRole]string{},
		Must:       []string{"token", "pass_word"},
		Should:     []string{"api_key"},
		LookAlikes: []string{"max_tokens"},
		Secrets: []spec.SecretForm{
			{Name: "bearer", Text: "Bearer {secret}", Alphabet: "mixed", Length: 28, Pos: spec.Position{Line: 54, Column: 5}},
			{Name: "basic", Text: "Basic {secret}", Alphabet: "lower", Length: 20, Base64: true, Before: "u:", After: "!", Pos: spec.Position{Line: 55, Column: 5}},
		},
		Pos: spec.Position{Line: 48, Column: 1},
	}
	for _, role := range spec.RedactionRoles() {
		want.Rules[role] = table.Redaction.Rules[role]
		if want.Rules[role] == "" {
			t.Errorf("no rule for %s", role)
		}
	}
	if diff := cmp.Diff(want, table.Redaction); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	operations := map[string]bool{}
	for _, p := range table.Protocols {
		for _, op := range p.Operations {
			operations[p.ID+" "+op] = true
		}
	}
	if !operations["one/1 preview"] || !operations["two/1 preview"] || operations["wire/1 preview"] {
		t.Errorf("operations are %v", operations)
	}
	if load(t, readBase(t)).Redaction != nil {
		t.Error("a table without the section has a redaction")
	}
}

func TestRedactionIsReadStrictly(t *testing.T) {
	base := readRedacting(t)
	for _, c := range []struct{ why, old, new, want string }{
		{"a name in another spelling would be derived twice", "must: [token,", "must: [Token,", "50:10: `Token` is not a name as `redaction` writes them"},
		{"a name is one or the other", "should: [api_key]", "should: [token]", "51:12: `token` stands in `must` already"},
		{"without names there is nothing to hide", "  must: [token, pass_word]\n", "", "48:1: `redaction` needs `must`"},
		{"every role has its rule", "{names: XX-01, case", "{case", "49:3: the rules of `redaction` need `names`"},
		{"a role nobody knows", "{names: XX-01, case", "{names: XX-01, nams: XX-01, case", "49:25: unknown role `nams` of redaction"},
		{"a secret has its place", `"Bearer {secret}"`, `"Bearer"`, "54:13: the text has no place for a secret, or several"},
		{"a secret in two places is two secrets", `"Bearer {secret}"`, `"{secret} {secret}"`, "54:13: the text has no place for a secret, or several"},
		{"an alphabet nobody knows", "alphabet: lower", "alphabet: greek", "55:47: unknown alphabet `greek`"},
		{"a short secret is found by accident", "length: 20", "length: 8", "55:62: `length` is a number from 12 to 128"},
		{"there is nothing around a secret that is not in base64", "base64: true, ", "", "55:66: a secret that is not written in base64 has no `before`"},
		{"only a text tells actions apart", "times: integer", "times: {kind: integer, identity: true}", "32:53: only a field of kind text tells actions apart; one of kind integer has no `identity`"},
		{"a response has no preview", "wire/1:\n", "wire/1:\n    operations: [parse, preview]\n", "40:17: only a protocol with states and without a response has the operation `preview`"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if strings.Count(base, c.old) != 1 {
				t.Fatalf("%q stands %d times in the table", c.old, strings.Count(base, c.old))
			}
			_, err := spec.Load(strings.NewReader(strings.Replace(base, c.old, c.new, 1)))
			var faults *spec.LoadErrors
			if !errors.As(err, &faults) {
				t.Fatalf("got %v", err)
			}
			var got []string
			for _, f := range faults.List {
				got = append(got, f.Error())
			}
			if all := strings.Join(got, "\n"); !strings.Contains(all, c.want) {
				t.Errorf("got %s\nwant %s", all, c.want)
			}
		})
	}
	_, err := spec.Load(strings.NewReader(strings.Replace(readBase(t), "policies: [migrates]", "policies: [migrates]\n    operations: [parse, preview]", 1)))
	if err == nil || !strings.Contains(err.Error(), "`preview` needs the table's section `redaction`") {
		t.Errorf("a preview without a redaction: %v", err)
	}
}
