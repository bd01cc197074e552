"""Words of the protocol: names of seats, islands and lines, and reasons for refusals."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from typing_extensions import TypeAliasType

SeatName = TypeAliasType("SeatName", Literal["white", "black"])
ViewerName = TypeAliasType("ViewerName", Literal["white", "black", "spectator"])
Letter = TypeAliasType(
    "Letter", Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
)
LineName = TypeAliasType(
    "LineName",
    Literal[
        "AB", "AD", "AH", "BC", "BD", "BE", "BF", "CF", "CG", "CK", "DE", "DH", "EF", "EH", "EI",
        "EJ", "FG", "FJ", "GJ", "GK", "HI", "HL", "IJ", "IK", "IL", "JK", "KL",
    ],
)  # fmt: skip
Mode = TypeAliasType("Mode", Literal["bot", "hotseat", "online", "replay"])
"""Who plays with whom; ``replay`` is a finished game that was imported."""


class Refusal(StrEnum):
    """Why the server refuses a request."""

    BAD_MESSAGE = "bad_message"
    """Not a message of the protocol."""
    HELLO_FIRST = "hello_first"
    """The first message must be hello."""
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_TOKEN = "unknown_token"
    """This token holds no seat of this game."""
    NOT_A_PLAYER = "not_a_player"
    """A spectator cannot do this."""
    NOT_STARTED = "not_started"
    """Nobody has taken the other seat yet."""
    NOT_YOUR_TURN = "not_your_turn"
    STALE_VERSION = "stale_version"
    """The game has changed since; a snapshot follows."""
    KEY_REUSED = "key_reused"
    """The key belongs to another request."""
    ILLEGAL_ACTION = "illegal_action"
    """The rules forbid it, for the reason given."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    TOO_MANY_STEPS = "too_many_steps"
    """There were too many steps and undos in this turn."""
    GAME_OVER = "game_over"
    NOT_OVER = "not_over"
    """This is possible only after the game."""
    NO_OFFER = "no_offer"
    """There is no draw offer to answer."""
    ALREADY_OFFERED = "already_offered"
    NO_OPPONENT = "no_opponent"
    """There is no opponent who could answer."""
    TOO_FAST = "too_fast"
    """The client sends more messages than the server accepts."""
    UNAVAILABLE = "unavailable"
    """The server cannot store anything at the moment; nothing has changed."""
