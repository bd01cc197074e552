"""Cards that anybody can verify after the game: docs/fair-cards.md defines them.

The server's secret and a seed of each player determine every card. All three are committed before
the first card is dealt, so nobody can choose a contribution that suits the others.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, count
from typing import Final, TypeAlias

from kahuna.core import SEATS, Cards, Deal, Island, Ruleset, Seat, cards_of, expand, single

SEED_BYTES: Final = 32
"""The length of the secret and of each seed."""
Seeds: TypeAlias = tuple[bytes | None, bytes | None]
"""The seed of each player, White first; ``None`` for a player who sent none."""

_FIRST_NUMBER: Final = 0
"""The number that decides who starts; the cards of the game follow from 1 on."""


def commitment_of(seed: bytes) -> str:
    """Return the commitment to a secret or a seed.

    >>> commitment_of(bytes(32))[:8]
    '66687aad'
    """
    return sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class FairCards:
    """What determines the cards of a game; a source of chance."""

    secret: bytes = field(repr=False)
    seeds: Seeds = field(repr=False)
    is_first_random: bool
    """Whether chance decides who starts."""

    def choose(self, number: int, size: int) -> int:
        """Return the uniform choice with this number among ``size``, counted from 0."""
        limit = 256 - 256 % size
        return next(byte % size for byte in self._bytes(number) if byte < limit)

    def seed(self, seat: Seat) -> bytes:
        """Return the seed for a seat; the secret determines that of a player who sent none."""
        return self.seeds[seat] or hmac.digest(self.secret, seat.to_bytes(8), "sha256")

    def first(self) -> Seat:
        """Choose who starts. [R2.4]"""
        return SEATS[self.choose(_FIRST_NUMBER, len(SEATS))]

    def deal(self, ruleset: Ruleset) -> Deal:
        """Deal White's hand, Black's hand and the open cards, card by card. [R2.1, R2.2]"""
        board = ruleset.board
        pile, dealt = board.deck, list[Island]()
        for number in range(1, 2 * board.dealt + board.open_places + 1):
            card = self.draw(pile, number)
            pile -= single(card)
            dealt.append(card)
        white, black = dealt[: board.dealt], dealt[board.dealt : 2 * board.dealt]
        return Deal((cards_of(white), cards_of(black)), cards_of(dealt[2 * board.dealt :]))

    def draw(self, pile: Cards, number: int) -> Island:
        """Draw a card of the pile; ``number`` counts the cards of the game from 1. [R8.2]"""
        cards = expand(pile)
        return cards[self.choose(number, len(cards))]

    def _bytes(self, number: int) -> Iterator[int]:
        seeds = b"".join(map(self.seed, SEATS))
        messages = (seeds + number.to_bytes(8) + block.to_bytes(8) for block in count())
        return chain.from_iterable(
            hmac.digest(self.secret, message, "sha256") for message in messages
        )
