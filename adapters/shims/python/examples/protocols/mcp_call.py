"""mcp-call/1: the params of a tools/call."""

from .refusal import Refusal, is_text
from .strict_json import read_json


def parse(value):
    if not isinstance(value, dict):
        raise Refusal("RESPONSE_INVALID", "", "the params are not an object")
    if not is_text(value.get("name")):
        raise Refusal("TOOL_NAME_EMPTY", "name", "the call has no name")
    arguments = value.get("arguments", {})  # absent, not null
    if not isinstance(arguments, dict):
        raise Refusal("ARGUMENTS_NOT_OBJECT", "arguments", "the arguments are not an object")
    return {"action": "call_tool", "name": value["name"], "arguments": arguments}


def decode(text):
    return parse(read_json(text, "RESPONSE_INVALID"))
