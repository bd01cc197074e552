"""A whole game as data: ruleset, deal, actions with their chance outcomes, and the result.

A record is neither a seed nor a memory image: a newer version either replays it or names the ply at
which it differs. docs/record-format.md specifies the format for other programs.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from kahuna.core import (
    CUSTOM,
    EDITIONS,
    OPTIONS,
    SEATS,
    Board,
    Deal,
    InvalidRulesetError,
    Island,
    Option,
    Outcome,
    Ruleset,
    Seat,
    Termination,
    cards_of,
    format_cards,
)
from kahuna.record.errors import Flaw, RecordError
from kahuna.record.fair_cards import SEED_BYTES, FairCards
from kahuna.record.notation import UNKNOWN, Ply, format_ply, parse_cards, parse_ply
from kahuna.record.rules_text import ruleset_to_dict
from kahuna.record.signature import KEY_BYTES, SIGNATURE_BYTES, Signature, canonical_bytes

FORMAT: Final = "kahuna-record"
VERSION: Final = 1
MAX_PLIES: Final = 1000
"""More than any game can have: each ply ends a turn, uses up a card, or follows a removal."""
MAX_NAME: Final = 80

Players: TypeAlias = tuple[str | None, str | None]
"""The names of the players, White first; ``None`` for a player without a name."""
Hand: TypeAlias = tuple[Island, ...] | None
"""The cards a seat was dealt, in the order written; ``None`` if the writer may not know them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game, finished or not, complete or as one seat saw it."""

    ruleset: Ruleset
    players: Players
    first: Seat
    hands: tuple[Hand, Hand]
    open_cards: tuple[Island, ...]
    plies: tuple[Ply, ...]
    outcome: Outcome | None
    hashes: tuple[tuple[int, str], ...] = ()
    """Hashes of positions by number of plies, as checks for readers."""
    assisted: tuple[Seat, ...] = ()
    """The seats whose players asked a program for help during the game."""
    fair_cards: FairCards | None = None
    """What determined the cards, once the game is over."""
    signature: Signature | None = None
    """The signature of the server that hosted the game."""

    @property
    def deal(self) -> Deal:
        """Return the deal; raise if a card of it is unknown."""
        white, black = self.hands
        if white is None or black is None:
            raise RecordError(
                "the deal is not known",
                where="deal.hands",
                expected="both hands",
                flaw=Flaw.ONE_SIDED,
            )
        return Deal((cards_of(white), cards_of(black)), cards_of(self.open_cards))


def format_record(record: GameRecord) -> str:
    """Write a record as one line of JSON."""
    return json.dumps(_to_dict(record), ensure_ascii=False)


def signed_bytes(record: GameRecord) -> bytes:
    """Return what the server signs of a finished game: all of it except the names."""
    return canonical_bytes(_to_dict(record))


def _to_dict(record: GameRecord) -> dict[str, object]:
    ruleset, outcome = record.ruleset, record.outcome
    data: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": ruleset_to_dict(ruleset),
        "seats": [_format_seat(record, seat) for seat in SEATS],
        "first": record.first,
        "deal": {
            "hands": [_format_hand(hand, ruleset) for hand in record.hands],
            "open": format_cards(record.open_cards),
        },
        "plies": [format_ply(ply, ruleset.board) for ply in record.plies],
        "outcome": outcome
        and {
            "winner": outcome.winner,
            "termination": outcome.termination,
            "scores": outcome.scores,
        },
    }
    if record.hashes:
        data["hashes"] = {str(ply): digest for ply, digest in record.hashes}
    if (fair := record.fair_cards) is not None:
        data["fair_cards"] = {
            "secret": fair.secret.hex(),
            "seeds": [None if seed is None else seed.hex() for seed in fair.seeds],
            "first": "random" if fair.is_first_random else "chosen",
        }
    if (signature := record.signature) is not None:
        data["signature"] = {"key": signature.key.hex(), "value": signature.value.hex()}
    return data


def parse_record(text: str) -> GameRecord:
    """Read a record from JSON; an error says what is wrong, where, and what is expected."""
    try:
        data = json.loads(text, object_pairs_hook=_object_of)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RecordError(
            "this is not a complete JSON object", where=where, flaw=Flaw.NO_JSON, line=error.lineno
        ) from None
    except (ValueError, RecursionError):
        raise RecordError(
            "this is not a JSON object that could be a record", flaw=Flaw.NO_JSON
        ) from None
    return _record_of(_Reader(data))


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object from its keys and values; refuse duplicate keys."""
    made: dict[str, object] = {}
    for key, value in pairs:
        if key in made:
            raise RecordError(f"the key {ascii(key)[:40]} occurs twice in an object")
        made[key] = value
    return made


