"""Play in a terminal: two people at one keyboard, or one against a bot; screen-reader friendly."""
