"""Puzzles: positions from games of the champion with one clearly best turn.

:func:`load_puzzles` returns those that are shipped; ``python -m research.puzzles make`` made them.
"""

from kahuna.puzzles.puzzle import Puzzle, Theme, load_puzzles, parse_turn
