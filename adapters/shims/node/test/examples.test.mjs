import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { here, results } from "./target.mjs";

const conforming = "../examples/conforming.mjs";

/** Holds the conforming example to rows of [operation, protocol, input, expected]. */
async function hold(rows) {
  const requests = rows.map(([method, protocol, input]) => {
    if (method !== "decode") return [method, { protocol, value: input }];
    return [method, Buffer.isBuffer(input) ? { protocol, base64: input.toString("base64") } : { protocol, text: input }];
  });
  const answers = await results(conforming, requests);
  rows.forEach(([method, protocol, input, expected], i) => {
    const { accepted, action, code, field, handler, terminal } = answers[i];
    const got = handler ? `${handler} ${terminal}` : accepted ? action : `${code} ${field}`;
    assert.deepEqual(got, expected, `${method} ${protocol} ${String(JSON.stringify(input)).slice(0, 200)}`);
  });
}

const call = { type: "tool_call", callId: " c1 ", tool: "read_file", input: { path: "x" } };
const but = (o, change) => {
  const out = { ...o, ...change };
  for (const k of Object.keys(out)) if (out[k] === undefined) delete out[k];
  return out;
};

test("agent-action", () => hold([
  ["parse", "agent-action/1", but(call, { extra: 1 }), call],
  ["parse", "agent-action/1", but(call, { input: { $undefined: true } }), but(call, { input: { $undefined: true } })],
  ["parse", "agent-action/1", { type: "message", content: "hi" }, { type: "message", content: "hi" }],
  ["parse", "agent-action/1", null, "ACTION_NOT_OBJECT "],
  ["parse", "agent-action/1", [call], "ACTION_NOT_OBJECT "],
  ["parse", "agent-action/1", { $host: "throwing_proxy" }, "ACTION_NOT_OBJECT "],
  ["parse", "agent-action/1", { $host: "revoked_proxy" }, "ACTION_NOT_OBJECT "],
  ["parse", "agent-action/1", { type: " \t" }, "ACTION_TYPE_INVALID type"],
  ["parse", "agent-action/1", { type: { $host: "boxed", value: "finish" } }, "ACTION_TYPE_INVALID type"],
  ["parse", "agent-action/1", { type: "toString" }, "ACTION_TYPE_UNSUPPORTED type"],
  ["parse", "agent-action/1", { type: "Message", content: "x" }, "ACTION_TYPE_UNSUPPORTED type"],
  ["parse", "agent-action/1", but(call, { callId: "\u3000" }), "ACTION_TEXT_INVALID callId"],
  ["parse", "agent-action/1", but(call, { tool: 7 }), "ACTION_TEXT_INVALID tool"],
  ["parse", "agent-action/1", but(call, { input: undefined }), "ACTION_INPUT_MISSING input"],
  ["parse", "agent-action/1", { $host: "inherited", own: but(call, { input: undefined }), proto: { input: {} } }, "ACTION_INPUT_MISSING input"],
  ["parse", "agent-action/1", { $host: "non_enumerable", own: but(call, { input: undefined }), hidden: { input: 1 } }, but(call, { input: 1 })],
  ["parse", "agent-action/1+version", but(call, { schemaVersion: 1 }), but(call, { schemaVersion: 1 })],
  ["parse", "agent-action/1+version", call, "ACTION_VERSION_MISSING schemaVersion"],
  ["parse", "agent-action/1+version", { schemaVersion: "1" }, "ACTION_VERSION_UNSUPPORTED schemaVersion"],
  ["parse", "agent-action/1+version", { schemaVersion: 1, type: "request_approval" }, "ACTION_TYPE_UNSUPPORTED type"],
  ["parse", "agent-action/2", { schemaVersion: 2, type: "request_approval", requestId: "r", capability: "c", resource: "x" }, "ACTION_TEXT_INVALID reason"],
  ["route", "agent-action/1", call, "tool_pipeline none"],
  ["route", "agent-action/1", { type: "finish", summary: "s" }, "completion_gate proposal"],
  ["route", "agent-action/1", { type: "plan" }, "ACTION_TYPE_UNSUPPORTED type"],
]));

const nested = (n) => `{"type":"tool_call","callId":"c","tool":"t","input":${"[".repeat(n)}${"]".repeat(n)}}`;
const finish = '{"type":"finish","summary":"s"}';

