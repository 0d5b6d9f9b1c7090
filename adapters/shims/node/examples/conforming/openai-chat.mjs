// openai-chat/1: one choice of a chat completion; each of its calls is judged by itself.
import { readJSON } from "./json.mjs";
import { Refusal, isObject, isText, ownMembers, refuse } from "./refusal.mjs";

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
  return judgeEach(content, calls);
}

export function decode(text) {
  return parse(readJSON(text, "RESPONSE_INVALID"));
}

/** The good calls, and beside them the bad ones; if all are bad, the fault of the first refuses the response. */
function judgeEach(content, calls) {
  const ids = calls.map((call) => ownMembers(call, ["id"]).id);
  const good = [];
  const refused = [];
  let first;
  calls.forEach((call, index) => {
    try {
      if (!isText(ids[index])) refuse("CALL_ID_EMPTY", "message", "a call has no id");
      if (ids.indexOf(ids[index]) !== ids.lastIndexOf(ids[index])) {
        refuse("CALL_ID_DUPLICATE", "message", "two calls have the same id");
      }
      good.push({ id: ids[index], ...functionOf(call) });
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      first ??= fault;
      refused.push({ id: typeof ids[index] === "string" ? ids[index] : null, index, code: fault.code });
    }
  });
  if (good.length === 0 && first !== undefined) throw first;
  return refused.length === 0 ? { content, calls: good } : { content, calls: good, refused };
}

function functionOf(call) {
  const { type = "function", function: called } = ownMembers(call, ["type", "function"]);
  if (type !== "function") refuse("CALL_TYPE_UNSUPPORTED", "message", "a call is not of type function");
  const { name, arguments: text } = isObject(called) ? ownMembers(called, ["name", "arguments"]) : {};
  if (!isText(name)) refuse("TOOL_NAME_EMPTY", "message", "a call has no name");
  return { name, arguments: argumentsOf(text) };
}

/** Blank text means no input; nothing else is repaired or coerced. */
function argumentsOf(text) {
  if (typeof text !== "string") refuse("ARGUMENTS_NOT_JSON", "message", "the arguments of a call are not text");
  if (!isText(text)) return {};
  const args = readArguments(text);
  if (!isObject(args)) refuse("ARGUMENTS_NOT_OBJECT", "message", "the arguments of a call are not an object");
  return args;
}

function readArguments(text) {
  try {
    return readJSON(text, "ARGUMENTS_NOT_JSON", "ARGUMENTS_NOT_JSON");
  } catch ({ code, message }) {
    return refuse(code, "message", message); // the field is named as seen from the choice
  }
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
