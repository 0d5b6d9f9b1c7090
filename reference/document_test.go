package reference_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/actionconform/conform/reference"
)

func TestDocuments(t *testing.T) {
	const finish = `{"type":"finish","summary":"x"}`
	const action = finish
	refused := "ACTION_NOT_JSON"
	nested := func(n int) string {
		return `{"type":"tool_call","callId":"c","tool":"t","input":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	runText(t, reference.AgentAction1, []row{
		{reason: "white space around a document is nothing", text: " \r\n\t" + finish + "\n", action: action},
		{reason: "a name spelt with escapes is the same name", text: `{"\u0074ype":"finish","summary":"\u0078"}`, action: action},
		{reason: "nothing stands before the document", text: "Here: " + finish, refusal: refused},
		{reason: "nothing stands after the document", text: finish + " ok", refusal: refused},
		{reason: "one document", text: finish + finish, refusal: refused},
		{reason: "no fence is removed", text: "```json\n" + finish + "\n```", refusal: refused},
		{reason: "no byte order mark is removed", text: bom + finish, refusal: refused},
		{reason: "an empty text is no document", text: "", refusal: refused},
		{reason: "a text that was cut off is not completed", text: strings.TrimSuffix(finish, "}"), refusal: refused},
		{reason: "no trailing comma", text: `{"type":"finish","summary":"x",}`, refusal: refused},
		{reason: "no comment", text: `{"type":"finish",/**/"summary":"x"}`, refusal: refused},
		{reason: "no single quotes", text: `{'type':'finish','summary':'x'}`, refusal: refused},
		{reason: "no NaN", text: `{"type":"tool_call","callId":"c","tool":"t","input":NaN}`, refusal: refused},
		{reason: "no raw control characters", text: "{\"type\":\"finish\",\"summary\":\"a\nb\"}", refusal: refused},
		{reason: "no bytes that are not UTF-8", text: "{\"type\":\"finish\",\"summary\":\"\xff\"}", refusal: refused},
		{reason: "no overlong UTF-8", text: "{\"type\":\"finish\",\"summary\":\"\xc1\xb8\"}", refusal: refused},
		{reason: "a lone surrogate is kept", text: `{"type":"finish","summary":"\ud800"}`, action: `{"type":"finish","summary":{"$utf16":[55296]}}`},
		{reason: "a duplicate name", text: `{"type":"finish","summary":"x","summary":"y"}`, refusal: "ACTION_DUPLICATE_FIELD summary"},
		{reason: "a duplicate name with the same value", text: `{"type":"finish","type":"finish","summary":"x"}`, refusal: "ACTION_DUPLICATE_FIELD type"},
		{reason: "a duplicate name in another spelling", text: `{"type":"finish","summary":"x","\u0074ype":"message"}`, refusal: "ACTION_DUPLICATE_FIELD type"},
		{reason: "a duplicate name further down", text: `{"type":"tool_call","callId":"c","tool":"t","input":[{"a":1,"a":2}]}`, refusal: "ACTION_DUPLICATE_FIELD input"},
		{reason: "a duplicate of a name that is the model's own", text: `{"type":"finish","summary":"x","sk-1":1,"sk-1":2}`, refusal: "ACTION_DUPLICATE_FIELD"},
		{reason: "a duplicate comes before what is wrong with the action", text: `{"type":"x","type":"y"}`, refusal: "ACTION_DUPLICATE_FIELD type"},
		{reason: "input that is lost in a round trip through JSON is missing", text: `{"type":"tool_call","callId":"c","tool":"t"}`, refusal: "ACTION_INPUT_MISSING input"},
		{reason: "an object with many members has no duplicates by itself", text: `{"type":"finish","summary":"x","a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1}`, action: action},
		{reason: "a duplicate among many members", text: `{"type":"finish","summary":"x","a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"summary":1}`, refusal: "ACTION_DUPLICATE_FIELD summary"},
		{reason: "deep nesting is accepted", text: nested(512), action: nested(512)},
		{reason: "nesting without end is refused, and no crash", text: nested(100_000), refusal: refused},
	})
}

// TestEveryPrefixIsRefused: a text that was cut off anywhere is no action.
func TestEveryPrefixIsRefused(t *testing.T) {
	for _, bench := range benchmarks() {
		if bench.name == "large" {
			continue
		}
		for i := range bench.text {
			if a, err := reference.Decode(bench.protocol, []byte(bench.text[:i]), reference.Options{}); err == nil {
				t.Errorf("%s: the first %d bytes are accepted as %v", bench.name, i, a)
			}
		}
	}
}

// TestErrorsAreSilent: a refusal says nothing of what it refuses.
func TestErrorsAreSilent(t *testing.T) {
	const secret = "sk-4b1d"
	for _, protocol := range reference.Protocols() {
		for _, text := range []string{
			secret, `"` + secret + `"`, `{"type":"` + secret + `"}`, `{"action":"` + secret + `"}`, `{"` + secret + `":1,"` + secret + `":2}`, `{"a":{"` + secret + `":`,
			`{"type":"finish","summary":["` + secret + `"]}`, `{"action":"final","text":"x","` + secret + `":1}`, `{"content":"` + secret + `","finishReason":"` + secret + `"}`,
			`{"message":{"content":{"` + secret + `":1}},"finish_reason":"stop"}`, `{"message":{"tool_calls":[{"id":"` + secret + `","function":{"name":"` + secret + `","arguments":"` + secret + `"}}]},"finish_reason":"stop"}`,
		} {
			_, err := reference.Decode(protocol, []byte(text), reference.Options{UnknownFields: "reject"})
			var refusal *reference.Error
			if !errors.As(err, &refusal) {
				t.Fatalf("%s: %s gets %v", protocol, text, err)
			}
			if said := err.Error() + refusal.Pointer + refusal.Field; strings.Contains(said, secret) {
				t.Errorf("%s: %s is refused with %s", protocol, text, said)
			}
		}
	}
}

func TestOffset(t *testing.T) {
	_, err := reference.Decode(reference.AgentAction1, []byte(`{"type":x}`), reference.Options{})
	var refusal *reference.Error
	if !errors.As(err, &refusal) || refusal.Offset != 8 {
		t.Errorf("got %+v, want an offset of 8", refusal)
	}
}

func TestUnknownProtocol(t *testing.T) {
	if _, err := reference.Decode("agent-action/3", []byte(`{}`), reference.Options{}); !errors.Is(err, reference.ErrUnknownProtocol) {
		t.Errorf("got %v", err)
	}
}
