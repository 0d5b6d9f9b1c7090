import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, streamText, tool } from "ai";
import { z } from "zod";
import { about, call, serve } from "./launcher.mjs";

serve("ai", async (prompt, memory) => {
  const provider = createOpenAICompatible({ name: "conform", baseURL: prompt.baseURL, apiKey: prompt.apiKey });
  memory.messages ??= [];
  memory.messages.push({ role: "user", content: prompt.prompt });
  const options = {
    model: provider(prompt.model), messages: memory.messages, system: prompt.system || undefined, maxRetries: 0, stopWhen: stepCountIs(20),
    tools: {
      lookup: tool({ description: about.lookup, inputSchema: z.object({ path: z.string() }), execute: (args) => call(prompt, "lookup", args) }),
      search: tool({ description: about.search, inputSchema: z.object({ path: z.string().optional(), limit: z.number().int().optional() }), execute: (args) => call(prompt, "search", args) }),
    },
  };
  let failure;
  const result = prompt.stream ? streamText({ ...options, onError: ({ error }) => { failure = error; } }) : await generateText(options);
  if (prompt.stream) await result.consumeStream();
  if (failure) throw failure;
  memory.messages.push(...(await result.response).messages);
  return result.text;
});
