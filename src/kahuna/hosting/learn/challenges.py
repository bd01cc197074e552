"""Challenges: games with odd rules, set-ups or goals, which earn stars."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from kahuna.challenges import Challenge, GoalName, challenge_of_week, load_challenges
from kahuna.core import SEATS
from kahuna.hosting.errors import ApiError
from kahuna.hosting.play.game_view import GameFacts
from kahuna.hosting.play.names import SeatName, seat_name
from kahuna.hosting.play.new_game import Name, NewGame, clean_name
from kahuna.hosting.play.seating import Seating, SeatTaken
from kahuna.hosting.play.wire_ruleset import RulesetIn, RulesetOut, render_ruleset
from kahuna.hosting.schema import Request, TypedDict, closed
from kahuna.hosting.store import Player
from kahuna.record import GameRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChallenge(Request):
    """A request to play a challenge."""

    name: Name = ""


@closed
class GoalOut(TypedDict):
    """What earns a star."""

    name: GoalName
    number: int


@closed
class ChallengeOut(TypedDict):
    """A challenge in the list."""

    key: str
    bot: str
    ruleset: RulesetOut
    seat: SeatName | None
    """The player's seat; null if chance decides."""
    goals: list[GoalOut]
    """One star each; none without the first."""


@closed
class ChallengesOut(TypedDict):
    """All challenges, the easiest first, and the one of the week."""

    challenges: list[ChallengeOut]
    weekly: str


@closed
class JudgedChallenge(TypedDict):
    """What a finished game has achieved."""

    challenge: str
    reached: list[bool]
    """Whether each goal was reached; none counts without the first."""


def list_challenges() -> ChallengesOut:
    """List all challenges, and name the one of the week."""
    known = load_challenges()
    return {
        "challenges": [_render_challenge(challenge) for challenge in known.values()],
        "weekly": challenge_of_week(list(known), datetime.now(UTC).date()),
    }


async def play_challenge(seating: Seating, key: str, body: PlayChallenge) -> SeatTaken:
    """Create a game of a challenge."""
    challenge = _challenge(key)
    seat = challenge.seat
    if challenge.start is not None:
        assert seat is not None
        own = Player(clean_name(body.name))
        return await seating.play_on(challenge.start, seat, bot=challenge.bot, own=own)
    wanted = NewGame(
        mode="bot",
        ruleset=RulesetIn(**cast("dict[str, Any]", render_ruleset(challenge.ruleset))),
        seat="random" if seat is None else seat_name(seat),
        name=body.name,
        bot=challenge.bot,
    )
    return await seating.make(wanted)


def judge_challenge(key: str, record: GameRecord, facts: GameFacts) -> JudgedChallenge:
    """Judge a finished game; refuse one that was not played as a game of the challenge."""
    challenge = _challenge(key)
    players = facts["players"]
    bots = (players["white"]["bot"], players["black"]["bot"])
    seat = next((seat for seat in SEATS if bots[seat] is None), None)
    if seat is None or not challenge.is_game(record, seat, bots[seat.other]):
        raise ApiError("conflict", f"the game was not played as a game of the challenge {key!r}")
    return {"challenge": key, "reached": list(challenge.judge(record, seat))}


def _render_challenge(challenge: Challenge) -> ChallengeOut:
    seat = challenge.seat
    return {
        "key": challenge.key,
        "bot": challenge.bot,
        "ruleset": render_ruleset(challenge.ruleset),
        "seat": None if seat is None else seat_name(seat),
        "goals": [{"name": goal.name, "number": goal.number} for goal in challenge.goals],
    }


def _challenge(key: str) -> Challenge:
    challenge = load_challenges().get(key)
    if challenge is None:
        raise ApiError("not_found", "there is no such challenge")
    return challenge
