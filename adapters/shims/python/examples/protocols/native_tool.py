"""native-tool/1: a complete response with at most one native tool call is one action."""

from .refusal import Refusal, is_text
from .response import read_response
from .strict_json import read_json

ASK_USER = "jingwei_ask_user"  # not a tool: the reserved name with which the model asks the user


def parse(value):
    content, calls, reason = read_response(value)
    if reason not in ("stop", "tool_calls"):
        raise Refusal("RESPONSE_INCOMPLETE", "finishReason", "the response did not end with stop or tool_calls")
    if (reason == "tool_calls") != bool(calls):
        raise Refusal("FINISH_REASON_INCONSISTENT", "finishReason", "the finish reason and the calls disagree")
    if len(calls) > 1:
        raise Refusal("MULTIPLE_ACTIONS", "toolCalls", "more than one call")
    return _call(calls[0]) if calls else _final(content)


def decode(text):
    return parse(read_json(text, "RESPONSE_INVALID"))


def _call(call):
    if not is_text(call.get("id")):
        raise Refusal("CALL_ID_EMPTY", "toolCalls", "the call has no id")
    if not is_text(call.get("name")):
        raise Refusal("TOOL_NAME_EMPTY", "toolCalls", "the call has no name")
    arguments = call.get("arguments")
    if not isinstance(arguments, dict):
        raise Refusal("ARGUMENTS_NOT_OBJECT", "toolCalls", "the arguments are not an object")
    if call["name"] == ASK_USER:
        if list(arguments) != ["question"] or not is_text(arguments["question"]):
            raise Refusal("ACTION_INVALID", "toolCalls", "asking the user takes exactly one question")
        return {"action": "ask_user", "question": arguments["question"]}
    return {"action": "call_tool", "name": call["name"], "arguments": arguments, "providerCallId": call["id"]}


def _final(content):
    if content is None:
        raise Refusal("RESPONSE_EMPTY", "content", "neither text nor calls")
    if not is_text(content):
        raise Refusal("TEXT_EMPTY", "content", "the final text is blank")
    return {"action": "final", "text": content}
