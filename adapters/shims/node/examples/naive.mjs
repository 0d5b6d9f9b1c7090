// A target as people often write one. It works with every well-behaved model, and each line marked
// FAULT is a defect of real runtimes that the suite must find.
//   conform run --target 'node adapters/shims/node/examples/naive.mjs'
import { randomUUID } from "node:crypto";
import { serve } from "../conform.mjs";

// --- reading text ---

function readJSON(textOrBytes) {
  let text = Buffer.from(textOrBytes).toString("utf8"); // FAULT: bytes that are not UTF-8 become U+FFFD
  text = text.replace(/^\ufeff/, "").trim();
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text); // FAULT: an example in a code fence is taken for the action
  if (fenced) text = fenced[1];
  else if (!text.startsWith("{")) text = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1); // FAULT: prose around the JSON is cut away
  text = text.replace(/,\s*([}\]])/g, "$1"); // FAULT: trailing commas are repaired, inside strings too
  return JSON.parse(text); // FAULT: of duplicate names the last one wins
}

// --- agent-action/1 ---

function parseAction(value) {
  if (typeof value === "string") value = readJSON(value); // FAULT: a text is accepted where an object is expected
  if (Array.isArray(value)) value = value[0]; // FAULT: an array is read as its first element
  const type = value.type.trim().toLowerCase(); // FAULT: padded and upper-case types are accepted; crashes on null
  switch (type) {
    case "message":
      return { type, content: String(value.content ?? "") }; // FAULT: content is coerced, and defaults to ""
    case "tool_call":
      return {
        type,
        callId: value.callId ?? value.id ?? randomUUID(), // FAULT: a call id is invented
        tool: value.tool ?? value.name ?? "noop", // FAULT: a tool is invented, an alias accepted
        input: "input" in value ? value.input : value.arguments ?? {}, // FAULT: inherited input counts; missing input becomes {}
      };
    case "finish":
      return { ...value, type, summary: value.summary || "done" }; // FAULT: a summary is invented, unknown fields get through
    default:
      return value; // FAULT: an unknown action is passed on as it is
  }
}

function routeAction({ type }) {
  if (type === "tool_call") return { handler: "tool_pipeline", terminal: "none" };
  if (type === "finish") return { handler: "completion_gate", terminal: "proposal" };
  return { handler: "conversation", terminal: "none" }; // FAULT: every other action is a message
}

function previewAction(value) { // FAULT: what parse refuses is previewed all the same
  if (typeof value !== "object" || value === null) throw new Error(`cannot preview ${JSON.stringify(value)}`); // FAULT: the refusal repeats the value
  const input = { ...value.input };
  for (const name of ["token", "password", "authorization"]) { // FAULT: only these names, in small letters, at the top level
    if (typeof input[name] === "string") input[name] = input[name].slice(0, 12) + "..."; // FAULT: only texts, and half of the secret stays
  }
  return { ...value, input }; // FAULT: unknown members are shown
}

// --- jingwei-json/1 ---

function parseTagged(text) {
  let object;
  try {
    object = readJSON(text);
  } catch {
    return { action: "final", text: String(text) }; // FAULT: text that is not JSON becomes the final answer
  }
  if (object.action === "call_tool") {
    return { action: "call_tool", name: object.name, arguments: object.arguments ?? {} }; // FAULT: missing arguments become {}
  }
  if (object.action === "ask_user") return { action: "ask_user", question: object.question ?? "?" }; // FAULT: a question is invented
  return { action: "final", text: object.text ?? "" }; // FAULT: any other object is a final answer, and blank text is accepted
}

// --- native-tool/1 ---

function parseNative({ content, toolCalls }) { // FAULT: the finish reason and incomplete fragments are never looked at
  if (!toolCalls?.length) return { action: "final", text: content ?? "" }; // FAULT: an empty response is an empty answer
  const [call] = toolCalls; // FAULT: of several calls the first one is run
  if (call.name === "jingwei_ask_user") return { action: "ask_user", question: String(call.arguments?.question) }; // FAULT: asks "undefined"
  return {
    action: "call_tool",
    name: call.name.trim(), // FAULT: names are trimmed
    arguments: call.arguments ?? {}, // FAULT: missing arguments become {}
    providerCallId: call.id || randomUUID(), // FAULT: a provider's id is invented
  };
}

// --- openai-chat/1 ---

function parseChoice({ message }) { // FAULT: the finish reason is never looked at
  const calls = (message.tool_calls ?? []).map((call, index) => ({ // FAULT: unknown call types are run as functions
    id: call.id ?? `call_${index}`, // FAULT: only a null id is noticed; a blank or repeated one gets through
    name: call.function.name,
    arguments: readArguments(call.function.arguments),
  }));
  return { content: message.content ?? null, calls };
}

