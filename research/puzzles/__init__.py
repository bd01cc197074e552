"""Find the puzzles of :mod:`kahuna.puzzles` in games of the champion."""
