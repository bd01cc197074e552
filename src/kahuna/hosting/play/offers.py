"""What players agree on besides their moves: seats, draws, help and another game.

These functions refuse a request, or return the metadata of the game after it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from kahuna.core import NO_DEAL, SEATS, Ruleset, Seat
from kahuna.hosting.errors import ApiError, Refusal, RefusedError
from kahuna.hosting.play.names import Reaction
from kahuna.hosting.play.new_game import choose_first
from kahuna.hosting.play.seeds import deal_if_ready, with_seat
from kahuna.hosting.play.services import Sources
from kahuna.hosting.play.tokens import is_token, seats_taken
from kahuna.hosting.store import (
    GameMetadata,
    Holders,
    MatchInfo,
    Player,
    ReactionShown,
    SeedExchange,
    StoredGame,
)

BREAK_SECONDS: Final = 10.0
"""The pause between two games of a match."""
REACTION_SECONDS: Final = 3.0
"""The least time between two reactions of a player."""


def take_seat(
    game: GameMetadata, holders: Holders, invite: str, player: Player
) -> tuple[Seat, GameMetadata]:
    """Give the free seat to the holder of the invitation."""
    if game.invite_hash is None:
        raise ApiError("conflict", "both seats are taken")
    if not is_token(invite, game.invite_hash):
        raise ApiError("unknown_token", "this invitation is not for this game")
    taken = seats_taken(holders)
    seat = next(seat for seat in SEATS if seat not in taken)
    white, black = game.players
    players = (player, black) if seat is Seat.WHITE else (white, player)
    return seat, replace(game, players=players, invite_hash=None)


def can_start_clock(game: GameMetadata, present: Collection[Seat]) -> bool:
    """Return whether everybody needed to start the clock is present for the first time.

    With days for each turn it is enough that both seats are taken.
    """
    control = game.time_control
    if control is None or game.started_at is not None or game.invite_hash is not None:
        return False
    if not game.is_dealt:
        return False
    return control.is_correspondence or _people(game) <= set(present)


def offer_draw(game: GameMetadata, seat: Seat) -> GameMetadata:
    """Offer a draw to the other player."""
    if game.players[seat.other].bot is not None or game.invite_hash is not None:
        raise RefusedError(Refusal.NO_OPPONENT)
    if game.draw_offer is not None:
        raise RefusedError(Refusal.ALREADY_OFFERED)
    return replace(game, draw_offer=seat)


def react(game: GameMetadata, seat: Seat, kind: Reaction, at: float) -> GameMetadata:
    """Show the other player a reaction in place of the last one of this seat."""
    if game.mode != "online" or game.players[seat.other].bot is not None or game.invite_hash:
        raise RefusedError(Refusal.NO_OPPONENT)
    last = game.reactions[seat]
    if last is not None and at < last.at + REACTION_SECONDS:
        raise RefusedError(Refusal.TOO_FAST)
    white, black = game.reactions
    new = ReactionShown(kind, at)
    return replace(game, reactions=(new, black) if seat is Seat.WHITE else (white, new))


def answering_seat(game: GameMetadata, seats: tuple[Seat, ...]) -> Seat:
    """Return which of these seats was offered a draw."""
    if game.draw_offer is None or game.draw_offer.other not in seats:
        raise RefusedError(Refusal.NO_OFFER)
    return game.draw_offer.other


def note_help(game: GameMetadata, seat: Seat) -> GameMetadata:
    """Note that a seat's player asks for help; refuse it unless the opponent is a bot."""
    if game.is_rated:
        raise ApiError("conflict", "the coach does not help in rated games")
    if game.mode != "bot" or game.players[seat.other].bot is None:
        raise ApiError("conflict", "the coach helps only in games against the computer")
    return game if seat in game.assisted else replace(game, assisted=(*game.assisted, seat))


