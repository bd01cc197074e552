"""Nederlands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna import chart
from kahuna.core import Reason, Termination
from kahuna.terminal.commands import Kind
from kahuna.terminal.words.catalogue import Words

_REASONS: Final[Mapping[Reason, str]] = {
    Reason.GAME_OVER: ("Het spel is afgelopen; er kan niets meer worden gespeeld (R10.4, R11.1)."),
    Reason.CHANCE_PENDING: (
        "Er wordt net een kaart omgedraaid; speel verder als ze er ligt (R8.1)."
    ),
    Reason.NOT_YOUR_TURN: (
        "Je bent niet aan de beurt; wacht tot de andere speler een kaart heeft genomen (R3.3)."
    ),
    Reason.UNKNOWN_LINE: "Die lijn bestaat niet. De lijnen zijn {all_lines} (R1.2).",
    Reason.UNKNOWN_ISLAND: "Dat eiland bestaat niet. De eilanden heten A tot L (R1.2).",
    Reason.HANDICAP_FIRST: (
        "Eerst komen de staafjes van het voordeel: leg er een op een vrije lijn, zoals !AB (R14.1)."
    ),
    Reason.HANDICAP_OVER: (
        "De staafjes van het voordeel worden alleen vóór de eerste beurt gelegd; nu kost een "
        "staafje een kaart, zoals +{line}/{a_letter} (R14.1, R4.1)."
    ),
    Reason.CARD_NOT_AT_LINE: (
        "{card} is geen uiteinde van {line}; alleen kaarten {a} en {b} betalen ervoor (R4.1, R6.1)."
    ),
    Reason.CARD_NOT_HELD: "{card} heb je niet. In de hand heb je {hand} (R4.1, R7.1).",
    Reason.LINE_TAKEN: (
        "{bridge} ligt al op {line}. Bouw op een vrije lijn; een staafje van de tegenspeler moet "
        "eerst met twee kaarten worden verwijderd (R4.1, R6.1)."
    ),
    Reason.NO_BRIDGE_LEFT: (
        "Al je staafjes liggen op het bord. Je kunt weer bouwen als er een terugkomt (R4.3)."
    ),
    Reason.TRESPASS: (
        "Variant 1: {them} beheerst {trespassed}, en bij een eiland van de ander bouwt niemand. "
        "Breek eerst die meerderheid (R12.1, R12.3)."
    ),
    Reason.NO_OPPOSING_BRIDGE: (
        "Op {line} ligt geen staafje van de tegenspeler. Twee kaarten verwijderen er zo een en "
        "verder niets. Lijnen met staafjes van {them}: {their_lines} (R6.2)."
    ),
    Reason.NOTHING_CLEARED: (
        "Een gratis staafje komt op een lijn die je net met twee kaarten hebt vrijgemaakt, en "
        "alleen in variant 1 (R12.2)."
    ),
    Reason.ALREADY_PLAYED: (
        "Je hebt deze beurt een kaart gespeeld, dus je kunt er geen meer gedekt afleggen: in deze "
        "editie is het het een of het ander. Met undo bedenk je je (R7.3)."
    ),
    Reason.ALREADY_BURIED: (
        "Je hebt deze beurt gedekt afgelegd, dus je kunt alleen nog meer afleggen, en dan een "
        "kaart nemen of ervan afzien. Met undo bedenk je je (R7.3)."
    ),
    Reason.NOT_OPEN: "{card} ligt niet open. Open: {open} (R8.1).",
    Reason.PILE_EMPTY: "De stapel is op. Neem een open kaart: {open} (R8.2).",
    Reason.HAND_FULL: (
        "Je hebt vijf kaarten, meer mogen het er niet zijn. Speel er een uit of leg er een af "
        "voordat je er een neemt (R8.5)."
    ),
    Reason.MUST_DRAW: (
        "{them} heeft zojuist geen kaart genomen, dus jij moet: open {open}, of van de stapel "
        "(R8.4)."
    ),
    Reason.LAST_TURN: (
        "In de laatste beurten neemt niemand een kaart. Beëindig de jouwe met een punt, . (R10.2)."
    ),
}

_TERMINATIONS: Final[Mapping[Termination, str]] = {
    Termination.POINTS: "op punten (R10.4)",
    Termination.THIRD_SCORING: "bij gelijke stand door de derde waardering (R10.5)",
    Termination.BRIDGES: "bij gelijke stand door meer staafjes op het bord (R10.6)",
    Termination.DRAW: "alles is gelijk (R10.7)",
    Termination.WIPEOUT: "omdat de andere kant geen staafje meer op het bord heeft (R11.1)",
    Termination.RESIGNATION: "omdat de andere kant heeft opgegeven (R17.1)",
    Termination.TIMEOUT: "omdat de andere kant door de tijd heen is (R17.2)",
    Termination.AGREEMENT: "zo zijn jullie het overeengekomen (R17.3)",
}

_HELP: Final = """\
Zetten, in grote of kleine letters:
  AB        een staafje op de lijn van ALOA naar BARI, als er maar één kaart voor kan betalen
  +AB/A     een staafje op AB voor de kaart ALOA              (R4)
  -AB/AB    het staafje van de ander op AB verwijderen met ALOA en BARI; ook -AB/AA, -AB/BB  (R6)
  =AB       variant 1: het gratis staafje op de net vrijgemaakte lijn  (R12.2)
  xC        COCO gedekt afleggen                              (R7)
  <H        de open kaart HUNA nemen; beëindigt je beurt      (R8.1)
  <*        van de stapel trekken; beëindigt je beurt         (R8.2)
  .         je beurt beëindigen zonder kaart                  (R8.3)
  !AB       een staafje van het voordeel op AB                (R14)
  12        nummer 12 van de lijst
