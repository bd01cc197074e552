"""Observations: what a seat can know, and nothing else."""

import runpy
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    SPECTATOR,
    Deal,
    Over,
    action_numbers,
    apply,
    cards_of,
    expand,
    is_chance,
    legal_actions,
    mover,
    resolve,
    sample_world,
    seen,
    start,
    view_of,
)
from kahuna.encoding import (
    FIELDS,
    HIGHS,
    SIZE,
    SLICES,
    Memory,
    SpectatorError,
    encode_view,
    legal_mask,
    memory_of,
    remember,
)
from research.engines.scenarios import STYLES, choose_weighted, random_ruleset, random_styles

ROOT = Path(__file__).parents[2]


def games(num: int, seed: int):
    """Every position of some random games: the state, and the history of each seat."""
    rng = Random(seed)
    for _ in range(num):
        ruleset, players = random_ruleset(rng), random_styles(rng)
        cards = list(expand(ARCHIPELAGO.deck))
        rng.shuffle(cards)
        deal = Deal((cards_of(cards[:3]), cards_of(cards[3:6])), cards_of(cards[6:9]))
        state, events = start(ruleset, deal, first=rng.choice(SEATS))
        history = list(events)
        while not isinstance(state.public.phase, Over):
            yield state, history
            if is_chance(state.public.phase):
                state, events = resolve(state, rng.choice(expand(state.pile)))
            else:
                seat = mover(state.public.phase)
                legal = legal_actions(view_of(state, seat))
                state, events = apply(state, choose_weighted(legal, STYLES[players[seat]], rng))
            history += events
        yield state, history


def test_every_number_is_within_its_bounds():
    for state, _ in games(20, seed=1):
        for seat in SEATS:
            row = encode_view(view_of(state, seat))
            assert row.shape == (SIZE,)
            assert row.dtype == np.uint8
            assert (row <= np.array(HIGHS)).all()


def test_r15_two_worlds_that_look_alike_have_the_same_observation():
    rng = Random(3)
    for number, (state, history) in enumerate(games(6, seed=2)):
        if number % 7 or is_chance(state.public.phase):
            continue
        for seat in SEATS:
            log = tuple(seen(event, seat) for event in history)
            view = view_of(state, seat, history=log)
            other = view_of(sample_world(view, rng), seat, history=log)
            assert (encode_view(view) == encode_view(other)).all()


def test_r15_3_memory_is_the_same_whether_told_or_seen():
    for number, (state, history) in enumerate(games(20, seed=5)):
        if number % 10:
            continue
        told = remember(state.ruleset, history, Memory.at_start((0, 0)))
        for viewer in (*SEATS, SPECTATOR):
            log = tuple(seen(event, viewer) for event in history)
            assert memory_of(view_of(state, viewer, history=log)) == told
        if state.ruleset.open_hands:
            assert told == Memory(state.public.shown, (0, 0))


def test_r13_1_a_position_set_up_remembers_what_lies_open():
    state = next(s for s, _ in games(50, seed=6) if any(s.public.shown))
    assert memory_of(view_of(state, SEATS[0])) == Memory.at_start(state.public.shown)


def test_the_legal_mask_is_the_list_of_legal_actions():
    numbers = action_numbers(ARCHIPELAGO)
    for state, _ in games(3, seed=4):
        for seat in SEATS:
            view = view_of(state, seat)
            wanted = sorted(numbers[action] for action in legal_actions(view))
            assert np.flatnonzero(legal_mask(view)).tolist() == wanted


def test_r15_5_a_spectator_has_no_observation():
    state, _ = next(games(1, seed=1))
    with pytest.raises(SpectatorError, match="only a seat has"):
        encode_view(view_of(state, SPECTATOR))


def test_pieces_follow_one_another():
    assert SLICES["own_bridges"] == slice(0, 27)
    assert SLICES[FIELDS[-1].name].stop == SIZE
    assert len({piece.name for piece in FIELDS}) == len(FIELDS)


def test_the_page_about_the_observation_is_up_to_date():
    tool = runpy.run_path(str(ROOT / "tools" / "make_observation_page.py"))
    assert tool["PAGE"].read_text(encoding="utf-8") == tool["table"](), (
        "run: python tools/make_observation_page.py"
    )
