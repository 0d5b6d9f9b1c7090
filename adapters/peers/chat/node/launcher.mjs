// What every launcher of this folder shares: the lines of standard input and output, and the tools over
// HTTP. doc.go of adapters/chat says what the lines are.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Executes a tool of the suite: its text, or an error with that text. */
export async function call(prompt, tool, args) {
  const response = await fetch(`${prompt.toolURL}/${tool}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(args ?? null),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** The schemas of the suite's tools, as JSON Schema. */
export const schemas = {
  lookup: { type: "object", properties: { path: { type: "string" } }, required: ["path"], additionalProperties: false },
  search: { type: "object", properties: { path: { type: "string" }, limit: { type: "integer" } }, additionalProperties: false },
};
export const about = { lookup: "Look up a document.", search: "Search the documents." };

function versionOf(name) {
  try {
    return JSON.parse(readFileSync(new URL(`./node_modules/${name}/package.json`, import.meta.url), "utf8")).version;
  } catch {
    return "";
  }
}

/** Answers the prompts of standard input with run(prompt, memory); memory is one object a conversation. */
export function serve(name, run) {
  const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");
  for (const level of ["log", "info", "debug"]) console[level] = console.error;
  process.on("unhandledRejection", (error) => console.error("unhandled rejection:", error));
  say({ ready: true, name, version: versionOf(name), language: "JavaScript" });
  const memories = new Map();
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const prompt = JSON.parse(line);
    if (!memories.has(prompt.conversation)) memories.set(prompt.conversation, {});
    try {
      const final = await run(prompt, memories.get(prompt.conversation));
      say({ id: prompt.id, final: typeof final === "string" ? final : final == null ? "" : JSON.stringify(final) });
    } catch (error) {
      say({ id: prompt.id, error: String(error?.message ?? error).slice(0, 2000) });
    }
  }).on("close", () => process.exit(0));
}
