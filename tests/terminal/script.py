"""A keyboard and a screen for tests: lines are typed by a function, and kept when written."""

from random import Random

from kahuna.core import Ruleset, Seat
from kahuna.terminal.play_screen import PlayScreen
from kahuna.terminal.terminal_game import TerminalGame
from kahuna.terminal.texts import ENGLISH

CURTAIN = "=== curtain ==="


class ScriptedConsole:
    """Types what a script says; ends of input when it has nothing more to say."""

    def __init__(self, script, *, is_plain=True, columns=80, rows=60):
        self.is_plain = is_plain
        self.is_ascii = False
        self.columns, self.rows = columns, rows
        self.written = []
        self._script = iter(script) if not callable(script) else script

    def write(self, lines):
        self.written += list(lines)

    def show_map(self, lines):
        self.write(lines)

    def ask(self, prompt):
        self.written.append(prompt)
        if callable(self._script):
            return self._script(prompt)
        try:
            typed = next(self._script)
        except StopIteration:
            raise EOFError from None
        if isinstance(typed, BaseException):
            raise typed
        return typed

    def clear(self):
        pass

    def curtain(self):
        self.written.append(CURTAIN)

    @property
    def text(self):
        return "\n".join(self.written)


def new_table(
    *,
    ruleset=Ruleset(),  # noqa: B008
    names=("Ada", "Bob"),
    bots=(None, None),
    seed="7",
    first=Seat.WHITE,
):
    return TerminalGame.new(ruleset, players=names, bots=bots, seed=seed, first=first)


def play(script, game=None, *, path=None, is_plain=True, is_resumed=False, rows=60, words=ENGLISH):
    """Play a script; gives the table, the console and the exit status."""
    game = game or new_table()
    console = ScriptedConsole(script, is_plain=is_plain, rows=rows)
    status = PlayScreen(game, console, path=path, words=words).run(is_resumed=is_resumed)
    return game, console, status


def any_number(seed, names=("Ada", "Bob"), most=25):
    """A script that types Enter at curtains, and any number of the list at a player's prompt."""
    rng = Random(seed)

    def script(prompt):
        return str(rng.randint(1, most)) if prompt.startswith(names) and "> " in prompt else ""

    return script
