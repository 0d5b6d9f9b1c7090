"""jingwei-json/1: the model's text is one tagged JSON object, alone in a complete response."""

from .refusal import Refusal, is_text
from .response import read_response
from .strict_json import read_json

MEMBERS = {"call_tool": ["name", "arguments"], "final": ["text"], "ask_user": ["question"]}
HANDLERS = {
    "call_tool": ("tool_pipeline", "none"),
    "final": ("completion_gate", "proposal"),
    "ask_user": ("user", "none"),
}


def parse(value):
    content, calls, reason = read_response(value)
    if reason == "tool_calls":
        raise _invalid("finishReason", "native calls are not used here")
    if reason != "stop":
        raise Refusal("RESPONSE_INCOMPLETE", "finishReason", "the response did not end with stop")
    if calls:
        raise Refusal("FINISH_REASON_INCONSISTENT", "finishReason", "the response has native calls but ended with stop")
    if content is None:
        raise _invalid("", "the response has no text")
    return decode(content)


def decode(text):
    return _check(read_json(text, "ACTION_INVALID"))


def route(action):
    """Of any action of jingwei-json/1 or native-tool/1."""
    if isinstance(action, dict):
        action = {name: value for name, value in action.items() if name != "providerCallId"}
    handler, terminal = HANDLERS[_check(action)["action"]]
    return {"handler": handler, "terminal": terminal}


def _check(obj):
    if not isinstance(obj, dict):
        raise _invalid("", "the text is not an object")
    kind = obj.get("action")
    if not isinstance(kind, str) or kind not in MEMBERS:
        raise _invalid("action", "there is no such action")
    for name in MEMBERS[kind]:
        if name not in obj:
            raise _invalid(name, name + " is missing")
    for name in obj:
        if name != "action" and name not in MEMBERS[kind]:
            raise _invalid("", "the object has a member the action has not")
    if kind == "call_tool":
        if not is_text(obj["name"]):
            raise Refusal("ARGUMENTS_INVALID", "name", "name is not a string with text")
        if not isinstance(obj["arguments"], dict):
            raise Refusal("ARGUMENTS_INVALID", "arguments", "arguments is not an object")
    else:
        (name,) = MEMBERS[kind]
        if not is_text(obj[name]):
            raise Refusal("TEXT_EMPTY", name, name + " is not a string with text")
    return dict(obj)


def _invalid(field, message):
    return Refusal("ACTION_INVALID", field, message)
