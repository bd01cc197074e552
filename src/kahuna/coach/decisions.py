"""Take a finished game apart: every decision with what its player could know, and every draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kahuna.core import (
    SEATS,
    Action,
    Belief,
    Event,
    Island,
    Seat,
    SeenEvent,
    State,
    View,
    apply,
    believe,
    is_chance,
    legal_actions,
    resolve,
    seen,
    view_of,
)
from kahuna.core.state import mover
from kahuna.encoding.memory import Memory, memory_of
from kahuna.record import GameRecord, Ply, to_action, replay


class Draw(NamedTuple):
    """A card that chance turned up: the state that awaited it, and the card."""

    before: State
    card: Island


class Decision(NamedTuple):
    """One decision of a game."""

    ply: int
    """The number of the ply, from 1."""
    seat: Seat
    view: View
    """What the player could see. Verdicts depend on this alone."""
    belief: Belief
    memory: Memory
    """Cards taken openly, which the network remembers."""
    legal: tuple[Action, ...]
    played: Action
    before: State
    """The true position, hidden cards included: for luck, never for verdicts."""
    draws: tuple[Draw, ...]
    """What chance turned up after the action."""
    after: State
    events: tuple[Event, ...]


def decisions_of(record: GameRecord) -> list[Decision]:
    """Return the decisions of a recorded game, in order; raises if the record does not replay."""
    moments = list(replay(record))
    histories: dict[Seat, list[SeenEvent]] = {seat: [] for seat in SEATS}
    beliefs: dict[Seat, Belief] = {}
    found = []
    for now, following in zip(moments, moments[1:], strict=False):
        for seat in SEATS:
            news = [seen(event, seat) for event in now.events]
            histories[seat] += news
            beliefs[seat] = _updated(beliefs.get(seat), news, now.state, seat)
        seat = mover(now.state.public.phase)
        assert seat is not None
        assert following.ply is not None
        view = view_of(now.state, seat, history=tuple(histories[seat]))
        action = to_action(following.ply.action, now.state.public.phase)
        found.append(
            Decision(
                ply=following.number,
                seat=seat,
                view=view,
                belief=beliefs[seat],
                memory=memory_of(view),
                legal=legal_actions(view),
                played=action,
                before=now.state,
                draws=tuple(_draws(now.state, action, following.ply)),
                after=following.state,
                events=following.events,
            )
        )
    return found


def _updated(
    belief: Belief | None, news: Sequence[SeenEvent], state: State, seat: Seat
) -> Belief:
    """Fold what a seat has just seen into its belief."""
    if belief is None:
        return believe(view_of(state, seat, history=tuple(news)))
    for event in news:
        belief = belief.after(event)
    return belief


def _draws(state: State, action: Action, ply: Ply) -> Iterator[Draw]:
    """Yield the chance nodes of a ply with the cards that it names."""
    state, _ = apply(state, action)
    cards = [] if ply.card is None else [ply.card]
    for card in (*cards, *ply.opened):
        assert is_chance(state.public.phase)
        yield Draw(state, card)
        state, _ = resolve(state, card)
