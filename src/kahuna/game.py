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

from base64 import b64encode
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias, overload

from kahuna.bots.spec import make_bot
from kahuna.chart import Look, describe, draw_chart, draw_text
from kahuna.core import (
    ARCHIPELAGO,
    REPLACE,
    SEATS,
    SPECTATOR,
    Action,
    Board,
    Deal,
    Event,
    IllegalActionError,
    Island,
    Islands,
    KahunaError,
    Line,
    Outcome,
    Over,
    Reason,
    Ruleset,
    Seat,
    SeatLike,
    SeenEvent,
    State,
    Step,
    View,
    Viewer,
    bits,
    expand,
    format_cards,
    format_island,
    format_line,
    legal_actions,
    mover,
    preview,
    random_deal,
    random_draw,
    sample_world,
    seat_of,
    seen,
    start,
    start_of,
    view_of,
    viewer_of,
    why_illegal,
)
from kahuna.core import island as island_of
from kahuna.core import line as line_of
from kahuna.core.events import BridgeBuilt, BridgeRemoved
from kahuna.i18n import ENGLISH
from kahuna.i18n.shared import shared_texts
from kahuna.match import Agent, closing_all
from kahuna.record import (
    BuryUnknown,
    GameRecord,
    Players,
    Ply,
    RecordError,
    ReplaceOn,
    format_ply,
    format_position,
    format_record,
    parse_ply,
    parse_position,
    play,
    read_records,
    replay,
    replay_ply,
    ruleset_of,
    to_action,
    to_written,
)

MAX_SHOWN_NAME = 20
"""Characters of a name that fit beside the board."""


class GameError(KahunaError, ValueError):
    """A request that a game cannot fulfil."""


class InvalidMoveError(GameError):
    """A move that cannot be read, or one with cards that chance cannot give now."""


class IllegalMoveError(GameError):
    """A move that the rules do not allow now."""

    def __init__(self, move: str, reason: Reason) -> None:
        super().__init__(move, reason)
        self.move = move
        self.reason = reason

    @property
    def paragraph(self) -> str | None:
        """The paragraph of RULES.md that forbids the move, if there is one."""
        return self.reason.paragraph

    def __str__(self) -> str:
        return f"{self.move} is not legal: {_explain(self.reason)}"


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Move:
    """A move in notation, with the cards that chance turned up for it if it was played.

    >>> Move("+kl/l")
    Move('+KL/L')

    A move equals every text that reads the same, but only its own spelling has the same hash.
    """

    notation: str
    ply: Ply

    def __init__(self, text: str, board: Board = ARCHIPELAGO) -> None:
        if not isinstance(text, str):
            raise InvalidMoveError(f"{text!r} is not a move; write notation such as '+KL/L'")
        try:
            ply = parse_ply(text, board)
        except RecordError as error:
            raise InvalidMoveError(str(error)) from None
        if isinstance(ply.action, BuryUnknown):
            raise InvalidMoveError(f"{text} does not say which card is discarded; write xC")
        self._set(ply, board)

    @classmethod
    def parse(cls, text: str, board: Board = ARCHIPELAGO) -> Move:
        """Read a move; raise :class:`InvalidMoveError` if that is not possible."""
        return cls(text, board)

    @classmethod
    def _of(cls, ply: Ply, board: Board) -> Move:
        move = cls.__new__(cls)
        move._set(ply, board)
        return move

    def _set(self, ply: Ply, board: Board) -> None:
        object.__setattr__(self, "notation", format_ply(ply, board))
        object.__setattr__(self, "ply", ply)

    @property
    def action(self) -> Action:
        """The action of the core, without the cards."""
        action = self.ply.action
        assert not isinstance(action, BuryUnknown)
        return REPLACE if isinstance(action, ReplaceOn) else action

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.notation.upper() == other.upper()
        return self.notation == other.notation if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.notation)

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
        if isinstance(move, str | Move):
            return any(known == move for known in self._moves)
        return any(known.action == move for known in self._moves)

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(map(str, self._moves)) or 'none'}>"


class _Entry(NamedTuple):
    """A ply that was played, and what is needed to take it back."""

    ply: Ply
    before: State
    num_events: int
    """The number of events before it."""


