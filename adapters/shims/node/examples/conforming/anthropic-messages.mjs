// anthropic-messages/1: the blocks of one message; each tool use among them is judged by itself.
import { judgeEach, needSomething, sortItems } from "./calls.mjs";
import { readJSON } from "./json.mjs";
import { isObject, isText, ownMembers, refuse } from "./refusal.mjs";

export function parse(value) {
  if (!isObject(value)) refuse("RESPONSE_INVALID", "", "the message is not an object");
  const { content, stop_reason: reason } = ownMembers(value, ["content", "stop_reason"]);
  const items = sortItems(content, "content", "tool_use", "text", (block) => [ownMembers(block, ["text"]).text]);
  if (!["end_turn", "stop_sequence", "tool_use"].includes(reason)) {
    refuse("RESPONSE_INCOMPLETE", "stop_reason", "the message did not end with end_turn, stop_sequence or tool_use");
  }
  needSomething(items, "content");
  return judgeEach(items.content, items.calls, "content", "id", (call) => {
    const { name, input } = ownMembers(call, ["name", "input"]);
    if (!isText(name)) refuse("TOOL_NAME_EMPTY", "content", "a call has no name");
    if (!isObject(input)) refuse("ARGUMENTS_NOT_OBJECT", "content", "the input of a call is not an object");
    return { name, arguments: input };
  });
}

export function decode(text) {
  return parse(readJSON(text, "RESPONSE_INVALID"));
}
