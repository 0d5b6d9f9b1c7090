"""Strict JSON. Python's json takes NaN, merges duplicate names and guesses the encoding of bytes."""

import json
import re

from .refusal import Refusal

MAX_DEPTH = 600


def read_json(text_or_bytes, code, duplicate_code="ACTION_DUPLICATE_FIELD"):
    """Reads a text (or its bytes) as one JSON document; code is what a text that is none is refused with."""
    try:
        text = text_or_bytes if isinstance(text_or_bytes, str) else text_or_bytes.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(code, "", "the text is not valid UTF-8") from None
    depth, duplicate = _scan(text)
    if depth > MAX_DEPTH:
        raise Refusal(code, "", "the text is nested deeper than %d" % MAX_DEPTH)
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_int=_integer)
    except ValueError:
        raise Refusal(code, "", "the text is not one JSON document") from None
    if duplicate:  # the name is the model's: not repeated
        raise Refusal(duplicate_code, "", "a name occurs twice in one object")
    return value


def _no_constant(_):
    raise ValueError("NaN and the infinities are not JSON")


def _integer(digits):
    # int refuses more than 4,300 digits; what is longer than that is infinite as a double as well.
    return int(digits) if len(digits) < 4000 else float(digits)


_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:]', re.DOTALL)


def _scan(text):
    """How deep a text nests, and whether a name occurs twice in one of its objects. Of a text that is
    not JSON the second answer means nothing."""
    open_, depth, last_string, duplicate = [], 0, '""', False
    for token in _TOKEN.findall(text):
        if token in "{[":
            open_.append(set())
            depth = max(depth, len(open_))
        elif token in "}]":
            if open_:
                open_.pop()
        elif token == ":":
            if open_:
                name = _name(last_string)  # "\u0074ype" is the name "type"
                duplicate = duplicate or name in open_[-1]
                open_[-1].add(name)
        else:
            last_string = token
    return depth, duplicate


def _name(token):
    try:
        return json.loads(token)
    except ValueError:
        return token
