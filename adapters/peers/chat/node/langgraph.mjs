import { ChatOpenAI } from "@langchain/openai";
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { about, call, serve } from "./launcher.mjs";

serve("@langchain/langgraph", async (prompt, memory) => {
  const llm = new ChatOpenAI({
    model: prompt.model, apiKey: prompt.apiKey, maxRetries: 0, useResponsesApi: false,
    configuration: { baseURL: prompt.baseURL },
  });
  const agent = createReactAgent({
    llm, prompt: prompt.system || undefined,
    tools: [
      tool((args) => call(prompt, "lookup", args), { name: "lookup", description: about.lookup, schema: z.object({ path: z.string() }) }),
      tool((args) => call(prompt, "search", args), { name: "search", description: about.search, schema: z.object({ path: z.string().optional(), limit: z.number().int().optional() }) }),
    ],
  });
  memory.messages = [...(memory.messages ?? []), { role: "user", content: prompt.prompt }];
  let result;
  if (prompt.stream) {
    for await (const [mode, state] of await agent.stream({ messages: memory.messages }, { recursionLimit: 50, streamMode: ["messages", "values"] })) {
      if (mode === "values") result = state;
    }
  } else {
    result = await agent.invoke({ messages: memory.messages }, { recursionLimit: 50 });
  }
  memory.messages = result.messages;
  return result.messages.at(-1).content;
});
