"""Comparison of the two engines, the core and its array form, beyond what the tests do."""
