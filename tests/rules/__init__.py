"""Tests named after the paragraphs of RULES.md, one file a chapter."""
