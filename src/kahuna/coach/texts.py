"""The texts of the coach in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any

from kahuna.coach.labels import Label
from kahuna.i18n import Plural, load_section
from kahuna.i18n.shared import SharedTexts, shared_texts


@dataclass(frozen=True, slots=True)
class MoveTexts:
    """Moves in a few words, to stand in a list or after a colon."""

    build: str
    remove: str
    replace: str
    bury: str
    take: str
    draw: str
    decline: str
    handicap: str


class Compared(StrEnum):
    """What a remark compares: the better one, and the other."""

    MOVES = "moves"
    ALTERNATIVE = "alternative"
    """The best move, and the best way to end the turn or another good move."""
    OWN_TURN = "own_turn"
    """The best turn, and the one that the player tried."""
    NEXT_TURN = "next_turn"
    """The best turn, and the next best."""
    STEP = "step"
    """A turn with and without its last action."""


@dataclass(frozen=True, slots=True)
class ComparedTexts:
    """How remarks call what they compare."""

    the_better: str
    this: str
    after_better: str
    after_this: str


@dataclass(frozen=True, slots=True)
class StepTexts:
    """What one action of a turn does, in short sentences that stand together."""

    gains_control: str
    breaks_control: str
    sweeps: Plural
    better_ends_round: str


@dataclass(frozen=True, slots=True)
class CoachTexts:
    """Everything that the coach says."""

    shared: SharedTexts
    labels: Mapping[Label, str]
    and_: str
    nameless: tuple[str, str]
    """Players without a name, as they are called in a sentence."""
    opponent: str
    """An opponent without a name, where the coach speaks to a player."""
    moves: MoveTexts
    """Moves to play."""
    played: MoveTexts
    """Moves that were played."""
    compared: Mapping[Compared, ComparedTexts]
    step: StepTexts

    # Why a move is better.
    gains_control: str
    breaks_control: str
    sweeps: Plural
    keeps_cards: Plural
    better_ends_round: str
    played_ends_round: str
    scores_now: str
    breaks_pair: str
    holds: str
    holds_surely: str
    """For 100 % after the better move and 0 % after the played one."""
    opponent_holds: str
    opponent_holds_surely: str
    changes_hands: str
    leaves_open_card: str
    leaves_open_card_surely: str
    leaves_one_short: str
    leaves_one_short_surely: str
    leaves_one_short_less: str
    """Where the opponent may have a card for it after the better move, too."""
    leaves_one_short_less_surely: str
    spends_scoring_card: str
    threatens: str
    takes_useful_card: str
    denies_card: str
    denies_removal: str
    denies_removal_surely: str
    gets_card: str
    draw_helps: str
    """For a card that may win an island or take one from the opponent."""
    draw_wins: str
    draw_takes: str
    has_no_card: str
    has_one_card: str
    bridges_decide: str
    keeps_pile: Plural
    shows_no_card: str
    forces_draw: str
    takes_last_card: str
    moves_last: str
    keeps_for_last_turn: str
    fills_hand: str
    threatens_removal: str
    spares_bridge: str
    takes_spare: str
    blocks: str
    opens_places: str
    keeps_pair: str
    keeps_removal: str
    wins_nothing_yet: str
    is_swept_soon: str
    is_swept_soon_surely: str
    pays_for_island: str
    comes_closer: Plural
    scores_more: str
    wins_more: str
    is_right_on_board: str
    gains_more: Plural
    breaks_more: Plural
    wins_at_most: str
    wins_surely: str
    """For 100 % and 0 %."""
    both_cards: str
    """The two cards of one island, named in a remark."""

    # Luck and skill.
    outplayed: Plural
    equally_good: Plural
    luckier: str
    end_gave: str
    decided_in: Plural


@cache
def coach_texts(language: str, compared: Compared = Compared.MOVES) -> CoachTexts:
    """Return the texts of a language, for remarks that compare moves or turns."""
    texts = load_section(CoachTexts, language, "coach", shared=shared_texts(language))
    if compared is Compared.STEP:
        short = {field.name: getattr(texts.step, field.name) for field in fields(StepTexts)}
        texts = replace(texts, **short)
    names = texts.compared[compared]
    called = {field.name: getattr(names, field.name) for field in fields(names)}
    called |= {name.capitalize(): text[0].upper() + text[1:] for name, text in called.items()}

    def filled(text: str) -> str:
        for name, words in called.items():
            text = text.replace(f"{{{name}}}", words)
        return text

    changed: dict[str, Any] = {}
    for field in fields(texts):
        value = getattr(texts, field.name)
        if isinstance(value, str):
            changed[field.name] = filled(value)
        elif isinstance(value, tuple):
            changed[field.name] = tuple(map(filled, value))
    return replace(texts, **changed)
