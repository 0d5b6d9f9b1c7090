"""openai-chat/1: one choice of a chat completion; each of its calls is judged by itself."""

from .calls import arguments_of, judge_each
from .refusal import Refusal, is_text
from .strict_json import read_json


def parse(value):
    if not isinstance(value, dict):
        raise _wrong_shape("", "a choice is an object")
    message = value.get("message")
    if not isinstance(message, dict):
        raise _wrong_shape("message", "message is not an object")
    content, calls = message.get("content"), message.get("tool_calls")
    calls = [] if calls is None else calls
    if content is not None and not isinstance(content, str):
        raise _wrong_shape("message", "content is not a string")
    if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
        raise _wrong_shape("message", "tool_calls is not a list of objects")
    # stop beside calls is common on this wire; length, content_filter, null and unknown are not complete.
    if value.get("finish_reason") not in ("stop", "tool_calls"):
        raise Refusal("RESPONSE_INCOMPLETE", "finish_reason", "the response did not end with stop or tool_calls")
    if not calls and not is_text(content):
        raise Refusal("RESPONSE_EMPTY", "message", "neither text nor calls")
    return judge_each(content, list(enumerate(calls)), "message", "id", _function)


def decode(text):
    return parse(read_json(text, "RESPONSE_INVALID"))


def _function(call):
    if call.get("type", "function") != "function":
        raise Refusal("CALL_TYPE_UNSUPPORTED", "message", "a call is not of type function")
    function = call.get("function")
    if not isinstance(function, dict) or not is_text(function.get("name")):
        raise Refusal("TOOL_NAME_EMPTY", "message", "a call has no name")
    return {"name": function["name"], "arguments": arguments_of(function.get("arguments"), "message")}


def _wrong_shape(field, message):
    return Refusal("RESPONSE_INVALID", field, message)
