"""Puzzles: positions from games of the champion with one clearly best turn.

:func:`load_puzzles` returns those that are shipped; ``python -m research.puzzles make`` made them.
"""

from kahuna.puzzles.puzzle import Puzzle as Puzzle
from kahuna.puzzles.puzzle import Theme as Theme
from kahuna.puzzles.puzzle import load_puzzles as load_puzzles
from kahuna.puzzles.puzzle import parse_turn as parse_turn
