"""The painted chart is well-formed and shows exactly the position it was given."""

import random
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kahuna.chart import ENGLISH, Look, draw_chart
from kahuna.chart.geometry import ISLANDS, LINES
from kahuna.chart.palette import PALETTES

SVG = "{http://www.w3.org/2000/svg}"
LOOKS = pytest.mark.parametrize("look", Look)


def random_masks(rng, size):
    first, second = rng.getrandbits(size), rng.getrandbits(size)
    return first & ~second, second & ~first


def uses(root, paint):
    return sum(element.get("fill") == f"url(#{paint})" for element in root.iter())


@LOOKS
@pytest.mark.parametrize("seed", range(8))
def test_every_piece_is_drawn_once(look, seed):
    rng = random.Random(seed)
    bridges, stones = random_masks(rng, 27), random_masks(rng, 12)
    svg = draw_chart(
        bridges=bridges,
        stones=stones,
        look=look,
        lit_islands=rng.getrandbits(12),
        lit_lines=rng.getrandbits(27),
    )
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "0 0 800 637"
    assert uses(root, "maple") == bridges[0].bit_count()
    assert uses(root, "ebony") == bridges[1].bit_count()
    assert uses(root, "shell") == stones[0].bit_count()
    assert uses(root, "lava") == stones[1].bit_count()
    beads = [p for p in root.iter(f"{SVG}path") if p.get("stroke-dasharray", "").startswith("0 ")]
    free = 27 - bridges[0].bit_count() - bridges[1].bit_count()
    assert len({path.get("d") for path in beads}) == free


@LOOKS
def test_what_is_referred_to_exists(look):
    svg = draw_chart(bridges=(1, 2), stones=(1, 2), look=look)
    wanted = set(re.findall(r"url\(#([^)]+)\)", svg)) | set(re.findall(r'href="#([^"]+)"', svg))
    ids = re.findall(r' id="([^"]+)"', svg)
    assert wanted <= set(ids)
    assert len(ids) == len(set(ids))
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@LOOKS
def test_the_same_position_gives_the_same_picture(look):
    assert draw_chart(bridges=(5, 2), look=look) == draw_chart(bridges=(5, 2), look=look)


def test_day_and_night_differ():
    assert draw_chart(look=Look.DAY) != draw_chart(look=Look.NIGHT)


@LOOKS
def test_only_what_is_lit_glows(look):
    glow = PALETTES[look].glow
    dark = draw_chart(look=look).count(f'stroke="{glow}"')
    lines = draw_chart(look=look, lit_lines=0b101).count(f'stroke="{glow}"')
    assert lines - dark == 4
    lit = ElementTree.fromstring(draw_chart(look=look, lit_islands=0b11))
    halo = next(g for g in lit.iter(f"{SVG}g") if g.get("stroke") == glow)
    assert len({path.get("d") for path in halo}) == 2


@pytest.mark.parametrize("line", [0, 13, 26])
def test_a_bridge_lies_on_its_line(line):
    (ax, ay), (bx, by) = LINES[line].ends
    root = ElementTree.fromstring(draw_chart(bridges=(1 << line, 0)))
    group = next(g for g in root.iter(f"{SVG}g") if g.findtext(f"{SVG}title") == LINES[line].name)
    x, y, _ = (float(n) for n in re.findall(r"-?[\d.]+", group.get("transform")))
    assert (x, y) == ((ax + bx) / 2, (ay + by) / 2)


def test_seats_differ_in_more_than_colour():
    def shapes(**position):
        root = ElementTree.fromstring(draw_chart(**position))
        return {p.get("d") for p in root.iter(f"{SVG}path")}

    assert shapes(stones=(1, 0)) != shapes(stones=(0, 1))
    assert shapes(bridges=(1, 0)) != shapes(bridges=(0, 1))


def test_title_and_description_speak_for_the_picture():
    root = ElementTree.fromstring(draw_chart(stones=(1, 0), title="Round <2> & on"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Round <2> & on"
    description = root.findtext(f"{SVG}desc")
    assert "ALOA (A), 3 lines, majority 2: held by White" in description
    assert all(island.name in description for island in ISLANDS)


def test_the_description_follows_the_words():
    root = ElementTree.fromstring(draw_chart(words=replace(ENGLISH, unheld="gehört niemandem")))
    assert root.findtext(f"{SVG}desc").count("gehört niemandem") == 12


@LOOKS
def test_names_are_lettered_in_full(look):
    root = ElementTree.fromstring(draw_chart(look=look))
    letters = "".join(t.text for t in root.iter(f"{SVG}text"))
    assert "".join(island.name for island in ISLANDS) in letters
