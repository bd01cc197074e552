"""Fair cards: the shared vectors, the distribution, and records that somebody has changed."""

import importlib.util
import json
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

import pytest
from games import RULESETS

from kahuna.bots import RandomBot
from kahuna.core import SEATS, SPECTATOR, Ruleset, Seat, cards_of, expand, size
from kahuna.match import Authority, play_out
from kahuna.record import (
    FairCards,
    RecordError,
    Signature,
    commitment_of,
    format_record,
    game_record,
    one_sided,
    parse_record,
    signed_bytes,
    verify_cards,
)

VECTORS = json.loads(Path(__file__).with_name("fair_cards.json").read_text(encoding="utf-8"))
EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_cards.py"


def fair_cards(label, *, is_first_random=True):
    secret, white, black = (sha256(f"{label} {part}".encode()).digest() for part in range(3))
    return FairCards(secret, (white, black), is_first_random)


def fair_game(label, ruleset, **options):
    """Play a game with fair cards and return its record."""
    fair = fair_cards(label)
    authority = Authority(ruleset, fair, **options)
    play_out(authority, (RandomBot(Random(label)), RandomBot(Random(label + 1))))
    is_first_random = "first" not in options
    return replace(authority.record(), fair_cards=replace(fair, is_first_random=is_first_random))


@pytest.fixture(scope="module")
def example():
    """Return the program that verifies records without this package."""
    spec = importlib.util.spec_from_file_location("verify_cards_example", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_commitments_are_those_of_the_vectors():
    for vector in VECTORS["commitments"]:
        assert commitment_of(bytes.fromhex(vector["seed"])) == vector["commitment"]


def test_choices_are_those_of_the_vectors():
    for vector in VECTORS["choices"]:
        seeds = tuple(None if seed is None else bytes.fromhex(seed) for seed in vector["seeds"])
        fair = FairCards(bytes.fromhex(vector["secret"]), seeds, True)
        assert fair.choose(vector["number"], vector["size"]) == vector["choice"]


@pytest.mark.parametrize("number", range(len(VECTORS["records"])))
def test_the_records_of_the_vectors_are_verified(number, example):
    data = VECTORS["records"][number]
    record = parse_record(json.dumps(data))
    assert verify_cards(record) == record.fair_cards
    assert json.loads(format_record(record)) == data
    example.verify(data)


@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_games_of_all_rules_are_verified(number, example):
    record = fair_game(number, RULESETS[number])
    assert verify_cards(record) == record.fair_cards
    example.verify(json.loads(format_record(record)))


def test_who_starts_is_checked_only_if_chance_decides():
    for seat in SEATS:
        record = fair_game(3, Ruleset(), first=seat)
        assert not verify_cards(record).is_first_random
    fair = replace(record.fair_cards, is_first_random=True)
    wrong = fair_game(3, Ruleset(), first=fair.first().other)
    with pytest.raises(RecordError, match="the wrong player starts"):
        verify_cards(replace(wrong, fair_cards=fair))


def test_a_record_without_fair_cards_is_not_verified():
    record = replace(fair_game(1, Ruleset()), fair_cards=None)
    assert "fair_cards" not in json.loads(format_record(record))
    with pytest.raises(RecordError, match="does not say what determined the cards"):
        verify_cards(record)


def test_a_one_sided_record_has_no_fair_cards():
    record = fair_game(1, Ruleset())
    record = replace(record, signature=Signature(bytes(32), bytes(64)))
    for viewer in (*SEATS, SPECTATOR):
        seen = one_sided(record, viewer)
        assert seen.fair_cards is seen.signature is None


def test_nothing_shows_the_secret_by_accident():
    assert "secret" not in repr(fair_cards(1))
    assert "seeds" not in repr(fair_cards(1))


def test_what_is_signed_is_that_of_the_vectors():
    record = parse_record(json.dumps(VECTORS["records"][1]))
    assert signed_bytes(record).decode() == VECTORS["signed"]
    assert signed_bytes(replace(record, players=(None, "X"), hashes=())) == signed_bytes(record)
    assert signed_bytes(replace(record, assisted=SEATS)) != signed_bytes(record)


def test_options_that_are_off_are_not_signed():
    """Records from before a variant existed do not name it."""
    data = deepcopy(VECTORS["records"][0])
    signed = signed_bytes(parse_record(json.dumps(data)))
    del data["ruleset"]["no_trespass"]
    assert signed_bytes(parse_record(json.dumps(data))) == signed


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"secret": "AB" * 32}, "64 digits"),
        ({"secret": "ab"}, "64 digits"),
        ({"secret": 5}, "64 digits"),
        ({"seeds": ["ab" * 32]}, "a list of 2"),
        ({"seeds": ["ab" * 32, "x"]}, r"fair_cards.seeds\[1\]"),
        ({"first": "white"}, '"random" or "chosen"'),
        ({"key": "ab"}, "signature.key: .* 64 digits"),
        ({"value": "ab" * 32}, "signature.value: .* 128 digits"),
    ],
)
def test_unreadable_fair_cards_and_signatures_are_refused(change, problem):
    data = deepcopy(VECTORS["records"][0])
    data["fair_cards"] |= change
    data["signature"] |= change
    with pytest.raises(RecordError, match=problem):
        parse_record(json.dumps(data))


