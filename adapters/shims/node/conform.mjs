// conform.mjs - answers the conform/1 adapter protocol for an implementation in JavaScript.
// One file, no dependencies, Node 18 or later. See README.md beside it; types are in conform.d.ts.
import { writeSync } from "node:fs";
import { types } from "node:util";

const WIRE = "conform/1";
const MAX_DEPTH = 1000; // nesting of encoded values, both ways
const MAX_TEXT = 2000; // characters of a message that are passed on
const FLUSH_BYTES = 1 << 16; // answers held back at most before they are written
const EXIT_WAIT_MS = 10_000; // how long answers still being computed may delay the exit

/** Every host value Node can build; the default of capabilities.hostValues. */
export const HOST_VALUES = Object.freeze([
  "undefined", "inherited", "null_prototype", "class_instance", "boxed", "date", "map", "set",
  "function", "symbol", "bigint", "getter", "throwing_proxy", "revoked_proxy", "transparent_proxy",
  "frozen", "cyclic", "sparse_array", "typed_array", "non_enumerable",
]);

// --- verdicts ------------------------------------------------------------------------------------

class Verdict {
  #accepted;
  constructor(accepted, content) {
    this.#accepted = accepted;
    this.content = content;
  }
  // Asks a private field, so that no trap of a Proxy ever runs.
  static accepts(v) {
    return typeof v === "object" && v !== null && #accepted in v ? v.#accepted : undefined;
  }
}

/** The verdict that accepts the input as this action. */
export function accept(action, { migratedFrom } = {}) {
  return new Verdict(true, { action, migratedFrom });
}

/** The verdict that refuses the input; it may be returned or thrown. */
export function reject(reason = {}) {
  return new Verdict(false, typeof reason === "string" ? { message: reason } : reason);
}

// --- encoding to value ---------------------------------------------------------------------------

/** What the shim remembers of the exotic objects it built: kind and what cannot be read back. */
const built = new WeakMap();

/** Builds the host value a tagged encoding stands for. */
export function decodeValue(encoding) {
  return build(encoding, 0, { reads: [], tagged: false });
}

function build(e, depth, call) {
  if (typeof e !== "object" || e === null) return e;
  if (++depth > MAX_DEPTH) throw new Error(`the value is nested deeper than ${MAX_DEPTH}`);
  if (Array.isArray(e)) {
    const out = new Array(e.length);
    for (let i = 0; i < e.length; i++) out[i] = build(e[i], depth, call);
    return out;
  }
  const names = Object.keys(e);
  for (const name of names) if (name[0] === "$") return buildTagged(e, name, names, depth, call);
  const out = {};
  for (const name of names) setOwn(out, name, build(e[name], depth, call));
  return out;
}

function buildTagged(e, tag, names, depth, call) {
  if (tag !== "$host" && names.length !== 1) throw new Error(`the tag ${tag} stands alone`);
  const arg = e[tag];
  call.tagged = true;
  switch (tag) {
    case "$undefined":
      if (arg !== true) throw new Error("$undefined is true");
      return undefined;
    case "$number":
      return numberOf(arg);
    case "$utf16":
      return stringOf(arg);
    case "$object":
      return fill({}, membersOf(e, depth, call));
    case "$host":
      return buildHost(e, arg, depth, call);
    default:
      throw new Error("unknown tag");
  }
}

function numberOf(text) {
  if (text === "NaN") return NaN;
  if (text === "Infinity") return Infinity;
  if (text === "-Infinity") return -Infinity;
  if (typeof text !== "string" || !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    throw new Error("$number is the text of a number");
  }
  return Number(text);
}

function stringOf(units) {
  if (!Array.isArray(units)) throw new Error("$utf16 is a list of code units");
  let out = "";
  for (const u of units) {
    if (!Number.isInteger(u) || u < 0 || u > 0xffff) throw new Error("$utf16 is a list of code units");
    out += String.fromCharCode(u);
  }
  return out;
}

