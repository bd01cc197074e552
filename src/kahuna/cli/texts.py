"""The texts of the command line in the chosen language.

Only the file of that language is read, so that more languages cost no time.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from kahuna.i18n import ENGLISH, Plural, load_section


class CommandTexts(NamedTuple):
    """The help of a command: one line for the list of commands, and the full text."""

    short: str
    long: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CliTexts:
    """Everything that the command line says apart from the game itself, in one language."""

    language: str

    # Help.
    app: str
    commands: Mapping[str, CommandTexts]
    options: Mapping[str, str]
    """By ``command.parameter``, or by the parameter alone where commands share it."""
    all_cores: str
    headings: Mapping[str, str]
    """Translations of Typer's own headings on a help page."""

    # Complaints.
    complaint: str
    try_help: str
    missing_option: str
    missing_argument: str
    needs_value: str
    no_such_option: str
    no_such_command: str
    bad_value: str
    perhaps: str
    problems: str
    interrupted: str
    bug: str
    in_english: str
    """Wraps messages that exist only in English: from libraries, records and positions."""
    not_a_choice: str
    bad_name: str
    not_with: str
    no_file_name: str
    is_folder: str
    no_ordinary_file: str
    no_folder: str
    cannot_write: str
    cannot_read: str
    progress: str

    # serve
    serving: str
    working: str
    port_taken: str
    no_address: str
    no_proxy_address: str
    no_origin: str
    missing_extra: str
    hub_without_database: str
    no_contact: str
    no_hub: str
    no_such_database: str
    database_fails: str

    # backup and restore
    backing_up: str
    backed_up: Plural
    no_account: str
    name_taken: str
    admin_needs_name: str
    admin_needs_new_name: str
    admin_suspend: str
    admin_restore: str
    admin_rename: str
    admin_delete: str
    admin_dismiss: str
    admin_report: str
    admin_show: str
    admin_suspended: str
    admin_in_order: str
    restored: Plural
    backup_exists: str
    backup_broken: str

    # play
    program_again: str
    bot_again: str
    resume_keeps: str
    bot_missing: str
    many_games: str
    save_exists: str
    bot: str

    # simulate
    playing: str
    kept_games: Plural
    stopped: Plural
    summary: Plural
    summary_ends: str
    terminations: Mapping[str, str]

    # replay
    no_game: Plural
    no_ply: Plural
    one_of_many: str
    verifying: str
    verified: Plural
    verify_alone: str

    # verify
    cards_verified: Plural
    commitments: str
    no_seed: str
    signature_right: str
    signature_missing: str
    signature_unchecked: str

    # review and analyse
    reviewing: str
    review_unfinished: str
    review_no_move: str
    review_title: str
    review_curve: str
    review_curve_table: str
    review_curve_header: tuple[str, str]
    review_seat: str
    review_no_errors: str
    review_header: tuple[str, str, str, str, str, str]
    review_reason: str
    review_moment: Plural
    review_moves: str
    review_cards: str
    analysing: str
    analyse_nobody: str
    analyse_header: tuple[str, str, str]

    # rules and board
    no_paragraph: str
    rules_alone: str
    diff_title: str
    diff_option: str
    diff_offered: tuple[str, str]
    diff_book: str
    diff_starter: str
    edition_intro: str
    edition_offers: str
    edition_offers_nothing: str
    night_needs_svg: str
    picture_title: str

    # arena
    arena_same_file: str
    arena_speed_alone: str
    arena_stopped: str
    arena_goes_on: str
    arena_could_go_on: str
    arena_ray: str
    arena_speed: Plural
    arena_best: str
    no_games: str
    luck_adjusted: str
    lost_outside: str
    not_exact: str
    standings: Plural
    standings_header: tuple[str, ...]
    cross_table: str
    against: str
    match: str
    sprt_numbers: str
    sprt_unclear: str
    sprt_clear: str

    # train
    train_missing: str
    train_no_file: str
    train_folder: str
    train_games: str
    train_resumed: str
    train_compiling: str
    train_stopping: str
    train_left: str
    train_line: str
    train_score: str
    train_paused: str
    train_done: str

    # bench
    measuring: str
    bench_header: tuple[str, ...]
    bench_rows: Mapping[str, str]
    """What each row measures."""
    engines_header: tuple[str, ...]
    yes_no: tuple[str, str]


_SPOKEN: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def speak(language: str) -> None:
    """Choose the language of all further output."""
    _SPOKEN.set(language)


def spoken() -> CliTexts:
    """Return the texts of the chosen language."""
    return cli_texts(_SPOKEN.get())


@cache
def cli_texts(language: str) -> CliTexts:
    """Return the texts of a language."""
    return load_section(CliTexts, language, "cli", language=language)
