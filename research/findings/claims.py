"""Test what players say about Kahuna: the evidence for each claim, and its verdict."""

from __future__ import annotations

from enum import Enum
from math import dist
from typing import Final, NamedTuple

import numpy as np

from kahuna.batch import legal_masks
from kahuna.batch.cards import size
from kahuna.batch.constants import NUM_LINES
from kahuna.batch.state import Clock
from kahuna.bots.neural import policy
from kahuna.chart.geometry import ISLANDS
from kahuna.core import ACTIONS, ARCHIPELAGO, Build, Remove, TakeOpen
from research.findings.estimate import Interval, mean, ratio, regress, share
from research.findings.games import (
    PILE,
    TAKES,
    Bools,
    Floats,
    Games,
    Ints,
    PlayerModel,
    Players,
    memories_at,
    perceive,
    rows,
)
from research.findings.statistics import (
    after_turns,
    balance,
    bits,
    card_counts,
    first_in_round,
    lead_of,
    turn_starts,
)


class ClaimVerdict(Enum):
    """How far a claim is true; the value is the word used in the page."""

    TRUE = "true"
    PARTLY = "partly true"
    FALSE = "false"


def verdict(*, holds: bool, partly: bool) -> ClaimVerdict:
    """Return the verdict on a claim: true, else partly true, else false.

    >>> verdict(holds=False, partly=True)
    <ClaimVerdict.PARTLY: 'partly true'>
    """
    return ClaimVerdict.TRUE if holds else ClaimVerdict.PARTLY if partly else ClaimVerdict.FALSE


_PLACES: Final = [island.stone for island in ISLANDS]
_MIDDLE: Final = tuple(float(number) for number in np.mean(_PLACES, axis=0))
NUM_CENTRAL: Final = 5
"""Five islands are within 160 units of the middle of the map, the others beyond 210."""
CENTRAL: Final = tuple(
    sorted(ARCHIPELAGO.islands, key=lambda island: dist(_PLACES[island], _MIDDLE))[:NUM_CENTRAL]
)
_IS_CENTRAL: Final[Bools] = np.isin(np.array(ARCHIPELAGO.islands), CENTRAL)
_NUM_LINES: Final[Ints] = np.array([lines.bit_count() for lines in ARCHIPELAGO.lines_at])
_BEST: Final = 3


class Centre(NamedTuple):
    """The value of control at the second scoring, as a share of a win."""

    central: Interval
    """Of a central island, compared with nobody's control."""
    outer: Interval
    difference: Interval
    """Of a central island compared with another."""
    same_lines: Interval
    """The same for islands with the same number of lines."""
    best: tuple[int, ...]
    """The most valuable islands."""

    @property
    def best_names(self) -> str:
        """Return their names."""
        one, two, three = (ARCHIPELAGO.names[island] for island in self.best)
        return f"{one}, {two} and {three}"

    @property
    def verdict(self) -> ClaimVerdict:
        """True if central islands are worth more and are the best; partly if worth more."""
        is_worth_more = self.difference.low > 0
        return verdict(holds=is_worth_more and set(self.best) <= set(CENTRAL), partly=is_worth_more)


def centre(games: Games) -> Centre:
    """Regress the result on who controls which islands."""
    at = first_in_round(games, 3)
    of_game = games.game[at]
    control = balance(rows(games.before, at))
    score = (games.result[of_game] + 1) / 2
    others = np.stack([1 - 2 * games.first[of_game], np.ones(len(at))], axis=1)
    inner, outer = control[:, _IS_CENTRAL].sum(axis=1), control[:, ~_IS_CENTRAL].sum(axis=1)
    total, lines = control.sum(axis=1), control @ _NUM_LINES
    apart = regress(np.column_stack([inner, outer, others]), score)
    together = regress(np.column_stack([total, inner, others]), score)
    by_lines = regress(np.column_stack([total, inner, lines, others]), score)
    each = [found.value for found in regress(np.hstack([control, others]), score)]
    ranks = np.argsort(each[: len(ARCHIPELAGO.islands)])[::-1]
    return Centre(apart[0], apart[1], together[1], by_lines[1], tuple(ranks[:_BEST].tolist()))