def _other(rng, text, letters):
    """Return a text with one character replaced."""
    place = rng.choice([i for i, char in enumerate(text) if char in letters])
    return text[:place] + rng.choice([c for c in letters if c != text[place]]) + text[place + 1 :]


def _tampered(data, rng):
    """Return a record in which somebody has changed one thing that concerns the cards."""
    changed = json.loads(json.dumps(data))  # Much faster than a deep copy.
    fair = changed["fair_cards"]
    match rng.randrange(6):
        case 0:
            fair["secret"] = _other(rng, fair["secret"], "0123456789abcdef")
        case 1:
            seat = rng.randrange(2)
            fair["seeds"][seat] = rng.choice(
                [None, _other(rng, fair["seeds"][seat], "0123456789abcdef")]
            )
        case 2:
            fair["seeds"].reverse()
        case 3:
            dealt = [*changed["deal"]["hands"], changed["deal"]["open"]]
            place = rng.randrange(3)
            dealt[place] = _other(rng, dealt[place], "ABCDEFGHIJKL")
            changed["deal"] = {"hands": dealt[:2], "open": dealt[2]}
        case 4:
            named = [i for i, ply in enumerate(changed["plies"]) if "=" in ply and ply[0] == "<"]
            place = rng.choice(named)
            action, _, cards = changed["plies"][place].partition("=")
            changed["plies"][place] = f"{action}={_other(rng, cards, 'ABCDEFGHIJKL')}"
        case 5:
            changed["first"] = 1 - changed["first"]
    return changed


def test_ten_thousand_tampered_records_are_rejected(example, monkeypatch):
    monkeypatch.setattr(game_record, "parse_ply", lru_cache(game_record.parse_ply))
    fair = fair_cards(31)
    authority = Authority(Ruleset(), fair)
    bots = RandomBot(Random(1)), RandomBot(Random(2))
    for _ in range(16):  # A short game, to save time.
        authority.act(seat := authority.mover, bots[seat].decide(authority.view(seat)))
    authority.resign(Seat.WHITE)
    data = json.loads(format_record(replace(authority.record(), fair_cards=fair)))
    example.verify(data)
    rng = Random(31)
    for _ in range(10_000):
        changed = _tampered(data, rng)
        with pytest.raises(example.MismatchError):
            example.verify(changed)
        with pytest.raises(RecordError):
            verify_cards(parse_record(json.dumps(changed)))


def test_deals_are_uniform():
    """Compare the counts of each card at each place with a uniform deal: chi-square."""
    num_games, places = 6000, Counter()
    starts = Counter()
    for label in range(num_games):
        fair = fair_cards(label)
        starts[fair.first()] += 1
        deal = fair.deal(Ruleset())
        for place, cards in enumerate((*deal.hands, deal.open_cards)):
            assert size(cards) == 3
            places.update((place, card) for card in expand(cards))
    expected = num_games * 3 / 12
    for place in range(3):
        chi_square = sum((places[place, card] - expected) ** 2 / expected for card in range(12))
        assert chi_square < 31.3  # 11 degrees of freedom: exceeded once in 1,000.
    assert abs(starts[Seat.WHITE] - num_games / 2) < 4 * (num_games / 4) ** 0.5


def test_draws_are_uniform_over_the_cards_of_the_pile():
    fair, pile = fair_cards(7), cards_of([0, 0, 4, 5, 5, 7, 11])
    drawn = Counter(fair.draw(pile, number) for number in range(7000))
    chi_square = sum(
        (drawn[card] - 1000 * copies) ** 2 / (1000 * copies)
        for card, copies in Counter(expand(pile)).items()
    )
    assert chi_square < 18.5  # 4 degrees of freedom: exceeded once in 1,000.


class _Recording:
    """A source of chance that notes the numbers of the cards."""

    def __init__(self, fair):
        self.fair = fair
        self.numbers = []

    def first(self):
        return self.fair.first()

    def deal(self, ruleset):
        return self.fair.deal(ruleset)

    def draw(self, pile, number):
        self.numbers.append(number)
        return self.fair.draw(pile, number)


@pytest.mark.parametrize("seed", range(4))
def test_no_number_is_skipped_or_used_twice_whatever_happens(seed):
    """Undo at random and restore the game from its changes again and again."""
    rng, ruleset = Random(seed), Ruleset()
    chance = _Recording(fair_cards(seed))
    game = Authority(ruleset, chance)
    first, deal = game.mover, game.record().deal
    bots = (RandomBot(Random(seed)), RandomBot(Random(seed + 1)))
    for step in count():
        seat = game.mover
        if seat is None:
            break
        if game.can_undo and rng.random() < 0.3:
            game.undo(seat)
        else:
            game.act(seat, bots[seat].decide(game.view(seat)))
        if step % 5 == 0:
            game = Authority.restore(ruleset, chance, game.changes, first=first, deal=deal)
    assert chance.numbers == list(range(10, 10 + len(chance.numbers)))
    verify_cards(replace(game.record(), fair_cards=chance.fair))
