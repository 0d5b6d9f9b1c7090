package trace_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/actionconform/conform/conformance/trace"
)

// TestATraceOfARealRuntime holds the findings in what the Vercel AI SDK and a misbehaving model said to each other.
// Lines with choices are the model's, lines with messages the runtime's.
func TestATraceOfARealRuntime(t *testing.T) {
	text, err := os.ReadFile("testdata/ai-sdk.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	sum := check(t, text, trace.Options{GroupBy: []string{"model"}})
	want := []string{
		"14 ARGUMENTS_NOT_OBJECT /choices/0/message/tool_calls/0",
		"15 ARGUMENTS_NOT_OBJECT /messages/1/tool_calls/0", // the runtime sends the list back; what was cut off or encoded twice becomes {}
		"18 ARGUMENTS_NOT_OBJECT /choices/0/message/tool_calls/0",
		"22 ARGUMENTS_NOT_OBJECT /choices/0/message/tool_calls/0",
		"30 RESPONSE_INCOMPLETE /choices/0/finish_reason",
		"32 TOOL_NAME_EMPTY /choices/0/message/tool_calls/0",
		"34 CALL_ID_DUPLICATE /choices/0/message",
		"34 TRACE_CALL_ID_REUSED /choices/0/message/tool_calls/1",
		"35 TRACE_CALL_ID_REUSED /messages/1/tool_calls/1", // both calls were run, and both results go by one id
		"35 TRACE_CALL_ANSWERED_TWICE /messages/3/tool_call_id",
		"38 TRACE_ID_MISSING /choices/0/message/tool_calls/0",
		"39 TRACE_ID_MISSING /messages/1/tool_calls/0",
		"39 TRACE_ID_MISSING /messages/2/tool_call_id",
	}
	if diff := cmp.Diff(want, found(sum)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if sum.Records != 40 || sum.Formats[trace.OpenAIChat] != 40 || len(sum.Groups) != 1 || sum.Groups[0].Name != "conform" || sum.Groups[0].Faulty != sum.Faulty {
		t.Errorf("%d records, %d faulty, %v, %v", sum.Records, sum.Faulty, sum.Formats, sum.Groups)
	}
	if auto, named := found(sum), found(check(t, text, trace.Options{Format: trace.OpenAIChat})); !cmp.Equal(auto, named) {
		t.Errorf("told by its shape: %v, named: %v", auto, named)
	}
}