test("the text form", () => hold([
  ["decode", "agent-action/1", ` ${finish}\n`, { type: "finish", summary: "s" }],
  ["decode", "agent-action/1", '{"\\u0074ype":"finish","summary":"{\\"a\\":1,\\"a\\":2}"}', { type: "finish", summary: '{"a":1,"a":2}' }],
  ["decode", "agent-action/1", '{"type":"finish","summary":"\\ud800"}', { type: "finish", summary: { $utf16: [55296] } }],
  ...[`\ufeff${finish}`, `${finish}${finish}`, `${finish},`, "```json\n" + finish + "\n```", finish.slice(0, -1), "", "{'type':1}", '{"a":NaN}',
    '{"a":1,}', `// x\n${finish}`, '{"a":"\t"}'].map((text) => ["decode", "agent-action/1", text, "ACTION_NOT_JSON "]),
  ["decode", "agent-action/1", Buffer.from('7b2261223a22ff227d', "hex"), "ACTION_NOT_JSON "],
  ["decode", "agent-action/1", '{"type":"finish","type":"finish","summary":"s"}', "ACTION_DUPLICATE_FIELD "],
  ["decode", "agent-action/1", '{"type":"finish","summary":"s","\\u0074ype":1}', "ACTION_DUPLICATE_FIELD "],
  ["decode", "agent-action/1", '{"type":"tool_call","callId":"c","tool":"t","input":[{"a":1},{"b":1,"b":1}]}', "ACTION_DUPLICATE_FIELD "],
  ["decode", "agent-action/1", nested(512), { type: "tool_call", callId: "c", tool: "t", input: JSON.parse("[".repeat(512) + "]".repeat(512)) }],
  ["decode", "agent-action/1", nested(10_000), "ACTION_NOT_JSON "],
  ["decode", "agent-action/1", "[".repeat(100_000), "ACTION_NOT_JSON "],
]));

const answer = (content, change) => ({ content, toolCalls: [], finishReason: "stop", incompleteToolCalls: [], ...change });
const native = (args, change) => answer(null, { toolCalls: [{ id: "p1", name: "t", arguments: args, ...change }], finishReason: "tool_calls" });

test("jingwei-json/1", () => hold([
  ["parse", "jingwei-json/1", answer('{"action":"final","text":"t"}'), { action: "final", text: "t" }],
  ["decode", "jingwei-json/1", '{"action":"call_tool","name":"n","arguments":{"a":1}}', { action: "call_tool", name: "n", arguments: { a: 1 } }],
  ["decode", "jingwei-json/1", '{"action":"ask_user","question":" "}', "TEXT_EMPTY question"],
  ["decode", "jingwei-json/1", '{"action":"final","text":"t","name":"n"}', "ACTION_INVALID "],
  ["decode", "jingwei-json/1", '{"action":"final"}', "ACTION_INVALID text"],
  ["decode", "jingwei-json/1", '{"action":"constructor"}', "ACTION_INVALID action"],
  ["decode", "jingwei-json/1", '{"action":"call_tool","name":"n","arguments":[]}', "ARGUMENTS_INVALID arguments"],
  ["decode", "jingwei-json/1", '{"action":"call_tool","name":"","arguments":{}}', "ARGUMENTS_INVALID name"],
  ["decode", "jingwei-json/1", "the answer", "ACTION_INVALID "],
  ["parse", "jingwei-json/1", answer('{"action":"final","text":"t"}', { finishReason: "length" }), "RESPONSE_INCOMPLETE finishReason"],
  ["parse", "jingwei-json/1", answer('{"action":"final","text":"t"}', { toolCalls: native({}).toolCalls }), "FINISH_REASON_INCONSISTENT finishReason"],
  ["parse", "jingwei-json/1", native({}), "ACTION_INVALID finishReason"],
]));

