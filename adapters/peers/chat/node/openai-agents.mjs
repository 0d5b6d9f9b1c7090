import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, run, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { z } from "zod";
import { about, call, serve } from "./launcher.mjs";

setTracingDisabled(true);

// The wire of the model: Chat Completions, or with the argument "responses" the Responses API.
const Model = process.argv[2] === "responses" ? OpenAIResponsesModel : OpenAIChatCompletionsModel;

serve("@openai/agents", async (prompt, memory) => {
  const client = new OpenAI({ baseURL: prompt.baseURL, apiKey: prompt.apiKey, maxRetries: 0 });
  const agent = new Agent({
    name: "agent", instructions: prompt.system || undefined, model: new Model(client, prompt.model),
    tools: [
      tool({ name: "lookup", description: about.lookup, parameters: z.object({ path: z.string() }), execute: (args) => call(prompt, "lookup", args) }),
      tool({
        name: "search", description: about.search, strict: false, execute: (args) => call(prompt, "search", args),
        parameters: { type: "object", properties: { path: { type: "string" }, limit: { type: "integer" } }, required: [], additionalProperties: true },
      }),
    ],
  });
  const input = [...(memory.history ?? []), { role: "user", content: prompt.prompt }];
  const result = await run(agent, input, { stream: prompt.stream, maxTurns: 20 });
  if (prompt.stream) {
    for await (const _ of result);
    await result.completed;
  }
  memory.history = result.history;
  return result.finalOutput;
});
