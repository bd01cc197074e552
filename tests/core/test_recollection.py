"""What a seat remembers: exact where nothing was discarded face down, and no secrets. [R15]"""

from math import comb
from random import Random

import pytest

from kahuna.core import (
    ARCHIPELAGO,
    SEATS,
    SPECTATOR,
    Bury,
    Island,
    Over,
    Ruleset,
    Seat,
    UnknownWorldError,
    advance,
    believe,
    count,
    legal_actions,
    mover,
    random_deal,
    random_draw,
    recollect,
    recollect_nothing,
    sample_world,
    seen,
    size,
    start,
    start_of,
    view_of,
)
from kahuna.core.events import BridgeBuilt, BuildCause
from kahuna.core.hand_estimate import HandEstimate
from kahuna.core.recollection import TOOK_OPEN, TurnRecord
from kahuna.record import parse_position
from research.engines.scenarios import STYLES, choose_weighted, random_ruleset, random_styles

ISLANDS = tuple(map(Island, ARCHIPELAGO.islands))


def games(num, seed, *, ruleset=None, buries=True):
    """Yield every decision of random games: the state, each seat's history, and who has buried."""
    rng = Random(seed)
    for _ in range(num):
        rules = random_ruleset(rng) if ruleset is None else ruleset
        styles = random_styles(rng)
        state, events = start(rules, random_deal(rules, rng), first=rng.choice(SEATS))
        histories = {seat: [seen(event, seat) for event in events] for seat in SEATS}
        buried = set()
        while not isinstance(state.public.phase, Over):
            seat = mover(state.public.phase)
            yield state, {each: tuple(history) for each, history in histories.items()}, buried
            legal = legal_actions(view_of(state, seat))
            legal = [a for a in legal if buries or not isinstance(a, Bury)] or list(legal)
            action = choose_weighted(legal, STYLES[styles[seat]], rng)
            if isinstance(action, Bury):
                buried.add(seat)
            state, events = advance(state, action, random_draw(rng))
            for each in SEATS:
                histories[each] += [seen(event, each) for event in events]


def exact_counts(belief):
    """Return the exact probabilities of 0, 1 and 2 cards of every island in the hidden hand."""
    total = sum(belief.weights.values())
    found = [[0.0, 0.0, 0.0] for _ in ISLANDS]
    for known, weight in belief.weights.items():
        pool, num = belief._pool(known), belief.hand_size - size(known.held)
        for island in ISLANDS:
            copies, others = count(pool, island), size(pool) - count(pool, island)
            for drawn in range(copies + 1):
                if 0 <= num - drawn <= others:
                    ways = comb(copies, drawn) * comb(others, num - drawn) / comb(size(pool), num)
                    found[island][count(known.held, island) + drawn] += weight / total * ways
    return found


def counts(recollection):
    return recollection.theirs.counts(recollection.unseen_counts())


def test_it_is_the_exact_belief_while_nothing_was_buried():
    for number, (state, histories, buried) in enumerate(games(3, seed=1, buries=False)):
        seat = mover(state.public.phase)
        if number % 9 or buried:
            continue
        view = view_of(state, seat, history=histories[seat])
        exact = exact_counts(believe(view))
        for found, wanted in zip(counts(recollect(view)), exact, strict=True):
            assert found == pytest.approx(wanted, abs=1e-9)


def test_it_stays_close_to_the_exact_belief_after_hidden_discards():
    errors = []
    for number, (state, histories, buried) in enumerate(games(3, seed=2, ruleset=Ruleset())):
        seat = mover(state.public.phase)
        if number % 12 or seat.other not in buried:
            continue
        view = view_of(state, seat, history=histories[seat])
        exact = exact_counts(believe(view))
        errors += [
            max(abs(a - b) for a, b in zip(found, wanted, strict=True))
            for found, wanted in zip(counts(recollect(view)), exact, strict=True)
        ]
    assert len(errors) > 100
    assert sum(errors) / len(errors) < 0.05


def test_who_remembers_nothing_knows_the_board_and_the_hand_alone():
    for number, (state, histories, _buried) in enumerate(games(1, seed=3)):
        seat = mover(state.public.phase)
        if number % 9:
            continue
        nothing = recollect_nothing(view_of(state, seat, history=histories[seat]))
        now = recollect_nothing(view_of(state, seat))
        assert counts(nothing) == counts(now)
        assert nothing.turns == now.turns
        assert sum(nothing.unseen_counts()) >= sum(recollect(view_of(state, seat)).unseen_counts())


def test_r15_hidden_cards_change_nothing():
    rng = Random(3)
    for number, (state, histories, _) in enumerate(games(3, seed=3)):
        seat = mover(state.public.phase)
        if number % 16:
            continue
        view = view_of(state, seat, history=histories[seat])
        other = view_of(sample_world(view, rng), seat, history=histories[seat])
        assert recollect(view).of_both() == recollect(other).of_both()
        assert recollect(view).unseen == recollect(other).unseen


def test_events_can_be_added_one_decision_at_a_time():
    known = {}
    for number, (state, histories, _) in enumerate(games(3, seed=4)):
        for seat in SEATS:
            history = histories[seat]
            seen_before, recollection = known.get(seat, ((), None))
            if recollection is None or history[: len(seen_before)] != seen_before:
                recollection = recollect(view_of(state, seat, history=history))
            else:
                before = recollection.of_both()
                after = recollection.after(history[len(seen_before) :])
                assert recollection.of_both() == before
                recollection = after
            known[seat] = (history, recollection)
            if number % 8:
                continue
            whole = recollect(view_of(state, seat, history=history))
            assert recollection.of_both() == whole.of_both()
            assert recollection.unseen_counts() == whole.unseen_counts()


