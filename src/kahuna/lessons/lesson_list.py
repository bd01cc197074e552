"""All lessons in order; docs/tutorial.md explains how to write one."""

from __future__ import annotations

from typing import Final

from kahuna.core import Seat
from kahuna.lessons.goals import (
    both,
    bridge_at,
    bridge_on,
    buried,
    card,
    control_of,
    declined,
    drew,
    either,
    free,
    is_over,
    more_stones,
    played,
    removed,
    scored,
    took,
    took_any,
    was_scored,
    won,
)
from kahuna.lessons.lesson import Lesson, Task

FIRST_GAME: Final = Lesson(
    key="first_game",
    rule="R9",
    position="AB,BD/AH,HI,HL AEF/CHJ DGK ABBCDEFGHIIJKLL -/- - 1.15 w kosmos-2015",
    opponent="pua",
    is_strict=True,
    draws="LIB",
    tasks=(
        Task(
            goal=both(bridge_at("F"), card("A"), card("E")),
            solution=("+FG/F",),
            misses=(("spent", played),),
        ),
        Task(
            goal=both(control_of("A"), card("E")),
            solution=("+AD/A",),
            misses=(("spent", played),),
        ),
        Task(
            goal=took("D"),
            solution=("<D",),
            misses=(("other", took_any), ("declined", declined)),
            answer=("+DH/H", "<G"),
        ),
        Task(goal=control_of("D"), solution=("+DE/D",)),
        Task(goal=scored, solution=("<K",), misses=(("declined", declined),)),
    ),
)
"""The guided game of a first visit: the end of a first round, played against the gentlest bot."""

_BUILD: Final = Lesson(
    key="build",
    rule="R4",
    position="-/- AHK/BCF EGI - -/- - 1.1 w kosmos-2015",
    draws="LJD",
    tasks=(
        Task(goal=bridge_at("A"), solution=("+AD/A",)),
        Task(
            goal=either(took_any, drew),
            solution=("<G",),
            misses=(("declined", declined),),
            answer=("+CF/C", "<*"),
        ),
    ),
)

_PAY: Final = Lesson(
    key="pay",
    rule="R4.2",
    position="FG/IL ABK/CDE HIJ FL -/- - 1.3 w kosmos-2015",
    tasks=(
        Task(
            goal=both(bridge_on("AB"), card("B")),
            solution=("+AB/A",),
            misses=(("spent", bridge_on("AB")),),
        ),
        Task(goal=bridge_on("BC"), solution=("+BC/B",)),
    ),
)

_MAJORITY: Final = Lesson(
    key="majority",
    rule="R5.1",
    position="AB,EF,EI,EJ/GK,KL BDH/ACF GIJ BEEIKL -/- - 1.7 w kosmos-2015",
    tasks=(
        Task(goal=control_of("A"), solution=("+AD/D",)),
        Task(goal=control_of("E"), solution=("+EH/H",)),
    ),
)

_SWEEP: Final = Lesson(
    key="sweep",
    rule="R5.3",
    position="AD,DH,EH/AH,HL,IL BHK/CFG EJL ADDEIL -/- - 1.7 w kosmos-2015",
    tasks=(
        Task(goal=control_of("A"), solution=("+AB/B",)),
        Task(goal=control_of("H"), solution=("+AH/H",)),
    ),
)

_REMOVE: Final = Lesson(
    key="remove",
    rule="R6",
    position="BC,CF/CK,GK,JK CKK/ADE FHL BCFGJ -/- - 1.7 w kosmos-2015",
    tasks=(
        Task(goal=free("CK"), solution=("-CK/CK",), misses=(("other", removed),)),
        Task(goal=bridge_on("CK"), solution=("+CK/K",)),
    ),
)

_DRAW: Final = Lesson(
    key="draw",
    rule="R8",
    position="AD,BF/IK,KL AF/CEH BGI BDIK -/- - 1.5 w kosmos-2015",
    draws="LJKC",
    tasks=(
        Task(goal=took("G"), solution=("<G",), misses=(("pile", drew),), answer=(".",)),
        Task(
            goal=drew,
            solution=("<*",),
            misses=(("open", took_any),),
            answer=("+EH/E", "<*"),
        ),
        Task(goal=declined, solution=(".",), misses=(("took", either(took_any, drew)),)),
    ),
)

_FULL: Final = Lesson(
    key="full",
    rule="R8.5",
    position="AD,CF/EI,KL ABFJK/CEH DGL CDIL -/- - 1.8 w! kosmos-2015",
    draws="HIG",
    tasks=(
        Task(goal=buried, solution=("xK",), misses=(("played", played),)),
        Task(goal=either(took_any, drew), solution=("<*",)),
    ),
)

_SCORING: Final = Lesson(
    key="scoring",
    rule="R9",
    position="AB,AD,BC,DE,DH/IK,IL,JK,KL BG/AFH C ABCDDEEFGHIIJJKKLL -/- - 1.18 w kosmos-2015",
    draws="DKI",
    tasks=(
        Task(goal=more_stones, solution=("+BF/B",), misses=(("level", was_scored),)),
        Task(goal=scored, solution=("<C",), misses=(("declined", declined),)),
    ),
)

