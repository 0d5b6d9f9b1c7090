// Runs a target process for a test: sends lines, ends the input, gathers everything.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What a target says to these lines, by id, with its exit code and standard error. */
export async function converse(file, lines, { end = true } = {}) {
  const child = spawn(process.execPath, [here(file)], { stdio: "pipe" });
  const gathered = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (data) => { gathered[name] += data; });
  }
  const timer = setTimeout(() => child.kill(), 20_000);
  const done = new Promise((resolve) => child.on("close", resolve));
  child.stdin.on("error", () => {}); // a target that ends early does not read it all
  child.stdin.write(lines.map((l) => (typeof l === "string" || Buffer.isBuffer(l) ? l : JSON.stringify(l)) + "\n").join(""));
  if (end) child.stdin.end();
  const code = await done;
  clearTimeout(timer);
  const answers = gathered.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return { code, ...gathered, answers, byId: new Map(answers.map((a) => [a.id, a])) };
}

export const request = (id, method, params) => ({ jsonrpc: "2.0", id, method, params });
export const parse = (id, protocol, value) => request(id, "parse", { protocol, value });

/** The results of several parses by one process, in the order asked. */
export async function results(file, requests) {
  const { byId } = await converse(file, requests.map(([method, params], i) => request(i, method, params)));
  return requests.map((_, i) => byId.get(i).result ?? byId.get(i));
}