def decode_text(data: bytes) -> str:
    """Decode UTF-8 without a byte-order mark; say what is wrong with anything else."""
    if data.startswith(BOM_UTF8):
        raise RecordError("the file begins with a byte-order mark", expected="UTF-8 without one")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start} is not UTF-8") from None


class _Reader:
    """A JSON value with its location, for error messages."""

    def __init__(
        self,
        value: object,
        where: str = "",
        *,
        flaw: Flaw = Flaw.CONTENT,
        ply: int | None = None,
    ) -> None:
        self.value = value
        self.where = where
        self.flaw = flaw
        """The kind of error if the value is wrong."""
        self.ply = ply

    def __getitem__(self, key: str) -> _Reader:
        if not isinstance(self.value, Mapping):
            raise self.wrong("an object")
        if key not in self.value:
            where = self.where or "the record"
            raise RecordError(f"there is no {key!r}", where=where, flaw=self.flaw)
        where = f"{self.where}.{key}" if self.where else key
        return _Reader(self.value[key], where, flaw=self.flaw)

    def get(self, key: str) -> _Reader | None:
        """Return the value of a key that may be missing or null."""
        if isinstance(self.value, Mapping) and self.value.get(key) is None:
            return None
        return self[key]

    def wrong(self, expected: str) -> RecordError:
        shown = json.dumps(self.value, ensure_ascii=True)
        shown = shown if len(shown) <= 40 else shown[:37] + "..."
        return RecordError(
            f"{shown} does not fit",
            where=self.where or "record",
            expected=expected,
            flaw=self.flaw,
            ply=self.ply,
        )

    def whole(self, low: int, high: int) -> int:
        number = self.value
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            raise self.wrong(f"a whole number from {low} to {high}")
        return number

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def text(self, most: int = MAX_NAME) -> str:
        if not isinstance(self.value, str):
            raise self.wrong("text")
        if len(self.value) > most or not self.value.isprintable():
            raise self.wrong(f"at most {most} printable characters")
        return self.value

    def choice(self, *words: str) -> str:
        if self.value not in words:
            raise self.wrong(" or ".join(json.dumps(word) for word in words))
        return self.text()

    def hex(self, size: int) -> bytes:
        digits = f"[0-9a-f]{{{2 * size}}}"
        if not isinstance(self.value, str) or not re.fullmatch(digits, self.value):
            raise self.wrong(f"{2 * size} digits of 0-9 and a-f")
        return bytes.fromhex(self.value)

    def items(self, least: int, most: int) -> list[_Reader]:
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            size = f"{least}" if least == most else f"{least} to {most}"
            raise self.wrong(f"a list of {size}")
        return [_Reader(item, f"{self.where}[{i}]") for i, item in enumerate(self.value)]


def _record_of(data: _Reader) -> GameRecord:
    _Reader(data.value, flaw=Flaw.NO_RECORD)["format"].choice(FORMAT)
    _Reader(data.value, flaw=Flaw.UNKNOWN_VERSION)["version"].whole(VERSION, VERSION)
    ruleset = _ruleset_of(data["ruleset"])
    white, black = data["seats"].items(2, 2)
    board = ruleset.board
    hands = [_hand_of(hand, ruleset) for hand in data["deal"]["hands"].items(2, 2)]
    open_cards = _cards_in(data["deal"]["open"], ruleset, board.open_places)
    try:
        check_copies(board, hands, open_cards)
    except RecordError as error:
        raise error.at("deal") from None
    tokens = enumerate(data["plies"].items(0, MAX_PLIES), 1)
    plies = [_ply_of(token.value, number, ruleset) for number, token in tokens]
    outcome, hashes = data.get("outcome"), data.get("hashes")
    fair, signature = data.get("fair_cards"), data.get("signature")
    return GameRecord(
        ruleset=ruleset,
        players=(_name_of(white), _name_of(black)),
        first=Seat(data["first"].whole(0, 1)),
        hands=(hands[0], hands[1]),
        open_cards=open_cards,
        plies=tuple(plies),
        outcome=None if outcome is None else _outcome_of(outcome),
        hashes=() if hashes is None else tuple(_hashes_of(hashes, len(plies))),
        assisted=tuple(
            seat
            for seat, data_of_seat in zip(SEATS, (white, black), strict=True)
            if (assisted := data_of_seat.get("assisted")) is not None and assisted.flag()
        ),
        fair_cards=None if fair is None else _fair_cards_of(fair),
        signature=None if signature is None else _signature_of(signature),
    )


