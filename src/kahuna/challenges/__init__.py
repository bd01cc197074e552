"""Named challenges: games with odd rules, set-ups or goals, which earn stars."""

from kahuna.challenges.challenge import Challenge, Goal, challenge_of_week, load_challenges
from kahuna.challenges.goals import GOALS, FinishedGame, GoalName

__all__ = [
    "GOALS",
    "Challenge",
    "FinishedGame",
    "Goal",
    "GoalName",
    "challenge_of_week",
    "load_challenges",
]
