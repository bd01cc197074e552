"""Texts that several front ends show: seats, editions, options, bots, invitations and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from kahuna.core import ProblemKind, Reason, SetupProblem
from kahuna.core.setup_problems import ENGLISH
from kahuna.i18n.catalogue import load_section, read_section


@dataclass(frozen=True, slots=True)
class EditionTexts:
    """The name of a rulebook, and who starts according to it."""

    title: str
    who_starts: str


@dataclass(frozen=True, slots=True)
class SharedTexts:
    """The texts of one language that the terminal, the command line and the page share."""

    name: str
    """The language's name for itself."""
    seats: tuple[str, str]
    reasons: Mapping[Reason, str]
    editions: Mapping[str, EditionTexts]
    setup_problems: Mapping[ProblemKind, str]
    """Why a position is impossible; the English sentences are those of the core."""

    def names_of(self, players: tuple[str | None, str | None]) -> tuple[str, str]:
        """Return the names of the players; call those without a name by their seats."""
        white, black = players
        return white or self.seats[0], black or self.seats[1]

    def tell_problem(self, problem: SetupProblem) -> str:
        """Say what is wrong with a position."""
        return problem.in_words(self.setup_problems, self.seats)


@cache
def shared_texts(language: str) -> SharedTexts:
    """Return the shared texts of a language."""
    given = {"setup_problems": ENGLISH} if language == "en" else {}
    return load_section(SharedTexts, language, "shared", **given)


@dataclass(frozen=True, slots=True)
class InvitationTexts:
    """What the page and previews of a link say about an invitation."""

    nameless: str
    named: str
    """With the inviter's ``{name}``."""
    about: str


@cache
def invitation_texts(language: str) -> InvitationTexts:
    """Return the texts of an invitation."""
    return load_section(InvitationTexts, language, "invitation")


@cache
def bot_texts(language: str) -> Mapping[str, str]:
    """Return one sentence about each bot and family of bots, by key."""
    texts = cast(Mapping[str, Mapping[str, str]], read_section("bots", "bots"))
    return {key: said[language] for key, said in texts.items()}


@cache
def option_texts(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the name of each rule option by key; variants also have a title and a hint."""
    options = cast(
        Mapping[str, Mapping[str, Mapping[str, str]]], read_section("options", "options")
    )
    return {
        key: {part: said[language] for part, said in texts.items()}
        for key, texts in options.items()
    }