SIZES: Final = tuple(sorted({lines.bit_count() for lines in ARCHIPELAGO.lines_at}))
_SMALL: Final = (3, 4)


class Size(NamedTuple):
    """Islands with the same number of lines."""

    islands: tuple[int, ...]
    won: Interval
    """How often a turn wins such an island that its player does not control."""
    lost: Interval
    """How often a turn takes such an island away from the opponent, who controls it."""


class SmallIslands(NamedTuple):
    """How often islands are won and lost, by their number of lines."""

    sizes: dict[int, Size]
    larger: Size
    """All islands that are not small."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if islands of all small sizes are won and lost more often than the larger ones."""
        found = [
            of_size.low > of_larger.high
            for size in _SMALL
            for of_size, of_larger in zip(self.sizes[size][1:], self.larger[1:], strict=True)
        ]
        return verdict(holds=all(found), partly=any(found))


def small_islands(games: Games) -> SmallIslands:
    """Count turns that win islands or take them from the opponent."""
    at = turn_starts(games)
    of_game = games.game[at]
    sign = 1 - 2 * games.seat[at].astype(np.int8)[:, None]
    before = (balance(rows(games.before, at)) * sign).astype(np.int8)
    after = (balance(after_turns(games, at)) * sign).astype(np.int8)

    def share(events: Bools, cases: Bools) -> Interval:
        parts, wholes = (_sums(which, of_game, games.num) for which in (events & cases, cases))
        return ratio(parts, wholes)

    def size(islands: tuple[int, ...]) -> Size:
        then, now = before[:, islands], after[:, islands]
        return Size(islands, share(now == 1, then != 1), share(now != -1, then == -1))

    by_size = {
        number: tuple(
            island
            for island in ARCHIPELAGO.islands
            if ARCHIPELAGO.lines_at[island].bit_count() == number
        )
        for number in SIZES
    }
    large = tuple(i for number, islands in by_size.items() for i in islands if number not in _SMALL)
    return SmallIslands({number: size(islands) for number, islands in by_size.items()}, size(large))


def _sums(which: Bools, of_game: Floats, num: int) -> Floats:
    """Count cases per game."""
    return np.bincount(of_game, which.sum(axis=1), num)


MOST_LINKS: Final = 3
"""More links count as this many."""
_MAX_GAMES: Final = 2048
_NOTABLE_LINK: Final = 0.1

_ENDS: Final[Ints] = np.array(ARCHIPELAGO.ends)
_AT: Final[Floats] = np.array(
    [[island in ends for island in ARCHIPELAGO.islands] for ends in ARCHIPELAGO.ends], dtype=float
)
_MAJORITY: Final[Ints] = np.array(ARCHIPELAGO.majority)


class LinkedIslands(NamedTuple):
    """How often the opponent's turn breaks the control of an island."""

    by_links: list[Interval]
    """By the number of islands that it is linked with; the last counts more, too."""
    effect: Interval
    """Of one more link, other things being equal."""
    lost: Interval
    """On average."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if a link lowers the risk by a tenth or more, partly if by less."""
        is_lower = self.effect.high < 0
        is_notable = -self.effect.value >= _NOTABLE_LINK * self.lost.value
        return verdict(holds=is_lower and is_notable, partly=is_lower)


