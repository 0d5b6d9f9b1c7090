"""What the wires with any number of calls have in common: each call is judged by itself."""

from .refusal import Refusal, is_text
from .strict_json import read_json


def judge_each(content, sent, field, id_name, rest):
    """The good calls, and beside them the bad ones; if all are bad, the fault of the first refuses the
    response. sent is a list of (index, call); what follows the id is read by rest."""
    ids = [call.get(id_name) for _, call in sent]
    good, faults = [], []
    for (index, call), id_ in zip(sent, ids):
        try:
            if not is_text(id_):
                raise Refusal("CALL_ID_EMPTY", field, "a call has no id")
            if ids.count(id_) > 1:
                raise Refusal("CALL_ID_DUPLICATE", field, "two calls have the same id")
            good.append({"id": id_, **rest(call)})
        except Refusal as fault:
            faults.append((index, id_, fault))
    if faults and not good:
        raise faults[0][2]
    result = {"content": content, "calls": good}
    if faults:
        result["refused"] = [
            {"id": id_ if isinstance(id_, str) else None, "index": i, "code": fault.code} for i, id_, fault in faults
        ]
    return result


def arguments_of(text, field):
    """Arguments that are text: blank text means no input; nothing else is repaired or coerced."""
    if not isinstance(text, str):
        raise Refusal("ARGUMENTS_NOT_JSON", field, "the arguments of a call are not text")
    if not is_text(text):
        return {}
    try:
        arguments = read_json(text, "ARGUMENTS_NOT_JSON", "ARGUMENTS_NOT_JSON")
    except Refusal as fault:
        raise Refusal(fault.code, field, str(fault)) from None  # the field as seen from the response
    if not isinstance(arguments, dict):
        raise Refusal("ARGUMENTS_NOT_OBJECT", field, "the arguments of a call are not an object")
    return arguments


def sort_items(items, field, call_type, text_type, texts_of):
    """The calls and the text in a list of typed items; refuses a response with neither."""
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise Refusal("RESPONSE_INVALID", field, field + " is not a list of objects")
    calls, texts, others = [], [], 0
    for index, item in enumerate(items):
        if item.get("type") == call_type:
            calls.append((index, item))
        elif item.get("type") == text_type:
            texts += texts_of(item)
        else:
            others += 1  # reasoning, calls the server made itself, whatever comes next year: neither run nor shown
    if not all(isinstance(text, str) for text in texts):
        raise Refusal("RESPONSE_INVALID", field, "a text is not a string")
    return calls, "".join(texts) if texts else None, others


def need_something(calls, content, others, field):
    if calls or is_text(content):
        return
    if others:
        raise Refusal("CALL_TYPE_UNSUPPORTED", field, "no item is of a known type")
    raise Refusal("RESPONSE_EMPTY", field, "neither text nor calls")
