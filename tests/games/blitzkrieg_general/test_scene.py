"""The table as a scene: two maps, their links and effects, counters and what is covered."""

import pytest

from sandtable.draw.counters import SYMBOLS as DRAWN_SYMBOLS
from sandtable.draw.text_map import text_map
from sandtable.engine.scene import Edge, Piece, Scene
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.table.scene import SYMBOLS, build_board, build_scene, headline
from sandtable.games.blitzkrieg_general.testing import position, space, tables, unit_at
from tests.games.scenes import place

T = tables()


def edge(scene: Scene, a: str, b: str) -> Edge:
    ids = [p.id for p in scene.places]
    return next(e for e in scene.edges if {ids[e.a], ids[e.b]} == {a, b})


def pieces(g: Board, name: str, seat: int | None = None) -> list[Piece]:
    where = space(g, name)
    return [p for p in build_scene(g, seat).pieces if p.place == where]


def test_every_space_lies_on_one_of_the_two_maps() -> None:
    scene = build_scene(position(set_up=True), None)
    assert [p.id for p in scene.places] == T.space_id
    assert [chart.id for chart in scene.charts] == ["europe", "pacific"]
    assert {p.map for p in scene.places} == {"europe", "pacific"}
    assert all(chart.title for chart in scene.charts)


def test_places_tell_home_production_terrain_limit_and_holder() -> None:
    g = position(control={"paris": "germany"})
    scene = build_scene(g, None)
    paris = place(scene, "paris")
    assert "home:france" in paris.marks and "number:4/2" in paris.marks and "held:germany" in paris.marks
    assert paris.country == "france"
    pripiet = place(scene, "pripiet")
    assert pripiet.terrain == ("swamp",) and not [m for m in pripiet.marks if m.startswith("held")]
    assert "limit:1" in place(scene, "wake_island").marks
    assert "fortress" in place(scene, "maginot").marks
    assert "closed" in place(scene, "bnl").marks


def test_what_is_never_entered_is_never_clicked() -> None:
    scene = build_scene(position(), None)
    assert place(scene, "switzerland").kind == "closed" and place(scene, "switzerland").choice == -1
    assert [p.id for p in scene.places if p.choice < 0] == ["switzerland"]


def test_a_fortress_that_is_gone_is_not_shown() -> None:
    g = position(memory={"fortress": 0})
    assert "fortress" not in place(build_scene(g, None), "maginot").marks


def test_links_tell_effects_of_borders_and_passages() -> None:
    scene = build_scene(position(), None)
    assert edge(scene, "austria", "yugoslavia").marks == ("river:austria",)
    assert edge(scene, "western_france", "northern_spain").marks == ("high_mountain",)
    assert edge(scene, "maginot", "western_germany").marks == ("line:maginot",)
    assert edge(scene, "switzerland", "bavaria").marks == ("forbidden",)
    bosporus = edge(scene, "aegean_sea", "black_sea")
    assert (bosporus.kind, bosporus.label) == ("passage", "Bosporus")
    assert edge(scene, "england", "channel").kind == "coast"
    assert edge(scene, "north_sea", "channel").kind == "sea"


def test_some_links_lead_from_map_to_map() -> None:
    scene = build_scene(position(), None)
    across = [e for e in scene.edges if scene.places[e.a].map != scene.places[e.b].map]
    assert len(across) == 10
    assert edge(scene, "ural", "irkutsk") in across and edge(scene, "red_sea", "indian_ocean") in across


def test_counters_alike_are_told_once_with_their_number() -> None:
    g = position(units={"paris": "2 fra_inf_3, fra_inf_3 back"})
    found = pieces(g, "paris")
    assert [(p.number, p.full) for p in found] == [(2, True), (1, False)]
    assert found[0].symbol == "infantry" and found[0].nation == "france" and found[0].strength == "3-2"


def test_letters_tell_what_a_counter_does() -> None:
    g = position(
        units={
            "paris": "fra_inf_3, fra_inf_2, fra_arm_3, fra_air_2, be_air_3",
            "channel": "be_conv [be_inf_3], be_tf_4",
        }
    )
    bits = (
        ("fra_inf_3", const.MOVED),
        ("fra_inf_2", const.UNSUPPLIED),
        ("fra_arm_3", const.INVADING),
        ("fra_air_2", const.FLYING),
        ("be_air_3", const.FLYING | const.REACTED),
    )
    for name, bit in bits:
        g.cond[unit_at(g, "paris", name)] |= bit
    g.target[unit_at(g, "channel", "be_tf_4")] = space(g, "normandy")
    told = {p.kind: p.status for p in pieces(g, "paris")}
    assert told == {
        "fra_inf_3": "moved",
        "fra_inf_2": "unsupplied",
        "fra_arm_3": "landed",
        "fra_air_2": "attacks",
        "be_air_3": "defends",
    }
    afloat = {p.kind: p.status for p in pieces(g, "channel")}
    assert afloat == {"be_conv": "", "be_inf_3": "carried", "be_tf_4": "supports"}


def test_tags_of_countries_differ() -> None:
    names = build_scene(position(), None).names
    short = {name: names[f"short:{name}"] for name in T.country_id}
    assert short["germany"] == "GE" and short["usa"] == "USA" and short["ussr"] == "USSR"
    majors = [short[name] for name in T.country_id[: T.n_majors]]
    assert len(set(majors)) == len(majors)


def test_every_letter_of_a_status_is_another() -> None:
    told = build_scene(position(), None).names["status"].split(", ")
    assert set(told) == {"moved", "attacks", "defends", "supports", "landed", "unsupplied", "carried"}
    assert len({word[0] for word in told}) == len(told)


def test_ships_are_told_in_the_terminal() -> None:
    g = position(units={"channel": "be_tf_4"})
    told = text_map(build_scene(g, None))
    assert "Channel" in told and "SEAS: ASIA AND THE PACIFIC" in told


def test_every_kind_of_unit_has_a_symbol_that_is_drawn() -> None:
    assert set(SYMBOLS.values()) <= set(DRAWN_SYMBOLS)
    g = position(units={"paris": "fra_hq_georges"})
    head = pieces(g, "paris")[0]
    assert head.symbol == "headquarters" and head.strength == "2" and head.label == "Georges"


def test_the_moment_is_a_quarter_and_a_phase() -> None:
    g = position(phase=const.RAIL, turn="2/1941")
    assert headline(g, None) == "Second quarter of 1941 · Axis: rail movement"


@pytest.mark.rule("blitzkrieg_general", "A9.12")
def test_under_the_top_of_an_enemy_stack_only_a_number_is_seen() -> None:
    units = {"paris": "fra_inf_3, fra_inf_2, fra_arm_3", "bavaria": "ger_inf_4, ger_arm_5"}
    g = position(units=units, wars=[("germany", "france")], options=const.HIDDEN_STACKS)
    mine, his = pieces(g, "bavaria", 0), pieces(g, "paris", 0)
    assert [p.kind for p in mine] == ["ger_inf_4", "ger_arm_5"]
    assert [p.name for p in his] == ["French infantry 3", "2 covered"]
    assert his[1].shape == "tag" and his[1].choice == -1
    assert build_board(g) is None
    open_game = position(units=units, wars=[("germany", "france")])
    assert len(pieces(open_game, "paris", 0)) == 3
    assert build_board(open_game) is not None
