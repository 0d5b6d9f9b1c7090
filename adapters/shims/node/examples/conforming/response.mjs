// The complete response of jingwei-json/1 and native-tool/1: {content, toolCalls, finishReason, incompleteToolCalls}.
import { isObject, ownMembers, refuse } from "./refusal.mjs";

const names = ["content", "toolCalls", "finishReason", "incompleteToolCalls"];

/** The members of a response of the right shape, with nothing that was cut off in it. */
export function readResponse(value) {
  if (!isObject(value)) wrongShape("", "a response is an object");
  const { content, toolCalls: calls = [], finishReason: reason, incompleteToolCalls: cutOff = [] } = read(value);
  if (!Array.isArray(calls) || !calls.every(isObject)) wrongShape("toolCalls", "toolCalls is not a list of objects");
  if (!Array.isArray(cutOff)) wrongShape("incompleteToolCalls", "incompleteToolCalls is not a list");
  if (content !== undefined && content !== null && typeof content !== "string") {
    wrongShape("content", "content is not a string");
  }
  if (cutOff.length > 0) refuse("RESPONSE_INCOMPLETE", "incompleteToolCalls", "a call was cut off");
  return { content: content ?? null, calls, reason };
}

function read(value) {
  try {
    return ownMembers(value, names);
  } catch {
    return wrongShape("", "the members of the response cannot be read");
  }
}

function wrongShape(field, message) {
  refuse("RESPONSE_INVALID", field, message);
}
