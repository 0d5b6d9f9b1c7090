"""The protocols of the conforming example, one module each, written by hand."""