Woorden mogen ook: bouw AB met A, verwijder AB, afleggen C, neem H, stapel, pas.

Opdrachten, Nederlands of Engels:
  zetten      moves al je zetten, met nummers (m)
  waarom ZET  why   wat een zet zou doen, of waarom hij niet mag
  terug       undo  je laatste stap terugnemen, tot je een kaart hebt genomen (u)
  bord        board het bord; eiland H vertelt alles over HUNA
  hand, open, stand     je kaarten; de open kaarten; eilanden, staafjes en punten
  verloop     log   wat er tot nu toe is gebeurd; verloop 3 voor de laatste drie beurten
  opslaan BESTAND   het spel in een bestand; opgeslagen wordt het toch al steeds
  remise      offer gelijkspel aanbieden; opgeven geeft op
  stop        quit  weggaan; het spel blijft bewaard (q)
  regels R8   rules paragrafen van de spelregels, hier R8
"""

WORDS: Final = Words(
    language="nl",
    seats=("Wit", "Zwart"),
    own_bridge="Jouw staafje",
    other_bridge="Een staafje van {name}",
    label="{name} ({seat})",
    nothing="geen",
    and_=" en ",
    # What happened.
    cards_played=("Je speelt {cards}.", "{who} speelt {cards}."),
    built=(
        "Je legt een staafje op {line}, van {a} naar {b}.",
        "{who} legt een staafje op {line}, van {a} naar {b}.",
    ),
    built_free=(
        "Je legt een gratis staafje op {line}, van {a} naar {b}.",
        "{who} legt een gratis staafje op {line}, van {a} naar {b}.",
    ),
    built_handicap=(
        "Je legt een staafje van het voordeel op {line}, van {a} naar {b}.",
        "{who} legt een staafje van het voordeel op {line}, van {a} naar {b}.",
    ),
    removed=(
        "Jouw staafje {line} wordt verwijderd.",
        "Het staafje {line} van {who} wordt verwijderd.",
    ),
    swept=(
        "Jouw staafje {line} wordt opgeruimd.",
        "Het staafje {line} van {who} wordt opgeruimd.",
    ),
    gained=("Je wint {island}!", "{who} wint {island}!"),
    lost=("Je verliest {island}.", "{who} verliest {island}."),
    buried=(
        "Je legt {card} gedekt af.",
        "{who} legt {card} gedekt af; de kaart had open gelegen.",
    ),
    buried_known="{who} legt {card} gedekt af.",
    buried_hidden="{who} legt een kaart gedekt af.",
    taken=("Je neemt de open kaart {card}.", "{who} neemt de open kaart {card}."),
    turned="{card} wordt opengelegd.",
    drawn=("Je trekt {card} van de stapel.", "{who} trekt {card} van de stapel."),
    drawn_hidden="{who} trekt een kaart van de stapel.",
    declined=(
        "Je beëindigt je beurt zonder een kaart te nemen.",
        "{who} beëindigt de beurt zonder een kaart te nemen.",
    ),
    scored=(
        "Waardering van ronde {round}. Stenen: {white} {white_stones}, {black} {black_stones}. "
        "{points}"
    ),
    scored_points="{who}: {points}.",
    scored_nobody="Niemand krijgt punten.",
    points=("1 punt", "{number} punten"),
    renewed="Alle afgelegde kaarten worden geschud: de nieuwe stapel heeft {number} kaarten.",
    started="De kaarten zijn gedeeld. Open: {cards}.",
    turn=("Jij bent aan de beurt.", "{who} is aan de beurt."),
    last_turn=(
        "Je laatste beurt: niemand neemt nog een kaart.",
        "De laatste beurt van {who}: niemand neemt nog een kaart.",
    ),
    ended="Het spel is afgelopen.",
    # The result.
    wins="{who} wint {how}.",
    draw="Het spel eindigt in gelijkspel: {how}.",
    terminations=_TERMINATIONS,
    scoring="Waardering {number}: {white} {white_points}, {black} {black_points}.",
    total="Punten in totaal: {white} {white_points}, {black} {black_points}.",
    final_hand="{who} heeft in de hand: {cards}.",
    # The table.
    title="Ronde {round} van 3, beurt {turn}.",
    last_turns="Laatste beurten: niemand neemt nog een kaart.",
    handicap="{who} legt de staafjes van het voordeel: nog {left}.",
    score=(
        "{who}: eilanden {islands}, staafjes {bridges}, in voorraad {left}, kaarten {cards}, "
        "gedekt afgelegd {buried}, {points}."
    ),
    shown="Open voor {who}: {cards}.",
    islands_of="{who} beheerst {islands}.",
    hand="Jouw hand: {cards}.",
    hand_open="Jouw hand: {cards}; daarvan open: {shown}.",
    open_cards="Open kaarten: {cards}. Stapel: {pile}.",
    discards="Afgelegd: {cards}.",
    log_turn="Beurt {number}. ",
    map=chart.MapWords(
        island="{name} ({letter}), {lines} lijnen, meerderheid {majority}: {holder}; {bridges}.",
        held=("beheerst door Wit", "beheerst door Zwart"),
        unheld="door niemand beheerst",
        bridge=("naar {name} een staafje van Wit", "naar {name} een staafje van Zwart"),
        free="naar {name} vrij",
        key=(
            "{free} vrije lijn   {white} staafje van Wit   {black} staafje van Zwart   "
            "[{white_stone}] [{black_stone}] hun stenen"
        ),
    ),
    # The list of moves.
    list_builds="Bouwen met {card}: {moves}",
    list_removes="Verwijderen met twee kaarten: {moves}",
    list_free="Gratis staafje: {moves}",
    list_buries="Gedekt afleggen: {moves}",
    list_draws="Beurt beëindigen: {moves}",
    list_handicap="Staafje van het voordeel op: {moves}",
    list_key="* verandert wie een eiland beheerst; waarom en de zet vertellen hoe.",
    by_pile="stapel",
    by_decline="geen kaart",
    with_cards="{line} met {cards}",
    say_build="{number}: een staafje op {line}, van {a} naar {b}, met {card}.",
    say_remove="{number}: het staafje {line}, {a} naar {b}, verwijderen met {cards}.",
    say_replace="{number}: het gratis staafje op {line}.",
    say_bury="{number}: {card} gedekt afleggen.",
    say_take="{number}: de open kaart {card} nemen; beëindigt je beurt.",
    say_pile="{number}: van de stapel trekken; beëindigt je beurt.",
    say_decline="{number}: je beurt beëindigen zonder een kaart te nemen.",
    say_handicap="{number}: een staafje van het voordeel op {line}, {a} naar {b}.",
    say_change=" Dat verandert wie een eiland beheerst.",
    # Answers.
    prompt="{who}> ",
    hint="Typ een zet zoals {move}, een nummer van de lijst, of hulp.",
    hint_plain="Mogelijke zetten: {count}. Typ een zet zoals {move}, zetten, of hulp.",
    why_legal="Dat mag:",
    why_turn_ends="Daarmee eindigt je beurt.",
    why_pile="Je krijgt een kaart van de stapel die verder niemand ziet (R8.2).",
    why_what="Zeg welke zet, zoals: waarom {move}.",
    reasons=_REASONS,
    no_pair=(
        "Om {line} te verwijderen heb je twee kaarten nodig die de uiteinden noemen: {a} en {b}, "
        "twee keer {a}, of twee keer {b}. In de hand heb je {hand} (R6.1)."
    ),
    no_payment=(
        "Om op {line} te bouwen heb je een kaart {a} of {b} nodig. In de hand heb je {hand} (R4.1)."
    ),
    no_line="Er is geen lijn {line}. {name} heeft de lijnen {lines} (R1.2).",
    no_island="Er is geen eiland {text}. De eilanden heten {names} (R1.2).",
    no_number="Er is geen zet nummer {number}; de lijst loopt van 1 tot {count}.",
    not_a_move=(
        "Ik begrijp {text} niet. Typ een zet zoals {move}, zetten voor de hele lijst, of hulp."
    ),
    only_an_island=(
        "{name} alleen is geen zet. Typ <{letter} om de open kaart te nemen, x{letter} om ze "
        "gedekt af te leggen, een lijn zoals {line} om te bouwen, of eiland {letter} om er meer "
        "over te horen."
    ),
    ambiguous="Dat kan op meer dan één manier. Typ een van deze: {moves}.",
    two_draws=(
        "draw kan twee dingen betekenen. Typ stapel om een kaart van de stapel te trekken, "
        "<{letter} om een open kaart te nemen, of remise om {them} gelijkspel aan te bieden."
    ),
    undone="Teruggenomen.",
    nothing_to_undo=(
        "Er is niets terug te nemen: je hebt deze beurt nog niets gedaan, en wat vóór een genomen "
        "kaart kwam, blijft staan."
    ),
    saved="Opgeslagen in {path}.",
    save_where="Zeg waarheen, zoals: opslaan spel.json.",
    save_failed=(
        "Het spel kon niet in {path} worden opgeslagen: {problem}. Probeer opslaan met een ander "
        "bestand."
    ),
    save_exists=(
        "{path} bestaat al en wordt niet overschreven. Probeer opslaan met een ander bestand."
    ),
    resign_sure="Geef je echt op? Typ ja: ",
    resign_not="Je speelt door.",
    offer_made="{who} biedt gelijkspel aan. {them}, neem je dat aan? Typ ja of nee: ",
    offer_refused="{them} speelt door.",
    yes=("ja", "j", "yes", "y"),
    island_which="Zeg welk eiland, zoals: eiland H.",
    rules_which="Er is geen paragraaf {text} in de spelregels. Ze lopen van R1 tot R18.",
    log_which=(
        "{text} is geen aantal beurten. Typ verloop voor alles, of verloop 3 voor de laatste drie "
        "beurten."
    ),
    help=_HELP,
    # Coming and going.
    welcome="Kahuna. Wit is {white}, Zwart is {black}. Spelregels: {rules}.",
    welcome_hint="Typ op elk moment hulp; met stop ga je weg, en het spel blijft bewaard.",
    resumed="Het spel gaat verder waar het was gebleven.",
    hide="Druk op Enter om je kaarten te verbergen. ",
    pass_on=(
        "Geef het toetsenbord aan {who}. {name}, druk op Enter als alleen jij het scherm ziet. "
    ),
    news="Wat er sinds je laatste beurt is gebeurd:",
    goodbye="Het spel blijft bewaard. Ga verder met:\n  kahuna play --resume {path}",
    goodbye_unsaved="Het spel kon niet worden bewaard.",
    record_kept="Het spel blijft bewaard. Bekijk het nog eens met:\n  kahuna replay {path}",
    bot_thinks="{who} denkt na.",
    bot_failed="{who} kan niet verder spelen en verliest de partij: {problem}",
    # Looking at a recorded game.
    replay_title="{white} (Wit) en {black} (Zwart), stappen: {plies}. Spelregels: {rules}.",
    replay_ply="Stap {number} van {count}: {token}",
    replay_start="Begin van het spel; stappen die nog komen: {count}.",
    replay_prompt=(
        "Enter: verder, b: terug, t: volgende beurt, een getal: die stap, q: weggaan > "
    ),
    replay_no_ply=("Er is geen stap {text}; typ een getal van 0 tot {count}, of Enter, b, t, q."),
    to_move="{who} is aan de beurt.",
    unknown_hand="Onbekende kaarten van {who}: {number}.",
    position="Stelling: {text}",
    # What may be typed, besides what English has.
    commands={
        "waarom": Kind.WHY,
        "zetten": Kind.MOVES,
        "lijst": Kind.MOVES,
        "terug": Kind.UNDO,
        "bord": Kind.BOARD,
        "eiland": Kind.ISLAND,
        "kaarten": Kind.HAND,
        "stand": Kind.SCORE,
        "punten": Kind.SCORE,
        "verloop": Kind.LOG,
        "opslaan": Kind.SAVE,
        "bewaar": Kind.SAVE,
        "remise": Kind.OFFER,
        "opgeven": Kind.RESIGN,
        "stop": Kind.QUIT,
        "hulp": Kind.HELP,
        "regels": Kind.RULES,
        "regel": Kind.RULES,
    },
    verbs={
        "BOUW": "+",
        "BOUWEN": "+",
        "VERWIJDER": "-",
        "VERWIJDEREN": "-",
        "GRATIS": "=",
        "VOORDEEL": "!",
        "AFLEGGEN": "x",
        "GEDEKT": "x",
        "NEEM": "<",
        "NEMEN": "<",
        "TREK": "<",
        "TREKKEN": "<",
        "STAPEL": "*",
        "PAS": ".",
        "KLAAR": ".",
        "EINDE": ".",
    },
    fillers=frozenset(
        {"MET", "EN", "KAART", "KAARTEN", "HET", "EEN", "VAN", "NAAR", "OP", "VOOR", "STAAFJE"}
    ),
)
