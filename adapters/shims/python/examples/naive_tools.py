"""A ticket tool as people often write one. Each line marked FAULT is a defect the suite must find.

    conform run --target 'python3 adapters/shims/python/examples/naive_tools.py'
"""

import os
import re
import sys
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from conform import serve  # noqa: E402


def failed(code, message, retryable=False):
    return {"ok": False, "error": {"code": code, "message": message, "retryable": retryable}}


def find(store, key):
    if "throws" in store:
        raise RuntimeError(store["throws"])
    return next((t for t in store["tickets"] if t["id"] == key), None)


def read_ticket(viewer, args, store):
    role = args.get("role", viewer.get("role"))  # FAULT: identity is taken from the arguments
    team = args.get("team", viewer.get("team"))  # FAULT: and so is the tenant
    key = str(args["id"]).strip()  # FAULT: coerced and trimmed; a missing id is a KeyError
    if not re.match(r"^TCK-\d{3}$", key):  # FAULT: digits of any script; unknown arguments are ignored
        return failed("INVALID_ARGUMENT", "bad arguments %r" % (args,))  # FAULT: repeats the values
    ticket = find(store, key)
    if ticket is None:
        return failed("NOT_FOUND", "no ticket " + key)
    if ticket["team"] != team:
        return failed("FORBIDDEN", "that ticket belongs to another team", True)  # FAULT: tells that it exists; FAULT: retryable
    if args.get("includeInternal") and role != "lead":
        return failed("FORBIDDEN", "leads only", True)
    data = {k: v for k, v in ticket.items() if k not in ("internal", "team")}  # FAULT: whatever else the record has gets out
    if args.get("includeInternal"):
        data["internalComments"] = ticket["internal"]
    return {"ok": True, "data": data}  # FAULT: the result is never checked


def invoke(contract, viewer, args, store):
    try:
        return read_ticket(viewer, args, store)
    except Exception:
        return failed("INTERNAL", traceback.format_exc(), True)  # FAULT: the stack gets out


if __name__ == "__main__":
    serve(name="naive-tools-example", version="1.0.0", capabilities={"contracts": ["read_ticket/1"]}, invoke=invoke)
