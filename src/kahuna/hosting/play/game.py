"""A hosted game: the authority, and everything else that a match needs.

Every method that changes the game changes it in memory and returns the update to store. Store the
update before telling anybody. If storing fails, discard the game and load it again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType
from typing import Final

from kahuna.core import (
    SEATS,
    SPECTATOR,
    Action,
    IllegalActionError,
    Seat,
    Termination,
    View,
    Viewer,
    preview,
)
from kahuna.hosting.errors import ApiError, Refusal, RefusedError
from kahuna.hosting.play.clocks import GameClock, gift_for, vacation_end
from kahuna.hosting.play.game_log import GameEvent, RenderedLog, render_events
from kahuna.hosting.play.game_view import GameFacts, GameOut
from kahuna.hosting.play.names import Reaction
from kahuna.hosting.play.offers import (
    answering_seat,
    ask_rematch,
    can_start_clock,
    check_take_back,
    next_match_game,
    note_help,
    offer_draw,
    react,
    take_seat,
)
from kahuna.hosting.play.render_game import GameRenderer, render_facts
from kahuna.hosting.play.seeds import commit_seed, deal_if_ready, reveal_seed
from kahuna.hosting.play.services import Signer, Sources
from kahuna.hosting.play.tokens import seats_taken, tokens_for
from kahuna.hosting.store import (
    ChangeEntry,
    GameMetadata,
    GameResult,
    GameUpdate,
    Holders,
    Player,
    StoredGame,
    TimeGift,
    Vacation,
)
from kahuna.match import (
    Authority,
    ChanceSource,
    Change,
    Ending,
    GameOverError,
    MatchError,
    NothingToUndoError,
    NotYourTurnError,
    StaleVersionError,
    TakenBack,
    TooManyStepsError,
    Undone,
)
from kahuna.record import GameRecord, Ply, RecordError, parse_action, parse_ply, signed_bytes

MAX_LINKS: Final = 10
"""Tokens that each player can have: more devices than anybody plays on."""
_REFUSALS: Final[dict[type[MatchError], Refusal]] = {
    GameOverError: Refusal.GAME_OVER,
    NothingToUndoError: Refusal.NOTHING_TO_UNDO,
    NotYourTurnError: Refusal.NOT_YOUR_TURN,
    StaleVersionError: Refusal.STALE_VERSION,
    TooManyStepsError: Refusal.TOO_MANY_STEPS,
}


class MissingChangesError(Exception):
    """Changes are missing in between: load the whole game."""


class HostedGame:
    """One game in memory."""

    def __init__(
        self, stored: StoredGame, chance: ChanceSource, *, sign: Signer | None = None
    ) -> None:
        self.metadata = metadata = stored.metadata
        """Everything about the game except its position."""
        self._holders = dict(stored.holders)
        self._chance = chance
        self._sign = sign
        self._clock = GameClock(metadata)
        self._begin()
        self._acted: set[Seat] = set()
        self._aborted_by: Seat | None = None
        self._requests: tuple[dict[str, Change], dict[str, Change]] = ({}, {})
        """What each seat has requested, by idempotency key."""
        for entry in stored.changes:
            self._authority.redo(entry.change)
            self._note(entry)

    # Properties and queries.

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.metadata.id

    @property
    def holders(self) -> Holders:
        """The seats that tokens hold, by the hash of the token."""
        return MappingProxyType(self._holders)

    @property
    def mover(self) -> Seat | None:
        """The seat to move."""
        return self._authority.mover

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._authority.mover is None

    @property
    def is_mid_turn(self) -> bool:
        """Whether only the seat to move has seen the last change."""
        return self._authority.is_mid_turn

    @property
    def num_changes(self) -> int:
        """The length of the change log."""
        return self._authority.num_changes

    @property
    def bot_to_move(self) -> str | None:
        """The key of the bot whose turn it is."""
        mover = self.mover
        return None if mover is None else self.metadata.players[mover].bot

    @property
    def deadline(self) -> float | None:
        """When the seat to move will run out of time."""
        return self._deadline(self.metadata)

    def _deadline(self, metadata: GameMetadata) -> float | None:
        """Return when the seat to move will run out of time, given the metadata."""
        mover = self.mover
        if mover is None:
            return None
        has_acted = mover in self._acted
        return self._clock.deadline(metadata, mover, self.turn, has_acted=has_acted)

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self._authority.position(SPECTATOR).public.turn

    @property
    def turn_began(self) -> float | None:
        """When the clock of the seat to move was started."""
        return None if self.is_over else self._clock.turn_began

    def vacation_end(self, now: float) -> float | None:
        """Return when the vacation of the seat to move ends; ``None`` if it has none now."""
        return None if self.mover is None else vacation_end(self.metadata, self.mover, now)

    def seconds_left(self, now: float) -> float | None:
        """Return the time that the seat to move has left."""
        mover = self.mover
        if mover is None:
            return None
        return self._clock.remaining(self.metadata, mover, mover, self.turn, now)

    def version(self, viewer: Viewer) -> int:
        """Return the version of the game that a viewer sees."""
        return self._authority.version(viewer)

    @property
    def awaits_clock(self) -> bool:
        """Whether the clock has not been started yet."""
        metadata = self.metadata
        return metadata.time_control is not None and metadata.started_at is None

    @property
    def acted(self) -> Collection[Seat]:
        """The seats that have acted in this game."""
        return frozenset(self._acted)

    def view(self, viewer: Viewer) -> View:
        """Return the game as a viewer sees it."""
        return self._authority.view(viewer)

    def record(self) -> GameRecord:
        """Return the whole game with every card."""
        return self._with_names(self._authority.record())

    def record_for(self, seats: tuple[Seat, ...]) -> GameRecord:
        """Return the record that the holder of these seats may see now."""
        if len(seats) == len(SEATS):
            return self.record()
        viewer = seats[0] if seats else SPECTATOR
        return self._with_names(self._authority.record_for(viewer))

    def was_done(self, seats: tuple[Seat, ...], key: str, text: str | None) -> bool:
        """Return whether one of these seats has made a request before; refuse a reused key.

        ``text`` is an action in notation, or ``None`` for an undo.
        """
        found = (self._requests[seat].get(key) for seat in seats)
        change = next((change for change in found if change is not None), None)
        if change is not None and not led_to(text, change):
            raise RefusedError(Refusal.KEY_REUSED, action=text)
        return change is not None

    # Rendering.

    def render(
        self, viewer: Viewer, holds: tuple[Seat, ...], present: tuple[Seat, ...], now: float
    ) -> GameOut:
        """Render the game for a viewer who holds these seats."""
        rendered = self._renderer.render(
            viewer, self.metadata, self._joined, holds, present, now, self.record
        )
        if self.mover is None or not self.metadata.is_dealt:
            return rendered
        gift = self._gift(holds[0]) if len(holds) == 1 else None
        rendered["gift_seconds"] = None if gift is None else gift.seconds
        rendered["can_abort"] = any(map(self._can_abort, holds))
        rendered["is_clock_running"] &= self.vacation_end(now) is None
        return rendered

    def facts(self) -> GameFacts:
        """Render what is public about the game."""
        return render_facts(self.metadata, self._authority.position(SPECTATOR), self._joined)

    def log(self, viewer: Viewer) -> RenderedLog:
        """Render what a viewer has seen."""
        return self._renderer.log(viewer)

    def preview(self, seat: Seat, text: str) -> list[GameEvent]:
        """Render what an action would do."""
        if self.is_over:
            raise RefusedError(Refusal.GAME_OVER, action=text)
        if not self.metadata.is_dealt:
            raise RefusedError(Refusal.NOT_STARTED, action=text)
        if seat is not self.mover:
            raise RefusedError(Refusal.NOT_YOUR_TURN, action=text)
        try:
            return render_events(preview(self.view(seat), self._parse_action(seat, text)))
        except IllegalActionError as error:
            raise RefusedError(Refusal.ILLEGAL_ACTION, reason=error.reason, action=text) from None

    # Changes by other nodes.

    def catch_up(self, news: StoredGame) -> None:
        """Take over what another node has stored: metadata, holders and later changes.

        Raise if the changes cannot be appended to the known ones.
        """
        metadata = news.metadata
        if metadata.is_dealt and not self.metadata.is_dealt:
            raise MissingChangesError
        if any(isinstance(entry.change, TakenBack) for entry in news.changes):
            raise MissingChangesError  # The log gets shorter, so clients need it again in full.
        if self.metadata.started_at is None and metadata.started_at is not None:
            self._clock.start(metadata.started_at)
        for entry in news.changes:
            if entry.number != self.num_changes + 1:
                raise MissingChangesError(entry.number)
            self._authority.redo(entry.change)
            self._note(entry)
        self._holders = dict(news.holders)
        self.metadata = metadata

    def public_facts(self) -> tuple[object, ...]:
        """Return a value that changes when the game changes for everybody, not for one seat."""
        return self._authority.version(SPECTATOR), self.metadata.without_derived()

    # Changes to the game.

    def creation(self, stored: StoredGame) -> GameUpdate:
        """Return the update that stores a new game, which was made from ``stored``."""
        self.metadata = replace(
            stored.metadata,
            deadline=self.deadline,
            turn_began=self.turn_began,
            bot_to_move=self.bot_to_move,
        )
        return GameUpdate.create(replace(stored, metadata=self.metadata))

    def act(self, seat: Seat, text: str, *, version: int, key: str, at: float) -> GameUpdate:
        """Play an action, given in notation, in answer to a version."""
        if self.metadata.is_waiting:
            raise RefusedError(Refusal.NOT_STARTED)
        try:
            self._authority.check(seat, version)
            ply = self._authority.act(seat, self._parse_action(seat, text))
        except MatchError as error:
            raise RefusedError(_REFUSALS[type(error)]) from None
        except IllegalActionError as error:
            raise RefusedError(Refusal.ILLEGAL_ACTION, reason=error.reason, action=text) from None
        return self._changed(ply, seat, key, at)

    def act_for_bot(self, seat: Seat, action: Action, *, at: float) -> GameUpdate:
        """Play the action that a bot has chosen on the current view."""
        return self._changed(self._authority.act(seat, action), seat, None, at)

    def undo(self, seat: Seat, *, version: int, key: str, at: float) -> GameUpdate:
        """Take back the last step of the turn in progress."""
        try:
            undone = self._authority.undo(seat, version=version)
        except MatchError as error:
            raise RefusedError(_REFUSALS[type(error)]) from None
        return self._changed(undone, seat, key, at)

    def note_help(self, seat: Seat) -> GameUpdate | None:
        """Note that a seat's player asks for help; refuse it unless the opponent is a bot."""
        before = self.metadata
        after = note_help(before, seat)
        if self.is_over:
            raise ApiError("conflict", "the game is over: ask for its review")
        return None if after is before else self._updated(after)

    def take_back(self, seat: Seat, at: float) -> GameUpdate:
        """Go back to the beginning of a seat's last turn, if the coach helped it."""
        check_take_back(self.metadata, seat)
        try:
            change = self._authority.take_back(seat)
        except MatchError as error:
            raise ApiError("conflict", str(error)) from None
        self._renderer.forget_history()
        return self._changed(change, seat, None, at)

    def resign(self, seat: Seat, at: float) -> GameUpdate:
        """Let a seat give up, or abort a game in which it has not acted yet. [R17.1, R17.5]"""
        self._check_running()
        authority = self._authority
        ending = authority.abort() if self._can_abort(seat) else authority.resign(seat)
        return self._changed(ending, seat, None, at)

    def time_out(self, at: float) -> GameUpdate | None:
        """End the game if the seat to move has run out of time. [R17.2]

        Whoever has not acted yet in a game of the lobby has aborted it. [R17.5]
        """
        seat, deadline = self.mover, self.deadline
        if seat is None or deadline is None or at < deadline:
            return None
        if self.metadata.match is not None and self._can_abort(seat):
            return self._changed(self._authority.abort(), seat, None, at)
        return self._changed(self._authority.time_out(seat), None, None, at)

    def give_time(self, seat: Seat) -> GameUpdate:
        """Give the opponent more time for its turn."""
        self._check_running()
        gift = self._gift(seat)
        if gift is None:
            raise RefusedError(Refusal.NO_GIFT)
        return self._updated(replace(self.metadata, gifts=(*self.metadata.gifts, gift)))

    def take_vacation(self, vacation: Vacation) -> GameUpdate | None:
        """Take over a vacation, or its new end; ``None`` if it is known or does not matter."""
        control, known = self.metadata.time_control, self.metadata.vacations
        if self.is_over or control is None or not control.is_correspondence or vacation in known:
            return None
        begins = (vacation.seat, vacation.begin)
        others = (other for other in known if (other.seat, other.begin) != begins)
        vacations = tuple(sorted((*others, vacation), key=attrgetter("begin")))
        return self._updated(replace(self.metadata, vacations=vacations))

    def offer_draw(self, seat: Seat) -> GameUpdate:
        """Offer a draw to the other player."""
        self._check_running()
        return self._updated(offer_draw(self.metadata, seat))

    def answer_draw(self, seats: tuple[Seat, ...], *, accept: bool, at: float) -> GameUpdate:
        """Accept or decline the other player's offer. [R17.3]"""
        self._check_running()
        seat = answering_seat(self.metadata, seats)
        if accept:
            return self._changed(self._authority.agree_draw(), seat, None, at)
        return self._updated(replace(self.metadata, draw_offer=None))

    def join(
        self, invite: str, player: Player, commitment: str | None, *, hashed: str
    ) -> tuple[Seat, GameUpdate]:
        """Give the free seat to the holder of a new token; ``hashed`` is its hash."""
        seat, joined = take_seat(self.metadata, self._holders, invite, player)
        committed = commit_seed(joined, seat, commitment)
        return seat, self._dealt(committed, added={hashed: (seat,)})

    def seat_players(self, players: tuple[Player, Player]) -> GameUpdate:
        """Let the same people sit under other names or accounts."""
        return self._updated(replace(self.metadata, players=players))

    def reveal_seed(self, seat: Seat, seed: bytes | None) -> GameUpdate | None:
        """Take over the seed that a seat's player has committed to, and deal if it was the last."""
        before = self.metadata
        after = reveal_seed(before, seat, seed)
        return None if after is before else self._dealt(after)

    def links(self, seats: tuple[Seat, ...]) -> tuple[str, ...]:
        """Return the hashes of all tokens that hold exactly these seats."""
        return tokens_for(self._holders, seats)

    def start_clock(self, present: Collection[Seat], at: float) -> GameUpdate | None:
        """Start the clock once everybody it needs is present."""
        if self.is_over or not can_start_clock(self.metadata, present):
            return None
        self._clock.start(at)
        return self._updated(replace(self.metadata, started_at=at))

    def touch(self) -> GameUpdate:
        """Change only the revision, and store the derived columns again."""
        return self._updated(self.metadata)

    def add_link(self, seats: tuple[Seat, ...], *, hashed: str) -> GameUpdate:
        """Let another token hold seats; ``hashed`` is its hash."""
        if len(self.links(seats)) >= MAX_LINKS:
            raise ApiError("conflict", "you have too many links to this game: revoke one first")
        return self._updated(self.metadata, added={hashed: seats})

    def revoke_link(self, hashed: str) -> GameUpdate:
        """Revoke a token."""
        return self._updated(self.metadata, removed=(hashed,))

    def renew_link(self, old: str, new: str) -> GameUpdate:
        """Replace a token; both are given as hashes."""
        return self._updated(self.metadata, added={new: self._holders[old]}, removed=(old,))

    def leave(self, seats: tuple[Seat, ...]) -> GameUpdate:
        """Remove all tokens for these seats; delete the game if no tokens are left."""
        gone = tuple(known for known, held in self._holders.items() if set(held) <= set(seats))
        is_last = len(gone) == len(self._holders) or not self.metadata.is_dealt
        if not is_last and not self.is_over:
            raise ApiError("conflict", "somebody else is still playing: resign first")
        if is_last:
            return GameUpdate(self.metadata, None)
        return self._updated(self.metadata, removed=gone)

    def react(self, seat: Seat, reaction: Reaction, at: float) -> GameUpdate:
        """Show the other player a reaction, during or after the game."""
        return self._updated(react(self.metadata, seat, reaction, at))

    def rematch(
        self, seats: tuple[Seat, ...], commitment: str | None, sources: Sources
    ) -> tuple[GameUpdate, StoredGame | None]:
        """Ask for a rematch; also return the new game once every seat holder has asked."""
        if not self.is_over or self._must_continue:
            raise RefusedError(Refusal.NOT_OVER)
        asked, again = ask_rematch(self.metadata, self._holders, seats, commitment, sources)
        return self._updated(asked), again

    def continue_match(
        self, ending: GameUpdate, sources: Sources
    ) -> tuple[GameUpdate, StoredGame] | None:
        """Let the update that ends a game also name the next game of its match, if there is one."""
        if ending.result is None or not self._must_continue:
            return None
        again = next_match_game(self.metadata, self._holders, sources)
        self.metadata = replace(self.metadata, rematch=again.metadata.id)
        return replace(ending, after=self.metadata), again

    # Internals.

    def _can_abort(self, seat: Seat) -> bool:
        """Return whether a seat may still leave the game without losing it."""
        match = self.metadata.match
        is_first = self.metadata.mode == "online" if match is None else match.number == 1
        return is_first and seat not in self._acted

    def _gift(self, seat: Seat) -> TimeGift | None:
        """Return the time that a seat may give its opponent now."""
        if self.mover is not seat.other:
            return None
        return gift_for(self.metadata, seat.other, self.turn)

    def _begin(self) -> None:
        """Begin the game with its deal."""
        metadata = self.metadata
        self._authority = Authority(
            metadata.ruleset,
            metadata.fair_cards or self._chance,
            first=metadata.first,
            deal=metadata.deal,
        )
        self._renderer = GameRenderer(self._authority, self._clock)

    def _dealt(
        self, metadata: GameMetadata, *, added: Holders = MappingProxyType({})
    ) -> GameUpdate:
        """Take over metadata and holders, and deal the cards if nobody is awaited any more."""
        was_dealt = self.metadata.is_dealt
        update = self._updated(deal_if_ready(metadata), added=added)
        if self.metadata.is_dealt and not was_dealt:
            self._begin()
        return update

    def _with_names(self, record: GameRecord) -> GameRecord:
        """Add what the authority does not know; secret and signature when the game is over."""
        metadata = self.metadata
        if not metadata.is_dealt:
            raise ApiError("conflict", "the cards are not dealt yet")
        white, black = metadata.players
        named = replace(
            record,
            players=(white.name, black.name),
            assisted=metadata.assisted,
            fair_cards=metadata.fair_cards if self.is_over else None,
        )
        if self._sign is None or not self.is_over or metadata.mode != "online":
            return named
        return replace(named, signature=self._sign(signed_bytes(named)))

    @property
    def _joined(self) -> tuple[bool, bool]:
        """Whether somebody has taken each seat."""
        if self.metadata.invite_hash is None:
            return True, True
        held = seats_taken(self._holders)
        return Seat.WHITE in held, Seat.BLACK in held

    def _parse_action(self, seat: Seat, text: str) -> Action:
        try:
            return parse_action(text, self._authority.position(seat).public.phase)
        except RecordError:
            raise RefusedError(Refusal.BAD_MESSAGE, action=text) from None

    def _check_running(self) -> None:
        if self.is_over:
            raise RefusedError(Refusal.GAME_OVER)
        if not self.metadata.is_dealt:
            raise RefusedError(Refusal.NOT_STARTED)

    def _updated(
        self,
        metadata: GameMetadata,
        *,
        added: Holders = MappingProxyType({}),
        removed: tuple[str, ...] = (),
    ) -> GameUpdate:
        """Take over metadata and holders, and return the update to store."""
        before, self.metadata = self.metadata, self._next_revision(metadata)
        self._holders.update(added)
        for known in removed:
            del self._holders[known]
        return GameUpdate(before, self.metadata, (), added, removed)

    def _changed(self, change: Change, seat: Seat | None, key: str | None, at: float) -> GameUpdate:
        """Note a change that the authority has made, and return the update to store."""
        entry = ChangeEntry(self.id, self._authority.num_changes, change, seat, key, at)
        self._note(entry)
        before = after = self.metadata
        if self.is_over:
            after = replace(before, is_over=True, draw_offer=None)
        elif before.draw_offer not in (None, seat) and not self.is_mid_turn:
            # Playing on declines a draw offer.
            after = replace(before, draw_offer=None)
        self.metadata = self._next_revision(after)
        return GameUpdate(before, self.metadata, (entry,), result=self._result())

    @property
    def _must_continue(self) -> bool:
        """Whether the game is over, and its match is not."""
        result, match = self._result(), self.metadata.match
        return (
            result is not None
            and result.aborted_by is None
            and match is not None
            and match.has_next
        )

    def _result(self) -> GameResult | None:
        """Return how the game has ended."""
        outcome = self._authority.outcome
        return None if outcome is None else GameResult(outcome.winner, self._aborted_by)

    def _next_revision(self, metadata: GameMetadata) -> GameMetadata:
        """Count a write, and derive the search columns from the changes."""
        return replace(
            metadata,
            revision=metadata.revision + 1,
            deadline=self._deadline(metadata),
            turn_began=self.turn_began,
            bot_to_move=self.bot_to_move,
        )

    def _note(self, entry: ChangeEntry) -> None:
        """Record what belongs to a change, both when it is made and when it is loaded."""
        if entry.seat is not None and entry.key is not None:
            self._requests[entry.seat][entry.key] = entry.change
        if isinstance(entry.change, Ending):
            if entry.change.termination is Termination.ABORTED:
                self._aborted_by = entry.seat
        elif entry.seat is not None:
            self._acted.add(entry.seat)
        if entry.seat is not None and self.mover is not entry.seat:
            self._clock.end_turn(entry.seat, entry.at)


def led_to(text: str | None, change: Change) -> bool:
    """Return whether a request led to a change: an action in notation, or an undo if ``None``."""
    if text is None or not isinstance(change, Ply):
        return text is None and isinstance(change, Undone)
    try:
        return parse_ply(text).action == change.action
    except RecordError:
        return False
