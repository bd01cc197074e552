"""Read the challenges from ``challenges.toml``, and judge finished games."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from random import Random
from typing import Any, NamedTuple

from kahuna.challenges.goals import GOALS, FinishedGame, GoalName
from kahuna.core import CUSTOM, EDITIONS, Ruleset, Seat, count_stones, custom, mover, seat_of
from kahuna.record import GameRecord, parse_game, replay


class Goal(NamedTuple):
    """What earns a star: a goal, and the number in it."""

    name: GoalName
    number: int

    def is_reached(self, game: FinishedGame) -> bool:
        """Return whether a finished game reaches the goal."""
        return game.is_won and GOALS[self.name](game, self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A game against a bot by some rules, and what it asks for. The page has the texts."""

    key: str
    bot: str
    goals: tuple[Goal, ...]
    """One star each; none without the first."""
    ruleset: Ruleset
    seat: Seat | None
    """The player's seat; ``None`` if chance decides."""
    start: GameRecord | None
    """An unfinished game to play on from."""

    def is_game(self, record: GameRecord, seat: Seat, bot: str | None) -> bool:
        """Return whether a game was played with this set-up, from this seat against this bot."""
        is_alike = bot == self.bot and record.ruleset == self.ruleset
        return is_alike and self.seat in (None, seat) and self._begins(record)

    def judge(self, record: GameRecord, seat: Seat) -> tuple[bool, ...]:
        """Return which goals a finished game has reached; help from the coach earns nothing."""
        game = _finished_game(record, seat, 0 if self.start is None else len(self.start.plies))
        first, *others = (goal.is_reached(game) for goal in self.goals)
        is_earned = first and seat not in record.assisted
        return is_earned, *(is_earned and reached for reached in others)

    def _begins(self, record: GameRecord) -> bool:
        start = self.start
        if start is None:
            return True
        is_dealt_alike = (start.first, start.deal) == (record.first, record.deal)
        return is_dealt_alike and record.plies[: len(start.plies)] == start.plies


def _finished_game(record: GameRecord, seat: Seat, num_given: int) -> FinishedGame:
    """Return a finished game without the plies that were given at the start."""
    steps = list(replay(record))
    seats = [mover(step.state.public.phase) for step in steps]
    played = [
        (by, step.events)
        for by, step in zip(seats, steps[1:], strict=False)
        if step.number > num_given and by is not None
    ]
    assert record.outcome is not None
    bridges = steps[-1].state.public.bridges
    stones = count_stones(record.ruleset, bridges)
    return FinishedGame(seat, record.outcome, stones, tuple(played))


def challenge_of_week(keys: Sequence[str], day: date) -> str:
    """Return the challenge of an ISO week: the same everywhere, each as often as the others."""
    shuffled = sorted(keys)
    Random(len(keys)).shuffle(shuffled)
    week = (day.toordinal() - 1) // 7  # Day 1 of the calendar is a Monday.
    return shuffled[week % len(keys)]


def _goal(text: str) -> Goal:
    """Read a goal such as ``"lead 3"``."""
    name, *numbers = text.split()
    known = next((each for each in GOALS if each == name), None)
    if known is None:
        raise ValueError(f"there is no goal {name!r}; there are {', '.join(GOALS)}")
    return Goal(known, *(map(int, numbers) if numbers else (0,)))


def _ruleset(options: Mapping[str, Any]) -> Ruleset:
    """Read rules: an edition with its variants, or any options without an edition."""
    given = dict(options)
    if "handicap_seat" in given:
        given["handicap_seat"] = seat_of(given["handicap_seat"])
    edition = EDITIONS.get(given.pop("edition", CUSTOM))
    if edition is not None:
        return edition.ruleset(**given)
    return custom(**given) if given else Ruleset()


def _challenge(data: Mapping[str, Any]) -> Challenge:
    start = parse_game(data["start"]) if "start" in data else None
    return Challenge(
        key=data["key"],
        bot=data["bot"],
        goals=tuple(map(_goal, data["goals"])),
        ruleset=_ruleset(data.get("rules", {})) if start is None else start.ruleset,
        seat=seat_of(data["seat"]) if "seat" in data else None,
        start=start,
    )


@cache
def load_challenges() -> Mapping[str, Challenge]:
    """Return the challenges shipped with the package by key, in order of difficulty."""
    text = (resources.files(__package__) / "challenges.toml").read_text(encoding="utf-8")
    challenges = map(_challenge, tomllib.loads(text)["challenge"])
    return {challenge.key: challenge for challenge in challenges}
