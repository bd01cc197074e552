"""Test what players say about Kahuna: one module per claim, and its verdict."""
