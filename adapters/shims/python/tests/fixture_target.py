"""A target for the shim's own tests: the protocol names what the implementation does."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conform import accept, reject, serve  # noqa: E402


class Fault(Exception):
    code, field = "C", "f"


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no")


class Unreadable(dict):
    def items(self):
        raise RuntimeError("no")


def deep(_):
    value = 0
    for _ in range(100_000):
        value = [value]
    return value


def throw(error):
    raise error


def overflow(value):
    return overflow(value) + 1


async def later(value):
    return value


async def refuse_later(value):
    raise ValueError("later")


def show(_):
    print("PRINTED")
    os.write(1, b"DESCRIPTOR\n")
    subprocess.run(["echo", "CHILD"], check=True)
    return sys.stdin.read()


def change(value):
    value["nested"]["added"] = 1


def replace(value):
    value["a"] = 2


BEHAVIOURS = {
    "echo": lambda v: v,
    "verdict": lambda v: accept(v, migrated_from="unversioned"),
    "reject": lambda v: reject("C", "f", "m", pointer="/f", offset=3),
    "raise reject": lambda v: throw(reject("C")),
    "raise error": lambda v: throw(Fault("why")),
    "raise empty": lambda v: throw(ValueError()),
    "raise unprintable": lambda v: throw(Unprintable()),
    "raise surrogate": lambda v: throw(ValueError("a\ud800b")),
    "crash": lambda v: v["member"],
    "overflow": overflow,
    "limit": lambda v: sys.getrecursionlimit(),
    "async": later,
    "async refusal": refuse_later,
    "print": show,
    "exit": lambda v: sys.exit(3),
    "change": change,
    "replace": replace,
    "break": lambda v: v.update(a=object()),
    "not encodable": lambda v: Unreadable(),
    "deep": deep,
    "kind": lambda v: type(v).__name__,
}


def judge(protocol, value):
    return BEHAVIOURS[protocol](value)


serve(name="fixture", version="9", capabilities={"protocols": list(BEHAVIOURS)}, parse=judge, decode=judge, route=judge)
