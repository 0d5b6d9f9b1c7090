import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { HOST_VALUES } from "../conform.mjs";
import { converse, here, parse, request, results } from "./target.mjs";

const target = "fixtures/target.mjs";
const parses = (list) => results(target, list.map(([protocol, value]) => ["parse", { protocol, value }]));

test("hello says what the target is", async () => {
  const [hello] = await results(target, [["hello", { wire: "conform/1", harness: "conform", version: "1", unknown: 1 }]]);
  assert.deepEqual({ ...hello, capabilities: undefined }, { wire: "conform/1", name: "fixture", version: "9", language: "JavaScript", capabilities: undefined });
  const { operations, hostValues, numbers, errors, observes, policies } = hello.capabilities;
  assert.deepEqual(operations, ["parse", "decode", "route"]);
  assert.deepEqual(hostValues, HOST_VALUES);
  assert.deepEqual([numbers, errors, observes, policies], ["double", "messages", ["other", "mutation", "getter_reads"], { trims: ["tool"] }]);
});

test("another wire version is refused with a reason", async () => {
  const [answer] = await results(target, [["hello", { wire: "conform/2" }]]);
  assert.match(answer.error.message, /conform\/1/);
});

test("what is returned is accepted, what is thrown is refused", async () => {
  const value = { a: 1 };
  const names = ["echo", "verdict", "reject", "throw reject", "throw error", "throw string", "throw null", "throw surrogate"];
  assert.deepEqual(await parses(names.map((n) => [n, value])), [
    { accepted: true, action: value },
    { accepted: true, action: value, migratedFrom: "unversioned" },
    { accepted: false, code: "C", field: "f", message: "m", pointer: "/f", offset: 3 },
    { accepted: false, code: "C" },
    { accepted: false, code: "C", field: "f", message: "why" },
    { accepted: false, message: "only a string" },
    { accepted: false, message: "null" },
    { accepted: false, message: "a\ufffdb" },
  ]);
});

test("an implementation that breaks has refused", async () => {
  const [crash, overflow, proxy, after] = await parses([["crash", {}], ["overflow", {}], ["throw proxy", {}], ["echo", 1]]);
  assert.equal(crash.accepted, false);
  assert.match(crash.message, /Cannot read properties of null/);
  assert.match(overflow.message, /call stack/);
  assert.equal(proxy.accepted, false);
  assert.equal(typeof proxy.message, "string");
  assert.deepEqual(after, { accepted: true, action: 1 });
});

test("an action deeper than an encoding is still accepted, cut off at the limit", async () => {
  const [deep] = await parses([["deep", 0]]);
  assert.equal(deep.accepted, true);
  assert.equal(JSON.stringify(deep.action), "[".repeat(1000) + '{"$undefined":true}' + "]".repeat(1000));
});

test("async functions are answered when they are done", async () => {
  const { answers, code } = await converse(target, [parse(1, "slow", "late"), parse(2, "async", "soon"), parse(3, "async refusal", 0), parse(4, "echo", "now")]);
  assert.equal(code, 0);
  assert.deepEqual(answers.map((a) => a.id).sort(), [1, 2, 3, 4]);
  assert.equal(answers.at(-1).id, 1, "the slow one comes last, after the end of the input");
  assert.equal(answers.find((a) => a.id === 3).result.message, "later");
});

test("host values pass through by reference", async () => {
  const kinds = [
    { $host: "inherited", own: {}, proto: { a: 1 } }, { $host: "throwing_proxy" }, { $host: "revoked_proxy" },
    { $host: "getter", own: {}, name: "then", values: [1] }, { $host: "sparse_array", length: 2, items: {} }, { $undefined: true }, { $host: "cyclic", own: {}, name: "c" },
  ];
  const answers = await parses(kinds.flatMap((k) => [["echo", k], ["echo", { input: k }]]));
  kinds.forEach((k, i) => {
    assert.deepEqual(answers[2 * i].action, k);
    assert.deepEqual(answers[2 * i + 1].action, { input: k });
  });
});

test("a change of the input is observed, and nothing else is", async () => {
  const answers = await parses([
    ["change plain", { nested: {} }], ["replace value", { a: 1 }], ["replace value", { a: 2 }],
    ["change map", { input: { $host: "map", entries: [] } }], ["change hidden target", { input: { $host: "transparent_proxy", own: { a: 1 } } }],
    ["pollute", {}], ["echo", { a: [1, { b: { $undefined: true } }] }], ["echo", JSON.parse('{"__proto__":1}')],
  ]);
  assert.deepEqual(answers.map((a) => a.observed?.mutated ?? false), [true, true, false, true, true, true, false, false]);
});

test("a call that pollutes Object.prototype does not reach the next", async () => {
  const [decoded, next] = await results(target, [["decode", { protocol: "pollute", text: "x" }], ["parse", { protocol: "echo", value: {} }]]);
  assert.deepEqual(decoded, { accepted: true, action: "x", observed: { mutated: true } });
  assert.deepEqual(next, { accepted: true, action: {} });
});

