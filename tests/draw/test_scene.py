"""The table as a scene: everything open is in it, nothing secret is."""

import pytest

from sandtable.engine.rng import Rng
from sandtable.engine.scene import Panel, Scene
from sandtable.games.downfall.components.constants import (
    ATTACKS,
    AVAILABLE,
    FROM_INSIDE,
    IN_PROGRESS,
    OPERATED,
    SUPPORTS,
)
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.table.scene import build_scene
from sandtable.games.downfall.testing import position, unit_at
from tests.draw.scenes import board, crowded_scene, start, start_scene


def panel(scene: Scene, title: str) -> Panel:
    return next(p for p in scene.panels if p.title == title)


def rows(scene: Scene, title: str) -> dict[str, str]:
    """The rows of a panel of two columns."""
    return {row[0]: row[1] for row in panel(scene, title).rows}


def test_all_areas_seas_and_closed_countries_are_places() -> None:
    scene = start_scene()
    t = board(start()).t
    assert [p.id for p in scene.places] == t.area_id + t.sea_id + t.zone_id
    assert {p.id for p in scene.places if p.kind == "box"} == {"united_states", "canada"}
    assert all(p.choice < 0 for p in scene.places if p.kind in ("sea", "closed"))


def test_every_counter_on_the_map_is_told_once() -> None:
    g = board(start())
    scene = build_scene(g, 0)
    assert sum(piece.number for piece in scene.pieces) == sum(1 for place in g.place if place >= 0)
    calais = [p for p in scene.pieces if scene.places[p.place].id == "calais"]
    assert [(p.kind, p.strength, p.full, p.number) for p in calais] == [
        ("british_infantry", "4-2", True, 2),
        ("french_infantry", "3-2", True, 1),
    ]


def test_alike_counters_part_when_one_has_moved() -> None:
    g = board(start())
    ruhr = g.t.area_index["ruhr"]
    infantry = [u for u in g.at[ruhr] if not g.t.unit_armor[u]]
    armor = [u for u in g.at[ruhr] if g.t.unit_armor[u]]
    g.cond[infantry[0]] |= OPERATED
    g.cond[armor[0]] |= OPERATED | ATTACKS
    told = [(p.symbol, p.number, p.status) for p in build_scene(g, 0).pieces if p.place == ruhr]
    assert told == [("infantry", 1, ""), ("infantry", 1, "moved"), ("armor", 1, "attacked")]
    g.cond[infantry[0]] |= SUPPORTS
    assert "supported" in [p.status for p in build_scene(g, 0).pieces if p.place == ruhr]


def test_an_army_attacks_and_supports_until_its_battle_is_fought() -> None:
    g = position(
        armies=[
            {"area": "kovel", "army": "german_armor"},
            {"area": "kovel", "army": "german_infantry"},
            {"area": "kovel", "army": "soviet_infantry"},
        ]
    )
    kovel = g.t.area_index["kovel"]
    armor, infantry, target = (
        unit_at(g, kind, "kovel") for kind in ("german_armor", "german_infantry", "soviet_infantry")
    )
    g.cond[armor] |= OPERATED | ATTACKS
    g.cond[infantry] |= OPERATED | SUPPORTS
    g.attacks.append(Attack(armor, target, kovel, FROM_INSIDE, (infantry,)))
    before = {p.status for p in build_scene(g, 0).pieces if p.place == kovel}
    assert before == {"attacks", "supports", ""}
    g.attacks.clear()
    after = {p.status for p in build_scene(g, 0).pieces if p.place == kovel}
    assert after == {"attacked", "supported", ""}


def test_the_afrika_korps_shows_its_african_strength_in_africa() -> None:
    g = board(start())
    unit = g.free_unit(g.t.type_index["afrika_korps"])
    g.put(unit, g.t.area_index["tripoli"], 2)
    assert [p.strength for p in build_scene(g, 0).pieces if p.kind == "afrika_korps"] == ["7-4"]
    g.move(unit, g.t.area_index["berlin"])
    assert [p.strength for p in build_scene(g, 0).pieces if p.kind == "afrika_korps"] == ["5-3"]


def test_borders_tell_their_rivers_lines_and_mountains() -> None:
    scene = start_scene()
    marks = {(scene.places[e.a].id, scene.places[e.b].id): e for e in scene.edges if e.kind == "land"}
    assert marks["nancy", "stuttgart"].marks == ("river:stuttgart", "line:nancy")
    assert marks["lyon", "milan"].marks == ("high_mountain",)
    assert sum(e.kind == "strait" for e in scene.edges) == 2
    assert sum(e.kind == "landing" for e in scene.edges) == 12


def test_the_eastern_line_parts_soviet_areas() -> None:
    scene = start_scene()
    front = [(scene.places[e.a], scene.places[e.b]) for e in scene.edges if e.kind == "front"]
    assert front
    for a, b in front:
        assert a.country == b.country == "ussr"
        assert ("east" in a.marks) != ("east" in b.marks)


def test_control_and_beachheads_show() -> None:
    scene = crowded_scene()
    caen = next(p for p in scene.places if p.id == "caen")
    assert "beachhead:allies" in caen.marks
    assert caen.owner == "allies"