def links(games: Games) -> LinkedIslands:
    """Compare controlled islands with more and with fewer links, at the start of a turn."""
    at = turn_starts(games)
    at = at[games.game[at] < _MAX_GAMES]
    states = rows(games.before, at)
    sign = (1 - 2 * games.seat[at].astype(np.int64))[:, None]
    before, after = balance(states) * sign, balance(after_turns(games, at)) * sign
    bridges = bits(states.bridges[0], range(NUM_LINES)), bits(states.bridges[1], range(NUM_LINES))
    theirs = np.where(sign > 0, bridges[1], bridges[0])
    is_held = before < 0
    linked = theirs * is_held[:, _ENDS[:, 0]] * is_held[:, _ENDS[:, 1]]
    turn, island = np.nonzero(is_held)
    num_links = np.minimum((linked @ _AT)[turn, island], MOST_LINKS).astype(np.int64)
    spare = ((theirs @ _AT) - _MAJORITY)[turn, island]
    is_lost = after[turn, island] >= 0
    of_game = games.game[at][turn]
    clock = states.clock[turn]
    white, black = (np.asarray(size(cards)) for cards in states.cards)
    hand = np.where(sign[:, 0] > 0, white, black)[turn]
    stage = np.asarray(Clock.ROUND.of(clock)) + (np.asarray(Clock.LAST_TURNS.of(clock)) > 0)
    held = [(before == owner).sum(axis=1)[turn] for owner in (1, -1)]
    x = np.column_stack(
        [num_links, _dummies(island), _others(spare), _others(hand), _others(stage), *held]
    )
    return LinkedIslands(
        [mean(is_lost[num_links == k], of_game[num_links == k]) for k in range(MOST_LINKS + 1)],
        regress(x, is_lost, of_game)[0],
        mean(is_lost, of_game),
    )


def _dummies(numbers: Ints) -> Floats:
    """Return a column of 0 and 1 for every value."""
    columns: Floats = np.equal(numbers[:, None], np.unique(numbers)).astype(float)
    return columns


def _others(numbers: Ints) -> Floats:
    """Return such columns for all values but the lowest."""
    return _dummies(numbers)[:, 1:]


MAX_POSITIONS: Final = 8192
_NOTABLE_REACTION: Final = 0.05

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
    differs: Interval
    """How often the opponent decides differently because of what it remembers."""
    touches: tuple[Interval, Interval]
    """How often it builds or removes a bridge at that island: with its memory, and without."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if the card tells what the player does next; partly if the opponent reacts to it."""
        reacts = self.touches[0].low > self.touches[1].high and self.differs.low > _NOTABLE_REACTION
        plans = self.played_next.low - self.drawn_played_next.high > _NOTABLE_REACTION
        return verdict(holds=reacts and plans, partly=reacts)


def open_cards(games: Games, player: PlayerModel, rng: np.random.Generator) -> OpenCards:
    """Measure what open cards tell, and how the opponent's policy uses what it remembers."""
    in_game = np.append(games.game[1:] == games.game[:-1], False)
    is_last = np.asarray(Clock.LAST_TURNS.of(games.before.clock)) > 0
    takes = np.flatnonzero(TAKES[games.action] & in_game & ~is_last)
    played_next, drawn_played_next = _played_next(games)
    at = np.sort(rng.permutation(takes)[:MAX_POSITIONS])
    card, of_game = _TAKEN[games.action[at]], games.game[at]
    states, seat, memories = (
        rows(games.before, at + 1),
        games.seat[at + 1],
        memories_at(games, at + 1),
    )
    legal, outputs = np.asarray(legal_masks(states)), []
    for each in (player, player.without_memory()):
        players = Players.same(each, len(at))
        output = perceive(states, memories, players, seat)
        outputs.append(output._replace(logits=output.logits + players.biases(seat)))
    with_card, without = (policy(each, legal, player.limits.temperature) for each in outputs)
    touched = _TOUCHES[card]
    return OpenCards(
        played_next,
        drawn_played_next,
        mean(np.abs(with_card - without).sum(axis=1) / 2, of_game),
        (
            mean((with_card * touched).sum(axis=1), of_game),
            mean((without * touched).sum(axis=1), of_game),
        ),
    )


