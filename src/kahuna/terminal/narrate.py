"""Describe events in sentences, to a player ("you") or to a spectator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from kahuna.core import (
    ARCHIPELAGO,
    Board,
    Cards,
    Event,
    Island,
    Line,
    Outcome,
    Seat,
    SeenEvent,
    Termination,
    expand,
)
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
    BuildCause,
    CardBuried,
    CardDrawn,
    CardsPlayed,
    ControlGained,
    ControlLost,
    DrawDeclined,
    GameEnded,
    GameStarted,
    HiddenCardBuried,
    HiddenCardDrawn,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    RemovalCause,
    RoundScored,
    SeenStart,
    TurnStarted,
)
from kahuna.i18n import counted
from kahuna.record import format_line
from kahuna.terminal.texts import ENGLISH, Person, TerminalTexts

_CHAINED = (ControlGained, ControlLost, BridgeRemoved, OpenCardTurned)
"""Events that continue the line of the event that caused them."""


@dataclass(frozen=True, slots=True)
class Narrator:
    """Describe a game to one reader; ``reader`` is ``None`` for a spectator."""

    names: tuple[str, str]
    reader: Seat | None
    words: TerminalTexts = ENGLISH
    board: Board = ARCHIPELAGO

    def name(self, seat: Seat) -> str:
        """Return the name of a player."""
        return self.names[seat]

    def label(self, seat: Seat) -> str:
        """Return a player's name with the seat, unless they are the same."""
        name, color = self.names[seat], self.words.shared.seats[seat]
        return name if name == color else self.words.label.format(name=name, seat=color)

    def cards(self, cards: Cards | tuple[Island, ...]) -> str:
        """List cards by the names of their islands."""
        islands = cards if isinstance(cards, tuple) else expand(cards)
        return ", ".join(self.board.names[island] for island in islands) or self.words.nothing

    def ends(self, line: Line) -> dict[str, str]:
        """Return the names of a line and its two islands, as fields for texts."""
        a, b = self.board.ends[line]
        return {
            "line": format_line(line, self.board),
            "a": self.board.names[a],
            "b": self.board.names[b],
        }

    def lines(self, events: Iterable[SeenEvent | Event]) -> Iterator[str]:
        """Yield one line of text per action, including its effects."""
        line: list[str] = []
        was_play = False
        for event in events:
            is_chained = isinstance(event, _CHAINED) or (
                was_play and isinstance(event, BridgeBuilt)
            )
            if line and not is_chained:
                yield " ".join(line)
                line = []
            line.append(self.sentence(event))
            was_play = isinstance(event, CardsPlayed)
        if line:
            yield " ".join(line)

    def sentence(self, event: SeenEvent | Event) -> str:
        """Describe one event."""
        words = self.words
        match event:
            case CardsPlayed(seat, cards):
                return self._say(words.cards_played, seat, cards=self._both(cards))
            case BridgeBuilt(seat, line, cause):
                return self._say(self._built(cause), seat, **self.ends(line))
            case BridgeRemoved(seat, line, cause):
                forms = words.removed if cause is RemovalCause.CARDS else words.swept
                return self._say(forms, seat, **self.ends(line))
            case ControlGained(seat, island):
                return self._say(words.gained, seat, island=self.board.names[island])
            case ControlLost(seat, island):
                return self._say(words.lost, seat, island=self.board.names[island])
            case CardBuried(seat, card, was_shown):
                theirs = words.buried[1] if was_shown else words.buried_known
                return self._say((words.buried[0], theirs), seat, card=self.board.names[card])
            case HiddenCardBuried(seat):
                return words.buried_hidden.format(who=self.name(seat))
            case OpenCardTaken(seat, card):
                return self._say(words.taken, seat, card=self.board.names[card])
            case OpenCardTurned(card):
                return words.turned.format(card=self.board.names[card])
            case CardDrawn(seat, card):
                return self._say(words.drawn, seat, card=self.board.names[card])
            case HiddenCardDrawn(seat):
                return words.drawn_hidden.format(who=self.name(seat))
            case DrawDeclined(seat):
                return self._say(words.declined, seat)
            case TurnStarted(seat, is_last):
                return self._say(words.last_turn if is_last else words.turn, seat)
            case RoundScored():
                return self._scored(event)
            case PileRenewed(number):
                return words.renewed.format(number=number)
            case GameStarted() | SeenStart():
                return words.started.format(cards=self.cards(event.open_cards))
            case GameEnded():
                return words.ended
            case _:
                assert_never(event)

    def points(self, number: int) -> str:
        """Format a number of points."""
        return counted(self.words.points, number).format(number=number)

    def result(self, outcome: Outcome) -> list[str]:
        """Describe who won and how, with every scoring."""
        words = self.words
        how = words.terminations[outcome.termination]
        if outcome.termination is Termination.ABORTED:
            told = [words.nobody.format(how=how)]
        elif outcome.winner is None:
            told = [words.draw.format(how=how)]
        else:
            told = [words.wins.format(who=self.label(outcome.winner), how=how)]
        told += [
            words.scoring.format(number=number, **self._points_of(white, black))
            for number, (white, black) in enumerate(outcome.scores, 1)
        ]
        totals = [sum(score[seat] for score in outcome.scores) for seat in (0, 1)]
        told.append(words.total.format(**self._points_of(*totals)))
        return told

    def _points_of(self, white: int, black: int) -> dict[str, str | int]:
        return {
            "white": self.names[0],
            "black": self.names[1],
            "white_points": white,
            "black_points": black,
        }

    def _built(self, cause: BuildCause) -> Person:
        words = self.words
        return {
            BuildCause.CARD: words.built,
            BuildCause.REMOVAL: words.built_free,
            BuildCause.HANDICAP: words.built_handicap,
        }[cause]

    def _both(self, cards: tuple[Island, ...]) -> str:
        return self.words.and_.join(self.board.names[card] for card in cards)

    def _say(self, forms: Person, seat: Seat, **fields: str) -> str:
        form = forms[0] if seat is self.reader else forms[1]
        return form.format(who=self.name(seat), **fields)

    def _scored(self, event: RoundScored) -> str:
        words = self.words
        gains = [
            words.scored_points.format(who=self.names[seat], points=self.points(points))
            for seat, points in enumerate(event.points)
            if points
        ]
        return words.scored.format(
            round=event.round,
            white=self.names[0],
            black=self.names[1],
            white_stones=event.stones[0],
            black_stones=event.stones[1],
            points=" ".join(gains) or words.scored_nobody,
        )
