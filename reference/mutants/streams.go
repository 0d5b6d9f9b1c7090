package mutants

import (
	"github.com/actionconform/conform/reference"
	"github.com/actionconform/conform/spec/wire"
)

// The wires a habit may be at home on.
const (
	onChat = 1 << iota
	onMessages
	onResponses

	onDeltas = onChat | onMessages // where the deltas are all there is
	onAll    = onDeltas | onResponses
)

// streamMutants put streams together carelessly.
func streamMutants() []Mutant {
	var out []Mutant
	for _, w := range []struct {
		on               int
		protocol, family string
	}{
		{onChat, reference.OpenAIChat1, "openai-chat"},
		{onMessages, reference.AnthropicMessages1, "anthropic-messages"},
		{onResponses, reference.OpenAIResponses1, "openai-responses"},
	} {
		s := scope{[]string{w.protocol}, []wire.Operation{wire.OpAssemble}}
		for _, h := range streamHabits() {
			if h.on&w.on != 0 {
				out = append(out, s.verdict(w.family+"/stream/"+string(h.habit), h.title, h.source, assembling(h.habit), h.requirement))
			}
		}
		out = append(out, s.reason(w.family+"/stream/end-elsewhere", "refuses a stream without an end with the code of something else", swap, assembling("end-elsewhere"), reference.AS07))
	}
	return out
}

type streamHabit struct {
	on                         int
	habit                      habit
	requirement, title, source string
}