test("native-tool/1", () => hold([
  ["parse", "native-tool/1", answer("t"), { action: "final", text: "t" }],
  ["parse", "native-tool/1", native({ a: 1 }), { action: "call_tool", name: "t", arguments: { a: 1 }, providerCallId: "p1" }],
  ["parse", "native-tool/1", native({ question: "q?" }, { name: "jingwei_ask_user" }), { action: "ask_user", question: "q?" }],
  ["parse", "native-tool/1", native({ question: "q?", more: 1 }, { name: "jingwei_ask_user" }), "ACTION_INVALID toolCalls"],
  ["parse", "native-tool/1", native([]), "ARGUMENTS_NOT_OBJECT toolCalls"],
  ["parse", "native-tool/1", native({}, { id: "" }), "CALL_ID_EMPTY toolCalls"],
  ["parse", "native-tool/1", native({}, { name: null }), "TOOL_NAME_EMPTY toolCalls"],
  ["parse", "native-tool/1", { ...native({}), finishReason: "length" }, "RESPONSE_INCOMPLETE finishReason"],
  ["parse", "native-tool/1", { ...native({}), finishReason: "stop" }, "FINISH_REASON_INCONSISTENT finishReason"],
  ["parse", "native-tool/1", { ...native({}), incompleteToolCalls: [{}] }, "RESPONSE_INCOMPLETE incompleteToolCalls"],
  ["parse", "native-tool/1", { ...native({}), toolCalls: [...native({}).toolCalls, ...native({}).toolCalls] }, "MULTIPLE_ACTIONS toolCalls"],
  ["parse", "native-tool/1", answer(""), "TEXT_EMPTY content"],
  ["parse", "native-tool/1", answer(null), "RESPONSE_EMPTY content"],
  ["parse", "native-tool/1", "an error page", "RESPONSE_INVALID "],
  ["decode", "native-tool/1", JSON.stringify(answer("t")), { action: "final", text: "t" }],
]));

const choice = (calls, reason = "tool_calls", content = null) => ({ message: { role: "assistant", content, tool_calls: calls }, finish_reason: reason });
const chat = (id, args, change) => ({ id, type: "function", function: { name: "t", arguments: args }, ...change });

test("openai-chat/1", () => hold([
  ["parse", "openai-chat/1", choice([chat("a", '{"x":1}')]), { content: null, calls: [{ id: "a", name: "t", arguments: { x: 1 } }] }],
  ["parse", "openai-chat/1", choice([chat("a", " ")], "stop", "text"), { content: "text", calls: [{ id: "a", name: "t", arguments: {} }] }],
  ["parse", "openai-chat/1", { message: { role: "assistant", content: "t" }, finish_reason: "stop" }, { content: "t", calls: [] }],
  ...[["[]", "ARGUMENTS_NOT_OBJECT"], ['"{}"', "ARGUMENTS_NOT_OBJECT"], ['{"x":', "ARGUMENTS_NOT_JSON"], [null, "ARGUMENTS_NOT_JSON"], ['{"x":1,"x":1}', "ARGUMENTS_NOT_JSON"]]
    .map(([args, code]) => ["parse", "openai-chat/1", choice([chat("a", args)]), `${code} message`]),
  ["parse", "openai-chat/1", choice([chat("a", "{}"), chat("a", "{}"), chat("b", "{}")]),
    { content: null, calls: [{ id: "b", name: "t", arguments: {} }], refused: [{ id: "a", index: 0, code: "CALL_ID_DUPLICATE" }, { id: "a", index: 1, code: "CALL_ID_DUPLICATE" }] }],
  ["parse", "openai-chat/1", choice([chat("", "{}")]), "CALL_ID_EMPTY message"],
  ["parse", "openai-chat/1", choice([chat("a", "{}", { type: "custom" })]), "CALL_TYPE_UNSUPPORTED message"],
  ["parse", "openai-chat/1", choice([chat("a", "{}", { function: { arguments: "{}" } })]), "TOOL_NAME_EMPTY message"],
  ["parse", "openai-chat/1", choice([chat("a", "{}")], "length"), "RESPONSE_INCOMPLETE finish_reason"],
  ["parse", "openai-chat/1", choice([chat("a", "{}")], null), "RESPONSE_INCOMPLETE finish_reason"],
  ["parse", "openai-chat/1", choice(null, "stop", ""), "RESPONSE_EMPTY message"],
  ["parse", "openai-chat/1", {}, "RESPONSE_INVALID message"],
]));

const item = (change) => ({ type: "function_call", id: "i", call_id: "a", name: "t", arguments: "{}", ...change });
const use = (change) => ({ type: "tool_use", id: "a", name: "t", input: { x: 1 }, ...change });