def test_the_moment_is_told() -> None:
    g = board(start())
    scene = build_scene(g, 0)
    assert scene.subtitle == "Winter 1940 (turn 1 of 22) · Axis: beginning of the turn"
    stock = panel(scene, "Stock")
    assert stock.rows[0] == ("» Axis", "4", "0", "3", "0")
    assert stock.rows[1] == ("Allies", "2", "2", "–", "–")


def test_missions_and_boxes_are_counted() -> None:
    g = board(start())
    g.air[1] = 2
    g.atlantic = [1, 2, 1]
    g.bombers[1] = 3
    g.bombed = True
    told = rows(build_scene(g, 0), "Missions")
    assert told["German air missions"] == "4 + 2 adv."
    assert told["Battle of the Atlantic"] == "1 + 2 adv."
    assert told["Strategic Bombing"] == "3 · in effect"
    g.atlantic = [0, 2, 0]
    assert rows(build_scene(g, 0), "Missions")["Battle of the Atlantic"] == "2 adv."


def test_countries_are_listed_by_their_war() -> None:
    g = board(start())
    g.status[g.t.belgium] = 2
    g.conqueror[g.t.belgium] = 0
    g.status[g.t.yugoslavia] = 1
    g.partisans = True
    g.total_war[0] = True
    told = rows(build_scene(g, 0), "War")
    assert told["Axis"] == "Total War: Germany, Finland"
    assert told["Surrendered"] == "Belgium (A)"
    assert "Yugoslavia (partisans)" in told["Allies"]
    assert "Italy" in told["Not at war"] and "Belgium" not in told["Not at war"]


def begin_in_secret() -> tuple[int, int]:
    """A Soviet tile that is available and one in progress, by index; nobody else knows them."""
    t = board(start()).t
    return t.tile_index["ussr_advanced_tanks"], t.tile_index["ussr_blitzkrieg"]


@pytest.mark.rule("downfall", "4.6b")
def test_secret_developments_are_only_counted() -> None:
    g = board(start())
    available, begun = begin_in_secret()
    g.tiles[available], g.tiles[begun] = AVAILABLE, IN_PROGRESS
    own = panel(build_scene(g, 2), "Developments").rows[2]
    assert own == ("Soviet Union", "Advanced tanks", "Blitzkrieg, Aviation")
    for stranger in (0, 1, None):
        told = panel(build_scene(g, stranger), "Developments").rows[2]
        assert told == ("Soviet Union", "1 secret", "Aviation, 1 secret")
    g.tile_known[available] = True
    assert panel(build_scene(g, 0), "Developments").rows[2][1] == "Advanced tanks"
    g.secret_tiles = False
    assert panel(build_scene(g, None), "Developments").rows[2] == own


@pytest.mark.rule("downfall", "4.6b")
def test_what_a_seat_cannot_know_does_not_change_its_scene() -> None:
    match = start()
    g = board(match)
    available, begun = begin_in_secret()
    g.tiles[available], g.tiles[begun] = AVAILABLE, IN_PROGRESS
    g.tile_since[begun] = 1
    g.turn = 12
    moved = 0
    for seed in range(20):
        other = board_of(match.game.determinize(g, 0, Rng(seed)))
        moved += other.tiles != g.tiles
        assert build_scene(other, 0) == build_scene(g, 0)
    assert moved


def board_of(state: object) -> Board:
    assert isinstance(state, Board)
    return state


@pytest.mark.rule("downfall", "2b")
def test_two_players_the_second_sees_both_of_its_sides() -> None:
    g = board(start(players=2))
    _, begun = begin_in_secret()
    g.tiles[begun] = IN_PROGRESS
    assert "Blitzkrieg" in panel(build_scene(g, 1), "Developments").rows[2][2]
    assert "secret" in panel(build_scene(g, 0), "Developments").rows[2][2]


def test_a_finished_game_says_how_it_ended() -> None:
    from sandtable.engine.state import Result

    g = board(start())
    g.result = Result((0.0, 1.0, 1.0), "Germany has surrendered.", "20b")
    scene = build_scene(g, None)
    assert scene.subtitle.endswith("Germany has surrendered.")
    assert panel(scene, "Stock").rows[0][0] == "Axis"


def test_declared_attacks_are_listed_with_their_factors() -> None:
    """A player sees the odds before the dice are thrown."""
    g = position(
        armies=[
            {"area": "kovel", "army": "german_infantry", "count": 2},
            {"area": "kovel", "army": "soviet_infantry"},
        ]
    )
    assert all(p.title != "Attacks" for p in build_scene(g, 0).panels)
    kovel = g.t.area_index["kovel"]
    first, second = [u for u in g.at[kovel] if g.t.unit_side[u] == 0]
    target = unit_at(g, "soviet_infantry", "kovel")
    g.attacks.append(Attack(first, target, kovel, FROM_INSIDE, (second,), 0))
    assert panel(build_scene(g, 0), "Attacks").rows == (
        ("Kovel", "German infantry +1, air", "9 : 3", "Soviet infantry"),
    )
