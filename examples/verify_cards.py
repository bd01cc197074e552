"""Verify the cards of a finished online game with nothing but Python's standard library.

Usage: python verify_cards.py [RECORD.json]. docs/fair-cards.md defines what is computed here.
"""

import hmac
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

ISLANDS = "ABCDEFGHIJKL"
DECK = sorted(2 * ISLANDS)
SAMPLE = Path(__file__).with_name("fair_game.json")


class MismatchError(Exception):
    """A card that the secret and the seeds do not determine."""


class Cards:
    """The pile, and the cards in both hands together: all that the draws depend on."""

    def __init__(self, secret: bytes, seeds: bytes) -> None:
        self.secret = secret
        self.seeds = seeds
        self.number = 0
        self.pile = list(DECK)
        self.held: list[str] = []

    def choose(self, size: int) -> int:
        """Choose a number below ``size``: the next uniform choice of the game."""
        block = 0
        while True:
            counters = self.number.to_bytes(8, "big") + block.to_bytes(8, "big")
            for byte in hmac.digest(self.secret, self.seeds + counters, "sha256"):
                if byte < 256 - 256 % size:
                    self.number += 1
                    return byte % size
            block += 1

    def draw(self, written: str, where: str) -> str:
        """Take the next card from the pile; raise if the record names another one."""
        if not self.pile:
            raise MismatchError(f"{where}: the pile is empty, but the record names {written}")
        card = self.pile.pop(self.choose(len(self.pile)))
        if card != written:
            raise MismatchError(f"{where}: the record names {written}, but the card is {card}")
        return card

    def play(self, token: str, where: str) -> None:
        """Follow one ply of the record."""
        action, _, opened = token.partition("|")
        action, _, came = action.partition("=") if action[0] == "<" else (action, "", "")
        if action[0] in "+-":  # A bridge was built or removed with the cards after the slash.
            self.discard(action.partition("/")[2], where)
        elif action[0] == "x":
            self.discard(action[1:], where)
        elif action == "<*":
            self.held.append(self.draw(came, where))
        elif action[0] == "<":  # An open card was taken; another one came in its place.
            self.held.append(action[1:])
            if came or self.pile:
                self.draw(came, where)
        if opened:  # The pile was renewed: it consists of all cards that nobody holds.
            self.pile = list(DECK)
            for card in self.held:
                self.pile.remove(card)
            for card in opened:
                self.draw(card, where)

    def discard(self, cards: str, where: str) -> None:
        """Take cards from a hand."""
        for card in cards:
            if card not in self.held:
                raise MismatchError(f"{where}: nobody holds {card}")
            self.held.remove(card)


def all_seeds(secret: bytes, seeds: list[str | None]) -> bytes:
    """Join the seeds of White and Black; the secret determines that of a player who sent none."""
    return b"".join(
        bytes.fromhex(seed) if seed else hmac.digest(secret, seat.to_bytes(8, "big"), "sha256")
        for seat, seed in enumerate(seeds)
    )


def deal(cards: Cards, size: int) -> str:
    """Deal some cards and return them in order of the islands."""
    return "".join(sorted(cards.pile.pop(cards.choose(len(cards.pile))) for _ in range(size)))


def verify(record: dict[str, Any]) -> None:
    """Raise if any card of the record is not the one that its secret and seeds determine."""
    fair = record["fair_cards"]
    secret = bytes.fromhex(fair["secret"])
    cards = Cards(secret, all_seeds(secret, fair["seeds"]))
    first = cards.choose(2)
    if fair["first"] == "random" and first != record["first"]:
        raise MismatchError(f"the record says that seat {record['first']} starts, not {first}")
    white, black = record["deal"]["hands"]
    for name, dealt in (("White", white), ("Black", black), ("open", record["deal"]["open"])):
        if (expected := deal(cards, 3)) != "".join(sorted(dealt)):
            raise MismatchError(f"deal ({name}): the record says {dealt}, but it is {expected}")
    cards.held = sorted(white + black)
    for number, token in enumerate(record["plies"], 1):
        cards.play(token, f"ply {number}")


def main() -> None:
    """Verify a record and print what was committed before the deal."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE
    record = json.loads(path.read_text(encoding="utf-8"))
    if not record.get("fair_cards"):
        sys.exit(f"{path}: the record does not say what determined the cards")
    try:
        verify(record)
    except MismatchError as problem:
        sys.exit(f"{path}: {problem}")
    print("Every card is the one that the secret and the seeds determine. Commitments (SHA-256):")
    fair = record["fair_cards"]
    numbers = (fair["secret"], *fair["seeds"])
    for name, number in zip(("server", "White", "Black"), numbers, strict=True):
        commitment = sha256(bytes.fromhex(number)).hexdigest() if number else "the server's seed"
        print(f"  {name:6}  {commitment}")


if __name__ == "__main__":
    main()
