"""One game between agents: an authority owns the state, agents see views, chance is a source."""

from kahuna.match.agent import (
    Agent,
    Closable,
    Forfeit,
    ForfeitError,
    closing_all,
    forfeit,
    play_out,
    play_until_over,
)
from kahuna.match.authority import Authority, Change, Ending, TakenBack, Undone
from kahuna.match.chance import ChanceSource, RandomChance, ScriptedChance, system_chance
from kahuna.match.errors import (
    GameOverError,
    MatchError,
    NothingToUndoError,
    NotYourTurnError,
    StaleVersionError,
    TooManyStepsError,
)
from kahuna.match.timed_agent import TimedAgent
from kahuna.match.turns import play_turn
