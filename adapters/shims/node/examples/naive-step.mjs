// A step as people often write one. It works with every well-behaved model, and each line marked FAULT is a
// defect of real runtimes that the suite must find.
//   conform run --operation step --target 'node adapters/shims/node/examples/naive-step.mjs'
import { serve } from "../conform.mjs";

let steps = 0;

async function step(protocol, request, host) {
  const native = protocol === "native-tool/1";
  const context = request.options?.context ?? { taskId: request.taskId, stepId: `step-${++steps}` }; // FAULT: a stale context is taken over
  const messages = native ? request.messages : [{ role: "system", content: "Answer in JSON." }, ...request.messages]; // FAULT: another one for every step
  const tools = request.tools; // FAULT: all tools are offered, visible or not; schemas are never looked at
  const response = await retried(() => host.generate({ messages, tools, context })); // FAULT: no control tool, no schema, no record

  let call;
  if (native) {
    [call] = response.toolCalls ?? []; // FAULT: of several calls the first one is run; the finish reason is never looked at
  } else {
    try {
      const action = JSON.parse(response.content);
      if (action.action === "call_tool") call = { id: "call-1", ...action };
      else return finish(action.text ?? action.question ?? ""); // FAULT: a question is shown as an answer
    } catch {
      return finish(String(response.content)); // FAULT: text that is not JSON becomes the answer
    }
  }
  if (!call) return finish(response.content ?? ""); // FAULT: an empty response is an empty answer

  function finish(text) {
    return { outcome: "final", text, context, nextMessages: [...messages, { role: "assistant", content: text }] };
  }

  const run = { id: call.id, name: call.name, arguments: call.arguments ?? {}, action: { ...context, index: 0 } }; // FAULT: the provider's id is the runtime's
  const tool = tools.find((t) => t.name === call.name);
  if (tool?.approval && (await host.authorize(run).catch(() => "granted")) === "denied") { // FAULT: a failing approval counts as granted
    return halted("denied by the user");
  }
  try {
    const { output } = await retried(() => host.execute(run)); // FAULT: executes after a cancellation, runs again what failed
    const answer = native
      ? [{ role: "assistant", content: response.content, toolCalls: [call] }, { role: "tool", toolCallId: call.id, content: output }]
      : [{ role: "assistant", content: response.content }, { role: "user", content: output }]; // FAULT: data in the mouth of the user
    return { outcome: "tool_completed", context, execution: { call: run, status: "completed", output }, nextMessages: [...messages, ...answer] };
  } catch (error) {
    return halted(error.message); // FAULT: repeats what the tool said
  }

  function halted(message) {
    return {
      outcome: "halted", context, execution: { call: run, status: "failed", category: "body_failure" },
      nextMessages: messages, debug: `${message} ${JSON.stringify(run.arguments)}`, // FAULT: the call stays open, the arguments are logged
    };
  }
}

async function retried(attempt, times = 3) {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (--times === 0) throw error;
    }
  }
}

serve({
  name: "naive-step-example",
  version: "1.0.0",
  capabilities: {
    protocols: ["native-tool/1", "jingwei-json/1"],
    errors: "codes",
    step: ["native", "json", "approval", "cancel"],
  },
  async step(protocol, request, host) {
    try {
      return await step(protocol, request, host);
    } catch (error) {
      return { error: { code: "MODEL_FAILED", message: error.message }, context: { taskId: request.taskId, stepId: `step-${steps}` } };
    }
  },
});
