// jingwei-json/1: the model's text is one tagged JSON object, alone in a complete response.
import { readJSON } from "./json.mjs";
import { isObject, isText, refuse } from "./refusal.mjs";
import { readResponse } from "./response.mjs";

const handlers = {
  call_tool: { handler: "tool_pipeline", terminal: "none" },
  final: { handler: "completion_gate", terminal: "proposal" },
  ask_user: { handler: "user", terminal: "none" },
};
const members = {
  call_tool: ["action", "name", "arguments"],
  final: ["action", "text"],
  ask_user: ["action", "question"],
};

const invalid = (field, message) => refuse("ACTION_INVALID", field, message);

export function parse(value) {
  const { content, calls, reason } = readResponse(value);
  if (reason === "tool_calls") invalid("finishReason", "native calls are not used here");
  if (reason !== "stop") refuse("RESPONSE_INCOMPLETE", "finishReason", "the response did not end with stop");
  if (calls.length > 0) refuse("FINISH_REASON_INCONSISTENT", "finishReason", "the response has native calls but ended with stop");
  if (typeof content !== "string") invalid("", "the response has no text");
  return decode(content);
}

export function decode(text) {
  return check(readJSON(text, "ACTION_INVALID"));
}

/** Any action of jingwei-json/1 or native-tool/1. */
export function route(action) {
  const { providerCallId, ...tagged } = Object(action);
  return handlers[check(tagged).action];
}

function check(object) {
  if (!isObject(object)) invalid("", "the text is not an object");
  const action = Object.hasOwn(object, "action") ? object.action : undefined;
  if (typeof action !== "string" || !Object.hasOwn(members, action)) invalid("action", "there is no such action");

  for (const name of members[action]) if (!Object.hasOwn(object, name)) invalid(name, `${name} is missing`);
  for (const name of Object.keys(object)) {
    if (!members[action].includes(name)) invalid("", "the object has a member the action has not");
  }
  switch (action) {
    case "call_tool":
      if (!isText(object.name)) refuse("ARGUMENTS_INVALID", "name", "name is not a string with text");
      if (!isObject(object.arguments)) refuse("ARGUMENTS_INVALID", "arguments", "arguments is not an object");
      return { action, name: object.name, arguments: object.arguments };
    case "final":
      if (!isText(object.text)) refuse("TEXT_EMPTY", "text", "text is not a string with text");
      return { action, text: object.text };
    case "ask_user":
      if (!isText(object.question)) refuse("TEXT_EMPTY", "question", "question is not a string with text");
      return { action, question: object.question };
  }
}
