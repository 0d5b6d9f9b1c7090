package reference_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

// row is one judgement and the reason it is what it is. Exactly one of action and refusal is set.
type row struct {
	reason  string
	text    string      // JSON of the input
	value   value.Value // the input where JSON has none
	opts    reference.Options
	action  string // JSON of the action
	refusal string // code and field
}

// run judges rows as values, and those that are texts also as texts where both forms are one.
func run(t *testing.T, protocol string, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.reason, func(t *testing.T) {
			t.Helper()
			in := r.value
			if in == nil {
				in = parse(t, r.text)
			}
			a, err := reference.Parse(protocol, in, r.opts)
			check(t, r, a, err)
			if r.value == nil && protocol != reference.JingweiJSON1 {
				a, err = reference.Decode(protocol, []byte(r.text), r.opts)
				check(t, r, a, err)
			}
		})
	}
}

func runText(t *testing.T, protocol string, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.reason, func(t *testing.T) {
			t.Helper()
			a, err := reference.Decode(protocol, []byte(r.text), r.opts)
			check(t, r, a, err)
		})
	}
}

func check(t *testing.T, r row, a reference.Action, err error) {
	t.Helper()
	if r.refusal == "" {
		if err != nil {
			t.Fatalf("refused: %v", err)
		}
		want, got := r.action, string(value.Encode(reference.Encode(a)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("another action (-want +got):\n%s", diff)
		}
		return
	}
	if a != nil {
		t.Fatalf("accepted: %s", value.Encode(reference.Encode(a)))
	}
	var refusal *reference.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("error %v is no refusal", err)
	}
	if got := strings.TrimSpace(string(refusal.Code) + " " + refusal.Field); got != r.refusal {
		t.Errorf("refused with %q, want %q", got, r.refusal)
	}
	if refusal.Requirement == "" {
		t.Error("the refusal cites no requirement")
	}
}

func parse(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func object(t *testing.T, text string) value.Object {
	t.Helper()
	o, ok := parse(t, text).(value.Object)
	if !ok {
		t.Fatalf("no object: %s", text)
	}
	return o
}

func host(name string, args ...value.Member) value.Value { return value.Host{Name: name, Args: args} }

func arg(name string, v value.Value) value.Member { return value.Member{Name: name, Value: v} }

const (
	nbsp = "\u00a0"
	bom  = "\ufeff"
)
