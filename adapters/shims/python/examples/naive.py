"""A target as people often write one. It works with every well-behaved model, and each line marked
FAULT is a defect of real runtimes that the suite must find.

    conform run --target 'python3 adapters/shims/python/examples/naive.py'
"""

import ast
import json
import re
import sys
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conform import serve  # noqa: E402

# --- reading text ---


def read_json(text):
    if isinstance(text, bytes):
        text = text.decode("utf-8", errors="replace")  # FAULT: bytes that are not UTF-8 become U+FFFD
    text = text.lstrip("\ufeff").strip()  # FAULT: blanks that JSON does not know are cut away
    fenced = re.search(r"```(?:json)?\s*(.*?)```", text, re.DOTALL)
    if fenced:
        text = fenced.group(1)  # FAULT: an example in a code fence is taken for the action
    elif not text.startswith("{"):
        text = text[text.find("{") : text.rfind("}") + 1]  # FAULT: prose around the JSON is cut away
    try:
        return json.loads(text)  # FAULT: NaN is accepted, and of duplicate names the last one wins
    except json.JSONDecodeError:
        return ast.literal_eval(text)  # FAULT: Python literals are accepted: single quotes, trailing commas, comments


# --- agent-action/1 ---


def parse_action(value):
    if isinstance(value, str):
        value = read_json(value)  # FAULT: a text is accepted where an object is expected
    if isinstance(value, list):
        value = value[0]  # FAULT: an array is read as its first element
    kind = value["type"].strip().lower()  # FAULT: padded and upper-case types are accepted
    if kind == "message":
        return {"type": kind, "content": str(value.get("content", ""))}  # FAULT: content is coerced, and defaults to ""
    if kind == "tool_call":
        return {
            "type": kind,
            "callId": value.get("callId") or str(uuid.uuid4()),  # FAULT: a call id is invented
            "tool": value.get("tool", value.get("name", "noop")),  # FAULT: a tool is invented, an alias accepted
            "input": value.get("input", {}),  # FAULT: missing input becomes {}
        }
    if kind == "finish":
        return {**value, "type": kind, "summary": value.get("summary") or "done"}  # FAULT: invented; unknown fields get through
    return value  # FAULT: an unknown action is passed on as it is


def route_action(action):
    if action["type"] == "tool_call":
        return {"handler": "tool_pipeline", "terminal": "none"}
    if action["type"] == "finish":
        return {"handler": "completion_gate", "terminal": "proposal"}
    return {"handler": "conversation", "terminal": "none"}  # FAULT: every other action is a message


# --- jingwei-json/1 ---


def parse_tagged(text):
    try:
        obj = read_json(text)
    except (ValueError, SyntaxError):
        return {"action": "final", "text": str(text)}  # FAULT: text that is not JSON becomes the final answer
    if obj.get("action") == "call_tool":
        return {"action": "call_tool", "name": obj["name"], "arguments": dict(obj.get("arguments") or {})}  # FAULT: {} invented
    if obj.get("action") == "ask_user":
        return {"action": "ask_user", "question": obj.get("question", "?")}  # FAULT: a question is invented
    return {"action": "final", "text": obj.get("text", "")}  # FAULT: any other object is a final answer, blank or not


def parse_tagged_response(response):
    return parse_tagged(response["content"])  # FAULT: native calls and the finish reason are never looked at


# --- native-tool/1 ---


def parse_native(response):  # FAULT: the finish reason and incomplete fragments are never looked at
    calls = response.get("toolCalls")
    if not calls:
        return {"action": "final", "text": response.get("content") or ""}  # FAULT: an empty response is an empty answer
    call = calls[0]  # FAULT: of several calls the first one is run
    if call["name"] == "jingwei_ask_user":
        return {"action": "ask_user", "question": str(call["arguments"].get("question"))}  # FAULT: asks "None"
    return {
        "action": "call_tool",
        "name": call["name"].strip(),  # FAULT: names are trimmed
        "arguments": call.get("arguments") or {},  # FAULT: missing arguments, null and [] become {}
        "providerCallId": call.get("id") or str(uuid.uuid4()),  # FAULT: a provider's id is invented
    }


# --- openai-chat/1 ---


def parse_choice(choice):  # FAULT: the finish reason is never looked at
    message = choice["message"]
    calls = [
        {
            "id": call.get("id") or "call_%d" % index,
            "name": call["function"]["name"],  # FAULT: unknown call types are run as functions
            "arguments": read_arguments(call["function"].get("arguments")),
        }
        for index, call in enumerate(message.get("tool_calls") or [])  # FAULT: a repeated id gets through
    ]
    return {"content": message.get("content"), "calls": calls}  # FAULT: neither text nor calls is accepted


def read_arguments(text):
    try:
        arguments = json.loads(text)
        return json.loads(arguments) if isinstance(arguments, str) else arguments  # FAULT: double encoding is undone
    except (TypeError, ValueError):
        return {}  # FAULT: absent, malformed or cut-off arguments become {}


