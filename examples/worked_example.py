"""The worked example of the rulebooks, played on the core and told in words. [R18]"""

from kahuna.core import ARCHIPELAGO, Build, Event, Island, Remove, Setup, TakeOpen, events, state_of
from kahuna.core.effects import Step, apply, resolve

NAMES = ARCHIPELAGO.names
LINES = {NAMES[a][0] + NAMES[b][0]: line for (a, b), line in ARCHIPELAGO.line_of.items()}
LINE_NAMES, WHO = list(LINES), ("White", "Black")
ALOA, BARI, ELAI, GOLA, HUNA, IFFI, JOJO = map(Island, (0, 1, 4, 6, 7, 8, 9))


def in_words(event: Event) -> str:
    match event:
        case events.CardsPlayed(seat, cards):
            return f"{WHO[seat]} plays {' and '.join(NAMES[card] for card in cards)}."
        case events.BridgeBuilt(seat, line):
            return f"  {WHO[seat]} builds on {LINE_NAMES[line]}."
        case events.BridgeRemoved(seat, line):
            return f"  {WHO[seat]}'s bridge on {LINE_NAMES[line]} goes."
        case events.ControlGained(seat, island):
            return f"  {WHO[seat]} gains {NAMES[island]}."
        case events.ControlLost(seat, island):
            return f"  {WHO[seat]} loses {NAMES[island]}."
        case events.OpenCardTaken(seat, card):
            return f"{WHO[seat]} takes {NAMES[card]}."
        case events.OpenCardTurned(card):
            return f"  {NAMES[card]} comes in its place."
        case _:
            return ""


bridges = "AD BC BE DE DH EH", "AB AH EF EI EJ HI HL"
white, black = (sum(1 << LINES[name] for name in names.split()) for names in bridges)
hands = (ALOA, BARI), (ELAI, HUNA, HUNA)
step = Step(state_of(Setup(bridges=(white, black), hands=hands, open_cards=(GOLA, IFFI, JOJO))), ())
whites = Build(LINES["BD"], BARI), Build(LINES["AB"], ALOA), TakeOpen(GOLA), JOJO
for move in (*whites, Remove(LINES["EH"], (HUNA, HUNA)), Build(LINES["EH"], ELAI)):
    step = resolve(step.state, move) if isinstance(move, int) else apply(step.state, move)
    print(*map(in_words, step.events), sep="\n")
