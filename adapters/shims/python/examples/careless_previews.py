"""Previews as people often write them: one careless habit each, named by the argument.

    conform run --operation preview --target 'python3 adapters/shims/python/examples/careless_previews.py top-level'
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conform import serve  # noqa: E402
from protocols.agent_action import THREE_ACTIONS, AgentAction  # noqa: E402

SECRET = {"token", "password", "authorization"}
ACTIONS = AgentAction(THREE_ACTIONS)


def top_level(value):  # FAULT: only what stands directly in the input is looked at
    if not isinstance(value, dict):
        return value
    return {name: "[redacted]" if name.lower() in SECRET else v for name, v in value.items()}


def deep(value, secret, arrays=True):
    if isinstance(value, list):
        return [deep(v, secret, arrays) for v in value] if arrays else value
    if isinstance(value, dict):
        return {name: "[redacted]" if secret(name) else deep(v, secret, arrays) for name, v in value.items()}
    return value


HABITS = {
    "top-level": top_level,
    "exact-case": lambda v: deep(v, lambda name: name in SECRET),  # FAULT: names are compared as they are written
    "no-arrays": lambda v: deep(v, lambda name: name.lower() in SECRET, arrays=False),  # FAULT: arrays are passed through
    "echo": lambda v: deep(v, lambda name: name.lower() in SECRET),  # the previews of this one are in order
}


def preview(protocol, value):
    try:
        action = ACTIONS.parse(value)
    except Exception as error:
        if HABIT == "echo":  # FAULT: the refusal repeats the value
            error.message = "%s: %s" % (error, json.dumps(value, default=repr))
            error.args = (error.message,)
        raise
    return {**action, "input": HABITS[HABIT](action["input"])} if "input" in action else action


if __name__ == "__main__":
    HABIT = sys.argv[1] if len(sys.argv) > 1 else ""
    if HABIT not in HABITS:
        sys.exit("usage: careless_previews.py " + "|".join(HABITS))
    serve(
        name="careless-previews-" + HABIT,
        version="1.0.0",
        capabilities={"protocols": ["agent-action/1"], "errors": "fields", "text": "string"},
        preview=preview,
    )
