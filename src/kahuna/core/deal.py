"""The start of a game: the deal and the first state. [R2, R14]"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from kahuna.core.board import Island
from kahuna.core.cards import NO_CARDS, Cards, cards_of, count, expand, size
from kahuna.core.effects import DrawCard, Step
from kahuna.core.errors import InvalidDealError
from kahuna.core.events import GameStarted, TurnStarted
from kahuna.core.ruleset import Ruleset
from kahuna.core.seats import Seat
from kahuna.core.spelling import readable
from kahuna.core.state import Handicap, Phase, Private, Public, State, Turn, turn_of


@readable
class Deal(NamedTuple):
    """The cards dealt at the start. [R2.1, R2.2]"""

    hands: tuple[Cards, Cards]
    open_cards: Cards


NO_DEAL: Final = Deal((NO_CARDS, NO_CARDS), NO_CARDS)
"""Nothing is dealt yet: all cards are in the pile, and the game has no history."""


def random_deal(ruleset: Ruleset, rng: Random) -> Deal:
    """Deal from a shuffled deck. [R2.1, R2.2]"""
    board = ruleset.board
    deck = list(expand(board.deck))
    rng.shuffle(deck)
    white, black = deck[: board.dealt], deck[board.dealt : 2 * board.dealt]
    opened = deck[2 * board.dealt : 2 * board.dealt + board.open_places]
    return Deal((cards_of(white), cards_of(black)), cards_of(opened))


def random_draw(rng: Random) -> DrawCard:
    """Return a draw for :func:`~kahuna.core.effects.advance`: all cards are equally likely. [R8.2]

    >>> from kahuna.core import DRAW_PILE, Ruleset, advance
    >>> rng = Random(1)
    >>> state = start(Ruleset(), random_deal(Ruleset(), rng), first=Seat.WHITE).state
    >>> size(advance(state, DRAW_PILE, random_draw(rng)).state.pile)
    14
    """
    return lambda state: rng.choice(expand(state.pile))


def start(ruleset: Ruleset, deal: Deal, *, first: Seat) -> Step:
    """Start a game from a deal; handicap bridges come before the first turn. [R2, R14]"""
    board = ruleset.board
    dealt = (*deal.hands, deal.open_cards)
    sizes = tuple(size(cards) for cards in dealt)
    most = max(sum(count(cards, Island(i)) for cards in dealt) for i in board.islands)
    is_on_board = not any(cards >> 2 * len(board.names) for cards in dealt)
    is_full = sizes == (board.dealt, board.dealt, board.open_places)
    if not (is_full or deal == NO_DEAL) or most > board.copies or not is_on_board:
        raise InvalidDealError(
            f"a deal is {board.dealt} cards to each hand and {board.open_places} open ones, "
            f"at most {board.copies} of an island"
        )
    private = (Private(deal.hands[0], NO_CARDS), Private(deal.hands[1], NO_CARDS))
    phase: Phase = turn_of(first)
    if ruleset.handicap_seat is not None:
        phase = Handicap(ruleset.handicap_seat, ruleset.handicap, first)
    num_turns = 1 if isinstance(phase, Turn) else 0
    public = Public((0, 0), deal.open_cards, (0, 0), NO_CARDS, (), 1, num_turns, phase)
    state = State(ruleset, public, private, board.deck - sum(dealt))
    if deal == NO_DEAL:
        return Step(state, ())
    began = (TurnStarted(first),) if num_turns else ()
    return Step(state, (start_of(state), *began))


def start_of(state: State) -> GameStarted:
    """Return the event that begins the history of a game that starts in this state."""
    white, black = state.private
    return GameStarted(
        (white.hand, black.hand),
        (white.buried, black.buried),
        state.public.shown,
        state.public.discards,
        state.public.open_cards,
        size(state.pile),
    )
