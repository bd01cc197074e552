"""Rulesets as words."""

import pytest

from kahuna.core import EDITIONS, Ruleset, custom
from kahuna.record import RecordError, format_ruleset, ruleset_of


@pytest.mark.parametrize("key", EDITIONS)
def test_a_word_names_a_ruleset(key):
    assert ruleset_of(key) == EDITIONS[key].ruleset()


def test_a_ruleset_is_itself():
    for ruleset in (Ruleset(), custom(bridges=20)):
        assert ruleset_of(ruleset) is ruleset
        assert ruleset_of(format_ruleset(ruleset)) == ruleset


@pytest.mark.parametrize("rules", [None, 5, ("ksr",), "ksr!"])
def test_anything_else_is_refused(rules):
    with pytest.raises(RecordError, match="is not a ruleset; expected an edition with"):
        ruleset_of(rules)
