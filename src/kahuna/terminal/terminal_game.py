"""The board with those who sit at it: people and bots, cards that can be repeated, saved games.

What chance and the bots do at a ply follows from the seed and the number of plies before it, so a
saved game goes on just as it would have without the interruption.
"""

from __future__ import annotations

from random import Random

from kahuna.bots.spec import make_bot
from kahuna.core import SEATS, Action, Outcome, Ruleset, Seat, View
from kahuna.match import Agent, Authority, ForfeitError, RandomChance, closing_all, forfeit
from kahuna.record import RecordError
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
        names: tuple[str, str],
        bots: Bots = (None, None),
        seed: str,
        first: Seat | None = None,
    ) -> TerminalGame:
        """A new game; the same seed gives the same cards."""
        rng = Random(f"{seed}/deal")
        authority = Authority(ruleset, RandomChance(rng), first=first, players=names)
        return cls(authority, chance=rng, bots=bots, seed=seed)

    @classmethod
    def resume(cls, saved: SavedGame) -> TerminalGame:
        """The game as it was left, with the turn in progress; raises if it cannot go on."""
        record = saved.record
        if record.outcome is not None:
            raise RecordError("this game is over", expected="an unfinished one")
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
            raise RecordError("these plies end the game", expected="an unfinished one")
        return cls(authority, chance=rng, bots=saved.bots, seed=saved.seed)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self._authority.record().players

    @property
    def mover(self) -> Seat | None:
        """The seat to move, or nobody when the game is over."""
        return self._authority.mover

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self._authority.outcome

    @property
    def has_two_people(self) -> bool:
        """Whether cards must be hidden from one another."""
        return self._bots == (None, None)

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played."""
        return self._authority.record().ruleset

    def is_bot(self, seat: Seat) -> bool:
        """Whether a bot has this seat."""
        return self._bots[seat] is not None

    def view(self, seat: Seat) -> View:
        """The game as a player sees it."""
        return self._authority.view(seat)

    def act(self, seat: Seat, action: Action) -> None:
        """Do an action of the seat to move."""
        self._chance.seed(f"{self._seed}/chance/{self._num_plies}")
        self._authority.act(seat, action, version=self._authority.version)

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
        """Take back the last step of the turn, if there is one."""
        if not self._authority.can_undo:
            return False
        self._authority.undo(seat, version=self._authority.version)
        return True

    def resign(self, seat: Seat) -> None:
        """A player gives up."""
        self._authority.resign(seat)

    def agree_draw(self) -> None:
        """The players agree on a draw."""
        self._authority.agree_draw()

    def saved(self) -> SavedGame:
        """The game as it can be saved."""
        return SavedGame(self._authority.record(), self._bots, self._seed)

    @property
    def _num_plies(self) -> int:
        return len(self._authority.record().plies)

    def close(self) -> None:
        """Let bots go that are programs of their own."""
        with closing_all(*(agent for agent in self._agents if agent is not None)):
            pass
