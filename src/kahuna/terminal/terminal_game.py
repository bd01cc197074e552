"""A game between people and bots, with reproducible cards, that can be saved.

Chance and bots at a ply depend only on the seed and the number of plies before it, so a resumed
game continues exactly as it would have without the interruption.
"""

from __future__ import annotations

from random import Random

from kahuna.bots.spec import make_bot
from kahuna.core import SEATS, Action, Outcome, Ruleset, Seat, View
from kahuna.match import Agent, Authority, ForfeitError, RandomChance, closing_all, forfeit
from kahuna.record import Players, RecordError
from kahuna.terminal.saved_games import Bots, SavedGame


class TerminalGame:
    """A game in progress between people and bots."""

    def __init__(self, authority: Authority, *, chance: Random, bots: Bots, seed: str) -> None:
        self._authority = authority
        self._chance = chance
        self._bots = bots
        self._seed = seed
        self._bot_rngs = (Random(0), Random(0))
        self._agents: tuple[Agent | None, ...] = tuple(
            None if bot is None else make_bot(bot, self._bot_rngs[seat])
            for seat, bot in zip(SEATS, bots, strict=True)
        )

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        *,
        players: Players = (None, None),
        bots: Bots = (None, None),
        seed: str,
        first: Seat | None = None,
    ) -> TerminalGame:
        """Start a new game; the same seed gives the same cards."""
        rng = Random(f"{seed}/deal")
        authority = Authority(ruleset, RandomChance(rng), first=first, players=players)
        return cls(authority, chance=rng, bots=bots, seed=seed)

    @classmethod
    def resume(cls, saved: SavedGame) -> TerminalGame:
        """Restore a saved game with the turn in progress; raise an error if it cannot continue."""
        record = saved.record
        if record.outcome is not None:
            raise RecordError("this game is over", expected="an unfinished game")
        rng = Random(0)
        authority = Authority.restore(
            record.ruleset,
            RandomChance(rng),
            record.plies,
            first=record.first,
            deal=record.deal,
            players=record.players,
        )
        if authority.outcome is not None:
            raise RecordError("these plies end the game", expected="an unfinished game")
        return cls(authority, chance=rng, bots=saved.bots, seed=saved.seed)

    @property
    def players(self) -> Players:
        """Return the names of the players."""
        return self._authority.record().players

    @property
    def mover(self) -> Seat | None:
        """Return the seat to move, or ``None`` if the game is over."""
        return self._authority.mover

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, if it has."""
        return self._authority.outcome

    @property
    def has_two_people(self) -> bool:
        """Return whether players must not see each other's cards."""
        return self._bots == (None, None)

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules of the game."""
        return self._authority.record().ruleset

    def is_bot(self, seat: Seat) -> bool:
        """Return whether a bot has this seat."""
        return self._bots[seat] is not None

    def view(self, seat: Seat) -> View:
        """Return the game as a player sees it."""
        return self._authority.view(seat)

    def act(self, seat: Seat, action: Action) -> None:
        """Apply an action of the seat to move."""
        self._chance.seed(f"{self._seed}/chance/{self._num_plies}")
        self._authority.act(seat, action)

    def let_bot_act(self, seat: Seat) -> ForfeitError | None:
        """Let the bot at this seat do its next action; return why, if it loses by failing."""
        agent = self._agents[seat]
        assert agent is not None
        self._bot_rngs[seat].seed(f"{self._seed}/{seat.name}/{self._num_plies}")
        try:
            action = agent.decide(self.view(seat))
        except ForfeitError as error:
            forfeit(self._authority, seat, error)
            return error
        self.act(seat, action)
        return None

    def undo(self, seat: Seat) -> bool:
        """Take back the last action of the turn, if there is one."""
        if not self._authority.can_undo:
            return False
        self._authority.undo(seat)
        return True

    def resign(self, seat: Seat) -> None:
        """Resign for a player."""
        self._authority.resign(seat)

    def agree_draw(self) -> None:
        """End the game as an agreed draw."""
        self._authority.agree_draw()

    def saved(self) -> SavedGame:
        """Return the game in the form in which it is saved."""
        return SavedGame(self._authority.record(), self._bots, self._seed)

    @property
    def _num_plies(self) -> int:
        return len(self._authority.record().plies)

    def close(self) -> None:
        """End bots that are external programs."""
        with closing_all(*(agent for agent in self._agents if agent is not None)):
            pass
