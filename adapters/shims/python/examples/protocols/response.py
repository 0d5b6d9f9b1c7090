"""The complete response of jingwei-json/1 and native-tool/1: content, toolCalls, finishReason, incompleteToolCalls."""

from .refusal import Refusal


def read_response(value):
    """Content, calls and finish reason of a response of the right shape with nothing cut off in it."""
    if not isinstance(value, dict):
        raise _wrong_shape("", "a response is an object")
    content = value.get("content")
    calls = value.get("toolCalls", [])
    cut_off = value.get("incompleteToolCalls", [])
    if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
        raise _wrong_shape("toolCalls", "toolCalls is not a list of objects")
    if not isinstance(cut_off, list):
        raise _wrong_shape("incompleteToolCalls", "incompleteToolCalls is not a list")
    if content is not None and not isinstance(content, str):
        raise _wrong_shape("content", "content is not a string")
    if cut_off:
        raise Refusal("RESPONSE_INCOMPLETE", "incompleteToolCalls", "a call was cut off")
    return content, calls, value.get("finishReason")


def _wrong_shape(field, message):
    return Refusal("RESPONSE_INVALID", field, message)