def _name_of(seat: _Reader) -> str | None:
    name = seat.get("name")
    return None if name is None else name.text()


def _format_seat(record: GameRecord, seat: Seat) -> dict[str, object]:
    named: dict[str, object] = {"name": record.players[seat]}
    return named | {"assisted": True} if seat in record.assisted else named


def _ruleset_of(data: _Reader) -> Ruleset:
    edition = data["edition"].choice(*EDITIONS, CUSTOM)
    options = {option.key: _option_of(data, option) for option in OPTIONS}
    try:
        return Ruleset(edition=edition, **options)  # type: ignore[arg-type]  # as in the table
    except InvalidRulesetError as error:
        raise RecordError(str(error), where=data.where) from None


def _option_of(data: _Reader, option: Option) -> object:
    """Read one option of a ruleset by its kind of values."""
    values = option.values
    if isinstance(values, range):
        return data[option.key].whole(values[0], values[-1])
    if option.is_flag:  # Records from before a variant existed do not name it.
        value = data.get(option.key)
        return value is not None and value.flag()
    if values[0] is None:
        seat = data.get(option.key)
        return None if seat is None else Seat(seat.whole(0, 1))
    words = [str(value) for value in values]
    return values[words.index(data[option.key].choice(*words))]


def _cards_in(data: _Reader, ruleset: Ruleset, num: int) -> tuple[Island, ...]:
    text = data.text()
    try:
        cards = parse_cards(text, ruleset.board)
    except RecordError as error:
        raise error.at(data.where) from None
    if len(cards) != num:
        raise data.wrong(f"{num} cards")
    return cards


def _hand_of(data: _Reader, ruleset: Ruleset) -> Hand:
    num = ruleset.board.dealt
    return None if data.value == UNKNOWN * num else _cards_in(data, ruleset, num)


def _format_hand(hand: Hand, ruleset: Ruleset) -> str:
    return UNKNOWN * ruleset.board.dealt if hand is None else format_cards(hand)


def check_copies(board: Board, hands: list[Hand], open_cards: tuple[Island, ...]) -> None:
    """Refuse a deal with more cards of an island than the game has."""
    dealt = [card for cards in (*hands, open_cards) for card in cards or ()]
    for island in sorted(set(dealt)):
        if (num := dealt.count(island)) > board.copies:
            raise RecordError(
                f"{num} cards of {board.names[island]} are dealt",
                expected=f"at most {board.copies} of an island",
            )


def _ply_of(value: object, number: int, ruleset: Ruleset) -> Ply:
    where = f"ply {number}"
    text = _Reader(value, where, flaw=Flaw.PLY, ply=number).text()
    try:
        return parse_ply(text, ruleset.board)
    except RecordError as error:
        raise error.at(where, ply=number) from None


def _outcome_of(data: _Reader) -> Outcome:
    winner = data.get("winner")
    scores = [score.items(2, 2) for score in data["scores"].items(0, 3)]
    return Outcome(
        None if winner is None else Seat(winner.whole(0, 1)),
        Termination(data["termination"].choice(*Termination)),
        tuple((white.whole(0, 99), black.whole(0, 99)) for white, black in scores),
    )


def _hashes_of(data: _Reader, num_plies: int) -> Iterator[tuple[int, str]]:
    if not isinstance(data.value, dict):
        raise data.wrong("an object of ply numbers and hashes")
    for key in data.value:
        is_number = re.fullmatch(r"[1-9][0-9]*", key) is not None
        if not is_number or int(key[:9]) > num_plies:
            problem = f"there is no ply {key[:9]}" if is_number else f"{key[:40]!a} is no ply"
            expected = f"a number from 1 to {num_plies}"
            raise RecordError(problem, where=data.where, expected=expected)
        yield int(key), data[key].text()


def _fair_cards_of(data: _Reader) -> FairCards:
    white, black = (
        None if seed.value is None else seed.hex(SEED_BYTES) for seed in data["seeds"].items(2, 2)
    )
    is_first_random = data["first"].choice("random", "chosen") == "random"
    return FairCards(data["secret"].hex(SEED_BYTES), (white, black), is_first_random)


def _signature_of(data: _Reader) -> Signature:
    return Signature(data["key"].hex(KEY_BYTES), data["value"].hex(SIGNATURE_BYTES))
