// Tools that keep their contracts: read_ticket/1 and refund_payment/1.
//   conform run --target 'node adapters/shims/node/examples/tools.mjs'
import { serve } from "../conform.mjs";

const RETRYABLE = new Set(["RATE_LIMITED", "UNAVAILABLE"]);
const WORDS = {
  INVALID_ARGUMENT: "the arguments do not meet the tool's contract",
  NOT_FOUND: "not found",
  FORBIDDEN: "not allowed",
  CONFLICT: "the state of the record does not allow this",
  RATE_LIMITED: "too many calls; try again later",
  UNAVAILABLE: "not available; try again later",
  INTERNAL: "the tool failed",
};

class ToolError extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** The store of a request, failing where and how the request says. */
class Store {
  constructor(data) {
    this.data = data;
  }
  #fail(on) {
    const { throws, kind, on: when = "read" } = this.data;
    if (throws !== undefined && when === on) throw Object.assign(new Error(throws), { kind });
  }
  get(collection, by, key) {
    this.#fail("read");
    return (this.data[collection] ?? []).find((record) => record[by] === key);
  }
  set(record, name, value) {
    this.#fail("write");
    record[name] = value;
  }
}

const isPlainObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v) && Object.getPrototypeOf(v) === Object.prototype;
const isString = (v) => typeof v === "string";
const isInteger = (v, min, max) => Number.isInteger(v) && v >= min && v <= max;
const isText = (v, min, max) => isString(v) && [...v].length >= min && [...v].length <= max;
const isList = (v, item, max = Infinity) => Array.isArray(v) && v.length <= max && v.every(item);

/** Whether a value is a plain object whose members are all known and legal; those in need are there. */
function matches(v, shape, optional = []) {
  if (!isPlainObject(v)) return false;
  const known = Object.keys(shape);
  return Object.keys(v).every((name) => known.includes(name) && shape[name](v[name]))
    && known.every((name) => optional.includes(name) || Object.hasOwn(v, name));
}

function check(condition, code) {
  if (!condition) throw new ToolError(code);
}

const isTicketId = (v) => isString(v) && /^TCK-[0-9]{3}$/.test(v);

function readTicket(viewer, args, store) {
  check(matches(args, { id: isTicketId, includeInternal: (v) => typeof v === "boolean" }, ["includeInternal"]), "INVALID_ARGUMENT");
  const ticket = store.get("tickets", "id", args.id);
  check(ticket !== undefined && isString(ticket.team) && ticket.team === viewer.team, "NOT_FOUND");
  const internal = Object.hasOwn(args, "includeInternal") && args.includeInternal;
  check(!internal || viewer.role === "lead", "FORBIDDEN");
  const data = { id: ticket.id, title: ticket.title, status: ticket.status, comments: ticket.comments };
  if (internal) data.internalComments = ticket.internal;
  const strings = (v) => isList(v, isString);
  const status = (v) => v === "open" || v === "closed";
  const title = (v) => isText(v, 1, Infinity);
  check(matches(data, { id: isTicketId, title, status, comments: strings, internalComments: strings }, ["internalComments"]), "INTERNAL");
  return data;
}

const isPaymentId = (v) => isString(v) && /^pay_[a-z0-9]{8}$/.test(v);
const isLine = (v) => matches(v, { sku: (s) => isText(s, 1, 20), quantity: (n) => isInteger(n, 1, 99) });

function refundPayment(viewer, args, store) {
  const shape = {
    paymentId: isPaymentId,
    amountCents: (v) => isInteger(v, 1, 1_000_000),
    reason: (v) => ["duplicate", "fraud", "requested"].includes(v),
    note: (v) => isText(v, 0, 200),
    lines: (v) => isList(v, isLine, 3),
  };
  check(matches(args, shape, ["note", "lines"]), "INVALID_ARGUMENT");
  const payment = store.get("payments", "id", args.paymentId);
  check(payment !== undefined && isString(payment.tenant) && payment.tenant === viewer.tenant, "NOT_FOUND");
  check(viewer.role === "finance" || viewer.role === "admin", "FORBIDDEN");
  check(payment.state !== "refunded" && args.amountCents <= payment.capturedCents, "CONFLICT");
  const { currency, receiptUrl, tags } = payment;
  const data = { refundId: `rf_${args.paymentId.slice(4)}`, paymentId: args.paymentId, amountCents: args.amountCents, currency, status: "refunded", receiptUrl, tags };
  if (Object.hasOwn(args, "note")) data.note = args.note;
  const sound = (currency === "EUR" || currency === "USD") && (receiptUrl === null || isString(receiptUrl)) && isList(tags, (t) => isText(t, 1, Infinity), 5);
  check(sound, "INTERNAL"); // before anything is written
  store.set(payment, "state", "refunded");
  return data;
}

const FAULTS = { "refund_payment/1": { conflict: "CONFLICT", rate_limited: "RATE_LIMITED", unavailable: "UNAVAILABLE" } };
const tools = { "read_ticket/1": readTicket, "refund_payment/1": refundPayment };

function codeOf(contract, error) {
  if (error instanceof ToolError) return error.code;
  const known = FAULTS[contract] ?? {};
  return Object.hasOwn(known, error?.kind) ? known[error.kind] : "INTERNAL";
}

serve({
  name: "tools-example",
  version: "1.0.0",
  capabilities: { contracts: Object.keys(tools), observes: ["store"] },
  invoke(contract, { viewer, args, store }) {
    try {
      return { ok: true, data: tools[contract](viewer, args, new Store(store)) };
    } catch (error) {
      const code = codeOf(contract, error);
      return { ok: false, error: { code, message: WORDS[code], retryable: RETRYABLE.has(code) } };
    }
  },
});
