"""Put moves, remarks and the ledger into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, assert_never

from kahuna.coach.remarks import (
    Blocks,
    BreaksControl,
    BreaksMore,
    BreaksPair,
    BridgesDecide,
    ChangesHands,
    ComesCloser,
    DeniesCard,
    DeniesRemoval,
    DrawHelps,
    EndsRound,
    FillsHand,
    ForcesDraw,
    GainsControl,
    GainsMore,
    GetsCard,
    HasFewCards,
    Holds,
    IsRightOnBoard,
    IsSweptSoon,
    KeepsCards,
    KeepsForLastTurn,
    KeepsPair,
    KeepsPile,
    KeepsRemoval,
    LeavesOneShort,
    LeavesOpenCard,
    MovesLast,
    OpensPlaces,
    OpponentHolds,
    PaysForIsland,
    Remark,
    ScoresMore,
    ScoresNow,
    ShowsNoCard,
    SparesBridge,
    SpendsScoringCard,
    Sweeps,
    TakesLastCard,
    TakesSpare,
    TakesUsefulCard,
    Threatens,
    ThreatensRemoval,
    WinsAtMost,
    WinsMore,
    WinsNothingYet,
)
from kahuna.coach.texts import CoachTexts, MoveTexts
from kahuna.core import (
    Action,
    Board,
    Build,
    Bury,
    Decline,
    DrawPile,
    Island,
    Line,
    PlaceHandicap,
    Remove,
    Replace,
    Seat,
    TakeOpen,
    Turn,
    View,
)
from kahuna.i18n import counted

if TYPE_CHECKING:  # It needs NumPy; words do not.
    from kahuna.coach.engine import FutureStep
    from kahuna.coach.ledger import Ledger
    from kahuna.coach.turning_points import TurningPoint

NOTABLE: Final = 3.0
"""Points that are worth a sentence."""


def describe_action(action: Action, view: View, texts: CoachTexts, *, is_past: bool = False) -> str:
    """Describe a move in a few words; ``is_past`` if it was played."""
    phase = view.public.phase
    cleared = phase.cleared if isinstance(phase, Turn) else None
    words = texts.played if is_past else texts.moves
    return _move(action, cleared, view.ruleset.board, words, texts)


def describe_steps(steps: Iterable[FutureStep], view: View, texts: CoachTexts) -> list[str]:
    """Describe the moves of a continuation, which begins with a move of the viewer."""
    phase = view.public.phase
    cleared = phase.cleared if isinstance(phase, Turn) else None
    described = []
    for step in steps:
        described.append(_move(step.action, cleared, view.ruleset.board, texts.moves, texts))
        cleared = step.action.line if isinstance(step.action, Remove) else None
    return described


def _move(
    action: Action, cleared: Line | None, board: Board, words: MoveTexts, texts: CoachTexts
) -> str:
    match action:
        case Build(line, card):
            return words.build.format(line=_line(line, board), card=board.names[card])
        case Remove(line, cards):
            names = texts.and_.join(board.names[card] for card in cards)
            return words.remove.format(line=_line(line, board), cards=names)
        case Replace():
            assert cleared is not None
            return words.replace.format(line=_line(cleared, board))
        case Bury(card):
            return words.bury.format(card=board.names[card])
        case TakeOpen(card):
            return words.take.format(card=board.names[card])
        case DrawPile():
            return words.draw
        case Decline():
            return words.decline
        case PlaceHandicap(line):
            return words.handicap.format(line=_line(line, board))
        case _:
            assert_never(action)


def _line(line: Line, board: Board) -> str:
    return "–".join(board.names[island] for island in board.ends[line])


def describe_remarks(
    remarks: Iterable[Remark], view: View, opponent: str | None, texts: CoachTexts
) -> list[str]:
    """Return one sentence for each remark on a decision, addressed to its player."""
    assert isinstance(view.viewer, Seat)
    name = texts.opponent if opponent is None else opponent
    board = view.ruleset.board
    said = (_describe(remark, view.viewer, name, board, texts) for remark in remarks)
    return [_capitalized(sentence, texts) for sentence in said]


def _capitalized(sentence: str, texts: CoachTexts) -> str:
    """Begin a sentence with a capital, but leave the names that players chose as they are."""
    is_name = not sentence.startswith((*texts.nameless, texts.opponent))
    return sentence if is_name else sentence[0].upper() + sentence[1:]


def _describe(remark: Remark, seat: Seat, opponent: str, board: Board, texts: CoachTexts) -> str:
    names = board.names
    match remark:
        case GainsControl(islands):
            return texts.gains_control.format(islands=_islands(islands, board, texts))
        case BreaksControl(islands):
            lost = _islands(islands, board, texts)
            return texts.breaks_control.format(islands=lost, opponent=opponent)
        case Sweeps(number):
            return counted(texts.sweeps, number).format(number=number, opponent=opponent)
        case KeepsCards(number):
            return counted(texts.keeps_cards, number).format(number=number)
        case EndsRound(is_better, points):
            form = texts.better_ends_round if is_better else texts.played_ends_round
            return form.format(own=points[seat], other=points[seat.other], opponent=opponent)
        case ScoresNow(less, more):
            scores = [f"{each[seat]}:{each[seat.other]}" for each in (less, more)]
            return texts.scores_now.format(played=scores[0], better=scores[1])
        case BreaksPair(card):
            return texts.breaks_pair.format(card=names[card])
        case Holds(islands, played, better):
            form = texts.holds_surely if (played, better) == (0, 100) else texts.holds
            held = _islands(islands, board, texts)
            return form.format(islands=held, played=played, better=better)
        case OpponentHolds(islands, played, better):
            is_sure = (played, better) == (100, 0)
            form = texts.opponent_holds_surely if is_sure else texts.opponent_holds
            said = {"played": played, "better": better, "opponent": opponent}
            return form.format(islands=_islands(islands, board, texts), **said)
        case ChangesHands(islands):
            named = _islands(islands, board, texts)
            return texts.changes_hands.format(islands=named, opponent=opponent)
        case LeavesOpenCard(card, played):
            is_sure = played == 100
            form = texts.leaves_open_card_surely if is_sure else texts.leaves_open_card
            return form.format(card=names[card], played=played)
        case LeavesOneShort(island, percent, better):
            if better:
                forms = texts.leaves_one_short_less, texts.leaves_one_short_less_surely
            else:
                forms = texts.leaves_one_short, texts.leaves_one_short_surely
            form = forms[percent == 100]
            said = {"percent": percent, "better": better, "opponent": opponent}
            return form.format(island=names[island], **said)
        case SpendsScoringCard(card, percent):
            return texts.spends_scoring_card.format(card=names[card], percent=percent)
        case Threatens(island, card):
            return texts.threatens.format(island=names[island], card=names[card])
        case TakesUsefulCard(card, island):
            return texts.takes_useful_card.format(island=names[island], card=names[card])
        case DeniesCard(card, island):
            form = texts.denies_card
            return form.format(island=names[island], card=names[card], opponent=opponent)
        case DeniesRemoval(card, island, percent):
            cost = {"island": names[island], "percent": percent, "opponent": opponent}
            form = texts.denies_removal_surely if percent == 100 else texts.denies_removal
            return form.format(card=names[card], **cost)
        case GetsCard():
            return texts.gets_card
        case DrawHelps(percent, wins, takes):
            form = texts.draw_wins if not takes else texts.draw_helps if wins else texts.draw_takes
            return form.format(percent=percent, opponent=opponent)
        case HasFewCards(number):
            return texts.has_one_card if number else texts.has_no_card
        case BridgesDecide(less, more):
            numbers = [f"{own}:{other}" for own, other in (less, more)]
            return texts.bridges_decide.format(played=numbers[0], better=numbers[1])
        case KeepsPile(number):
            return counted(texts.keeps_pile, number).format(number=number)
        case ShowsNoCard():
            return texts.shows_no_card.format(opponent=opponent)
        case ForcesDraw():
            return texts.forces_draw.format(opponent=opponent)
        case TakesLastCard(number):
            return texts.takes_last_card.format(number=number, opponent=opponent)
        case MovesLast():
            return texts.moves_last.format(opponent=opponent)
        case KeepsForLastTurn(cards):
            return texts.keeps_for_last_turn.format(cards=_cards(cards, board, texts))
        case FillsHand():
            return texts.fills_hand
        case ThreatensRemoval(island, cards):
            form = texts.threatens_removal
            held = _cards(cards, board, texts)
            return form.format(island=names[island], cards=held, opponent=opponent)
        case SparesBridge(island):
            return texts.spares_bridge.format(island=names[island])
        case TakesSpare(island):
            return texts.takes_spare.format(island=names[island], opponent=opponent)
        case Blocks(island):
            return texts.blocks.format(island=names[island], opponent=opponent)
        case OpensPlaces(island):
            return texts.opens_places.format(island=names[island])
        case KeepsPair(card):
            return texts.keeps_pair.format(card=names[card])
        case KeepsRemoval(line, cards):
            held = _cards(cards, board, texts)
            return texts.keeps_removal.format(line=_line(line, board), cards=held)
        case WinsNothingYet(line):
            return texts.wins_nothing_yet.format(line=_line(line, board))
        case IsSweptSoon(line, island, percent):
            where = {"line": _line(line, board), "island": names[island]}
            form = texts.is_swept_soon_surely if percent == 100 else texts.is_swept_soon
            return form.format(percent=percent, opponent=opponent, **where)
        case PaysForIsland(island, cards):
            held = _cards(cards, board, texts)
            return texts.pays_for_island.format(island=names[island], cards=held)
        case ComesCloser(island, number):
            form = counted(texts.comes_closer, number)
            return form.format(island=names[island], number=number)
        case ScoresMore(behind, ahead):
            return texts.scores_more.format(played=_signed(behind), better=_signed(ahead))
        case WinsMore(played, better):
            return texts.wins_more.format(played=played, better=better)
        case IsRightOnBoard():
            return texts.is_right_on_board
        case GainsMore(number):
            return counted(texts.gains_more, number).format(number=number)
        case BreaksMore(number):
            return counted(texts.breaks_more, number).format(number=number, opponent=opponent)
        case WinsAtMost(played, better):
            is_sure = (played, better) == (0, 100)
            form = texts.wins_surely if is_sure else texts.wins_at_most
            return form.format(played=played, better=better)
        case _:
            assert_never(remark)


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")


def _islands(islands: Sequence[Island], board: Board, texts: CoachTexts) -> str:
    return _listed([board.names[island] for island in islands], texts)


def _cards(cards: Sequence[Island], board: Board, texts: CoachTexts) -> str:
    """Name cards, the two of one island together."""
    both = texts.both_cards
    names = [
        both.format(island=board.names[card]) if number > 1 else board.names[card]
        for card, number in Counter(cards).items()
    ]
    return _listed(names, texts)


def _listed(words: Sequence[str], texts: CoachTexts) -> str:
    """Join words by commas, the last one by "and"."""
    *others, last = words
    return texts.and_.join([", ".join(others), last]) if others else last


def describe_turning_points(points: Sequence[TurningPoint], texts: CoachTexts) -> list[str]:
    """Say in which turns the game was decided."""
    if not points:
        return []
    turns = _listed([str(point.turn) for point in points], texts)
    return [counted(texts.decided_in, len(points)).format(turns=turns)]


def summarize(ledger: Ledger, players: tuple[str, str], texts: CoachTexts) -> list[str]:
    """Say in a few sentences who played better and who was luckier."""
    return [_capitalized(sentence, texts) for sentence in _sentences(ledger, players, texts)]


def _sentences(ledger: Ledger, players: tuple[str, str], texts: CoachTexts) -> Iterator[str]:
    white, black = ledger.skill(Seat.WHITE), ledger.skill(Seat.BLACK)
    lead = white.mean - black.mean
    error = (white.error**2 + black.error**2) ** 0.5
    if abs(lead) > error:
        better = Seat.WHITE if lead > 0 else Seat.BLACK
        points = round(abs(lead))
        yield counted(texts.outplayed, points).format(
            player=players[better],
            opponent=players[better.other],
            points=points,
            error=round(error),
        )
    else:
        yield counted(texts.equally_good, round(error)).format(error=round(error))
    luck = ledger.luck(Seat.WHITE) + ledger.hidden(Seat.WHITE)
    if abs(luck) >= NOTABLE:
        lucky = Seat.WHITE if luck > 0 else Seat.BLACK
        points = round(abs(luck))
        yield texts.luckier.format(player=players[lucky], points=points)
    if abs(ledger.end) >= NOTABLE:
        winner = Seat.WHITE if ledger.end > 0 else Seat.BLACK
        points = round(abs(ledger.end))
        yield texts.end_gave.format(player=players[winner], points=points)
