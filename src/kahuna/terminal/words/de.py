"""Deutsch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna import chart
from kahuna.core import Reason, Termination
from kahuna.terminal.commands import Kind
from kahuna.terminal.words.catalogue import Words

_REASONS: Final[Mapping[Reason, str]] = {
    Reason.GAME_OVER: (
        "Das Spiel ist zu Ende; es kann nichts mehr gespielt werden (R10.4, R11.1)."
    ),
    Reason.CHANCE_PENDING: (
        "Gerade wird eine Karte aufgedeckt; spiel weiter, wenn sie liegt (R8.1)."
    ),
    Reason.NOT_YOUR_TURN: (
        "Du bist nicht am Zug; warte, bis der andere Spieler gezogen hat (R3.3)."
    ),
    Reason.UNKNOWN_LINE: "Diese Linie gibt es nicht. Die Linien sind {all_lines} (R1.2).",
    Reason.UNKNOWN_ISLAND: "Diese Insel gibt es nicht. Die Inseln heißen A bis L (R1.2).",
    Reason.HANDICAP_FIRST: (
        "Zuerst kommen die Stäbe der Vorgabe: Leg einen auf eine freie Linie, etwa mit !AB (R14.1)."
    ),
    Reason.HANDICAP_OVER: (
        "Stäbe der Vorgabe werden nur vor dem ersten Zug gelegt; jetzt kostet ein Stab eine Karte, "
        "etwa +{line}/{a_letter} (R14.1, R4.1)."
    ),
    Reason.CARD_NOT_AT_LINE: (
        "{card} ist kein Ende von {line}; nur die Karten {a} und {b} bezahlen dafür (R4.1, R6.1)."
    ),
    Reason.CARD_NOT_HELD: "{card} hast du nicht. Auf der Hand hast du {hand} (R4.1, R7.1).",
    Reason.LINE_TAKEN: (
        "{bridge} liegt schon auf {line}. Bau auf einer freien Linie; ein gegnerischer Stab muss "
        "erst mit zwei Karten entfernt werden (R4.1, R6.1)."
    ),
    Reason.NO_BRIDGE_LEFT: (
        "Alle deine Stäbe liegen auf dem Plan. Du kannst wieder bauen, wenn einer zurückkommt "
        "(R4.3)."
    ),
    Reason.TRESPASS: (
        "Variante 1: {them} beherrscht {trespassed}, und an einer Insel des anderen baut niemand. "
        "Brich zuerst diese Mehrheit (R12.1, R12.3)."
    ),
    Reason.NO_OPPOSING_BRIDGE: (
        "Auf {line} liegt kein gegnerischer Stab. Zwei Karten entfernen einen solchen und sonst "
        "nichts. Linien mit Stäben von {them}: {their_lines} (R6.2)."
    ),
    Reason.NOTHING_CLEARED: (
        "Einen freien Stab legt man auf eine Linie, die man eben mit zwei Karten geräumt hat, und "
        "nur in Variante 1 (R12.2)."
    ),
    Reason.ALREADY_PLAYED: (
        "In diesem Zug hast du eine Karte gespielt, also kannst du keine mehr verdeckt ablegen: "
        "In dieser Ausgabe gilt eins oder das andere. Mit undo überlegst du es dir anders (R7.3)."
    ),
    Reason.ALREADY_BURIED: (
        "In diesem Zug hast du verdeckt abgelegt, also kannst du nur noch weitere ablegen und dann "
        "nachziehen oder verzichten. Mit undo überlegst du es dir anders (R7.3)."
    ),
    Reason.NOT_OPEN: "{card} liegt nicht offen. Offen: {open} (R8.1).",
    Reason.PILE_EMPTY: "Der Stapel ist aufgebraucht. Nimm eine offene Karte: {open} (R8.2).",
    Reason.HAND_FULL: (
        "Du hast fünf Karten, mehr dürfen es nicht sein. Spiel eine aus oder leg eine ab, bevor du "
        "nachziehst (R8.5)."
    ),
    Reason.MUST_DRAW: (
        "{them} hat eben auf das Nachziehen verzichtet, also musst du ziehen: offen {open}, oder "
        "vom Stapel (R8.4)."
    ),
    Reason.LAST_TURN: (
        "In den letzten Zügen zieht niemand nach. Beende deinen mit einem Punkt, . (R10.2)."
    ),
}

_TERMINATIONS: Final[Mapping[Termination, str]] = {
    Termination.POINTS: "nach Punkten (R10.4)",
    Termination.THIRD_SCORING: "bei Gleichstand durch die dritte Wertung (R10.5)",
    Termination.BRIDGES: "bei Gleichstand durch mehr Stäbe auf dem Plan (R10.6)",
    Termination.DRAW: "alles ist gleich (R10.7)",
    Termination.WIPEOUT: "weil die andere Seite keinen Stab mehr auf dem Plan hat (R11.1)",
    Termination.RESIGNATION: "weil die andere Seite aufgegeben hat (R17.1)",
    Termination.TIMEOUT: "weil die Zeit der anderen Seite abgelaufen ist (R17.2)",
    Termination.AGREEMENT: "so habt ihr es vereinbart (R17.3)",
}

_HELP: Final = """\
Züge, in großen oder kleinen Buchstaben:
  AB        ein Stab auf die Linie von ALOA nach BARI, wenn nur eine Karte dafür in Frage kommt
  +AB/A     ein Stab auf AB für die Karte ALOA              (R4)
  -AB/AB    den gegnerischen Stab auf AB mit ALOA und BARI entfernen; auch -AB/AA, -AB/BB  (R6)
  =AB       Variante 1: der freie Stab auf die eben geräumte Linie  (R12.2)
  xC        COCO verdeckt ablegen                           (R7)
  <H        die offene Karte HUNA nehmen; beendet den Zug   (R8.1)
  <*        vom Stapel ziehen; beendet den Zug              (R8.2)
  .         den Zug beenden, ohne nachzuziehen              (R8.3)
  !AB       ein Stab der Vorgabe auf AB                     (R14)
  12        Nummer 12 der Liste
