package wire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

func TestCallsOfEveryWireAreReadBack(t *testing.T) {
	arguments := value.Object{{Name: "path", Value: value.String("a")}}
	want := []wire.ChatCall{{ID: "c1", Name: "lookup", Arguments: `{"path":"a"}`}}
	for _, w := range wire.ChatWires() {
		call := w.Call("c1", "lookup", arguments)
		if d := cmp.Diff(want, w.Calls(call)); d != "" {
			t.Errorf("%s: %s", w, d)
		}
		if got := w.Calls(w.Text("hello")); got != nil {
			t.Errorf("%s: a text has the calls %v", w, got)
		}
		r := wire.ChatRequest{Wire: w, Choices: []value.Value{call}, Endless: true}
		if !r.Calls() || (wire.ChatRequest{Wire: w, Choices: []value.Value{w.Text("hello")}}).Calls() {
			t.Errorf("%s: whether there are calls is not told", w)
		}
		again := w.Calls(r.Says(0, 7))
		if len(again) != 1 || again[0].ID != "call-8-1" || again[0].Arguments != want[0].Arguments {
			t.Errorf("%s: repeated for ever it is %v", w, again)
		}
	}
}

func TestAfterItsChoicesTheModelSaysItsFinalText(t *testing.T) {
	for _, w := range wire.ChatWires() {
		r := wire.ChatRequest{Wire: w, Scene: "s", Choices: []value.Value{w.Call("c1", "lookup", value.Object{})}}
		for prompt, n := range []int{1, 0} {
			if got := r.Says(prompt, n); !value.Equal(got, w.Text(r.Final(prompt))) {
				t.Errorf("%s: prompt %d: %v", w, prompt, got)
			}
		}
	}
}
