// native-tool/1: a complete response with at most one native tool call is one action.
import { readJSON } from "./json.mjs";
import { isObject, isText, ownMembers, refuse } from "./refusal.mjs";
import { readResponse } from "./response.mjs";

/** Not a tool: the reserved name with which the model asks the user. */
const ASK_USER = "jingwei_ask_user";

export function parse(value) {
  const { content, calls, reason } = readResponse(value);
  if (reason !== "stop" && reason !== "tool_calls") {
    refuse("RESPONSE_INCOMPLETE", "finishReason", "the response did not end with stop or tool_calls");
  }
  if ((reason === "tool_calls") !== calls.length > 0) {
    refuse("FINISH_REASON_INCONSISTENT", "finishReason", "the finish reason and the calls disagree");
  }
  if (calls.length > 1) refuse("MULTIPLE_ACTIONS", "toolCalls", "more than one call");
  return calls.length === 1 ? callOf(calls[0]) : finalOf(content);
}

export function decode(text) {
  return parse(readJSON(text, "RESPONSE_INVALID"));
}

function callOf(call) {
  const { id, name, arguments: args } = ownMembers(call, ["id", "name", "arguments"]);
  if (!isText(id)) refuse("CALL_ID_EMPTY", "toolCalls", "the call has no id");
  if (!isText(name)) refuse("TOOL_NAME_EMPTY", "toolCalls", "the call has no name");
  if (!isObject(args)) refuse("ARGUMENTS_NOT_OBJECT", "toolCalls", "the arguments are not an object");
  if (name === ASK_USER) return questionOf(args);
  return { action: "call_tool", name, arguments: args, providerCallId: id };
}

function questionOf(args) {
  const { question } = ownMembers(args, ["question"]);
  if (Object.keys(args).length !== 1 || !isText(question)) {
    refuse("ACTION_INVALID", "toolCalls", "asking the user takes exactly one question");
  }
  return { action: "ask_user", question };
}

function finalOf(content) {
  if (content === null) refuse("RESPONSE_EMPTY", "content", "neither text nor calls");
  if (!isText(content)) refuse("TEXT_EMPTY", "content", "the final text is blank");
  return { action: "final", text: content };
}
