// A launcher for `conform run --target 'chat:node launcher.mjs'`, with the agent loop of the openai package:
//
//	npm install openai
//
// conform is the model at baseURL and the tools at toolURL. Put your own agent in the place of run.
import OpenAI from "openai";
import { createInterface } from "node:readline";

const string = { type: "string" };
const parameters = {
  lookup: { type: "object", properties: { path: string }, required: ["path"], additionalProperties: false },
  search: { type: "object", properties: { path: string, limit: { type: "integer" } }, additionalProperties: false },
};
const memories = new Map(); // the history of every conversation

async function call(prompt, tool, args) {
  const response = await fetch(`${prompt.toolURL}/${tool}`, { method: "POST", body: JSON.stringify(args) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function run(prompt) {
  const client = new OpenAI({ baseURL: prompt.baseURL, apiKey: prompt.apiKey, maxRetries: 0 });
  const messages = memories.get(prompt.conversation) ?? (prompt.system ? [{ role: "system", content: prompt.system }] : []);
  messages.push({ role: "user", content: prompt.prompt });
  const runner = client.chat.completions.runTools({
    model: prompt.model, messages, stream: prompt.stream,
    tools: Object.entries(parameters).map(([name, schema]) => ({
      type: "function",
      function: { name, description: name, parameters: schema, parse: JSON.parse, function: (args) => call(prompt, name, args) },
    })),
  });
  const final = await runner.finalContent();
  memories.set(prompt.conversation, runner.messages);
  return final ?? "";
}

const say = (line) => process.stdout.write(JSON.stringify(line) + "\n"); // logs belong on standard error
createInterface({ input: process.stdin }).on("line", async (line) => {
  const prompt = JSON.parse(line);
  try {
    say({ id: prompt.id, final: await run(prompt) });
  } catch (error) {
    say({ id: prompt.id, error: String(error?.message ?? error) });
  }
}).on("close", () => process.exit(0));