def _hands(games: Games, at: Ints, seat: Ints) -> Ints:
    """Return how many cards of each island a seat has: (k, 12)."""
    white, black = (np.asarray(cards)[at] for cards in games.before.cards)
    return card_counts(np.where(seat == 1, black, white))


def _played_next(games: Games) -> tuple[Interval, Interval]:
    """Return how often a card is played on the player's next turn: taken openly, and drawn."""
    starts = turn_starts(games)
    ends = np.append(starts[1:], len(games.action)) - 1
    players = 2 * games.game[starts] + games.seat[starts]
    turn = np.flatnonzero(players[2:] == players[:-2])
    end, seat = ends[turn], games.seat[starts[turn]].astype(np.int64)
    gained = _hands(games, end + 1, seat) - _hands(games, end, seat)
    totals = np.add.reduceat(_PLAYED[games.action], starts, axis=0)
    is_played = totals[turn + 2, gained.argmax(axis=1)] > 0
    action, of_game = games.action[end], games.game[end]

    def often(which: Bools) -> Interval:
        return mean(is_played[which], of_game[which])

    return often(TAKES[action]), often(PILE[action])


_SIGNS: Final = np.array([0, 1, -1, 0])
_OFTEN, _SOMETIMES = 0.1, 0.02


class ScoreLead(NamedTuple):
    """Games with this score after the second scoring."""

    often: Interval
    """Share of all games."""
    comes_back: Interval
    """Final score of the player behind."""


class Comebacks(NamedTuple):
    """How games end, by the score after the second scoring."""

    standings: dict[str, ScoreLead]
    """By the score of the player behind, then of the leader."""
    by_stones: dict[int, ScoreLead]
    """Games at 0–3, by how many stones the player behind has less; the last counts more, too."""

    @property
    def verdict(self) -> ClaimVerdict:
        """True if 0–3 is turned in every tenth game, partly if in every fiftieth."""
        comes_back = self.standings["0–3"].comes_back
        return verdict(holds=comes_back.value >= _OFTEN, partly=comes_back.low >= _SOMETIMES)


_SCORES: Final = {"0–3": (1, 1), "0–2": (0, 1), "1–2": (-1, 1), "0–1": (1, 0)}
"""Who won the first two scorings: the later leader (1), the other one (-1) or nobody (0)."""
MOST_STONES: Final = 4


def comebacks(games: Games) -> Comebacks:
    """Count the games by their score after the second scoring."""
    at = first_in_round(games, 3)
    before = rows(games.before, at)
    leaders = np.asarray(Clock.POINTS.of(before.clock)).astype(np.int64)
    first, second = _SIGNS[leaders & 3], _SIGNS[leaders >> 2 & 3]
    ahead = np.sign(first + 2 * second)
    score = (1 - games.result[games.game[at]] * ahead) / 2
    standings = {}
    for name, (early, late) in _SCORES.items():
        which = (ahead != 0) & (first * ahead == early) & (second * ahead == late)
        standings[name] = ScoreLead(share(which), share(score[which]))
    is_three = (first == second) & (first != 0)
    behind = np.clip(lead_of(before) * ahead, 1, MOST_STONES)
    by_stones = {
        stones: ScoreLead(share(which[is_three]), share(score[which]))
        for stones in range(1, MOST_STONES + 1)
        for which in [is_three & (behind == stones)]
    }
    return Comebacks(standings, by_stones)


class Evidence(NamedTuple):
    """What games between equals say about each claim."""

    num_games: int
    centre: Centre
    small_islands: SmallIslands
    links: LinkedIslands
    open_cards: OpenCards
    comebacks: Comebacks


def gather_evidence(games: Games, player: PlayerModel, rng: np.random.Generator) -> Evidence:
    """Test the claims on games of a player against itself."""
    return Evidence(
        games.num,
        centre(games),
        small_islands(games),
        links(games),
        open_cards(games, player, rng),
        comebacks(games),
    )
