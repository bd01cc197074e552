"""The game in a terminal: two people at one keyboard, or one against a bot; for eyes and ears."""
