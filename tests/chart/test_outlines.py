"""The drawn coasts keep what the board needs of them."""

import importlib.util
import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from kahuna.chart.geometry import ISLANDS, LINES, SIZE, read_package_json
from kahuna.core.board import ARCHIPELAGO

ROOT = Path(__file__).parents[2]
OUTLINES = read_package_json("outlines.json")


def polygon(path):
    """Flatten a path of the form M..q..t..z into points: each piece is a quadratic curve."""
    start, first, rest = re.fullmatch(r"M([^a-z]*)q([^a-z]*)t([^a-z]*)z", path).groups()
    start, first, rest = (
        [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        for part in (start, first, rest)
    )
    at = tuple(start)
    bend = (at[0] + first[0], at[1] + first[1])
    ends = list(zip(first[2::2] + rest[::2], first[3::2] + rest[1::2], strict=True))
    points = []
    for dx, dy in ends:
        end = (at[0] + dx, at[1] + dy)
        points += [
            tuple((1 - t) ** 2 * at[k] + 2 * t * (1 - t) * bend[k] + t * t * end[k] for k in (0, 1))
            for t in (0.0, 0.25, 0.5, 0.75)
        ]
        bend = (2 * end[0] - bend[0], 2 * end[1] - bend[1])
        at = end
    return points


def inside(point, points):
    x, y = point
    return (
        sum(
            (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
        )
        % 2
        == 1
    )


def coast_distance(point, points):
    return min(math.dist(point, p) for p in points)


def along(line, spacing=1.0):
    (ax, ay), (bx, by) = line.ends
    count = math.ceil(math.dist(*line.ends) / spacing)
    return [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count + 1)]


LAND = [polygon(island["land"]) for island in OUTLINES["islands"]]
BEACH = [polygon(island["beach"]) for island in OUTLINES["islands"]]
GLYPHS = [island["label"]["glyphs"] for island in OUTLINES["islands"]]


def test_the_file_tells_the_same_facts_as_the_geometry():
    assert OUTLINES["size"] == list(SIZE)
    assert [i["letter"] for i in OUTLINES["islands"]] == list("ABCDEFGHIJKL")
    assert [i["name"] for i in OUTLINES["islands"]] == [i.name for i in ISLANDS]
    assert [tuple(i["stone"]) for i in OUTLINES["islands"]] == [i.stone for i in ISLANDS]
    assert [(n["name"], tuple(n["from"]), tuple(n["to"])) for n in OUTLINES["lines"]] == [
        (line.name, *line.ends) for line in LINES
    ]


def test_lines_are_in_alphabetical_order():
    names = [line.name for line in LINES]
    assert len(names) == 27
    assert names == sorted(names)
    assert all(name == "".join(sorted(name)) for name in names)


def test_the_chart_shows_the_board_of_the_rules():
    assert tuple(island.name for island in ISLANDS) == ARCHIPELAGO.names
    assert tuple(line.islands for line in LINES) == ARCHIPELAGO.ends


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_a_line_ends_well_inside_its_islands(line):
    for island, end in zip(line.islands, line.ends, strict=True):
        assert inside(end, LAND[island])
        assert coast_distance(end, LAND[island]) > 2.5


@pytest.mark.parametrize("island", range(12))
def test_a_stone_lies_well_inside_its_island(island):
    assert inside(ISLANDS[island].stone, LAND[island])
    assert coast_distance(ISLANDS[island].stone, LAND[island]) > 11


@pytest.mark.parametrize("island", range(12))
def test_land_fills_its_extent_and_lies_within_its_beach(island):
    assert all(inside(point, BEACH[island]) for point in LAND[island])
    xs, ys = zip(*LAND[island], strict=True)
    box = (min(xs), min(ys), max(xs), max(ys))
    for got, want in zip(box, ISLANDS[island].extent, strict=True):
        assert abs(got - want) < 20


@pytest.mark.parametrize(("first", "second"), list(combinations(range(12), 2)))
def test_water_lies_between_any_two_islands(first, second):
    assert not any(inside(point, BEACH[second]) for point in BEACH[first])
    assert not any(inside(point, BEACH[first]) for point in BEACH[second])
    gap = min(math.dist(p, q) for p in BEACH[first][::3] for q in BEACH[second][::3])
    assert gap > 12


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_a_line_crosses_water_and_no_third_island(line):
    for point in along(line):
        near = min(math.dist(point, end) for end in line.ends)
        for island in range(12):
            if island not in line.islands:
                assert not inside(point, BEACH[island])
                assert coast_distance(point, BEACH[island]) > 5
            elif near > 13:
                assert not inside(point, LAND[island])


@pytest.mark.parametrize("island", range(12))
def test_a_name_is_clear_of_lines_shores_and_other_names(island):
    for x, y, _ in GLYPHS[island]:
        assert all(math.dist((x, y), p) > 13 for line in LINES for p in along(line))
        assert 24 < x < SIZE[0] - 24
        assert 24 < y < SIZE[1] - 24
        for other in range(12):
            ashore = inside((x, y), BEACH[other])
            assert not ashore or (other == island and ISLANDS[island].letter == "A")
            assert coast_distance((x, y), BEACH[other]) > 7
            if other != island:
                assert all(math.dist((x, y), (gx, gy)) > 24 for gx, gy, _ in GLYPHS[other])
        assert math.dist((x, y), ISLANDS[island].stone) > 24


def test_every_island_has_some_relief_and_something_grows_on_it():
    assert all(island["relief"] for island in OUTLINES["islands"])
    for island, land in zip(OUTLINES["islands"], LAND, strict=True):
        assert island["palms"] + island["peaks"]
        assert all(inside(spot, land) for spot in island["palms"] + island["peaks"])


def test_the_file_is_small():
    assert (ROOT / "src/kahuna/chart/outlines.json").stat().st_size < 80_000


@pytest.mark.slow
def test_the_tool_draws_the_committed_file():
    spec = importlib.util.spec_from_file_location("make_outlines", ROOT / "tools/make_outlines.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    committed = (ROOT / "src/kahuna/chart/outlines.json").read_text(encoding="utf-8")
    assert tool.as_text(tool.draw()) == committed
