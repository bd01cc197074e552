"""Taking a game apart: what its players knew, and what really happened."""

from coach.games import cut, whole_game
from kahuna.coach.decisions import decisions_of, situation_of
from kahuna.core import Ruleset, apply, legal_actions, resolve
from kahuna.encoding import memory_of
from kahuna.match.transitions import transitions_of
from kahuna.record import final_state


def test_every_ply_is_one_decision_of_its_mover():
    record = whole_game()
    decisions, transitions = decisions_of(record), transitions_of(record)
    assert [d.ply for d in decisions] == list(range(1, len(record.plies) + 1))
    assert [(t.ply, t.seat) for t in transitions] == [(d.ply, d.seat) for d in decisions]
    for decision in decisions:
        situation = decision.situation
        assert decision.played in situation.legal == legal_actions(situation.view)
        assert decision.is_forced == (len(situation.legal) == 1)


def test_the_belief_is_that_of_everything_seen_so_far():
    decision = decisions_of(cut(whole_game(), 12))[-1]
    assert decision.situation.belief == situation_of(decision.situation.view).belief


def test_transitions_lead_from_one_position_to_the_next_with_the_cards_that_came():
    for ruleset in (Ruleset(), Ruleset(open_hands=True)):
        record = whole_game(ruleset=ruleset)
        decisions, transitions = decisions_of(record), transitions_of(record)
        for decision, transition, following in zip(
            decisions, transitions, [*transitions[1:], None], strict=True
        ):
            state = apply(transition.before, decision.played).state
            for draw in transition.draws:
                assert draw.before == state
                state = resolve(state, draw.card).state
            assert state == transition.after
            assert transition.memory == memory_of(decision.situation.view)
            if following is not None:
                assert following.before == transition.after
                assert following.memory == transition.memory_after
        assert transitions[-1].after == final_state(record)
