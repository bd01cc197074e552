"""Positions set up by hand, which may be impossible, unlike a state.

:func:`state_of` turns a set-up into a state, or names every problem at once for an editor or a bug
report.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from kahuna.core.board import Island, Lines, bits
from kahuna.core.cards import Cards, cards_of, expand
from kahuna.core.errors import InvalidPositionError
from kahuna.core.ruleset import FinalScoring, Ruleset
from kahuna.core.scoring import ROUNDS, Pair
from kahuna.core.seats import SEATS, Seat
from kahuna.core.setup_problems import ProblemKind, SetupProblem, Value
from kahuna.core.spelling import readable
from kahuna.core.state import (
    Drawing,
    Handicap,
    Opening,
    Over,
    Phase,
    Private,
    Public,
    Refilling,
    State,
    Turn,
    TurnActivity,
    turn_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Listed = tuple[Island, ...]
"""Cards one by one, so that a set-up can contain more of an island than the game has."""


@readable
@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A position, not necessarily a possible one. The pile is every other card."""

    ruleset: Ruleset = Ruleset()
    bridges: tuple[Lines, Lines] = (0, 0)
    hands: tuple[Listed, Listed] = ((), ())
    shown: tuple[Listed, Listed] = ((), ())
    buried: tuple[Listed, Listed] = ((), ())
    open_cards: Listed = ()
    discards: Listed = ()
    points: tuple[Pair, ...] = ()
    round: int = 1
    turn: int = 1
    phase: Phase = turn_of(Seat.WHITE)


def setup_of(state: State) -> Setup:
    """Describe a state as a set-up."""
    public, (white, black) = state.public, state.private
    return Setup(
        ruleset=state.ruleset,
        bridges=public.bridges,
        hands=(expand(white.hand), expand(black.hand)),
        shown=(expand(public.shown[0]), expand(public.shown[1])),
        buried=(expand(white.buried), expand(black.buried)),
        open_cards=expand(public.open_cards),
        discards=expand(public.discards),
        points=public.points,
        round=public.round,
        turn=public.turn,
        phase=public.phase,
    )


def state_of(setup: Setup) -> State:
    """Make a state; raise :class:`InvalidPositionError` with all problems of the set-up."""
    if problems := tuple(problems_of(setup)):
        raise InvalidPositionError(problems)
    public = Public(
        setup.bridges,
        cards_of(setup.open_cards),
        (cards_of(setup.shown[0]), cards_of(setup.shown[1])),
        cards_of(setup.discards),
        setup.points,
        setup.round,
        setup.turn,
        setup.phase,
    )
    white, black = (
        Private(cards_of(setup.hands[seat]), cards_of(setup.buried[seat])) for seat in SEATS
    )
    return State(setup.ruleset, public, (white, black), _pile(setup))


def problems_of(setup: Setup) -> Iterator[SetupProblem]:
    """Yield everything that makes a set-up impossible."""
    yield from _problems_of_board(setup)
    yield from _problems_of_cards(setup)
    yield from _problems_of_points(setup)
    yield from _problems_of_phase(setup)


def _located(setup: Setup) -> Listed:
    """Return every card that is not in the pile."""
    zones = (*setup.hands, *setup.shown, *setup.buried, setup.open_cards, setup.discards)
    return tuple(card for zone in zones for card in zone)


def _pile(setup: Setup) -> Cards:
    return setup.ruleset.board.deck - cards_of(_located(setup))


def _problems_of_board(setup: Setup) -> Iterator[SetupProblem]:
    ruleset, board = setup.ruleset, setup.ruleset.board
    white, black = setup.bridges
    if (white | black) >> len(board.ends):
        yield _problem(ProblemKind.TOO_MANY_LINES, number=len(board.ends))
        return
    for line in bits(white & black):
        a, b = (board.names[end] for end in board.ends[line])
        yield _problem(ProblemKind.TWO_OWNERS, line=f"{a}–{b}")
    for seat in SEATS:
        if (num := setup.bridges[seat].bit_count()) > ruleset.bridges:
            yield _problem(
                ProblemKind.TOO_MANY_BRIDGES, seat=seat, number=num, limit=ruleset.bridges
            )
        if ruleset.no_trespass:
            for island in bits(board.held(setup.bridges[seat])):
                if setup.bridges[seat.other] & board.lines_at[island]:
                    yield _problem(
                        ProblemKind.TRESPASSER,
                        seat=seat.other,
                        other=seat,
                        island=board.names[island],
                    )


def _problems_of_cards(setup: Setup) -> Iterator[SetupProblem]:
    board = setup.ruleset.board
    copies = Counter(_located(setup))
    for island, num in sorted(copies.items()):
        if not 0 <= island < len(board.names):
            yield _problem(ProblemKind.NO_ISLAND, number=island)
        elif num > board.copies:
            yield _problem(
                ProblemKind.TOO_MANY_COPIES,
                number=num,
                island=board.names[island],
                limit=board.copies,
            )
    for seat in SEATS:
        if (num := _num_held(setup, seat)) > board.hand_limit:
            yield _problem(
                ProblemKind.HAND_TOO_LARGE, seat=seat, number=num, limit=board.hand_limit
            )
    if any(setup.shown) and not setup.ruleset.open_hands:
        yield _problem(ProblemKind.NO_OPEN_HANDS)


