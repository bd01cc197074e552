"""The game of Kahuna as pure functions over immutable values. Standard library only.

:func:`start` a game, select a :func:`view_of` it, choose one of its :func:`legal_actions`, and
:func:`advance` the game. Randomness is passed in: a :class:`Deal`, and a function that draws cards.
RULES.md defines the game; docstrings cite its paragraphs.
"""

from kahuna.core.actions import (
    ACTIONS,
    DECLINE,
    DRAW_PILE,
    REPLACE,
    Action,
    Build,
    Bury,
    Decline,
    DrawPile,
    PlaceHandicap,
    Remove,
    Replace,
    TakeOpen,
    action_numbers,
    catalogue,
)
from kahuna.core.board import ARCHIPELAGO, Board, Island, Islands, Line, Lines, bits, make_board
from kahuna.core.cards import NO_CARDS, Cards, cards_of, count, expand, holds, kinds, single, size
from kahuna.core.deal import Deal, random_deal, random_draw, start, start_of
from kahuna.core.effects import DrawCard, Step, advance, apply, resolve
from kahuna.core.errors import (
    IllegalActionError,
    ImpossibleCardError,
    InvalidActionError,
    InvalidDealError,
    InvalidPositionError,
    InvalidRulesetError,
    InvalidSeatError,
    KahunaError,
    Reason,
    SpellingError,
    UnknownWorldError,
)
from kahuna.core.events import Event, SeenEvent, seen
from kahuna.core.knowledge import (
    Belief,
    Hidden,
    any_world,
    believe,
    preview,
    sample_world,
    world,
)
from kahuna.core.legality import legal_actions, why_illegal
from kahuna.core.letters import (
    cards,
    format_cards,
    format_island,
    format_line,
    island,
    islands,
    line,
    line_names,
    lines,
)
from kahuna.core.memory import Memory, memory_of, remember
from kahuna.core.recollection import Recollection, SeatMemory, recollect
from kahuna.core.ruleset import (
    CUSTOM,
    EDITIONS,
    FIXED,
    FLAG,
    HANDICAPS,
    OPTIONS,
    SUPPLIES,
    Discard,
    Edition,
    FinalScoring,
    Option,
    Ruleset,
    custom,
)
from kahuna.core.scoring import Outcome, Termination, count_stones
from kahuna.core.seats import (
    SEATS,
    SPECTATOR,
    VIEWERS,
    Seat,
    SeatLike,
    Spectator,
    Viewer,
    seat_of,
    viewer_of,
)
from kahuna.core.setup import Setup, problems_of, setup_of, state_of
from kahuna.core.setup_problems import ProblemKind, SetupProblem
from kahuna.core.state import (
    Drawing,
    Handicap,
    Opening,
    Over,
    Phase,
    Private,
    Public,
    Refilling,
    State,
    Turn,
    TurnActivity,
    is_chance,
    mover,
    num_bridges_left,
)
from kahuna.core.view import View, view_of
