"""Letters: how islands, lines and cards are read and written, everywhere.

An island is its letter, a line is its two letters in alphabetical order, and cards are the letters
of their islands. Reading ignores case.
"""

from __future__ import annotations

from kahuna.core.board import ARCHIPELAGO, LETTERS, Board, Island, Line, Lines, bits
from kahuna.core.cards import Cards, cards_of, expand
from kahuna.core.errors import SpellingError


def island(text: str, board: Board = ARCHIPELAGO) -> Island:
    """Return the island with this letter or name.

    >>> island("l"), island("LALE")
    (11, 11)
    """
    word = text.upper()
    letter = word[0] if word in board.names else word
    number = LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= number < len(board.names):
        last = LETTERS[len(board.names) - 1]
        raise SpellingError(f"there is no island {text!r}", f"a letter from A to {last}")
    return Island(number)


def islands(letters: str, board: Board = ARCHIPELAGO) -> tuple[Island, ...]:
    """Return the islands with these letters, in their order.

    >>> islands("BJJ")
    (1, 9, 9)
    """
    return tuple(island(letter, board) for letter in letters)


def cards(letters: str, board: Board = ARCHIPELAGO) -> Cards:
    """Return the multiset of the cards with these letters.

    >>> cards("BJJ") == cards("JBJ") == cards_of(islands("BJJ"))
    True
    """
    return cards_of(islands(letters, board))


def line(letters: str, board: Board = ARCHIPELAGO) -> Line:
    """Return the line between two islands.

    >>> line("AB"), line("kl")
    (0, 26)
    """
    if len(letters) != 2:
        raise SpellingError(f"{letters!r} is not a line", "two letters such as AB")
    a, b = islands(letters, board)
    if (number := board.line_of.get((a, b))) is not None:
        return number
    if (number := board.line_of.get((b, a))) is not None:
        raise SpellingError(f"{letters!r} is not in order", format_line(number, board))
    own = " ".join(line_names(board.lines_at[a], board))
    raise SpellingError(f"there is no line {letters.upper()}", f"a line of {board.names[a]}: {own}")


def lines(names: str, board: Board = ARCHIPELAGO) -> Lines:
    """Return the set of these lines, separated by spaces.

    >>> lines("AB AH") == 1 << line("AB") | 1 << line("AH")
    True
    """
    return sum(1 << number for number in {line(name, board) for name in names.split()})


def format_island(island: Island) -> str:
    """Return the letter of an island."""
    return LETTERS[island]


def format_line(line: Line, board: Board = ARCHIPELAGO) -> str:
    """Return the two letters of a line."""
    a, b = board.ends[line]
    return LETTERS[a] + LETTERS[b]


def line_names(lines: Lines, board: Board = ARCHIPELAGO) -> list[str]:
    """Return the names of a set of lines.

    >>> line_names(lines("AH AB"))
    ['AB', 'AH']
    """
    return [format_line(Line(line), board) for line in bits(lines)]


def format_cards(cards: Cards | tuple[Island, ...]) -> str:
    """Write cards as letters; a multiset comes in order of the islands.

    >>> format_cards(cards("JBJ")), format_cards(islands("JBJ"))
    ('BJJ', 'JBJ')
    """
    islands = cards if isinstance(cards, tuple) else expand(cards)
    return "".join([LETTERS[island] for island in islands])
