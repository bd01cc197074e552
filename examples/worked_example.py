"""Play the worked example of the rulebooks on the core and describe it in words. [R18]"""

from kahuna.core import (
    ARCHIPELAGO,
    Build,
    Event,
    Remove,
    Setup,
    TakeOpen,
    advance,
    events,
    island,
    islands,
    line,
    lines,
    state_of,
)
from kahuna.record import format_line

NAMES, WHO = ARCHIPELAGO.names, ("White", "Black")


def in_words(event: Event) -> str:
    """Describe an event in a sentence."""
    match event:
        case events.CardsPlayed(seat, cards):
            return f"{WHO[seat]} plays {' and '.join(NAMES[card] for card in cards)}."
        case events.BridgeBuilt(seat, built):
            return f"  {WHO[seat]} builds on {format_line(built)}."
        case events.BridgeRemoved(seat, removed):
            return f"  {WHO[seat]}'s bridge on {format_line(removed)} goes."
        case events.ControlGained(seat, gained):
            return f"  {WHO[seat]} gains {NAMES[gained]}."
        case events.ControlLost(seat, lost):
            return f"  {WHO[seat]} loses {NAMES[lost]}."
        case events.OpenCardTaken(seat, card):
            return f"{WHO[seat]} takes {NAMES[card]}."
        case events.OpenCardTurned(card):
            return f"  {NAMES[card]} comes in its place."
        case _:
            return ""


setup = Setup(
    bridges=(lines("AD BC BE DE DH EH"), lines("AB AH EF EI EJ HI HL")),
    hands=(islands("AB"), islands("EHH")),
    open_cards=islands("GIJ"),
)
actions = (
    Build(line("BD"), island("B")),
    Build(line("AB"), island("A")),
    TakeOpen(island("G")),  # ends White's turn; JOJO comes in its place
    Remove(line("EH"), (island("H"), island("H"))),
    Build(line("EH"), island("E")),
)
state = state_of(setup)
for action in actions:
    state, happened = advance(state, action, draw=lambda state: island("J"))
    print(*map(in_words, happened), sep="\n")
