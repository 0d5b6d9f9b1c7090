// mcp-call/1: the params of a tools/call.
import { readJSON } from "./json.mjs";
import { isObject, isText, ownMembers, refuse } from "./refusal.mjs";

export function parse(value) {
  if (!isObject(value)) refuse("RESPONSE_INVALID", "", "the params are not an object");
  const { name, arguments: args = {} } = ownMembers(value, ["name", "arguments"]); // absent, not null
  if (!isText(name)) refuse("TOOL_NAME_EMPTY", "name", "the call has no name");
  if (!isObject(args)) refuse("ARGUMENTS_NOT_OBJECT", "arguments", "the arguments are not an object");
  return { action: "call_tool", name, arguments: args };
}

export function decode(text) {
  return parse(readJSON(text, "RESPONSE_INVALID"));
}
