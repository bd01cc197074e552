"""The map in plain characters and in words."""

import random
from dataclasses import replace

import pytest

from kahuna.chart import ENGLISH, Marks, describe, draw_text
from kahuna.chart.geometry import ISLANDS, LINES


def random_masks(rng, size):
    first, second = rng.getrandbits(size), rng.getrandbits(size)
    return first & ~second, second & ~first


@pytest.mark.parametrize("width", [60, 72, 80, 100, 120])
def test_the_map_fits_its_width_and_names_every_island(width):
    text = draw_text(bridges=(3, 12), stones=(1, 2), width=width)
    assert max(len(row) for row in text.splitlines()) <= width
    assert all(island.name + "[" in text for island in ISLANDS)


def test_the_map_fits_a_terminal_of_eighty_by_thirty_six():
    assert len(draw_text(bridges=(0, 0), stones=(0, 0)).splitlines()) <= 36


def test_stones_are_marked_beside_the_name():
    text = draw_text(bridges=(0, 0), stones=(1 << 3, 1 << 7))
    assert "DUDA[W]" in text
    assert "HUNA[B]" in text
    assert "ALOA[ ]" in text


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("line", range(27), ids=[line.name for line in LINES])
def test_every_bridge_can_be_seen_and_told_apart(line, width):
    free, white, black = (
        draw_text(bridges=bridges, stones=(0, 0), width=width).rsplit("\n\n", 1)[0]
        for bridges in ((0, 0), (1 << line, 0), (0, 1 << line))
    )
    assert not set("=#") & set(free)
    assert white.count("=") == black.count("#") == free.count("·") - white.count("·") >= 2
    assert black == white.replace("=", "#")


def test_the_marks_can_be_changed():
    text = draw_text(
        bridges=(1, 2), stones=(1, 2), marks=Marks(land=":", free=".", stones=("O", "X"))
    )
    assert text.isascii()
    assert "ALOA[O]" in text


def test_a_sentence_says_all_about_an_island():
    assert describe(bridges=(1, 4), stones=(1, 0))[0] == (
        "ALOA (A), 3 lines, majority 2: held by White; "
        "to BARI White's bridge, to DUDA free, to HUNA Black's bridge."
    )


@pytest.mark.parametrize("seed", range(6))
def test_sentences_count_right(seed):
    rng = random.Random(seed)
    bridges, stones = random_masks(rng, 27), random_masks(rng, 12)
    sentences = describe(bridges=bridges, stones=stones)
    assert len(sentences) == 12
    told = " ".join(sentences)
    # A line is told twice: once from each of its islands.
    assert told.count("White's bridge") == 2 * bridges[0].bit_count()
    assert told.count("Black's bridge") == 2 * bridges[1].bit_count()
    assert told.count("free") == 2 * (27 - (bridges[0] | bridges[1]).bit_count())
    assert told.count("held by White") == stones[0].bit_count()
    assert told.count("held by Black") == stones[1].bit_count()


def test_the_words_can_be_translated():
    german = replace(
        ENGLISH,
        island="{name}: {lines} Linien, Mehrheit {majority}, {holder}; {bridges}",
        held=("Weiß", "Schwarz"),
        bridge=("nach {name} Weiß", "nach {name} Schwarz"),
        free="nach {name} frei",
        key="{free} frei",
    )
    assert describe(bridges=(1, 0), stones=(0, 1), words=german)[0] == (
        "ALOA: 3 Linien, Mehrheit 2, Schwarz; nach BARI Weiß, nach DUDA frei, nach HUNA frei"
    )
    text = draw_text(bridges=(0, 0), stones=(0, 0), words=german)
    assert text.endswith("··· frei\n")
