"""What a log may show of an action: its type, its call and its tool as they are, everything else without
secrets. Parsing comes first, so that what is refused is refused here too."""

import json
import re

HIDDEN = "[redacted]"
IDENTITY = {"type", "schemaVersion", "callId", "tool"}
MAX_DEPTH = 20

# Names under which a secret stands, without what joins their words.
SECRET_NAMES = {
    "token", "password", "authorization", "apikey", "xapikey", "secret", "clientsecret", "secretkey", "accesstoken",
    "refreshtoken", "idtoken", "authtoken", "bearertoken", "sessiontoken", "cookie", "setcookie", "privatekey",
    "passwd", "passphrase", "proxyauthorization", "credentials",
}

# Secrets that give themselves away by their form.
SECRET_TEXTS = [
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)", re.S), HIDDEN),
    (re.compile(r"""\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:[a-z]+\s+)?[^\s"',;]+""", re.I), r"\1" + HIDDEN),
    (re.compile(r"\b(bearer|basic)\s+[\w.~+/=-]{8,}", re.I), r"\1 " + HIDDEN),
    (re.compile(r"""\b((?:set-)?cookie\s*[:=]\s*)[^\r\n"']+""", re.I), r"\1" + HIDDEN),
    (re.compile(r"\b([a-z][a-z0-9+.-]{0,20}://)[^/?#\s@]+@", re.I), r"\1" + HIDDEN + "@"),
    (re.compile(r"\bey[\w-]{6,}\.[\w-]{4,}\.[\w-]*"), HIDDEN),
    (re.compile(r"\b(?:sk[-_]|gh[a-z]_|github_pat_|glpat-|hf_|xox[a-z]-|AIza|AKIA)[\w-]{12,}"), HIDDEN),
    (re.compile(r"""((?:token|password|passwd|secret|api[_-]?key)\s*=\s*)[^\s&;,"']+""", re.I), r"\1" + HIDDEN),
]


def preview_of(action):
    return {name: value if name in IDENTITY else redact(value, 0) for name, value in action.items()}


def redact(value, depth):
    if isinstance(value, str):
        return redact_text(value, depth)
    if not isinstance(value, (dict, list)):
        return value
    if depth > MAX_DEPTH:
        return "[deep]"
    if isinstance(value, list):
        return [redact(x, depth + 1) for x in value]
    return {redact_text(name, MAX_DEPTH): HIDDEN if is_secret(name) else redact(x, depth + 1) for name, x in value.items()}


def is_secret(name):
    return re.sub(r"[^a-z0-9]", "", name.lower()) in SECRET_NAMES


def redact_text(text, depth):
    if depth < MAX_DEPTH and text.lstrip()[:1] in ("{", "["):
        try:
            return json.dumps(redact(json.loads(text), depth + 1))
        except (ValueError, RecursionError):
            pass  # not JSON
    for pattern, instead in SECRET_TEXTS:
        text = pattern.sub(instead, text)
    return text
