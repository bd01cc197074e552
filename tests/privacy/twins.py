"""Twin games: two games that differ only in what a viewer may not know.

Both are played on in parallel, every action and every card in ways that look the same to the
viewer. Whatever the viewer is then shown of the two must be the same, byte for byte.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from kahuna.core import (
    SEATS,
    Action,
    Belief,
    Bury,
    Deal,
    Drawing,
    Event,
    Handicap,
    Over,
    Private,
    Reason,
    Ruleset,
    Seat,
    SeenEvent,
    State,
    Step,
    Turn,
    View,
    Viewer,
    apply,
    cards_of,
    catalogue,
    count,
    expand,
    kinds,
    legal_actions,
    resolve,
    seen,
    size,
    start,
    view_of,
    why_illegal,
    world,
)
from kahuna.core.knowledge import begin
from property.random_games import Mood, random_action, random_deal


@dataclass(frozen=True)
class Looks:
    """The ways in which a viewer can look at a game. Tests put leaky ones in their place."""

    view_of: Callable[..., View] = view_of
    seen: Callable[[Event, Viewer], SeenEvent] = seen
    legal_actions: Callable[[View], tuple[Action, ...]] = legal_actions
    why_not: Callable[[View, Action], Reason | None] = why_illegal


def as_bytes(shown: object) -> bytes:
    return repr(shown).encode()


@dataclass
class Twins:
    """Two games, and the log that the viewer keeps of each."""

    viewer: Viewer
    looks: Looks
    rng: Random
    states: list[State] = field(default_factory=list)
    logs: list[tuple[SeenEvent, ...]] = field(default_factory=lambda: [(), ()])
    belief: Belief | None = None
    num_compared: int = 0
    """How many entries of the logs were the same, byte for byte."""

    def differences(self) -> Iterator[str]:
        """What the viewer could tell the two games apart by."""
        for name, (one, other) in self._shown().items():
            if one != other or as_bytes(one) != as_bytes(other):
                yield f"{name}: {one} or {other}"
        self.num_compared = len(self.logs[0])

    def _shown(self) -> dict[str, list[object]]:
        """What the viewer is shown of both games; of the logs, what has not been compared yet."""
        views = [
            self.looks.view_of(state, self.viewer, history=log)
            for state, log in zip(self.states, self.logs, strict=True)
        ]
        if views[0].history != views[1].history:
            return {"history": [view.history for view in views]}
        known = self.num_compared
        actions = catalogue(self.states[0].ruleset.board)
        return {
            "view": [view._replace(history=view.history[known:]) for view in views],
            "log": [log[known:] for log in self.logs],
            "legal": [self.looks.legal_actions(view) for view in views],
            "reasons": [[self.looks.why_not(view, action) for action in actions] for view in views],
        }

    def follow(self, steps: list[Step]) -> None:
        self.states = [step.state for step in steps]
        for twin, step in enumerate(steps):
            self.logs[twin] += tuple(self.looks.seen(event, self.viewer) for event in step.events)
        if isinstance(self.viewer, Seat):
            for event in steps[0].events:
                told = seen(event, self.viewer)
                ruleset = self.states[0].ruleset
                self.belief = (
                    self.belief.after(told) if self.belief else begin(self.viewer, ruleset, told)
                )

    def part(self) -> None:
        """Let the second game be any other one that fits what the viewer knows."""
        state = self.states[0]
        if isinstance(self.viewer, Seat) and self.belief is not None:
            self.states[1] = world(view_of(state, self.viewer), self.belief.sample(self.rng))
            return
        zones = [cards for own in state.private for cards in own] + [state.pile]
        hidden = list(expand(sum(zones)))
        self.rng.shuffle(hidden)
        dealt = iter(hidden)
        a, b, c, d, pile = (cards_of(next(dealt) for _ in range(size(zone))) for zone in zones)
        self.states[1] = state._replace(private=(Private(a, b), Private(c, d)), pile=pile)


def play_twins(
    ruleset: Ruleset, viewer: Viewer, seed: int, mood: Mood, looks: Looks | None = None
) -> str:
    """Play twins to the end and return the first difference that the viewer sees, or nothing."""
    rng = Random(seed)
    first = rng.choice(SEATS)
    deal = random_deal(ruleset.board, rng)
    deals = (deal, _other_deal(ruleset, deal, viewer, rng))
    twins = Twins(viewer, looks or Looks(), rng)
    twins.follow([start(ruleset, each, first=first) for each in deals])
    while True:
        for difference in twins.differences():
            return difference
        if isinstance(twins.states[0].public.phase, Over):
            return ""
        steps = _next_steps(twins, mood)
        if steps is None or rng.random() < 0.1:
            twins.part()
        else:
            twins.follow(steps)


def _other_deal(ruleset: Ruleset, deal: Deal, viewer: Viewer, rng: Random) -> Deal:
    """Another deal that looks the same to the viewer."""
    known = deal.open_cards + (deal.hands[viewer] if isinstance(viewer, Seat) else 0)
    hidden = list(expand(ruleset.board.deck - known))
    rng.shuffle(hidden)
    dealt = iter(hidden)
    white, black = (
        deal.hands[seat]
        if seat is viewer
        else cards_of(next(dealt) for _ in range(ruleset.board.dealt))
        for seat in SEATS
    )
    return Deal((white, black), deal.open_cards)


def _next_steps(twins: Twins, mood: Mood) -> list[Step] | None:
    """A ply in both games that looks the same to the viewer; ``None`` if chance finds none."""
    one, other = twins.states
    if isinstance(one.public.phase, Turn | Handicap):
        action = random_action(one, mood, twins.rng)
        counterpart = _counterpart(action, one, other, twins)
        return None if counterpart is None else [apply(one, action), apply(other, counterpart)]
    phase = one.public.phase
    if isinstance(phase, Drawing) and phase.seat is not twins.viewer:
        return [resolve(state, twins.rng.choice(expand(state.pile))) for state in twins.states]
    common = [card for card in expand(one.pile) if count(other.pile, card)]
    if not common:
        return None
    card = twins.rng.choice(common)
    return [resolve(state, card) for state in twins.states]


def _counterpart(action: Action, one: State, other: State, twins: Twins) -> Action | None:
    """An action of the second game that looks like this one of the first."""
    phase = one.public.phase
    assert isinstance(phase, Turn | Handicap)
    view = view_of(other, phase.seat)
    is_hidden = isinstance(action, Bury) and not count(one.public.shown[phase.seat], action.card)
    if is_hidden and phase.seat is not twins.viewer:
        shown = kinds(other.public.shown[phase.seat])
        hidden = [card for card in kinds(other.private[phase.seat].hand) if card not in shown]
        return Bury(twins.rng.choice(hidden)) if hidden else None
    return action if why_illegal(view, action) is None else None
