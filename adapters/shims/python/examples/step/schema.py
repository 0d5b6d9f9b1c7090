"""As much of JSON Schema as tools commonly use. compile_schema refuses what it does not know how to check,
and never looks outside of the schema: no network, no files."""

import re

_TYPES = {
    "string": lambda v: isinstance(v, str),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool) or isinstance(v, float) and v.is_integer(),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}
_NOTHING_TO_CHECK = {"$schema", "$id", "$comment", "title", "description", "default", "examples", "format"}


class SchemaError(Exception):
    """A schema that cannot be used."""


def equal(a, b):
    """Equality of JSON values. In Python 1 == True, and that is not so in JSON."""
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(equal(x, b[n]) for n, x in a.items())
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b))
    return isinstance(a, bool) == isinstance(b, bool) and a == b


def compile_schema(schema):
    """A function that says whether a value fits the schema."""
    return _Compiler(schema).build(schema)


def _demand(condition, what):
    if not condition:
        raise SchemaError(what)


class _Compiler:
    def __init__(self, root):
        self._root = root
        self._refs = {}  # compiled once each, so that a schema may refer to itself

    def build(self, schema):
        if schema is True or schema is False:
            return lambda v: schema
        _demand(isinstance(schema, dict), "a schema is an object, true or false")
        checks = []
        for name, argument in schema.items():
            if name in _NOTHING_TO_CHECK:
                continue
            keyword = getattr(self, "_" + name.lstrip("$"), None)
            _demand(keyword is not None and name.lstrip("$") in _KEYWORDS, "a keyword this validator does not know")
            checks.append(keyword(argument, schema))
        return lambda v: all(check(v) for check in checks)

    def _ref(self, ref, _):
        _demand(isinstance(ref, str) and (ref == "#" or ref.startswith("#/")), "a reference out of the schema")
        if ref not in self._refs:
            self._refs[ref] = None
            target = self._root
            for part in ref.split("/")[1:]:
                name = part.replace("~1", "/").replace("~0", "~")
                _demand(isinstance(target, dict) and name in target, "a reference to nothing")
                target = target[name]
            self._refs[ref] = self.build(target)
        return lambda v: self._refs[ref](v)

    def _defs(self, schemas, _):
        self._by_name(schemas)
        return lambda v: True

    _definitions = _defs

    def _by_name(self, schemas):
        _demand(isinstance(schemas, dict), "schemas by name")
        return {name: self.build(s) for name, s in schemas.items()}

    def _list(self, schemas):
        _demand(isinstance(schemas, list) and schemas, "a list of schemas")
        return [self.build(s) for s in schemas]

    def _type(self, types, _):
        names = types if isinstance(types, list) else [types]
        _demand(names and all(isinstance(n, str) and n in _TYPES for n in names), "a type")
        return lambda v: any(_TYPES[n](v) for n in names)

    def _enum(self, values, _):
        _demand(isinstance(values, list), "a list of values")
        return lambda v: any(equal(x, v) for x in values)

    def _const(self, value, _):
        return lambda v: equal(value, v)

    def _required(self, names, _):
        _demand(isinstance(names, list) and all(isinstance(n, str) for n in names), "a list of names")
        return lambda v: not isinstance(v, dict) or all(n in v for n in names)

    def _properties(self, schemas, _):
        checks = self._by_name(schemas)
        return lambda v: not isinstance(v, dict) or all(check(v[n]) for n, check in checks.items() if n in v)

    def _additionalProperties(self, schema, parent):
        check, known = self.build(schema), parent.get("properties", {})
        return lambda v: not isinstance(v, dict) or all(check(x) for n, x in v.items() if n not in known)

    def _items(self, schema, _):
        check = self.build(schema)
        return lambda v: not isinstance(v, list) or all(check(x) for x in v)

    def _allOf(self, schemas, _):
        checks = self._list(schemas)
        return lambda v: all(check(v) for check in checks)

    def _anyOf(self, schemas, _):
        checks = self._list(schemas)
        return lambda v: any(check(v) for check in checks)

    def _oneOf(self, schemas, _):
        checks = self._list(schemas)
        return lambda v: sum(bool(check(v)) for check in checks) == 1

    def _minLength(self, n, _):
        _demand(_TYPES["integer"](n) and n >= 0, "a count")
        return lambda v: not isinstance(v, str) or len(v) >= n

    def _maxLength(self, n, _):
        _demand(_TYPES["integer"](n) and n >= 0, "a count")
        return lambda v: not isinstance(v, str) or len(v) <= n

    def _pattern(self, pattern, _):
        _demand(isinstance(pattern, str), "a pattern")
        try:
            compiled = re.compile(pattern)
        except re.error:
            raise SchemaError("a pattern") from None
        return lambda v: not isinstance(v, str) or compiled.search(v) is not None


_KEYWORDS = frozenset(
    "ref defs definitions type enum const required properties additionalProperties items allOf anyOf oneOf "
    "minLength maxLength pattern".split()
)
