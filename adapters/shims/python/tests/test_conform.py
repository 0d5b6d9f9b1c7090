"""Tests of the shim itself: the codec directly, the session over standard input and output."""

import dataclasses
import json
import subprocess
import sys
import threading
import unittest
from pathlib import Path

SHIM = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SHIM))
sys.dont_write_bytecode = True

import conform  # noqa: E402
from conform import decode_value, encode_value  # noqa: E402

TARGET = SHIM / "tests" / "fixture_target.py"


def converse(target, lines):
    """What a target says to these lines: exit code, answers in order, standard error."""
    data = b"\n".join(x if isinstance(x, bytes) else conform._dumps(x).encode() for x in lines) + b"\n"
    done = subprocess.run([sys.executable, "-B", str(target)], input=data, capture_output=True, timeout=60)
    return done.returncode, [conform._loads(x.decode()) for x in done.stdout.splitlines()], done.stderr.decode()


def request(id, method, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def results(target, requests):
    """The results of these requests by one process, in the order asked."""
    _, answers, _ = converse(target, [request(i, method, **params) for i, (method, params) in enumerate(requests)])
    by_id = {a["id"]: a for a in answers}
    return [by_id[i].get("result", by_id[i]) for i in range(len(requests))]


def parses(*pairs):
    return results(TARGET, [("parse", {"protocol": p, "value": v}) for p, v in pairs])


class Codec(unittest.TestCase):
    def test_round_trip(self):
        for encoding in [
            None, True, False, 0, 1.5, 1e300, "", "x\u0000\U0001f600", [], {}, [[1, {"a": None}]],
            {"$number": "NaN"}, {"$number": "-Infinity"}, {"$number": "-0"}, {"$number": "9007199254740993"}, {"$number": "-" + "9" * 6000},
            {"$utf16": [55296, 65]}, {"a": {"$utf16": [56320]}},
            {"$object": [["$x", 1], ["y", []]]}, {"$object": [[{"$utf16": [55296]}, 1]]}, {"__proto__": 1},
        ]:
            self.assertEqual(repr(encode_value(decode_value(encoding))), repr(encoding))

    def test_values(self):
        self.assertEqual(decode_value({"$object": [["k", 1], ["k", 2]]}), {"k": 2})
        self.assertEqual(decode_value({"$number": "1e400"}), float("inf"))
        self.assertEqual(decode_value({"$number": "9007199254740993"}), 9007199254740993)
        self.assertEqual(decode_value({"$utf16": [0xD83D, 0xDE00]}), "\U0001f600")
        self.assertEqual(decode_value({"$utf16": [0xD83D, 65]}), "\ud83dA")
        self.assertIs(type(decode_value({"$number": "5"})), int)

    def test_not_an_encoding(self):
        for bad in [
            {"$unknown": 1}, {"$undefined": True}, {"$host": "frozen", "own": {}}, {"$number": "0x10"}, {"$number": 1}, {"$number": "١"},
            {"$utf16": [70000]}, {"$utf16": "x"}, {"$object": [[1, 2]]}, {"$object": [["a"]]}, {"$number": "1", "a": 1}, {"a": {"$x": 1}},
        ]:
            with self.assertRaises((ValueError, TypeError), msg=str(bad)):
                decode_value(bad)

    def test_values_an_implementation_makes(self):
        @dataclasses.dataclass
        class Call:
            tool: str

        class Plain:
            def __init__(self):
                self.a = (1, 2)

        class Text(str):
            def __str__(self):
                return "other"

        self.assertEqual(encode_value([Call("t"), Plain(), Text("x")]), [{"tool": "t"}, {"a": [1, 2]}, "x"])
        self.assertEqual(encode_value(len), {"$host": "function"})
        ring = {}
        ring["ring"] = [ring]
        self.assertEqual(encode_value(ring)["ring"][0]["$host"], "cyclic")
        self.assertEqual(encode_value({1: 2, "a": {3}}), {"$host": "map", "entries": [[1, 2], ["a", {"$host": "set", "values": [3]}]]})
        self.assertEqual(encode_value([b"\x01\xff", object()]), [{"$host": "typed_array", "values": [1, 255]}, {"$host": "class_instance", "own": {}}])

    def test_depth(self):
        self.addCleanup(sys.setrecursionlimit, sys.getrecursionlimit())
        sys.setrecursionlimit(10_000)
        for depth, accepted in ((1000, True), (1001, False)):
            value = "x"
            for i in range(depth):
                value = [value] if i % 2 else {"$object": [["$k", value]]}
            [answer] = parses(("echo", value))
            self.assertEqual("accepted" in answer, accepted)
            if accepted:
                self.assertEqual(conform._dumps(answer["action"]), conform._dumps(value))


class Session(unittest.TestCase):
    def test_hello(self):
        hello, other = results(TARGET, [("hello", {"wire": "conform/1", "more": 1}), ("hello", {"wire": "conform/2"})])
        capabilities = hello.pop("capabilities")
        self.assertEqual(hello, {"wire": "conform/1", "name": "fixture", "version": "9", "language": "Python"})
        self.assertEqual(capabilities["operations"], ["parse", "decode", "route"])
        self.assertEqual((capabilities["hostValues"], capabilities["numbers"], capabilities["observes"]), ([], "double", ["mutation"]))
        self.assertIn("conform/1", other["error"]["message"])

    def test_verdicts(self):
        names = ["echo", "verdict", "reject", "raise reject", "raise error", "raise empty", "raise unprintable", "raise surrogate", "async", "async refusal"]
        self.assertEqual(parses(*((name, {"a": 1}) for name in names)), [
            {"accepted": True, "action": {"a": 1}},
            {"accepted": True, "action": {"a": 1}, "migratedFrom": "unversioned"},
            {"accepted": False, "code": "C", "field": "f", "message": "m", "pointer": "/f", "offset": 3},
            {"accepted": False, "code": "C"},
            {"accepted": False, "code": "C", "field": "f", "message": "why"},
            {"accepted": False, "message": "ValueError"},
            {"accepted": False, "message": "something was raised that cannot be shown"},
            {"accepted": False, "message": "a?b"},
            {"accepted": True, "action": {"a": 1}},
            {"accepted": False, "message": "later"},
        ])

    def test_a_broken_implementation_has_refused(self):
        crash, overflow, after = parses(("crash", None), ("overflow", None), ("echo", 1))
        self.assertIn("NoneType", crash["message"])
        self.assertEqual((overflow["accepted"], "recursion" in overflow["message"]), (False, True))
        self.assertEqual(after, {"accepted": True, "action": 1})

    def test_an_action_deeper_than_an_encoding_is_cut_off(self):
        self.addCleanup(sys.setrecursionlimit, sys.getrecursionlimit())
        sys.setrecursionlimit(10_000)
        [deep] = parses(("deep", None))
        self.assertTrue(deep["accepted"])
        self.assertEqual(conform._dumps(deep["action"]), "[" * 1000 + '{"$undefined":true}' + "]" * 1000)

    def test_the_recursion_limit_is_the_implementations_own(self):
        [answer] = parses(("limit", None))
        self.assertEqual(answer["action"], sys.getrecursionlimit())

    def test_mutation(self):
        answers = parses(
            ("change", {"nested": {}}), ("change", {"nested": {"$object": [["$a", 1]]}}), ("replace", {"a": 1}), ("replace", {"a": True}),
            ("replace", {"a": 2}), ("break", {"a": 2}), ("echo", {"a": [1, {"$utf16": [55296]}]}), ("echo", 10**20), ("echo", [0.1]),
        )
        self.assertEqual(["observed" in a for a in answers], [True, True, True, True, False, True, False, False, False])

    def test_route_and_decode(self):
        routed, refused, wrong, text, raw, neither = results(TARGET, [
            ("route", {"protocol": "echo", "value": {"handler": "user", "more": 1}}),
            ("route", {"protocol": "raise error", "value": {}}),
            ("route", {"protocol": "echo", "value": None}),
            ("decode", {"protocol": "echo", "text": "\ufeff{}"}),
            ("decode", {"protocol": "kind", "base64": "/w=="}),
            ("decode", {"protocol": "echo"}),
        ])
        self.assertEqual(routed, {"handler": "user", "terminal": "none"})
        self.assertEqual(refused, {"accepted": False, "code": "C", "field": "f", "message": "why"})
        self.assertEqual(wrong["error"]["code"], -32603)
        self.assertEqual((text["action"], raw["action"]), ("\ufeff{}", "bytes"))
        self.assertEqual(neither["error"]["code"], -32602)

    def test_what_is_printed_goes_to_standard_error(self):
        code, answers, stderr = converse(TARGET, [request(1, "parse", protocol="print", value=1)])
        self.assertEqual((code, [a["result"]["action"] for a in answers]), (0, [""]))
        for word in ("PRINTED", "DESCRIPTOR", "CHILD"):
            self.assertIn(word, stderr)

    def test_faults_are_errors_and_the_session_goes_on(self):
        code, answers, _ = converse(TARGET, [
            b"not JSON", b"", b"[]", b"\xff", request(1, "unknown"), request(2, "parse", protocol="echo", value={"$host": "unicorn"}),
            request(3, "parse", protocol="not encodable", value=1), request(4, "parse", protocol="echo"), {"jsonrpc": "2.0", "id": 5, "method": "parse", "params": None},
            {"jsonrpc": "2.0", "method": "cancel"}, b'{"jsonrpc":"2.0","id":6,"method":"parse","params":{"protocol":"echo","value":1}}\r',
        ])
        self.assertEqual(code, 0)
        self.assertEqual([(a["id"], a["error"]["code"]) for a in answers[:-1]],
                         [(None, -32700), (None, -32600), (None, -32700), (1, -32601), (2, -32602), (3, -32603), (4, -32602), (5, -32602)])
        self.assertEqual(answers[-1]["result"]["action"], 1)

    def test_a_line_nested_beyond_all_limits_is_an_error(self):
        deep = b'{"jsonrpc":"2.0","id":1,"method":"parse","params":{"protocol":"echo","value":' + b"[" * 200_000 + b"]" * 200_000 + b"}}"
        code, answers, _ = converse(TARGET, [deep, request(2, "parse", protocol="echo", value=1)])
        self.assertEqual((code, ["error" in a for a in answers]), (0, [True, False]))

    def test_bye_ends_while_the_input_is_open(self):
        with subprocess.Popen([sys.executable, "-B", str(TARGET)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(json.dumps(request(1, "parse", protocol="echo", value=1)).encode() + b'\n{"jsonrpc":"2.0","method":"bye"}\n')
            process.stdin.flush()
            self.assertEqual(process.wait(20), 0)
            self.assertEqual(len(process.stdout.readlines()), 1)

    def test_an_answer_is_never_held_back(self):
        with subprocess.Popen([sys.executable, "-B", str(TARGET)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            timer = threading.Timer(20, process.kill)  # lest a shim that holds back hangs the test
            timer.start()
            self.addCleanup(timer.cancel)
            for i in range(3):
                line = json.dumps(request(i, "parse", protocol="echo", value=i)).encode() + b"\n"
                process.stdin.write(line[:20])  # a line may come in pieces
                process.stdin.write(line[20:])
                self.assertEqual(json.loads(process.stdout.readline())["id"], i)
            process.stdin.close()
            self.assertEqual(process.wait(20), 0)

    def test_an_implementation_that_ends_the_process_loses_only_its_answer(self):
        code, answers, _ = converse(TARGET, [request(i, "parse", protocol=p, value=1) for i, p in enumerate(["echo", "exit", "echo"])])
        self.assertEqual((code, [a["id"] for a in answers]), (3, [0]))

    def test_many_requests_and_long_lines(self):
        long = "\u00e9" * (1 << 20)
        lines = [request(i, "parse", protocol="echo", value={"i": i}) for i in range(5000)] + [request(5000, "parse", protocol="echo", value=long)]
        code, answers, _ = converse(TARGET, lines)
        self.assertEqual((code, len(answers)), (0, 5001))
        for i, answer in enumerate(answers[:-1]):
            self.assertEqual((answer["id"], answer["result"]["action"]["i"]), (i, i))
        self.assertEqual(answers[-1]["result"]["action"], long)

    def test_serve_says_what_is_missing(self):
        for arguments in ({"name": ""}, {"name": "x"}, {"name": "x", "capabilities": {"protocols": []}}):
            with self.assertRaises(TypeError):
                conform.serve(**arguments)


if __name__ == "__main__":
    unittest.main()
