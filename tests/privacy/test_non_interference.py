"""What a viewer may not know does not change anything that the viewer is shown. [R15]"""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kahuna.core import (
    SEATS,
    VIEWERS,
    Action,
    Event,
    Reason,
    Ruleset,
    Seat,
    SeenEvent,
    State,
    View,
    Viewer,
    legal_actions,
    seen,
    view_of,
    why_illegal,
)
from kahuna.core.events import CardBuried, CardDrawn, GameStarted
from privacy.twins import Looks, play_twins
from property.random_games import MOODS, rulesets

seeds = st.integers(0, 2**32)
moods = st.sampled_from(sorted(MOODS)).map(MOODS.get)


@settings(max_examples=25)
@given(rulesets(), st.sampled_from(VIEWERS), seeds, moods)
def test_twin_games_look_the_same(ruleset, viewer, seed, mood):
    assert play_twins(ruleset, viewer, seed, mood) == ""


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize("name", sorted(MOODS))
@pytest.mark.parametrize("open_hands", [False, True])
def test_twin_games_look_the_same_in_every_mood(viewer, name, open_hands):
    ruleset = Ruleset(open_hands=open_hands)
    assert play_twins(ruleset, viewer, seed=7, mood=MOODS[name]) == ""


def leaky_view(leak: Callable[[State, Viewer, View], View]) -> Looks:
    return Looks(
        view_of=lambda state, viewer, *, history: leak(
            state, viewer, view_of(state, viewer, history=history)
        )
    )


def leaky_seen(kind: type[Event]) -> Looks:
    """A ``seen`` that lets one kind of event through as it is."""
    return Looks(seen=lambda event, who: event if isinstance(event, kind) else seen(event, who))


def other(viewer: Viewer) -> Seat:
    return viewer.other if isinstance(viewer, Seat) else Seat.WHITE


class ViewWithPile(View):
    """A view that looks like any other, but remembers what is in the pile."""

    pile: int


def view_with_pile(state: State, viewer: Viewer, *, history: tuple[SeenEvent, ...]) -> View:
    view = ViewWithPile(*view_of(state, viewer, history=history))
    view.pile = state.pile
    return view


def leaky_list(view: ViewWithPile) -> tuple[Action, ...]:
    return legal_actions(view)[: -1 if view.pile & 3 else None]


def leaky_reason(view: ViewWithPile, action: Action) -> Reason | None:
    return Reason.PILE_EMPTY if view.pile & 3 else why_illegal(view, action)


LEAKS = {
    "the pile instead of its size": leaky_view(
        lambda state, _, view: view._replace(pile_size=state.pile)
    ),
    "the pile's highest card": leaky_view(
        lambda state, _, view: view._replace(pile_size=state.pile.bit_length())
    ),
    "the other hand instead of its size": leaky_view(
        lambda state, _, view: view._replace(
            hand_sizes=(state.private[0].hand, state.private[1].hand)
        )
    ),
    "another seat's own cards": leaky_view(
        lambda state, viewer, view: view._replace(own=state.private[other(viewer)])
    ),
    "buried cards among the discards": leaky_view(
        lambda state, viewer, view: view._replace(
            public=view.public._replace(
                discards=view.public.discards + state.private[other(viewer)].buried
            )
        )
    ),
    "cards drawn": leaky_seen(CardDrawn),
    "cards buried": leaky_seen(CardBuried),
    "the deal": leaky_seen(GameStarted),
}


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize("leak", LEAKS)
def test_the_check_finds_a_leak(leak, viewer):
    assert play_twins(Ruleset(), viewer, seed=3, mood=MOODS["burier"], looks=LEAKS[leak])


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("looks", "where"),
    [
        (Looks(view_of=view_with_pile, legal_actions=leaky_list), "legal:"),
        (Looks(view_of=view_with_pile, why_not=leaky_reason), "reasons:"),
    ],
)
def test_the_check_finds_a_leak_in_legality(looks, where, seat):
    assert play_twins(Ruleset(), seat, 3, MOODS["even"], looks).startswith(where)
