"""Games for tests of records: played by the random bot, each option in turn."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

from kahuna.bots import RandomBot
from kahuna.core import EDITIONS, Discard, FinalScoring, Ruleset, Seat, custom
from kahuna.match import Authority, RandomChance, play_out
from kahuna.record import GameRecord

RULESETS = (
    *(edition.ruleset() for edition in EDITIONS.values()),
    Ruleset(no_trespass=True),
    Ruleset(open_hands=True),
    Ruleset(handicap=3, handicap_seat=Seat.BLACK),
    EDITIONS["rio-grande-1998"].ruleset(no_trespass=True, handicap=1, handicap_seat=Seat.WHITE),
    custom(
        Ruleset(no_trespass=True, open_hands=True, handicap=2, handicap_seat=Seat.WHITE),
        bridges=7,
        stones=3,
        discard=Discard.INSTEAD,
        final_scoring=FinalScoring.OWN_STONES,
    ),
)


@cache
def game(number: int) -> GameRecord:
    """A whole random game; the number is its seed and chooses its rules."""
    ruleset = RULESETS[number % len(RULESETS)]
    authority = Authority(
        ruleset, RandomChance(Random(number)), players=("Ada Łovelace", "Grace 海")
    )
    bots = (RandomBot(Random(number + 1)), RandomBot(Random(number + 2)))
    play_out(authority, bots)
    return authority.record()


def games(count: int) -> list[GameRecord]:
    """The first games, one of each ruleset in turn."""
    return list(islice((game(number) for number in range(count)), count))
