"""Italiano."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kahuna import chart
from kahuna.core import Reason, Termination
from kahuna.terminal.commands import Kind
from kahuna.terminal.words.catalogue import Words

_REASONS: Final[Mapping[Reason, str]] = {
    Reason.GAME_OVER: "La partita è finita; non si può più giocare nulla (R10.4, R11.1).",
    Reason.CHANCE_PENDING: "Si sta girando una carta; gioca quando è sul tavolo (R8.1).",
    Reason.NOT_YOUR_TURN: (
        "Non è il tuo turno; aspetta che l'altro giocatore abbia pescato (R3.3)."
    ),
    Reason.UNKNOWN_LINE: "Questa linea non c'è. Le linee sono {all_lines} (R1.2).",
    Reason.UNKNOWN_ISLAND: "Quest'isola non c'è. Le isole vanno da A a L (R1.2).",
    Reason.HANDICAP_FIRST: (
        "Prima vengono i ponti dell'handicap: mettine uno su una linea libera, come in !AB (R14.1)."
    ),
    Reason.HANDICAP_OVER: (
        "I ponti dell'handicap si mettono soltanto prima del primo turno; ora per un ponte serve "
        "una carta, come in +{line}/{a_letter} (R14.1, R4.1)."
    ),
    Reason.CARD_NOT_AT_LINE: (
        "{card} non è un capo di {line}; la pagano soltanto le carte {a} e {b} (R4.1, R6.1)."
    ),
    Reason.CARD_NOT_HELD: "Non hai {card}. In mano hai {hand} (R4.1, R7.1).",
    Reason.LINE_TAKEN: (
        "{bridge} è già su {line}. Costruisci su una linea libera; un ponte dell'avversario va "
        "prima rimosso, con due carte (R4.1, R6.1)."
    ),
    Reason.NO_BRIDGE_LEFT: (
        "Tutti i tuoi ponti sono sul tabellone. Potrai costruire di nuovo quando ne torna uno "
        "(R4.3)."
    ),
    Reason.TRESPASS: (
        "Variante 1: il {them} controlla {trespassed}, e nessuno costruisce presso un'isola "
        "dell'altro. Rompi prima quella maggioranza (R12.1, R12.3)."
    ),
    Reason.NO_OPPOSING_BRIDGE: (
        "Su {line} non c'è un ponte dell'avversario. Due carte ne rimuovono uno e nient'altro. "
        "Linee con ponti del {them}: {their_lines} (R6.2)."
    ),
    Reason.NOTHING_CLEARED: (
        "Un ponte gratuito va su una linea che hai appena liberato con due carte, e soltanto nella "
        "variante 1 (R12.2)."
    ),
    Reason.ALREADY_PLAYED: (
        "In questo turno hai giocato una carta, quindi non puoi più scartarne coperte: in questa "
        "edizione si fa l'una o l'altra cosa. Con undo puoi ripensarci (R7.3)."
    ),
    Reason.ALREADY_BURIED: (
        "In questo turno hai scartato coperto, quindi puoi soltanto scartarne altre, e poi pescare "
        "o passare. Con undo puoi ripensarci (R7.3)."
    ),
    Reason.NOT_OPEN: "{card} non è fra le carte scoperte. Scoperte: {open} (R8.1).",
    Reason.PILE_EMPTY: "Il mazzo è esaurito. Prendi una carta scoperta: {open} (R8.2).",
    Reason.HAND_FULL: (
        "Hai cinque carte, e di più non si può. Giocane o scartane una prima di pescare (R8.5)."
    ),
    Reason.MUST_DRAW: (
        "Il {them} è appena passato senza pescare, quindi devi pescare tu: scoperte {open}, o dal "
        "mazzo (R8.4)."
    ),
    Reason.LAST_TURN: "Negli ultimi turni nessuno pesca. Chiudi il tuo con un punto, . (R10.2).",
}

_TERMINATIONS: Final[Mapping[Termination, str]] = {
    Termination.POINTS: "ai punti (R10.4)",
    Termination.THIRD_SCORING: "a parità di punti, grazie al terzo conteggio (R10.5)",
    Termination.BRIDGES: "a parità di punti, con più ponti sul tabellone (R10.6)",
    Termination.DRAW: "tutto è pari (R10.7)",
    Termination.WIPEOUT: "per cappotto: l'altra parte non ha più ponti sul tabellone (R11.1)",
    Termination.RESIGNATION: "perché l'altra parte ha abbandonato (R17.1)",
    Termination.TIMEOUT: "perché l'altra parte ha finito il tempo (R17.2)",
    Termination.AGREEMENT: "per accordo (R17.3)",
}

_HELP: Final = """\
Mosse, in lettere maiuscole o minuscole:
  AB        un ponte sulla linea da ALOA a BARI, se una sola carta può pagarlo
  +AB/A     un ponte su AB per la carta ALOA                (R4)
  -AB/AB    rimuovere il ponte avversario su AB con ALOA e BARI; anche -AB/AA, -AB/BB  (R6)
  =AB       variante 1: il ponte gratuito sulla linea appena liberata  (R12.2)
  xC        scartare COCO coperta                           (R7)
  <H        prendere la carta scoperta HUNA; chiude il turno  (R8.1)
  <*        pescare dal mazzo; chiude il turno              (R8.2)
  .         chiudere il turno senza pescare                 (R8.3)
  !AB       un ponte dell'handicap su AB                    (R14)
  12        il numero 12 dell'elenco
