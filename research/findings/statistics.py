"""What is counted in games: their course, islands, luck, openings and turns."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

import numpy as np

from kahuna.batch import State, outcome
from kahuna.batch.arrays import popcount
from kahuna.batch.cards import size
from kahuna.batch.constants import BOARD, LANES, NUM_ISLANDS, NUM_LINES
from kahuna.batch.scoring import TERMINATIONS, count_stones
from kahuna.batch.state import Clock, Phase
from kahuna.core import ACTIONS, TakeOpen, Termination
from kahuna.core.board import Island
from kahuna.core.scoring import ROUNDS
from research.findings.estimate import (
    Interval,
    correlation,
    elo,
    mean,
    ratio,
    regress,
    scaled,
    share,
)
from research.findings.games import (
    BURIES,
    CARDS,
    DECLINES,
    ENDS,
    LINES,
    LUCK,
    NAMED_ENDS,
    REMOVES,
    Bools,
    Floats,
    Games,
    Ints,
    rows,
)

_BINS: Final = 20
_MOST_SWEPT: Final = 8
_PROGRESS: Final = 11


class GameFlow(NamedTuple):
    """Statistics of the games of an experiment."""

    num: int
    first_wins: Interval
    """Score of the starting player; a draw counts half."""
    decisions: Interval
    turns: Interval
    turns_hist: Ints
    """Number of games by number of turns."""
    margin_hist: Ints
    """Number of games by the leader's margin in stones at the third scoring."""
    ends: dict[Termination, Interval]
    leader_wins: tuple[Interval, Interval]
    """Final score of the leader after the first and after the second scoring."""
    early_leader_wins: tuple[Interval, Interval]
    """The same after the first scoring: if the leader started, and if not."""
    level: tuple[Interval, Interval]
    """Share of games with equal stones at the first and at the second scoring."""
    comebacks: Interval
    """Share of wins by a player who lost the first two scorings."""
    lead_changes: Interval
    """Number of changes of the lead in stones per game."""
    turnarounds: tuple[Interval, Interval]
    """Share of games in which the last two turns, and the very last, change the winner."""
    swept: Interval
    """Bridges per turn that the opponent loses because an island is gained."""
    swept_hist: Ints
    """Number of turns by bridges swept."""
    swing_hist: Ints
    """Number of turns by the change in the difference of stones."""


def flow(games: Games) -> GameFlow:
    """Compute the statistics of games."""
    ended = games.ended
    result, sign = games.result, 1 - 2 * games.first
    final = outcome(ended)
    turn_rows = turn_starts(games)
    starts = rows(games.before, turn_rows)
    of_game = games.game[turn_rows]
    swept, swing = _turns(games, turn_rows)
    margin = np.abs(lead_of(ended))[np.asarray(final.termination) != _WIPEOUT]
    num_turns = np.asarray(Clock.TURN.of(ended.clock)).astype(np.int64)
    return GameFlow(
        num=games.num,
        first_wins=share((result * sign + 1) / 2),
        decisions=mean(np.bincount(games.game)),
        turns=mean(num_turns),
        turns_hist=np.bincount(num_turns),
        margin_hist=np.bincount(margin, minlength=NUM_ISLANDS + 1),
        ends={
            how: share(np.asarray(final.termination) == number)
            for number, how in enumerate(TERMINATIONS)
            if how is not None
        },
        leader_wins=(_leader_wins(games, 1), _leader_wins(games, 2)),
        early_leader_wins=(_leader_wins(games, 1, sign), _leader_wins(games, 1, -sign)),
        level=(_level(games, 1), _level(games, 2)),
        comebacks=_comebacks(games),
        lead_changes=mean(_lead_changes(lead_of(starts), of_game, games.num)),
        turnarounds=(_turnarounds(games, 2), _turnarounds(games, 1)),
        swept=mean(swept, of_game),
        swept_hist=np.bincount(np.minimum(swept, _MOST_SWEPT), minlength=_MOST_SWEPT + 1),
        swing_hist=np.bincount(np.abs(swing)),
    )


_WIPEOUT: Final = TERMINATIONS.index(Termination.WIPEOUT)


