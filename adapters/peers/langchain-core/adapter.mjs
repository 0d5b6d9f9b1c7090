// The tool-call parser of LangChain's JavaScript core package, as its own chat-model integrations use it:
// every raw call goes through parseToolCall, and one that throws becomes an invalid tool call.
import { makeInvalidToolCall, parseToolCall } from "@langchain/core/output_parsers/openai_tools";
import { readFileSync } from "node:fs";
import { reject, serve } from "../../shims/node/conform.mjs";

const manifest = new URL("./node_modules/@langchain/core/package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8"));

function parse(protocol, choice) {
  const message = choice.message;
  const calls = [];
  const refused = [];
  for (const [index, raw] of (message.tool_calls ?? []).entries()) {
    try {
      const call = parseToolCall(raw, { returnId: true });
      if (call !== undefined) calls.push({ id: call.id, name: call.name, arguments: call.args });
    } catch (error) {
      const invalid = makeInvalidToolCall(raw, error.message);
      refused.push({ index, id: invalid.id });
    }
  }
  if (calls.length === 0 && refused.length > 0) {
    return reject({ message: "every call is an invalid tool call" });
  }
  return { content: message.content ?? null, calls, refused };
}

serve({
  name: "@langchain/core openai_tools",
  version,
  url: "https://www.npmjs.com/package/@langchain/core",
  capabilities: {
    operations: ["parse"],
    protocols: ["openai-chat/1"],
    errors: "messages",
    // The parser is handed the message alone; the finish reason is judged by its callers.
    policies: { finish_reason: "caller" },
  },
  parse,
});
