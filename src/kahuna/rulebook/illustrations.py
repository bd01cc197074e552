"""Illustrations of the rules: positions and the effect of actions in them."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from kahuna.core import Lines, apply
from kahuna.record import parse_action, parse_position


class Illustration(NamedTuple):
    """A position and actions in it, shown beside a paragraph."""

    key: str
    position: str
    actions: tuple[str, ...] = ()


_REST: Final = "-/- - 1.9 {} kosmos-2015"
_EXAMPLE: Final = "AD,BC,BE,DE,DH,EH/AB,AH,EF,EI,EJ,HI,HL AB/EHH CGK - "

ILLUSTRATIONS: Final[dict[str, Illustration]] = {
    "R1.2": Illustration("board", "-/- ABC/DEF GHI - -/- - 1.1 w kosmos-2015"),
    "R4.1": Illustration("build", "FG/IL AK/BC EHI - " + _REST.format("w"), ("+AD/A",)),
    "R5.1": Illustration("majority", "AB/GK DK/BC EHI - " + _REST.format("w"), ("+AD/D",)),
    "R5.3": Illustration("sweep", "AD,DH/AB,BC AK/CE FGI - " + _REST.format("w"), ("+AH/A",)),
    "R5.4": Illustration("chain", "DH,EH/HI,HL,IL AK/BC EFG - " + _REST.format("w"), ("+AH/A",)),
    "R5.7": Illustration("both", "AB,DH,EH/AD,HI,KL AK/BC EFG - " + _REST.format("w"), ("+AH/A",)),
    "R6.1": Illustration("remove", "BC,CF/CK,GK,JK CK/AD EFG - " + _REST.format("w"), ("-CK/CK",)),
    "R18.1": Illustration("white", _EXAMPLE + _REST.format("w"), ("+BD/B", "+AB/A")),
    "R18.2": Illustration(
        "black",
        "AB,AD,BC,BD,BE,DE,DH,EH/EF,EI,EJ,HI,HL D/EHH CGK - " + _REST.format("b"),
        ("-EH/HH", "+EH/E"),
    ),
}
"""Illustrations by paragraph."""


@cache
def frames_of(scene: Illustration) -> tuple[tuple[Lines, Lines], ...]:
    """Return the bridges of both seats before the first action and after each."""
    state = parse_position(scene.position)
    frames = [state.public.bridges]
    for text in scene.actions:
        state = apply(state, parse_action(text, state.public.phase)).state
        frames.append(state.public.bridges)
    return tuple(frames)
