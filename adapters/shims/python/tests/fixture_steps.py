"""A target that does in a step what its task id says; with an argument its step is a coroutine function."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conform import Fault, serve  # noqa: E402

CALL = {"id": "r", "name": "ls", "arguments": {"$ref": 1}}


def final(text):
    return {"outcome": "final", "text": text, "context": {"taskId": "t", "stepId": "s"}, "nextMessages": []}


def step(protocol, request, host):
    task = request["taskId"]
    if task == "everything":
        host.record({"kind": "model_request", "context": {}})
        response = host.generate({"messages": request["messages"], "context": {}})
        output = host.execute(CALL)["output"]
        return final(" ".join([protocol, str(response), output, host.evaluate(CALL), host.authorize(CALL)]))
    if task == "fault":
        try:
            host.execute(CALL)
        except Fault as fault:
            return final("%s %s %s" % (fault.kind, fault.retryable, fault))
    if task == "cancel":
        host.execute(CALL)
    if task == "throws":
        raise ValueError("the runner broke")
    return final(str(host.cancelled))


async def astep(protocol, request, host):
    task = request["taskId"]
    if task == "everything":
        await host.record({"kind": "model_request", "context": {}})
        response = await host.generate({"messages": request["messages"], "context": {}})
        output = (await host.execute(CALL))["output"]
        return final(" ".join([protocol, str(response), output, await host.evaluate(CALL), await host.authorize(CALL)]))
    if task == "fault":
        try:
            await host.execute(CALL)
        except Fault as fault:
            return final("%s %s %s" % (fault.kind, fault.retryable, fault))
    if task == "cancel":
        await host.execute(CALL)
    if task == "throws":
        raise ValueError("the runner broke")
    return final(str(host.cancelled))


serve(name="steps", capabilities={"protocols": ["p/1"], "step": ["native"]}, step=astep if sys.argv[1:] else step)
