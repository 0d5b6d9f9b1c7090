"""A refusal, and the questions every protocol asks of a value."""

# The characters with the Unicode property White_Space. str.isspace also counts U+001C to U+001F.
WHITE_SPACE = frozenset(
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


class Refusal(Exception):
    """Says why an input is not an action. Its message is fixed text: it never repeats the input."""

    def __init__(self, code, field, message):
        super().__init__(message)
        self.code = code
        self.field = field


def is_text(value):
    """Whether a value is a string with a character that is not white space."""
    return isinstance(value, str) and not all(c in WHITE_SPACE for c in value)
