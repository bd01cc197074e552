"""One game to explore from Python: push and pop moves, look at the board, let bots play.

A :class:`Game` knows every card, like an analysis board. To keep secrets between players, use
:class:`kahuna.match.Authority`.

>>> import kahuna
>>> game = kahuna.Game(seed=1, first="white")
>>> game.legal_moves[:3], "+KL/L" in game.legal_moves
((Move('+BF/F'), Move('+CF/F'), Move('+EF/F')), True)
>>> game.push("+KL/L")
Move('+KL/L')
>>> print(game.why_not("+AB/A"))
You do not have that card. [R4.1]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias, overload

from kahuna.bots.spec import make_bot
from kahuna.chart import Look, draw_chart, draw_text
from kahuna.core import (
    SEATS,
    SPECTATOR,
    Action,
    Board,
    Deal,
    Event,
    Island,
    Islands,
    KahunaError,
    Outcome,
    Over,
    Ruleset,
    Seat,
    SeenEvent,
    Spectator,
    State,
    View,
    Viewer,
    expand,
    legal_actions,
    mover,
    preview,
    random_deal,
    random_draw,
    seen,
    start,
    start_of,
    view_of,
    why_illegal,
)
from kahuna.core.events import BridgeBuilt, BridgeRemoved
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import shared_texts
from kahuna.match import Agent, closing_all
from kahuna.record import (
    GameRecord,
    Ply,
    RecordError,
    format_action,
    format_cards,
    format_line,
    format_ply,
    format_position,
    format_record,
    parse_island,
    parse_line,
    parse_ply,
    parse_position,
    parse_ruleset,
    play,
    read_records,
    replay,
    replay_ply,
    to_action,
)

SeatLike: TypeAlias = Seat | int | str
"""A seat, its number (0 is White, 1 is Black), or its name such as ``"white"`` or ``"b"``."""

_SEATS_BY_NAME = {name: seat for seat in SEATS for name in (seat.name, seat.name[0])}


class GameError(KahunaError, ValueError):
    """A request that a game cannot fulfil."""


class Move(NamedTuple):
    """An action with its notation."""

    action: Action
    notation: str

    def __repr__(self) -> str:
        return f"Move({self.notation!r})"

    def __str__(self) -> str:
        return self.notation


MoveLike: TypeAlias = Move | Action | str
"""A move, an action of the core, or notation such as ``"+KL/L"``."""


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: count them, iterate, or ask whether one is among them."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self._moves = tuple(moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return self._moves[index]

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(move.upper() == known.notation.upper() for known in self._moves)
        action = move.action if isinstance(move, Move) else move
        return any(action == known.action for known in self._moves)

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(map(str, self._moves)) or 'none'}>"


class _Entry(NamedTuple):
    """A ply that was played, and what is needed to take it back."""

    ply: Ply
    before: State
    events: tuple[Event, ...]


class Game:
    """A game with every card in sight.

    ``rules`` is an edition with variants as in ``"kosmos-2015+1"``, or a :class:`Ruleset`. ``seed``
    makes deal and draws repeatable; ``first`` is the seat that begins.
    """

    def __init__(
        self,
        rules: str | Ruleset = "kosmos-2015",
        *,
        seed: int | None = None,
        first: SeatLike | None = None,
        deal: Deal | None = None,
        players: tuple[str, str] = ("White", "Black"),
    ) -> None:
        self._rng = Random(seed)
        self.ruleset = parse_ruleset(rules) if isinstance(rules, str) else rules
        self.players = players
        self._first = self._rng.choice(SEATS) if first is None else seat_of(first)
        self._deal: Deal | None = random_deal(self.ruleset, self._rng) if deal is None else deal
        self._state, self._start = start(self.ruleset, self._deal, first=self._first)
        self._entries: list[_Entry] = []

    @classmethod
    def from_position(cls, text: str, *, seed: int | None = None) -> Game:
        """Start from a position (docs/record-format.md)."""
        state = parse_position(text)
        game = cls(state.ruleset, seed=seed, first=Seat.WHITE)
        game._deal = None
        game._state, game._start = state, (start_of(state),)
        return game

    @classmethod
    def from_record(cls, record: GameRecord, *, seed: int | None = None) -> Game:
        """Replay a record; every ply can be taken back."""
        game = cls(
            record.ruleset, seed=seed, first=record.first, deal=record.deal, players=record.players
        )
        for step in replay(record):
            if step.ply is not None:
                game._entries.append(_Entry(step.ply, game._state, step.events))
                game._state = step.state
        return game

    @classmethod
    def load(cls, path: str | PathLike[str], *, seed: int | None = None) -> Game:
        """Read the first game of a file of records: JSON, JSON Lines or text."""
        return cls.from_record(next(read_records(path)), seed=seed)

    @property
    def turn(self) -> Seat | None:
        """The seat to move; ``None`` when the game is over."""
        return mover(self._state.public.phase)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self._state.public.phase, Over)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        phase = self._state.public.phase
        return phase.outcome if isinstance(phase, Over) else None

    @property
    def state(self) -> State:
        """The position with every card, as a value of the core."""
        return self._state

    @property
    def position(self) -> str:
        """The position in one line of text; :meth:`from_position` reads it."""
        return format_position(self._state)

    @property
    def moves(self) -> tuple[str, ...]:
        """The plies played so far, in notation, with the cards that chance turned up."""
        return tuple(format_ply(entry.ply, self.ruleset.board) for entry in self._entries)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the seat to move; none when the game is over."""
        seat = self.turn
        if seat is None:
            return LegalMoves(())
        return LegalMoves(self._move(action) for action in legal_actions(self.view(seat)))

    def view(self, viewer: SeatLike | Viewer | None = None) -> View:
        """Return what a seat (by default the one to move) or a spectator can know.

        Seats may be numbers or names; ``"spectator"`` is a viewer without a seat.
        """
        if viewer is None:
            viewer = SPECTATOR if self.turn is None else self.turn
        if viewer == "spectator":
            viewer = SPECTATOR
        who: Viewer = SPECTATOR if isinstance(viewer, Spectator) else seat_of(viewer)
        events = (*self._start, *(event for entry in self._entries for event in entry.events))
        return view_of(self._state, who, history=tuple(seen(event, who) for event in events))

    def controller(self, island: str) -> Seat | None:
        """Return the seat that controls an island such as ``"A"``."""
        return self.view().controller(parse_island(island, self.ruleset.board))

    def num_missing(self, island: str, seat: SeatLike) -> int:
        """Return how many more bridges a seat needs to control an island; 0 if it does."""
        return self.view().num_missing(parse_island(island, self.ruleset.board), seat_of(seat))

    def push(self, move: MoveLike) -> Move:
        """Play a move. Chance draws the cards unless the notation names them, as in ``"<*=C"``."""
        ply = self._ply(move)
        before = self._state
        action = self._legal_action(ply)
        if ply.card is not None or ply.opened:
            step = replay_ply(before, ply, len(self._entries) + 1)
        else:
            ply, step = play(before, action, random_draw(self._rng))
        played = self._move(action)
        self._entries.append(_Entry(ply, before, step.events))
        self._state = step.state
        return played

    def pop(self) -> str:
        """Take the last ply back and return it in notation."""
        if not self._entries:
            raise GameError("there is no move to take back")
        entry = self._entries.pop()
        self._state = entry.before
        return format_ply(entry.ply, self.ruleset.board)

    def why_not(self, move: MoveLike) -> str | None:
        """Say why a move is not legal, with the rule; ``None`` if it is."""
        return self._reason(self._to_action(self._ply(move)))

    def preview(self, move: MoveLike) -> tuple[SeenEvent, ...]:
        """Return what a legal move would do, as far as its player can know."""
        if self.turn is None:
            raise GameError("the game is over")
        return preview(self.view(self.turn), self._legal_action(self._ply(move)))

    def play(self, white: Agent | str, black: Agent | str | None = None) -> Outcome:
        """Let bots play to the end: names such as ``"champion"``, or agents of your own.

        One bot plays both seats.
        """
        agents = [
            make_bot(bot, Random(self._rng.getrandbits(64))) if isinstance(bot, str) else bot
            for bot in (white, white if black is None else black)
        ]
        with closing_all(*agents):
            while (seat := self.turn) is not None:
                self.push(agents[seat].decide(self.view(seat)))
        outcome = self.outcome
        assert outcome is not None
        return outcome

    def record(self) -> GameRecord:
        """Return the record of the game; a position that was set up has none."""
        if self._deal is None:
            raise GameError("a game from a position has no deal to record; use `position` instead")
        white, black = self._deal.hands
        return GameRecord(
            ruleset=self.ruleset,
            players=self.players,
            first=self._first,
            hands=(expand(white), expand(black)),
            open_cards=expand(self._deal.open_cards),
            plies=tuple(entry.ply for entry in self._entries),
            outcome=self.outcome,
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file that :meth:`load` and ``kahuna replay`` read."""
        Path(path).write_text(format_record(self.record()) + "\n", encoding="utf-8")

    def svg(
        self,
        *,
        islands: Iterable[str] = (),
        lines: Iterable[str] = (),
        arrows: Iterable[str] = (),
        is_night: bool = False,
    ) -> str:
        """Draw the board as SVG; highlight islands (``"A"``) and lines (``"AB"``).

        Arrows lead from the first island to the second (``"BA"``); no line is needed.
        """
        board = self.ruleset.board
        pairs = [_arrow(text, board) for text in arrows]
        return draw_chart(
            bridges=self._state.public.bridges,
            stones=self._stones,
            look=Look.NIGHT if is_night else Look.DAY,
            lit_islands=sum(1 << island for island in {parse_island(i, board) for i in islands}),
            lit_lines=sum(1 << line for line in {parse_line(name, board) for name in lines}),
            arrows=pairs,
        )

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook, and highlight the lines that the last ply changed."""
        events = self._entries[-1].events if self._entries else ()
        changed = {e.line for e in events if isinstance(e, BridgeBuilt | BridgeRemoved)}
        return self.svg(lines=(format_line(line, self.ruleset.board) for line in changed))

    def __str__(self) -> str:
        public, private = self._state.public, self._state.private
        hands = [
            f"{name}: {format_cards(private[seat].hand + public.shown[seat]) or '-'}"
            for seat, name in zip(SEATS, self.players, strict=True)
        ]
        status = (
            f"Round {public.round}, turn {public.turn}. Open: "
            f"{format_cards(public.open_cards) or '-'}. Hands: {', '.join(hands)}."
        )
        return draw_text(bridges=public.bridges, stones=self._stones) + status

    def __repr__(self) -> str:
        return f"Game.from_position({self.position!r})"

    @property
    def _stones(self) -> tuple[Islands, Islands]:
        white, black = self._state.public.bridges
        return self.ruleset.board.held(white), self.ruleset.board.held(black)

    def _ply(self, move: MoveLike) -> Ply:
        if isinstance(move, str):
            try:
                return parse_ply(move, self.ruleset.board)
            except RecordError as error:
                raise GameError(str(error)) from None
        action = move.action if isinstance(move, Move) else move
        if not isinstance(action, Action):
            raise GameError(f"{action!r} is not a move; write notation such as '+KL/L'")
        return parse_ply(self._notation(action), self.ruleset.board)

    def _to_action(self, ply: Ply) -> Action:
        try:
            return to_action(ply.action, self._state.public.phase)
        except RecordError as error:
            raise GameError(str(error)) from None

    def _legal_action(self, ply: Ply) -> Action:
        action = self._to_action(ply)
        if (reason := self._reason(action)) is not None:
            raise GameError(f"{self._notation(action)} is not legal: {reason}")
        return action

    def _move(self, action: Action) -> Move:
        return Move(action, self._notation(action))

    def _notation(self, action: Action) -> str:
        return format_action(action, self._state.public.phase, self.ruleset.board)

    def _reason(self, action: Action) -> str | None:
        seat = Seat.WHITE if self.turn is None else self.turn
        reason = why_illegal(self.view(seat), action)
        if reason is None:
            return None
        text = shared_texts(ENGLISH).reasons[reason]
        return text if reason.paragraph is None else f"{text} [{reason.paragraph}]"


def _arrow(text: str, board: Board) -> tuple[Island, Island]:
    if len(text) != 2 or text[0] == text[1]:
        raise GameError(f"{text!r} is not an arrow; write two islands such as 'AB'")
    return parse_island(text[0], board), parse_island(text[1], board)


def seat_of(seat: SeatLike) -> Seat:
    """Return the seat of a number or name.

    >>> seat_of("black"), seat_of(0)
    (Seat.BLACK, Seat.WHITE)
    """
    if isinstance(seat, str) and seat.upper() in _SEATS_BY_NAME:
        return _SEATS_BY_NAME[seat.upper()]
    if isinstance(seat, int) and not isinstance(seat, bool) and seat in (0, 1):
        return Seat(seat)
    raise GameError(f"there is no seat {seat!r}; seats are 'white' (0) and 'black' (1)")