def _problems_of_points(setup: Setup) -> Iterator[SetupProblem]:
    is_final = isinstance(setup.phase, Over) and len(setup.points) == ROUNDS == setup.round
    if not 1 <= setup.round <= ROUNDS:
        yield _problem(ProblemKind.NO_SUCH_ROUND, limit=ROUNDS, number=setup.round)
    elif len(setup.points) != setup.round - 1 and not is_final:
        yield _problem(
            ProblemKind.WRONG_NUMBER_OF_SCORINGS, round=setup.round, number=setup.round - 1
        )
    for number, points in enumerate(setup.points[:ROUNDS], start=1):
        if not _can_be_scored(setup.ruleset, number, points):
            white, black = points
            yield _problem(ProblemKind.IMPOSSIBLE_SCORING, round=number, white=white, black=black)
    if setup.turn < 0:
        yield _problem(ProblemKind.NEGATIVE_TURN, number=setup.turn)


def _can_be_scored(ruleset: Ruleset, number: int, points: Pair) -> bool:
    white, black = points
    if number < ROUNDS:
        return points in ((0, 0), (number, 0), (0, number))
    most = min(ruleset.stones, len(ruleset.board.names))
    if not (0 <= white <= most and 0 <= black <= most):
        return False
    is_difference = ruleset.final_scoring is FinalScoring.DIFFERENCE
    return 0 in points if is_difference else white + black <= len(ruleset.board.names)


def _problems_of_phase(setup: Setup) -> Iterator[SetupProblem]:
    phase, board = setup.phase, setup.ruleset.board
    # Counted, not subtracted: impossible cards are reported as a separate problem.
    pile = max(0, board.copies * len(board.names) - len(_located(setup)))
    num_open, places = len(setup.open_cards), board.open_places
    white, black = setup.bridges
    if setup.round > 1 and bool(white) != bool(black) and not isinstance(phase, Over | Opening):
        yield _problem(ProblemKind.WIPED_OUT)
    match phase:
        case Turn():
            yield from _problems_of_turn(setup, phase, pile)
        case Handicap(seat, left, _):
            placed = setup.ruleset.handicap - left
            if seat is not setup.ruleset.handicap_seat or not 1 <= left <= setup.ruleset.handicap:
                yield _problem(ProblemKind.NO_HANDICAP, seat=seat, number=left)
            elif (setup.bridges[seat].bit_count(), setup.bridges[seat.other]) != (placed, 0):
                yield _problem(ProblemKind.WRONG_HANDICAP, number=left, placed=placed)
            if num_open != places:
                yield _problem(ProblemKind.OPEN_AT_START, number=num_open, limit=places)
        case Refilling():
            if not pile or num_open != places - 1:
                yield _problem(ProblemKind.NO_REFILL)
        case Drawing():
            if not pile:
                yield _problem(ProblemKind.NO_PILE_TO_DRAW)
            elif num_open != places:
                yield _problem(ProblemKind.OPEN_BEFORE_DRAW, number=num_open, limit=places)
            if _num_held(setup, phase.seat) >= board.hand_limit:
                yield _problem(ProblemKind.FULL_HAND_DRAWS, seat=phase.seat)
        case Opening(_, left):
            if setup.round == 1 or left < 1 or left + num_open != min(pile + num_open, places):
                yield _problem(ProblemKind.NO_OPENING, number=left)
            elif setup.discards or any(setup.buried):
                yield _problem(ProblemKind.DISCARDS_AT_OPENING)
        case Over():
            pass
        case _:
            assert_never(phase)


def _problems_of_turn(setup: Setup, phase: Turn, pile: int) -> Iterator[SetupProblem]:
    board = setup.ruleset.board
    num_open, places = len(setup.open_cards), board.open_places
    if num_open > places or (pile and num_open < places):
        yield _problem(
            ProblemKind.WRONG_NUMBER_OF_OPEN_CARDS, number=num_open, pile=pile, limit=places
        )
    if phase.last_turns and (pile or num_open or setup.round < ROUNDS):
        yield _problem(ProblemKind.TOO_EARLY_LAST_TURN)
    if not phase.last_turns and not pile and not num_open:
        yield _problem(ProblemKind.ROUND_OVER)
    if not 0 <= phase.last_turns <= 2:
        yield _problem(ProblemKind.TOO_MANY_LAST_TURNS, number=phase.last_turns)
    if phase.last_turns and phase.must_draw:
        yield _problem(ProblemKind.LAST_TURN_DRAW)
    if (
        phase.activity is not TurnActivity.NOTHING
        and _num_held(setup, phase.seat) >= board.hand_limit
    ):
        yield _problem(ProblemKind.FULL_HAND_ACTED, seat=phase.seat)
    if (line := phase.cleared) is not None:
        white, black = setup.bridges
        is_free = 0 <= line < len(board.ends) and not (white | black) >> line & 1
        if (
            not is_free
            or not setup.ruleset.no_trespass
            or phase.activity is not TurnActivity.PLAYED
        ):
            yield _problem(ProblemKind.NOTHING_CLEARED)


def _num_held(setup: Setup, seat: Seat) -> int:
    return len(setup.hands[seat]) + len(setup.shown[seat])


def _problem(kind: ProblemKind, **values: Value) -> SetupProblem:
    return SetupProblem(kind, values)
