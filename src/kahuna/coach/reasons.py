"""Say why one action is better than another, by comparing what they lead to.

Every remark is a fact: taken from the events of the two actions, or counted in the same believed
worlds after both. Nothing depends on hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import and_
from typing import Final, NamedTuple

from kahuna.coach.action_values import number_of
from kahuna.coach.continuations import Continuations, typical
from kahuna.coach.decisions import Decision
from kahuna.coach.effort import THOROUGH, Effort
from kahuna.coach.engine import Engine, Future, took
from kahuna.coach.facts import (
    CLEAR,
    MAX_REMARKS,
    NEAR,
    at_once,
    denied_removal,
    endings,
    follow,
    is_weak,
    new_threat,
    one_short,
    open_card,
)
from kahuna.coach.prospects import completed, prospects
from kahuna.coach.remarks import (
    BreaksControl,
    BreaksPair,
    ChangesHands,
    GainsControl,
    Holds,
    LeavesOpenCard,
    OpponentHolds,
    Remark,
    ScoresMore,
    SpendsScoringCard,
    WinsMore,
)
from kahuna.core import (
    Action,
    Board,
    Build,
    Bury,
    Handicap,
    Island,
    Remove,
    Seat,
    TakeOpen,
    Turn,
    bits,
    count,
)

CLEAR_MARGIN: Final = 0.3
"""Points and islands by which two margins must differ to be worth a remark."""


class Outlook(NamedTuple):
    """What rollouts say about the played and the better action."""

    chances: tuple[float, float]
    """The player's chances to win, in points."""
    margins: tuple[float, float]
    """Points and islands ahead of the opponent at the next scoring or at the end."""


class Explanation(NamedTuple):
    """Why an action is better than another, and how the game could go on after both."""

    remarks: tuple[Remark, ...] = ()
    continuations: Continuations | None = None


def explain(
    decision: Decision,
    better: Action,
    *,
    engine: Engine,
    effort: Effort = THOROUGH,
    seed: int | str,
) -> Explanation:
    """Return the most telling differences between what was played and a better action."""
    situation = decision.situation
    view = situation.view
    if isinstance(view.public.phase, Handicap):
        return Explanation()
    one, other = follow(view, [decision.played]), follow(view, [better])
    now = list(at_once(one, other))
    for_scoring: Iterable[Remark] = ()
    later: Iterable[Remark] = ()
    continuations = None
    if effort.remark_worlds:
        numbers = [number_of(decision.played), number_of(better)]
        seed = f"{seed}/{decision.ply}"
        futures = engine.play_on(situation, numbers, num_worlds=effort.remark_worlds, seed=seed)
        for_scoring = _spent_for_scoring(decision, better, engine, effort, seed)
        later = _later(decision, better, now, *futures)
        continuations = typical(view.ruleset.board, *futures)
    found: list[Remark] = [
        *now,
        *_broken_pair(decision, better),
        *new_threat(one, other),
        *open_card(one, other),
        *for_scoring,
        *one_short(one, other, situation.belief),
        *later,
        *prospects(one, other),
        *denied_removal(one, other, situation.belief),
        *endings(one, other),
    ]
    found = completed(found, one, other, situation.belief)
    return Explanation(tuple(found[:MAX_REMARKS]), continuations)


def remarks_on(
    decision: Decision,
    better: Action,
    outlook: Outlook | None = None,
    *,
    engine: Engine,
    effort: Effort = THOROUGH,
    seed: int | str,
) -> tuple[Remark, ...]:
    """Explain in remarks only; with an outlook there is always one."""
    remarks = explain(decision, better, engine=engine, effort=effort, seed=seed).remarks
    return remarks if outlook is None else with_outlook(remarks, outlook)


def with_outlook(remarks: tuple[Remark, ...], outlook: Outlook) -> tuple[Remark, ...]:
    """Add what the rollouts say if there is no better reason."""
    if not is_weak(remarks):
        return remarks
    return (_outlook_remark(outlook), *remarks)[:MAX_REMARKS]


def _outlook_remark(outlook: Outlook) -> Remark:
    """Say what the rollouts show: the margin at the scoring if it differs, else the chance."""
    played, better = (round(margin, 1) for margin in outlook.margins)
    if better - played >= CLEAR_MARGIN:
        return ScoresMore(played, better)
    less, more = (round(chance) for chance in outlook.chances)
    return WinsMore(less, more)


