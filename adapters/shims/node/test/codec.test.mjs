import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeValue, encodeValue, HOST_VALUES } from "../conform.mjs";

const everyHost = {
  inherited: { $host: "inherited", own: { a: 1 }, proto: { input: { x: 1 } } },
  null_prototype: { $host: "null_prototype", own: { a: [1] } },
  class_instance: { $host: "class_instance", own: { a: 1 } },
  boxed: { $host: "boxed", value: "x" },
  date: { $host: "date", value: 86400000 },
  map: { $host: "map", entries: [["k", 1], [{ a: 1 }, null]] },
  set: { $host: "set", values: [1, "x", { $undefined: true }] },
  function: { $host: "function" },
  symbol: { $host: "symbol", description: "s" },
  bigint: { $host: "bigint", value: "-123456789012345678901234567890" },
  getter: { $host: "getter", own: { a: 1 }, name: "type", values: ["message", "finish"] },
  throwing_proxy: { $host: "throwing_proxy" },
  revoked_proxy: { $host: "revoked_proxy" },
  transparent_proxy: { $host: "transparent_proxy", own: { a: 1 } },
  frozen: { $host: "frozen", own: { a: { b: 1 } } },
  cyclic: { $host: "cyclic", own: { a: 1 }, name: "me" },
  sparse_array: { $host: "sparse_array", length: 5, items: { 1: "x", 3: null } },
  typed_array: { $host: "typed_array", values: [1, 2.5, { $number: "NaN" }] },
  non_enumerable: { $host: "non_enumerable", own: { a: 1 }, hidden: { b: 2 } },
};

test("every host value claimed is built and comes back as it was", () => {
  assert.deepEqual(Object.keys(everyHost).sort(), HOST_VALUES.filter((k) => k !== "undefined").sort());
  for (const [kind, encoding] of Object.entries(everyHost)) {
    for (const wrapped of [encoding, { input: encoding }, [encoding], { $host: "null_prototype", own: { deep: encoding } }]) {
      assert.deepEqual(encodeValue(decodeValue(wrapped)), wrapped, kind);
    }
  }
});

test("plain values and the other tags come back as they were", () => {
  for (const encoding of [
    null, true, 0, -1.5, 1e300, "", "x\u0000\u{1F600}", [], {}, [[1, { a: null }]],
    { $undefined: true }, [{ $undefined: true }], { a: { $undefined: true } },
    { $number: "NaN" }, { $number: "-Infinity" }, { $number: "-0" },
    { $utf16: [55296, 65] }, { $utf16: [56320] },
    { $object: [["$x", 1], ["y", { $undefined: true }]] }, { $object: [[{ $utf16: [55296] }, 1]] },
    { $host: "frozen", own: { $object: [["$tag", 1]] } },
  ]) {
    assert.deepEqual(encodeValue(decodeValue(encoding)), encoding, JSON.stringify(encoding));
  }
  assert.deepEqual(decodeValue({ $object: [["k", 1], ["k", 2]] }), { k: 2 });
  assert.equal(decodeValue({ $number: "1e400" }), Infinity);
  assert.equal(decodeValue({ $number: "9007199254740993" }), 9007199254740992);
  assert.deepEqual(encodeValue(decodeValue({ $utf16: [0xd83d, 0xde00] })), "\u{1F600}");
});

test("__proto__ is an ordinary own member, both ways", () => {
  const encoding = JSON.parse('{"a":1,"__proto__":{"b":2}}');
  const value = decodeValue(encoding);
  assert.ok(Object.hasOwn(value, "__proto__"));
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal(value.b, undefined);
  assert.equal(JSON.stringify(encodeValue(value)), JSON.stringify(encoding));
  assert.equal(JSON.stringify(encodeValue(decodeValue({ $host: "frozen", own: encoding }))), JSON.stringify({ $host: "frozen", own: encoding }));
});

