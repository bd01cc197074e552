"""The coach's engine by the core alone, for a network outside Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TypeVar

from kahuna.bots.core_rollouts import (
    BY_POLICY,
    TO_THE_END,
    NoiseStream,
    Rollout,
    both_recollections,
    choose,
    play_out,
    play_ply,
    values_for,
)
from kahuna.bots.networks import Evaluation, Network
from kahuna.coach.decisions import Situation
from kahuna.coach.engine import (
    MAX_DECISIONS,
    MAX_DECISIONS_OF_ROUND,
    Future,
    FutureStep,
    LimitError,
    Results,
    Start,
)
from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    Action,
    Build,
    Island,
    Remove,
    Seat,
    State,
    action_numbers,
    is_chance,
    mover,
    random_draw,
    resolve,
    world,
)
from kahuna.core.scoring import ROUNDS
from kahuna.match.transitions import recollected

CHUNK: Final = 256
"""Rollouts that advance together: enough to fill batches of the network, few enough for memory."""
LATE: Final = 2
"""Number of cards in the last pile from which on games are played to the end: fewer than with NumPy
(``core_rollouts.LATE``), because every decision takes about a millisecond."""
_NUMBERS: Final = action_numbers(ARCHIPELAGO)
_Item = TypeVar("_Item")


class CoreEngine:
    """Plays positions on ply by ply, many at once."""

    def __init__(self, network: Network, limit: int | None = None) -> None:
        """Refuse to evaluate more positions than the limit."""
        self._network = network
        self._limit = limit
        self.version = network.version
        self.num_evaluations = 0

    def evaluate(self, inputs: Sequence[Sequence[float]]) -> list[Evaluation]:
        """Evaluate a batch of positions, and count them."""
        if self._limit is not None and self.num_evaluations + len(inputs) > self._limit:
            raise LimitError(f"only {self._limit} positions may be evaluated")
        self.num_evaluations += len(inputs)
        return self._network.evaluate(inputs)

    def roll_out(
        self,
        starts: Sequence[Start],
        games: Sequence[tuple[int, int]],
        *,
        seed: int,
        horizon: int = TO_THE_END,
        stops_at_scoring: bool = False,
    ) -> Results:
        """Play each game, and value where that leads."""
        num_before = self.num_evaluations
        noises = {start.stream: _noise(seed, start.stream) for start in starts}

        def rollout(place: int) -> Rollout:
            start = starts[place]
            return _rollout(start, seed, noises[start.stream])

        open_places = [place for place, number in games if number == BY_POLICY]
        by_policy: dict[int, int] = {}
        for places in _batched(open_places):
            chosen = choose(self, [rollout(place) for place in places], 0)
            by_policy.update(zip(places, map(_NUMBERS.__getitem__, chosen), strict=True))
        whole = [(place, by_policy[place] if n == BY_POLICY else n) for place, n in games]
        found: dict[tuple[int, int], tuple[float, float]] = {}
        # The policy often chooses an action that is compared anyway.
        for part in _batched(list(dict.fromkeys(whole))):
            rollouts = [rollout(place) for place, _ in part]
            playing = play_out(
                self,
                rollouts,
                [number for _, number in part],
                horizon=horizon,
                late=LATE,
                stops_at_scoring=stops_at_scoring,
            )
            for _ in playing:
                pass
            values = values_for(self, rollouts, Seat.WHITE)
            margins = [_white_margin(each.state) for each in rollouts]
            found.update(zip(part, zip(values, margins, strict=True), strict=True))
        all_values, all_margins = zip(*(found[game] for game in whole), strict=True)
        return Results([*all_values], [*all_margins], self.num_evaluations - num_before)

    def play_on(
        self, situation: Situation, numbers: Sequence[int], *, num_worlds: int, seed: str
    ) -> list[list[Future]]:
        """Return what each action leads to, world by world."""
        seat, turn = situation.seat, situation.view.public.turn
        rollouts = _believed(situation, len(numbers), num_worlds, seed)
        _play_first(rollouts, numbers, num_worlds)
        steps = [
            [FutureStep(seat, ACTIONS[numbers[place // num_worlds]], each.state.public.bridges)]
            for place, each in enumerate(rollouts)
        ]
        going = list(range(len(rollouts)))
        for ply in range(MAX_DECISIONS - 1):
            going = [place for place in going if not _is_next_turn(rollouts[place], seat, turn)]
            movers = [mover(rollouts[place].state.public.phase) for place in going]
            chosen = play_ply(self, [rollouts[place] for place in going], ply)
            for place, who, action in zip(going, movers, chosen, strict=True):
                assert who is not None
                bridges = rollouts[place].state.public.bridges
                steps[place].append(FutureStep(who, action, bridges))
        futures = [
            Future(each.state.public.bridges, each.memory.taken[seat.other], tuple(played))
            for each, played in zip(rollouts, steps, strict=True)
        ]
        return [futures[at : at + num_worlds] for at in range(0, len(futures), num_worlds)]

    def wins_before_scoring(
        self,
        situation: Situation,
        numbers: Sequence[int],
        card: Island,
        *,
        num_worlds: int,
        seed: str,
    ) -> list[list[bool]]:
        """Return in which worlds the player wins an island with a card before the next scoring."""
        seat, number = situation.seat, situation.view.public.round
        rollouts = _believed(situation, len(numbers), num_worlds, seed)
        _play_first(rollouts, numbers, num_worlds)
        won = [False] * len(rollouts)
        going = list(range(len(rollouts)))
        for ply in range(MAX_DECISIONS_OF_ROUND - 1):
            going = [
                place
                for place in going
                if not rollouts[place].is_over and rollouts[place].state.public.round == number
            ]
            before = [rollouts[place].state for place in going]
            chosen = play_ply(self, [rollouts[place] for place in going], ply)
            for place, state, action in zip(going, before, chosen, strict=True):
                if mover(state.public.phase) is seat and card in _paid(action):
                    won[place] |= _wins_island(state, rollouts[place].state, seat)
        return [won[at : at + num_worlds] for at in range(0, len(won), num_worlds)]


def _batched(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """Yield the items in chunks."""
    for first in range(0, len(items), CHUNK):
        yield items[first : first + CHUNK]


def _noise(seed: int, stream: int) -> NoiseStream:
    return NoiseStream(Random(f"{seed}/{stream}/noise"))


def _rollout(start: Start, seed: int, noise: NoiseStream) -> Rollout:
    """Return a position, with all chance before the first decision resolved."""
    state, recollections = start.state, start.recollections
    chance = Random(f"{seed}/{start.stream}")
    draw = random_draw(chance)
    while is_chance(state.public.phase):
        state, events = resolve(state, draw(state))
        recollections = recollected(recollections, events)
    return Rollout(state, start.memory, recollections, chance, noise)


def _believed(situation: Situation, num_actions: int, num_worlds: int, seed: str) -> list[Rollout]:
    """Return the same worlds for every action."""
    rng = Random(seed)
    worlds = [world(situation.view, situation.belief.sample(rng)) for _ in range(num_worlds)]
    number = rng.getrandbits(32)
    noises = [_noise(number, stream) for stream in range(num_worlds)]

    def rollouts() -> Iterator[Rollout]:
        for stream, state in enumerate(worlds):
            recollections = both_recollections(situation.recollection, state)
            start = Start(state, situation.memory, recollections, stream)
            yield _rollout(start, number, noises[stream])

    return [rollout for _ in range(num_actions) for rollout in rollouts()]


def _play_first(rollouts: Sequence[Rollout], numbers: Sequence[int], num_worlds: int) -> None:
    for place, rollout in enumerate(rollouts):
        rollout.play(ACTIONS[numbers[place // num_worlds]])


def _is_next_turn(rollout: Rollout, seat: Seat, turn: int) -> bool:
    """Return whether a later turn of a seat begins, or the game is over."""
    public = rollout.state.public
    return rollout.is_over or (mover(public.phase) is seat and public.turn != turn)


def _white_margin(state: State) -> int:
    """Return how many points and islands White has more than Black."""
    white, black = (state.ruleset.board.held(lines).bit_count() for lines in state.public.bridges)
    points = state.public.points[: ROUNDS - 1]
    return white - black + sum(own - their for own, their in points)


def _paid(action: Action) -> tuple[Island, ...]:
    """Return the cards that pay for a bridge or a removal."""
    match action:
        case Build(_, card):
            return (card,)
        case Remove(_, cards):
            return cards
        case _:
            return ()


def _wins_island(before: State, after: State, seat: Seat) -> bool:
    """Return whether the player has more islands, or the opponent fewer."""
    held = before.ruleset.board.held
    own, their = (held(after.public.bridges[each]) for each in (seat, seat.other))
    own_before, their_before = (held(before.public.bridges[each]) for each in (seat, seat.other))
    return bool(own & ~own_before or their_before & ~their)
