// openai-responses/1: the items of one response; each function call among them is judged by itself.
import { argumentsOf, judgeEach, needSomething, sortItems } from "./calls.mjs";
import { readJSON } from "./json.mjs";
import { isObject, isText, ownMembers, refuse } from "./refusal.mjs";

export function parse(value) {
  if (!isObject(value)) refuse("RESPONSE_INVALID", "", "the response is not an object");
  const { status, output } = ownMembers(value, ["status", "output"]);
  const items = sortItems(output, "output", "function_call", "message", textsOf);
  if (status !== "completed") refuse("RESPONSE_INCOMPLETE", "status", "the response is not completed");
  needSomething(items, "output");
  return judgeEach(items.content, items.calls, "output", "call_id", (call) => {
    const { name, arguments: text } = ownMembers(call, ["name", "arguments"]);
    if (!isText(name)) refuse("TOOL_NAME_EMPTY", "output", "a call has no name");
    return { name, arguments: argumentsOf(text, "output") };
  });
}

export function decode(text) {
  return parse(readJSON(text, "RESPONSE_INVALID"));
}

function textsOf(message) {
  const { content } = ownMembers(message, ["content"]);
  if (!Array.isArray(content) || !content.every(isObject)) refuse("RESPONSE_INVALID", "output", "a message has no list of parts");
  return content.map((part) => ownMembers(part, ["type", "text"])).filter(({ type }) => type === "output_text").map(({ text }) => text);
}
