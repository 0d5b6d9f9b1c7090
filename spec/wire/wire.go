// Package wire defines the messages of the conform/1 adapter protocol: what a target declares about
// itself, what it is asked, and what it answers.
//
// The types hold decoded values ([value.Value]); the JSON form, JSON-RPC 2.0 with tagged encodings,
// is made by their MarshalJSON and read by their UnmarshalJSON, so that in-process targets never pay
// for it. The protocol is written down for authors of shims in spec/adapter-protocol.md.
package wire

// Version is the protocol this package speaks. A target that answers hello with another is refused.
const Version = "conform/1"

// Operation is something a target can be asked to do; it is the JSON-RPC method of its request.
type Operation string

// The operations.
const (
	OpParse  Operation = "parse"  // judge a host value
	OpDecode Operation = "decode" // judge a text
	OpRoute  Operation = "route"  // name the handler and terminal of a legal action
	OpInvoke Operation = "invoke" // call a tool of a contract for a viewer
	OpStep   Operation = "step"   // run one step of an agent

	OpPreview Operation = "preview" // summarise an action for a log, without its secrets
	OpChat    Operation = "chat"    // run a conversation with a scripted model; not part of conform/1
)

// Operations lists every operation in the order of the gates.
func Operations() []Operation {
	return []Operation{OpParse, OpDecode, OpRoute, OpPreview, OpInvoke, OpStep, OpAssemble, OpChat}
}

// The methods that are not operations.
const (
	MethodHello = "hello"
	MethodBye   = "bye"
)

// HelloParams opens a session. Unknown members are ignored on both sides.
type HelloParams struct {
	Wire    string `json:"wire"`
	Harness string `json:"harness"`
	Version string `json:"version"`
}

// Hello is what a target says of itself.
type Hello struct {
	Wire         string       `json:"wire"`
	Name         string       `json:"name"`
	Version      string       `json:"version,omitempty"`
	Language     string       `json:"language,omitempty"`
	URL          string       `json:"url,omitempty"`
	Capabilities Capabilities `json:"capabilities"`
}

// Capabilities is what a target claims. A case that needs something not claimed is not applicable.
type Capabilities struct {
	// Operations and Protocols are what the target answers; empty means none.
	Operations []Operation `json:"operations"`
	Protocols  []string    `json:"protocols"`
	// Chat is what a runtime behind a scripted model was seen to do: plain, stream, history, the tools it
	// offers, and openai-chat where it speaks that wire.
	Chat []string `json:"chat,omitempty"`
	// Contracts are the tool contracts invoke is answered for.
	Contracts []string `json:"contracts,omitempty"`
	// HostValues are the host kinds it can build, "undefined" among them.
	HostValues []string `json:"hostValues,omitempty"`
	// Numbers is exact, or double where numbers beyond float64 are rounded (the default).
	Numbers string `json:"numbers,omitempty"`
	// Text is bytes where decode takes any bytes, or utf8 (the default) where it takes only strings.
	Text string `json:"text,omitempty"`
	// Errors says how precise refusals are: fields (code and field), codes, messages, none (the default).
	Errors string `json:"errors,omitempty"`
	// Observes are the side observations the shim reports with an answer: mutation, getter_reads, store.
	Observes []string `json:"observes,omitempty"`
	// Step are the parts of a step the target has; see [StepCapabilities].
	Step []string `json:"step,omitempty"`
	// Streams are the forms in which assemble takes a stream: events (the default), bytes.
	Streams []string `json:"streams,omitempty"`
	// Policies are the target's choices where the specification leaves one.
	Policies Policies `json:"policies,omitzero"`
	// Pipeline false asks for one request at a time; nil and true allow a window.
	Pipeline *bool `json:"pipeline,omitempty"`
	// Persistent false asks for one process per case; nil and true keep one process.
	Persistent *bool `json:"persistent,omitempty"`
}

// The values of [Capabilities].Errors, Numbers, Text and Observes.
const (
	ErrorsFields   = "fields"
	ErrorsCodes    = "codes"
	ErrorsMessages = "messages"
	ErrorsNone     = "none"

	NumbersExact  = "exact"
	NumbersDouble = "double"

	TextBytes = "bytes"
	TextUTF8  = "utf8"

	ObservesMutation    = "mutation"
	ObservesGetterReads = "getter_reads"
	ObservesStore       = "store"
)

// Policies are choices the specification leaves to an implementation. A target that declares one is
// held to it; the zero value is the table's own choice.
type Policies struct {
	// Trims names text fields whose surrounding blanks are removed, such as callId and tool.
	Trims []string `json:"trims,omitempty"`
	// UnknownFields is drop or reject.
	UnknownFields string `json:"unknown_fields,omitempty"`
	// Migrates lists the older versions accepted and converted: "unversioned", "1".
	Migrates []string `json:"migrates,omitempty"`
	// AskUserTool is the name of the reserved control tool.
	AskUserTool string `json:"ask_user_tool,omitempty"`
	// EmptyArguments is object (read blank arguments as {}) or refuse.
	EmptyArguments string `json:"empty_arguments,omitempty"`
	// FinishReason is caller where the target never sees the finish reason and its caller judges it.
	FinishReason string `json:"finish_reason,omitempty"`
}