test("reads of getters are counted", async () => {
  const getter = { $host: "getter", own: {}, name: "x", values: [1, 2] };
  const answers = await parses([["echo", getter], ["read once", getter], ["read twice", getter], ["read nested", { a: getter, b: getter }]]);
  assert.deepEqual(answers.map((a) => a.observed), [{ getterReads: 0 }, { getterReads: 1 }, { getterReads: 2 }, { getterReads: 3 }]);
});

test("assigning a member named __proto__ shows in the answer", async () => {
  const [{ action }] = await parses([["prototype", JSON.parse('{"a":1,"__proto__":{"b":2}}')]]);
  assert.deepEqual(action, { $host: "inherited", own: { a: 1 }, proto: { b: 2 } });
});

test("decode gets a string, or bytes where the text is not UTF-8", async () => {
  const [text, bytes, neither] = await results(target, [
    ["decode", { protocol: "echo", text: "\ufeff{}" }], ["decode", { protocol: "kind", base64: "/w==" }], ["decode", { protocol: "echo" }],
  ]);
  assert.equal(text.action, "\ufeff{}");
  assert.equal(bytes.action, "[object Uint8Array]");
  assert.equal(neither.error.code, -32602);
});

test("route gives handler and terminal, or a refusal", async () => {
  const [routed, short, refused, wrong] = await results(target, [
    ["route", { protocol: "echo", value: { handler: "user", terminal: "proposal", more: 1 } }], ["route", { protocol: "echo", value: { handler: "user" } }],
    ["route", { protocol: "throw error", value: {} }], ["route", { protocol: "echo", value: null }],
  ]);
  assert.deepEqual(routed, { handler: "user", terminal: "proposal" });
  assert.deepEqual(short, { handler: "user", terminal: "none" });
  assert.deepEqual(refused, { accepted: false, code: "C", field: "f", message: "why" });
  assert.ok(wrong.error);
});

test("what is printed goes to standard error", async () => {
  const { answers, stderr } = await converse(target, [parse(1, "print", 1)]);
  assert.deepEqual(answers.map((a) => a.result), [{ accepted: true, action: 1 }]);
  for (const word of ["LOG", "INFO", "RAW"]) assert.match(stderr, new RegExp(word));
});

test("a fault of the shim or of a request is a JSON-RPC error, and the session goes on", async () => {
  const { answers, byId, code } = await converse(target, [
    "not JSON", "", "[]", request(1, "unknown", {}), parse(2, "echo", { $host: "unicorn" }), parse(3, "not encodable", 1),
    request(4, "parse", { protocol: "echo" }), request(5, "parse", null), { jsonrpc: "2.0", method: "cancel", params: { id: 1 } }, parse(6, "echo", 1), '{"jsonrpc":"2.0","id":7,"method":"parse","params":{"protocol":"echo","value":1}}\r',
  ]);
  assert.equal(code, 0);
  assert.deepEqual([1, 2, 3, 4, 5].map((id) => byId.get(id).error.code), [-32601, -32602, -32603, -32602, -32602]);
  assert.deepEqual(answers.filter((a) => a.id === null).map((a) => a.error.code), [-32700, -32600]);
  assert.deepEqual([6, 7].map((id) => byId.get(id).result.action), [1, 1]);
});

test("bye ends the process with 0 while the input is still open", async () => {
  const { code, answers } = await converse(target, [parse(1, "slow", 1), { jsonrpc: "2.0", method: "bye" }, parse(2, "echo", 1)], { end: false });
  assert.equal(code, 0);
  assert.deepEqual(answers.map((a) => a.id), [1]);
});

test("an implementation that ends the process loses only its own answer", async () => {
  const { code, answers } = await converse(target, [parse(1, "echo", 1), parse(2, "exit", 1), parse(3, "echo", 1)]);
  assert.equal(code, 3);
  assert.deepEqual(answers.map((a) => a.id), [1]);
});

test("many requests at once and long lines are each answered once", async () => {
  const long = "\u00e9".repeat(1 << 20);
  const many = Array.from({ length: 20_000 }, (_, i) => parse(i, i % 3 ? "echo" : "async", { i }));
  const { answers, code } = await converse(target, [...many, parse(20_000, "echo", long)]);
  assert.equal(code, 0);
  assert.equal(answers.length, 20_001);
  const last = answers.pop();
  for (const { id, result } of [...answers, last]) {
    if (id < 20_000) assert.equal(result.action.i, id);
    else assert.equal(result.action, long);
  }
});

test("an answer is never held back while the target waits for input", { timeout: 20_000 }, async (t) => {
  const child = spawn(process.execPath, [here(target)], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  const next = () => new Promise((resolve) => child.stdout.once("data", (d) => resolve(JSON.parse(d))));
  for (const [id, behaviour] of ["echo", "async", "slow", "async", "echo"].entries()) {
    const line = JSON.stringify(parse(id, behaviour, id)) + "\n";
    child.stdin.write(line.slice(0, 20)); // a line may come in pieces
    await new Promise((r) => setTimeout(r, 5));
    child.stdin.write(line.slice(20));
    assert.equal((await next()).id, id);
  }
  child.stdin.end();
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
});
