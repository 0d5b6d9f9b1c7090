"""A step as people often write one. It works with every well-behaved model, and each line marked FAULT is a
defect of real runtimes that the suite must find.

    conform run --operation step --target 'python3 adapters/shims/python/examples/naive_step.py'
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conform import Fault, serve  # noqa: E402


def retried(attempt, times=3):
    for left in range(times - 1, -1, -1):
        try:
            return attempt()
        except Fault:
            if left == 0:
                raise


def step(protocol, request, host):
    context = {"taskId": request["taskId"], "stepId": "step-1"}  # FAULT: every step has the same id
    messages = request["messages"]
    if protocol == "jingwei-json/1":
        messages = [{"role": "system", "content": "Answer in JSON."}, *messages]  # FAULT: another one for every step
    tools = [{k: t[k] for k in ("name", "description", "parameters")} for t in request["tools"]]  # FAULT: hidden tools are offered
    asked = {"messages": messages, "tools": tools, "context": context}  # FAULT: no control tool, no schema
    host.record({"kind": "model_request", "context": context, "request": asked})
    try:
        response = retried(lambda: host.generate(asked))  # FAULT: asks the model again
    except Fault as fault:
        return {"error": {"code": "MODEL_FAILED", "message": str(fault)}, "context": context}  # FAULT: repeats what it said

    def final(text):
        return {"outcome": "final", "text": text, "context": context, "nextMessages": [*messages, {"role": "assistant", "content": text}]}

    # FAULT: the response is never recorded, and its finish reason never looked at
    if protocol == "jingwei-json/1":
        try:
            action = json.loads(response["content"])
        except ValueError:
            return final(response["content"])  # FAULT: text that is not JSON becomes the answer
        if action.get("action") != "call_tool":
            return final(action.get("text") or action.get("question") or "")  # FAULT: a question is shown as an answer
        call = {"id": "call-1", "name": action["name"], "arguments": action.get("arguments") or {}}
    else:
        if not response["toolCalls"]:
            return final(response["content"] or "")  # FAULT: an empty response is an empty answer
        call = dict(response["toolCalls"][0])  # FAULT: of several calls the first one is run, under the provider's id

    try:
        tool = next(t for t in request["tools"] if t["name"] == call["name"])  # FAULT: crashes on an unknown tool; runs hidden ones
    except StopIteration:
        return {"error": {"code": "ACTION_INVALID", "message": "unknown tool " + call["name"]}, "context": context}  # FAULT: repeats the name
    run = {**call, "action": {**context, "index": 0}}  # FAULT: arguments are never checked
    host.record({"kind": "tool_call", "context": context, "call": run})
    if tool.get("approval") and host.authorize(run) == "denied":  # FAULT: only denied is denied
        result = {"call": run, "status": "failed", "category": "approval_denied"}
    else:
        try:
            output = retried(lambda: host.execute(run))["output"]  # FAULT: executes after a cancellation, runs again what failed
            output = output[: request.get("options", {}).get("outputLimit", len(output))]  # FAULT: cuts what is too long
            result = {"call": run, "status": "completed", "output": output}
        except Fault:
            result = {"call": run, "status": "failed", "category": "body_failure"}
    host.record({"kind": "tool_result", "context": context, "result": result})
    said = {"role": "assistant", "content": response["content"]}
    if protocol == "jingwei-json/1":
        answer = [said, {"role": "user", "content": str(result.get("output"))}]  # FAULT: data in the mouth of the user
    else:
        answer = [{**said, "toolCalls": [call]}, {"role": "tool", "toolCallId": call["id"], "content": str(result.get("output"))}]
    return {
        "outcome": "tool_completed" if result["status"] == "completed" else "halted",
        "context": context,
        "execution": result,
        "nextMessages": [*messages, *answer],
        "debug": repr(run),  # FAULT: the arguments are logged
    }


if __name__ == "__main__":
    serve(
        name="naive-step-example",
        version="1.0.0",
        capabilities={
            "protocols": ["native-tool/1", "jingwei-json/1"],
            "errors": "codes",
            "step": ["native", "json", "records", "approval", "cancel"],
        },
        step=step,
    )
