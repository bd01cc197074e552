"""What an action does. [R3–R14]

``apply(state, action)`` checks an action and may lead to a chance phase; ``resolve(state, card)``
then says which card of the pile came up. ``advance(state, action, draw)`` does both: it applies the
action and resolves all chance that follows. Each returns the next state and the events in order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias, assert_never

from kahuna.core.actions import (
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    PlaceHandicap,
    Remove,
    Replace,
    TakeOpen,
)
from kahuna.core.board import Board, Island, Line, Lines, bits
from kahuna.core.cards import NO_CARDS, count, single, size
from kahuna.core.errors import IllegalActionError, ImpossibleCardError, Reason
from kahuna.core.events import (
    BridgeBuilt,
    BridgeRemoved,
    BuildCause,
    CardBuried,
    CardDrawn,
    CardsPlayed,
    ControlGained,
    ControlLost,
    DrawDeclined,
    Event,
    GameEnded,
    OpenCardTaken,
    OpenCardTurned,
    PileRenewed,
    RemovalCause,
    RoundScored,
    TurnStarted,
)
from kahuna.core.legality import why_illegal_for
from kahuna.core.scoring import (
    ROUNDS,
    Outcome,
    Termination,
    count_stones,
    decide,
    score_round,
)
from kahuna.core.seats import Seat
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
    is_chance,
    turn_of,
)

# There are only a few hundred different events of these types, so each is created once. A caller's
# NumPy integer must not end up in everybody's events: hence ``typed``.
_once = lru_cache(maxsize=None, typed=True)
_card_drawn = _once(CardDrawn)
_open_card_turned = _once(OpenCardTurned)
_bridge_built = _once(BridgeBuilt)
_control_gained = _once(ControlGained)
_bridge_removed = _once(BridgeRemoved)
_control_lost = _once(ControlLost)
_card_buried = _once(CardBuried)
_one_card_played = _once(lambda seat, card: CardsPlayed(seat, (card,)))
_two_cards_played = _once(lambda seat, a, b: CardsPlayed(seat, (a, b)))
_open_card_taken = _once(OpenCardTaken)
_draw_declined = _once(DrawDeclined)
_turn_started = _once(TurnStarted)


class Step(NamedTuple):
    """The result of an action or of a card: the next state, and the events that led there."""

    state: State
    events: tuple[Event, ...]


DrawCard: TypeAlias = Callable[[State], Island]
"""Choose the next card of the pile in a chance phase."""


def advance(state: State, action: Action, draw: DrawCard) -> Step:
    """Apply an action and resolve all chance that follows it, with the cards that ``draw`` gives.

    The game is then at a decision again, or over: one ply has been played.
    """
    after, events = apply(state, action)
    while is_chance(after.public.phase):
        after, more = resolve(after, draw(after))
        events += more
    return Step(after, events)


def apply(state: State, action: Action) -> Step:
    """Apply an action of the seat to move; raise :class:`IllegalActionError` if it is illegal."""
    ruleset, public, private, pile = state
    phase = public.phase
    if isinstance(phase, Turn):
        seat = phase.seat
        cards = private[seat].hand + public.shown[seat]
        reason = why_illegal_for(ruleset, public, cards, pile, action)
        if reason is not None:
            raise IllegalActionError(action, reason)
        return _act(state, phase, action)
    reason = why_illegal_for(ruleset, public, NO_CARDS, pile, action)
    if reason is not None or not isinstance(phase, Handicap):
        raise IllegalActionError(action, reason or Reason.NOT_YOUR_TURN)
    assert isinstance(action, PlaceHandicap)
    return _place_handicap(state, phase, action.line)


def _act(state: State, phase: Turn, action: Action) -> Step:
    seat = phase.seat
    match action:
        case Build(line, card):
            paid = _pay(state, seat, (card,))
            return _build(paid, phase, line, BuildCause.CARD, [_one_card_played(seat, card)])
        case Remove(line, cards):
            return _remove(_pay(state, seat, cards), phase, line, cards)
        case Bury(card):
            return _bury(state, phase, card)
        case TakeOpen(card):
            return _take_open(state, seat, card)
        case DrawPile():
            return Step(_with_phase(state, Drawing(seat)), ())
        case Decline():
            return _decline(state, phase)
        case Replace():
            assert phase.cleared is not None
            return _build(state, phase, phase.cleared, BuildCause.REMOVAL, [])
        case PlaceHandicap():
            raise IllegalActionError(action, Reason.HANDICAP_OVER)
        case _:
            assert_never(action)


def resolve(state: State, card: Island) -> Step:
    """Resolve a chance phase with this card of the pile. [R8.1, R8.2, R9.4]"""
    ruleset, public, private, pile = state
    phase = public.phase
    if not isinstance(phase, (Drawing, Refilling, Opening)):
        raise ImpossibleCardError(card, "no card is to be drawn now")
    if card < 0 or not count(pile, card):
        raise ImpossibleCardError(card, f"the pile holds no card of island {card}")
    moved = single(card)
    if isinstance(phase, Drawing):
        seat = phase.seat
        drawn = Private(private[seat].hand + moved, private[seat].buried)
        private = (private[0], drawn) if seat else (drawn, private[1])
        after = State(ruleset, public, private, pile - moved)
        return _end_turn_with_card(after, seat, [_card_drawn(seat, card)])
    opened = State(
        ruleset, public._replace(open_cards=public.open_cards + moved), private, pile - moved
    )
    if isinstance(phase, Refilling):
        return _end_turn_with_card(opened, phase.seat, [_open_card_turned(card)])
    turned = _open_card_turned(card)
    if phase.left > 1:
        return Step(_with_phase(opened, Opening(phase.seat, phase.left - 1)), (turned,))
    return _begin_turn(opened, turn_of(phase.seat), [turned])


def _pay(state: State, seat: Seat, cards: tuple[Island, ...]) -> State:
    """Move cards from a seat to the discards, those that lie open first. [R4.5, R13.4]"""
    ruleset, public, private, pile = state
    bridges, open_cards, shown, discards, points, number, turn, phase = public
    hand, buried = private[seat]
    lying = shown[seat]
    for card in cards:
        moved = single(card)
        discards += moved
        if lying and count(lying, card):
            lying -= moved
        else:
            hand -= moved
    own = Private(hand, buried)
    return State(
        ruleset,
        Public(
            bridges,
            open_cards,
            (shown[0], lying) if seat else (lying, shown[1]),
            discards,
            points,
            number,
            turn,
            phase,
        ),
        (private[0], own) if seat else (own, private[1]),
        pile,
    )


def _build(state: State, phase: Turn, line: Line, cause: BuildCause, events: list[Event]) -> Step:
    """Put a bridge on a line and let the islands change hands. [R4, R5]"""
    seat = phase.seat
    events.append(_bridge_built(seat, line, cause))
    bridges = _gain(state.ruleset.board, state.public.bridges, seat, line, events)
    played = turn_of(seat, phase.must_draw, TurnActivity.PLAYED, None, phase.last_turns)
    return _after_play(_with_bridges(state, bridges, played), events)


def _gain(
    board: Board, bridges: tuple[Lines, Lines], seat: Seat, line: Line, events: list[Event]
) -> tuple[Lines, Lines]:
    """Add a bridge of ``seat``; sweep away opposing bridges at islands it gains. [R5]"""
    own = bridges[seat] | 1 << line
    opposing = bridges[seat.other]
    swept = 0
    for island in board.ends[line]:
        lines = board.lines_at[island]
        # One bridge more is exactly the majority: the island was not held before. [R5.3]
        if (own & lines).bit_count() == board.majority[island]:
            events.append(_control_gained(seat, island))
            swept |= opposing & lines
    if swept:
        opposing = _take_away(board, opposing, swept, seat.other, RemovalCause.CONTROL, events)
    return (opposing, own) if seat else (own, opposing)


def _take_away(
    board: Board, bridges: Lines, gone: Lines, owner: Seat, cause: RemovalCause, events: list[Event]
) -> Lines:
    """Take bridges away from their owner, with the islands that this loses. [R5.4]"""
    left = bridges & ~gone
    lost: set[Island] = set()
    for line in bits(gone):
        events.append(_bridge_removed(owner, Line(line), cause))
        for island in board.ends[line]:
            lines, majority = board.lines_at[island], board.majority[island]
            if (bridges & lines).bit_count() >= majority > (left & lines).bit_count():
                lost.add(island)
    events += [_control_lost(owner, island) for island in sorted(lost)]
    return left


def _remove(state: State, phase: Turn, line: Line, cards: tuple[Island, Island]) -> Step:
    """Take an opposing bridge off a line. [R6]"""
    seat = phase.seat
    events: list[Event] = [_two_cards_played(seat, *cards)]
    own, opposing = state.public.bridges[seat], state.public.bridges[seat.other]
    board = state.ruleset.board
    left = _take_away(board, opposing, 1 << line, seat.other, RemovalCause.CARDS, events)
    cleared = line if state.ruleset.no_trespass else None
    played = turn_of(seat, phase.must_draw, TurnActivity.PLAYED, cleared, phase.last_turns)
    bridges = (left, own) if seat else (own, left)
    return _after_play(_with_bridges(state, bridges, played), events)


def _bury(state: State, phase: Turn, card: Island) -> Step:
    """Discard a card face down; everybody saw one that lay open. [R7, R13.3]"""
    ruleset, public, private, pile = state
    seat = phase.seat
    moved = single(card)
    done = turn_of(seat, phase.must_draw, TurnActivity.BURIED, None, phase.last_turns)
    if count(public.shown[seat], card):
        state = _with_phase(_pay(state, seat, (card,)), done)
        return Step(state, (_card_buried(seat, card, True),))
    own = Private(private[seat].hand - moved, private[seat].buried + moved)
    private = (private[0], own) if seat else (own, private[1])
    state = State(ruleset, public._replace(phase=done), private, pile)
    return Step(state, (_card_buried(seat, card, False),))


def _take_open(state: State, seat: Seat, card: Island) -> Step:
    """Take an open card into the hand, or in variant 2 in front of the player. [R8.1, R13.1]"""
    ruleset, public, private, pile = state
    moved = single(card)
    shown = public.shown
    if ruleset.open_hands:
        shown = (shown[0], shown[1] + moved) if seat else (shown[0] + moved, shown[1])
    else:
        own = Private(private[seat].hand + moved, private[seat].buried)
        private = (private[0], own) if seat else (own, private[1])
    public = public._replace(open_cards=public.open_cards - moved, shown=shown)
    state = State(ruleset, public, private, pile)
    taken = _open_card_taken(seat, card)
    if pile:
        return Step(_with_phase(state, Refilling(seat)), (taken,))
    return _end_turn_with_card(state, seat, [taken])


def _decline(state: State, phase: Turn) -> Step:
    """End the turn without drawing; the last of the last turns ends the game. [R8.3, R10.2]"""
    events: list[Event] = [_draw_declined(phase.seat)]
    other = phase.seat.other
    if phase.last_turns == 0:
        return _begin_turn(state, turn_of(other, True), events)
    if phase.last_turns > 1:
        return _begin_turn(state, turn_of(other, last_turns=phase.last_turns - 1), events)
    state = _score(state, events)
    outcome = decide(state.public.points, state.public.bridges)
    return _end(state, outcome, events)


def _place_handicap(state: State, phase: Handicap, line: Line) -> Step:
    """Put a handicap bridge on a line. [R14]"""
    events: list[Event] = [_bridge_built(phase.seat, line, BuildCause.HANDICAP)]
    bridges = _gain(state.ruleset.board, state.public.bridges, phase.seat, line, events)
    if phase.left > 1:
        rest = Handicap(phase.seat, phase.left - 1, phase.first)
        return Step(_with_bridges(state, bridges, rest), tuple(events))
    return _begin_turn(_with_bridges(state, bridges, phase), turn_of(phase.first), events)


def _after_play(state: State, events: list[Event]) -> Step:
    """Continue the turn, unless a seat has lost its last bridge. [R11.2]"""
    if (outcome := _wipeout(state.public)) is not None:
        return _end(state, outcome, events)
    return Step(state, tuple(events))


def _wipeout(public: Public) -> Outcome | None:
    """Return the outcome if, from round 2 on, exactly one seat has no bridge. [R11]"""
    white, black = public.bridges
    if public.round == 1 or (white and black) or not (white or black):
        return None
    return Outcome(Seat.WHITE if white else Seat.BLACK, Termination.WIPEOUT, public.points)


def _end_turn_with_card(state: State, seat: Seat, events: list[Event]) -> Step:
    """Begin the next turn after a card was taken, or end the round. [R3.3, R9.1]"""
    public = state.public
    if state.pile or public.open_cards:
        return _begin_turn(state, turn_of(seat.other), events)
    if public.round == ROUNDS:
        return _begin_turn(state, turn_of(seat.other, last_turns=2), events)
    state = _score(state, events)
    return _renew_pile(state, seat.other, events)


def _score(state: State, events: list[Event]) -> State:
    """Record the points of a round. [R9.2, R10.3]"""
    public = state.public
    stones = count_stones(state.ruleset, public.bridges)
    points = score_round(state.ruleset, public.round, stones)
    events.append(RoundScored(public.round, stones, points))
    return state._replace(public=public._replace(points=(*public.points, points)))


def _renew_pile(state: State, following: Seat, events: list[Event]) -> Step:
    """Shuffle all discards into a new pile; hands and board stay. [R9.4, R9.5]"""
    ruleset, public, (white, black), _ = state
    pile = public.discards + white.buried + black.buried
    events.append(PileRenewed(size(pile)))
    phase = Opening(following, min(ruleset.board.open_places, size(pile)))
    public = public._replace(discards=NO_CARDS, round=public.round + 1, phase=phase)
    private = (Private(white.hand, NO_CARDS), Private(black.hand, NO_CARDS))
    return Step(State(ruleset, public, private, pile), tuple(events))


def _begin_turn(state: State, turn: Turn, events: list[Event]) -> Step:
    """Begin a turn, unless a seat has no bridge as a round begins. [R11.2]"""
    public = state.public
    if isinstance(public.phase, Opening) and (outcome := _wipeout(public)) is not None:
        return _end(state, outcome, events)
    bridges, open_cards, shown, discards, points, number, turns, _ = public
    public = Public(bridges, open_cards, shown, discards, points, number, turns + 1, turn)
    events.append(_turn_started(turn.seat, turn.last_turns > 0))
    return Step(State(state.ruleset, public, state.private, state.pile), tuple(events))


def _end(state: State, outcome: Outcome, events: list[Event]) -> Step:
    events.append(GameEnded(outcome))
    return Step(_with_phase(state, Over(outcome)), tuple(events))


def _with_phase(state: State, phase: Phase) -> State:
    ruleset, public, private, pile = state
    return State(ruleset, public._replace(phase=phase), private, pile)


def _with_bridges(state: State, bridges: tuple[Lines, Lines], phase: Phase) -> State:
    ruleset, public, private, pile = state
    _, open_cards, shown, discards, points, number, turn, _ = public
    public = Public(bridges, open_cards, shown, discards, points, number, turn, phase)
    return State(ruleset, public, private, pile)
