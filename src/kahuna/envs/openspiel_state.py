"""An immutable snapshot of a game, shared by copies of an OpenSpiel state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from kahuna.core import (
    ACTIONS,
    ARCHIPELAGO,
    REPLACE,
    Bury,
    Cards,
    Deal,
    Drawing,
    Island,
    Recollection,
    Ruleset,
    Seat,
    SeenEvent,
    State,
    View,
    any_world,
    apply,
    cards_of,
    is_chance,
    mover,
    recollect,
    resolve,
    seen,
    start,
    view_of,
)
from kahuna.core.events import (
    CardBuried,
    CardDrawn,
    Event,
    GameStarted,
    HiddenCardBuried,
    HiddenCardDrawn,
    SeenStart,
)
from kahuna.core.state import turn_of
from kahuna.encoding import Memory, memory_of, remember
from kahuna.record import format_action

LOG_SIZE: Final = 512
"""An upper bound for the plies of a game, decisions and cards together."""
_CARD: Final = 1 + len(ACTIONS)
_HIDDEN_CARD: Final = _CARD + len(ARCHIPELAGO.names)
_HIDDEN_BURY: Final = _HIDDEN_CARD + 1
_FIRST: Final = _HIDDEN_BURY + 1
NOTATIONS: Final = tuple(
    "=" if action == REPLACE else format_action(action, turn_of(Seat.WHITE)) for action in ACTIONS
)
"""Every action in notation; the free bridge goes on the line just cleared."""
TOKENS: Final = (
    "-",
    *NOTATIONS,
    *ARCHIPELAGO.names,
    "card",
    "buried",
    *(f"{seat.name} begins" for seat in Seat),
)
"""What each code of a log says; 0 is nothing."""

Entry = tuple[Seat | None, int, int]
"""A ply: whose secret it is, the code that everybody sees, and the code that the owner sees."""

_NUM_DEALT: Final = 2 * ARCHIPELAGO.dealt + ARCHIPELAGO.open_places


@dataclass(frozen=True, eq=False)
class GameSnapshot:
    """The state of a game and its history; snapshots compare by identity."""

    first: Seat | None = None
    dealt: tuple[Island, ...] = ()
    state: State | None = None
    """``None`` until all cards are dealt."""
    events: tuple[Event | SeenEvent, ...] = ()
    memory: Memory = Memory((0, 0), (0, 0))
    log: tuple[Entry, ...] = ()
    told_to: Seat | None = None
    """The only seat whose past is known, in a state resampled for it."""

    @staticmethod
    def of(view: View) -> GameSnapshot:
        """Return a snapshot that knows only what a seat sees; its log begins here."""
        seat = view.viewer
        assert isinstance(seat, Seat)
        return GameSnapshot(
            first=seat,
            state=any_world(view),
            events=view.history,
            memory=memory_of(view),
            told_to=seat,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> GameSnapshot:
        """Return the same snapshot, which is immutable."""
        return self

    def pile(self, ruleset: Ruleset) -> Cards:
        """Return the cards that can turn up."""
        if self.state is None:
            return ruleset.board.deck - cards_of(self.dealt)
        return self.state.pile

    def after(self, action: int, ruleset: Ruleset) -> GameSnapshot:
        """Return the snapshot after an action or a card."""
        if self.first is None:
            code = _FIRST + action
            return replace(self, first=Seat(action), log=((None, code, code),))
        if self.state is None:
            return self._after_deal(Island(action), ruleset)
        if is_chance(self.state.public.phase):
            return self._after_card(Island(action))
        return self._after_action(action)

    def _after_deal(self, card: Island, ruleset: Ruleset) -> GameSnapshot:
        assert self.first is not None
        hand, _ = divmod(len(self.dealt), ruleset.board.dealt)
        owner = Seat(hand) if hand < len(Seat) else None
        dealt = (*self.dealt, card)
        moment = replace(self, dealt=dealt, log=(*self.log, _card_entry(owner, card)))
        if len(dealt) < _NUM_DEALT:
            return moment
        num = ruleset.board.dealt
        hands = cards_of(dealt[:num]), cards_of(dealt[num : 2 * num])
        state, events = start(ruleset, Deal(hands, cards_of(dealt[2 * num :])), first=self.first)
        return moment._with(state, events)

    def _after_card(self, card: Island) -> GameSnapshot:
        assert self.state is not None
        phase = self.state.public.phase
        owner = phase.seat if isinstance(phase, Drawing) else None
        state, events = resolve(self.state, card)
        return replace(self, log=(*self.log, _card_entry(owner, card)))._with(state, events)

    def _after_action(self, number: int) -> GameSnapshot:
        assert self.state is not None
        action, owner = ACTIONS[number], mover(self.state.public.phase)
        state, events = apply(self.state, action)
        is_hidden = any(isinstance(e, CardBuried) and not e.was_shown for e in events)
        code = 1 + number
        public = _HIDDEN_BURY if isinstance(action, Bury) and is_hidden else code
        return replace(self, log=(*self.log, (owner, public, code)))._with(state, events)

    def _with(self, state: State, events: tuple[Event, ...]) -> GameSnapshot:
        memory = remember(state.ruleset, events, self.memory)
        return replace(self, state=state, events=(*self.events, *events), memory=memory)

    def codes_for(self, seat: Seat) -> list[int]:
        """Return all plies so far as a seat saw them."""
        return [private if owner is seat else public for owner, public, private in self.log]

    def seen_by(self, seat: Seat) -> tuple[SeenEvent, ...]:
        """Return all events so far as a seat saw them."""
        if self.told_to is not None and seat is not self.told_to:
            raise ValueError(
                f"resampled for {self.told_to.name}, so the past of {seat.name} is unknown"
            )
        return tuple(_seen(event, seat) for event in self.events)

    def recollection(self, seat: Seat) -> Recollection:
        """Return what a seat remembers; one whose past is unknown remembers nothing."""
        assert self.state is not None
        is_known = self.told_to in (None, seat)
        return recollect(view_of(self.state, seat, history=self.seen_by(seat) if is_known else ()))

    def as_seen_by(self, seat: Seat, state: State) -> GameSnapshot:
        """Return the same past as a seat saw it, in a world without the other's secrets."""
        log = tuple(
            entry if entry[0] in (seat, None) else (entry[0], entry[1], entry[1])
            for entry in self.log
        )
        return replace(self, state=state, events=self.seen_by(seat), log=log, told_to=seat)


def _card_entry(owner: Seat | None, card: Island) -> Entry:
    code = _CARD + card
    return owner, code if owner is None else _HIDDEN_CARD, code


def _seen(event: Event | SeenEvent, seat: Seat) -> SeenEvent:
    """Return what a seat saw; events that are already masked stay as they are."""
    if isinstance(event, SeenStart | HiddenCardBuried | HiddenCardDrawn):
        return event
    if isinstance(event, GameStarted | CardBuried | CardDrawn):
        return seen(event, seat)
    return event


NOTHING_YET: Final = GameSnapshot()
