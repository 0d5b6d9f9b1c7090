// A ticket tool as people often write one. Each line marked FAULT is a defect the suite must find.
//   conform run --target 'node adapters/shims/node/examples/naive-tools.mjs'
import { serve } from "../conform.mjs";

function find(store, id) {
  if (store.throws !== undefined) throw new Error(store.throws);
  return store.tickets.find((ticket) => ticket.id === id);
}

function readTicket(viewer, args, store) {
  const role = args.role ?? viewer.role; // FAULT: identity is taken from the arguments
  const team = args.team ?? viewer.team; // FAULT: and so is the tenant
  const ticket = find(store, args.id); // FAULT: looked up before the arguments are checked
  if (!/^TCK-\d{3}$/.test(args.id)) { // FAULT: a list of one id passes, and unknown arguments are ignored
    return { ok: false, error: { code: "INVALID_ARGUMENT", message: `bad id ${args.id}`, retryable: false } }; // FAULT: repeats the value
  }
  if (ticket === undefined) return { ok: false, error: { code: "NOT_FOUND", message: `no ticket ${args.id}`, retryable: false } };
  if (ticket.team !== team) {
    return { ok: false, error: { code: "FORBIDDEN", message: "that ticket belongs to another team", retryable: true } }; // FAULT: tells that it exists; FAULT: retryable
  }
  if (args.includeInternal && role !== "lead") {
    return { ok: false, error: { code: "FORBIDDEN", message: "leads only", retryable: true } };
  }
  const { internal, team: _, ...data } = ticket; // FAULT: whatever else the record has gets out
  if (args.includeInternal) data.internalComments = internal;
  return { ok: true, data }; // FAULT: the result is never checked
}

serve({
  name: "naive-tools-example",
  version: "1.0.0",
  capabilities: { contracts: ["read_ticket/1"] },
  invoke(_, { viewer, args, store }) {
    try {
      return readTicket(viewer, args, store);
    } catch (error) {
      return { ok: false, error: { code: "INTERNAL", message: error.stack, retryable: true } }; // FAULT: the stack gets out
    }
  },
});
