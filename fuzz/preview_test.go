package fuzz

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/actionconform/conform/conformance/canary"
	"github.com/actionconform/conform/fuzz/generate"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
)

// previewHides plants a secret under a sensitive name somewhere in a legal tool call: no window of it shows
// in the preview, in any encoding, and type, callId and tool stay, whatever else the call holds.
func previewHides(t *rapid.T, table *spec.Table) {
	s := drawn{t}
	key, err := canary.NewKey(uint64(s.Intn(1000))+1, nil)
	if err != nil {
		t.Fatal(err)
	}
	secret := key.Secret("property", canary.Plain())
	names := append(append([]string{}, table.Redaction.Must...), table.Redaction.Should...)
	name := spelt(s, names[s.Intn(len(names))])
	v := value.Value(value.Object{{Name: name, Value: held(s, secret.Text)}})
	for range s.Intn(8) {
		v = wrapped(s, v)
	}
	action := value.Object{
		{Name: "type", Value: value.String("tool_call")}, {Name: "callId", Value: value.String("call-" + strconv.Itoa(s.Intn(1000)))},
		{Name: "tool", Value: value.String([]string{"token", "reset_password", "read_file"}[s.Intn(3)])}, {Name: "input", Value: v},
	}
	shown, err := reference.Preview(reference.AgentAction1, action, reference.Options{})
	if err != nil {
		t.Fatalf("%v for %s", err, value.Encode(action))
	}
	text := value.Encode(shown)
	if found, ok := canary.NewFinder(secret).Find(text); ok {
		t.Fatalf("the secret shows, %s: %s in the preview of %s", found.Encoding, text, value.Encode(action))
	}
	for _, member := range []string{"type", "callId", "tool"} {
		want, _ := action.Get(member)
		o, _ := shown.(value.Object)
		if got, _ := o.Get(member); got != want {
			t.Fatalf("%s became %v", member, got)
		}
	}
}

// spelt writes a name in one of the ways names are written.
func spelt(s generate.Source, name string) string {
	words := strings.Split(name, "_")
	switch s.Intn(6) {
	case 0:
		return name
	case 1:
		return strings.ToUpper(name)
	case 2:
		return strings.Join(words, "-")
	case 3:
		return strings.Join(words, "")
	}
	for i := range words {
		if i > 0 || s.Intn(2) == 0 {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
	}
	return strings.Join(words, []string{"", "-"}[s.Intn(2)])
}

// held is a secret as the value of a sensitive name.
func held(s generate.Source, secret string) value.Value {
	text := value.String(secret)
	switch s.Intn(5) {
	case 0:
		return text
	case 1:
		return value.Array{value.Number("1"), text}
	case 2:
		return value.Object{{Name: secret, Value: value.Bool(true)}}
	case 3:
		return value.Object{{Name: "a", Value: value.Array{value.Object{{Name: "b", Value: text}}}}}
	}
	return value.String("Bearer " + secret)
}

// wrapped puts a value one container deeper, beside anything.
func wrapped(s generate.Source, v value.Value) value.Value {
	beside := generate.FieldValue(s, &spec.Field{Name: "note", Kind: spec.FieldAny})
	switch s.Intn(4) {
	case 0:
		return value.Object{{Name: "data", Value: v}, {Name: "note", Value: beside}}
	case 1:
		return value.Object{{Name: "__proto__", Value: beside}, {Name: "x", Value: v}}
	case 2:
		return value.Array{beside, v}
	}
	if text, err := value.Print(v); err == nil {
		return value.String(text)
	}
	return value.Array{v}
}

func TestPreviewsHideSecrets(t *testing.T) {
	table, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) { previewHides(t, table) })
}

func FuzzPreviewsHideSecrets(f *testing.F) {
	table, err := builtin()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { previewHides(t, table) }))
}
