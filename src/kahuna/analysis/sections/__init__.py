"""The sections of the page, in the order in which they are read."""