class Game:
    """A game with every card in sight.

    ``rules`` is an edition with variants as in ``"kosmos-2015+1"``, or a :class:`Ruleset`. ``seed``
    makes deal and draws repeatable; ``first`` is the seat that begins. Games are equal if they
    began alike, have the same players, and went through the same moves with the same cards.
    """

    def __init__(
        self,
        rules: str | Ruleset = "kosmos-2015",
        *,
        seed: int | None = None,
        first: SeatLike | None = None,
        deal: Deal | None = None,
        players: Players = (None, None),
    ) -> None:
        self.ruleset = ruleset_of(rules)
        self.players = _check_players(players)
        self._rng = Random(_check_seed(seed))
        self._first = self._rng.choice(SEATS) if first is None else seat_of(first)
        self._deal: Deal | None = random_deal(self.ruleset, self._rng) if deal is None else deal
        self._begin(*start(self.ruleset, self._deal, first=self._first))

    def _begin(self, state: State, events: tuple[Event, ...]) -> None:
        self._state = state
        self._entries: list[_Entry] = []
        self._events = [*events]
        self._logs: dict[Viewer, list[SeenEvent]] = {}
        """What viewers have seen, as far as they have been asked for."""

    @classmethod
    def from_position(cls, text: str, *, seed: int | None = None) -> Game:
        """Start from a position (docs/record-format.md)."""
        if not isinstance(text, str):
            raise GameError(f"{text!r} is not a position; write one line of text as in `position`")
        state = parse_position(text)
        game = cls(state.ruleset, seed=seed, first=Seat.WHITE)
        game._deal = None
        game._begin(state, (start_of(state),))
        return game

    @classmethod
    def from_record(cls, record: GameRecord, *, seed: int | None = None) -> Game:
        """Replay a record; every ply can be taken back."""
        game = cls(
            record.ruleset, seed=seed, first=record.first, deal=record.deal, players=record.players
        )
        for step in replay(record):
            if step.ply is not None:
                game._add(step.ply, Step(step.state, step.events))
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
    def winner(self) -> Seat | None:
        """The seat that has won; ``None`` in a draw, and while the game goes on."""
        return None if self.outcome is None else self.outcome.winner

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """White's and Black's points in the scorings so far."""
        return self._state.public.points

    @property
    def state(self) -> State:
        """The position with every card, as a value of the core."""
        return self._state

    @property
    def position(self) -> str:
        """The position in one line of text; :meth:`from_position` reads it."""
        return format_position(self._state)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far, with the cards that chance turned up."""
        return tuple(Move._of(entry.ply, self.ruleset.board) for entry in self._entries)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the seat to move; none when the game is over."""
        seat, phase, board = self.turn, self._state.public.phase, self.ruleset.board
        if seat is None:
            return LegalMoves(())
        legal = legal_actions(view_of(self._state, seat))
        return LegalMoves(Move._of(Ply(to_written(action, phase)), board) for action in legal)

    def view(self, viewer: SeatLike | Viewer | None = None) -> View:
        """Return what a seat (by default the one to move) or a spectator can know.

        Seats may be numbers or names; ``"spectator"`` is a viewer without a seat.
        """
        if viewer is None:
            viewer = SPECTATOR if self.turn is None else self.turn
        who = viewer_of(viewer)
        log = self._logs.setdefault(who, [])
        log.extend(seen(event, who) for event in self._events[len(log) :])
        return view_of(self._state, who, history=tuple(log))

    def sample_world(self, seat: SeatLike, *, seed: int | None = None) -> State:
        """Sample a state that fits everything a seat has seen, with its probability."""
        return sample_world(self.view(seat_of(seat)), Random(_check_seed(seed)))

    def copy(self) -> Game:
        """Return an independent copy, which draws the same cards."""
        game = object.__new__(type(self))
        game.__dict__.update(
            self.__dict__,
            _rng=copy(self._rng),
            _entries=self._entries.copy(),
            _events=self._events.copy(),
            _logs={},
        )
        return game

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        return self._story() == other._story() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # games change

    def _story(self) -> tuple[object, ...]:
        before = self._entries[0].before if self._entries else self._state
        return before, self.players, [entry.ply for entry in self._entries]

    def controller(self, island: str) -> Seat | None:
        """Return the seat that controls an island such as ``"A"``."""
        return self._position.controller(island_of(island, self.ruleset.board))

    def num_missing(self, island: str, seat: SeatLike) -> int:
        """Return how many more bridges a seat needs to control an island; 0 if it does."""
        number = island_of(island, self.ruleset.board)
        return self._position.num_missing(number, seat_of(seat))

    def push(self, move: MoveLike) -> Move:
        """Play a move and return it with the cards that chance turned up.

        Chance draws them unless the notation names them, as in ``"<*=C"``.
        """
        action, ply = self._read(move)
        if ply is not None and (ply.card is not None or ply.opened):
            self._check(move, action)
            try:
                step = replay_ply(self._state, ply, len(self._entries) + 1)
            except RecordError as error:
                raise InvalidMoveError(f"{error.problem}; expected {error.expected}") from None
        else:
            try:
                ply, step = play(self._state, action, random_draw(self._rng))
            except IllegalActionError as error:
                raise IllegalMoveError(str(move), error.reason) from None
        self._add(ply, step)
        return Move._of(ply, self.ruleset.board)

    def _add(self, ply: Ply, step: Step) -> None:
        self._entries.append(_Entry(ply, self._state, len(self._events)))
        self._events += step.events
        self._state = step.state

    def pop(self) -> Move:
        """Take the last move back and return it; pushed again, it gets the same cards."""
        if not self._entries:
            raise GameError("there is no move to take back")
        entry = self._entries.pop()
        self._state = entry.before
        del self._events[entry.num_events :]
        for log in self._logs.values():
            del log[entry.num_events :]
        return Move._of(entry.ply, self.ruleset.board)

    def why_not(self, move: MoveLike) -> str | None:
        """Say why a move is not legal, with the rule; ``None`` if it is."""
        try:
            self._check(move, self._read(move)[0])
        except IllegalMoveError as error:
            return _explain(error.reason)
        return None

    def preview(self, move: MoveLike) -> tuple[SeenEvent, ...]:
        """Return what a legal move would do, as far as its player can know."""
        action, _ = self._read(move)
        self._check(move, action)
        return preview(self._position, action)

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
            lit_islands=sum(1 << island for island in {island_of(i, board) for i in islands}),
            lit_lines=sum(1 << line for line in {line_of(name, board) for name in lines}),
            arrows=pairs,
        )

    def embed(self) -> str:
        """Return an element for a web page: the position, or the game so far to step through.

        Load ``kahuna-board.js`` on that page (docs/embedding.md). Without JavaScript readers see a
        picture of the present position.
        """
        states = [*(entry.before for entry in self._entries), self._state]
        moves = ["", *(str(move) for move in self.moves)]
        frames = [
            f"{_frame(state)} {move}".rstrip() for state, move in zip(states, moves, strict=True)
        ]
        kind, shown = ("record" if self._entries else "position"), "&#10;".join(map(escape, frames))
        words = escape(" ".join(describe(bridges=self._state.public.bridges, stones=self._stones)))
        picture = b64encode(self.svg().encode()).decode()
        image = f'<img alt="{words}" src="data:image/svg+xml;base64,{picture}">'
        return f'<kahuna-board {kind}="{shown}">{image}</kahuna-board>\n'

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook, and highlight the lines that the last ply changed."""
        events = self._events[self._entries[-1].num_events :] if self._entries else ()
        changed = {e.line for e in events if isinstance(e, BridgeBuilt | BridgeRemoved)}
        return self.svg(lines=(format_line(line, self.ruleset.board) for line in changed))

    def __str__(self) -> str:
        """Draw the board; fits a terminal of 24 lines and 80 columns."""
        public, private = self._state.public, self._state.private
        names = shared_texts(ENGLISH).names_of(self.players)
        whose = "The game is over" if self.turn is None else f"{_short(names[self.turn])} to move"
        hands = [
            f"{_short(names[seat])}: {format_cards(private[seat].hand + public.shown[seat]) or '-'}"
            for seat in SEATS
        ]
        return (
            draw_text(bridges=public.bridges, stones=self._stones, is_low=True)
            + f"Round {public.round}, turn {public.turn}. {whose}. "
            + f"Open: {format_cards(public.open_cards) or '-'}.\nHands: {', '.join(hands)}."
        )

    def __repr__(self) -> str:
        return f"Game.from_position({self.position!r})"

    @property
    def _stones(self) -> tuple[Islands, Islands]:
        white, black = self._state.public.bridges
        return self.ruleset.board.held(white), self.ruleset.board.held(black)

    @property
    def _position(self) -> View:
        """What the seat to move sees, without its history: enough for all that is public."""
        return view_of(self._state, SPECTATOR if self.turn is None else self.turn)

    def _read(self, move: MoveLike) -> tuple[Action, Ply | None]:
        """Return the action of a move, and its ply unless it is a bare action."""
        if isinstance(move, Action):
            return move, None
        ply = (move if isinstance(move, Move) else Move(move, self.ruleset.board)).ply
        try:
            return to_action(ply.action, self._state.public.phase), ply
        except IllegalActionError as error:
            raise IllegalMoveError(str(move), error.reason) from None

    def _check(self, move: MoveLike, action: Action) -> None:
        reason = why_illegal(self._position, action)
        if reason is not None:
            raise IllegalMoveError(str(move), reason)


def _frame(state: State) -> str:
    """Write bridges and islands as web/src/embed/frames.ts reads them."""
    board, bridges = state.ruleset.board, state.public.bridges
    lines = (",".join(format_line(Line(i), board) for i in bits(each)) for each in bridges)
    islands = (
        "".join(format_island(Island(i)) for i in bits(board.held(each))) for each in bridges
    )
    return " ".join("/".join(part or "-" for part in pair) for pair in (lines, islands))


def _explain(reason: Reason) -> str:
    text = shared_texts(ENGLISH).reasons[reason]
    return text if reason.paragraph is None else f"{text} [{reason.paragraph}]"


def _short(name: str) -> str:
    return name if len(name) <= MAX_SHOWN_NAME else name[: MAX_SHOWN_NAME - 1] + "…"


def _arrow(text: str, board: Board) -> tuple[Island, Island]:
    if len(text) != 2 or text[0] == text[1]:
        raise GameError(f"{text!r} is not an arrow; write two islands such as 'AB'")
    return island_of(text[0], board), island_of(text[1], board)


def _check_seed(seed: int | None) -> int | None:
    if seed is not None and not isinstance(seed, int):
        raise GameError(f"{seed!r} is not a seed; a seed is a whole number")
    return seed


def _check_players(players: Players) -> Players:
    try:
        white, black = players
    except (TypeError, ValueError):
        white = black = 0  # type: ignore[assignment]
    if not all(name is None or isinstance(name, str) for name in (white, black)):
        raise GameError(f"{players!r} are not two players; give two names, or None for no name")
    return white, black
