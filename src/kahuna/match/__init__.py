"""One game between agents: an authority owns the state, agents see views, chance is a source."""

from kahuna.match.agent import Agent as Agent
from kahuna.match.agent import Closable as Closable
from kahuna.match.agent import Forfeit as Forfeit
from kahuna.match.agent import ForfeitError as ForfeitError
from kahuna.match.agent import closing_all as closing_all
from kahuna.match.agent import forfeit as forfeit
from kahuna.match.agent import play_out as play_out
from kahuna.match.agent import play_until_over as play_until_over
from kahuna.match.authority import Authority as Authority
from kahuna.match.authority import Change as Change
from kahuna.match.authority import Ending as Ending
from kahuna.match.authority import TakenBack as TakenBack
from kahuna.match.authority import Undone as Undone
from kahuna.match.chance import ChanceSource as ChanceSource
from kahuna.match.chance import RandomChance as RandomChance
from kahuna.match.chance import ScriptedChance as ScriptedChance
from kahuna.match.chance import system_chance as system_chance
from kahuna.match.errors import GameOverError as GameOverError
from kahuna.match.errors import MatchError as MatchError
from kahuna.match.errors import NothingToUndoError as NothingToUndoError
from kahuna.match.errors import NotYourTurnError as NotYourTurnError
from kahuna.match.errors import StaleVersionError as StaleVersionError
from kahuna.match.errors import TooManyStepsError as TooManyStepsError
from kahuna.match.timed_agent import TimedAgent as TimedAgent
from kahuna.match.turns import play_turn as play_turn
