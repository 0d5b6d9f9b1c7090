"""An adapter: it lets conform ask your implementation. Replace the two functions below.

conform run --target 'python3 adapter.py'
"""

import json

from conform import accept, reject, serve


def parse(protocol, value):
    """Judges a value: what your runtime does with an action it has received.

    Return the action as you will use it, or refuse. Whatever is raised is a refusal as well.
    """
    if not isinstance(value, dict):
        return reject(code="ACTION_NOT_OBJECT", field="", message="an action is an object")
    if value.get("type") == "message":
        content = value.get("content")
        if isinstance(content, str) and content.strip() != "":
            return accept({"type": "message", "content": content})
    return reject(message="this adapter is a stub: call your implementation here")


def decode(protocol, text):
    """Judges a text: what your runtime does with the output of a model."""
    return parse(protocol, json.loads(text))


if __name__ == "__main__":
    serve(
        name="my-runtime",
        version="0.1.0",
        # errors: "codes" or "fields" if your refusals carry the codes of the specification.
        capabilities={"protocols": ["agent-action/1"], "errors": "messages"},
        parse=parse,
        decode=decode,
    )
