"""The one-line form of a position."""

import pytest
from games import RULESETS, games
from hypothesis import given
from hypothesis import strategies as st

from kahuna.core import (
    ACTIONS,
    CUSTOM,
    EDITIONS,
    Drawing,
    Handicap,
    InvalidPositionError,
    KahunaError,
    Opening,
    Over,
    Refilling,
    Ruleset,
    Seat,
    apply,
    legal_actions,
    make_board,
    mover,
    resolve,
    setup_of,
    state_of,
    view_of,
)
from kahuna.core.cards import expand
from kahuna.record import (
    RecordError,
    format_position,
    format_ruleset,
    parse_position,
    parse_ruleset,
    position_hash,
    replay,
)

EXAMPLE = "AD,BC,BE,DE,DH,EH/AB,AH,EF,EI,EJ,HI,HL AB/EHH CDF - -/- - 1.9 w kosmos-2015"


def test_every_position_of_a_game_survives_the_way_through_text():
    phases = set()
    for record in games(len(RULESETS)):
        for moment in replay(record):
            state = moment.state
            assert parse_position(format_position(state)) == state
            phases.add(type(state.public.phase))
    assert {Handicap, Over} <= phases


def test_chance_phases_too():
    state = parse_position(EXAMPLE)
    for action, phase in ((ACTIONS[-29], Drawing), (ACTIONS[-39], Refilling)):
        after = apply(state, action).state
        assert isinstance(after.public.phase, phase)
        assert parse_position(format_position(after)) == after
    opening = parse_position("AB/CF A/B - - -/- 0:1 2.20 w|3 kosmos-2015")
    assert opening.public.phase == Opening(Seat.WHITE, 3)
    assert parse_position(format_position(opening)) == opening
    assert resolve(opening, expand(opening.pile)[0]).state.public.phase == Opening(Seat.WHITE, 2)


def test_the_worked_example_in_one_line():
    state = parse_position(EXAMPLE)
    assert format_position(state) == EXAMPLE
    assert mover(state.public.phase) is Seat.WHITE
    assert legal_actions(view_of(state, Seat.WHITE))


def test_a_small_board_has_the_same_form():
    board = make_board("ALOA BARI COCO", "AB AC BC", dealt=1, open_places=1, hand_limit=2)
    text = "AB/- A/B C - -/- - 1.1 w kosmos-2015"
    assert format_position(parse_position(text, board)) == text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rules_in_a_word(ruleset):
    assert parse_ruleset(format_ruleset(ruleset)) == ruleset


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        (0, "AB", "bridges: 'AB' is only one part"),
        (0, "AC/-", "bridges: there is no line AC"),
        (0, "AB,AB/-", "bridges: the line AB is named twice"),
        (1, "A1/B", "hands: 'A1' is not a hand"),
        (1, "AZ/B", "hands: there is no island 'Z'"),
        (2, "??", "open: there is no island '?'"),
        (3, "0", "discards: there is no island '0'"),
        (4, "A", "buried: 'A' is only one part"),
        (5, "1-0", "points: '1-0' cannot be read"),
        (6, "1", "clock: '1' cannot be read; expected round.turn"),
        (6, "1.²", "clock: '1.²' cannot be read"),
        (7, "z", "phase: 'z' is not a phase"),
        (7, "#w=luck", "phase: '#w=luck' is not a phase"),
        (7, "w~AC", "phase: there is no line AC"),
        (8, "chess", "rules: there is no edition 'chess'"),
        (8, "kosmos-2015+3", "rules: 'kosmos-2015+3' is not a ruleset"),
        (8, "ksr+1", "rules: ksr does not offer variant 1"),
        (8, CUSTOM, "rules: 'custom' is not a ruleset"),
        (
            8,
            "ksr(bridges=1,stones=1,discard=free,final_scoring=difference)",
            "is not a ruleset; expected an edition",
        ),
    ],
)
def test_a_wrong_field_is_named(field, text, says):
    fields = EXAMPLE.split()
    fields[field] = text
    with pytest.raises(RecordError) as caught:
        parse_position(" ".join(fields))
    assert says in str(caught.value)


def test_fields_are_counted():
    with pytest.raises(RecordError, match="9 fields, not 2; expected bridges hands"):
        parse_position("AB/- A/B")


def test_all_problems_of_an_impossible_position_are_named():
    with pytest.raises(InvalidPositionError) as caught:
        parse_position("AB,AD/AB AAA/BBBBBB GHI - -/- - 1.1 w kosmos-2015")
    said = " | ".join(map(str, caught.value.problems))
    assert "the line ALOA–BARI has two owners" in said
    assert "3 cards of ALOA lie about; there are 2" in said
    assert "6 cards of BARI lie about" in said
    assert "Black holds 6 cards; the limit is 5" in said


def test_hashes_tell_positions_apart():
    hashes = {position_hash(m.state) for record in games(3) for m in replay(record)}
    assert len(hashes) == sum(len(record.plies) + 1 for record in games(3))


def test_over_with_and_without_a_winner():
    base = setup_of(parse_position(EXAMPLE))
    for outcome in ("#-=agreement", "#b=resignation"):
        fields = EXAMPLE.split()
        fields[7] = outcome
        state = parse_position(" ".join(fields))
        assert isinstance(state.public.phase, Over)
        assert format_position(state).split()[7] == outcome
    assert state_of(base).ruleset == Ruleset()
    assert set(EDITIONS) == {r.edition for r in RULESETS} - {CUSTOM}


@given(st.lists(st.text(alphabet="ABKLZabwx/-,.:0123456789!+~|#=()*<?", max_size=9), max_size=10))
def test_any_text_is_a_position_or_an_error_for_people(fields):
    try:
        state = parse_position(" ".join(fields))
    except KahunaError as error:
        assert str(error)
    else:
        assert parse_position(format_position(state)) == state


@given(st.data())
def test_a_damaged_position_is_a_position_or_an_error_for_people(data):
    text = list(EXAMPLE)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from("ABCKLZwb/-,.:0123!+~|#=()*<? "))
    try:
        state = parse_position("".join(text))
    except KahunaError as error:
        assert str(error)
    else:
        assert parse_position(format_position(state)) == state
