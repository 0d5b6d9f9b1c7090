package mutants_test

import (
	"fmt"

	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/reference/mutants"
	"github.com/actionconform/conform/spec/wire"
)

// A mutant is asked like any target, and answers like the reference but for its one defect.
func ExampleMutant_New() {
	m, _ := mutants.ByID("agent-action/tool_call/callId/default")
	answer := m.New()
	verdict, _ := answer(wire.DecodeRequest{
		Protocol: reference.AgentAction1,
		Text:     []byte(`{"type":"tool_call","tool":"read_file","input":{}}`),
	}).(wire.Verdict)
	fmt.Println(m.Title)
	fmt.Println(verdict.Accepted)
	// Output:
	// fills in callId where it is missing
	// true
}