Worte gehen auch: baue AB mit A, entferne AB, ablegen C, nimm H, stapel, verzichte.

Befehle, deutsch oder englisch:
  züge      moves   alle deine Züge mit Nummern (m)
  warum ZUG why     was ein Zug bewirken würde, oder warum er nicht erlaubt ist
  zurück    undo    den letzten Schritt zurücknehmen, bis du nachgezogen hast (u)
  plan      board   der Plan; insel H sagt alles über HUNA
  hand, offen, stand    deine Karten; die offenen Karten; Inseln, Stäbe und Punkte
  verlauf   log     was bisher geschah; verlauf 3 für die letzten drei Züge
  sichern DATEI     das Spiel in eine Datei; gespeichert wird ohnehin ständig
  remis     offer   Unentschieden anbieten; aufgeben gibt auf
  schluss   quit    gehen; das Spiel bleibt erhalten (q)
  regeln R8 rules   Absätze der Regeln, hier R8
"""

WORDS: Final = Words(
    language="de",
    seats=("Weiß", "Schwarz"),
    own_bridge="Dein Stab",
    other_bridge="Ein Stab von {name}",
    label="{name} ({seat})",
    nothing="keine",
    and_=" und ",
    # What happened.
    cards_played=("Du spielst {cards}.", "{who} spielt {cards}."),
    built=(
        "Du legst einen Stab auf {line}, von {a} nach {b}.",
        "{who} legt einen Stab auf {line}, von {a} nach {b}.",
    ),
    built_free=(
        "Du legst einen freien Stab auf {line}, von {a} nach {b}.",
        "{who} legt einen freien Stab auf {line}, von {a} nach {b}.",
    ),
    built_handicap=(
        "Du legst einen Stab der Vorgabe auf {line}, von {a} nach {b}.",
        "{who} legt einen Stab der Vorgabe auf {line}, von {a} nach {b}.",
    ),
    removed=("Dein Stab {line} wird entfernt.", "Der Stab {line} von {who} wird entfernt."),
    swept=("Dein Stab {line} wird abgeräumt.", "Der Stab {line} von {who} wird abgeräumt."),
    gained=("Du gewinnst {island}!", "{who} gewinnt {island}!"),
    lost=("Du verlierst {island}.", "{who} verliert {island}."),
    buried=(
        "Du legst {card} verdeckt ab.",
        "{who} legt {card} verdeckt ab; die Karte hatte offen gelegen.",
    ),
    buried_known="{who} legt {card} verdeckt ab.",
    buried_hidden="{who} legt eine Karte verdeckt ab.",
    taken=("Du nimmst die offene Karte {card}.", "{who} nimmt die offene Karte {card}."),
    turned="{card} wird aufgedeckt.",
    drawn=("Du ziehst {card} vom Stapel.", "{who} zieht {card} vom Stapel."),
    drawn_hidden="{who} zieht eine Karte vom Stapel.",
    declined=(
        "Du beendest deinen Zug, ohne nachzuziehen.",
        "{who} beendet den Zug, ohne nachzuziehen.",
    ),
    scored=(
        "Runde {round} wird gewertet. Steine: {white} {white_stones}, {black} {black_stones}. "
        "{points}"
    ),
    scored_points="{who}: {points}.",
    scored_nobody="Niemand bekommt Punkte.",
    points=("1 Punkt", "{number} Punkte"),
    renewed="Alle abgelegten Karten werden gemischt: Der neue Stapel hat {number} Karten.",
    started="Die Karten sind ausgeteilt. Offen: {cards}.",
    turn=("Du bist am Zug.", "{who} ist am Zug."),
    last_turn=(
        "Dein letzter Zug: Niemand zieht mehr nach.",
        "Der letzte Zug von {who}: Niemand zieht mehr nach.",
    ),
    ended="Das Spiel ist zu Ende.",
    # The result.
    wins="{who} gewinnt {how}.",
    draw="Das Spiel endet unentschieden: {how}.",
    terminations=_TERMINATIONS,
    scoring="Wertung {number}: {white} {white_points}, {black} {black_points}.",
    total="Punkte insgesamt: {white} {white_points}, {black} {black_points}.",
    final_hand="{who} hat auf der Hand: {cards}.",
    # The table.
    title="Runde {round} von 3, Zug {turn}.",
    last_turns="Letzte Züge: Niemand zieht mehr nach.",
    handicap="{who} legt die Stäbe der Vorgabe: noch {left}.",
    score=(
        "{who}: Inseln {islands}, Stäbe {bridges}, im Vorrat {left}, Karten {cards}, "
        "verdeckt abgelegt {buried}, {points}."
    ),
    shown="Offen vor {who}: {cards}.",
    islands_of="{who} beherrscht {islands}.",
    hand="Deine Hand: {cards}.",
    hand_open="Deine Hand: {cards}; davon offen: {shown}.",
    open_cards="Offene Karten: {cards}. Stapel: {pile}.",
    discards="Abgelegt: {cards}.",
    log_turn="Zug {number}. ",
    map=chart.MapWords(
        island="{name} ({letter}), {lines} Linien, Mehrheit {majority}: {holder}; {bridges}.",
        held=("beherrscht von Weiß", "beherrscht von Schwarz"),
        unheld="von niemandem beherrscht",
        bridge=("nach {name} ein Stab von Weiß", "nach {name} ein Stab von Schwarz"),
        free="nach {name} frei",
        key=(
            "{free} freie Linie   {white} Stab von Weiß   {black} Stab von Schwarz   "
            "[{white_stone}] [{black_stone}] ihre Steine"
        ),
    ),
    # The list of moves.
    list_builds="Bauen mit {card}: {moves}",
    list_removes="Entfernen mit zwei Karten: {moves}",
    list_free="Freier Stab: {moves}",
    list_buries="Verdeckt ablegen: {moves}",
    list_draws="Zug beenden: {moves}",
    list_handicap="Stab der Vorgabe auf: {moves}",
    list_key="* ändert, wer eine Insel beherrscht; warum und der Zug sagen, wie.",
    by_pile="Stapel",
    by_decline="verzichten",
    with_cards="{line} mit {cards}",
    say_build="{number}: ein Stab auf {line}, von {a} nach {b}, mit {card}.",
    say_remove="{number}: den Stab {line}, {a} nach {b}, mit {cards} entfernen.",
    say_replace="{number}: der freie Stab auf {line}.",
    say_bury="{number}: {card} verdeckt ablegen.",
    say_take="{number}: die offene Karte {card} nehmen; beendet den Zug.",
    say_pile="{number}: vom Stapel ziehen; beendet den Zug.",
    say_decline="{number}: den Zug beenden, ohne nachzuziehen.",
    say_handicap="{number}: ein Stab der Vorgabe auf {line}, {a} nach {b}.",
    say_change=" Das ändert, wer eine Insel beherrscht.",
    # Answers.
    prompt="{who}> ",
    hint="Tippe einen Zug wie {move}, eine Nummer der Liste oder hilfe.",
    hint_plain="Mögliche Züge: {count}. Tippe einen Zug wie {move}, züge oder hilfe.",
    why_legal="Das ist erlaubt:",
    why_turn_ends="Damit endet dein Zug.",
    why_pile="Du bekommst eine Karte vom Stapel, die sonst niemand sieht (R8.2).",
    why_what="Sag, welcher Zug, etwa: warum {move}.",
    reasons=_REASONS,
    no_pair=(
        "Um {line} zu entfernen, braucht es zwei Karten, die die Enden nennen: {a} und {b}, "
        "zweimal {a} oder zweimal {b}. Auf der Hand hast du {hand} (R6.1)."
    ),
    no_payment=(
        "Um auf {line} zu bauen, braucht es eine Karte {a} oder {b}. Auf der Hand hast du {hand} "
        "(R4.1)."
    ),
    no_line="Eine Linie {line} gibt es nicht. {name} hat die Linien {lines} (R1.2).",
    no_island="Eine Insel {text} gibt es nicht. Die Inseln heißen {names} (R1.2).",
    no_number="Einen Zug Nummer {number} gibt es nicht; die Liste geht von 1 bis {count}.",
    not_a_move=(
        "{text} verstehe ich nicht. Tippe einen Zug wie {move}, züge für die ganze Liste oder "
        "hilfe."
    ),
    only_an_island=(
        "{name} allein ist kein Zug. Tippe <{letter}, um die offene Karte zu nehmen, x{letter}, um "
        "sie verdeckt abzulegen, eine Linie wie {line}, um zu bauen, oder insel {letter}, um mehr "
        "zu erfahren."
    ),
    ambiguous="Das geht auf mehr als eine Weise. Tippe eines davon: {moves}.",
    two_draws=(
        "draw kann zweierlei heißen. Tippe stapel, um eine Karte vom Stapel zu ziehen, <{letter}, "
        "um eine offene zu nehmen, oder remis, um {them} Unentschieden anzubieten."
    ),
    undone="Zurückgenommen.",
    nothing_to_undo=(
        "Es gibt nichts zurückzunehmen: In diesem Zug hast du noch nichts getan, und was vor einer "
        "gezogenen Karte war, bleibt."
    ),
    saved="Gespeichert in {path}.",
    save_where="Sag, wohin, etwa: sichern spiel.json.",
    save_failed=(
        "Das Spiel konnte nicht in {path} gespeichert werden: {problem}. Versuche sichern mit "
        "einer anderen Datei."
    ),
    save_exists=(
        "{path} gibt es schon und wird nicht überschrieben. Versuche sichern mit einer anderen "
        "Datei."
    ),
    resign_sure="Willst du wirklich aufgeben? Tippe ja: ",
    resign_not="Du spielst weiter.",
    offer_made="{who} bietet Unentschieden an. {them}, nimmst du an? Tippe ja oder nein: ",
    offer_refused="{them} spielt weiter.",
    yes=("ja", "j", "yes", "y"),
    island_which="Sag, welche Insel, etwa: insel H.",
    rules_which="Einen Absatz {text} haben die Regeln nicht. Sie gehen von R1 bis R18.",
    log_which=(
        "{text} ist keine Anzahl von Zügen. Tippe verlauf für alles oder verlauf 3 für die letzten "
        "drei Züge."
    ),
    help=_HELP,
    # Coming and going.
    welcome="Kahuna. Weiß ist {white}, Schwarz ist {black}. Regeln: {rules}.",
    welcome_hint="Tippe jederzeit hilfe; mit schluss gehst du, und das Spiel bleibt erhalten.",
    resumed="Das Spiel geht da weiter, wo es stehen geblieben war.",
    hide="Drück die Eingabetaste, um deine Karten zu verbergen. ",
    pass_on=(
        "Gib die Tastatur an {who} weiter. {name}, drück die Eingabetaste, wenn nur du den "
        "Bildschirm siehst. "
    ),
    news="Was seit deinem letzten Zug geschah:",
    goodbye="Das Spiel bleibt erhalten. Weiter geht es mit:\n  kahuna play --resume {path}",
    goodbye_unsaved="Das Spiel konnte nicht erhalten werden.",
    record_kept="Das Spiel bleibt erhalten. Noch einmal ansehen mit:\n  kahuna replay {path}",
    bot_thinks="{who} denkt nach.",
    bot_failed="{who} kann nicht weiterspielen und verliert die Partie: {problem}",
    # Looking at a recorded game.
    replay_title="{white} (Weiß) und {black} (Schwarz), Schritte: {plies}. Regeln: {rules}.",
    replay_ply="Schritt {number} von {count}: {token}",
    replay_start="Beginn des Spiels; Schritte, die noch kommen: {count}.",
    replay_prompt=(
        "Eingabetaste: weiter, b: zurück, t: nächster Zug, eine Zahl: dieser Schritt, q: gehen > "
    ),
    replay_no_ply=(
        "Einen Schritt {text} gibt es nicht; tippe eine Zahl von 0 bis {count}, die Eingabetaste, "
        "b, t oder q."
    ),
    to_move="{who} ist am Zug.",
    unknown_hand="Unbekannte Karten von {who}: {number}.",
    position="Stellung: {text}",
    # What may be typed, besides what English has.
    commands={
        "warum": Kind.WHY,
        "wieso": Kind.WHY,
        "züge": Kind.MOVES,
        "zuege": Kind.MOVES,
        "liste": Kind.MOVES,
        "zurück": Kind.UNDO,
        "zurueck": Kind.UNDO,
        "plan": Kind.BOARD,
        "brett": Kind.BOARD,
        "insel": Kind.ISLAND,
        "karten": Kind.HAND,
        "offen": Kind.OPEN,
        "stand": Kind.SCORE,
        "punkte": Kind.SCORE,
        "verlauf": Kind.LOG,
        "sichern": Kind.SAVE,
        "speichern": Kind.SAVE,
        "remis": Kind.OFFER,
        "aufgeben": Kind.RESIGN,
        "schluss": Kind.QUIT,
        "hilfe": Kind.HELP,
        "regeln": Kind.RULES,
        "regel": Kind.RULES,
    },
    verbs={
        "BAUE": "+",
        "BAUEN": "+",
        "ENTFERNE": "-",
        "ENTFERNEN": "-",
        "FREI": "=",
        "VORGABE": "!",
        "ABLEGEN": "x",
        "VERDECKT": "x",
        "NIMM": "<",
        "NEHMEN": "<",
        "ZIEHE": "<",
        "ZIEHEN": "<",
        "STAPEL": "*",
        "VERZICHTE": ".",
        "VERZICHTEN": ".",
        "FERTIG": ".",
        "ENDE": ".",
    },
    fillers=frozenset(
        {"MIT", "UND", "KARTE", "KARTEN", "DIE", "DEN", "VON", "VOM", "NACH", "AUF", "OFFENE"}
        | {"STAB", "EINEN"}
    ),
)
