// What a log may show of an action: its type, its call and its tool as they are, everything else without
// secrets. Parsing comes first, so that what is refused is refused here too.

const HIDDEN = "[redacted]";
const IDENTITY = new Set(["type", "schemaVersion", "callId", "tool"]);
const MAX_DEPTH = 20;

// Names under which a secret stands, without what joins their words.
const SECRET_NAMES = new Set([
  "token", "password", "authorization", "apikey", "xapikey", "secret", "clientsecret", "secretkey", "accesstoken",
  "refreshtoken", "idtoken", "authtoken", "bearertoken", "sessiontoken", "cookie", "setcookie", "privatekey",
  "passwd", "passphrase", "proxyauthorization", "credentials",
]);

// Secrets that give themselves away by their form.
const SECRET_TEXTS = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, HIDDEN],
  [/\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:[a-z]+\s+)?[^\s"',;]+/gi, `$1${HIDDEN}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/\b((?:set-)?cookie\s*[:=]\s*)[^\r\n"']+/gi, `$1${HIDDEN}`],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^/?#\s@]+@/gi, `$1${HIDDEN}@`],
  [/\bey[\w-]{6,}\.[\w-]{4,}\.[\w-]*/g, HIDDEN],
  [/\b(?:sk[-_]|gh[a-z]_|github_pat_|glpat-|hf_|xox[a-z]-|AIza|AKIA)[\w-]{12,}/g, HIDDEN],
  [/((?:token|password|passwd|secret|api[_-]?key)\s*=\s*)[^\s&;,"']+/gi, `$1${HIDDEN}`],
];

export function previewOf(action) {
  const shown = {};
  for (const [name, value] of Object.entries(action)) shown[name] = IDENTITY.has(name) ? value : redact(value, 0);
  return shown;
}

function redact(value, depth) {
  if (typeof value === "string") return redactText(value, depth);
  if (typeof value !== "object" || value === null) return typeof value === "function" ? "[function]" : value;
  if (depth > MAX_DEPTH) return "[deep]";
  try {
    return Array.isArray(value) ? value.map((x) => redact(x, depth + 1)) : redactMembers(value, depth);
  } catch {
    return "[unreadable]"; // a Proxy that throws
  }
}

function redactMembers(object, depth) {
  const shown = Object.create(null);
  for (const name of Object.keys(object)) {
    const secret = SECRET_NAMES.has(name.toLowerCase().replace(/[^a-z0-9]/g, ""));
    shown[redactText(name, MAX_DEPTH)] = secret ? HIDDEN : redact(object[name], depth + 1);
  }
  return { ...shown };
}

function redactText(text, depth) {
  if (depth < MAX_DEPTH && /^\s*[[{]/.test(text)) {
    try {
      return JSON.stringify(redact(JSON.parse(text), depth + 1));
    } catch {
      // not JSON
    }
  }
  return SECRET_TEXTS.reduce((s, [pattern, instead]) => s.replace(pattern, instead), text);
}
