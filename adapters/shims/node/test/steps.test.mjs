import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { here } from "./target.mjs";

/** Plays the harness for one step: replies are given in order, each a result, or a function of the callback. */
async function play(taskId, replies, more = {}) {
  const child = spawn(process.execPath, [here("fixtures/steps.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  const timer = setTimeout(() => child.kill(), 20_000);
  const send = (message) => child.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
  send({ id: 7, method: "step", params: { protocol: "p/1", step: "s-1", taskId, messages: [{ role: "user", content: "hi" }], ...more } });
  const asked = [];
  let rest = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.method === undefined) {
        child.stdin.end();
        clearTimeout(timer);
        return { asked, ...message };
      }
      asked.push(message);
      const reply = replies.shift();
      if (reply.cancel) send({ method: "cancel", params: { step: "s-1" } });
      send({ id: message.id, ...(reply.error ? { error: reply.error } : { result: reply.result }) });
    }
  }
  throw new Error("the target ended without a report");
}

const ran = { result: { output: "out", ran: { name: "ls", arguments: {} } } };

test("a step asks for everything it needs, each callback with the id of its step", async () => {
  const { asked, id, result } = await play("everything", [
    { result: { recorded: true } },
    { result: { response: { $object: [["$x", 1]] } } },
    ran,
    { result: { decision: "allow" } },
    { result: { decision: "granted" } },
  ]);
  assert.equal(id, 7);
  assert.equal(result.text, 'p/1 {"$x":1} out allow granted');
  assert.deepEqual(asked.map((a) => a.method), ["record/append", "model/generate", "tool/execute", "guard/evaluate", "approval/authorize"]);
  for (const a of asked) assert.equal(a.params.step, "s-1");
  assert.deepEqual(asked[1].params.request.messages, [{ role: "user", content: "hi" }]);
  assert.deepEqual(asked[2].params.call.arguments, { $object: [["$ref", 1]] });
  assert.equal(new Set(asked.map((a) => a.id)).size, 5);
});

test("a fault of a collaborator is thrown as what it is", async () => {
  const { result } = await play("fault", [{ result: { fault: { kind: "timeout", message: "late", retryable: true } } }]);
  assert.equal(result.text, "true timeout true late");
});

test("a cancellation that was sent with a reply is in force after it", async () => {
  assert.equal((await play("cancel", [{ ...ran, cancel: true }])).result.text, "true");
  assert.equal((await play("cancel", [ran])).result.text, "false");
  assert.equal((await play("cancelled", [], { cancelled: true })).result.text, "true");
});

test("a step that throws is a failure of the adapter, not a report", async () => {
  const { error } = await play("throws", []);
  assert.match(error.message, /the runner broke/);
  const refused = await play("refused", [{ error: { code: -32600, message: "this step has ended" } }]);
  assert.match(refused.error.message, /the harness refused the callback: this step has ended/);
});

test("a step need not be asynchronous", async () => {
  assert.equal((await play("sync", [])).result.text, "done");
});
