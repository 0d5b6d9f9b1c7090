"""Holds the conforming example to a handful of messages a protocol; the suite itself asks for all."""

import base64
import base64
import json
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from test_conform import SHIM, results  # noqa: E402

CONFORMING = SHIM / "examples" / "conforming.py"
NAIVE = SHIM / "examples" / "naive.py"

CALL = {"type": "tool_call", "callId": " c1 ", "tool": "read_file", "input": {"path": "x"}}
FINISH = '{"type":"finish","summary":"s"}'


def without(obj, *names):
    return {k: v for k, v in obj.items() if k not in names}


class Conforming(unittest.TestCase):
    def hold(self, operation, protocol, rows):
        """Rows of (input, what is expected: the action, "CODE field" or "handler terminal")."""

        def params(given):
            if operation != "decode":
                return {"protocol": protocol, "value": given}
            if isinstance(given, bytes):
                return {"protocol": protocol, "base64": base64.b64encode(given).decode()}
            return {"protocol": protocol, "text": given}

        answers = results(CONFORMING, [(operation, params(given)) for given, _ in rows])
        for (given, expected), answer in zip(rows, answers):
            with self.subTest(protocol=protocol, given=str(given)[:200]):
                if "handler" in answer:
                    got = answer["handler"] + " " + answer["terminal"]
                elif answer.get("accepted"):
                    got = answer["action"]
                else:
                    got = "%s %s" % (answer.get("code"), answer.get("field"))
                self.assertEqual(got, expected)

    def test_agent_action(self):
        self.hold("parse", "agent-action/1", [
            ({**CALL, "extra": 1}, CALL),
            ({"type": "message", "content": "hi"}, {"type": "message", "content": "hi"}),
            ({"type": "message", "content": "\x1c"}, {"type": "message", "content": "\x1c"}),
            ({**CALL, "input": {"$number": "9007199254740993"}}, {**CALL, "input": {"$number": "9007199254740993"}}),
            (None, "ACTION_NOT_OBJECT "),
            ([CALL], "ACTION_NOT_OBJECT "),
            ({"type": " \t"}, "ACTION_TYPE_INVALID type"),
            ({"type": ["finish"]}, "ACTION_TYPE_INVALID type"),
            ({"type": "Message", "content": "x"}, "ACTION_TYPE_UNSUPPORTED type"),
            ({**CALL, "callId": "\u3000"}, "ACTION_TEXT_INVALID callId"),
            ({**CALL, "tool": 7}, "ACTION_TEXT_INVALID tool"),
            (without(CALL, "input"), "ACTION_INPUT_MISSING input"),
        ])
        self.hold("parse", "agent-action/1+version", [
            ({**CALL, "schemaVersion": 1}, {**CALL, "schemaVersion": 1}),
            ({**CALL, "schemaVersion": 1.0}, {**CALL, "schemaVersion": 1}),
            (CALL, "ACTION_VERSION_MISSING schemaVersion"),
            ({"schemaVersion": True}, "ACTION_VERSION_UNSUPPORTED schemaVersion"),
            ({"schemaVersion": 1, "type": "request_approval"}, "ACTION_TYPE_UNSUPPORTED type"),
        ])
        approval = {"schemaVersion": 2, "type": "request_approval", "requestId": "r", "capability": "c", "resource": "x", "reason": "y"}
        self.hold("parse", "agent-action/2", [(approval, approval), (without(approval, "reason"), "ACTION_TEXT_INVALID reason")])
        self.hold("route", "agent-action/2", [(approval, "approval_gate none")])
        self.hold("route", "agent-action/1", [
            (CALL, "tool_pipeline none"), ({"type": "finish", "summary": "s"}, "completion_gate proposal"), ({"type": "plan"}, "ACTION_TYPE_UNSUPPORTED type"),
        ])

    def test_text_form(self):
        def nested(n):
            return '{"type":"tool_call","callId":"c","tool":"t","input":%s%s}' % ("[" * n, "]" * n)

        not_json = [
            "\ufeff" + FINISH, FINISH + FINISH, FINISH + ",", "```json\n%s\n```" % FINISH, FINISH[:-1], "", "{'type':1}", '{"a":NaN}', '{"a":-Infinity}',
            '{"a":1,}', "// x\n" + FINISH, '{"a":"\t"}', b'{"a":"\xff"}', FINISH.encode("utf-16"), nested(10_000), "[" * 100_000,
        ]
        self.hold("decode", "agent-action/1", [(text, "ACTION_NOT_JSON ") for text in not_json] + [
            (" %s\n" % FINISH, {"type": "finish", "summary": "s"}),
            ('{"\\u0074ype":"finish","summary":"{\\"a\\":1,\\"a\\":2}"}', {"type": "finish", "summary": '{"a":1,"a":2}'}),
            ('{"type":"finish","summary":"\\ud800"}', {"type": "finish", "summary": {"$utf16": [55296]}}),
            ('{"type":"finish","summary":"s","x":%s}' % ("9" * 5000), {"type": "finish", "summary": "s"}),
            ('{"type":"finish","type":"finish","summary":"s"}', "ACTION_DUPLICATE_FIELD "),
            ('{"type":"finish","summary":"s","\\u0074ype":1}', "ACTION_DUPLICATE_FIELD "),
            ('{"type":"tool_call","callId":"c","tool":"t","input":[{"a":1},{"b":1,"b":1}]}', "ACTION_DUPLICATE_FIELD "),
            (nested(512), {"type": "tool_call", "callId": "c", "tool": "t", "input": json.loads("[" * 512 + "]" * 512)}),
        ])

    def test_jingwei_json(self):
        def response(content, **change):
            return {"content": content, "toolCalls": [], "finishReason": "stop", "incompleteToolCalls": [], **change}

        calls = [{"id": "p", "name": "n", "arguments": {}}]
        final = '{"action":"final","text":"t"}'
        self.hold("parse", "jingwei-json/1", [
            (response(final), {"action": "final", "text": "t"}),
            (response(final, finishReason="length"), "RESPONSE_INCOMPLETE finishReason"),
            (response(final, incompleteToolCalls=[{}]), "RESPONSE_INCOMPLETE incompleteToolCalls"),
            (response(final, toolCalls=calls), "FINISH_REASON_INCONSISTENT finishReason"),
            (response(None, toolCalls=calls, finishReason="tool_calls"), "ACTION_INVALID finishReason"),
        ])
        self.hold("decode", "jingwei-json/1", [
            ('{"action":"call_tool","name":"n","arguments":{"a":1}}', {"action": "call_tool", "name": "n", "arguments": {"a": 1}}),
            ('{"action":"ask_user","question":" "}', "TEXT_EMPTY question"),
            ('{"action":"final","text":"t","name":"n"}', "ACTION_INVALID "),
            ('{"action":"final"}', "ACTION_INVALID text"),
            ('{"action":["final"]}', "ACTION_INVALID action"),
            ('{"action":"call_tool","name":"n","arguments":[]}', "ARGUMENTS_INVALID arguments"),
            ("the answer", "ACTION_INVALID "),
        ])

    def test_native_tool(self):
        def response(arguments, **change):
            call = {"id": "p1", "name": "t", "arguments": arguments, **change.pop("call", {})}
            return {"content": None, "toolCalls": [call], "finishReason": "tool_calls", "incompleteToolCalls": [], **change}

        def text(content):
            return {"content": content, "toolCalls": [], "finishReason": "stop", "incompleteToolCalls": []}

        ask = {"name": "jingwei_ask_user"}
        self.hold("parse", "native-tool/1", [
            (text("t"), {"action": "final", "text": "t"}),
            (response({"a": 1}), {"action": "call_tool", "name": "t", "arguments": {"a": 1}, "providerCallId": "p1"}),
            (response({"question": "q?"}, call=ask), {"action": "ask_user", "question": "q?"}),
            (response({"question": "q?", "more": 1}, call=ask), "ACTION_INVALID toolCalls"),
            (response([]), "ARGUMENTS_NOT_OBJECT toolCalls"),
            (response({}, call={"id": ""}), "CALL_ID_EMPTY toolCalls"),
            (response({}, call={"name": None}), "TOOL_NAME_EMPTY toolCalls"),
            (response({}, finishReason="length"), "RESPONSE_INCOMPLETE finishReason"),
            (response({}, finishReason=[]), "RESPONSE_INCOMPLETE finishReason"),
            (response({}, finishReason="stop"), "FINISH_REASON_INCONSISTENT finishReason"),
            (response({}, toolCalls=response({})["toolCalls"] * 2), "MULTIPLE_ACTIONS toolCalls"),
            (text(""), "TEXT_EMPTY content"),
            (text(None), "RESPONSE_EMPTY content"),
            ("an error page", "RESPONSE_INVALID "),
        ])

    def test_openai_chat(self):
        def choice(calls, reason="tool_calls", content=None):
            return {"message": {"role": "assistant", "content": content, "tool_calls": calls}, "finish_reason": reason}

        def call(id, arguments, **change):
            return {"id": id, "type": "function", "function": {"name": "t", "arguments": arguments}, **change}

        both = [{"id": "a", "index": i, "code": "CALL_ID_DUPLICATE"} for i in (0, 1)]
        self.hold("parse", "openai-chat/1", [
            (choice([call("a", '{"x":1}')]), {"content": None, "calls": [{"id": "a", "name": "t", "arguments": {"x": 1}}]}),
            (choice([call("a", " ")], "stop", "text"), {"content": "text", "calls": [{"id": "a", "name": "t", "arguments": {}}]}),
            (choice([call("a", "[]")]), "ARGUMENTS_NOT_OBJECT message"),
            (choice([call("a", '"{}"')]), "ARGUMENTS_NOT_OBJECT message"),
            (choice([call("a", '{"x":')]), "ARGUMENTS_NOT_JSON message"),
            (choice([call("a", '{"x":1,"x":1}')]), "ARGUMENTS_NOT_JSON message"),
            (choice([call("a", None)]), "ARGUMENTS_NOT_JSON message"),
            (choice([call("a", "{}"), call("a", "{}"), call("b", "{}")]), {"content": None, "calls": [{"id": "b", "name": "t", "arguments": {}}], "refused": both}),
            (choice([call(" ", "{}")]), "CALL_ID_EMPTY message"),
            (choice([call("a", "{}", type="custom")]), "CALL_TYPE_UNSUPPORTED message"),
            (choice([call("a", "{}", function=None)]), "TOOL_NAME_EMPTY message"),
            (choice([call("a", "{}")], "length"), "RESPONSE_INCOMPLETE finish_reason"),
            (choice([call("a", "{}")], None), "RESPONSE_INCOMPLETE finish_reason"),
            (choice(None, "stop", ""), "RESPONSE_EMPTY message"),
            ({}, "RESPONSE_INVALID message"),
        ])

    def test_the_other_provider_wires(self):
        item = {"type": "function_call", "id": "i", "call_id": "a", "name": "t", "arguments": "{}"}
        self.hold("parse", "openai-responses/1", [
            ({"status": "completed", "output": [{"type": "reasoning"}, item]}, {"content": None, "calls": [{"id": "a", "name": "t", "arguments": {}}]}),
            ({"status": "incomplete", "output": [item]}, "RESPONSE_INCOMPLETE status"),
        ])
        use = {"type": "tool_use", "id": "a", "name": "t", "input": {"x": 1}}
        self.hold("parse", "anthropic-messages/1", [
            ({"content": [{"type": "text", "text": "a"}, use], "stop_reason": "tool_use"}, {"content": "a", "calls": [{"id": "a", "name": "t", "arguments": {"x": 1}}]}),
            ({"content": [{**use, "input": "{}"}], "stop_reason": "tool_use"}, "ARGUMENTS_NOT_OBJECT content"),
        ])
        self.hold("parse", "mcp-call/1", [
            ({"name": "t"}, {"action": "call_tool", "name": "t", "arguments": {}}),
            ({"name": "t", "arguments": None}, "ARGUMENTS_NOT_OBJECT arguments"),
        ])

    def test_assemble_takes_events_and_bytes(self):
        def event(delta, reason=None):
            return json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}, ensure_ascii=False)

        events = [event({"content": "é"}), event({"content": "!"}), event({}, "stop"), "[DONE]"]
        framed = "".join("data: %s\r\n\r\n" % e for e in events).encode()
        coded = [base64.b64encode(framed[i : i + 1]).decode() for i in range(len(framed))]
        whole, cut, pieces = results(CONFORMING, [
            ("assemble", {"protocol": "openai-chat/1", "events": events}),
            ("assemble", {"protocol": "openai-chat/1", "events": events[:2]}),
            ("assemble", {"protocol": "openai-chat/1", "base64": coded}),
        ])
        self.assertEqual(whole["action"], {"message": {"role": "assistant", "content": "é!"}, "finish_reason": "stop"})
        self.assertEqual(cut["code"], "RESPONSE_INCOMPLETE")
        self.assertEqual(pieces["action"], whole["action"])

    def test_a_refusal_does_not_repeat_the_input(self):
        secret = "canary-51af"
        for answer in results(CONFORMING, [
            ("parse", {"protocol": "agent-action/1", "value": {"type": secret}}),
            ("decode", {"protocol": "agent-action/1", "text": '{"type":%s}' % secret}),
            ("decode", {"protocol": "native-tool/1", "text": secret}),
            ("decode", {"protocol": "jingwei-json/1", "text": '{"action":"final","text":"t","%s":1}' % secret}),
            ("decode", {"protocol": "agent-action/1", "text": '{"type":"finish","summary":"s","%s":1,"%s":1}' % (secret, secret)}),
        ]):
            self.assertFalse(answer["accepted"])
            self.assertNotIn(secret, json.dumps(answer))


class Naive(unittest.TestCase):
    def test_it_works_for_well_behaved_input_and_shows_its_faults(self):
        good, invented, unknown, literal = results(NAIVE, [
            ("parse", {"protocol": "agent-action/1", "value": CALL}),
            ("parse", {"protocol": "agent-action/1", "value": {"type": "tool_call", "tool": "t"}}),
            ("parse", {"protocol": "agent-action/1", "value": {"type": "plan", "x": 1}}),
            ("decode", {"protocol": "agent-action/1", "text": "{'type':'finish','summary':'s',}"}),
        ])
        self.assertEqual(good["action"], CALL)
        self.assertEqual(invented["action"]["input"], {})
        self.assertRegex(invented["action"]["callId"], r"^[0-9a-f-]{36}$")
        self.assertEqual(unknown["action"], {"type": "plan", "x": 1})
        self.assertEqual(literal["action"], {"type": "finish", "summary": "s"})
        self.assertGreaterEqual(len(re.findall("FAULT:", NAIVE.read_text("utf-8"))), 20)


if __name__ == "__main__":
    unittest.main()
