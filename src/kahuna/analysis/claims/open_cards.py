"""The claim that taking an open card betrays the plan.

We look at the opponent's first decision after a player took an open card, and let the network
decide both with the memory of that card and without it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from kahuna.analysis import action_kinds
from kahuna.analysis.arrays import Bools, Floats, Ints
from kahuna.analysis.claims.verdict import ClaimVerdict, verdict
from kahuna.analysis.estimate import Interval, mean
from kahuna.analysis.flow import turn_starts
from kahuna.analysis.self_play import Games, rows
from kahuna.batch import legal_masks, observe
from kahuna.batch.constants import NUM_ISLANDS
from kahuna.batch.state import Clock
from kahuna.bots.network import NetworkOutput, forward
from kahuna.bots.networks import TEACHER
from kahuna.bots.neural import champion_weights, policy
from kahuna.core import ACTIONS, ARCHIPELAGO, Build, Remove, TakeOpen
from kahuna.encoding import SLICES

MAX_POSITIONS: Final = 8192
_NOTABLE: Final = 0.05

_TAKEN: Final[Ints] = np.array([a.card if isinstance(a, TakeOpen) else -1 for a in ACTIONS])
_TOUCHES: Final[Bools] = np.array(
    [
        [isinstance(a, Build | Remove) and island in ARCHIPELAGO.ends[a.line] for a in ACTIONS]
        for island in ARCHIPELAGO.islands
    ]
)
"""(island, action): whether an action builds or removes a bridge at an island."""
_PLAYED: Final[Ints] = np.array(
    [
        [
            (isinstance(a, Build) and a.card == island)
            + (a.cards.count(island) if isinstance(a, Remove) else 0)
            for island in ARCHIPELAGO.islands
        ]
        for a in ACTIONS
    ],
    dtype=np.int8,
)
"""(action, island): how many cards of an island an action plays."""


class OpenCards(NamedTuple):
    """What an open card tells the opponent."""

    played_next: Interval
    """How often the player plays a card of that island on its next turn."""
    drawn_played_next: Interval
    """The same for a card drawn from the pile."""
    surprise: Interval
    """How many bits of surprise the memory of the card takes from the player's hand."""
    differs: Interval
    """How often the opponent decides differently because it remembers the card."""
    touches: tuple[Interval, Interval]
    """How often it builds or removes a bridge at that island: with the memory, and without."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if the card tells what the player does next; partly if the opponent reacts to it."""
        reacts = self.touches[0].low > self.touches[1].high and self.differs.low > _NOTABLE
        plans = self.played_next.low - self.drawn_played_next.high > _NOTABLE
        return verdict(holds=reacts and plans, partly=reacts)


def open_cards(games: Games, temperature: float, rng: np.random.Generator) -> OpenCards:
    """Measure what open cards tell, and how the opponent's policy uses that."""
    in_game = np.append(games.game[1:] == games.game[:-1], False)
    is_last = np.asarray(Clock.LAST_TURNS.of(games.before.clock)) > 0
    takes = np.flatnonzero(action_kinds.TAKES[games.action] & in_game & ~is_last)
    played_next, drawn_played_next = _played_next(games)
    at = np.sort(rng.permutation(takes)[:MAX_POSITIONS])
    card, of_game = _TAKEN[games.action[at]], games.game[at]
    states = rows(games.before, at + 1)
    seat = games.seat[at + 1]
    remembers = np.asarray(observe(states, seat))
    forgets = remembers.copy()
    forgets[np.arange(len(at)), SLICES["their_taken"].start + card] -= 1
    forgets[forgets[:, SLICES["their_taken"]].sum(axis=1) == 0, SLICES["their_doubt"]] = 0
    hand = _hands(games, at + 1, 1 - seat.astype(np.int64))
    outputs = [forward(champion_weights(TEACHER), seen, np) for seen in (remembers, forgets)]
    with_card, without = (
        policy(output, np.asarray(legal_masks(states)), temperature) for output in outputs
    )
    surprise = [_surprise(output, hand) for output in outputs]
    touched = _TOUCHES[card]
    return OpenCards(
        played_next,
        drawn_played_next,
        mean(surprise[1] - surprise[0], of_game),
        mean(np.abs(with_card - without).sum(axis=1) / 2, of_game),
        (
            mean((with_card * touched).sum(axis=1), of_game),
            mean((without * touched).sum(axis=1), of_game),
        ),
    )


def _hands(games: Games, at: Ints, seat: Ints) -> Ints:
    """Return how many cards of each island a seat has: (k, 12)."""
    white, black = (np.asarray(cards)[at] for cards in games.before.cards)
    cards = np.where(seat == 1, black, white)
    return cards[:, None] >> 2 * np.arange(NUM_ISLANDS, dtype=np.uint32) & 3


def _surprise(output: NetworkOutput, hand: Ints) -> Floats:
    """Return how surprising a hand is by the network's prediction, in bits."""
    logits = output.hand.astype(np.float64)
    logs = logits - np.log(np.exp(logits).sum(axis=2, keepdims=True))
    chosen = np.take_along_axis(logs, hand.astype(np.int64)[:, :, None], axis=2)
    surprise: Floats = -chosen.sum(axis=(1, 2)) / np.log(2)
    return surprise


def _played_next(games: Games) -> tuple[Interval, Interval]:
    """Return how often a card is played on the player's next turn: taken openly, and drawn."""
    starts = turn_starts(games)
    ends = np.append(starts[1:], len(games.action)) - 1
    players = 2 * games.game[starts] + games.seat[starts]
    turn = np.flatnonzero(players[2:] == players[:-2])
    end, seat = ends[turn], games.seat[starts[turn]].astype(np.int64)
    gained = _hands(games, end + 1, seat).astype(np.int64) - _hands(games, end, seat)
    totals = np.add.reduceat(_PLAYED[games.action], starts, axis=0)
    is_played = totals[turn + 2, gained.argmax(axis=1)] > 0
    action, of_game = games.action[end], games.game[end]

    def often(which: Bools) -> Interval:
        return mean(is_played[which], of_game[which])

    return often(action_kinds.TAKES[action]), often(action_kinds.PILE[action])
