"""Bots by name: ``greedy``, ``random``, or a family such as ``cmd:python mybot.py``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from random import Random
from typing import Final, TypeAlias

from kahuna.bots import BOTS, BotMaker, SearchBot
from kahuna.bots.networks import NETWORKS, load_network
from kahuna.bots.neural_search import NeuralSearchBot
from kahuna.core import KahunaError
from kahuna.match import Agent


class BotSpecError(KahunaError, ValueError):
    """An unknown bot name, or a bad argument behind a family's prefix."""


@dataclass(frozen=True, slots=True)
class BotFamily:
    """Bots that share a prefix; the text after the colon is their argument."""

    prefix: str
    form: str
    """The syntax of such a name, for messages."""
    parse: Callable[[str], BotMaker]
    """Turn the argument into a maker; raises :class:`BotSpecError` if it is invalid."""


def _split_command(text: str) -> tuple[float | None, str]:
    """Split ``2s:python mybot.py`` into the seconds for a decision, if given, and the command."""
    match = re.fullmatch(r"(?:(?P<time>\d{1,5}(?:\.\d{1,3})?)s:)?(?P<command>.*)", text, re.DOTALL)
    assert match is not None
    return None if match["time"] is None else float(match["time"]), match["command"]


def _parse_command(text: str) -> BotMaker:
    """Parse ``python mybot.py``, or ``2s:python mybot.py`` with a time limit per decision."""
    move_time, command = _split_command(text)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BotSpecError(f"cmd:{text} is not a valid command: {error}") from None
    if not words:
        raise BotSpecError("cmd: needs a command, for example cmd:python mybot.py")
    if move_time == 0:
        raise BotSpecError(f"cmd:{text} leaves no time to decide")

    def make(rng: Random) -> Agent:
        from kahuna.bots.process import MOVE_TIME, ProcessBot  # Import `subprocess` lazily.

        return ProcessBot(command, rng, move_time=MOVE_TIME if move_time is None else move_time)

    return make


def read_seconds(text: str) -> float | None:
    """Parse a time such as ``0.3s``; return ``None`` for anything else.

    >>> read_seconds("0.3s")
    0.3
    """
    match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,3})?)s", text, re.ASCII)
    return None if match is None else float(match[1])


def _parse_search(text: str) -> BotMaker:
    """Parse ``0.3s`` (time per decision) or ``200`` (simulations), with ``:2`` for two cores."""
    budget, colon, cores = text.partition(":")
    if re.fullmatch(r"[1-9]\d?", cores if colon else "1", re.ASCII):
        jobs = int(cores or 1)
        if (seconds := read_seconds(budget)) is not None:
            return lambda rng: SearchBot(rng, seconds=seconds, jobs=jobs)
        if re.fullmatch(r"[1-9]\d{0,6}", budget, re.ASCII):
            simulations = int(budget)
            return lambda rng: SearchBot(rng, simulations=simulations, jobs=jobs)
    raise BotSpecError(
        f"search:{text} is invalid; write search:0.3s or search:200, or search:0.3s:2 for two cores"
    )


def _parse_champion(network: str, text: str) -> BotMaker:
    """Parse ``2s`` (time per decision) or ``8`` (determinizations of the first round)."""
    seconds = read_seconds(text)
    worlds = int(text) if re.fullmatch(r"[1-9]\d{0,6}", text, re.ASCII) else None
    if not seconds and worlds is None:
        raise BotSpecError(f"{network}:{text} is invalid; write {network}:2s or {network}:8")

    def make(rng: Random) -> Agent:
        return NeuralSearchBot(
            rng,
            name=f"{network}:{text}",
            seconds=seconds,
            determinizations=worlds,
            network=load_network(network),
        )

    return make


Families: TypeAlias = Mapping[str, BotFamily]
"""Families by prefix."""

FAMILIES: Final[Families] = {
    family.prefix: family
    for family in (
        BotFamily("search", "search:TIME", _parse_search),
        *(
            BotFamily(network, f"{network}:TIME", partial(_parse_champion, network))
            for network in NETWORKS
        ),
        BotFamily("cmd", "cmd:PROGRAM", _parse_command),
    )
}


def parse_spec(spec: str, families: Families = FAMILIES) -> BotMaker:
    """Return the maker of a bot; for an unknown name, raise an error that lists the known ones.

    >>> parse_spec("random")(Random(1)).name
    'random'
    """
    prefix, colon, rest = spec.partition(":")
    if colon and prefix in families:
        return families[prefix].parse(rest)
    if spec in BOTS:
        return BOTS[spec]
    close = get_close_matches(spec, [*BOTS, *families], n=1)
    hint = f"did you mean {close[0]}? There are " if close else "there are "
    raise BotSpecError(f"there is no bot {spec!r}; {hint}{', '.join(known_bots(families))}")


def display_name(spec: str) -> str:
    """Return the name under which a bot plays: its spec, or a short name for a program.

    >>> display_name("greedy"), display_name("cmd:2s:python3 bots/mybot.py")
    ('greedy', 'python3 mybot.py')
    """
    prefix, _, rest = spec.partition(":")
    if prefix != "cmd":
        return spec
    from kahuna.bots.process import program_name  # Import `subprocess` lazily.

    return program_name(_split_command(rest)[1])


def known_bots(families: Families = FAMILIES) -> tuple[str, ...]:
    """List all bot names, and the syntax of each family."""
    return (*BOTS, *(family.form for family in families.values()))


def make_bot(spec: str, rng: Random) -> Agent:
    """Make a bot by its name."""
    return parse_spec(spec)(rng)


def check_bot(spec: str, families: Families = FAMILIES) -> None:
    """Start a bot that is an external program, wait for its hello, and end it.

    Raises :class:`~kahuna.bots.process.ProgramError` if the program does not get that far.
    """
    from kahuna.bots.process import ProcessBot  # Import `subprocess` lazily.

    bot = parse_spec(spec, families)(Random(0))
    if isinstance(bot, ProcessBot):
        with bot:
            bot.start()
