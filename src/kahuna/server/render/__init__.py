"""Turn views and seen events into wire types."""