/** The members of an encoded object, plain or $object, as [name, value] pairs. */
function membersOf(e, depth, call) {
  if (typeof e !== "object" || e === null || Array.isArray(e)) throw new Error("members are an object");
  const names = Object.keys(e);
  if (!names.some((n) => n[0] === "$")) return names.map((n) => [n, build(e[n], depth, call)]);
  if (names.length !== 1 || !Array.isArray(e.$object)) throw new Error("members are an object");
  return e.$object.map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new Error("$object is a list of pairs");
    const name = build(pair[0], depth, call);
    if (typeof name !== "string") throw new Error("a name is a string");
    return [name, build(pair[1], depth, call)];
  });
}

/** Assigns an own member, __proto__ included. */
function setOwn(o, name, value, enumerable = true) {
  if (name !== "__proto__" && enumerable) o[name] = value;
  else Object.defineProperty(o, name, { value, enumerable, writable: true, configurable: true });
}

function fill(o, members, enumerable = true) {
  for (const [name, value] of members) setOwn(o, name, value, enumerable);
  return o;
}

class Instance {}

function buildHost(e, kind, depth, call) {
  const own = (name = "own") => (e[name] === undefined ? [] : membersOf(e[name], depth, call));
  const list = (name) => {
    if (!Array.isArray(e[name])) throw new Error(`${name} is a list`);
    return e[name].map((x) => build(x, depth, call));
  };
  const arg = (name) => build(e[name], depth, call);
  const remember = (o, info = {}) => (built.set(o, { kind, ...info }), o);

  switch (kind) {
    case "inherited":
      return remember(fill(Object.create(fill({}, own("proto"))), own()));
    case "null_prototype":
      return remember(fill(Object.create(null), own()));
    case "class_instance":
      return remember(fill(new Instance(), own()));
    case "boxed":
      return Object(arg("value"));
    case "date":
      return new Date(arg("value"));
    case "map":
      return new Map(list("entries"));
    case "set":
      return new Set(list("values"));
    case "function":
      return function hostFunction() {};
    case "symbol":
      return Symbol(arg("description"));
    case "bigint":
      return BigInt(arg("value"));
    case "getter": {
      const values = list("values");
      const name = arg("name");
      const slot = call.reads.push(0) - 1;
      const get = () => values[Math.min(call.reads[slot]++, values.length - 1)];
      const o = fill({}, own());
      Object.defineProperty(o, name, { get, enumerable: true, configurable: true });
      return remember(o, { name, values, get });
    }
    case "throwing_proxy":
      return remember(new Proxy({}, everyTrapThrows));
    case "revoked_proxy": {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return remember(proxy);
    }
    case "transparent_proxy": {
      const target = fill({}, own());
      return remember(new Proxy(target, {}), { target });
    }
    case "frozen":
      return remember(Object.freeze(fill({}, own())));
    case "cyclic": {
      const o = fill({}, own());
      const name = arg("name");
      setOwn(o, name, o);
      return remember(o, { name });
    }
    case "sparse_array": {
      const out = new Array(arg("length"));
      return fill(out, own("items"));
    }
    case "typed_array":
      return Float64Array.from(list("values"));
    case "non_enumerable":
      return fill(fill({}, own()), own("hidden"), false);
    default:
      throw new Error("unknown host kind");
  }
}

const everyTrapThrows = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect)
    .filter((name) => typeof Reflect[name] === "function")
    .map((trap) => [trap, () => { throw new Error(`the proxy's ${trap} trap throws`); }]),
);

// --- value to encoding ---------------------------------------------------------------------------

/** The tagged encoding of any host value. A part that needs no tag is given back as it is, not copied. */
export function encodeValue(value) {
  return encode(value, []);
}

const wellFormed = typeof "".isWellFormed === "function"
  ? (s) => s.isWellFormed()
  : (s) => !/\p{Surrogate}/u.test(s);

