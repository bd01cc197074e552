"""The screen and the keyboard of a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

CURTAIN_ROWS = 60
"""Number of empty lines that hide earlier output where a screen cannot be cleared."""
ENDLESS = 10_000
"""Number of lines assumed for output that is not a screen."""
_STYLES = (
    (r"░+", "dim green"),
    (r"·", "cyan"),
    (r"=+", "bold bright_yellow"),
    (r"#+", "bold magenta"),
    (r"[A-Z]{4}\[ \]", "bold"),
    (r"[A-Z]{4}\[W\]", "bold black on bright_yellow"),
    (r"[A-Z]{4}\[B\]", "bold white on magenta"),
)


class Console:
    """Where a game is shown and moves are typed: standard input and output.

    A plain console has no map, no colour and no clearing: sentences only, for screen readers.
    """

    def __init__(self, *, is_plain: bool) -> None:
        size = shutil.get_terminal_size()
        self.is_plain = is_plain
        self.is_ascii = not _can_show(sys.stdout.encoding, "░·")
        self.columns = size.columns
        self.rows = size.lines if sys.stdout.isatty() else ENDLESS
        self._is_screen = (
            not is_plain and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        )
        self._forget = _line_editing() if sys.stdin.isatty() and sys.stdout.isatty() else None

    def write(self, lines: Iterable[str]) -> None:
        """Write lines of text; on a screen, wrap long ones between words."""
        for line in lines:
            print("\n".join(_broken(line, self.columns)) if self._is_screen else line)
        sys.stdout.flush()

    def show_map(self, lines: Sequence[str]) -> None:
        """Write a map; Rich finds out what the terminal can show."""
        if not self._is_screen:
            self.write(lines)
            return
        # Rich takes a while to import, and a plain game does not need it.
        from rich.console import Console as RichConsole
        from rich.text import Text

        text = Text("\n".join(lines))
        for pattern, style in _STYLES:
            text.highlight_regex(pattern, style)
        RichConsole(highlight=False, soft_wrap=True).print(text)

    def ask(self, prompt: str) -> str:
        """Read a line; raise ``EOFError`` at the end of the input."""
        return input(prompt)

    def clear(self) -> None:
        """Start a new screen."""
        if self._is_screen:
            sys.stdout.write("\x1b[2J\x1b[H")
            sys.stdout.flush()

    def curtain(self) -> None:
        """Clear the screen and its scrollback, and forget the typed lines."""
        if self._forget is not None:
            self._forget()
        if self._is_screen:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()
        else:
            self.write([""] * CURTAIN_ROWS)


def _broken(line: str, columns: int) -> list[str]:
    """Wrap a sentence to the screen; keep an indented line, which may be a command, whole."""
    if len(line) <= columns or line.startswith(" "):
        return [line]
    return wrap(line, columns, break_long_words=False, break_on_hyphens=False)


def _line_editing() -> Callable[[], None] | None:
    """Enable arrow keys for typed lines where the system has them; return how to forget those."""
    try:
        import readline
    except ImportError:
        return None
    return readline.clear_history


def _can_show(encoding: str | None, characters: str) -> bool:
    try:
        characters.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