Vanno bene anche le parole: costruisci AB con A, rimuovi AB, scarta C, prendi H, mazzo, passo.

Comandi, in italiano o in inglese:
  mosse        moves tutte le tue mosse, con i numeri (m)
  perché MOSSA why   che cosa farebbe una mossa, o perché non è permessa
  annulla      undo  disfare l'ultimo passo, finché non hai pescato (u)
  tabellone    board il tabellone; isola H dice tutto di HUNA
  mano, scoperte, punti    le tue carte; le carte scoperte; isole, ponti e punti
  cronaca      log   che cosa è successo finora; cronaca 3 per gli ultimi tre turni
  salva FILE   save  la partita in un file; si salva comunque di continuo
  patta        offer offrire la patta; abbandona per arrendersi
  esci         quit  andarsene; la partita resta (q)
  regole R8    rules paragrafi delle regole, qui R8
"""

WORDS: Final = Words(
    language="it",
    seats=("Bianco", "Nero"),
    own_bridge="Un tuo ponte",
    other_bridge="Un ponte del {name}",
    label="{name} ({seat})",
    nothing="nessuna",
    and_=" e ",
    # What happened.
    cards_played=("Giochi {cards}.", "{who} gioca {cards}."),
    built=(
        "Metti un ponte su {line}, da {a} a {b}.",
        "{who} mette un ponte su {line}, da {a} a {b}.",
    ),
    built_free=(
        "Metti un ponte gratuito su {line}, da {a} a {b}.",
        "{who} mette un ponte gratuito su {line}, da {a} a {b}.",
    ),
    built_handicap=(
        "Metti un ponte dell'handicap su {line}, da {a} a {b}.",
        "{who} mette un ponte dell'handicap su {line}, da {a} a {b}.",
    ),
    removed=(
        "Il tuo ponte {line} viene rimosso.",
        "Il ponte {line} di {who} viene rimosso.",
    ),
    swept=(
        "Il tuo ponte {line} viene spazzato via.",
        "Il ponte {line} di {who} viene spazzato via.",
    ),
    gained=("Conquisti {island}!", "{who} conquista {island}!"),
    lost=("Perdi {island}.", "{who} perde {island}."),
    buried=(
        "Scarti {card} coperta.",
        "{who} scarta {card} coperta; era scoperta.",
    ),
    buried_known="{who} scarta {card} coperta.",
    buried_hidden="{who} scarta una carta coperta.",
    taken=("Prendi la carta scoperta {card}.", "{who} prende la carta scoperta {card}."),
    turned="Si scopre {card}.",
    drawn=("Peschi {card} dal mazzo.", "{who} pesca {card} dal mazzo."),
    drawn_hidden="{who} pesca una carta dal mazzo.",
    declined=("Chiudi il turno senza pescare.", "{who} chiude il turno senza pescare."),
    scored=(
        "Conteggio della manche {round}. Pietre: {white} {white_stones}, {black} {black_stones}. "
        "{points}"
    ),
    scored_points="{who}: {points}.",
    scored_nobody="Nessuno fa punti.",
    points=("1 punto", "{number} punti"),
    renewed="Tutti gli scarti vengono mescolati: il nuovo mazzo ha {number} carte.",
    started="Le carte sono distribuite. Scoperte: {cards}.",
    turn=("Tocca a te.", "Tocca a {who}."),
    last_turn=(
        "Il tuo ultimo turno: nessuno pesca più.",
        "L'ultimo turno di {who}: nessuno pesca più.",
    ),
    ended="La partita è finita.",
    # The result.
    wins="Vince {who} {how}.",
    draw="La partita è patta: {how}.",
    terminations=_TERMINATIONS,
    scoring="Conteggio {number}: {white} {white_points}, {black} {black_points}.",
    total="Punti in tutto: {white} {white_points}, {black} {black_points}.",
    final_hand="{who} ha in mano: {cards}.",
    # The table.
    title="Manche {round} di 3, turno {turn}.",
    last_turns="Ultimi turni: nessuno pesca più.",
    handicap="{who} mette i ponti dell'handicap: ancora {left}.",
    score=(
        "{who}: isole {islands}, ponti {bridges}, in riserva {left}, carte {cards}, "
        "scarti coperti {buried}, {points}."
    ),
    shown="Scoperte davanti a {who}: {cards}.",
    islands_of="{who} controlla {islands}.",
    hand="La tua mano: {cards}.",
    hand_open="La tua mano: {cards}; di queste scoperte: {shown}.",
    open_cards="Carte scoperte: {cards}. Mazzo: {pile}.",
    discards="Scarti: {cards}.",
    log_turn="Turno {number}. ",
    map=chart.MapWords(
        island="{name} ({letter}), {lines} linee, maggioranza {majority}: {holder}; {bridges}.",
        held=("controllata dal Bianco", "controllata dal Nero"),
        unheld="non controllata da nessuno",
        bridge=("verso {name} un ponte del Bianco", "verso {name} un ponte del Nero"),
        free="verso {name} libera",
        key=(
            "{free} linea libera   {white} ponte del Bianco   {black} ponte del Nero   "
            "[{white_stone}] [{black_stone}] le loro pietre"
        ),
    ),
    # The list of moves.
    list_builds="Costruire con {card}: {moves}",
    list_removes="Rimuovere con due carte: {moves}",
    list_free="Ponte gratuito: {moves}",
    list_buries="Scartare coperto: {moves}",
    list_draws="Chiudere il turno: {moves}",
    list_handicap="Ponte dell'handicap su: {moves}",
    list_key="* cambia chi controlla un'isola; perché e la mossa dicono come.",
    by_pile="mazzo",
    by_decline="passare",
    with_cards="{line} con {cards}",
    say_build="{number}: un ponte su {line}, da {a} a {b}, con {card}.",
    say_remove="{number}: rimuovere il ponte {line}, da {a} a {b}, con {cards}.",
    say_replace="{number}: il ponte gratuito su {line}.",
    say_bury="{number}: scartare {card} coperta.",
    say_take="{number}: prendere la carta scoperta {card}; chiude il turno.",
    say_pile="{number}: pescare dal mazzo; chiude il turno.",
    say_decline="{number}: chiudere il turno senza pescare.",
    say_handicap="{number}: un ponte dell'handicap su {line}, da {a} a {b}.",
    say_change=" Cambia chi controlla un'isola.",
    # Answers.
    prompt="{who}> ",
    hint="Scrivi una mossa come {move}, un numero dell'elenco, o aiuto.",
    hint_plain="Mosse possibili: {count}. Scrivi una mossa come {move}, mosse, o aiuto.",
    why_legal="È permesso:",
    why_turn_ends="Così il tuo turno finisce.",
    why_pile="Ricevi una carta del mazzo che nessun altro vede (R8.2).",
    why_what="Di' quale mossa, come in: perché {move}.",
    reasons=_REASONS,
    no_pair=(
        "Per rimuovere {line} servono due carte che ne nominano i capi: {a} e {b}, due volte {a}, "
        "o due volte {b}. In mano hai {hand} (R6.1)."
    ),
    no_payment=("Per costruire su {line} serve una carta {a} o {b}. In mano hai {hand} (R4.1)."),
    no_line="Non c'è una linea {line}. {name} ha le linee {lines} (R1.2).",
    no_island="Non c'è un'isola {text}. Le isole sono {names} (R1.2).",
    no_number="Non c'è una mossa numero {number}; l'elenco va da 1 a {count}.",
    not_a_move=(
        "Non capisco {text}. Scrivi una mossa come {move}, mosse per l'elenco completo, o aiuto."
    ),
    only_an_island=(
        "{name} da sola non è una mossa. Scrivi <{letter} per prendere la carta scoperta, "
        "x{letter} per scartarla, una linea come {line} per costruire, o isola {letter} per "
        "saperne di più."
    ),
    ambiguous="Si può fare in più di un modo. Scrivi uno di questi: {moves}.",
    two_draws=(
        "draw può voler dire due cose. Scrivi mazzo per pescare una carta dal mazzo, <{letter} per "
        "prendere una carta scoperta, o patta per offrire la patta a {them}."
    ),
    undone="Annullato.",
    nothing_to_undo=(
        "Non c'è nulla da annullare: in questo turno non hai ancora fatto nulla, e quello che è "
        "venuto prima di una carta pescata resta."
    ),
    saved="Salvata in {path}.",
    save_where="Di' dove, come in: salva partita.json.",
    save_failed=(
        "Non è stato possibile salvare la partita in {path}: {problem}. Prova salva con un altro "
        "file."
    ),
    save_exists="{path} esiste già e non viene sovrascritto. Prova salva con un altro file.",
    resign_sure="Vuoi davvero abbandonare? Scrivi sì: ",
    resign_not="Si continua a giocare.",
    offer_made="{who} offre la patta. {them}, accetti? Scrivi sì o no: ",
    offer_refused="{them} continua a giocare.",
    yes=("sì", "si", "s", "yes", "y"),
    island_which="Di' quale isola, come in: isola H.",
    rules_which="Non c'è un paragrafo {text} nelle regole. Vanno da R1 a R18.",
    log_which=(
        "{text} non è un numero di turni. Scrivi cronaca per tutto, o cronaca 3 per gli ultimi tre "
        "turni."
    ),
    help=_HELP,
    # Coming and going.
    welcome="Kahuna. Il Bianco è {white}, il Nero è {black}. Regole: {rules}.",
    welcome_hint="Scrivi aiuto in ogni momento; con esci te ne vai, e la partita resta.",
    resumed="La partita riprende da dove era rimasta.",
    hide="Premi Invio per nascondere le tue carte. ",
    pass_on=("Passa la tastiera a {who}. {name}, premi Invio quando soltanto tu vedi lo schermo. "),
    news="Che cosa è successo dal tuo ultimo turno:",
    goodbye="La partita è conservata. Riprendila con:\n  kahuna play --resume {path}",
    goodbye_unsaved="Non è stato possibile conservare la partita.",
    record_kept="La partita è conservata. Riguardala con:\n  kahuna replay {path}",
    bot_thinks="{who} sta pensando.",
    bot_failed="{who} non può continuare e perde la partita: {problem}",
    # Looking at a recorded game.
    replay_title="{white} (Bianco) e {black} (Nero), passi: {plies}. Regole: {rules}.",
    replay_ply="Passo {number} di {count}: {token}",
    replay_start="Inizio della partita; passi che seguono: {count}.",
    replay_prompt=(
        "Invio: avanti, b: indietro, t: turno successivo, un numero: quel passo, q: esci > "
    ),
    replay_no_ply=(
        "Non c'è un passo {text}; scrivi un numero da 0 a {count}, oppure Invio, b, t, q."
    ),
    to_move="Tocca a {who}.",
    unknown_hand="Carte sconosciute di {who}: {number}.",
    position="Posizione: {text}",
    # What may be typed, besides what English has.
    commands={
        "perché": Kind.WHY,
        "perche": Kind.WHY,
        "mosse": Kind.MOVES,
        "elenco": Kind.MOVES,
        "annulla": Kind.UNDO,
        "tabellone": Kind.BOARD,
        "isola": Kind.ISLAND,
        "mano": Kind.HAND,
        "carte": Kind.HAND,
        "scoperte": Kind.OPEN,
        "punti": Kind.SCORE,
        "cronaca": Kind.LOG,
        "salva": Kind.SAVE,
        "patta": Kind.OFFER,
        "abbandona": Kind.RESIGN,
        "esci": Kind.QUIT,
        "aiuto": Kind.HELP,
        "regole": Kind.RULES,
        "regola": Kind.RULES,
    },
    verbs={
        "COSTRUISCI": "+",
        "PONTE": "+",
        "RIMUOVI": "-",
        "TOGLI": "-",
        "GRATIS": "=",
        "METTI": "+",
        "SCARTA": "x",
        "PRENDI": "<",
        "PESCA": "<",
        "MAZZO": "*",
        "PASSO": ".",
        "PASSA": ".",
        "FINE": ".",
    },
    fillers=frozenset({"CON", "CARTA", "CARTE", "SU", "PER", "DAL", "UN", "UNA", "SCOPERTA"}),
)
