"""Names of accounts: what is allowed, and which names count as the same."""

from __future__ import annotations

import pytest

from kahuna.hosting.community.account_names import check_name, skeleton
from kahuna.hosting.errors import ApiError


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Åsa-Maj", "Åsa-Maj"),
        ("Zoe\u0308", "Zoë"),
        ("Strauß", "Strauß"),
        ("O'Hara 2", "O'Hara 2"),
    ],
)
def test_a_name_is_stored_as_people_write_it(typed: str, name: str):
    assert check_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "A",
        "x" * 21,
        "Аda",
        "Ωmega",
        "Ada\u202e",
        "Ada\u200b",
        "Ada\x00",
        "<b>Ada</b>",
        "Ada__Byron",
        "-Ada",
        "Ada.",
        "12345",
        "Ｋahuna x",
        "Ada\U0001f3dd",
        "A\u0336d\u0336a|",
    ],
)
def test_what_could_mislead_is_no_name(typed: str):
    with pytest.raises(ApiError) as refused:
        check_name(typed)
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize("typed", ["Kahuna", "KAHUNA", "Adm1n", "G-uest", "Kanaloa", "Leilani"])
def test_nobody_is_called_like_a_bot_or_the_operator(typed: str):
    with pytest.raises(ApiError) as refused:
        check_name(typed)
    assert refused.value.code == "name_taken"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "Ádâ"),
        ("Bill", "BilI"),
        ("Bill", "Bi11"),
        ("Bob", "B0b"),
        ("Marnie", "Mamie"),
        ("Ada Byron", "AdaByron"),
        ("Ada Byron", "ada_byron"),
        ("Strauß", "Strauss"),
        ("Søren", "Soren"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str):
    assert skeleton(check_name(one)) == skeleton(check_name(other))


def test_other_names_differ():
    names = ("Ada", "Adam", "Bob", "Rob", "Ada 2", "Ada 3")
    assert len(set(map(skeleton, names))) == len(names)
