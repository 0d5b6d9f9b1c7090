import { createOpenAICompatible } from "openai-compatible-v5";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { about, call, serve } from "./launcher.mjs";

const argumentsOf = (input) => input?.context ?? input;

serve("@mastra/core", async (prompt, memory) => {
  const provider = createOpenAICompatible({ name: "conform", baseURL: prompt.baseURL, apiKey: prompt.apiKey });
  const agent = new Agent({
    name: "agent", id: "agent", instructions: prompt.system || "", model: provider(prompt.model), maxRetries: 0,
    tools: {
      lookup: createTool({ id: "lookup", description: about.lookup, inputSchema: z.object({ path: z.string() }), execute: (input) => call(prompt, "lookup", argumentsOf(input)) }),
      search: createTool({ id: "search", description: about.search, inputSchema: z.object({ path: z.string().optional(), limit: z.number().int().optional() }), execute: (input) => call(prompt, "search", argumentsOf(input)) }),
    },
  });
  memory.messages = [...(memory.messages ?? []), { role: "user", content: prompt.prompt }];
  const options = { maxSteps: 20 };
  if (!prompt.stream) {
    const result = await agent.generate(memory.messages, options);
    memory.messages.push(...(result.response?.messages ?? []));
    return result.text;
  }
  const result = await agent.stream(memory.messages, options);
  await result.consumeStream();
  memory.messages.push(...((await result.response)?.messages ?? []));
  return await result.text;
});
