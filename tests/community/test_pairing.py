"""Pairing: who may meet, and who meets whom."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from kahuna.hosting.community.pairing import Seeker, can_meet, met_last, pair_up

NAMES = st.sampled_from("abcdefgh")
NOW = 1000.0


@st.composite
def lobbies(draw: st.DrawFn) -> list[Seeker]:
    """Draw people in a lobby; some look for several games."""
    players = draw(st.lists(NAMES, max_size=12))
    limit = st.none() | st.floats(1000, 2000)
    return [
        Seeker(
            id=f"{player}{number}",
            player=player,
            terms=draw(st.sampled_from(("base", "variant"))),
            rating=draw(st.floats(1000, 2000)),
            since=draw(st.floats(0, NOW)),
            lowest=draw(limit),
            highest=draw(limit),
            avoids=draw(st.frozensets(NAMES, max_size=2)),
            last_opponent=draw(st.none() | NAMES),
            num_declined=draw(st.integers(0, 3)),
        )
        for number, player in enumerate(players)
    ]


@given(lobbies())
def test_everybody_is_paired_once_with_somebody_suitable(lobby: list[Seeker]) -> None:
    """Nobody is paired twice, with a blocked player, or outside the range."""
    pairs = pair_up(lobby, NOW)
    paired = [seeker.player for pair in pairs for seeker in pair]
    assert len(paired) == len(set(paired))
    assert all(can_meet(one, other, NOW) for one, other in pairs)


@given(lobbies())
def test_last_opponents_meet_only_if_nobody_else_is_free(lobby: list[Seeker]) -> None:
    """No two who could meet are left over, and nobody left over could replace a last opponent."""
    pairs = pair_up(lobby, NOW)
    busy = {seeker.player for pair in pairs for seeker in pair}
    free = [seeker for seeker in lobby if seeker.player not in busy]
    assert not any(can_meet(one, other, NOW) for one, other in combinations(free, 2))
    for pair in pairs:
        if met_last(*pair):
            for seeker in pair:
                others = (other for other in free if can_meet(seeker, other, NOW))
                assert all(met_last(seeker, other) for other in others)


def _seeker(player: str, rating: float, since: float = 990, **other: object) -> Seeker:
    base = Seeker(id=player, player=player, terms="base", rating=rating, since=since)
    return replace(base, **other)  # type: ignore[arg-type]


def _names(*lobby: Seeker, now: float = NOW) -> set[frozenset[str]]:
    return {frozenset((one.player, other.player)) for one, other in pair_up(lobby, now)}


def test_closest_rating_and_longest_wait() -> None:
    """Those who wait longest choose first, and get the closest rating."""
    ada, ben = _seeker("ada", 1500, 980), _seeker("ben", 1560)
    cleo = _seeker("cleo", 1520)
    assert _names(ada, ben, cleo) == {frozenset(("ada", "cleo"))}
    assert _names(ada, ben, replace(cleo, last_opponent="ada")) == {frozenset(("ada", "ben"))}
    assert _names(ada, replace(cleo, last_opponent="ada")) == {frozenset(("ada", "cleo"))}


def test_range_widens_with_time() -> None:
    """Quick pairing waits for somebody close at first, then takes anybody."""
    ada, ben = _seeker("ada", 1500, NOW), _seeker("ben", 1800, NOW)
    assert not _names(ada, ben)
    assert _names(ada, ben, now=NOW + 20)


def test_declining_costs_priority() -> None:
    """Somebody who declines again and again comes after others who came later."""
    ada, ben = _seeker("ada", 1500, 980, num_declined=2), _seeker("ben", 1500, 990)
    cleo = _seeker("cleo", 1500, 995)
    assert _names(ada, ben, cleo) == {frozenset(("ben", "cleo"))}