def check_take_back(game: GameMetadata, seat: Seat) -> None:
    """Refuse to take back a turn unless the seat was helped and the game has no clock."""
    if seat not in game.assisted:
        raise ApiError("conflict", "you can take back a turn only in a game with the coach's help")
    if game.time_control is not None:
        raise ApiError("conflict", "you cannot take back a turn in a game with a clock")


def ask_rematch(
    game: GameMetadata,
    holders: Holders,
    seats: tuple[Seat, ...],
    commitment: str | None,
    sources: Sources,
) -> tuple[GameMetadata, StoredGame | None]:
    """Ask for a rematch; also return the new game once every seat holder has asked.

    Only the lobby begins rated matches: it knows who is suspended or blocked.
    """
    if game.is_rated:
        raise RefusedError(Refusal.RATED)
    if game.mode == "replay":
        raise RefusedError(Refusal.NO_OPPONENT)
    taken = seats_taken(holders)
    if game.invite_hash is None and _people(game) - taken:
        raise RefusedError(Refusal.NO_OPPONENT)
    wanted = tuple(seat for seat in SEATS if seat in {*game.rematch_wanted, *seats})
    game = replace(game, rematch_wanted=wanted)
    if game.mode == "online":
        commitments = with_seat(game.rematch_commitments, seats[0], commitment)
        game = replace(game, rematch_commitments=commitments)
    if taken - set(wanted):
        return game, None
    again = _swapped_game(game, holders, sources)
    return replace(game, rematch=again.metadata.id), again


def next_match_game(game: GameMetadata, holders: Holders, sources: Sources) -> StoredGame:
    """Return the next game of a match. Its clock starts at once: nobody can avoid it."""
    assert game.match is not None
    again = _swapped_game(game, holders, sources)
    assert again.metadata.match is not None
    match = replace(again.metadata.match, id=game.match.id, number=game.match.number + 1)
    started_at = again.metadata.created_at + BREAK_SECONDS
    return replace(again, metadata=replace(again.metadata, match=match, started_at=started_at))


def _swapped_game(old: GameMetadata, holders: Holders, sources: Sources) -> StoredGame:
    """Return a new game between the same players with seats swapped."""
    chance = sources.chance()
    white, black = old.rematch_commitments
    is_online = old.mode == "online"
    game_id = sources.game_id()
    metadata = replace(
        old,
        id=game_id,
        match=None if old.match is None else _next_match(old.match, game_id),
        created_at=sources.now(),
        ruleset=_with_swapped_handicap(old.ruleset),
        first=choose_first(old.first_choice, chance),
        deal=NO_DEAL if is_online else chance.deal(old.ruleset),
        seed_exchange=SeedExchange(sources.secret(), (black, white)) if is_online else None,
        rematch_commitments=(None, None),
        players=(old.players[Seat.BLACK], old.players[Seat.WHITE]),
        started_at=None,
        draw_offer=None,
        vacations=tuple(replace(known, seat=known.seat.other) for known in old.vacations),
        gifts=(),
        rematch_wanted=(),
        reactions=(None, None),
        is_over=False,
        revision=0,
        assisted=(),
    )
    swapped = {
        known: tuple(seat.other for seat in reversed(seats)) for known, seats in holders.items()
    }
    return StoredGame(deal_if_ready(metadata), swapped)


def _next_match(old: MatchInfo, game: str) -> MatchInfo:
    """Return a match with the same terms that begins with a game with swapped seats."""
    white, black = old.visitors
    return replace(old, id=game, visitors=(black, white), number=1)


def _with_swapped_handicap(ruleset: Ruleset) -> Ruleset:
    """Return the rules for swapped seats: a handicap follows its player."""
    seat = ruleset.handicap_seat
    return ruleset if seat is None else replace(ruleset, handicap_seat=seat.other)


def _people(game: GameMetadata) -> set[Seat]:
    """Return the seats of players who are not bots."""
    return {seat for seat in SEATS if game.players[seat].bot is None}