// streamHabits are the ways to put a stream together wrongly, each on the wires where it can show.
func streamHabits() []streamHabit {
	const sdk = "hand-written delta loops"
	return []streamHabit{
		{onAll, "index-ignored", reference.AS03, "adds every piece to the call that began last", sdk},
		{onDeltas, "first-call-gets-all", reference.AS03, "adds every piece to the first call", sdk},
		{onDeltas, "index-as-position", reference.AS03, "takes the index for a position in its own list", "calls[index] without a check"},
		{onChat, "by-name", reference.AS06, "tells calls apart by their name", sdk},
		{onChat, "first-piece-only", reference.AS03, "reads the first piece of a chunk alone", "tool_calls[0]"},
		{onDeltas, "text-lost", reference.AS01, "loses the text beside calls", sdk},
		{onChat, "text-after-calls-lost", reference.AS03, "loses text that comes after a call began", sdk},
		{onChat, "calls-drop-text", reference.AS01, "forgets the text when a call comes", sdk},
		{onAll, "text-trimmed", reference.AS01, "strips blanks from pieces of text", "strip()"},
		{onDeltas, "text-overwritten", reference.AS01, "keeps the last piece of text", "assignment for +="},
		{onMessages, "start-text-lost", reference.AS01, "loses the text a block begins with", sdk},
		{onDeltas, "arguments-overwritten", reference.AS01, "keeps the last piece of arguments", "assignment for +="},
		{onDeltas, "pieces-trimmed", reference.AS01, "strips blanks from pieces of arguments", "strip()"},
		{onDeltas, "pieces-doubled", reference.AS01, "adds every piece of arguments twice", "two listeners"},
		{onDeltas, "same-piece-once", reference.AS01, "takes a piece that comes twice for one", "deduplication"},
		{onDeltas, "stops-at-object", reference.AS15, "stops when the arguments look complete", "eager parsing"},
		{onDeltas, "empty-piece-ends", reference.AS04, "takes an empty piece for the end of the arguments", sdk},
		{onChat, "arguments-with-name-lost", reference.AS01, "loses arguments that come with the name", sdk},
		{onChat, "reason-chunk-skipped", reference.AS01, "does not look at the delta of the last chunk", "break on finish_reason"},
		{onAll, "first-call-only", reference.AS01, "keeps the first of several calls", sdk},
		{onAll, "last-call-only", reference.AS01, "keeps the last of several calls", sdk},
		{onAll, "calls-reversed", reference.AS01, "reverses several calls", "a stack"},
		{onChat, "delta-shape", reference.AS01, "returns the delta in the place of the message", sdk},
		{onResponses, "done-appended", reference.AS01, "adds the whole arguments to their pieces", "delta and done handled alike"},
		{onResponses, "done-text-appended", reference.AS01, "adds the whole text to its pieces", "delta and done handled alike"},
		{onResponses, "arguments-parsed", reference.AS01, "parses the arguments", "convenience"},
		{onResponses, "item-id-as-call-id", reference.AS01, "takes the id of the item for that of the call", "two ids on one wire"},
		{onResponses, "first-response", reference.AS01, "takes the response of the first event", sdk},
		{onMessages, "input-from-start", reference.AS01, "begins the input with the empty object of the start", "\"{}\" + partial_json"},
		{onMessages, "input-text", reference.AS15, "leaves an input it cannot parse as text", sdk},
		{onMessages, "input-any", reference.AS15, "takes an input of any kind", sdk},
		{onMessages, "json-to-last-call", reference.AS01, "adds the input of a block it does not know to the last call", sdk},
		{onMessages, "server-call-as-call", reference.AS01, "takes calls of the server for calls to run", "endsWith"},
		{onMessages, "thinking-as-text", reference.AS01, "shows thinking as text", sdk},
		{onMessages, "thinking-crashes", reference.AS01, "crashes on thinking", "enums without a default"},
		{onMessages, "any-delta-is-json", reference.AS10, "takes every delta with partial_json for input", "duck typing"},
		{onChat, "reasoning-as-text", reference.AS01, "shows reasoning as text", sdk},

		{onAll, "pieces-decoded", reference.AS02, "decodes each piece of bytes by itself", "chunk.toString()"},
		{onAll, "pieces-stripped", reference.AS02, "strips blanks from each piece of bytes", "strip()"},
		{onAll, "lines-not-kept", reference.AS02, "loses lines that are cut", "chunk.split(\"\\n\")"},
		{onAll, "piece-is-event", reference.AS02, "takes a piece of bytes for an event", "one read, one event"},
		{onAll, "empty-piece-ends-stream", reference.AS02, "takes an empty read for the end", "while (chunk)"},
		{onAll, "lf-only", reference.AS17, "knows no line end but LF", "split(\"\\n\\n\")"},
		{onAll, "no-cr", reference.AS17, "does not know CR as a line end", sdk},
		{onAll, "blank-required", reference.AS17, "wants a blank after the colon", "startsWith(\"data: \")"},
		{onAll, "comment-refused", reference.AS17, "refuses comments", sdk},
		{onAll, "fields-refused", reference.AS17, "refuses fields it does not know", sdk},
		{onAll, "line-is-event", reference.AS17, "takes every data line for an event", sdk},
		{onAll, "last-line-wins", reference.AS17, "keeps the last data line of an event", sdk},
		{onChat, "byte-order-mark-kept", reference.AS17, "takes a byte order mark for a part of the first line", sdk},
		{onAll, "blank-line-crashes", reference.AS17, "crashes on an empty event", sdk},
		{onAll, "last-line-taken", reference.AS07, "completes the line the stream was cut in", repairJSON},

		{onChat, "null-id-wipes", reference.AS04, "forgets the id at a null one", "assignment without a check"},
		{onChat, "null-name-wipes", reference.AS04, "forgets the name at a null one", "assignment without a check"},
		{onChat, "id-wiped", reference.AS04, "forgets the id at a delta without one", "assignment without a check"},
		{onChat, "name-wiped", reference.AS04, "forgets the name at an empty one", "assignment without a check"},
		{onChat, "null-arguments-text", reference.AS04, "adds null arguments as text", "String(null)"},
		{onChat, "null-arguments-wipe", reference.AS04, "forgets the arguments at null ones", "assignment without a check"},
		{onChat, "null-arguments-crash", reference.AS04, "crashes on null arguments", "str + None"},
		{onChat, "absent-arguments-text", reference.AS04, "adds absent arguments as text", "+= undefined"},
		{onChat, "absent-function-crashes", reference.AS04, "crashes on a delta without a function", "attribute access"},
		{onChat, "late-name-lost", reference.AS04, "takes the name from the first delta alone", sdk},
		{onChat, "late-id-lost", reference.AS04, "takes the id from the first delta alone", sdk},
		{onChat, "id-first", reference.AS04, "drops what comes before the id", sdk},
		{onChat, "name-first", reference.AS04, "drops what comes before the name", sdk},
		{onChat, "type-required", reference.AS04, "refuses a call whose type is not said", excess},
		{onChat, "names-concatenated", reference.AS05, "appends a name that is said again", "every string is a delta"},
		{onChat, "ids-concatenated", reference.AS05, "appends an id that is said again", "every string is a delta"},
		{onChat, "repeated-name-restarts", reference.AS05, "begins the call anew where the name is said again", sdk},
		{onChat, "repeated-id-restarts", reference.AS05, "begins the call anew where the id is said again", sdk},

		{onDeltas, "reuse-keeps-first", reference.AS06, "adds the second call of an index to the first", sdk},
		{onDeltas, "reuse-takes-last", reference.AS06, "gives the first call of an index the id of the second", sdk},
		{onDeltas, "reuse-replaces", reference.AS06, "replaces the first call of an index by the second", "a map by index"},
		{onDeltas, "reuse-drops", reference.AS06, "drops the second call of an index", sdk},
		{onDeltas, "reuse-crashes", reference.AS06, "crashes on an index with two ids", "an assertion"},

		{onAll, "end-not-needed", reference.AS07, "takes the end of the stream for the end of the response", sdk},
		{onDeltas, "end-of-calls-enough", reference.AS07, "takes complete arguments for a complete response", "eager execution"},
		{onAll, "empty-stream-accepted", reference.AS07, "takes no events for an empty response", sdk},
		{onAll, "end-crashes", reference.AS07, "crashes without a terminal event", "attribute access"},
		{onDeltas, "reason-made-up", reference.AS08, "makes up a finish reason", "reason or stop"},
		{onAll, "reason-overwritten", reference.AS08, "says that calls ended the response, because there are calls", sdk},
		{onAll, "cut-as-stop", reference.AS08, "says that a response ended well which was cut off", "a map of reasons with a default"},
		{onDeltas, "filter-as-stop", reference.AS08, "says that a response ended well which was filtered", "a map of reasons with a default"},
		{onResponses, "failed-as-completed", reference.AS08, "says that a response is complete which failed", "a map of reasons with a default"},
		{onDeltas, "unknown-reason-as-stop", reference.AS08, "says stop for a reason it does not know", "a map of reasons with a default"},
		{onDeltas, "stop-drops-calls", reference.AS08, "drops calls where another reason than theirs is said", sdk},
		{onDeltas, "reason-upper", reference.AS08, "spells the finish reason otherwise", "an enum"},
		{onAll, "reason-lost", reference.AS08, "loses the finish reason", "operator: assignment left out"},

		{onChat, "empty-choices-crash", reference.AS09, "crashes on a chunk without choices", "choices[0]"},
		{onChat, "absent-choices-crash", reference.AS09, "crashes on a chunk that has no list of choices", "chunk.choices.length"},
		{onChat, "usage-refused", reference.AS09, "crashes on a report of usage", sdk},
		{onChat, "unknown-members-refused", reference.AS09, "refuses a chunk of another kind", excess},
		{onChat, "absent-delta-crashes", reference.AS09, "crashes on a choice without a delta", "attribute access"},
		{onChat, "absent-content-crashes", reference.AS09, "crashes on a delta without content", "attribute access"},
		{onChat, "null-content-text", reference.AS09, "adds null content as text", "String(null)"},
		{onChat, "null-content-wipes", reference.AS09, "forgets the text at null content", "assignment without a check"},
		{onChat, "null-calls-crash", reference.AS09, "crashes on a null list of calls", "for of null"},
		{onChat, "empty-calls-crash", reference.AS09, "crashes on an empty list of calls", "tool_calls[0]"},
		{onChat, "empty-content-ends", reference.AS09, "takes an empty text for the end", "if (!content) break"},
		{onMessages, "ping-crashes", reference.AS09, "crashes on a ping", "enums without a default"},
		{onMessages, "null-reason-ends", reference.AS09, "takes every message_delta for the end", sdk},
		{onResponses, "progress-refused", reference.AS09, "refuses reports of progress that come late", excess},
		{onAll, "odd-crashes", reference.AS09, "crashes on an event that is no object", "attribute access"},
		{onMessages | onResponses, "unknown-crashes", reference.AS10, "crashes on an event of an unknown type", "enums without a default"},
		{onMessages | onResponses, "unknown-refused", reference.AS10, "refuses an event of an unknown type", excess},
		{onMessages | onResponses, "unknown-as-text", reference.AS10, "shows an event of an unknown type as text", "duck typing"},

		{onAll, "error-ignored", reference.AS11, "does not look for errors in the stream", sdk},
		{onAll, "error-ends", reference.AS11, "takes an error for the end of the response", "break on error"},
		{onAll, "empty-call-dropped", reference.AS12, "drops a call without arguments", "if (!arguments) continue"},
		{onDeltas, "empty-call-null", reference.AS12, "gives a call without arguments null", "JSON.parse(args || null)"},
		{onAll, "empty-call-refused", reference.AS12, "refuses a call without arguments", "JSON.parse(\"\")"},
		{onAll, "closed-twice-doubles", reference.AS13, "takes a terminal event that comes twice for a second response", "flush on close"},
		{onResponses, "closed-twice-crashes", reference.AS13, "crashes on a second terminal event", "a promise settled twice"},
		{onDeltas, "reason-twice-doubles", reference.AS13, "hands the calls on at every finish reason", "flush on finish"},
		{onAll, "broken-skipped", reference.AS14, "skips events it cannot parse", "try and continue"},
		{onAll, "broken-repaired", reference.AS14, "completes events that are cut off", repairJSON},
		{onAll, "broken-first-document", reference.AS14, "reads the first document of an event", "json.Decoder.Decode"},
		{onAll, "broken-crashes", reference.AS14, "crashes on an event it cannot parse", "JSON.parse without a catch"},
		{onAll, "broken-quotes", reference.AS14, "takes single quotes in events", "ast.literal_eval"},
		{onDeltas, "arguments-completed", reference.AS15, "completes arguments that were cut off", repairJSON},
		{onDeltas, "arguments-emptied", reference.AS15, "makes broken arguments an empty object", "catch and {}"},
		{onDeltas, "arguments-dropped", reference.AS15, "drops calls with broken arguments", "catch and continue"},
		{onDeltas, "arguments-first-document", reference.AS15, "reads the first document of arguments", "json.Decoder.Decode"},
		{onDeltas, "arguments-comma", reference.AS15, "takes trailing commas in arguments", "JSON5"},
		{onDeltas, "arguments-unfenced", reference.AS15, "takes arguments out of a code fence", sdk},
		{onDeltas, "arguments-wrapped", reference.AS15, "wraps broken arguments in an object", sdk},
		{onDeltas, "arguments-crash", reference.AS15, "crashes on broken arguments", "JSON.parse without a catch"},
		{onChat, "choices-mixed", reference.AS16, "mixes the deltas of all choices", "for choice of choices"},
		{onChat, "last-choice", reference.AS16, "reads the last choice of each chunk", "choices[-1]"},
		{onChat, "other-reason-ends", reference.AS16, "takes the end of another choice for its own", sdk},
	}
}