test("the other provider wires", () => hold([
  ["parse", "openai-responses/1", { status: "completed", output: [{ type: "reasoning" }, item()] }, { content: null, calls: [{ id: "a", name: "t", arguments: {} }] }],
  ["parse", "openai-responses/1", { status: "incomplete", output: [item()] }, "RESPONSE_INCOMPLETE status"],
  ["parse", "openai-responses/1", { status: "completed", output: [item({ type: "custom_tool_call" })] }, "CALL_TYPE_UNSUPPORTED output"],
  ["parse", "anthropic-messages/1", { content: [{ type: "text", text: "a" }, { type: "text", text: "b" }, use()], stop_reason: "tool_use" }, { content: "ab", calls: [{ id: "a", name: "t", arguments: { x: 1 } }] }],
  ["parse", "anthropic-messages/1", { content: [use({ input: "{}" })], stop_reason: "tool_use" }, "ARGUMENTS_NOT_OBJECT content"],
  ["parse", "anthropic-messages/1", { content: [use()], stop_reason: "max_tokens" }, "RESPONSE_INCOMPLETE stop_reason"],
  ["parse", "mcp-call/1", { name: "t" }, { action: "call_tool", name: "t", arguments: {} }],
  ["parse", "mcp-call/1", { name: "t", arguments: null }, "ARGUMENTS_NOT_OBJECT arguments"],
]));

test("assemble takes events and bytes", async () => {
  const event = (delta, reason = null) => JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] });
  const events = [event({ content: "é" }), event({ content: "!" }), event({}, "stop"), "[DONE]"];
  const bytes = Buffer.from(events.map((e) => `data: ${e}\r\n\r\n`).join(""));
  const base64 = [...bytes].map((byte) => Buffer.from([byte]).toString("base64"));
  const protocol = "openai-chat/1";
  const [whole, cut, pieces, neither] = await results(conforming, [
    ["assemble", { protocol, events }], ["assemble", { protocol, events: events.slice(0, 2) }], ["assemble", { protocol, base64 }], ["assemble", { protocol }],
  ]);
  assert.deepEqual(whole.action, { message: { role: "assistant", content: "é!" }, finish_reason: "stop" });
  assert.equal(cut.code, "RESPONSE_INCOMPLETE");
  assert.deepEqual(pieces.action, whole.action);
  assert.equal(neither.error.code, -32602);
});

test("a refusal does not repeat the input", async () => {
  const secret = "canary-51af";
  const answers = await results(conforming, [
    ["parse", { protocol: "agent-action/1", value: { type: secret } }],
    ["decode", { protocol: "agent-action/1", text: `{"type":${secret}` }],
    ["decode", { protocol: "native-tool/1", text: secret }],
    ["parse", { protocol: "openai-chat/1", value: choice([chat("a", secret)]) }],
    ["decode", { protocol: "jingwei-json/1", text: `{"action":"final","text":"t","${secret}":1}` }],
    ["decode", { protocol: "agent-action/1", text: `{"type":"finish","summary":"s","${secret}":1,"${secret}":1}` }],
  ]);
  for (const answer of answers) {
    assert.equal(answer.accepted, false);
    assert.ok(!JSON.stringify(answer).includes(secret));
  }
});

test("the naive example works for well-behaved input and shows its faults", async () => {
  const [good, invented, unknown, first] = await results("../examples/naive.mjs", [
    ["parse", { protocol: "agent-action/1", value: call }],
    ["parse", { protocol: "agent-action/1", value: { type: "tool_call", tool: "t" } }],
    ["parse", { protocol: "agent-action/1", value: { type: "plan", x: 1 } }],
    ["parse", { protocol: "native-tool/1", value: { ...native({}), toolCalls: [...native({}).toolCalls, ...native({ b: 1 }).toolCalls] } }],
  ]);
  assert.deepEqual(good.action, call);
  assert.deepEqual(invented.action.input, {});
  assert.match(invented.action.callId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(unknown.action, { type: "plan", x: 1 });
  assert.deepEqual(first.action.arguments, {});
  assert.ok(readFileSync(here("../examples/naive.mjs"), "utf8").match(/FAULT:/g).length >= 20);
});