def turn_starts(games: Games) -> Ints:
    """Return the indices of the first decision of each turn, excluding handicap placement."""
    clock = np.asarray(games.before.clock)
    turn = np.asarray(Clock.TURN.of(clock)).astype(np.int64)
    is_new = np.diff(turn, prepend=-1) != 0
    is_new |= np.diff(games.game, prepend=-1) != 0
    return np.flatnonzero(is_new & (turn > 0))


def after_turns(games: Games, turn_rows: Ints) -> State:
    """Return the positions at the end of turns."""
    following = np.append(turn_rows[1:], 0)
    of_game = games.game[turn_rows]
    is_last = np.append(of_game[1:] != of_game[:-1], True)
    after, ended = rows(games.before, following), rows(games.ended, of_game)
    pairs = zip(_flat(after), _flat(ended), strict=True)
    white, black, white_held, black_held = (np.where(is_last, e, a) for a, e in pairs)
    return after._replace(bridges=(white, black), held=(white_held, black_held))


def _flat(states: State) -> list[Ints]:
    return [np.asarray(word) for word in (*states.bridges, *states.held)]


def _turns(games: Games, turn_rows: Ints) -> tuple[Ints, Ints]:
    """Return for each turn the bridges swept, and the change in the difference of stones."""
    before, after = rows(games.before, turn_rows), after_turns(games, turn_rows)
    seat = games.seat[turn_rows]
    lost = [popcount(a & ~b) for a, b in zip(before.bridges, after.bridges, strict=True)]
    removed = np.add.reduceat(REMOVES[games.action].astype(np.int64), turn_rows)
    # The other seat's losses: White's bridges where Black moved.
    swept = np.where(seat == 1, *map(np.asarray, lost)).astype(np.int64) - removed
    return swept, (lead_of(after) - lead_of(before)) * (1 - 2 * seat.astype(np.int64))


def lead_of(states: State) -> Ints:
    """Return White's lead in stones."""
    white, black = (np.asarray(stones).astype(np.int64) for stones in count_stones(states))
    return white - black


def first_in_round(games: Games, number: int) -> Ints:
    """Return each game's first decision of a round, which has the board of the last scoring."""
    return first_where(games, np.asarray(Clock.ROUND.of(games.before.clock)) == number)


def first_where(games: Games, holds: Bools) -> Ints:
    """Return the first decision of each game for which the mask holds."""
    at = np.flatnonzero(holds)
    return at[np.unique(games.game[at], return_index=True)[1]]


def _leader_wins(games: Games, scored: int, seats: Ints | None = None) -> Interval:
    """Return the leader's final score, optionally only for leaders in ``seats`` (signs)."""
    at = first_in_round(games, scored + 1)
    leads = _points(rows(games.before, at), scored)
    score = (games.result[games.game[at]] * leads + 1) / 2
    is_meant = leads != 0 if seats is None else leads == seats[games.game[at]]
    return share(score[is_meant])


def _points(states: State, scored: int) -> Ints:
    """Return the sign of the lead in points after this many scorings; the second counts double."""
    leaders = np.asarray(Clock.POINTS.of(states.clock)).astype(np.int64)
    signs = np.array([0, 1, -1, 0])
    total = signs[leaders & 3] + 2 * signs[leaders >> 2 & 3] * (scored == 2)
    return np.asarray(np.sign(total))


def _level(games: Games, scored: int) -> Interval:
    at = first_in_round(games, scored + 1)
    return share(lead_of(rows(games.before, at)) == 0)


def _comebacks(games: Games) -> Interval:
    at = first_in_round(games, 3)
    leaders = np.asarray(Clock.POINTS.of(games.before.clock[at]))
    result = games.result[games.game[at]]
    behind = (leaders == _BOTH_WHITE) * -1 + (leaders == _BOTH_BLACK) * 1
    return share(result[behind != 0] == behind[behind != 0])


_BOTH_WHITE, _BOTH_BLACK = 0b0101, 0b1010


def _lead_changes(lead: Ints, of_game: Ints, num: int) -> Ints:
    """Count the changes of the lead in each game."""
    is_led = lead != 0
    sign, of_game = np.sign(lead[is_led]), of_game[is_led]
    changes = (sign[1:] != sign[:-1]) & (of_game[1:] == of_game[:-1])
    return np.bincount(of_game[1:][changes], minlength=num)


