// As much of JSON Schema as tools commonly use. compile refuses what it does not know how to check, and never
// looks outside of the schema: no network, no files.

const TYPES = {
  string: (v) => typeof v === "string",
  number: (v) => typeof v === "number",
  integer: (v) => Number.isInteger(v),
  boolean: (v) => typeof v === "boolean",
  null: (v) => v === null,
  array: Array.isArray,
  object: isObject,
};

export function isObject(v) {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

export class SchemaError extends Error {}

function demand(condition, what) {
  if (!condition) throw new SchemaError(what);
}

/** Equality of JSON values; the order of members does not count. */
export function equal(a, b) {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((x, i) => equal(x, b[i]));
  if (isObject(a)) {
    const names = Object.keys(a);
    return isObject(b) && names.length === Object.keys(b).length && names.every((n) => Object.hasOwn(b, n) && equal(a[n], b[n]));
  }
  return a === b;
}

const NOTHING_TO_CHECK = ["$schema", "$id", "$comment", "title", "description", "default", "examples", "format"];

/** A function that says whether a value fits the schema; throws a SchemaError where the schema is unusable. */
export function compile(schema) {
  const refs = new Map(); // compiled once each, so that a schema may refer to itself
  const refTo = (ref) => {
    if (!refs.has(ref)) {
      demand(typeof ref === "string" && (ref === "#" || ref.startsWith("#/")), "a reference out of the schema");
      let target = schema;
      for (const part of ref.split("/").slice(1)) {
        const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
        demand((isObject(target) || Array.isArray(target)) && Object.hasOwn(target, name), "a reference to nothing");
        target = target[name];
      }
      const slot = {};
      refs.set(ref, slot);
      slot.check = build(target);
    }
    const slot = refs.get(ref);
    return (v) => slot.check(v);
  };

  const schemas = (o) => {
    demand(isObject(o), "schemas by name");
    return Object.entries(o).map(([name, s]) => [name, build(s)]);
  };
  const list = (a) => {
    demand(Array.isArray(a) && a.length > 0, "a list of schemas");
    return a.map(build);
  };
  const count = (n) => {
    demand(Number.isInteger(n) && n >= 0, "a count");
    return n;
  };

  const keywords = {
    $ref: refTo,
    $defs: (o) => (schemas(o), () => true),
    definitions: (o) => (schemas(o), () => true),
    type: (t) => {
      const names = Array.isArray(t) ? t : [t];
      demand(names.length > 0 && names.every((n) => typeof n === "string" && Object.hasOwn(TYPES, n)), "a type");
      return (v) => names.some((n) => TYPES[n](v));
    },
    enum: (values) => {
      demand(Array.isArray(values), "a list of values");
      return (v) => values.some((x) => equal(x, v));
    },
    const: (value) => (v) => equal(value, v),
    required: (names) => {
      demand(Array.isArray(names) && names.every((n) => typeof n === "string"), "a list of names");
      return (v) => !isObject(v) || names.every((n) => Object.hasOwn(v, n));
    },
    properties: (o) => {
      const checks = schemas(o);
      return (v) => !isObject(v) || checks.every(([n, check]) => !Object.hasOwn(v, n) || check(v[n]));
    },
    additionalProperties: (s, { properties = {} }) => {
      const check = build(s);
      return (v) => !isObject(v) || Object.keys(v).every((n) => Object.hasOwn(properties, n) || check(v[n]));
    },
    items: (s) => {
      const check = build(s);
      return (v) => !Array.isArray(v) || v.every(check);
    },
    allOf: (a) => {
      const checks = list(a);
      return (v) => checks.every((check) => check(v));
    },
    anyOf: (a) => {
      const checks = list(a);
      return (v) => checks.some((check) => check(v));
    },
    oneOf: (a) => {
      const checks = list(a);
      return (v) => checks.filter((check) => check(v)).length === 1;
    },
    not: (s) => {
      const check = build(s);
      return (v) => !check(v);
    },
    minLength: (n) => (count(n), (v) => typeof v !== "string" || [...v].length >= n),
    maxLength: (n) => (count(n), (v) => typeof v !== "string" || [...v].length <= n),
    minItems: (n) => (count(n), (v) => !Array.isArray(v) || v.length >= n),
    maxItems: (n) => (count(n), (v) => !Array.isArray(v) || v.length <= n),
    minimum: (n) => (demand(typeof n === "number", "a number"), (v) => typeof v !== "number" || v >= n),
    maximum: (n) => (demand(typeof n === "number", "a number"), (v) => typeof v !== "number" || v <= n),
    pattern: (p) => {
      demand(typeof p === "string", "a pattern");
      let re;
      try {
        re = new RegExp(p, "u");
      } catch {
        throw new SchemaError("a pattern");
      }
      return (v) => typeof v !== "string" || re.test(v);
    },
  };

  function build(s) {
    if (s === true) return () => true;
    if (s === false) return () => false;
    demand(isObject(s), "a schema is an object, true or false");
    const checks = [];
    for (const [name, argument] of Object.entries(s)) {
      if (NOTHING_TO_CHECK.includes(name)) continue;
      demand(Object.hasOwn(keywords, name), "a keyword this validator does not know");
      checks.push(keywords[name](argument, s));
    }
    return (v) => checks.every((check) => check(v));
  }

  return build(schema);
}
