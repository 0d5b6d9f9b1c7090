package conformance_test

import (
	"context"
	"testing"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/oracle"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// notesTable is a user's own contract, with names, codes and rules the built-in ones do not have: unknown
// arguments are ignored, keys are numbers, and nothing but the owner decides.
const notesTable = `
version: 1
requirements:
  MY-01: {level: MUST, class: contract, text: {en: "a note is for its owner"}, source: notes handbook}
  MY-02: {level: MUST, class: contract, text: {en: "what nobody may see is not there"}, source: notes handbook}
errors:
  BAD: {layer: tool_input, message: bad arguments}
  GONE: {layer: permission, message: not found}
  LOCKED: {layer: execution, retryable: true, message: locked}
  BROKEN: {layer: execution, message: broken}
contracts:
  edit_note/1:
    rules: {default: MY-01, hides: MY-02, same_answer: MY-02, not_found: MY-02}
    codes: {invalid: BAD, missing: GONE, internal: BROKEN}
    unknown_fields: drop
    input:
      number: {kind: integer, min: 1, max: 9999, example: 7}
      text: {kind: string, max_length: 80, example: new}
    viewer: {user: [ann, bob]}
    store:
      notes:
        - {number: 7, owner: ann, text: old, locked: "no", size: 3}
        - {number: 8, owner: bob, text: his, locked: "no", size: 3}
        - {number: 9, owner: ann, text: shut, locked: "yes", size: 4}
    lookup: {in: notes, by: number, arg: number}
    checks:
      - {code: GONE, hides: true, unless: {of: record/owner, same_as: viewer/user}}
      - {code: LOCKED, when: {of: record/locked, is: "yes"}}
    effect: true
    faults: {busy: LOCKED}
    output:
      number: {kind: integer, from: args/number}
      text: {kind: string, from: args/text}
      size: {kind: integer, min: 0, from: record/size}
`

// editor answers invocations by the oracle of its table, so that it conforms, with a defect of its own.
func editor(table *spec.Table, defect func(wire.InvokeRequest, value.Object) value.Object) *inprocess.Target {
	o := oracle.New(table)
	hello := wire.Hello{Name: "editor", Capabilities: wire.Capabilities{
		Operations: []wire.Operation{wire.OpInvoke}, Contracts: []string{"edit_note/1"}, Numbers: wire.NumbersExact, Observes: []string{wire.ObservesStore},
	}}
	return inprocess.New(hello, func(_ context.Context, req wire.Request) wire.Answer {
		r := req.(wire.InvokeRequest)
		j, err := o.Judge(r, wire.Policies{})
		if err != nil {
			return nil
		}
		best := j.Legal[0]
		e := value.Object{{Name: "ok", Value: value.Bool(best.Accept)}}
		if best.Accept {
			e = append(e, value.Member{Name: "data", Value: best.Action})
		} else {
			code := best.Reasons[0].Codes[0]
			e = append(e, value.Member{Name: "error", Value: value.Object{
				{Name: "code", Value: value.String(code)}, {Name: "message", Value: value.String("no")}, {Name: "retryable", Value: value.Bool(best.Tool.Retryable[code])}}})
		}
		return wire.Envelope{Value: defect(r, e), Observed: wire.Observed{StoreChanged: best.Tool.Changes == oracle.MustChange}}
	})
}

func TestAContractOfOnesOwnFindsAWrongTool(t *testing.T) {
	table := loadTable(t, notesTable)
	run := func(defect func(wire.InvokeRequest, value.Object) value.Object) *conformance.Report {
		target := editor(table, defect)
		defer target.Close()
		r, err := conformance.Run(t.Context(), target, conformance.Options{Table: table})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sound := run(func(_ wire.InvokeRequest, e value.Object) value.Object { return e })
	for i := range sound.Results {
		if res := &sound.Results[i]; res.Status == conformance.Fail || res.Status == conformance.Error {
			t.Errorf("the sound tool fails %s: %v", res.Case.ID, res.Findings)
		}
	}
	if sound.Counts.Passed < 200 {
		t.Errorf("only %d cases came of the contract", sound.Counts.Passed)
	}
	wrong := run(func(r wire.InvokeRequest, e value.Object) value.Object {
		inner, _ := e.Get("error")
		if o, ok := inner.(value.Object); ok {
			if code, _ := o.Get("code"); code == value.String("GONE") && len(r.Store) > 0 {
				if notes, _ := r.Store.Get("notes"); len(notes.(value.Array)) == 3 {
					return e.With("error", o.With("message", value.String("not yours")))
				}
			}
		}
		return e
	})
	failed := map[string]int{}
	for i := range wrong.Results {
		if wrong.Results[i].Status == conformance.Fail {
			failed[wrong.Results[i].Case.Requirement]++
		}
	}
	if failed["MY-02"] == 0 || failed["MY-01"] != 0 || wrong.ExitCode() != 1 {
		t.Errorf("failed %v, exit code %d", failed, wrong.ExitCode())
	}
}
