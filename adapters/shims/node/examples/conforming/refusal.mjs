// A refusal, and the questions every protocol asks of a value.

/** Says why an input is not an action. Its message is fixed text: it never repeats the input. */
export class Refusal extends Error {
  constructor(code, field, message) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

export function refuse(code, field, message) {
  throw new Refusal(code, field, message);
}

/** Whether a value is an object with members. A revoked Proxy throws at Array.isArray: it has none. */
export function isObject(value) {
  try {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Whether a value is a string with a character that is not white space. */
export function isText(value) {
  return typeof value === "string" && /\P{White_Space}/u.test(value);
}

/**
 * The own members of an object with these names, in a map without a prototype. Each is read once, so
 * that the value checked is the value used; one that is missing or inherited is not in the map.
 */
export function ownMembers(object, names) {
  const members = Object.create(null);
  for (const name of names) if (Object.hasOwn(object, name)) members[name] = object[name];
  return members;
}
