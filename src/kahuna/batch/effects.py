"""What an action does, for all games at once. [R3–R14]

:func:`apply` and :func:`resolve` correspond to the functions of the core, without the check and
without events. :func:`step` plays a whole ply: check, apply, and resolve the given cards. Shapes:
(n,) throughout; ``drawn`` is (n, 4).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kahuna.batch.arrays import Array, at_least, equal, nonzero, pick, settle, swap
from kahuna.batch.board import ends, held, lines_of
from kahuna.batch.cards import count, single, with_one, without
from kahuna.batch.constants import (
    BOARD,
    DECLINE_PLACE,
    HANDICAP,
    LOWER_PAID,
    NUM_ISLANDS,
    PILE_PLACE,
    REMOVE_LOWER,
    REPLACE_PLACE,
    REST,
    UPPER_PAID,
)
from kahuna.batch.errors import to_words
from kahuna.batch.legality import Choice, choice_of, is_legal, line_of
from kahuna.batch.ruleset import is_on
from kahuna.batch.scoring import count_stones, is_wiped_out, who_leads
from kahuna.batch.state import (
    DOUBT_SHIFT,
    MOST_DOUBT,
    Clock,
    Phase,
    State,
    TurnActivity,
    arrays_of,
    black_mask,
    chance_mask,
    doubt,
    is_phase,
    num_games,
    over_mask,
    pile,
    state_of,
    taken_cards,
)
from kahuna.core.scoring import ROUNDS

DRAWN: Final = 1 + BOARD.open_places
"""Cards that a ply can turn up: one drawn or refilled, or three as a round begins."""

_OVER: Final = Clock.PHASE.at(Phase.OVER)
_ONE_TURN: Final = Clock.TURN.at(1)
_OTHER: Final = Clock.SEAT.at(1)
_UNTOUCHED_BY_PLAY: Final = Clock.ALL_BITS & ~(Clock.ACTIVITY.bits | Clock.CLEARED.bits)


class Step(NamedTuple):
    """The result of a ply."""

    states: State
    is_illegal: Array
    """Booleans: the action was not legal in this game, or a card not in its pile."""
    is_over: Array
    """Booleans: the game has ended."""


class ActionParts(NamedTuple):
    """An action, split into masks and cards."""

    is_build: Array
    """A bridge is put on the line, whatever paid for it."""
    is_remove: Array
    is_handicap: Array
    is_bury: Array
    is_take: Array
    is_draw: Array
    is_decline: Array
    line: Array
    bit: Array
    """The line, as a set of one."""
    paid: Array
    """The cards that leave the hand."""
    taken: Array
    """The open card that is taken."""


def step(states: State, actions: Array, drawn: Array, *, refuse: bool = True) -> Step:
    """Play one ply in every game, with these cards from the pile. [R8, R9.4]

    The first column of ``drawn`` is the island of the card drawn or refilled, the other three
    are those that lie open when a round begins; cards that are not needed are ignored. A game in
    which the action is illegal, or a card impossible, is flagged and stays as it was. Without
    ``refuse`` it is only flagged, and its state is undefined from then on; this is faster if all
    actions are known to be legal.
    """
    drawn = to_words("drawn", drawn, (num_games(states), DRAWN))
    choice = choice_of(states, actions)
    is_good = is_legal(states, choice)
    after = apply(states, choice)
    for column, card in enumerate(drawn[:, place] for place in range(DRAWN)):
        is_due = chance_mask(after)
        if column == 0:
            is_due = is_due & ~is_phase(after, Phase.OPENING)
        is_good = is_good & (~is_due | can_turn_up(after, card))
        after = settle(choose(is_due, turn_up_card(after, card), after), first=states.rules)
    if refuse:
        after = choose(is_good, after, states)
    return Step(after, ~is_good >= 1, over_mask(after) >= 1)


def choose(which: Array, then: State, otherwise: State) -> State:
    """Return ``then`` where the mask is set, ``otherwise`` elsewhere."""
    pairs = zip(arrays_of(then), arrays_of(otherwise), strict=True)
    return state_of([pick(which, a, b) for a, b in pairs])


def apply(states: State, choice: Choice) -> State:
    """Apply a legal action of the seat to move; games without a choice stay as they are."""
    act = settle(take_apart(states, choice), first=states.rules)
    is_black = black_mask(states)
    states = settle(_pay_and_take(states, act, is_black), first=states.rules)
    states = settle(_change_bridges(states, act, is_black), first=states.rules)
    return settle(_go_on(states, act), first=states.rules)


def take_apart(states: State, choice: Choice) -> ActionParts:
    """Split a choice into masks and cards; one in no row has none of them."""
    row, place = choice
    is_rest = equal(row, REST)
    is_replace = is_rest & equal(place, REPLACE_PLACE)
    is_remove = at_least(row, REMOVE_LOWER) & ~at_least(row, REST)
    is_card = is_rest & ~at_least(place, PILE_PLACE)
    is_odd = 0 - (place & 1)
    line = line_of(states, choice) & 31
    lower, upper = ends(line)
    moved = single(place >> 1 & 15) & is_card
    paid = (
        ((LOWER_PAID >> 2 * row & 3) << 2 * lower)
        + ((UPPER_PAID >> 2 * row & 3) << 2 * upper)
        + (moved & is_odd)
    )
    return ActionParts(
        is_build=~at_least(row, REMOVE_LOWER) | is_replace,
        is_remove=is_remove,
        is_handicap=equal(row, HANDICAP),
        is_bury=is_card & is_odd,
        is_take=is_card & ~is_odd,
        is_draw=is_rest & equal(place, PILE_PLACE),
        is_decline=is_rest & equal(place, DECLINE_PLACE),
        line=line,
        bit=1 << line,
        paid=paid,
        taken=moved & ~is_odd,
    )


def _pay_and_take(states: State, act: ActionParts, is_black: Array) -> State:
    """Move cards out of the hand, those that lie open first, or one into it. [R4.5, R7, R13]"""
    hand, other_hand = swap(is_black, states.cards)
    taken, other_taken = swap(is_black, states.taken)
    buried, other_buried = swap(is_black, states.buried)
    is_open = is_on(states.rules, "open_hands")
    known = taken_cards(taken)
    # A discard face down takes nothing from what others know, unless the card lay open. [R15.3]
    left = without(known, act.paid & (~act.is_bury | is_open))
    hidden = act.paid & act.is_bury & equal(left, known)
    left = with_one(left, act.taken)
    is_doubt = nonzero(hidden) & ~is_open
    doubts = doubt(taken) + (is_doubt & ~equal(doubt(taken), MOST_DOUBT) & 1)
    return states._replace(
        cards=swap(is_black, (hand - act.paid + act.taken, other_hand)),
        taken=swap(is_black, (left | (doubts & nonzero(left)) << DOUBT_SHIFT, other_taken)),
        buried=swap(is_black, (buried + hidden, other_buried)),
        open_cards=states.open_cards - act.taken,
        discards=states.discards + act.paid - hidden,
    )


def _change_bridges(states: State, act: ActionParts, is_black: Array) -> State:
    """Build or remove a bridge and let the islands change hands. [R4–R6]"""
    own, opposing = swap(is_black, states.bridges)
    own_islands, _ = swap(is_black, states.held)
    own = own | (act.bit & act.is_build)
    now_held = settle(held(own), first=states.rules)
    gained = now_held & ~own_islands
    opposing = settle(opposing & ~lines_of(gained) & ~(act.bit & act.is_remove), first=states.rules)
    return states._replace(
        bridges=swap(is_black, (own, opposing)),
        held=swap(is_black, (now_held, held(opposing))),
    )


def _go_on(states: State, act: ActionParts) -> State:
    """Return the next phase: the same turn, a card of the pile, the next turn, or the end."""
    clock = states.clock
    seat = clock & Clock.SEAT.bits
    other = seat ^ _OTHER
    is_play = (act.is_build & ~act.is_handicap) | act.is_remove
    is_end = is_play & is_wiped_out(states)

    pile_left = nonzero(pile(states))
    takes_last = act.is_take & ~pile_left
    ends_round = takes_last & ~nonzero(states.open_cards)
    round_number = Clock.ROUND.of(clock)
    is_third = equal(round_number, ROUNDS)
    last_turns = Clock.LAST_TURNS.of(clock)
    ends_game = is_end | (act.is_decline & equal(last_turns, 1))
    left = Clock.LEFT.of(clock)
    ends_handicap = act.is_handicap & equal(left, 1)
    renews = ends_round & ~is_third
    passes = (takes_last & ~renews) | (act.is_decline & ~ends_game)

    # Within the turn, only what was done and the line just cleared change. [R7.3, R12.2]
    done = (is_play & Clock.ACTIVITY.at(TurnActivity.PLAYED)) | (
        act.is_bury & Clock.ACTIVITY.at(TurnActivity.BURIED)
    )
    is_clear = act.is_remove & is_on(states.rules, "no_trespass")
    cleared = (act.line + 1 & is_clear) << Clock.CLEARED.shift
    acted = is_play | act.is_bury
    same = pick(acted, clock & _UNTOUCHED_BY_PLAY | done | cleared, clock)
    same = same - (act.is_handicap & Clock.LEFT.at(1))

    phase = same & Clock.PHASE_BITS
    phase = pick(act.is_draw, seat | Clock.PHASE.at(Phase.DRAWING), phase)
    phase = pick(act.is_take & pile_left, seat | Clock.PHASE.at(Phase.REFILLING), phase)
    phase = pick(passes, other | _next_turn(act, last_turns, ends_round & is_third), phase)
    opening = Clock.PHASE.at(Phase.OPENING) | Clock.LEFT.at(BOARD.open_places)
    phase = pick(renews, other | opening, phase)
    phase = pick(ends_handicap, seat, phase)
    phase = pick(ends_game, _OVER, phase)

    leader = who_leads(*count_stones(states)) & renews
    points = leader << (2 * (round_number - 1) + Clock.POINTS.shift)
    rest = (clock & Clock.COURSE_BITS) | points
    rest = rest + (renews & Clock.ROUND.at(1)) + ((passes | ends_handicap) & _ONE_TURN)
    white, black = states.buried
    return states._replace(
        discards=states.discards & ~renews,
        buried=(white & ~renews, black & ~renews),
        clock=phase | rest,
    )


def _next_turn(act: ActionParts, last_turns: Array, is_first_last: Array) -> Array:
    """Return the flags of the next turn: must draw, and last turns. [R8.4, R10.1]"""
    is_last = nonzero(last_turns)
    must_draw = act.is_decline & ~is_last & Clock.MUST_DRAW.at(1)
    return must_draw | (is_last & Clock.LAST_TURNS.at(1)) | (is_first_last & Clock.LAST_TURNS.at(2))


def can_turn_up(states: State, card: Array) -> Array:
    """Return the mask of the games whose pile holds this card."""
    is_island = ~at_least(card, NUM_ISLANDS)
    return is_island & nonzero(count(pile(states), card & 15))


def resolve(states: State, card: Array) -> State:
    """Resolve a chance phase with these cards; other games stay as they are. [R8.1, R8.2, R9.4]

    ``card`` is one island per game, of shape (n,). Only :func:`step` checks that the card is in the
    pile.
    """
    return turn_up_card(states, to_words("card", card, (num_games(states),)))


def turn_up_card(states: State, card: Array) -> State:
    """Do the same as :func:`resolve`, without checking the arrays.

    A round never ends here: the open cards are complete as long as the pile lasts, so the last
    card of a round is an open one that is taken.
    """
    clock = states.clock
    is_due = chance_mask(states)
    moved = single(card & 15) & is_due
    is_draw = is_phase(states, Phase.DRAWING)
    is_opening = is_phase(states, Phase.OPENING)
    seat = clock & Clock.SEAT.bits
    is_black = 0 - seat
    white, black = states.cards
    drawn = moved & is_draw

    is_more = is_opening & at_least(Clock.LEFT.of(clock), 2)
    begins = is_due & ~is_more
    is_end = is_opening & begins & is_wiped_out(states)
    following = seat ^ (~is_opening & _OTHER)
    phase = clock & Clock.PHASE_BITS
    phase = phase - (is_more & Clock.LEFT.at(1))
    phase = pick(begins, following, phase)
    phase = pick(is_end, _OVER, phase)
    rest = (clock & Clock.COURSE_BITS) + (begins & ~is_end & _ONE_TURN)
    return states._replace(
        cards=(white + (drawn & ~is_black), black + (drawn & is_black)),
        open_cards=states.open_cards + (moved & ~is_draw),
        clock=phase | rest,
    )