function encode(v, path) {
  switch (typeof v) {
    case "string":
      return wellFormed(v) ? v : { $utf16: Array.from({ length: v.length }, (_, i) => v.charCodeAt(i)) };
    case "number":
      if (!Number.isFinite(v)) return { $number: String(v) };
      return Object.is(v, -0) ? { $number: "-0" } : v;
    case "boolean":
      return v;
    case "undefined":
      return { $undefined: true };
    case "bigint":
      return { $host: "bigint", value: String(v) };
    case "symbol":
      return { $host: "symbol", description: encode(v.description ?? "", path) };
    case "function":
      return { $host: "function" };
  }
  if (v === null) return null;
  // No encoding says "the object three levels up"; the nearest legal one is an object holding itself.
  if (path.includes(v)) return { $host: "cyclic", own: {}, name: "self" };
  // An action may be deeper than an encoding: it is cut off there, and differs from every action that fits.
  if (path.length >= MAX_DEPTH) return { $undefined: true };
  path.push(v);
  try {
    return encodeObject(v, path);
  } finally {
    path.pop();
  }
}

function encodeObject(v, path) {
  const known = built.get(v);
  if (known !== undefined) {
    const e = encodeBuilt(v, known, path);
    if (e !== undefined) return e;
  } else if (types.isProxy(v)) {
    // A Proxy the implementation made: read through it, if it can be read at all.
    try {
      return Array.isArray(v) ? encodeArray(v, path) : asObject(ownMembers(v, path).all);
    } catch {
      return { $host: "throwing_proxy" };
    }
  }
  if (Array.isArray(v)) return encodeArray(v, path);

  const proto = Object.getPrototypeOf(v);
  if (proto !== Object.prototype && proto !== null) {
    if (types.isBoxedPrimitive(v)) return { $host: "boxed", value: encode(unbox(v), path) };
    if (types.isDate(v)) return { $host: "date", value: encode(Date.prototype.getTime.call(v), path) };
    if (types.isMap(v)) {
      const entries = [...Map.prototype.entries.call(v)];
      return { $host: "map", entries: entries.map(([k, x]) => [encode(k, path), encode(x, path)]) };
    }
    if (types.isSet(v)) {
      return { $host: "set", values: [...Set.prototype.values.call(v)].map((x) => encode(x, path)) };
    }
    if (types.isTypedArray(v)) return { $host: "typed_array", values: Array.from(v, (x) => encode(x, path)) };
    if (!isClassPrototype(proto)) {
      // Somebody changed the prototype, as assigning to __proto__ does: that must be seen.
      return { $host: "inherited", own: asObject(ownMembers(v, path).all), proto: asObject(ownMembers(proto, path).all) };
    }
  }
  const { shown, hidden, self, same } = ownMembers(v, path);
  if (self !== undefined) {
    return { $host: "cyclic", own: asObject(ownMembers(v, path, self).all), name: encode(self, path) };
  }
  if (hidden.length > 0) return { $host: "non_enumerable", own: asObject(shown), hidden: asObject(hidden) };
  return same && proto === Object.prototype ? v : asObject(shown); // a class may have a toJSON
}

function unbox(v) {
  if (types.isStringObject(v)) return String.prototype.valueOf.call(v);
  if (types.isNumberObject(v)) return Number.prototype.valueOf.call(v);
  if (types.isBooleanObject(v)) return Boolean.prototype.valueOf.call(v);
  return Object.prototype.valueOf.call(v).valueOf();
}

function isClassPrototype(proto) {
  const d = Object.getOwnPropertyDescriptor(proto, "constructor");
  return typeof d?.value === "function" && d.value.prototype === proto;
}

