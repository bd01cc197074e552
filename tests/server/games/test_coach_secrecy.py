"""What the coach says depends only on what its player can see."""

from __future__ import annotations

import pytest

from coach.games import tiny_engine
from kahuna.coach import judge, rank_actions
from kahuna.coach.decisions import Decision, situation_of
from kahuna.core import DRAW_PILE, Bury, Deal, Ruleset, Seat, cards, legal_actions
from kahuna.hosting.play.game import HostedGame
from kahuna.hosting.store import GameMetadata, Player, StoredGame
from kahuna.hosting.study.advice import PastDecision, last_turn
from kahuna.match import ScriptedChance
from kahuna.record import parse_cards


def game_of(black: str, drawn: str) -> HostedGame:
    """Return a game in which White and Black have discarded a card and drawn from the pile.

    White cannot tell apart games that differ in Black's hand and in what Black drew.
    """
    deal = Deal((cards("ABC"), cards(black)), cards("GHI"))
    metadata = GameMetadata(
        id="g",
        created_at=0.0,
        mode="bot",
        ruleset=Ruleset(),
        first=Seat.WHITE,
        first_choice="white",
        deal=deal,
        players=(Player("Ada"), Player("Greedy", "greedy")),
    )
    chance = ScriptedChance(deal, parse_cards("L" + drawn), first=Seat.WHITE)
    game = HostedGame(StoredGame(metadata, {}), chance)
    for seat in Seat:
        discard = next(a for a in legal_actions(game.view(seat)) if isinstance(a, Bury))
        game.act_for_bot(seat, discard, at=0.0)
        game.act_for_bot(seat, DRAW_PILE, at=0.0)
    return game


def advice(game: HostedGame) -> object:
    return list(rank_actions(game.view(Seat.WHITE), num_worlds=8, engine=tiny_engine()))


def last_decisions(game: HostedGame) -> list[PastDecision]:
    return last_turn(game.record_for((Seat.WHITE,)), Seat.WHITE)


def verdicts(game: HostedGame) -> object:
    decisions = [
        Decision(ply, situation_of(view), played) for ply, view, played in last_decisions(game)
    ]
    return list(judge(decisions, budget=1, engine=tiny_engine()))


TWINS = [game_of("DEF", "J"), game_of("JKK", "D")]


@pytest.mark.parametrize("said", [advice, last_decisions, verdicts])
def test_games_that_a_player_cannot_tell_apart_get_the_same_help(said) -> None:
    one, other = TWINS
    assert one.view(Seat.BLACK).own != other.view(Seat.BLACK).own
    assert said(one) == said(other)