test("each host value is what its name says", () => {
  const make = (kind) => decodeValue(everyHost[kind]);
  assert.equal(make("inherited").input.x, 1);
  assert.ok(!Object.hasOwn(make("inherited"), "input"));
  assert.equal(Object.getPrototypeOf(make("null_prototype")), null);
  assert.notEqual(Object.getPrototypeOf(make("class_instance")), Object.prototype);
  assert.equal(typeof make("boxed"), "object");
  assert.ok(make("boxed") instanceof String && make("date") instanceof Date && make("map") instanceof Map && make("set") instanceof Set);
  assert.equal(typeof make("function"), "function");
  assert.equal(typeof make("symbol"), "symbol");
  assert.equal(typeof make("bigint"), "bigint");
  const getter = make("getter");
  assert.deepEqual([getter.type, getter.type, getter.type], ["message", "finish", "finish"]);
  for (const kind of ["throwing_proxy", "revoked_proxy"]) {
    const proxy = make(kind);
    for (const touch of [() => proxy.x, () => "x" in proxy, () => Object.keys(proxy), () => Object.getPrototypeOf(proxy), () => { proxy.x = 1; }]) {
      assert.throws(touch, kind);
    }
  }
  assert.ok(Object.isFrozen(make("frozen")));
  assert.equal(make("cyclic").me.me.a, 1);
  assert.equal(make("sparse_array").length, 5);
  assert.ok(!(0 in make("sparse_array")) && 1 in make("sparse_array"));
  assert.ok(ArrayBuffer.isView(make("typed_array")));
  assert.deepEqual([Object.keys(make("non_enumerable")), make("non_enumerable").b], [["a"], 2]);
  assert.equal(make("transparent_proxy").a, 1);
});

test("values the implementation makes have an encoding too", () => {
  class Call { constructor() { this.tool = "t"; } toJSON() { return "hidden"; } }
  assert.deepEqual(encodeValue(new Call()), { tool: "t" });
  assert.equal(JSON.stringify(encodeValue([new Call()])), '[{"tool":"t"}]');
  assert.deepEqual(encodeValue(Object.assign(Object.create(null), { a: 1 })), { a: 1 });
  assert.deepEqual(encodeValue({ get a() { return 1; } }), { a: 1 });
  assert.deepEqual(encodeValue([1, , 2]), { $host: "sparse_array", length: 3, items: { 0: 1, 2: 2 } });
  assert.deepEqual(encodeValue({ toJSON() { return "hidden"; } }), { toJSON: { $host: "function" } });
  assert.deepEqual(encodeValue(Object(7n)), { $host: "boxed", value: { $host: "bigint", value: "7" } });
  assert.deepEqual(encodeValue(new Proxy({ a: 1 }, {})), { a: 1 });
  assert.deepEqual(encodeValue(new Proxy({}, { ownKeys() { throw 1; } })), { $host: "throwing_proxy" });
  const self = { a: 1 };
  self.self = self;
  assert.deepEqual(encodeValue(self), { $host: "cyclic", own: { a: 1 }, name: "self" });
  const ring = { inner: {} };
  ring.inner.outer = ring;
  assert.equal(encodeValue(ring).inner.outer.$host, "cyclic");
  const twice = { a: 1 };
  assert.deepEqual(encodeValue([twice, twice]), [{ a: 1 }, { a: 1 }]);
});

test("a prototype changed by assigning to __proto__ shows", () => {
  const out = {};
  out["__proto__"] = { admin: true };
  assert.deepEqual(encodeValue(out), { $host: "inherited", own: {}, proto: { admin: true } });
});

test("what was changed is described as it is now", () => {
  const value = decodeValue(everyHost.class_instance);
  value.b = 2;
  assert.deepEqual(encodeValue(value), { $host: "class_instance", own: { a: 1, b: 2 } });
});

test("an encoding that is none is refused", () => {
  for (const bad of [
    { $unknown: 1 }, { $undefined: false }, { $number: "0x10" }, { $number: 1 }, { $number: "" }, { $utf16: "x" }, { $utf16: [70000] },
    { $object: { a: 1 } }, { $object: [[1, 2]] }, { $object: [["a"]] }, { $undefined: true, a: 1 }, { $host: "unicorn" },
    { $host: "map", entries: 1 }, { $host: "frozen", own: [] }, { a: { $x: 1 } },
  ]) {
    assert.throws(() => decodeValue(bad), JSON.stringify(bad));
  }
});

test("nesting is carried to 1,000 levels and refused beyond", () => {
  const nested = (n) => { let v = "x"; for (let i = 0; i < n; i++) v = i % 2 ? [v] : { $object: [["$k", v]] }; return v; };
  assert.equal(JSON.stringify(encodeValue(decodeValue(nested(1000)))), JSON.stringify(nested(1000)));
  assert.throws(() => decodeValue(nested(1001)), /deeper/);
});