# --- openai-responses/1, anthropic-messages/1, mcp-call/1 ---


def parse_response(response):  # FAULT: the status is never looked at
    calls, text = [], ""
    for item in response["output"]:
        if "name" in item:  # FAULT: every item with a name is a call
            call_id = item.get("call_id", item.get("id"))
            calls.append({"id": call_id, "name": item["name"], "arguments": read_arguments(item.get("arguments"))})
        for part in item.get("content") or []:
            text += part.get("text", "")  # FAULT: parts of any type are shown, and a missing list goes unnoticed
    return {"content": text, "calls": calls}


def parse_message(message):  # FAULT: the stop reason is never looked at
    calls = [
        {"id": block["id"], "name": block["name"], "arguments": dict(block.get("input") or ())}  # FAULT: {} invented
        for block in message["content"]
        if block["type"].endswith("tool_use")  # FAULT: calls the server made itself are run again
    ]
    return {"content": "\n".join(b["text"] for b in message["content"] if "text" in b), "calls": calls}


def parse_params(params):
    arguments = params.get("arguments") or {}  # FAULT: null, 0, "" and [] become {}
    return {"action": "call_tool", "name": str(params["name"]), "arguments": arguments}  # FAULT: a name is coerced


# --- previews ---


def preview_action(value):  # FAULT: what parse refuses is previewed all the same
    if not isinstance(value, dict):
        raise ValueError("cannot preview %r" % (value,))  # FAULT: the refusal repeats the value
    return {**value, "input": redact(value.get("input"))}  # FAULT: unknown members are shown


def redact(value):  # FAULT: arrays are not looked into
    if not isinstance(value, dict):
        return value
    # FAULT: names in other cases are not known, and only texts are hidden
    return {k: "***" if k in ("token", "password", "authorization") and isinstance(v, str) else redact(v) for k, v in value.items()}


# --- assemble ---


def assemble(protocol, events):
    events = [json.loads(event) for event in events if event != "[DONE]"]
    if protocol == "openai-responses/1":
        return assemble_response(events)
    return assemble_choice(events) if protocol == "openai-chat/1" else assemble_message(events)


def assemble_choice(events):
    content, calls, reason = "", [], None
    for chunk in events:
        for choice in chunk.get("choices", ()):  # FAULT: errors go unnoticed, and all choices are mixed
            delta = choice.get("delta", {})
            content += delta.get("content") or ""
            for piece in delta.get("tool_calls") or ():
                function = piece.get("function", {})
                if piece.get("id"):
                    calls.append({"id": piece["id"], "name": function.get("name"), "arguments": ""})
                calls[-1]["arguments"] += function.get("arguments") or ""  # FAULT: pieces go to the call that began last
            reason = choice.get("finish_reason") or reason
    calls = [{"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": c["arguments"]}} for c in calls]
    reason = reason or "stop"  # FAULT: a stream that was cut off ended with stop
    return {"message": {"role": "assistant", "content": content, "tool_calls": calls}, "finish_reason": reason}


def assemble_message(events):
    blocks, reason = {}, None
    for event in events:
        if event["type"] == "content_block_start":
            blocks[event["index"]] = dict(event["content_block"], json="")  # FAULT: an index used twice loses a block
        elif event["type"] == "content_block_delta":
            delta, block = event["delta"], blocks[event["index"]]
            block["json"] += delta.get("partial_json", "")
            block["text"] = block.get("text", "") + delta.get("text", "")
        elif event["type"] == "message_delta":
            reason = event["delta"]["stop_reason"]
    for block in blocks.values():
        if block["json"]:
            block["input"] = read_arguments(block["json"])  # FAULT: broken input becomes {}
    return {"role": "assistant", "content": list(blocks.values()), "stop_reason": reason}


def assemble_response(events):
    items = [event["item"] for event in events if event["type"] == "response.output_item.done"]
    return {"status": "completed", "output": items}  # FAULT: the terminal event is never looked for


# --- the adapter ---

PARSERS = {
    "agent-action/1": parse_action,
    "jingwei-json/1": parse_tagged_response,
    "native-tool/1": parse_native,
    "openai-chat/1": parse_choice,
    "openai-responses/1": parse_response,
    "anthropic-messages/1": parse_message,
    "mcp-call/1": parse_params,
}


def decode(protocol, text):
    if protocol == "jingwei-json/1":
        return parse_tagged(text)
    return PARSERS[protocol](read_json(text))


if __name__ == "__main__":
    serve(
        name="naive-example",
        version="1.0.0",
        capabilities={"protocols": list(PARSERS), "errors": "messages", "text": "bytes"},
        parse=lambda protocol, value: PARSERS[protocol](value),
        decode=decode,
        assemble=assemble,
        route=lambda protocol, action: route_action(action),
        preview=lambda protocol, value: preview_action(value),
    )
