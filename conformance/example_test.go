package conformance_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/actionconform/conform/adapters/inprocess"
	"github.com/actionconform/conform/conformance"
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/wire"
)

// parseAction stands for your parser.
func parseAction(req wire.Request) wire.Answer { return reference.Answer(req, wire.Policies{}) }

// myRuntime makes a target of it: say what it claims, and hand over the function that answers.
func myRuntime() *inprocess.Target {
	claims := wire.Hello{Name: "my-runtime", Version: "1.2", Language: "Go", Capabilities: wire.Capabilities{
		Operations: []wire.Operation{wire.OpParse, wire.OpDecode},
		Protocols:  []string{"agent-action/1"},
		Numbers:    wire.NumbersExact,
		Text:       wire.TextBytes,
		Errors:     wire.ErrorsFields,
	}}
	return inprocess.New(claims, func(_ context.Context, req wire.Request) wire.Answer { return parseAction(req) })
}

// In a file of your own tests this is all there is:
//
//	func TestConformance(t *testing.T) { conformance.Test(t, myRuntime()) }
func ExampleTest() {
	var t *testing.T // the one your test function was given
	if t != nil {
		conformance.Test(t, myRuntime())
	}
	fmt.Println("one subtest for each requirement")
	// Output: one subtest for each requirement
}

func ExampleRun() {
	target := myRuntime()
	defer target.Close()
	report, err := conformance.Run(context.Background(), target, conformance.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("failed:", report.Counts.Failed, "exit code:", report.ExitCode())
	// Output: failed: 0 exit code: 0
}

func TestConformanceOfMyRuntime(t *testing.T) { conformance.Test(t, myRuntime()) }
