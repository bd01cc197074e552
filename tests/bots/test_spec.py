"""Bots by their names."""

from random import Random

import pytest
from programs import example

from kahuna.bots import BOTS
from kahuna.bots.process import ProcessBot
from kahuna.bots.spec import FAMILIES, BotSpecError, known_bots, make_bot, parse_spec
from kahuna.core import Ruleset, Seat
from kahuna.match import Authority, RandomChance


@pytest.mark.parametrize(
    "name", ["random", "greedy", "search:0.3s", "search:200", "search:0.3s:2", "search:200:16"]
)
def test_bots_of_the_package_are_made_by_name(name):
    assert make_bot(name, Random(1)).name == name


def test_every_registered_bot_has_a_maker():
    for name in BOTS:
        assert parse_spec(name) is BOTS[name]


def test_a_program_is_made_and_plays():
    bot = make_bot(f"cmd:30s:{example()}", Random(1))
    assert isinstance(bot, ProcessBot)
    with bot:
        view = Authority(Ruleset(), RandomChance(Random(1)), first=Seat.WHITE).view(Seat.WHITE)
        assert bot.decide(view)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", "did you mean greedy?"),
        ("", "there are random, greedy"),
        ("Deep Thought", "there is no bot 'Deep Thought'"),
        ("deep:thought", "cmd:PROGRAM"),
        ("cmd:", "needs a command"),
        ("cmd:  ", "needs a command"),
        ("cmd:2s:", "needs a command"),
        ("cmd:python 'x", "No closing quotation"),
        ("cmd:0s:python x.py", "no time to decide"),
        ("search:", "write search:0.3s"),
        ("search:fast", "write search:0.3s"),
        ("search:0.3s:", "search:0.3s:2 for two cores"),
        ("search:0.3s:0", "search:0.3s:2 for two cores"),
        ("search:0.3s:2:2", "search:0.3s:2 for two cores"),
    ],
)
def test_mistakes_are_told_in_words(spec, words):
    with pytest.raises(BotSpecError) as caught:
        parse_spec(spec)
    assert words in str(caught.value)


def test_known_bots_are_all_named():
    assert set(BOTS) < set(known_bots())
    assert all(family.form in known_bots() for family in FAMILIES.values())
