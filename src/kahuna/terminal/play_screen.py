"""Play a game in a terminal, from the first turn to the result.

All output comes from the view of the player at the keyboard. If two people share it, a curtain
hides the screen between their turns, so that neither sees the other's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from shlex import quote
from typing import Final

from kahuna import rulebook
from kahuna.core import (
    SEATS,
    Action,
    Decline,
    DrawPile,
    Public,
    Seat,
    TakeOpen,
    View,
    preview,
    why_illegal,
)
from kahuna.interrupts import INTERRUPTED
from kahuna.record import final_state, format_ruleset
from kahuna.terminal import render
from kahuna.terminal.commands import Command, Kind, parse_command
from kahuna.terminal.console import Console
from kahuna.terminal.moves import (
    NotAMoveError,
    example_move,
    meant_by,
    numbered,
    read_island,
    read_move,
)
from kahuna.terminal.narrate import Narrator
from kahuna.terminal.reasons import explain
from kahuna.terminal.saved_games import format_saved, write_atomically
from kahuna.terminal.terminal_game import TerminalGame
from kahuna.terminal.texts import ENGLISH, TerminalTexts

ROWS_FOR_LIST: Final = 45
"""On screens with fewer lines, list the moves only on request."""


class LeaveError(Exception):
    """A player leaves the game."""


class PlayScreen:
    """Show the game to the player to move, and carry out what they type."""

    def __init__(
        self,
        game: TerminalGame,
        console: Console,
        *,
        path: Path | None = None,
        words: TerminalTexts = ENGLISH,
    ) -> None:
        self._game = game
        self._console = console
        self._path = path
        self._own = set() if path is None else {path.resolve()}
        """The files that hold this game; only they may be overwritten."""
        self._words = words
        self._commands = {**ENGLISH.commands, **words.commands}
        self._names = words.shared.names_of(game.players)
        self._told = [0, 0]
        self._notices: list[str] = []
        self._is_kept = False
        self._has_warned = False

    def run(self, *, is_resumed: bool = False) -> int:
        """Play to the end, or until a player leaves; return the exit status."""
        self._welcome(is_resumed=is_resumed)
        status = 0
        try:
            self._keep()
            while (seat := self._game.mover) is not None:
                if self._game.is_bot(seat):
                    self._bot_turn(seat)
                else:
                    self._turn(seat)
            self._end()
        except (LeaveError, EOFError):
            self._leave()
        except KeyboardInterrupt:
            self._leave()
            status = INTERRUPTED
        return status

    # Turns

    def _turn(self, seat: Seat) -> None:
        if self._game.has_two_people:
            self._curtain(seat)
        self._show_table(seat, self._news(seat, is_headed=True))
        while self._game.mover is seat:
            prompt = self._words.prompt.format(who=self._names[seat])
            typed = self._console.ask(prompt)
            self._do(seat, parse_command(typed, self._commands))
        if self._game.has_two_people:
            self._write(self._news(seat))
            if self._game.outcome is None:
                self._console.ask(self._words.hide)

    def _bot_turn(self, seat: Seat) -> None:
        self._write([self._words.bot_thinks.format(who=self._names[seat])])
        while self._game.mover is seat:
            if (error := self._game.let_bot_act(seat)) is not None:
                said = self._words.bot_failed.format(who=self._names[seat], problem=error)
                self._write([said])
        self._keep()

    def _curtain(self, seat: Seat) -> None:
        """Clear the screen and wait for the next player."""
        self._console.curtain()
        self._write(self._notices)
        self._notices = []
        label = self._narrator(seat).label(seat)
        self._console.ask(self._words.pass_on.format(who=label, name=self._names[seat]))
        self._console.curtain()

    # Commands

    def _do(self, seat: Seat, command: Command) -> None:
        view, narrator = self._game.view(seat), self._narrator(seat)
        answers: dict[Kind, Callable[[], Iterable[str]]] = {
            Kind.NOTHING: lambda: [self._hint(view)],
            Kind.WHY: lambda: self._why(view, narrator, command.rest),
            Kind.MOVES: lambda: self._moves(view, narrator),
            Kind.ISLAND: lambda: self._island(view, command.rest),
            Kind.HAND: lambda: [render.hand(view, narrator)],
            Kind.OPEN: lambda: render.open_cards(view, narrator),
            Kind.SCORE: lambda: [*render.title(view, narrator), *render.score(view, narrator)],
            Kind.LOG: lambda: self._log(view, narrator, command.rest),
            Kind.SAVE: lambda: self._save(command.rest),
            Kind.DRAW: lambda: [self._two_draws(view, narrator)],
            Kind.HELP: self._words.help.splitlines,
            Kind.RULES: lambda: self._rules(command.rest),
        }
        if (answer := answers.get(command.kind)) is not None:
            self._write(answer())
            return
        match command.kind:
            case Kind.UNDO:
                self._undo(seat)
            case Kind.BOARD:
                self._board(view.public)
            case Kind.OFFER:
                self._offer_draw(seat)
            case Kind.RESIGN:
                self._resign(seat)
            case Kind.QUIT:
                raise LeaveError
            case _:
                self._move(seat, view, command.rest)

    def _move(self, seat: Seat, view: View, text: str) -> None:
        try:
            action = read_move(text, view, self._words)
        except NotAMoveError as error:
            self._write([str(error)])
            return
        self._game.act(seat, action)
        self._keep()
        if self._game.mover is seat:
            self._show_table(seat, self._news(seat))

    def _undo(self, seat: Seat) -> None:
        if not self._game.undo(seat):
            self._write([self._words.nothing_to_undo])
            return
        self._keep()
        self._told[seat] = len(self._game.view(seat).history)
        self._show_table(seat, [self._words.undone])

    def _why(self, view: View, narrator: Narrator, text: str) -> list[str]:
        words = self._words
        if not text:
            return [words.why_what.format(move=example_move(view))]
        try:
            action = meant_by(text, view, words)
        except NotAMoveError as error:
            return [str(error)]
        if (reason := why_illegal(view, action)) is not None:
            return [explain(view, action, reason, words)]
        lines = list(narrator.lines(preview(view, action)))
        return [words.why_legal, *lines, *self._why_ends(action)]

    def _why_ends(self, action: Action) -> list[str]:
        if isinstance(action, DrawPile):
            return [self._words.why_pile, self._words.why_turn_ends]
        return [self._words.why_turn_ends] if isinstance(action, TakeOpen | Decline) else []

    def _moves(self, view: View, narrator: Narrator) -> Iterable[str]:
        if self._console.is_plain:
            return render.say_moves(view, narrator)
        return render.list_moves(view, narrator, columns=self._console.columns)

    def _island(self, view: View, text: str) -> list[str]:
        if not text:
            return [self._words.island_which]
        try:
            island = read_island(text, view, self._words)
        except NotAMoveError as error:
            return [str(error)]
        return [render.island_sentences(view.public.bridges, self._words.chart)[island]]

    def _log(self, view: View, narrator: Narrator, text: str) -> list[str]:
        is_number = text.isdecimal() and text.isascii() and len(text) < 6 and int(text) > 0
        if text and not is_number:
            return [self._words.log_which.format(text=repr(text[:20]))]
        return render.log(view.history, narrator, last=int(text) if text else None)

    def _rules(self, text: str) -> list[str]:
        found = rulebook.find(text or "R3", self._words.language)
        if found is None:
            return [self._words.rules_which.format(text=repr(text[:20]))]
        return rulebook.plain(found).splitlines()

    def _save(self, text: str) -> list[str]:
        if not text:
            return [self._words.save_where]
        try:
            path = Path(text).expanduser()
            if path.is_file() and path.resolve() not in self._own:
                return [self._words.save_exists.format(path=path)]
            write_atomically(path, format_saved(self._game.saved()))
        except (OSError, ValueError, RuntimeError) as error:
            problem = _problem_of(error)
            return [self._words.save_failed.format(path=ascii(text[:80]), problem=problem)]
        self._own.add(path.resolve())
        return [self._words.saved.format(path=path)]

    def _two_draws(self, view: View, narrator: Narrator) -> str:
        names = narrator.cards(view.public.open_cards)
        them = self._names[view.viewer.other] if isinstance(view.viewer, Seat) else ""
        return self._words.two_draws.format(letter=names[:1].upper(), them=them)

    def _offer_draw(self, seat: Seat) -> None:
        words, them = self._words, self._names[seat.other]
        refused = words.offer_refused.format(them=them)
        if not self._game.has_two_people:
            self._write([refused])
            return
        self._console.curtain()
        question = words.offer_made.format(who=self._names[seat], them=them)
        if self._is_yes(question):
            self._game.agree_draw()
            self._keep()
            return
        self._notices = [refused]
        self._curtain(seat)
        self._show_table(seat, [])

    def _resign(self, seat: Seat) -> None:
        if self._is_yes(self._words.resign_sure):
            self._game.resign(seat)
            self._keep()
        else:
            self._write([self._words.resign_not])

    def _is_yes(self, question: str) -> bool:
        return self._console.ask(question).strip().lower() in self._words.yes

    # Screen

    def _show_table(self, seat: Seat, news: list[str]) -> None:
        """Show everything the player needs to decide, with the latest events last."""
        view, narrator, console = self._game.view(seat), self._narrator(seat), self._console
        news, self._notices = self._notices + news, []
        if console.is_plain:
            self._write([*news, *render.title(view, narrator)])
            self._write([render.hand(view, narrator), *render.open_cards(view, narrator)])
        else:
            console.clear()
            self._board(view.public)
            self._write([*render.title(view, narrator), *render.score(view, narrator)])
            self._write([*render.open_cards(view, narrator), render.hand(view, narrator), ""])
            if console.rows >= ROWS_FOR_LIST:
                self._write([*self._moves(view, narrator), ""])
            self._write(news)
        self._write([self._hint(view)])

    def _board(self, public: Public) -> None:
        render.show_board(self._console, public.bridges, self._words.chart)

    def _news(self, seat: Seat, *, is_headed: bool = False) -> list[str]:
        """Return the events that a player has not been shown yet."""
        history = self._game.view(seat).history
        events, self._told[seat] = history[self._told[seat] :], len(history)
        lines = list(self._narrator(seat).lines(events))
        is_headed = is_headed and len(events) < len(history)
        return [self._words.news, *lines] if is_headed else lines

    def _hint(self, view: View) -> str:
        form = self._words.hint_plain if self._console.is_plain else self._words.hint
        return form.format(count=len(numbered(view)), move=example_move(view))

    def _narrator(self, reader: Seat | None) -> Narrator:
        return Narrator(self._names, reader, self._words)

    def _write(self, lines: Iterable[str]) -> None:
        self._console.write(lines)

    # Start and end

    def _welcome(self, *, is_resumed: bool) -> None:
        words, names = self._words, self._names
        rules = format_ruleset(self._game.ruleset)
        self._notices = [
            words.welcome.format(white=names[0], black=names[1], rules=rules),
            words.resumed if is_resumed else words.welcome_hint,
        ]

    def _end(self) -> None:
        """Show the result, every scoring, and both hands."""
        outcome = self._game.outcome
        assert outcome is not None
        narrator, words = self._narrator(None), self._words
        people = [seat for seat in SEATS if not self._game.is_bot(seat)]
        if len(people) == 1:
            self._write(self._news(people[0]))
        state = final_state(self._game.saved().record)
        if not self._console.is_plain:
            self._board(state.public)
        self._write(narrator.result(outcome))
        self._write(
            words.final_hand.format(
                who=narrator.label(seat),
                cards=narrator.cards(state.private[seat].hand + state.public.shown[seat]),
            )
            for seat in SEATS
        )
        if self._is_kept:
            self._write(words.record_kept.format(path=quote(str(self._path))).splitlines())

    def _keep(self) -> None:
        """Save the game; if that fails, say so once and play on."""
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, format_saved(self._game.saved()))
        except (OSError, ValueError) as error:
            self._is_kept = False
            if not self._has_warned:
                self._has_warned = True
                problem = self._words.save_failed.format(
                    path=self._path, problem=_problem_of(error)
                )
                self._notices.append(problem)
        else:
            self._is_kept = True

    def _leave(self) -> None:
        words = self._words
        if self._game.has_two_people:
            self._console.curtain()
        self._keep()
        said = words.goodbye if self._is_kept else words.goodbye_unsaved
        self._write(["", *said.format(path=quote(str(self._path))).splitlines()])


def _problem_of(error: Exception) -> str:
    """Explain why a file could not be written."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
