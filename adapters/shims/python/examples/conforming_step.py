"""A target that conforms: one step of an agent, written by hand in step/.

    conform run --operation step --target 'python3 adapters/shims/python/examples/conforming_step.py'
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conform import serve  # noqa: E402
from step.runner import Step  # noqa: E402
from step.wires import PROTOCOLS  # noqa: E402


async def step(protocol, request, collaborators):
    return await Step(protocol, request, collaborators).run()


if __name__ == "__main__":
    serve(
        name="conforming-step-example",
        version="1.0.0",
        capabilities={
            "protocols": list(PROTOCOLS),
            "errors": "fields",
            "step": ["native", "json", "records", "guard", "approval", "cancel", "budget"],
        },
        step=step,
    )