function readArguments(text) {
  if (typeof text === "object") return text ?? {}; // FAULT: absent arguments become {}
  try {
    const args = JSON.parse(text);
    return typeof args === "string" ? JSON.parse(args) : args; // FAULT: double encoding is undone, and an array gets through
  } catch {
    return {}; // FAULT: malformed or cut-off arguments become {}
  }
}

// --- openai-responses/1, anthropic-messages/1, mcp-call/1 ---

function parseResponse({ output }) { // FAULT: the status is never looked at
  const calls = output.filter((item) => item.type.endsWith("_call")).map((item) => ({ // FAULT: calls the server made itself are run again
    id: item.id ?? item.call_id, // FAULT: the id of the item is not the id of the call
    name: item.name,
    arguments: readArguments(item.arguments),
  }));
  const text = output.flatMap((item) => item.content ?? []).map((part) => part.text ?? part.refusal).join("\n"); // FAULT: refusals are shown as the answer, parts joined with line breaks
  return { content: text || null, calls };
}

function parseMessage({ content }) { // FAULT: the stop reason is never looked at
  const calls = content.filter((block) => block.name).map((block) => ({ // FAULT: every block with a name is a call
    id: block.id ?? randomUUID(),
    name: block.name,
    arguments: block.input ?? {}, // FAULT: a missing input becomes {}
  }));
  return { content: content[0]?.text ?? null, calls }; // FAULT: text that does not come first is lost
}

function parseParams({ name, arguments: args }) {
  return { action: "call_tool", name: name || "noop", arguments: typeof args === "string" ? JSON.parse(args) : args ?? {} }; // FAULT: a name is invented, null becomes {}
}

// --- assemble ---

function assembleChat(events) {
  const message = { role: "assistant", content: "", tool_calls: [] };
  let reason = "stop"; // FAULT: a stream that was cut off ended with stop
  for (const event of events) {
    if (event === "[DONE]") break;
    let chunk;
    try {
      chunk = JSON.parse(event);
    } catch {
      continue; // FAULT: an event that is not JSON is skipped
    }
    const choice = chunk.choices[0]; // FAULT: crashes on usage and errors, and takes any choice for the first
    message.content += choice.delta.content ?? "";
    for (const piece of choice.delta.tool_calls ?? []) {
      const call = (message.tool_calls[piece.index] ??= { id: "", type: "function", function: { name: "", arguments: "" } }); // FAULT: gaps between indexes become holes
      call.id = piece.id ?? call.id; // FAULT: an index used for two ids merges two calls
      call.function.name += piece.function?.name ?? ""; // FAULT: a name that is said again is appended
      call.function.arguments += piece.function?.arguments ?? "";
    }
    reason = choice.finish_reason ?? reason;
  }
  if (message.tool_calls.length > 0) reason = "tool_calls"; // FAULT: a truncated call passes for a complete one
  return { message, finish_reason: reason };
}

function assembleMessage(events) {
  const message = { role: "assistant", content: [], stop_reason: "end_turn" }; // FAULT: a stream that was cut off ended well
  for (const event of events.map((event) => JSON.parse(event))) {
    const block = message.content.at(-1); // FAULT: deltas go to the block that began last
    if (event.type === "content_block_start") message.content.push({ ...event.content_block, json: "" });
    else if (event.delta?.type === "text_delta") block.text += event.delta.text;
    else if (event.delta?.type === "input_json_delta") block.json += event.delta.partial_json;
    else if (event.type === "message_delta") message.stop_reason = event.delta.stop_reason;
    else if (event.type === "content_block_stop" && block?.type === "tool_use") block.input = readArguments(block.json); // FAULT: broken input becomes {}
  }
  return message;
}

// --- the adapter ---

const parsers = {
  "agent-action/1": parseAction,
  "jingwei-json/1": ({ content }) => parseTagged(content), // FAULT: native calls and the finish reason are never looked at
  "native-tool/1": parseNative,
  "openai-chat/1": parseChoice,
  "openai-responses/1": parseResponse,
  "anthropic-messages/1": parseMessage,
  "mcp-call/1": parseParams,
};

serve({
  name: "naive-example",
  version: "1.0.0",
  capabilities: { protocols: Object.keys(parsers), errors: "messages", text: "bytes" },
  parse: (protocol, value) => parsers[protocol](value),
  decode(protocol, text) {
    if (protocol === "jingwei-json/1") return parseTagged(text);
    return parsers[protocol](readJSON(text));
  },
  assemble: (protocol, events) => (protocol === "openai-chat/1" ? assembleChat(events) : assembleMessage(events)), // FAULT: the Responses API is read as if it were another wire
  route: (protocol, action) => routeAction(action),
  preview: (protocol, value) => previewAction(value),
});
