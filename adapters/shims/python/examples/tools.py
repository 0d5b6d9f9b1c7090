"""Tools that keep their contracts: read_ticket/1 and refund_payment/1.

    conform run --target 'python3 adapters/shims/python/examples/tools.py'
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from conform import serve  # noqa: E402

WORDS = {
    "INVALID_ARGUMENT": "the arguments do not meet the tool's contract",
    "NOT_FOUND": "not found",
    "FORBIDDEN": "not allowed",
    "CONFLICT": "the state of the record does not allow this",
    "RATE_LIMITED": "too many calls; try again later",
    "UNAVAILABLE": "not available; try again later",
    "INTERNAL": "the tool failed",
}
RETRYABLE = {"RATE_LIMITED", "UNAVAILABLE"}


class ToolError(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


class StoreError(Exception):
    def __init__(self, text, kind):
        super().__init__(text)
        self.kind = kind


class Store:
    """The store of a request, failing where and how the request says."""

    def __init__(self, data):
        self._data = data

    def _fail(self, on):
        if "throws" in self._data and self._data.get("on", "read") == on:
            raise StoreError(self._data["throws"], self._data.get("kind"))

    def get(self, collection, by, key):
        self._fail("read")
        return next((r for r in self._data.get(collection, []) if r.get(by) == key), None)

    def set(self, record, name, value):
        self._fail("write")
        record[name] = value


def is_text(v, least=0, most=float("inf")):
    return isinstance(v, str) and least <= len(v) <= most


def is_integer(v, least, most):
    return isinstance(v, int) and not isinstance(v, bool) and least <= v <= most


def is_list(v, item, most=float("inf")):
    return isinstance(v, list) and len(v) <= most and all(item(x) for x in v)


def full(pattern):
    compiled = re.compile(pattern, re.ASCII)
    return lambda v: isinstance(v, str) and compiled.fullmatch(v) is not None


def matches(v, shape, optional=()):
    """Whether a value is an object whose members are all known and legal; those in need are there."""
    return (
        isinstance(v, dict)
        and all(name in shape and shape[name](x) for name, x in v.items())
        and all(name in v or name in optional for name in shape)
    )


def check(condition, code):
    if not condition:
        raise ToolError(code)


is_ticket_id = full(r"TCK-[0-9]{3}")
is_payment_id = full(r"pay_[a-z0-9]{8}")


def read_ticket(viewer, args, store):
    shape = {"id": is_ticket_id, "includeInternal": lambda v: isinstance(v, bool)}
    check(matches(args, shape, ["includeInternal"]), "INVALID_ARGUMENT")
    ticket = store.get("tickets", "id", args["id"])
    check(ticket is not None and is_text(ticket.get("team")) and ticket["team"] == viewer.get("team"), "NOT_FOUND")
    internal = args.get("includeInternal", False)
    check(not internal or viewer.get("role") == "lead", "FORBIDDEN")
    data = {name: ticket[name] for name in ("id", "title", "status", "comments") if name in ticket}
    if internal:
        check("internal" in ticket, "INTERNAL")
        data["internalComments"] = ticket["internal"]
    result = {
        "id": is_ticket_id,
        "title": lambda v: is_text(v, 1),
        "status": lambda v: isinstance(v, str) and v in ("open", "closed"),
        "comments": lambda v: is_list(v, is_text),
        "internalComments": lambda v: is_list(v, is_text),
    }
    check(matches(data, result, ["internalComments"]), "INTERNAL")
    return data


def refund_payment(viewer, args, store):
    line = {"sku": lambda v: is_text(v, 1, 20), "quantity": lambda v: is_integer(v, 1, 99)}
    shape = {
        "paymentId": is_payment_id,
        "amountCents": lambda v: is_integer(v, 1, 1_000_000),
        "reason": lambda v: isinstance(v, str) and v in ("duplicate", "fraud", "requested"),
        "note": lambda v: is_text(v, 0, 200),
        "lines": lambda v: is_list(v, lambda x: matches(x, line), 3),
    }
    check(matches(args, shape, ["note", "lines"]), "INVALID_ARGUMENT")
    payment = store.get("payments", "id", args["paymentId"])
    check(payment is not None and is_text(payment.get("tenant")) and payment["tenant"] == viewer.get("tenant"), "NOT_FOUND")
    check(viewer.get("role") in ("finance", "admin"), "FORBIDDEN")
    check(payment["state"] != "refunded" and args["amountCents"] <= payment["capturedCents"], "CONFLICT")
    data = {
        "refundId": "rf_" + args["paymentId"][4:],
        "paymentId": args["paymentId"],
        "amountCents": args["amountCents"],
        "status": "refunded",
        **{name: payment[name] for name in ("currency", "receiptUrl", "tags") if name in payment},
        **{name: args[name] for name in ("note",) if name in args},
    }
    result = {
        **dict.fromkeys(("refundId", "paymentId", "amountCents", "status", "note"), lambda v: True),
        "currency": lambda v: isinstance(v, str) and v in ("EUR", "USD"),
        "receiptUrl": lambda v: v is None or is_text(v),
        "tags": lambda v: is_list(v, lambda t: is_text(t, 1), 5),
    }
    check(matches(data, result, ["note"]), "INTERNAL")  # before anything is written
    store.set(payment, "state", "refunded")
    return data


TOOLS = {"read_ticket/1": read_ticket, "refund_payment/1": refund_payment}
FAULTS = {"refund_payment/1": {"conflict": "CONFLICT", "rate_limited": "RATE_LIMITED", "unavailable": "UNAVAILABLE"}}


def invoke(contract, viewer, args, store):
    try:
        return {"ok": True, "data": TOOLS[contract](viewer, args, Store(store))}
    except ToolError as error:
        code = error.code
    except StoreError as error:
        code = FAULTS.get(contract, {}).get(error.kind, "INTERNAL")
    except Exception:
        code = "INTERNAL"
    return {"ok": False, "error": {"code": code, "message": WORDS[code], "retryable": code in RETRYABLE}}


if __name__ == "__main__":
    serve(name="tools-example", version="1.0.0", capabilities={"contracts": list(TOOLS), "numbers": "exact", "observes": ["store"]}, invoke=invoke)
