// An adapter: it lets conform ask your implementation. Replace the two functions below.
//   conform run --target 'node adapter.mjs'
import { accept, reject, serve } from "./conform.mjs";

// Judges a value: what your runtime does with an action it has received. Return the action as you will
// use it, or refuse. Whatever is thrown is a refusal as well.
function parse(protocol, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return reject({ code: "ACTION_NOT_OBJECT", field: "", message: "an action is an object" });
  }
  if (value.type === "message" && typeof value.content === "string" && value.content.trim() !== "") {
    return accept({ type: "message", content: value.content });
  }
  return reject({ message: "this adapter is a stub: call your implementation here" });
}

// Judges a text: what your runtime does with the output of a model.
function decode(protocol, text) {
  return parse(protocol, JSON.parse(text));
}

serve({
  name: "my-runtime",
  version: "0.1.0",
  // errors: "codes" or "fields" if your refusals carry the codes of the specification.
  capabilities: { protocols: ["agent-action/1"], errors: "messages" },
  parse,
  decode,
});
