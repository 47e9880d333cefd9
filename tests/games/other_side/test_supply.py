"""Ports and supply, also against a plain recoding of the rules."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.engine.rng import Rng
from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, bits
from sandtable.games.other_side.components.state import CLOSED_PORT, ISOLATED, NAVAL, OPEN_PORT, Board
from sandtable.games.other_side.rules.end_segment import Ports, Supply, port_modifier
from sandtable.games.other_side.rules.supply import land_supply, naval_supply
from sandtable.games.other_side.testing import area, position, tables
from tests.games.other_side.driving import begin, idle, log

T = tables()


def names(mask: int) -> set[str]:
    return {T.space_id[n] for n in bits(mask)}


def marker(g: Board, name: str) -> int:
    return g.supply[area(g, name)]


# --- ports


@pytest.mark.rule("other_side", "4.7.2b")
@pytest.mark.parametrize(
    ("align", "air", "expected"),
    [
        ({"southern_italy": "satellite"}, 3, 3),
        ({"southern_italy": "occupied"}, 5, 5),
        ({}, 3, -1),
        ({"southern_italy": "disputed 1/2 western"}, 3, -1),
        ({"southern_italy": "satellite", "malta": "occupied"}, 3, 4),
        (
            {
                "southern_italy": "satellite",
                "malta": "occupied",
                "crete": "occupied",
                "gibraltar": "occupied",
            },
            3,
            6,
        ),
        ({"southern_italy": "satellite", "malta": "western"}, 3, 3),
        ({"southern_italy": "satellite", "egypt": "occupied"}, 3, 5),
        ({"southern_italy": "satellite", "egypt": "disputed 1/2 western"}, 3, 3),
    ],
)
@pytest.mark.parametrize("port", ["libya", "northern_africa"])
def test_the_modifiers_of_african_ports(align: dict[str, str], air: int, expected: int, port: str) -> None:
    g = position(align=align, tracks={"air_south": air, "air_west": 1})
    assert port_modifier(g, area(g, port)) == expected


@pytest.mark.rule("other_side", "4.7.2c")
@pytest.mark.parametrize(
    ("france", "air", "expected"), [("occupied", 4, 4), ("western", 4, 0), ("disputed 1/2 western", 5, 1)]
)
def test_the_modifiers_of_the_british_port(france: str, air: int, expected: int) -> None:
    g = position(
        align={"northern_france": france, "malta": "occupied"}, tracks={"air_west": air, "air_south": 1}
    )
    assert port_modifier(g, area(g, "great_britain")) == expected


@pytest.mark.rule("other_side", "4.7.2")
@pytest.mark.rule("other_side", "4.7.2a")
@pytest.mark.rule("other_side", "4.7.2i")
@pytest.mark.parametrize(("die", "open_"), [(3, False), (4, True), (6, True), (1, False)])
@pytest.mark.parametrize("before", ["open", "closed"])
def test_seven_or_more_opens_a_port(die: int, open_: bool, before: str) -> None:
    g = position(
        align={"libya": "disputed 1/2 western", "southern_italy": "satellite"},
        ports={"libya": before},
        tracks={"air_south": 3},
        dice=[die],
    )
    begin(g, Ports())
    assert idle(g) and g.port[area(g, "libya")] == (OPEN_PORT if open_ else CLOSED_PORT)
    assert f"Port of Libya: {die} + 3 against 7" in log(g) and g.revealed == 1


@pytest.mark.rule("other_side", "4.7.2a")
def test_no_die_for_a_port_without_an_axis_disk() -> None:
    g = position(align={"libya": "western"}, ports={"libya": "open"}, dice=[])
    begin(g, Ports())
    assert g.port[area(g, "libya")] == OPEN_PORT
    g = position(
        align={"libya": "satellite", "northern_africa": "occupied", "great_britain": "disputed 1/2 western"},
        dice=[1, 1, 1],
    )
    begin(g, Ports())
    assert g.rng.drawn == 3 and "− 1 against 7" in log(g)


# --- land


@pytest.mark.rule("other_side", "4.7.2d")
@pytest.mark.parametrize(
    ("align", "expected"),
    [
        ({"poland": "neutral 1"}, {"poland"}),
        ({"poland": "disputed 1/2 soviet", "belarus": "occupied"}, {"poland", "belarus"}),
        ({"poland": "soviet", "belarus": "occupied"}, set()),
        ({"poland": "occupied", "belarus": "soviet", "central_russia": "occupied"}, {"poland"}),
        (
            {"poland": "occupied", "belarus": "disputed 1/2 soviet", "central_russia": "disputed 1/2 soviet"},
            {"poland", "belarus", "central_russia"},
        ),
        ({"belgium_holland": "occupied", "great_britain": "disputed 1/2 western"}, {"belgium_holland"}),
        ({"libya": "occupied", "egypt": "occupied"}, set()),
    ],
)
def test_land_supply_runs_over_axis_disks_to_a_festung_sector(
    align: dict[str, str], expected: set[str]
) -> None:
    assert names(land_supply(position(align=align))) == expected


@pytest.mark.rule("other_side", "4.7.2d")
@pytest.mark.rule("other_side", "1.3a")
def test_no_supply_over_amphibious_lines() -> None:
    g = position(
        align={"northern_france": "occupied", "belgium_holland": "occupied", "great_britain": "occupied"}
    )
    assert names(land_supply(g)) == {"northern_france", "belgium_holland"}


# --- sea


@pytest.mark.rule("other_side", "4.7.2e")
@pytest.mark.parametrize(
    ("align", "ports", "expected"),
    [
        ({"libya": "satellite"}, {"libya": "open"}, {"libya"}),
        ({"libya": "disputed 1/2 western"}, {"libya": "open"}, {"libya"}),
        ({"libya": "satellite"}, {"libya": "closed"}, set()),
        ({"libya": "western"}, {"libya": "open"}, set()),
        ({"libya": "satellite", "egypt": "occupied"}, {"libya": "open"}, {"libya", "egypt"}),
        (
            {"libya": "disputed 1/2 western", "egypt": "disputed 1/2 western"},
            {"libya": "open"},
            {"libya", "egypt"},
        ),
        (
            {"libya": "satellite", "egypt": "occupied", "turkey": "disputed 1/2 soviet"},
            {"libya": "open"},
            {"libya", "egypt", "turkey"},
        ),
        (
            {"libya": "satellite", "egypt": "disputed 1/2 western", "turkey": "satellite"},
            {"libya": "open"},
            {"libya", "egypt"},  # no way through a Disputed Area
        ),
        (
            {"northern_africa": "satellite", "libya": "satellite"},
            {"northern_africa": "open", "libya": "closed"},
            {"northern_africa", "libya"},
        ),
    ],
)
def test_naval_supply_runs_over_controlled_areas_to_an_open_port(
    align: dict[str, str], ports: dict[str, str], expected: set[str]
) -> None:
    assert names(naval_supply(position(align=align, ports=ports))) == expected


# --- markers


def checked(**more: Any) -> Board:
    g = begin(position(**more), Supply())
    assert idle(g)
    return g


@pytest.mark.rule("other_side", "4.7.2e")
@pytest.mark.rule("other_side", "4.7.2f")
def test_markers_are_placed_and_taken_away() -> None:
    g = checked(
        align={
            "poland": "occupied",
            "belarus": "occupied",
            "libya": "satellite",
            "turkey": "satellite",
            "ukraine": "soviet",
        },
        ports={"libya": "open"},
        supply={"belarus": "isolated", "poland": "naval", "ukraine": "isolated"},
    )
    assert marker(g, "belarus") == marker(g, "poland") == 0
    assert marker(g, "libya") == NAVAL and marker(g, "turkey") == ISOLATED
    assert marker(g, "ukraine") == 0, "no Axis Disk, no marker"
    told = log(g)
    assert "Belarus has Land Supply again" in told and "Turkey is Isolated" in told
    assert "Libya has Naval Supply only" in told


@pytest.mark.rule("other_side", "4.7.2e")
def test_an_area_with_land_supply_has_no_naval_marker() -> None:
    align = {"hungary": "occupied", "romania_bulgaria": "occupied", "turkey": "occupied", "egypt": "occupied"}
    g = checked(align={**align, "libya": "occupied"}, ports={"libya": "open"})
    assert marker(g, "libya") == marker(g, "egypt") == 0


@pytest.mark.rule("other_side", "4.7.2g")
def test_a_resource_is_lost_with_isolation_and_comes_back_with_supply() -> None:
    g = position(align={"ukraine": "occupied"}, tracks={"resources": 9})
    begin(g, Supply())
    assert marker(g, "ukraine") == ISOLATED and g.resources == 8
    begin(g, Supply())
    assert g.resources == 8, "once is enough"
    g.set_align(area(g, "hungary"), 1)
    g.set_axis(area(g, "hungary"), 3)
    begin(g, Supply())
    assert marker(g, "ukraine") == 0 and g.resources == 9


@pytest.mark.rule("other_side", "4.7.2g")
def test_naval_supply_brings_a_resource_back_too() -> None:
    g = checked(
        align={"libya": "occupied", "egypt": "occupied"},
        ports={"libya": "open"},
        supply={"egypt": "isolated"},
        tracks={"resources": 9, "counted": 0},
    )
    assert marker(g, "egypt") == NAVAL
    assert g.resources == 9, "the position counts it already"
    g.counted = 0
    g.supply = bytes([ISOLATED if n == area(g, "egypt") else 0 for n in range(T.n_areas)])
    begin(g, Supply())
    assert g.resources == 10


@pytest.mark.rule("other_side", "4.7.2g")
def test_a_disputed_area_gives_no_resource_when_it_is_supplied_again() -> None:
    g = checked(
        align={"ukraine": "disputed 1/2 soviet", "hungary": "occupied"},
        supply={"ukraine": "isolated"},
        tracks={"resources": 9},
    )
    assert marker(g, "ukraine") == 0 and g.resources == 9


@pytest.mark.rule("other_side", "4.7.2h")
def test_bases_are_not_looked_at() -> None:
    g = checked(align={"malta": "occupied", "crete": "occupied", "turkey": "satellite"})
    assert log(g) == "Turkey is Isolated." and len(g.supply) == T.n_areas


@pytest.mark.rule("other_side", "4.7.2f")
def test_a_neutral_area_with_a_festung_disk_is_supplied() -> None:
    g = checked(align={"belgium_holland": "neutral 1"})
    assert marker(g, "belgium_holland") == 0


# --- a second implementation: it searches a path from every Area separately


def neighbours(at: int) -> list[int]:
    """The Areas at the other ends of Land Lines, as the list of lines has them."""
    found: list[int] = []
    for a, b, kind, _, _ in T.links:
        ends = (T.space_index[a], T.space_index[b])
        if kind == "land" and at in ends:
            found.append(ends[1] if at == ends[0] else ends[0])
    return found


LINES = [neighbours(at) for at in range(T.n_areas)]
Test = Callable[[Board, int], bool]


def way(g: Board, at: int, goal: Test, between: Test, been: frozenset[int] = frozenset()) -> bool:
    """Whether a chain leads from an Area to one that is a goal; those between must pass a test."""
    if goal(g, at):
        return True
    if been and not between(g, at):
        return False
    been |= {at}
    return any(way(g, other, goal, between, been) for other in LINES[at] if other not in been)


def has_disk(g: Board, at: int) -> bool:
    return g.axis[at] > 0


def is_controlled(g: Board, at: int) -> bool:
    return ALIGNMENT_IDS[g.align[at]] in ("occupied", "satellite")


def held_festung(g: Board, at: int) -> bool:
    return any(T.terrain[at][n] == 4 for n in range(1, g.axis[at] + 1))


def open_port(g: Board, at: int) -> bool:
    return g.port[at] == OPEN_PORT and g.axis[at] > 0


def supply_of(g: Board, at: int) -> int:
    """What the rules say of an Area."""
    if not g.axis[at] or way(g, at, held_festung, has_disk):
        return 0
    return NAVAL if way(g, at, open_port, is_controlled) else ISOLATED


def random_position(seed: int) -> Board:
    """Any alignment of the Areas round the Mediterranean and in the East, ports open or closed."""
    rng = Rng(seed)
    align: dict[str, str] = {}
    for at in range(T.n_areas):
        top = T.top[at]
        words = ["neutral", "occupied", "satellite", "western", "soviet"]
        if top > 1:
            low = 1 + rng.below(top - 1)
            words.append(f"disputed {low}/{low + 1} soviet")
        if T.festung >> at & 1:
            words.append("neutral 1")
        align[T.space_id[at]] = words[rng.below(len(words))]
    ports = {T.space_id[at]: ("open", "closed")[rng.below(2)] for at in bits(T.ports)}
    return position(align=align, ports=ports)


@pytest.mark.rule("other_side", "4.7.2")
@pytest.mark.rule("other_side", "4.7.2d")
@pytest.mark.rule("other_side", "4.7.2e")
@pytest.mark.rule("other_side", "4.7.2f")
def test_supply_of_random_positions_is_that_of_the_plain_rules() -> None:
    seen = {0: 0, NAVAL: 0, ISOLATED: 0}
    for seed in range(60):
        g = random_position(seed)
        g.push(Supply())
        g.agenda[-1].run(g)
        for at in range(T.n_areas):
            expected = supply_of(g, at)
            assert g.supply[at] == expected, (seed, T.space_id[at])
            seen[expected] += 1
    assert min(seen.values()) > 20
