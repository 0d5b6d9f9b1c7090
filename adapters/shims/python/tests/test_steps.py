"""Tests of steps: the target asks the harness while it answers it. Each runs with plain functions and with
coroutines."""

import json
import subprocess
import sys
import threading
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

TARGET = Path(__file__).resolve().parent / "fixture_steps.py"
RAN = {"output": "out", "ran": {"name": "ls", "arguments": {}}}


def play(task, replies, *args, cancel=False, **more):
    """Plays the harness for one step; returns its answer and what it asked."""
    child = subprocess.Popen([sys.executable, "-B", str(TARGET), *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    timer = threading.Timer(30, child.kill)
    timer.start()

    def send(**message):
        child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        child.stdin.flush()

    params = {"protocol": "p/1", "step": "s-1", "taskId": task, "messages": [{"role": "user", "content": "hi"}], **more}
    send(id=7, method="step", params=params)
    asked = []
    try:
        for line in child.stdout:
            message = json.loads(line)
            if "method" not in message:
                return message, asked
            asked.append(message)
            if cancel:
                send(method="cancel", params={"step": "s-1"})
            send(id=message["id"], **replies.pop(0))
        raise AssertionError("the target ended without an answer")
    finally:
        timer.cancel()
        child.stdin.close()
        child.stdout.close()
        child.wait()


class Steps(unittest.TestCase):
    def both(self, *args, **more):
        for kind in ((), ("async",)):
            with self.subTest(kind=kind):
                replies = [dict(r) for r in args[1]]
                yield play(args[0], replies, *kind, **more)

    def test_everything(self):
        replies = [
            {"result": {"recorded": True}}, {"result": {"response": {"$object": [["$x", 1]]}}}, {"result": RAN},
            {"result": {"decision": "allow"}}, {"result": {"decision": "granted"}},
        ]
        for answer, asked in self.both("everything", replies):
            self.assertEqual(answer["id"], 7)
            self.assertEqual(answer["result"]["text"], "p/1 {'$x': 1} out allow granted")
            methods = ["record/append", "model/generate", "tool/execute", "guard/evaluate", "approval/authorize"]
            self.assertEqual([a["method"] for a in asked], methods)
            self.assertEqual({a["params"]["step"] for a in asked}, {"s-1"})
            self.assertEqual(len({a["id"] for a in asked}), 5)
            self.assertEqual(asked[2]["params"]["call"]["arguments"], {"$object": [["$ref", 1]]})

    def test_fault(self):
        for answer, _ in self.both("fault", [{"result": {"fault": {"kind": "timeout", "message": "late", "retryable": True}}}]):
            self.assertEqual(answer["result"]["text"], "timeout True late")

    def test_cancel(self):
        for answer, _ in self.both("cancel", [{"result": RAN}], cancel=True):
            self.assertEqual(answer["result"]["text"], "True")
        for answer, _ in self.both("cancel", [{"result": RAN}]):
            self.assertEqual(answer["result"]["text"], "False")
        for answer, _ in self.both("at once", [], cancelled=True):
            self.assertEqual(answer["result"]["text"], "True")

    def test_errors(self):
        for answer, _ in self.both("throws", []):
            self.assertIn("the runner broke", answer["error"]["message"])
        for answer, _ in self.both("cancel", [{"error": {"code": -32600, "message": "this step has ended"}}]):
            self.assertIn("this step has ended", answer["error"]["message"])


if __name__ == "__main__":
    unittest.main()
