// Strict JSON. JSON.parse is strict about syntax but merges duplicate names; a scan finds those.
import { refuse } from "./refusal.mjs";

const MAX_DEPTH = 600;

/** Reads a text (or its bytes) as one JSON document; code is what a text that is none is refused with. */
export function readJSON(textOrBytes, code, duplicateCode = "ACTION_DUPLICATE_FIELD") {
  const text = typeof textOrBytes === "string" ? textOrBytes : readUTF8(textOrBytes, code);
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    refuse(code, "", "the text is not one JSON document"); // JSON.parse's own message quotes the text
  }
  const { depth, duplicate } = scan(text);
  if (depth > MAX_DEPTH) refuse(code, "", `the text is nested deeper than ${MAX_DEPTH}`);
  if (duplicate) refuse(duplicateCode, "", "a name occurs twice in one object"); // the name is the model's: not repeated
  return value;
}

function readUTF8(bytes, code) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(code, "", "the text is not valid UTF-8");
  }
}

/** How deep a text that is known to be JSON nests, and whether a name occurs twice in one of its objects. */
function scan(text) {
  const open = []; // for each open object the names so far, for each open array null
  let depth = 0;
  let duplicate = false;
  let lastString = "";
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case "{":
      case "[":
        depth = Math.max(depth, open.push(text[i] === "{" ? new Set() : null));
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case '"': {
        const start = i++;
        while (text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
        lastString = text.slice(start, i + 1);
        break;
      }
      case ":": {
        const name = JSON.parse(lastString); // "\u0074ype" is the name "type"
        const names = open.at(-1);
        duplicate ||= names.has(name);
        names.add(name);
      }
    }
  }
  return { depth, duplicate };
}
