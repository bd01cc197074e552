"""Verify that the cards of a record are those that its secret and seeds determine."""

from __future__ import annotations

from itertools import count

from kahuna.core import Island, State, format_cards, size
from kahuna.record.errors import RecordError, ReplayMismatchError
from kahuna.record.fair_cards import FairCards
from kahuna.record.game_record import GameRecord
from kahuna.record.notation import format_ply, to_action
from kahuna.record.replay import play, replay


def verify_cards(record: GameRecord) -> FairCards:
    """Return what determined the cards of a game; raise at the first wrong card or ply."""
    fair = record.fair_cards
    if fair is None:
        raise RecordError(
            "the record does not say what determined the cards",
            where="fair_cards",
            expected="the record of a finished online game",
        )
    if fair.is_first_random and fair.first() is not record.first:
        expected = f"{fair.first():d}"
        raise RecordError("the wrong player starts", where="first", expected=expected)
    dealt, deal = fair.deal(record.ruleset), record.deal
    if dealt != deal:
        cards = " ".join(map(format_cards, (*dealt.hands, dealt.open_cards)))
        raise RecordError("other cards were dealt", where="deal", expected=cards)
    numbers = count(sum(map(size, (*deal.hands, deal.open_cards))) + 1)

    def draw(state: State) -> Island:
        return fair.draw(state.pile, next(numbers))

    moments = replay(record)
    before = next(moments).state
    for number, ply, state, _ in moments:
        assert ply is not None
        fitting, _ = play(before, to_action(ply.action, before.public.phase), draw)
        if fitting != ply:
            board = record.ruleset.board
            problem = f"{format_ply(ply, board)} has another card than the secret determines"
            raise ReplayMismatchError(number, problem, expected=format_ply(fitting, board))
        before = state
    return fair