/** What the shim built and got back, described as it is now; undefined if it was made another thing. */
function encodeBuilt(v, known, path) {
  const { kind, name } = known;
  const members = (o, but) => asObject(ownMembers(o, path, but).all);
  switch (kind) {
    case "throwing_proxy":
    case "revoked_proxy":
      return { $host: kind };
    case "transparent_proxy":
      return { $host: kind, own: members(known.target) };
    case "inherited": {
      const proto = Object.getPrototypeOf(v);
      if (proto === null || proto === Object.prototype) return undefined;
      return { $host: kind, own: members(v), proto: members(proto) };
    }
    case "null_prototype":
      return Object.getPrototypeOf(v) === null ? { $host: kind, own: members(v) } : undefined;
    case "class_instance":
      return Object.getPrototypeOf(v) === Instance.prototype ? { $host: kind, own: members(v) } : undefined;
    case "frozen":
      return { $host: kind, own: members(v) };
    case "getter": {
      if (Object.getOwnPropertyDescriptor(v, name)?.get !== known.get) return undefined;
      const values = known.values.map((x) => encode(x, path));
      return { $host: kind, own: members(v, name), name: encode(name, path), values };
    }
    case "cyclic":
      if (Object.getOwnPropertyDescriptor(v, name)?.value !== v) return undefined;
      return { $host: kind, own: members(v, name), name: encode(name, path) };
  }
  return undefined;
}

function encodeArray(v, path) {
  const out = new Array(v.length);
  let same = true;
  for (let i = 0; i < v.length; i++) {
    const x = v[i];
    if (x === undefined && !Object.hasOwn(v, i)) {
      return { $host: "sparse_array", length: v.length, items: sparseItems(v, path) };
    }
    out[i] = encode(x, path);
    if (out[i] !== x) same = false;
  }
  return same && Object.getPrototypeOf(v) === Array.prototype ? v : out;
}

function sparseItems(v, path) {
  const indexes = Object.keys(v).filter((k) => String(k >>> 0) === k);
  return asObject(indexes.map((k) => [k, encode(v[k], path)]));
}

/**
 * The encoded own members, without the one named but. same: no member needed a tag; self: the name
 * of a member that is the object itself.
 */
function ownMembers(o, path, but) {
  const shown = [];
  const hidden = [];
  let same = true;
  let self;
  for (const name of Reflect.ownKeys(o)) {
    if (name === but) continue;
    if (typeof name === "symbol") {
      same = false; // not part of any encoding
      continue;
    }
    const d = Reflect.getOwnPropertyDescriptor(o, name);
    const value = d.get === undefined && d.set === undefined ? d.value : o[name];
    if (value === o) self = name;
    const e = encode(value, path);
    if (e !== value || d.get !== undefined || name[0] === "$" || !wellFormed(name)) same = false;
    (d.enumerable ? shown : hidden).push([name, e]);
  }
  return { shown, hidden, all: hidden.length === 0 ? shown : shown.concat(hidden), self, same };
}

function asObject(members) {
  const out = {};
  for (const [name, e] of members) {
    if (name[0] === "$" || !wellFormed(name)) return { $object: members.map(([n, x]) => [encode(n, []), x]) };
    setOwn(out, name, e);
  }
  return out;
}

// --- one call ------------------------------------------------------------------------------------

/** The input of one call: a value built for it alone, and what happened to it. */
class Input {
  #encoding;
  #before;
  #call = { reads: [], tagged: false };

