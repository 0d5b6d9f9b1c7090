// What the wires with any number of calls have in common: each call is judged by itself.
import { readJSON } from "./json.mjs";
import { Refusal, isObject, isText, ownMembers, refuse } from "./refusal.mjs";

/**
 * The good calls, and beside them the bad ones; if all are bad, the fault of the first refuses the response.
 * sent is a list of {call, index}; what follows the id is read by rest.
 */
export function judgeEach(content, sent, field, idName, rest) {
  const ids = sent.map(({ call }) => ownMembers(call, [idName])[idName]);
  const good = [];
  const refused = [];
  let first;
  sent.forEach(({ call, index }, at) => {
    const id = ids[at];
    try {
      if (!isText(id)) refuse("CALL_ID_EMPTY", field, "a call has no id");
      if (ids.indexOf(id) !== ids.lastIndexOf(id)) refuse("CALL_ID_DUPLICATE", field, "two calls have the same id");
      good.push({ id, ...rest(call) });
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      first ??= fault;
      refused.push({ id: typeof id === "string" ? id : null, index, code: fault.code });
    }
  });
  if (good.length === 0 && first !== undefined) throw first;
  return refused.length === 0 ? { content, calls: good } : { content, calls: good, refused };
}

/** Arguments that are text: blank text means no input; nothing else is repaired or coerced. */
export function argumentsOf(text, field) {
  if (typeof text !== "string") refuse("ARGUMENTS_NOT_JSON", field, "the arguments of a call are not text");
  if (!isText(text)) return {};
  const args = readArguments(text, field);
  if (!isObject(args)) refuse("ARGUMENTS_NOT_OBJECT", field, "the arguments of a call are not an object");
  return args;
}

function readArguments(text, field) {
  try {
    return readJSON(text, "ARGUMENTS_NOT_JSON", "ARGUMENTS_NOT_JSON");
  } catch ({ code, message }) {
    return refuse(code, field, message); // the field is named as seen from the response
  }
}

/** The calls and the text in a list of typed items; textOf gives the texts of an item that has some. */
export function sortItems(items, field, callType, textType, textOf) {
  if (!Array.isArray(items) || !items.every(isObject)) refuse("RESPONSE_INVALID", field, `${field} is not a list of objects`);
  const calls = [];
  const texts = [];
  let others = 0;
  items.forEach((item, index) => {
    const { type } = ownMembers(item, ["type"]);
    if (type === callType) calls.push({ call: item, index });
    else if (type === textType) texts.push(...textOf(item));
    else others++; // reasoning, calls the server made itself, whatever comes next year: neither run nor shown
  });
  if (!texts.every((text) => typeof text === "string")) refuse("RESPONSE_INVALID", field, "a text is not a string");
  return { calls, content: texts.length > 0 ? texts.join("") : null, others };
}

/** Refuses a response with neither text nor calls. */
export function needSomething({ calls, content, others }, field) {
  if (calls.length > 0 || isText(content)) return;
  if (others > 0) refuse("CALL_TYPE_UNSUPPORTED", field, "no item is of a known type");
  refuse("RESPONSE_EMPTY", field, "neither text nor calls");
}