_LAST: Final = Lesson(
    key="last",
    rule="R10",
    position=(
        "AB,AD,BC,BF,DE,DH/HI,IK,IL,JK,KL AEG/CF - ABBCDDEFGHHIIJJKKLL -/- 1:0,0:2 "
        "3.52 w:1 kosmos-2015"
    ),
    tasks=(
        Task(
            goal=control_of("H"),
            solution=("+AH/A", "+EH/E"),
            misses=(("lost", is_over),),
        ),
        Task(goal=won, solution=(".",)),
    ),
)

_WIPEOUT: Final = Lesson(
    key="wipeout",
    rule="R11",
    position="BC,DH,EH/HI,HL AFK/CEJ BDG IL -/- 0:1 2.24 w kosmos-2015",
    tasks=(Task(goal=won, solution=("+AH/A",)),),
)

_EXAMPLE: Final = Lesson(
    key="example",
    rule="R18",
    position=(
        "AD,BC,BE,DE,DH,EH/AB,AH,EF,EI,EJ,HI,HL AB/EHH CGK ABDDEFFIIJJL -/- 0:0 2.27 w kosmos-2015"
    ),
    draws="LGK",
    tasks=(
        Task(goal=bridge_on("BD"), solution=("+BD/B",)),
        Task(goal=control_of("A"), solution=("+AB/A",)),
        Task(goal=either(took_any, drew), solution=("<C",), misses=(("declined", declined),)),
        Task(
            seat=Seat.BLACK,
            goal=free("EH"),
            solution=("-EH/HH",),
            misses=(("other", removed),),
        ),
        Task(seat=Seat.BLACK, goal=control_of("E", "H"), solution=("+EH/E",)),
    ),
)
"""The worked example of the rulebooks, both turns. [R18]"""

_TWO_ISLANDS: Final = Lesson(
    key="two_islands",
    rule="R5.1",
    position="AB,DH,EH/AD,GK,HI AFK/CJL EHL BDDEGI -/- - 1.7 w kosmos-2015",
    tasks=(Task(goal=control_of("A", "H"), solution=("+AH/A",)),),
)

_BIG_SWEEP: Final = Lesson(
    key="big_sweep",
    rule="R5.3",
    position="AB,EJ,IJ/AD,FJ,GK,JK,KL CGHL/BL CDE ADEFGIJK -/- - 1.9 w kosmos-2015",
    tasks=(Task(goal=control_of("J"), solution=("+GJ/G",)),),
)

_PAIRS: Final = Lesson(
    key="pairs",
    rule="R6",
    position="BF,FG/CK,GK,JK CFKL/ADH EIL BCGGJ -/- - 1.7 w kosmos-2015",
    tasks=(
        Task(
            goal=both(bridge_on("CF"), card("C")),
            solution=("+CF/F",),
            misses=(("spent", bridge_on("CF")),),
        ),
        Task(goal=free("CK"), solution=("-CK/CK",)),
    ),
)

_DECLINE: Final = Lesson(
    key="decline",
    rule="R8.5",
    position="AD,CF/EI,KL ABFJK/CEH DGL CDIL -/- - 1.9 w kosmos-2015",
    tasks=(
        Task(
            goal=declined,
            solution=(".",),
            misses=(("buried", buried), ("played", played)),
        ),
    ),
)

_COUNTING: Final = Lesson(
    key="counting",
    rule="R6",
    position="AD,IJ/CG,FJ,GJ,HL ABK/DEF CHI CGIJJKL -/- - 1.9 w kosmos-2015",
    tasks=(
        Task(
            goal=bridge_on("JK"),
            solution=("+JK/K",),
            misses=(("risky", played),),
        ),
    ),
)

_LAST_CARD: Final = Lesson(
    key="last_card",
    rule="R9",
    position="AB,AD,BC,BF,DE,DH/IK,IL,JK,KL G/AFH C ABBCDDEEFGHIIJJKKLL -/- - 1.18 w kosmos-2015",
    draws="DKI",
    tasks=(Task(goal=scored, solution=("<C",), misses=(("declined", declined),)),),
)

_DEFENCE: Final = Lesson(
    key="defence",
    rule="R5.1",
    position="AH,DH,EH/AD,DE,GK BFL/CDK IJL ADEEGH -/- - 1.7 w kosmos-2015",
    tasks=(Task(goal=bridge_on("BD"), solution=("+BD/B",)),),
)

_ENDGAME: Final = Lesson(
    key="endgame",
    rule="R10",
    position=(
        "AB,AD,BC,BF/IK,IL,JK,KL GKL/C - AABBCDDEEFFGHHIIJJKL -/- 0:0,0:0 3.50 w:1 kosmos-2015"
    ),
    tasks=(
        Task(goal=free("KL"), solution=("-KL/KL",), misses=(("lost", is_over),)),
        Task(goal=won, solution=(".",)),
    ),
)

LESSONS: Final[dict[str, Lesson]] = {
    lesson.key: lesson
    for lesson in (
        _BUILD,
        _PAY,
        _MAJORITY,
        _SWEEP,
        _REMOVE,
        _DRAW,
        _FULL,
        _SCORING,
        _LAST,
        _WIPEOUT,
        _EXAMPLE,
        _TWO_ISLANDS,
        _BIG_SWEEP,
        _PAIRS,
        _DECLINE,
        _COUNTING,
        _LAST_CARD,
        _DEFENCE,
        _ENDGAME,
    )
}
"""The rules first, then tactics."""
