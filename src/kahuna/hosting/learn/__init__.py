"""Learn the game: lessons, puzzles and rules."""