  constructor(encoding) {
    this.#encoding = encoding;
    this.value = build(encoding, 0, this.#call);
    if (this.#call.tagged) this.#before = JSON.stringify(encodeValue(this.value));
  }

  /** What was done to the value, as the member observed of a verdict; undefined if nothing. */
  observed() {
    let out;
    if (this.#mutated()) out = { mutated: true };
    if (this.#call.reads.length > 0) out = { ...out, getterReads: Math.max(...this.#call.reads) };
    return out;
  }

  #mutated() {
    if (polluted()) return true;
    if (!this.#call.tagged) return !unchanged(this.value, this.#encoding);
    try {
      return JSON.stringify(encodeValue(this.value)) !== this.#before;
    } catch {
      return true;
    }
  }
}

/** Whether a value is still what a plain encoding says; much cheaper than encoding it again. */
function unchanged(v, e) {
  if (typeof e !== "object" || e === null) return Object.is(v, e);
  if (typeof v !== "object" || v === null || types.isProxy(v)) return false;
  if (Array.isArray(e)) {
    return Array.isArray(v) && v.length === e.length && e.every((x, i) => unchanged(v[i], x));
  }
  if (Object.getPrototypeOf(v) !== Object.prototype) return false;
  const names = Reflect.ownKeys(v);
  const expected = Object.keys(e);
  if (names.length !== expected.length) return false;
  for (let i = 0; i < names.length; i++) {
    if (names[i] !== expected[i]) return false;
    const d = Object.getOwnPropertyDescriptor(v, names[i]);
    if (d.get !== undefined || d.set !== undefined || !d.enumerable) return false;
    if (!unchanged(d.value, e[names[i]])) return false;
  }
  return true;
}

/** The input of one invocation, and what happened to it. */
class Invocation {
  #caller;
  #store;
  constructor({ contract, viewer, args, store }) {
    if (typeof contract !== "string") throw new Error("params.contract is not a string");
    for (const part of [viewer, store]) {
      if (typeof part !== "object" || part === null) throw new Error("params.viewer and params.store are objects");
    }
    if (args === undefined) throw new Error("params.args is missing");
    this.contract = contract;
    this.#caller = [new Input(viewer), new Input(args)];
    this.#store = new Input(store);
    this.input = { viewer: this.#caller[0].value, args: this.#caller[1].value, store: this.#store.value };
  }
  result(result) {
    const observed = {};
    if (this.#caller.some((part) => part.observed()?.mutated)) observed.mutated = true;
    if (this.#store.observed()?.mutated) observed.storeChanged = true;
    return Object.keys(observed).length === 0 ? result : { ...result, observed };
  }
}

function thrownText(thrown) {
  try {
    return String(thrown?.stack ?? thrown?.message ?? thrown);
  } catch {
    return "something was thrown that cannot be shown";
  }
}

const objectMembers = Reflect.ownKeys(Object.prototype);

/** Whether somebody added members to Object.prototype. They are removed, lest later calls inherit them. */
function polluted() {
  const now = Reflect.ownKeys(Object.prototype);
  if (now.length === objectMembers.length) return false;
  for (const name of now) if (!objectMembers.includes(name)) delete Object.prototype[name];
  return true;
}

function accepted(content, input) {
  const result = { accepted: true, action: encodeValue(content.action) };
  if (content.migratedFrom !== undefined) result.migratedFrom = String(content.migratedFrom);
  return withObserved(result, input);
}

function previewed(content, input) {
  return withObserved({ accepted: true, preview: encodeValue(content.action) }, input);
}

function refused(reason, input) {
  const result = { accepted: false };
  if (typeof reason.code === "string") result.code = clean(reason.code);
  if (typeof reason.field === "string") result.field = clean(reason.field);
  if (reason.message !== undefined) result.message = clean(String(reason.message));
  if (typeof reason.pointer === "string") result.pointer = clean(reason.pointer);
  if (Number.isSafeInteger(reason.offset) && reason.offset >= 0) result.offset = reason.offset;
  return withObserved(result, input);
}

function withObserved(result, input) {
  const observed = input !== undefined ? input.observed() : polluted() ? { mutated: true } : undefined;
  if (observed !== undefined) result.observed = observed;
  return result;
}

/** A text that can be sent: bounded, and without lone surrogates. */
function clean(text) {
  const short = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  return wellFormed(short) ? short : short.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Why something was thrown: anything may be, from a string to a Proxy whose traps throw. */
function reasonOf(thrown) {
  try {
    if (Verdict.accepts(thrown) !== undefined) return thrown.content;
    if ((typeof thrown === "object" && thrown !== null) || typeof thrown === "function") {
      const { code, field, message, pointer, offset } = thrown;
      return { code, field, message: String(message ?? thrown), pointer, offset };
    }
    return { message: String(thrown) };
  } catch {
    return { message: "something was thrown that cannot be shown" };
  }
}

// --- one step ------------------------------------------------------------------------------------

/** A collaborator of a step failed. kind says how, retryable is a diagnostic and no licence to retry. */
export class Fault extends Error {
  constructor({ kind = "failure", message = "", retryable = false } = {}) {
    super(message);
    this.name = "Fault";
    this.kind = kind;
    this.retryable = retryable;
  }
}

/** What a step reaches everyone else with. The harness plays them all; each function rejects with a Fault. */
class Collaborators {
  #ask;
  #cancel = new AbortController();

  constructor(ask, cancelled) {
    this.#ask = ask;
    if (cancelled) this.cancel();
  }

  /** Aborted once the step is cancelled. */
  get signal() {
    return this.#cancel.signal;
  }
  cancel() {
    this.#cancel.abort();
  }
  /** The complete response of the model to {messages, tools, schema, context}. */
  async generate(request) {
    return (await this.#ask("model/generate", { request })).response;
  }
  /** Runs a call {id, name, arguments, action}: {output, ran}, ran being the call the gateway says it ran. */
  execute(call) {
    return this.#ask("tool/execute", { call });
  }
  /** "allow" or "deny". */
  async evaluate(call) {
    return (await this.#ask("guard/evaluate", { call })).decision;
  }
  /** "granted", "denied" or "unavailable". */
  async authorize(call) {
    return (await this.#ask("approval/authorize", { call })).decision;
  }
  /** Appends {kind, context, request, response, call, result} to the record. */
  async record(entry) {
    await this.#ask("record/append", { entry });
  }
}

// --- the session ---------------------------------------------------------------------------------

class ProtocolError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const INVALID_PARAMS = -32602;
const SHIM_FAILED = -32603;

/** Answers requests on standard input until it ends or `bye` comes; then the process exits with 0. */
export function serve(adapter) {
  const hello = helloOf(adapter);
  const { write, flush, hold } = protectStdout();
  let open = 0; // requests whose answers are still being computed
  let ended = false;
  const steps = new Map(); // those under way, by the id the harness gave them
  const asked = new Map(); // callbacks the harness has not answered yet
  let lastAsked = 0;

  function end() {
    if (ended) return;
    ended = true;
    process.stdin.pause();
    if (open === 0) exit();
    else setTimeout(exit, EXIT_WAIT_MS).unref();
  }
  function exit() {
    flush();
    write("", () => process.exit(0));
  }

  const succeed = (id, result) => hold(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}\n`);
  function fail(id, error) {
    const code = error instanceof ProtocolError ? error.code : SHIM_FAILED;
    const { message } = refused(reasonOf(error));
    hold(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}\n`);
  }

  /** Runs one function of the adapter; finish makes the result of what it returned. */
  function run(id, fn, protocol, argument, input, finish) {
    const settle = (make) => {
      try {
        succeed(id, make());
      } catch (error) {
        fail(id, error);
      }
    };
    const returned = (value) => settle(() => {
      const verdict = Verdict.accepts(value);
      if (verdict === false) return refused(value.content, input);
      return finish(verdict ? value.content : { action: value });
    });
    const threw = (error) => settle(() => refused(reasonOf(error), input));

    let value;
    try {
      value = fn.call(adapter, protocol, argument);
    } catch (error) {
      threw(error);
      return;
    }
    if (!types.isPromise(value)) {
      returned(value);
      return;
    }
    open++;
    value.then(returned, threw).then(() => {
      if (--open === 0 && ended) exit();
      else setImmediate(flush);
    });
  }

  function request(id, method, params) {
    if (typeof params !== "object" || params === null) throw new ProtocolError(INVALID_PARAMS, "params is not an object");
    switch (method) {
      case "hello":
        if (params.wire !== WIRE) throw new ProtocolError(INVALID_PARAMS, `this shim speaks ${WIRE} only`);
        return succeed(id, hello);
      case "bye":
        succeed(id, null);
        return end();
      case "parse":
      case "decode":
      case "route":
      case "invoke":
      case "preview":
      case "step":
      case "assemble":
        break;
      default:
        throw new ProtocolError(-32601, "unknown method");
    }
    if (method === "invoke") return invoke(id, params);
    if (method === "step") return step(id, params);
    const fn = adapter[method];
    if (typeof fn !== "function") throw new ProtocolError(-32601, `the adapter has no ${method} function`);
    if (typeof params.protocol !== "string") throw new ProtocolError(INVALID_PARAMS, "params.protocol is not a string");
    if (method === "decode") {
      return run(id, fn, params.protocol, textOf(params), undefined, (content) => accepted(content));
    }
    if (method === "assemble") {
      return run(id, fn, params.protocol, chunksOf(params), undefined, (content) => accepted(content));
    }
    let input;
    try {
      if (!Object.hasOwn(params, "value")) throw new Error("params.value is missing");
      input = new Input(params.value);
    } catch (error) {
      throw new ProtocolError(INVALID_PARAMS, String(error.message));
    }
    const finishes = { parse: (content) => accepted(content, input), route: routing, preview: (content) => previewed(content, input) };
    const finish = finishes[method];
    return run(id, fn, params.protocol, input.value, input, finish);
  }

  /** Runs a tool; what it returns is its envelope, whatever it is, and what it throws is not hidden. */
  function invoke(id, params) {
    if (typeof adapter.invoke !== "function") throw new ProtocolError(-32601, "the adapter has no invoke function");
    let call;
    try {
      call = new Invocation(params);
    } catch (error) {
      throw new ProtocolError(INVALID_PARAMS, String(error.message));
    }
    const returned = (envelope) => {
      try {
        succeed(id, call.result({ envelope: encodeValue(envelope) }));
      } catch (error) {
        fail(id, error);
      }
    };
    const threw = (error) => succeed(id, call.result({ threw: clean(thrownText(error)) }));
    let value;
    try {
      value = adapter.invoke(call.contract, call.input);
    } catch (error) {
      threw(error);
      return;
    }
    if (!types.isPromise(value)) {
      returned(value);
      return;
    }
    open++;
    value.then(returned, threw).then(() => {
      if (--open === 0 && ended) exit();
      else setImmediate(flush);
    });
  }

  /** Asks the harness for something a step needs. */
  function ask(step, method, params) {
    const id = ++lastAsked;
    hold(`${JSON.stringify({ jsonrpc: "2.0", id, method, params: { step, ...encodeValue(params) } })}\n`);
    setImmediate(flush);
    return new Promise((resolve, reject) => asked.set(id, { resolve, reject }));
  }

  function answered(id, { result, error }) {
    const waiting = asked.get(id);
    if (!asked.delete(id)) return; // nobody asked for that
    if (error !== undefined) waiting.reject(new Error(`the harness refused the callback: ${error?.message}`));
    else if (result?.fault !== undefined) waiting.reject(new Fault(result.fault));
    else waiting.resolve(decodeValue(result));
  }

  /** Runs one step; it always ends with a report, so that whatever it throws is a failure of the adapter. */
  function step(id, params) {
    if (typeof adapter.step !== "function") throw new ProtocolError(-32601, "the adapter has no step function");
    if (typeof params.step !== "string" || typeof params.protocol !== "string") {
      throw new ProtocolError(INVALID_PARAMS, "step needs protocol and step");
    }
    const { protocol, step: name, ...given } = decodeValue(params);
    const collaborators = new Collaborators((method, more) => ask(name, method, more), given.cancelled === true);
    steps.set(name, collaborators);
    open++;
    new Promise((resolve) => resolve(adapter.step(protocol, given, collaborators)))
      .then((report) => succeed(id, encodeValue(report)))
      .catch((error) => fail(id, error))
      .then(() => {
        steps.delete(name);
        if (--open === 0 && ended) exit();
        else setImmediate(flush);
      });
  }

  function take(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      if (line.trim() !== "") fail("null", new ProtocolError(-32700, "the line is not JSON"));
      return;
    }
    const { id, method, params = {} } = Object(message);
    if (method === undefined && asked.has(id)) {
      answered(id, message);
    } else if (typeof method !== "string") {
      fail("null", new ProtocolError(-32600, "the line is not a JSON-RPC request"));
    } else if (id === undefined) {
      if (method === "bye") end(); // notifications it does not know mean nothing to this shim
      if (method === "cancel") steps.get(params?.step)?.cancel();
    } else {
      const sameId = JSON.stringify(id);
      try {
        request(sameId, method, params);
      } catch (error) {
        fail(sameId, error);
      }
    }
  }

  let pieces = []; // of a line that has not ended yet
  function lineOf(chunk, start, end) {
    if (pieces.length === 0) return chunk.toString("utf8", start, end);
    pieces.push(chunk.subarray(start, end));
    const whole = Buffer.concat(pieces);
    pieces = [];
    return whole.toString("utf8");
  }
  process.stdin.on("data", (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0 && !ended; at = chunk.indexOf(10, start)) {
      take(lineOf(chunk, start, at));
      start = at + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
    if (!ended) flush();
  });
  process.stdin.on("end", () => {
    if (!ended && pieces.length > 0) take(lineOf(Buffer.alloc(0), 0, 0));
    end();
  });
}

function helloOf({ name, version, url, capabilities = {}, ...adapter }) {
  if (typeof name !== "string" || name === "") throw new TypeError("serve: name is a non-empty string");
  const operations = ["parse", "decode", "route", "preview", "assemble", "invoke", "step"].filter((op) => typeof adapter[op] === "function");
  if (operations.length === 0) throw new TypeError("serve: one of parse, decode, route, preview, assemble, invoke and step is a function");
  if (adapter.step && !Array.isArray(capabilities.step)) throw new TypeError("serve: capabilities.step is a list of what a step has");
  const judges = operations.some((op) => op !== "invoke");
  if (judges && !Array.isArray(capabilities.protocols)) throw new TypeError("serve: capabilities.protocols is a list of protocol ids");
  if (adapter.invoke && !Array.isArray(capabilities.contracts)) throw new TypeError("serve: capabilities.contracts is a list of contract ids");
  const observes = [...new Set([...(capabilities.observes ?? []), "mutation", "getter_reads"])];
  const defaults = { protocols: [], operations, hostValues: HOST_VALUES, numbers: "double", text: "utf8", errors: "messages" };
  return { wire: WIRE, name, version, language: "JavaScript", url, capabilities: { ...defaults, ...capabilities, observes } };
}

function textOf({ text, base64 }) {
  if (typeof text === "string") return text;
  if (typeof base64 === "string") return Buffer.from(base64, "base64");
  throw new ProtocolError(INVALID_PARAMS, "decode has neither text nor base64");
}

/** The chunks of a stream: a list of payloads, or of pieces of bytes. */
function chunksOf({ events, base64 }) {
  const chunks = events ?? base64;
  if (!Array.isArray(chunks) || !chunks.every((chunk) => typeof chunk === "string")) {
    throw new ProtocolError(INVALID_PARAMS, "assemble has neither events nor base64");
  }
  return events === undefined ? chunks.map((chunk) => Buffer.from(chunk, "base64")) : chunks;
}

function routing({ action }) {
  const { handler, terminal = "none" } = Object(action);
  if (typeof handler !== "string" || typeof terminal !== "string") {
    throw new Error("route returns {handler, terminal}, or refuses");
  }
  return { handler, terminal };
}

/**
 * Keeps standard output for the protocol: what the implementation prints goes to standard error.
 * hold keeps an answer until flush, or until there are many; when the reader is slow, reading stops too.
 */
function protectStdout() {
  const { stdout, stderr, stdin } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr); // console.log and its like end here too
  stdout.on("error", () => process.exit(1)); // nobody reads any more
  let held = "";

  function flush() {
    if (held === "") return;
    const text = held;
    held = "";
    if (write(text)) return;
    stdin.pause();
    stdout.once("drain", () => stdin.resume());
  }
  function hold(line) {
    held += line;
    if (held.length >= FLUSH_BYTES) flush();
  }
  // An implementation that ends the process takes only its own answer with it, not its neighbours'.
  process.on("exit", () => {
    for (let rest = Buffer.from(held); rest.length > 0; ) {
      try {
        rest = rest.subarray(writeSync(1, rest));
      } catch (error) {
        if (error.code !== "EAGAIN") return;
      }
    }
  });
  return { write, flush, hold };
}
