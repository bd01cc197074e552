"""Random rulesets, deals and players for tests that walk through whole games."""

from random import Random

from hypothesis import strategies as st

from kahuna.core import (
    ARCHIPELAGO,
    EDITIONS,
    OPTIONS,
    SEATS,
    Action,
    Build,
    Bury,
    Deal,
    Decline,
    Discard,
    DrawPile,
    FinalScoring,
    Handicap,
    Over,
    Remove,
    Replace,
    Ruleset,
    State,
    Step,
    TakeOpen,
    Turn,
    apply,
    cards_of,
    custom,
    expand,
    legal_actions,
    make_board,
    resolve,
    view_of,
)
from kahuna.core.board import Board

TRIANGLE = make_board("ALOA BARI COCO", "AB AC BC", dealt=1, open_places=1, hand_limit=2)
"""Three islands, six cards: rounds are over in a moment."""

KITE = make_board("ALOA BARI COCO DUDA", "AB AC AD BC BD", dealt=2, open_places=1, hand_limit=3)
"""Four islands, of which two have three lines: bridges can be swept away."""

Mood = dict[type[Action], float]
"""How much a player likes each kind of action."""

MOODS: dict[str, Mood] = {
    "even": {},
    "fighter": {Remove: 20, Replace: 20, Build: 5, Bury: 0.1, Decline: 0.2},
    "builder": {Build: 10, Remove: 0.5},
    "burier": {Bury: 10, Build: 0.3},
    "hoarder": {Build: 0.02, Remove: 0.02, Bury: 0.3, DrawPile: 5, TakeOpen: 2, Decline: 0.02},
    "decliner": {Decline: 20, Build: 0.2, Remove: 0.2, Bury: 0.5},
    "taker": {TakeOpen: 20, DrawPile: 0.1, Build: 0.5},
    "drawer": {DrawPile: 20, TakeOpen: 0.1, Build: 0.5},
    "idler": {Build: 0.01, Remove: 5, Bury: 2, DrawPile: 3},
}


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """All editions with what they offer, and every other combination of the options."""
    handicap = draw(st.sampled_from([0, 0, 1, 2, 3]))
    seat = draw(st.sampled_from(SEATS)) if handicap else None
    flags = {option.key: draw(st.booleans()) for option in OPTIONS if option.is_flag}
    if draw(st.booleans()):
        edition = draw(st.sampled_from(list(EDITIONS.values())))
        wanted = {**flags, "handicap": handicap, "handicap_seat": seat}
        return edition.ruleset(**{key: wanted[key] for key in edition.offers})
    board = draw(st.sampled_from([ARCHIPELAGO, ARCHIPELAGO, KITE, TRIANGLE]))
    bridges = draw(st.integers(1, 30) | st.integers(1, 4))
    handicap = min(handicap, bridges)
    return custom(
        Ruleset(),
        bridges=bridges,
        stones=draw(st.integers(1, 12) | st.just(25)),
        discard=draw(st.sampled_from(Discard)),
        final_scoring=draw(st.sampled_from(FinalScoring)),
        **flags,
        handicap=handicap,
        handicap_seat=seat,
        board=board,
    )


def random_deal(board: Board, rng: Random) -> Deal:
    cards = list(expand(board.deck))
    rng.shuffle(cards)
    places = iter(cards)
    hands = [cards_of(next(places) for _ in range(board.dealt)) for _ in SEATS]
    return Deal((hands[0], hands[1]), cards_of(next(places) for _ in range(board.open_places)))


def random_action(state: State, mood: Mood, rng: Random) -> Action:
    """A legal action of the seat to move, after its mood."""
    assert isinstance(state.public.phase, Turn | Handicap)
    legal = legal_actions(view_of(state, state.public.phase.seat))
    (action,) = rng.choices(legal, [mood.get(type(action), 1) for action in legal])
    return action


def random_step(state: State, mood: Mood, rng: Random) -> Step:
    """One ply: a card that chance turns up, or an action of the seat to move."""
    if isinstance(state.public.phase, Turn | Handicap):
        return apply(state, random_action(state, mood, rng))
    assert not isinstance(state.public.phase, Over)
    return resolve(state, rng.choice(expand(state.pile)))
