package reference_test

import (
	"errors"
	"fmt"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/value"
)

func ExampleDecode() {
	a, err := reference.Decode(reference.AgentAction1,
		[]byte(`{"type":"tool_call","callId":"call-1","tool":"read_file","input":{"path":"README.md"},"note":"x"}`), reference.Options{})
	fmt.Println(string(value.Encode(reference.Encode(a))), err)
	fmt.Println(reference.Route(a))
	// Output:
	// {"type":"tool_call","callId":"call-1","tool":"read_file","input":{"path":"README.md"}} <nil>
	// {tool_pipeline none}
}

func ExampleError() {
	_, err := reference.Decode(reference.AgentAction1, []byte(`{"type":"tool_call","callId":"call-1","tool":"read_file"}`), reference.Options{})
	fmt.Println(err)
	var refusal *reference.Error
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Code, refusal.Field, refusal.Requirement)
	}
	fmt.Println(errors.Is(err, &reference.Error{Code: reference.ActionInputMissing}))
	// Output:
	// ACTION_INPUT_MISSING (input): the input field is missing
	// ACTION_INPUT_MISSING input AP-07
	// true
}

// A member that holds undefined is there; one that is missing is not.
func ExampleParse() {
	call := value.Object{
		{Name: "type", Value: value.String("tool_call")},
		{Name: "callId", Value: value.String("call-1")},
		{Name: "tool", Value: value.String("list_files")},
		{Name: "input", Value: value.Undefined{}},
	}
	_, err := reference.Parse(reference.AgentAction1, call, reference.Options{})
	fmt.Println(err)
	_, err = reference.Parse(reference.AgentAction1, call.Without("input"), reference.Options{})
	fmt.Println(err)
	// Output:
	// <nil>
	// ACTION_INPUT_MISSING (input): the input field is missing
}

// A closed union is taken apart by a type switch that names every member.
func ExampleRoute() {
	describe := func(a reference.StepAction) string {
		switch a := a.(type) {
		case reference.CallTool:
			return "calls " + a.Name
		case reference.Final:
			return "answers"
		case reference.AskUser:
			return "asks " + a.Question
		}
		panic("unreachable")
	}
	a, _ := reference.Decode(reference.JingweiJSON1, []byte(`{"action":"ask_user","question":"Which file?"}`), reference.Options{})
	fmt.Println(describe(a.(reference.StepAction)), reference.Route(a).Handler)
	// Output: asks Which file? user
}