def test_a_seat_knows_what_the_opponent_remembers_of_it_unless_it_buried_cards():
    for number, (state, histories, buried) in enumerate(games(5, seed=5)):
        if number % 9:
            continue
        white, black = (recollect(view_of(state, seat, history=histories[seat])) for seat in SEATS)
        for own, other in ((white, black), (black, white)):
            mine, theirs = own.of(other.viewer), other.of(other.viewer)
            assert (mine.last, mine.earlier) == (theirs.last, theirs.earlier)
            if own.viewer not in buried:
                for found, wanted in zip(mine.hand, theirs.hand, strict=True):
                    assert found == pytest.approx(wanted, abs=1e-9)
            if other.viewer not in buried:
                assert mine.identified == theirs.identified


def test_r9_4_a_renewed_pile_identifies_the_whole_hand():
    """The pile is empty then, so nothing else can be where the unseen cards are."""
    rounds = {}
    for state, histories, buried in games(4, seed=6, ruleset=Ruleset(), buries=False):
        seat = mover(state.public.phase)
        is_new = rounds.get("round") == state.public.round - 1
        rounds["round"] = state.public.round
        if is_new and not buried:
            found = recollect(view_of(state, seat, history=histories[seat]))
            hand = state.private[seat.other].hand
            assert found.of(seat).hand == tuple(
                tuple(float(case == count(hand, island)) for case in range(6)) for island in ISLANDS
            )
            assert found.identified == state.private[seat].hand


def test_a_position_without_history_remembers_nothing():
    state, histories, _ = list(games(1, seed=7, ruleset=Ruleset()))[40]
    seat = mover(state.public.phase)
    found = recollect(view_of(state, seat))
    for each in SEATS:
        assert found.of(each).identified == 0
        assert found.of(each).last == found.of(each).earlier == TurnRecord()
        assert set(found.of(each).hand) == {(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)}
    known = recollect(view_of(state, seat, history=histories[seat]))
    assert found.unseen == known.unseen


def test_r13_cards_that_lie_open_are_not_part_of_the_hidden_hand():
    rules = Ruleset(open_hands=True)
    for number, (state, histories, _) in enumerate(games(3, seed=8, ruleset=rules)):
        for seat in SEATS if number % 7 == 0 else ():
            found = recollect(view_of(state, seat, history=histories[seat]))
            assert tuple(found.shown) == state.public.shown
            assert found.hand == state.private[seat].hand
            assert found.theirs.size == size(state.private[seat.other].hand)
            assert found.own.size == size(found.hand)


def test_turns_are_recorded():
    position = "-/- BC/ADL AEF - -/- - 1.1 w kosmos-2015"
    state = parse_position(position)
    history = [seen(start_of(state), Seat.BLACK)]
    board = ARCHIPELAGO
    line = next(i for i, ends in enumerate(board.ends) if ends == (1, 2))
    build = next(
        a
        for a in legal_actions(view_of(state, Seat.WHITE))
        if getattr(a, "line", None) == line and getattr(a, "card", None) == 1
    )
    for action in (build, Bury(Island(2))):
        state, events = advance(state, action, random_draw(Random(1)))
        history += [seen(event, Seat.BLACK) for event in events]
    taken = next(a for a in legal_actions(view_of(state, Seat.WHITE)) if hasattr(a, "card"))
    state, events = advance(state, taken, random_draw(Random(1)))
    history += [seen(event, Seat.BLACK) for event in events]
    found = recollect(view_of(state, Seat.BLACK, history=tuple(history)))
    last = found.turns[Seat.WHITE][0]
    assert (last.built, last.removed, last.num_buried) == (1 << line, 0, 1)
    assert last.paid == 1 << 2
    assert last.ending == TOOK_OPEN
    assert last.taken + last.offered == sum(1 << 2 * i for i in (0, 4, 5))


def test_r12_2_a_free_bridge_is_recorded():
    """It is a ply of its own, and costs no card."""
    rules = Ruleset(no_trespass=True)
    for state, histories, _ in games(20, seed=10, ruleset=rules):
        seat = mover(state.public.phase)
        last = histories[seat][-1]
        if isinstance(last, BridgeBuilt) and last.cause is BuildCause.REMOVAL:
            found = recollect(view_of(state, seat.other, history=histories[seat.other]))
            record = found.turns[seat][0]
            assert record.built >> last.line & 1
            assert record.removed >> last.line & 1
            return
    raise AssertionError("no game had a free bridge")


def test_a_hand_that_cannot_be_is_taken_as_unidentified():
    """Numbers stay finite whatever a record claims to have happened."""
    estimate = HandEstimate(1)
    estimate.take(Island(0))
    estimate.bury()
    estimate.reveal(Island(0), lambda: [0.0] * len(ISLANDS))
    assert estimate.cases(Island(0)) == (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def test_a_spectator_remembers_nothing():
    state, _, _ = next(games(1, seed=9))
    with pytest.raises(UnknownWorldError, match="only a seat remembers"):
        recollect(view_of(state, SPECTATOR))


def test_a_history_begins_with_the_start():
    state, histories, _ = next(games(1, seed=9))
    seat = mover(state.public.phase)
    with pytest.raises(UnknownWorldError, match="must begin with the start"):
        recollect(view_of(state, seat, history=histories[seat][1:] or histories[seat] * 2))
