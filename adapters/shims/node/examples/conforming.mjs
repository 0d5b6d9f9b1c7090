// A target that conforms: every protocol it claims is implemented by hand in conforming/.
//   conform run --target 'node adapters/shims/node/examples/conforming.mjs'
import { serve } from "../conform.mjs";
import { agentAction1, agentAction1Version, agentAction2 } from "./conforming/agent-action.mjs";
import { assemble } from "./conforming/assemble.mjs";
import * as anthropicMessages from "./conforming/anthropic-messages.mjs";
import * as jingweiJSON from "./conforming/jingwei-json.mjs";
import * as mcpCall from "./conforming/mcp-call.mjs";
import * as nativeTool from "./conforming/native-tool.mjs";
import * as openaiChat from "./conforming/openai-chat.mjs";
import { previewOf } from "./conforming/preview.mjs";
import * as openaiResponses from "./conforming/openai-responses.mjs";

const protocols = {
  "agent-action/1": agentAction1,
  "agent-action/1+version": agentAction1Version,
  "agent-action/2": agentAction2,
  "jingwei-json/1": jingweiJSON,
  "native-tool/1": { ...nativeTool, route: jingweiJSON.route }, // both end in the same three actions
  "openai-chat/1": openaiChat,
  "openai-responses/1": openaiResponses,
  "anthropic-messages/1": anthropicMessages,
  "mcp-call/1": mcpCall,
};

serve({
  name: "conforming-example",
  version: "1.0.0",
  capabilities: { protocols: Object.keys(protocols), errors: "fields", text: "bytes", streams: ["events", "bytes"] },
  parse: (protocol, value) => protocols[protocol].parse(value),
  decode: (protocol, text) => protocols[protocol].decode(text),
  assemble,
  route: (protocol, action) => protocols[protocol].route(action),
  preview: (protocol, value) => previewOf(protocols[protocol].parse(value)),
});
