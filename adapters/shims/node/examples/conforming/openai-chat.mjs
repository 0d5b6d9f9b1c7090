// openai-chat/1: one choice of a chat completion; each of its calls is judged by itself.
import { argumentsOf, judgeEach } from "./calls.mjs";
import { readJSON } from "./json.mjs";
import { isObject, isText, ownMembers, refuse } from "./refusal.mjs";

export function parse(value) {
  const { message, finish_reason: reason } = read(value, "", ["message", "finish_reason"]);
  const { content = null, tool_calls: list } = read(message, "message", ["content", "tool_calls"]);
  const calls = list ?? [];
  if (content !== null && typeof content !== "string") wrongShape("message", "content is not a string");
  if (!Array.isArray(calls) || !calls.every(isObject)) wrongShape("message", "tool_calls is not a list of objects");
  // stop beside calls is common on this wire; length, content_filter, null and unknown are not complete.
  if (reason !== "stop" && reason !== "tool_calls") {
    refuse("RESPONSE_INCOMPLETE", "finish_reason", "the response did not end with stop or tool_calls");
  }
  if (calls.length === 0 && !isText(content)) refuse("RESPONSE_EMPTY", "message", "neither text nor calls");
  return judgeEach(content, calls.map((call, index) => ({ call, index })), "message", "id", functionOf);
}

export function decode(text) {
  return parse(readJSON(text, "RESPONSE_INVALID"));
}

function functionOf(call) {
  const { type = "function", function: called } = ownMembers(call, ["type", "function"]);
  if (type !== "function") refuse("CALL_TYPE_UNSUPPORTED", "message", "a call is not of type function");
  const { name, arguments: text } = isObject(called) ? ownMembers(called, ["name", "arguments"]) : {};
  if (!isText(name)) refuse("TOOL_NAME_EMPTY", "message", "a call has no name");
  return { name, arguments: argumentsOf(text, "message") };
}

function read(value, field, names) {
  if (!isObject(value)) wrongShape(field, `${field || "a choice"} is not an object`);
  try {
    return ownMembers(value, names);
  } catch {
    return wrongShape(field, "the members cannot be read");
  }
}

function wrongShape(field, message) {
  refuse("RESPONSE_INVALID", field, message);
}
