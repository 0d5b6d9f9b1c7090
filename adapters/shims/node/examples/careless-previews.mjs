// Previews as people often write them: one careless habit each, named by the argument.
//   conform run --operation preview --target 'node adapters/shims/node/examples/careless-previews.mjs top-level'
import { serve } from "../conform.mjs";
import { agentAction1 } from "./conforming/agent-action.mjs";

const SECRET = new Set(["token", "password", "authorization"]);

const habits = {
  // FAULT: only what stands directly in the input is looked at
  "top-level": (input) => mapped(input, (name, value) => (SECRET.has(name.toLowerCase()) ? "[redacted]" : value)),
  // FAULT: names are compared as they are written
  "exact-case": (input) => deep(input, (name) => SECRET.has(name), true),
  // FAULT: arrays are passed through
  "no-arrays": (input) => deep(input, (name) => SECRET.has(name.toLowerCase()), false),
  // the previews of this one are in order
  echo: (input) => deep(input, (name) => SECRET.has(name.toLowerCase()), true),
};

const habit = process.argv[2];
if (!habits[habit]) {
  console.error(`usage: careless-previews.mjs ${Object.keys(habits).join("|")}`);
  process.exit(2);
}

function mapped(value, change) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, change(name, v)]));
}

function deep(value, secret, arrays) {
  if (Array.isArray(value)) return arrays ? value.map((v) => deep(v, secret, arrays)) : value;
  return mapped(value, (name, v) => (secret(name) ? "[redacted]" : deep(v, secret, arrays)));
}

serve({
  name: `careless-previews-${habit}`,
  version: "1.0.0",
  capabilities: { protocols: ["agent-action/1"], errors: "fields", text: "string" },
  preview(protocol, value) {
    let action;
    try {
      action = agentAction1.parse(value);
    } catch (error) {
      if (habit === "echo") error.message += `: ${JSON.stringify(value)}`; // FAULT: the refusal repeats the value
      throw error;
    }
    return action.input === undefined ? action : { ...action, input: habits[habit](action.input) };
  },
});
