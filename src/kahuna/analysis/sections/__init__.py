"""The sections of the page, in reading order."""
