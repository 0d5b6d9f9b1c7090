"""A single-step runner that conforms, in the standard library alone."""
