"""Play: messages, views, rendering, games, rooms and sessions."""
