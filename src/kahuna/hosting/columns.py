"""Convert between the values that games store and rows of the tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, cast

from kahuna.core import NO_DEAL, Deal, Seat, Termination, cards_of
from kahuna.hosting.play.names import Mode, SeatChoice
from kahuna.hosting.store import (
    ChangeEntry,
    Commitments,
    GameMetadata,
    MatchInfo,
    Player,
    ReactionShown,
    SeedExchange,
    TimeControl,
    TimeControlKind,
    TimeGift,
    Vacation,
)
from kahuna.match import Change, Ending, TakenBack, Undone
from kahuna.record import (
    Ply,
    format_cards,
    format_ply,
    format_ruleset,
    parse_cards,
    parse_ply,
    parse_ruleset,
)

Columns = dict[str, object]

_ALWAYS = frozenset(("version", "deadline", "turn_began", "bot_to_move"))
"""Columns that every update writes."""


_NAMELESS: Final = ("White", "Black")
"""What the columns of names contain for a player without a name, by seat."""


def game_columns(game: GameMetadata) -> Columns:
    """Return the row of a game, by column."""
    white, black = game.players
    control = game.time_control
    return {
        "id": game.id,
        "created_at": game.created_at,
        "mode": game.mode,
        "ruleset": format_ruleset(game.ruleset),
        "first": int(game.first),
        "first_choice": game.first_choice,
        "deal": " ".join(map(format_cards, (*game.deal.hands, game.deal.open_cards))).strip(),
        "white_name": _write_name(white.name, Seat.WHITE),
        "black_name": _write_name(black.name, Seat.BLACK),
        "white_bot": white.bot,
        "black_bot": black.bot,
        "white_account": white.account,
        "black_account": black.account,
        "clock_kind": control and control.kind,
        "clock_seconds": control and control.seconds,
        "clock_increment": 0 if control is None else control.increment,
        "started_at": game.started_at,
        "invite_hash": game.invite_hash,
        "draw_offer": None if game.draw_offer is None else int(game.draw_offer),
        "rematch_wanted": seats_to_bits(game.rematch_wanted),
        "rematch": game.rematch,
        "is_over": game.is_over,
        "allows_knowledge": game.allows_knowledge,
        "version": game.revision,
        "deadline": game.deadline,
        "turn_began": game.turn_began,
        "bot_to_move": game.bot_to_move,
        "assisted": seats_to_bits(game.assisted),
        "seed_exchange": _write_exchange(game.seed_exchange),
        "rematch_commitments": _write_commitments(game.rematch_commitments),
        "match": _write_match(game.match),
        "vacations": _write_list(map(write_vacation, game.vacations)),
        "gifts": _write_list(
            json.dumps([gift.seat, gift.turn, gift.seconds]) for gift in game.gifts
        ),
        "reactions": json.dumps(game.reactions) if any(game.reactions) else None,
    }


def changed_columns(before: GameMetadata, after: GameMetadata) -> Columns:
    """Return the new values of the columns that differ, except those that every update writes."""
    if before.without_derived() == after.without_derived():
        return {}
    old, new = game_columns(before), game_columns(after)
    return {name: new[name] for name in new if new[name] != old[name] and name not in _ALWAYS}


def game_from_columns(columns: Mapping[Any, object]) -> GameMetadata:
    """Return the game of a row."""
    text = cast("Mapping[str, str]", columns)
    number = cast("Mapping[str, int]", columns)
    kind = cast("TimeControlKind | None", columns["clock_kind"])
    offer = cast("int | None", columns["draw_offer"])
    return GameMetadata(
        id=text["id"],
        created_at=cast("float", columns["created_at"]),
        mode=cast("Mode", columns["mode"]),
        ruleset=cached_ruleset(text["ruleset"]),
        first=Seat(number["first"]),
        first_choice=cast("SeatChoice", columns["first_choice"]),
        deal=_parse_deal(text["deal"]),
        players=(_read_player(columns, Seat.WHITE), _read_player(columns, Seat.BLACK)),
        time_control=(
            None
            if kind is None
            else TimeControl(kind, number["clock_seconds"], number["clock_increment"])
        ),
        started_at=cast("float | None", columns["started_at"]),
        invite_hash=cast("str | None", columns["invite_hash"]),
        draw_offer=None if offer is None else Seat(offer),
        rematch_wanted=seats_from_bits(number["rematch_wanted"]),
        rematch=cast("str | None", columns["rematch"]),
        is_over=bool(columns["is_over"]),
        allows_knowledge=bool(columns["allows_knowledge"]),
        revision=number["version"],
        deadline=cast("float | None", columns["deadline"]),
        turn_began=cast("float | None", columns.get("turn_began")),
        bot_to_move=cast("str | None", columns["bot_to_move"]),
        # The oldest archived games lack these columns.
        assisted=seats_from_bits(number.get("assisted", 0)),
        seed_exchange=_read_exchange(cast("str | None", columns.get("seed_exchange"))),
        rematch_commitments=_read_commitments(
            cast("str | None", columns.get("rematch_commitments"))
        ),
        match=_read_match(cast("str | None", columns.get("match"))),
        vacations=tuple(
            Vacation(Seat(seat), begin, end)
            for seat, begin, end in json.loads(text.get("vacations") or "[]")
        ),
        gifts=tuple(
            TimeGift(Seat(seat), turn, seconds)
            for seat, turn, seconds in json.loads(text.get("gifts") or "[]")
        ),
        reactions=_read_reactions(cast("str | None", columns.get("reactions"))),
    )


def change_columns(entry: ChangeEntry) -> Columns:
    """Return the row of a change, by column."""
    kind, text = _format_change(entry.change)
    return {
        "game": entry.game,
        "number": entry.number,
        "kind": kind,
        "text": text,
        "seat": None if entry.seat is None else int(entry.seat),
        "key": entry.key,
        "at": entry.at,
    }


def change_from_columns(game: str, columns: Mapping[Any, object]) -> ChangeEntry:
    """Return the change of a row of a game."""
    seat = cast("int | None", columns["seat"])
    return ChangeEntry(
        game=game,
        number=cast("int", columns["number"]),
        change=_parse_change(cast("str", columns["kind"]), cast("str", columns["text"])),
        seat=None if seat is None else Seat(seat),
        key=cast("str | None", columns["key"]),
        at=cast("float", columns["at"]),
    )


def seats_from_bits(bits: int) -> tuple[Seat, ...]:
    """Return the seats whose bits are set: 1 White, 2 Black."""
    return tuple(seat for seat in Seat if bits >> seat & 1)


def seats_to_bits(seats: Iterable[Seat]) -> int:
    """Return seats as bits: 1 White, 2 Black."""
    return sum(1 << seat for seat in seats)


cached_ruleset = lru_cache(maxsize=1 << 8)(parse_ruleset)
"""Parse a ruleset; most games have the same few."""


@lru_cache(maxsize=1 << 12)
def _parse_deal(text: str) -> Deal:
    """Parse a deal; cached, because a game in progress is loaded again and again."""
    if not text:
        return NO_DEAL
    white, black, opened = (cards_of(parse_cards(zone)) for zone in text.split())
    return Deal((white, black), opened)


@lru_cache(maxsize=1 << 12)
def _format_change(change: Change) -> tuple[str, str]:
    if isinstance(change, Ply):
        return "ply", format_ply(change)
    if isinstance(change, Undone):
        return "undo", ""
    if isinstance(change, TakenBack):
        return "back", str(change.num_plies)
    winner = "nobody" if change.winner is None else change.winner.name.lower()
    return "end", f"{winner} {change.termination}"


@lru_cache(maxsize=1 << 12)
def _parse_change(kind: str, text: str) -> Change:
    if kind == "ply":
        return parse_ply(text)
    if kind == "undo":
        return Undone()
    if kind == "back":
        return TakenBack(int(text))
    winner, termination = text.split()
    seat = None if winner == "nobody" else Seat[winner.upper()]
    return Ending(seat, Termination(termination))


def _read_player(columns: Mapping[Any, object], seat: Seat) -> Player:
    name, text = seat.name.lower(), cast("Mapping[str, str]", columns)
    return Player(
        _read_name(text[f"{name}_name"], seat),
        text[f"{name}_bot"],
        text.get(f"{name}_account"),  # The oldest archived games lack this column.
    )


def _write_name(name: str | None, seat: Seat) -> str:
    return _NAMELESS[seat] if name is None else name


def _read_name(text: str, seat: Seat) -> str | None:
    return None if text == _NAMELESS[seat] else text


def _write_exchange(exchange: SeedExchange | None) -> str | None:
    if exchange is None:
        return None
    seeds = [None if seed is None else seed.hex() for seed in exchange.seeds]
    return json.dumps([exchange.secret.hex(), exchange.commitments, seeds])


def _read_exchange(text: str | None) -> SeedExchange | None:
    if text is None:
        return None
    secret, commitments, seeds = json.loads(text)
    white, black = (None if seed is None else bytes.fromhex(seed) for seed in seeds)
    return SeedExchange(bytes.fromhex(secret), tuple(commitments), (white, black))


def _write_commitments(commitments: Commitments) -> str | None:
    return json.dumps(commitments) if any(commitments) else None


def _read_commitments(text: str | None) -> Commitments:
    return (None, None) if text is None else tuple(json.loads(text))


def write_vacation(vacation: Vacation) -> str:
    """Return how a vacation is written in its column; a game has it if the column contains this."""
    return json.dumps([vacation.seat, vacation.begin, vacation.end])


def _write_list(items: Iterable[str]) -> str | None:
    """Join written items; ``None`` if there are none, as in most games."""
    text = ", ".join(items)
    return f"[{text}]" if text else None


def _read_reactions(text: str | None) -> tuple[ReactionShown | None, ReactionShown | None]:
    if text is None:
        return None, None
    white, black = (None if shown is None else ReactionShown(*shown) for shown in json.loads(text))
    return white, black


def _write_match(match: MatchInfo | None) -> str | None:
    if match is None:
        return None
    return json.dumps([match.id, match.num_games, match.is_rated, match.visitors, match.number])


def _read_match(text: str | None) -> MatchInfo | None:
    if text is None:
        return None
    match, num_games, is_rated, visitors, number = json.loads(text)
    return MatchInfo(match, num_games, is_rated, tuple(visitors), number)