def _broken_pair(decision: Decision, better: Action) -> Iterator[Remark]:
    """Check whether the played action makes a better removal impossible."""
    if not isinstance(better, Remove):
        return
    match decision.played:
        case Build(_, card) | Bury(card):
            held = count(decision.situation.view.cards, card)
            if held - 1 < better.cards.count(card):
                yield BreaksPair(card)
        case _:
            return


def _spent_for_scoring(
    decision: Decision, better: Action, engine: Engine, effort: Effort, seed: str
) -> Iterator[Remark]:
    """Check whether a card that was spent would win an island before a scoring that is near."""
    situation = decision.situation
    phase = situation.view.public.phase
    is_near = situation.view.pile_size <= NEAR or (isinstance(phase, Turn) and phase.last_turns)
    if not is_near:
        return
    for card in sorted(set(_cards_of(decision.played)) - set(_cards_of(better))):
        played, kept = engine.wins_before_scoring(
            situation,
            [number_of(decision.played), number_of(better)],
            card,
            num_worlds=effort.remark_worlds,
            seed=seed,
        )
        if _percent(kept) - _percent(played) >= CLEAR:
            yield SpendsScoringCard(card, _percent(kept))


def _cards_of(action: Action) -> tuple[Island, ...]:
    """Return the cards that an action spends."""
    match action:
        case Build(_, card) | Bury(card):
            return (card,)
        case Remove(_, cards):
            return cards
        case _:
            return ()


def _later(
    decision: Decision,
    better: Action,
    now: Sequence[Remark],
    after_played: Sequence[Future],
    after_better: Sequence[Future],
) -> Iterator[Remark]:
    """Compare the positions at the player's next turn, the clearest differences first.

    Islands that change hands at once are known. Each island is mentioned once.
    """
    gained = {i for each in now if isinstance(each, GainsControl) for i in each.islands}
    taken = {i for each in now if isinstance(each, BreaksControl) for i in each.islands}
    situation = decision.situation
    if isinstance(better, TakeOpen):
        before = situation.memory.taken[decision.seat.other]
        card = better.card
        percent = _percent([took(future, before, card) for future in after_played])
        if percent >= CLEAR:
            yield LeavesOpenCard(card, percent)
    board, seat = situation.view.ruleset.board, decision.seat
    changed = _surely_held(board, seat, after_better)
    changed &= _surely_held(board, seat.other, after_played)
    changed -= gained | taken
    if changed:
        yield ChangesHands(tuple(sorted(changed)))
    own = _differences(board, seat, after_better, after_played, gained)
    theirs = _differences(board, seat.other, after_played, after_better, taken)
    found: list[tuple[type[Holds | OpponentHolds], tuple[Island, ...], int, int]] = [
        *((Holds, islands, less, more) for islands, more, less in own),
        *((OpponentHolds, islands, more, less) for islands, more, less in theirs),
    ]
    said = changed
    for kind, islands, played, other in sorted(found, key=lambda each: -abs(each[2] - each[3])):
        if new := tuple(island for island in islands if island not in said):
            yield kind(new, played, other)
            said = said.union(new)


def _surely_held(board: Board, seat: Seat, futures: Sequence[Future]) -> set[Island]:
    """Return the islands that a seat holds in all futures."""
    held = [board.held(future.bridges[seat]) for future in futures]
    return {Island(island) for island in bits(reduce(and_, held))}


def _differences(
    board: Board, seat: Seat, more: Sequence[Future], less: Sequence[Future], known: set[Island]
) -> Iterator[tuple[tuple[Island, ...], int, int]]:
    """Yield the islands that a seat holds clearly more often in some futures than in others.

    Those that it holds in all of the former and none of the latter come together.
    """
    certain: list[Island] = []
    for island in map(Island, board.islands):
        often, rarely = (
            _percent([island in bits(board.held(future.bridges[seat])) for future in futures])
            for futures in (more, less)
        )
        if island in known or often - rarely < CLEAR:
            continue
        if (often, rarely) == (100, 0):
            certain.append(island)
        else:
            yield (island,), often, rarely
    if certain:
        yield tuple(certain), 100, 0


def _percent(hits: Sequence[bool]) -> int:
    return round(100 * sum(hits) / len(hits))
