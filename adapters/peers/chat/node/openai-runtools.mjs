import OpenAI from "openai";
import { about, call, schemas, serve } from "./launcher.mjs";

serve("openai", async (prompt, memory) => {
  const client = new OpenAI({ baseURL: prompt.baseURL, apiKey: prompt.apiKey, maxRetries: 0 });
  memory.messages ??= prompt.system ? [{ role: "system", content: prompt.system }] : [];
  memory.messages.push({ role: "user", content: prompt.prompt });
  const runner = client.chat.completions.runTools({
    model: prompt.model, stream: prompt.stream, messages: memory.messages,
    tools: ["lookup", "search"].map((name) => ({
      type: "function",
      function: { name, description: about[name], parameters: schemas[name], parse: JSON.parse, function: (args) => call(prompt, name, args) },
    })),
  });
  const final = await runner.finalContent();
  memory.messages = runner.messages;
  return final;
});
