"""openai-chat/1: one choice of a chat completion; each of its calls is judged by itself."""

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
    return _judge_each(content, calls)


def decode(text):
    return parse(read_json(text, "RESPONSE_INVALID"))


def _judge_each(content, calls):
    """The good calls, and beside them the bad ones; if all are bad, the fault of the first refuses the response."""
    ids = [call.get("id") for call in calls]
    good, faults = [], []
    for index, call in enumerate(calls):
        try:
            good.append(_call(call, ids))
        except Refusal as fault:
            faults.append((index, fault))
    if faults and not good:
        raise faults[0][1]
    result = {"content": content, "calls": good}
    if faults:
        result["refused"] = [
            {"id": ids[i] if isinstance(ids[i], str) else None, "index": i, "code": fault.code} for i, fault in faults
        ]
    return result


def _call(call, ids):
    if not is_text(call.get("id")):
        raise Refusal("CALL_ID_EMPTY", "message", "a call has no id")
    if ids.count(call["id"]) > 1:
        raise Refusal("CALL_ID_DUPLICATE", "message", "two calls have the same id")
    if call.get("type", "function") != "function":
        raise Refusal("CALL_TYPE_UNSUPPORTED", "message", "a call is not of type function")
    function = call.get("function")
    if not isinstance(function, dict) or not is_text(function.get("name")):
        raise Refusal("TOOL_NAME_EMPTY", "message", "a call has no name")
    return {"id": call["id"], "name": function["name"], "arguments": _arguments(function.get("arguments"))}


def _arguments(text):
    """Blank text means no input; nothing else is repaired or coerced."""
    if not isinstance(text, str):
        raise Refusal("ARGUMENTS_NOT_JSON", "message", "the arguments of a call are not text")
    if not is_text(text):
        return {}
    try:
        arguments = read_json(text, "ARGUMENTS_NOT_JSON", "ARGUMENTS_NOT_JSON")
    except Refusal as fault:
        raise Refusal(fault.code, "message", str(fault)) from None  # the field as seen from the choice
    if not isinstance(arguments, dict):
        raise Refusal("ARGUMENTS_NOT_OBJECT", "message", "the arguments of a call are not an object")
    return arguments


def _wrong_shape(field, message):
    return Refusal("RESPONSE_INVALID", field, message)
