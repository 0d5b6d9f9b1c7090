"""Streamed responses put together. Nothing is handed on before the terminal event."""

import re

from .refusal import Refusal, is_text
from .strict_json import read_json


def assemble(protocol, chunks):
    """chunks are the payloads of events, or pieces of bytes cut anywhere."""
    assembler = {"openai-chat/1": Chat, "openai-responses/1": Responses, "anthropic-messages/1": Messages}[protocol]()
    for payload in chunks if all(isinstance(chunk, str) for chunk in chunks) else _payloads(chunks):
        assembler.event(payload)
    return assembler.response()


def _payloads(pieces):
    """Reads an event stream as its standard says. What has no empty line after it is no event."""
    lines = re.split("\r\n|\r|\n", b"".join(pieces).decode("utf-8-sig", "replace"))
    data = []
    for line in lines[:-1]:
        if line == "":
            if data:
                yield "\n".join(data)
            data = []
        elif line == "data" or line.startswith("data:"):
            content = line[5:]
            data.append(content[1:] if content.startswith(" ") else content)


def _read(payload):
    event = read_json(payload, "RESPONSE_INVALID", "RESPONSE_INVALID")
    if not isinstance(event, dict):
        raise Refusal("RESPONSE_INVALID", "", "an event is not an object")
    return event


def _incomplete():
    return Refusal("RESPONSE_INCOMPLETE", "", "the stream ended before the response did")


def _failed():
    return Refusal("RESPONSE_INVALID", "", "the stream holds an error")


class Chat:
    def __init__(self):
        self.content, self.calls, self.by_index, self.reason = None, [], {}, None

    def event(self, payload):
        if payload == "[DONE]":
            return
        chunk = _read(payload)
        if chunk.get("error") is not None:
            raise _failed()
        for choice in chunk.get("choices") or []:
            if choice.get("index", 0) != 0:
                continue  # another answer
            if self.reason is None:
                self._add(choice.get("delta") or {})
            self.reason = choice.get("finish_reason") or self.reason

    def _add(self, delta):
        if delta.get("content") is not None:
            self.content = (self.content or "") + delta["content"]
        for piece in delta.get("tool_calls") or []:
            id_, function = piece.get("id") or "", piece.get("function") or {}
            call = self.by_index.get(piece["index"])
            if call is None or id_ and call["id"] and call["id"] != id_:  # an index with a second id is a second call
                call = self.by_index[piece["index"]] = {"id": "", "name": "", "arguments": ""}
                self.calls.append(call)
            call["id"] = call["id"] or id_
            call["name"] = call["name"] or function.get("name") or ""
            call["arguments"] += function.get("arguments") or ""

    def response(self):
        if self.reason is None:
            raise _incomplete()
        message = {"role": "assistant", "content": self.content}
        if self.calls:
            message["tool_calls"] = [
                {"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": c["arguments"]}}
                for c in self.calls
            ]
        return {"message": message, "finish_reason": self.reason}


class Responses:
    """The terminal event holds the whole response; the deltas before it only show progress."""

    def __init__(self):
        self.final = None

    def event(self, payload):
        event = _read(payload)
        if event.get("type") == "error":
            raise _failed()
        if event.get("type") in ("response.completed", "response.incomplete", "response.failed") and self.final is None:
            self.final = event.get("response")

    def response(self):
        if self.final is None:
            raise _incomplete()
        return self.final


class Messages:
    def __init__(self):
        self.message, self.blocks, self.by_index, self.reason, self.stopped = {}, [], {}, None, False

    def event(self, payload):
        event = _read(payload)
        kind, delta = event.get("type"), event.get("delta") or {}
        if kind == "error":
            raise _failed()
        if kind == "message_start":
            self.message = event["message"]
        elif kind == "content_block_start":
            block = self.by_index[event["index"]] = {"begun": event["content_block"], "added": ""}
            self.blocks.append(block)
        elif kind == "content_block_delta" and event["index"] in self.by_index:
            self._add(self.by_index[event["index"]], delta)
        elif kind == "message_delta":
            self.reason = delta.get("stop_reason") or self.reason
        elif kind == "message_stop":
            self.stopped = True

    @staticmethod
    def _add(block, delta):
        if (delta.get("type"), block["begun"].get("type")) == ("text_delta", "text"):
            block["added"] += delta["text"]
        if (delta.get("type"), block["begun"].get("type")) == ("input_json_delta", "tool_use"):
            block["added"] += delta["partial_json"]

    def response(self):
        if not self.stopped or self.reason is None:
            raise _incomplete()
        return {**self.message, "content": [self._whole(b["begun"], b["added"]) for b in self.blocks], "stop_reason": self.reason}

    @staticmethod
    def _whole(begun, added):
        if begun.get("type") == "text":
            return {**begun, "text": begun["text"] + added}
        if begun.get("type") == "tool_use" and is_text(added):
            value = read_json(added, "ARGUMENTS_NOT_JSON", "ARGUMENTS_NOT_JSON")
            if not isinstance(value, dict):
                raise Refusal("ARGUMENTS_NOT_OBJECT", "", "the input of a call is not an object")
            return {**begun, "input": value}
        return begun
