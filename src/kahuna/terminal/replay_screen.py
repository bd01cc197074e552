"""Show a recorded game: one position, or step by step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kahuna.core import SEATS, Event, Over, Seat, SeenEvent, View, mover, size, view_of
from kahuna.core.seats import SPECTATOR
from kahuna.record import (
    GameRecord,
    RecordError,
    format_ply,
    format_position,
    format_ruleset,
    replay,
    replay_view,
)
from kahuna.terminal import render
from kahuna.terminal.console import Console
from kahuna.terminal.narrate import Narrator
from kahuna.terminal.texts import ENGLISH, TerminalTexts


class Scene(NamedTuple):
    """A position of a recorded game, and the events that led to it."""

    events: tuple[SeenEvent | Event, ...]
    view: View
    hands: tuple[int | None, int | None]
    """The cards of each hand; ``None`` if they are unknown."""
    position: str | None
    """The whole position, if all cards are known."""


def scenes(record: GameRecord) -> Iterable[Scene]:
    """Yield every position of a game, also of one recorded from a single seat."""
    if None not in record.hands:
        for moment in replay(record):
            state = moment.state
            white, black = (state.private[s].hand + state.public.shown[s] for s in SEATS)
            view = view_of(state, SPECTATOR)
            yield Scene(moment.events, view, (white, black), format_position(state))
        return
    seat = next((seat for seat in SEATS if record.hands[seat] is not None), None)
    if seat is None:
        raise RecordError(
            "neither hand is known", where="deal", expected="the cards of at least one seat"
        )
    told = 0
    for view in replay_view(record, seat):
        hands = (view.cards, None) if seat is Seat.WHITE else (None, view.cards)
        yield Scene(view.history[told:], view, hands, None)
        told = len(view.history)


def verify(record: GameRecord) -> None:
    """Raise an error at the first ply that does not fit."""
    for _ in scenes(record):
        pass


class _EnoughError(Exception):
    """The reader wants to stop."""


class ReplayScreen:
    """Show the positions of a recorded game."""

    def __init__(
        self, record: GameRecord, console: Console, words: TerminalTexts = ENGLISH
    ) -> None:
        self._record = record
        self._scenes = list(scenes(record))
        self._console = console
        self._words = words
        self._narrator = Narrator(words.shared.names_of(record.players), None, words)

    @property
    def last(self) -> int:
        """Return the number of the last ply."""
        return len(self._record.plies)

    def show(self, number: int) -> None:
        """Show the position after this many plies, and what led to it."""
        words, scene, console = self._words, self._scenes[number], self._console
        public = scene.view.public
        render.show_board(console, public.bridges, words.chart)
        console.write(self._title(number))
        console.write(self._narrator.lines(scene.events))
        console.write(
            [*render.title(scene.view, self._narrator), *render.score(scene.view, self._narrator)]
        )
        console.write(self._hands(scene))
        console.write(render.open_cards(scene.view, self._narrator))
        seat = mover(public.phase)
        if seat is not None:
            console.write([words.to_move.format(who=self._narrator.label(seat))])
        console.write(self._result(number))
        if scene.position is not None:
            console.write([words.position.format(text=scene.position)])

    def step_through(self) -> None:
        """Step forwards and backwards until the reader stops."""
        number = 0
        console, words = self._console, self._words
        try:
            while True:
                console.clear()
                self.show(number)
                number = self._next(number, console.ask(words.replay_prompt))
        except (EOFError, KeyboardInterrupt, _EnoughError):
            console.write([""])

    def _next(self, number: int, typed: str) -> int:
        """Return which ply to show next; raise an error when the reader stops."""
        text = typed.strip().lower()
        while True:
            if text in ("q", "quit", "exit"):
                raise _EnoughError
            if text in ("", "n"):
                return min(number + 1, self.last)
            if text == "b":
                return max(number - 1, 0)
            if text == "t":
                return self._turn_after(number)
            if text.isdecimal() and text.isascii() and len(text) < 6 and int(text) <= self.last:
                return int(text)
            problem = self._words.replay_no_ply.format(text=repr(text[:20]), count=self.last)
            self._console.write([problem])
            text = self._console.ask(self._words.replay_prompt).strip().lower()

    def _turn_after(self, number: int) -> int:
        later = range(number + 1, self.last + 1)
        return next((i for i in later if self._record.plies[i - 1].ends_turn), self.last)

    def _title(self, number: int) -> list[str]:
        words, record = self._words, self._record
        white, black = self._narrator.names
        rules = format_ruleset(record.ruleset)
        lines = [
            words.replay_title.format(white=white, black=black, plies=self.last, rules=rules),
        ]
        if number == 0:
            return [*lines, words.replay_start.format(count=self.last)]
        token = format_ply(record.plies[number - 1], record.ruleset.board)
        return [*lines, words.replay_ply.format(number=number, count=self.last, token=token)]

    def _hands(self, scene: Scene) -> Iterable[str]:
        words, narrator = self._words, self._narrator
        for seat in SEATS:
            who, cards = narrator.label(seat), scene.hands[seat]
            if cards is not None:
                yield words.final_hand.format(who=who, cards=narrator.cards(cards))
            else:
                number = scene.view.hand_sizes[seat] + size(scene.view.public.shown[seat])
                yield words.unknown_hand.format(who=who, number=number)

    def _result(self, number: int) -> list[str]:
        phase, outcome = self._scenes[number].view.public.phase, self._record.outcome
        is_end = isinstance(phase, Over) or number == self.last
        return self._narrator.result(outcome) if is_end and outcome is not None else []