def _turnarounds(games: Games, last_turns: int) -> Interval:
    """Return how often the winner before the last turns does not win."""
    at = first_where(games, np.asarray(Clock.LAST_TURNS.of(games.before.clock)) == last_turns)
    before = rows(games.before, at)
    clock = (before.clock & Clock.COURSE_BITS) | Clock.PHASE.at(Phase.OVER)
    winner = np.asarray(outcome(before._replace(clock=clock)).winner)
    return share(winner != np.asarray(outcome(games.ended).winner)[games.game[at]])


class Calibration(NamedTuple):
    """How well the champion predicts results."""

    expected: Floats
    """Mean expected winning probability in each bin, at the start of a turn."""
    happened: list[Interval]
    """How often the seat to move won."""
    favourite: list[Interval]
    """How often the favourite won, by tenths of the game."""

    @property
    def half_way(self) -> Interval:
        """Return how often the favourite half way through the game won."""
        return self.favourite[len(self.favourite) // 2]


def calibration(games: Games) -> Calibration:
    """Compare the champion's values with the results."""
    at = turn_starts(games)
    of_game = games.game[at]
    sign = 1 - 2 * games.seat[at].astype(np.int64)
    chance = (games.value[at] + 1) / 2
    score = (games.result[of_game] * sign + 1) / 2
    bins = np.minimum((chance * _BINS).astype(np.int64), _BINS - 1)
    used = [number for number in range(_BINS) if (bins == number).sum() >= _FEW]
    turn = np.asarray(Clock.TURN.of(games.before.clock[at])).astype(np.int64)
    total = np.asarray(Clock.TURN.of(games.ended.clock)).astype(np.int64)[of_game]
    part = np.round((turn - 1) / np.maximum(total - 1, 1) * (_PROGRESS - 1))
    is_right: Bools | Floats = np.where(games.value[at] >= 0, score, 1 - score)
    return Calibration(
        np.array([chance[bins == number].mean() for number in used]),
        [mean(score[bins == number], of_game[bins == number]) for number in used],
        [mean(is_right[part == p], of_game[part == p]) for p in range(_PROGRESS)],
    )


_FEW: Final = 30
"""Minimum number of cases per bin."""


class IslandValues(NamedTuple):
    """The value of control compared with nobody's control, as a share of a win.

    Compared with the opponent's control it is twice as much.
    """

    islands: tuple[list[Interval], list[Interval]]
    """At the first and at the second scoring."""
    lines: list[Interval]
    """A bridge on each line at the second scoring."""
    stones: tuple[Interval, Interval]
    """One more stone than the opponent at either scoring, on any island."""
    beyond: tuple[Interval, Interval]
    """Having scored, in addition to the stones."""
    held: Floats
    """How often each island is controlled, at the scorings and at the end."""
    changes: Floats
    """Changes of control of each island per game."""
    built: Floats
    """Bridges built on each line per game."""


def island_values(games: Games) -> IslandValues:
    """Estimate the value of islands and lines."""
    at = [first_in_round(games, number) for number in (2, 3)]
    boards = [rows(games.before, places) for places in at]
    scores = [(games.result[games.game[places]] + 1) / 2 for places in at]
    both = [balance(board) for board in boards]
    stones = [control.sum(axis=1) for control in both]
    points = [np.sign(lead) for lead in stones]
    first = [1 - 2 * games.first[games.game[places]] for places in at]
    told, split, only = (
        [regress(with_constant(*columns[k], first[k]), scores[k]) for k in range(2)]
        for columns in (
            [(control,) for control in both],
            list(zip(stones, points, strict=True)),
            [(lead,) for lead in stones],
        )
    )
    islands = len(LANES.places)
    lines = regress(with_constant(_bridges(boards[1]), first[1]), scores[1])[:NUM_LINES]
    last = np.vstack([*both, balance(games.ended)])
    return IslandValues(
        islands=(told[0][:islands], told[1][:islands]),
        lines=lines,
        stones=(only[0][0], only[1][0]),
        beyond=(split[0][1], split[1][1]),
        held=(last != 0).mean(axis=0),
        changes=_changes(games),
        built=np.bincount(LINES[games.action], minlength=NUM_LINES)[:NUM_LINES] / games.num,
    )


def with_constant(*columns: Floats | Ints) -> Floats:
    """Return the columns of a regression, with a constant."""
    return np.column_stack([*columns, np.ones(len(columns[0]))]).astype(float)


def bits(words: object, places: tuple[int, ...] | range) -> Floats:
    """Return the bits at these places as 0 and 1: (m, k)."""
    return (np.asarray(words)[:, None] >> np.array(places, dtype=np.uint32) & 1).astype(float)


def balance(states: State) -> Floats:
    """Return 1 for each island that White controls, -1 for Black."""
    white, black = states.held
    return bits(white, LANES.places) - bits(black, LANES.places)


def _bridges(states: State) -> Floats:
    white, black = states.bridges
    return bits(white, range(NUM_LINES)) - bits(black, range(NUM_LINES))


def _changes(games: Games) -> Floats:
    """Count how often a turn changes the control of an island, per game."""
    at = turn_starts(games)
    before, after = balance(rows(games.before, at)), balance(after_turns(games, at))
    is_gained = (after != before) & (after != 0)
    return np.asarray(is_gained.sum(axis=0) / games.num)


class Luck(NamedTuple):
    """How often the same seat wins two games that share some of their chance.

    One half would mean that what they share does not matter.
    """

    first: Interval
    """They share the starting player."""
    deal: Interval
    """They share the starting player and the deal."""
    cards: Interval
    """They share the starting player, the deal and the shuffles."""


def luck(games: Games) -> Luck:
    """Compare the results of deals that were shuffled and played several times."""
    result = games.result.reshape(-1, LUCK.shuffles, LUCK.replays)
    sign = (1 - 2 * games.first).reshape(result.shape)
    deals = np.arange(len(result))
    seats = mean((result * sign).mean(axis=(1, 2)))
    variance = float((result**2).mean())
    pairs = [(result[:, 0, i], result[:, 1, j]) for i, j in product(range(LUCK.replays), repeat=2)]
    return Luck(
        first=_again(Interval(*(number**2 / variance for number in seats))),
        deal=_like(pairs, np.tile(deals, len(pairs))),
        cards=_like(
            [(result[:, s, 0], result[:, s, 1]) for s in range(LUCK.shuffles)],
            np.tile(deals, LUCK.shuffles),
        ),
    )


def _like(pairs: list[tuple[Ints, Ints]], groups: Ints) -> Interval:
    ones, others = (np.concatenate(side) for side in zip(*pairs, strict=True))
    return _again(correlation(ones, others, groups))


def _again(shared: Interval) -> Interval:
    """Return how often two results with this correlation are equal."""
    return scaled(shared, 0.5, 0.5)


class Swings(NamedTuple):
    """Movements of a seat's winning probability between its decisions and up to the result."""

    own: Interval
    """Share of all squared movement that happens within its own turns."""
    whole: Interval
    """Sum of squared movements; equals the variance of results if the values are right."""
    by_round: list[Interval]
    """Points from the end of a turn to the start of the seat's next one, by round."""


def swings(games: Games) -> Swings:
    """Measure the movements; within a turn nothing is drawn and the opponent does nothing."""
    seats = 2 * games.game + games.seat.astype(np.int64)
    order = np.argsort(seats, kind="stable")
    seats, value = seats[order], games.value[order]
    clock = games.before.clock[order]
    turn, number = (np.asarray(field.of(clock)) for field in (Clock.TURN, Clock.ROUND))
    goes_on = np.append(seats[1:] == seats[:-1], False)
    result = games.result[seats >> 1] * (1 - 2 * (seats & 1))
    moved = np.where(goes_on, np.roll(value, -1), result) - value
    is_own = goes_on & (np.roll(turn, -1) == turn)
    squares = moved**2
    whole = np.bincount(seats >> 1, squares, games.num) / 2
    own = np.bincount(seats >> 1, squares * is_own, games.num) / 2
    between = [goes_on & ~is_own & (number == k) for k in range(1, ROUNDS + 1)]
    return Swings(
        ratio(own, whole),
        mean(whole),
        [mean(50 * np.abs(moved[which]), seats[which] >> 1) for which in between],
    )


class Skill(NamedTuple):
    """A player against a weaker one, each deal from both sides."""

    score: Interval
    elo: Interval
    both: Interval
    """How often the stronger player wins both games of a deal."""
    split: Interval
    """How often each wins one: the cards decided."""


def skill(games: Games) -> Skill:
    """Measure what the stronger player gets out of the same cards."""
    score = (games.result.reshape(-1, 2) * np.array([1, -1]) + 1) / 2
    total = score.sum(axis=1)
    found = scaled(mean(total), 0.5)
    return Skill(found, elo(found), mean(total > 1.5), mean((total >= 0.5) & (total <= 1.5)))


class Way(NamedTuple):
    """One way to open."""

    often: Interval
    score: Interval
    """Final score of the starting player."""


class OpeningStats(NamedTuple):
    """What happens on the first turn."""

    cards: list[Way]
    """By the number of cards played."""
    draws: dict[str, Way]
    """By how the turn ends: ``open``, ``pile`` or ``decline``."""
    takes: list[Interval]
    """How often each card is taken if it is open."""
    dealt: list[Interval]
    """Value of each card in the starting player's first hand, as a share of a win."""


def opening(games: Games) -> OpeningStats:
    """Analyse how games are opened."""
    first = np.flatnonzero(np.asarray(Clock.TURN.of(games.before.clock)) == 1)
    of_game, action = games.game[first], games.action[first]
    at = np.unique(of_game, return_index=True)[1]
    start = rows(games.before, first[at])
    score = (games.result * (1 - 2 * games.first) + 1) / 2
    played = np.bincount(of_game, CARDS[action], games.num).astype(np.int64)
    last = action[np.append(at[1:], len(first)) - 1]
    white, black = (card_counts(cards) for cards in start.cards)
    hand = np.where(games.first[:, None] == 1, black, white)
    lying = card_counts(start.open_cards)
    return OpeningStats(
        cards=[_way(played == number, score) for number in range(BOARD.dealt + 1)],
        draws={name: _way(kind[last], score) for name, kind in NAMED_ENDS.items()},
        takes=[
            share((last == ACTIONS.index(TakeOpen(Island(i))))[lying[:, i] > 0])
            for i in range(NUM_ISLANDS)
        ],
        dealt=_dealt(games.value[first[at]], hand),
    )


def _way(chosen: Bools, score: Floats) -> Way:
    return Way(share(chosen), share(score[chosen]))


def _dealt(value: Floats, hand: Ints) -> list[Interval]:
    """Return what each card adds to the winning probability, compared with the average card."""
    x, chance = hand - hand.sum(axis=1, keepdims=True) / NUM_ISLANDS, value / 2
    return regress(x, chance - chance.mean())


def card_counts(cards: object) -> Ints:
    """Count the cards of each island: (n, 12)."""
    counts: Ints = np.asarray(cards)[:, None] >> 2 * np.arange(NUM_ISLANDS, dtype=np.uint32) & 3
    return counts.astype(np.int64)


LAST = ROUNDS + 1
"""The two last turns after round 3, treated as a fourth round."""


class TurnStats(NamedTuple):
    """How often each kind of action occurs, by round; the last turns are a fourth round."""

    ends: list[dict[str, Interval]]
    """How turns end: ``open``, ``pile`` or ``decline``."""
    cards: list[Interval]
    """Cards played per turn."""
    cards_hist: Floats
    """(round, cards): share of turns on which this many cards are played."""
    hand_hist: Floats
    """(round, cards): share of turns that start with this many cards in hand."""
    buried: Interval
    """Face-down discards per game."""
    removed: Interval
    """Removals with two cards per game."""
    declined: list[Interval]
    """Declined draws per game."""
    full_declines: Interval
    """Share of declining turns that end with a full hand."""
    card_value: list[Interval]
    """Value of one more card than the opponent, at the start of a turn."""
    stone_value: list[Interval]
    """Value of one more stone."""
    last_card: list[LastCard]
    """Who takes the last card of each round."""


class LastCard(NamedTuple):
    """The seat that takes the last card of a round."""

    is_first: Interval
    """How often it is the starting player."""
    leads: Interval
    """How often it then has more stones; in round 3, after the last turns."""
    wins: Interval
    """Its final score."""


def turn_stats(games: Games) -> TurnStats:
    """Compute the statistics."""
    clock = games.before.clock
    is_last = np.asarray(Clock.LAST_TURNS.of(clock)) > 0
    round_of = np.where(is_last, LAST, np.asarray(Clock.ROUND.of(clock)))
    action, game = games.action, games.game
    at = turn_starts(games)
    in_round = round_of[at]
    played = np.add.reduceat(CARDS[action], at)
    own, their = _hands(games, at)
    rounds = range(1, LAST + 1)
    lead = lead_of(rows(games.before, at)) * (1 - 2 * games.seat[at].astype(np.int64))
    chance = (games.value[at] + 1) / 2
    values = [
        regress(with_constant((own - their)[k], lead[k]), chance[k], game[at][k])
        for k in (in_round == number for number in rounds)
    ]
    declines = DECLINES[action]
    full = _hands(games, np.flatnonzero(declines & ~is_last))[0] == BOARD.hand_limit
    return TurnStats(
        ends=[_ends(games, round_of == number) for number in rounds],
        cards=[mean(played[in_round == k], game[at][in_round == k]) for k in rounds],
        cards_hist=_hist(played, in_round),
        hand_hist=_hist(own, in_round),
        buried=_a_game(games, BURIES[action]),
        removed=_a_game(games, REMOVES[action]),
        declined=[_a_game(games, declines & (round_of == number)) for number in rounds],
        full_declines=mean(full, game[declines & ~is_last]),
        card_value=[found[0] for found in values],
        stone_value=[found[1] for found in values],
        last_card=[_last_card(games, number) for number in range(1, ROUNDS + 1)],
    )


def _hands(games: Games, at: Ints) -> tuple[Ints, Ints]:
    """Return the number of cards of the seat to move, and of the opponent."""
    white, black = (np.asarray(size(c[at])).astype(np.int64) for c in games.before.cards)
    is_black = games.seat[at] == 1
    return np.where(is_black, black, white), np.where(is_black, white, black)


def _ends(games: Games, which: Floats) -> dict[str, Interval]:
    ends = which & ENDS[games.action]
    action, game = games.action[ends], games.game[ends]
    return {name: mean(kind[action], game) for name, kind in NAMED_ENDS.items()}


def _hist(numbers: Ints, in_round: Ints) -> Floats:
    counts = np.zeros((LAST, BOARD.hand_limit + 1))
    np.add.at(counts, (in_round - 1, np.minimum(numbers, BOARD.hand_limit)), 1)
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


def _a_game(games: Games, which: Floats) -> Interval:
    return mean(np.bincount(games.game[which], minlength=games.num))


def _last_card(games: Games, number: int) -> LastCard:
    if number < ROUNDS:
        at = first_in_round(games, number + 1)
        taker, lead = games.seat[at - 1].astype(np.int64), lead_of(rows(games.before, at))
    else:
        at = first_where(games, np.asarray(Clock.LAST_TURNS.of(games.before.clock)) == 1)
        taker, lead = games.seat[at].astype(np.int64), lead_of(rows(games.ended, games.game[at]))
    of_game, sign = games.game[at], 1 - 2 * taker
    return LastCard(
        share(taker == games.first[of_game]),
        share(lead * sign > 0),
        share((games.result[of_game] * sign + 1) / 2),
    )


class HandicapScores(NamedTuple):
    """Score of the seat that places bridges before the first turn."""

    score: Interval
    begins: Interval
    """Its score if it also starts."""
    follows: Interval
    """Its score if the other seat starts."""


def handicap_scores(games: Games) -> HandicapScores:
    """Return the scores of White, who has the handicap."""
    score = (games.result + 1) / 2
    return HandicapScores(
        share(score), share(score[games.first == 0]), share(score[games.first == 1])
    )
