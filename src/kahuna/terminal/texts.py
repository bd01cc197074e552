"""The texts of the terminal game in one language.

A pair of sentences is one for the reader ("you") and one for somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from kahuna.chart import ChartTexts, chart_texts
from kahuna.core import Reason, Termination
from kahuna.i18n import ENGLISH as ENGLISH_LANGUAGE
from kahuna.i18n import Plural, load_section
from kahuna.i18n.shared import SharedTexts, shared_texts
from kahuna.terminal.commands import Kind

Person: TypeAlias = tuple[str, str]
"""A sentence about the reader, and the same about somebody else."""


@dataclass(frozen=True, slots=True)
class TerminalTexts:
    """Everything that the terminal game says, in one language."""

    language: str
    shared: SharedTexts
    chart: ChartTexts
    own_bridge: str
    other_bridge: str
    label: str
    nothing: str
    and_: str

    # What happened.
    cards_played: Person
    built: Person
    built_free: Person
    built_handicap: Person
    removed: Person
    swept: Person
    gained: Person
    lost: Person
    buried: Person
    buried_known: str
    buried_hidden: str
    taken: Person
    turned: str
    drawn: Person
    drawn_hidden: str
    declined: Person
    scored: str
    scored_points: str
    scored_nobody: str
    points: Plural
    renewed: str
    started: str
    turn: Person
    last_turn: Person
    ended: str

    # The result.
    wins: str
    draw: str
    nobody: str
    terminations: Mapping[Termination, str]
    scoring: str
    total: str
    final_hand: str

    # The table.
    title: str
    last_turns: str
    handicap: str
    score: str
    shown: str
    islands_of: str
    hand: str
    hand_open: str
    open_cards: str
    discards: str
    log_turn: str

    # The list of moves.
    list_builds: str
    list_removes: str
    list_free: str
    list_buries: str
    list_draws: str
    list_handicap: str
    list_key: str
    by_pile: str
    by_decline: str
    with_cards: str
    say_build: str
    say_remove: str
    say_replace: str
    say_bury: str
    say_take: str
    say_pile: str
    say_decline: str
    say_handicap: str
    say_change: str

    # Answers.
    prompt: str
    hint: str
    hint_plain: str
    why_legal: str
    why_turn_ends: str
    why_pile: str
    why_what: str
    advice: Mapping[Reason, str]
    """What to do instead of an illegal move, behind the reason that all front ends share."""
    no_pair: str
    no_payment: str
    no_line: str
    no_island: str
    no_number: str
    not_a_move: str
    only_an_island: str
    ambiguous: str
    two_draws: str
    undone: str
    nothing_to_undo: str
    saved: str
    save_where: str
    save_failed: str
    save_exists: str
    resign_sure: str
    resign_not: str
    offer_made: str
    offer_refused: str
    yes: tuple[str, ...]
    island_which: str
    rules_which: str
    log_which: str
    help: str

    # Coming and going.
    welcome: str
    welcome_hint: str
    resumed: str
    hide: str
    pass_on: str
    news: str
    goodbye: str
    goodbye_unsaved: str
    record_kept: str
    bot_thinks: str
    bot_failed: str

    # Looking at a recorded game.
    replay_title: str
    replay_ply: str
    replay_start: str
    replay_prompt: str
    replay_no_ply: str
    to_move: str
    unknown_hand: str
    position: str

    # What may be typed; what English has is understood in every language.
    commands: Mapping[str, Kind]
    verbs: Mapping[str, str]
    """Words and signs, in capitals, for the signs of the notation."""
    fillers: frozenset[str]
    """Words within a move that mean nothing, in capitals."""


@cache
def terminal_texts(language: str) -> TerminalTexts:
    """Return the texts of a language."""
    return load_section(
        TerminalTexts,
        language,
        "terminal",
        language=language,
        shared=shared_texts(language),
        chart=chart_texts(language),
    )


ENGLISH: Final = terminal_texts(ENGLISH_LANGUAGE)
