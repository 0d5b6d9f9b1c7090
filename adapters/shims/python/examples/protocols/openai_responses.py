"""openai-responses/1: the items of one response; each function call among them is judged by itself."""

from .calls import arguments_of, judge_each, need_something, sort_items
from .refusal import Refusal, is_text
from .strict_json import read_json


def parse(value):
    if not isinstance(value, dict):
        raise Refusal("RESPONSE_INVALID", "", "the response is not an object")
    calls, content, others = sort_items(value.get("output"), "output", "function_call", "message", _texts)
    if value.get("status") != "completed":
        raise Refusal("RESPONSE_INCOMPLETE", "status", "the response is not completed")
    need_something(calls, content, others, "output")
    return judge_each(content, calls, "output", "call_id", _function)


def decode(text):
    return parse(read_json(text, "RESPONSE_INVALID"))


def _function(call):
    if not is_text(call.get("name")):
        raise Refusal("TOOL_NAME_EMPTY", "output", "a call has no name")
    return {"name": call["name"], "arguments": arguments_of(call.get("arguments"), "output")}


def _texts(message):
    parts = message.get("content")
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise Refusal("RESPONSE_INVALID", "output", "a message has no list of parts")
    return [part.get("text") for part in parts if part.get("type") == "output_text"]
