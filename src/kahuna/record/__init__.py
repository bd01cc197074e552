"""Notation, positions, records and replay. Standard library only."""

from kahuna.core import format_cards, format_island, format_line
from kahuna.record.errors import Flaw, RecordError, ReplayMismatchError
from kahuna.record.event_plies import EventPly, plies_of
from kahuna.record.game_files import UnreadableFileError, read_records
from kahuna.record.game_record import (
    GameRecord,
    Players,
    decode_text,
    format_record,
    parse_record,
)
from kahuna.record.game_text import format_game, parse_game, turns_of
from kahuna.record.notation import (
    BuryUnknown,
    Ply,
    ReplaceOn,
    WrittenAction,
    format_action,
    format_lines,
    format_ply,
    parse_cards,
    parse_island,
    parse_line,
    parse_ply,
    to_action,
    to_written,
)
from kahuna.record.one_sided import one_sided, replay_view
from kahuna.record.position import (
    format_position,
    parse_position,
    parse_setup,
    position_hash,
)
from kahuna.record.replay import (
    BY_PLAYERS,
    ReplayStep,
    describe_outcome,
    final_state,
    play,
    replay,
    replay_ply,
)
from kahuna.record.rules_text import format_ruleset, parse_ruleset, ruleset_of, ruleset_to_dict
from kahuna.record.turn import TriedTurn, parse_action, try_turn
from kahuna.record.view_position import (
    format_view_position,
    known_cards,
    parse_view_position,
    view_with_known,
)
