"""Records from one viewer's perspective: how to make and replay them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from kahuna.core import (
    Action,
    Build,
    Bury,
    Drawing,
    DrawPile,
    Event,
    IllegalActionError,
    Island,
    KahunaError,
    Remove,
    Seat,
    State,
    Step,
    View,
    Viewer,
    apply,
    believe,
    count,
    expand,
    is_chance,
    mover,
    resolve,
    seen,
    single,
    start,
    view_of,
    world,
)
from kahuna.core.events import CardBuried, CardDrawn, CardsPlayed, OpenCardTurned, SeenEvent
from kahuna.record.errors import RecordError, ReplayMismatchError
from kahuna.record.game_record import GameRecord
from kahuna.record.notation import BuryUnknown, Ply, format_ply, to_action
from kahuna.record.replay import as_written, legal_moves, replay


def one_sided(record: GameRecord, viewer: Viewer) -> GameRecord:
    """Return the record as one viewer saw it; what it did not see is unknown. [R15]"""
    plies: list[Ply] = []
    before: Seat | None = None
    for moment in replay(record):
        if moment.ply is not None:
            plies.append(moment.ply if before is viewer else _masked(moment.ply, moment.events))
        before = mover(moment.state.public.phase)
    white, black = record.hands
    return replace(
        record,
        hands=(
            white if viewer is Seat.WHITE else None,
            black if viewer is Seat.BLACK else None,
        ),
        plies=tuple(plies),
        hashes=(),  # A hash of the whole position would allow guessing hidden cards.
        fair_cards=None,
        signature=None,
    )


def _masked(ply: Ply, events: tuple[Event, ...]) -> Ply:
    if isinstance(ply.action, DrawPile):
        return ply._replace(card=None)
    if any(isinstance(event, CardBuried) and not event.was_shown for event in events):
        return Ply(BuryUnknown())
    return ply


def replay_view(record: GameRecord, viewer: Seat) -> Iterator[View]:
    """Yield every position as one seat saw it, whether the other's cards are known or not."""
    own = record.hands[viewer]
    if own is None:
        name = viewer.name.capitalize()
        raise RecordError(f"{name}'s cards are not in the record", where="deal.hands")
    onlooker = _Onlooker(record, viewer, own)
    yield onlooker.view
    for number, ply in enumerate(record.plies, 1):
        try:
            onlooker.play(ply, number)
        except ReplayMismatchError:
            raise
        except IllegalActionError as error:
            problem = f"{format_ply(ply)} is not legal ({error.reason.replace('_', ' ')})"
            expected = legal_moves(onlooker.some_world())
            raise ReplayMismatchError(number, problem, expected=expected) from None
        except KahunaError as error:
            raise ReplayMismatchError(number, f"{format_ply(ply)} is impossible: {error}") from None
        yield onlooker.view


class _Onlooker:
    """A seat that follows a game with hidden cards.

    Each ply is played in some world that fits what the seat has seen and is about to see; the seat
    sees the same in every such world.
    """

    def __init__(self, record: GameRecord, viewer: Seat, own: tuple[Island, ...]) -> None:
        board = record.ruleset.board
        rest = list(expand(board.deck))
        for card in (*own, *record.open_cards):
            rest.remove(card)
        theirs = tuple(rest[: board.dealt])
        hands = (own, theirs) if viewer is Seat.WHITE else (theirs, own)
        deal = replace(record, hands=hands).deal
        state, events = start(record.ruleset, deal, first=record.first)
        self.viewer = viewer
        self.rng = Random(0)
        self.view = view_of(state, viewer, history=tuple(seen(event, viewer) for event in events))
        self.belief = believe(self.view)

    def some_world(self) -> State:
        """Return any state that fits what was seen so far."""
        return world(self.view, self.belief.sample(self.rng))

    def play(self, ply: Ply, number: int) -> None:
        """Follow one ply of either seat."""
        chance = as_written(ply, number)
        state, action = self._before(ply)
        self._see(apply(state, action))
        while is_chance(phase := self.view.public.phase):
            if phase == Drawing(self.viewer.other):
                state = self.some_world()
                self._see(resolve(state, expand(state.pile)[0]))
            else:
                card = chance(self.some_world())
                is_own = isinstance(phase, Drawing)
                event = CardDrawn(self.viewer, card) if is_own else OpenCardTurned(card)
                hidden = self.belief.after(event).sample(self.rng)
                hidden = hidden._replace(pile=hidden.pile + single(card))
                self._see(resolve(world(self.view, hidden), card))

    def _before(self, ply: Ply) -> tuple[State, Action]:
        """Return a world in which the ply is possible, and its action."""
        other = self.viewer.other
        if mover(self.view.public.phase) is not other:
            return self.some_world(), to_action(ply.action, self.view.public.phase)
        if isinstance(ply.action, BuryUnknown | Bury):
            return self._before_burying(ply)
        cards: tuple[Island, ...] = ()
        if isinstance(ply.action, Build):
            cards = (ply.action.card,)
        elif isinstance(ply.action, Remove):
            cards = ply.action.cards
        hidden = self.belief.after(CardsPlayed(other, cards)).sample(self.rng)
        shown = self.view.public.shown[other]
        for card in cards:
            if count(shown, card):
                shown -= single(card)
            else:
                hidden = hidden._replace(hand=hidden.hand + single(card))
        return world(self.view, hidden), to_action(ply.action, self.view.public.phase)

    def _before_burying(self, ply: Ply) -> tuple[State, Action]:
        """Return a world for a discard of the other seat; a hidden card may be any."""
        other = self.viewer.other
        state = self.some_world()
        if isinstance(ply.action, Bury) and count(state.public.shown[other], ply.action.card):
            return state, ply.action
        hidden_only = [
            card
            for card in expand(state.private[other].hand)
            if not count(state.public.shown[other], card)
        ]
        if not hidden_only:
            raise RecordError(f"{other.name.capitalize()} has no hidden card to discard")
        return state, Bury(hidden_only[0])

    def _see(self, step: Step) -> None:
        news: tuple[SeenEvent, ...] = tuple(seen(event, self.viewer) for event in step.events)
        for event in news:
            self.belief = self.belief.after(event)
        self.view = view_of(step.state, self.viewer, history=self.view.history + news)
