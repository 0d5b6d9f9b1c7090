// agent-action/1, agent-action/1+version and agent-action/2: what an agent may do next.
import { readJSON } from "./json.mjs";
import { isObject, isText, ownMembers, refuse } from "./refusal.mjs";

const message = { text: ["content"], handler: "conversation", terminal: "none" };
const tool_call = { text: ["callId", "tool"], input: true, handler: "tool_pipeline", terminal: "none" };
const finish = { text: ["summary"], handler: "completion_gate", terminal: "proposal" };
const request_approval = {
  text: ["requestId", "capability", "resource", "reason"],
  handler: "approval_gate",
  terminal: "none",
};

const threeActions = new Map(Object.entries({ message, tool_call, finish }));
const fourActions = new Map(Object.entries({ message, tool_call, finish, request_approval }));

/** The protocol with these actions, and a version in every action unless it is undefined. */
function protocol(actions, version) {
  function parse(value) {
    if (!isObject(value)) refuse("ACTION_NOT_OBJECT", "", "an action is an object");
    const header = read(value, ["schemaVersion", "type"]);
    if (version !== undefined) checkVersion(header);
    const { type } = header;
    if (!isText(type)) refuse("ACTION_TYPE_INVALID", "type", "type is not a string with text");
    const row = actions.get(type);
    if (row === undefined) refuse("ACTION_TYPE_UNSUPPORTED", "type", "there is no such action");

    const fields = read(value, row.input ? [...row.text, "input"] : row.text);
    const action = version === undefined ? { type } : { schemaVersion: version, type };
    for (const name of row.text) {
      if (!isText(fields[name])) refuse("ACTION_TEXT_INVALID", name, `${name} is not a string with text`);
      action[name] = fields[name];
    }
    if (row.input) {
      if (!("input" in fields)) refuse("ACTION_INPUT_MISSING", "input", "the call has no input of its own");
      action.input = fields.input;
    }
    return action;
  }

  function checkVersion(header) {
    if (!("schemaVersion" in header)) refuse("ACTION_VERSION_MISSING", "schemaVersion", "there is no version");
    if (header.schemaVersion !== version) {
      refuse("ACTION_VERSION_UNSUPPORTED", "schemaVersion", `the version is not ${version}`);
    }
  }

  return {
    parse,
    decode: (text) => parse(readJSON(text, "ACTION_NOT_JSON")),
    route(value) {
      const { handler, terminal } = actions.get(parse(value).type);
      return { handler, terminal };
    },
  };
}

/** ownMembers of a value that may be a Proxy that throws. */
function read(value, names) {
  try {
    return ownMembers(value, names);
  } catch {
    return refuse("ACTION_NOT_OBJECT", "", "the members of the action cannot be read");
  }
}

export const agentAction1 = protocol(threeActions);
export const agentAction1Version = protocol(threeActions, 1);
export const agentAction2 = protocol(fourActions, 2);
