// Streamed responses put together. Nothing is handed on before the terminal event.
import { readJSON } from "./json.mjs";
import { isObject, isText, refuse } from "./refusal.mjs";

/** chunks are the payloads of events, or pieces of bytes cut anywhere. */
export function assemble(protocol, chunks) {
  const assembler = new { "openai-chat/1": Chat, "openai-responses/1": Responses, "anthropic-messages/1": Messages }[protocol]();
  const payloads = chunks.every((chunk) => typeof chunk === "string") ? chunks : payloadsOf(chunks);
  for (const payload of payloads) assembler.event(payload);
  return assembler.response();
}

/** Reads an event stream as its standard says. What has no empty line after it is no event. */
function payloadsOf(pieces) {
  const text = new TextDecoder("utf-8").decode(Buffer.concat(pieces)); // drops a byte order mark
  const payloads = [];
  let data = [];
  const lines = text.split(/\r\n|\r|\n/);
  lines.pop(); // what follows the last line end
  for (const line of lines) {
    if (line === "") {
      if (data.length > 0) payloads.push(data.join("\n"));
      data = [];
    } else if (/^data(:|$)/.test(line)) {
      data.push(line.slice(5).replace(/^ /, ""));
    }
  }
  return payloads;
}

function readEvent(payload) {
  const event = readJSON(payload, "RESPONSE_INVALID", "RESPONSE_INVALID");
  if (!isObject(event)) refuse("RESPONSE_INVALID", "", "an event is not an object");
  return event;
}

const incomplete = () => refuse("RESPONSE_INCOMPLETE", "", "the stream ended before the response did");
const failed = () => refuse("RESPONSE_INVALID", "", "the stream holds an error");

class Chat {
  #content = null;
  #calls = [];
  #byIndex = new Map();
  #reason = null;

  event(payload) {
    if (payload === "[DONE]") return;
    const { choices, error } = readEvent(payload);
    if (error != null) failed();
    for (const { index, delta, finish_reason: reason } of choices ?? []) {
      if (index !== undefined && index !== 0) continue; // another answer
      if (this.#reason === null) this.#add(delta ?? {});
      this.#reason = reason ?? this.#reason;
    }
  }

  #add({ content, tool_calls: pieces }) {
    if (content != null) this.#content = (this.#content ?? "") + content;
    for (const { index, id, function: { name, arguments: args } = {} } of pieces ?? []) {
      let call = this.#byIndex.get(index);
      if (call === undefined || (id && call.id && call.id !== id)) { // an index that gets a second id is a second call
        call = { id: "", name: "", arguments: "" };
        this.#byIndex.set(index, call);
        this.#calls.push(call);
      }
      call.id ||= id ?? "";
      call.name ||= name ?? "";
      call.arguments += args ?? "";
    }
  }

  response() {
    if (this.#reason === null) incomplete();
    const message = { role: "assistant", content: this.#content };
    if (this.#calls.length > 0) {
      message.tool_calls = this.#calls.map(({ id, ...called }) => ({ id, type: "function", function: called }));
    }
    return { message, finish_reason: this.#reason };
  }
}

/** The terminal event holds the whole response; the deltas before it only show progress. */
class Responses {
  #response;

  event(payload) {
    const { type, response } = readEvent(payload);
    if (type === "error") failed();
    if (["response.completed", "response.incomplete", "response.failed"].includes(type)) this.#response ??= response;
  }

  response() {
    return this.#response ?? incomplete();
  }
}

class Messages {
  #message = {};
  #blocks = [];
  #byIndex = new Map();
  #reason = null;
  #stopped = false;

  event(payload) {
    const { type, index, message, content_block: begun, delta } = readEvent(payload);
    if (type === "error") failed();
    if (type === "message_start") this.#message = message;
    if (type === "content_block_start") {
      const block = { begun, added: "" };
      this.#blocks.push(block);
      this.#byIndex.set(index, block);
    }
    if (type === "content_block_delta") this.#add(this.#byIndex.get(index), delta);
    if (type === "message_delta") this.#reason = delta.stop_reason ?? this.#reason;
    if (type === "message_stop") this.#stopped = true;
  }

  #add(block, { type, text, partial_json: json }) {
    if (type === "text_delta" && block?.begun.type === "text") block.added += text;
    if (type === "input_json_delta" && block?.begun.type === "tool_use") block.added += json;
  }

  response() {
    if (!this.#stopped || this.#reason === null) incomplete();
    const content = this.#blocks.map(({ begun, added }) => {
      if (begun.type === "text") return { ...begun, text: begun.text + added };
      if (begun.type === "tool_use" && isText(added)) return { ...begun, input: inputOf(added) };
      return begun;
    });
    return { ...this.#message, content, stop_reason: this.#reason };
  }
}

function inputOf(text) {
  const input = readJSON(text, "ARGUMENTS_NOT_JSON", "ARGUMENTS_NOT_JSON");
  if (!isObject(input)) refuse("ARGUMENTS_NOT_OBJECT", "", "the input of a call is not an object");
  return input;
}
