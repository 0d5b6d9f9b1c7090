package spec

// Stream names the way a wire cuts a response into events. Empty is a wire that does not.
type Stream string

// The streams.
const (
	StreamChat      Stream = "openai-chat"        // deltas of a choice, then [DONE]
	StreamResponses Stream = "openai-responses"   // events of output items; the last one holds the response
	StreamMessages  Stream = "anthropic-messages" // events of content blocks
)

func streams() []Stream { return []Stream{StreamChat, StreamResponses, StreamMessages} }

// Spoken reports whether a response is one the scripted model can give: that of the provider whose stream it
// has, member by member.
func (r *Response) Spoken() bool {
	if r.Calls.Limit != ManyCalls {
		return false
	}
	switch r.Stream {
	case StreamChat:
		return r.Content == "message/content" && r.Calls.At == "message/tool_calls" && r.Calls.ID == "id" && r.Calls.Name == "function/name" && r.Calls.Arguments == "function/arguments"
	case StreamResponses:
		return r.Items != nil && r.Items.At == "output" && r.Items.Call == "function_call" && r.Items.Parts != nil && r.Calls.ID == "call_id" && r.Calls.Name == "name" && r.Calls.Arguments == "arguments"
	case StreamMessages:
		return r.Items != nil && r.Items.At == "content" && r.Items.Call == "tool_use" && r.Calls.ID == "id" && r.Calls.Name == "name" && r.Calls.Arguments == "input"
	}
	return false
}

// The roles of a streamed response.
const (
	RoleStream          Role = "stream"           // any chunking gives the response
	RoleStreamBytes     Role = "stream_bytes"     // bytes may be cut anywhere
	RoleStreamFraming   Role = "stream_framing"   // the framing of event streams
	RoleStreamIndex     Role = "stream_index"     // a delta belongs to the call of its index
	RoleStreamLater     Role = "stream_later"     // what is absent or null in a later delta changes nothing
	RoleStreamRepeat    Role = "stream_repeat"    // an id or name said again is not appended
	RoleStreamReuse     Role = "stream_reuse"     // one index used for two ids
	RoleStreamEnd       Role = "stream_end"       // without a terminal event there is no response
	RoleStreamReason    Role = "stream_reason"    // the finish reason is kept
	RoleStreamIdle      Role = "stream_idle"      // events that add nothing
	RoleStreamUnknown   Role = "stream_unknown"   // events of an unknown type
	RoleStreamError     Role = "stream_error"     // an error in the stream
	RoleStreamNoArgs    Role = "stream_no_args"   // a call no arguments came for is an empty one
	RoleStreamAfter     Role = "stream_after"     // what comes after the end
	RoleStreamBroken    Role = "stream_broken"    // an event that is not JSON
	RoleStreamRepair    Role = "stream_repair"    // arguments that were cut off are not completed
	RoleStreamAlongside Role = "stream_alongside" // other choices are not mixed in
)

func streamRoles() []Role {
	return []Role{
		RoleStream, RoleStreamBytes, RoleStreamFraming, RoleStreamIndex, RoleStreamLater, RoleStreamRepeat, RoleStreamReuse, RoleStreamEnd,
		RoleStreamReason, RoleStreamIdle, RoleStreamUnknown, RoleStreamError, RoleStreamNoArgs, RoleStreamAfter,
		RoleStreamBroken, RoleStreamRepair, RoleStreamAlongside,
	}
}
