"""anthropic-messages/1: the blocks of one message; each tool use among them is judged by itself."""

from .calls import judge_each, need_something, sort_items
from .refusal import Refusal, is_text
from .strict_json import read_json


def parse(value):
    if not isinstance(value, dict):
        raise Refusal("RESPONSE_INVALID", "", "the message is not an object")
    calls, content, others = sort_items(
        value.get("content"), "content", "tool_use", "text", lambda block: [block.get("text")]
    )
    if value.get("stop_reason") not in ("end_turn", "stop_sequence", "tool_use"):
        raise Refusal("RESPONSE_INCOMPLETE", "stop_reason", "the message did not end as a complete one does")
    need_something(calls, content, others, "content")
    return judge_each(content, calls, "content", "id", _tool_use)


def decode(text):
    return parse(read_json(text, "RESPONSE_INVALID"))


def _tool_use(block):
    if not is_text(block.get("name")):
        raise Refusal("TOOL_NAME_EMPTY", "content", "a call has no name")
    if not isinstance(block.get("input"), dict):
        raise Refusal("ARGUMENTS_NOT_OBJECT", "content", "the input of a call is not an object")
    return {"name": block["name"], "arguments": block["input"]}
