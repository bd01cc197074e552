"""The coach: review finished games and analyse positions.

:func:`review` grades every decision of a game and separates luck from skill; :func:`judge` grades
some decisions; :func:`rank_actions` ranks the moves of a position. Decisions are judged only by
what their player could know.
"""

from kahuna.coach.action_values import Estimate
from kahuna.coach.labels import Label
from kahuna.coach.ledger import Ledger
from kahuna.coach.ranking import RankedAction, Ranking, rank_actions
from kahuna.coach.review import Review, UnfinishedGameError, Verdict, judge, review

__all__ = [
    "Estimate",
    "Label",
    "Ledger",
    "RankedAction",
    "Ranking",
    "Review",
    "UnfinishedGameError",
    "Verdict",
    "judge",
    "rank_actions",
    "review",
]
