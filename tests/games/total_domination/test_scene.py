"""The table as a scene and as a picture: everything open is in it, nothing secret is, and it can be read."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from sandtable import draw
from sandtable.draw.polar_layout import polar_layout_of
from sandtable.engine.scene import Edge, Scene
from sandtable.engine.state import Result, changed
from sandtable.games.total_domination.components.constants import DECK, IN_PLAY, PACKET, SOLO_USED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.table.scene import build_scene
from sandtable.games.total_domination.testing import card, position, tables, unit_at
from tests.games.scenes import SVG, panel, pieces, place, texts
from tests.games.total_domination.driving import names

HANDS = {"germany": ["g01", "u01"], "uk": ["u03"]}
T = tables()
CROWDED = {
    "germany": "german_army, german_fleet, german_air_fleet used, italian_army",
    "united_kingdom": "uk_army, uk_fleet, uk_air_fleet, french_army",
    "atlantic": "uk_fleet, 2 u_boot",
    "poland": "2 german_army, 2 resistance",
}


def edges(scene: Scene) -> dict[frozenset[str], Edge]:
    return {frozenset((scene.places[e.a].id, scene.places[e.b].id)): e for e in scene.edges}


# --- the board


@pytest.mark.rule("total_domination", "2.0.1a")
def test_every_area_in_play_is_a_place_that_can_be_clicked() -> None:
    scene = build_scene(position(arctic=True), 0)
    assert [p.id for p in scene.places] == T.area_id and scene.polar
    for p in scene.places:
        assert names().keys[p.choice] == f"area:{p.id}"
    basic = build_scene(position(), 0)
    assert {p.id for p in scene.places} - {p.id for p in basic.places} == {
        "arctic",
        "iceland",
        "norway",
        "finland",
        "aleut_isl",
    }
    assert len(basic.edges) == sum([not T.arctic & (T.bit[a] | T.bit[b]) for a, b, _, _ in T.links])


@pytest.mark.rule("total_domination", "3.5a")
@pytest.mark.rule("total_domination", "3.5c")
@pytest.mark.rule("total_domination", "3.5e")
@pytest.mark.rule("total_domination", "3.5f")
def test_kinds_stars_and_buildings_are_shown() -> None:
    scene = build_scene(position(arctic=True), 0)
    assert [place(scene, name).kind for name in ("austria", "germany", "atlantic")] == [
        "land",
        "coastal",
        "island",
    ]
    assert place(scene, "germany").marks == ("three_stars", "factory", "shipyard")
    assert place(scene, "austria").marks == ("two_stars", "factory")
    assert place(scene, "south_africa").marks == ("one_star", "shipyard")
    assert place(scene, "atlantic").marks == ("one_star", "u_boats")
    assert place(scene, "iceland").marks == ("one_star", "u_boats", "arctic")
    stars = {"one_star": 1, "two_stars": 2, "three_stars": 3}
    assert sum([stars[p.marks[0]] for p in scene.places]) == sum(T.stars)


@pytest.mark.rule("total_domination", "3.5b")
def test_controller_home_and_damage_are_shown() -> None:
    scene = build_scene(position({"france": "german_army", "canada": "german_army"}, damage=["italy"]), 0)
    france, canada = place(scene, "france"), place(scene, "canada")
    assert france.owner == "germany" and france.country == "france" and "home:france" in france.marks
    assert "damage:" in france.marks and "damage:" in place(scene, "italy").marks
    assert canada.owner == "germany" and "home:uk" in canada.marks and "damage:" not in canada.marks
    assert place(scene, "spain").owner == "neutral" and place(scene, "spain").country == ""
    assert place(scene, "east_usa").owner == "us"
    assert not any(mark.startswith("home") for mark in place(scene, "germany").marks)


@pytest.mark.rule("total_domination", "3.5d")
@pytest.mark.rule("total_domination", "2.0.1b")
def test_links_are_blue_brown_or_pairs_of_triangles_and_plain_on_the_other_side() -> None:
    basic = edges(build_scene(position(), 0))
    assert basic[frozenset(("poland", "ukraine"))].kind == "land"
    assert basic[frozenset(("italy", "libya"))].kind == "sea"
    pair = basic[frozenset(("balkans", "romania"))]
    assert (pair.kind, pair.label) == ("triangle", "red")
    colours = [e.label for e in basic.values() if e.kind == "triangle"]
    assert len(colours) == len(set(colours)) == 6
    other = edges(build_scene(position(alternative=True), 0))
    assert list(other) == list(basic)
    for ends, edge in other.items():
        was = basic[ends].kind
        assert edge.kind == ("land" if was == "triangle" else was) and edge.label == ""


def test_quarters_of_the_board_have_names() -> None:
    scene = build_scene(position(arctic=True), 0)
    assert {scene.names[p.region] for p in scene.places} == {
        "Board: side of Germany",
        "Board: side of United Kingdom",
        "Board: side of Japan",
        "Board: side of Soviet Union",
        "Arctic",
    }
    assert "G Poland" in draw.text_map(build_scene(position({"poland": "german_army"}), 0), "side_germany")
    card_text = draw.area_card(build_scene(position(set_up=True), 0), "balkans")
    assert "- Romania (N), triangles (red) | N: Neutral army" in card_text
    assert "coast, 2 stars" in card_text


# --- counters


@pytest.mark.rule("total_domination", "3.4")
def test_every_nation_has_its_colour_and_letter() -> None:
    scene = build_scene(position(set_up=True), 0)
    looks = {look.power: look for look in T.drawing.powers}
    assert set(looks) == set(T.nation_id)
    for nation in T.nation_id:
        assert scene.colours[nation] == looks[nation].colour
    assert len({scene.colours[nation] for nation in T.nation_id}) == T.n_nations
    # Partners control nothing themselves; Resistance is the Allies'.
    assert set(scene.letters) == set(T.nation_id) - {"france", "italy"} | {"allies"}
    assert "allies" not in build_scene(position(advanced=False), 0).letters
    assert pieces(scene, "italy")[0].nation == "italy" and pieces(scene, "italy")[0].side == "germany"


def test_counters_alike_are_together_and_used_ones_apart() -> None:
    g = position({"germany": "2 german_army, german_fleet", "austria": "german_air_fleet used"}, year=1942)
    scene = build_scene(g, 1)
    told = [(p.kind, p.symbol, p.full, p.number) for p in pieces(scene, "germany")]
    assert told == [("german_army", "infantry", True, 2), ("german_fleet", "fleet", True, 1)]
    assert pieces(scene, "germany")[0].choice == g.ids.unit + unit_at(g, "german_army", "germany")
    assert [(p.symbol, p.full) for p in pieces(scene, "austria")] == [("air", False)]
    g.used = changed(g.used, unit_at(g, "german_air_fleet", "austria"), 0)
    assert pieces(build_scene(g, 1), "austria")[0].full


@pytest.mark.rule("total_domination", "3.6b")
def test_special_units_have_symbols_of_their_own() -> None:
    scene = build_scene(position({"atlantic": "uk_fleet, 2 u_boot", "poland": "resistance"}, year=1942), 0)
    assert [(p.symbol, p.nation) for p in pieces(scene, "atlantic")] == [
        ("submarine", "germany"),
        ("fleet", "uk"),
    ]
    assert [(p.symbol, p.side, p.nation) for p in pieces(scene, "poland")] == [
        ("resistance", "allies", "allies")
    ]


# --- panels


@pytest.mark.rule("total_domination", "4.0b")
def test_powers_in_player_order_with_points_cards_and_deeds() -> None:
    g = position(set_up=True, year=1940, turn="japan", hands=HANDS, passed=["uk"], down={"japan": "j04"})
    g.leased = 1 << 3
    rows = panel(build_scene(g, 0), "Powers")
    assert list(rows) == ["United Kingdom", "» Japan", "Soviet Union", "Germany"]
    assert rows["United Kingdom"] == ("10", "1", "passed")
    assert rows["» Japan"] == ("7", "0", "technology") and rows["Soviet Union"][2] == "Lend-Lease"
    assert rows["Germany"] == ("8", "2", "–")
    g.result = Result((1.0, 0.0, 1.0, 0.0), "Victory of the Axis.", "4.3.Aa")
    scene = build_scene(g, 0)
    assert "Japan" in panel(scene, "Powers") and scene.subtitle == "1940 · Victory of the Axis."


@pytest.mark.rule("total_domination", "4.3.Ac")
@pytest.mark.rule("total_domination", "9.0a")
def test_factions_tracks_and_partners() -> None:
    rows = panel(build_scene(position(tracks={"us": 2}, joined=["china"]), 0), "War")
    assert rows["Axis"] == ("15 of 29 VP",) and rows["Allies"] == ("22 of 35 VP",)
    assert rows["United States"] == ("box 2 of 4",) and rows["China"] == ("at war with Soviet Union",)
    assert rows["France"] == ("partner of United Kingdom",)
    rise = panel(build_scene(position(scenario="rise_of_the_axis"), 0), "War")
    assert rise["China"] == ("out of the war",) and rise["Axis"] == ("15 VP",)
    assert rise["Scenario"] == ("Rise of the Axis",) and rise["After 1942"] == ("more VP win",)
    assert rows["After 1945"] == ("the Axis wins",) and "Allies win with" not in rows
    g = position(scenario="solo", mode="solo", pile=["s01", "s02"], solo_vp=2)
    g.solo[5] = SOLO_USED
    assert panel(build_scene(g, 0), "War")["Solo cards"] == ("1 played, 2 to come; 2 VP",)
    assert panel(build_scene(g, 0), "Powers")["» Germany"][1] == "–"
    g = position({"nanking": "ussr_army"}, scenario="solo", mode="solo")
    told = (
        "all of Germany, Italy, Austria and Czechoslovakia (0 of 4 held) or "
        "all of Japan, Nanking, Manchuria and Ryukyu Isl. (1 of 4 held)"
    )
    assert panel(build_scene(g, 0), "War")["Allies win with"] == (told,)


@pytest.mark.rule("total_domination", "9.1e")
def test_own_cards_are_shown_and_others_counted() -> None:
    g = position(hands=HANDS, reserve={"germany": ["g04"]}, lent={"uk": "us1"}, tactics={"germany": ["j05"]})
    g.cards[card(g, "g05")] = PACKET
    scene = build_scene(g, 0)
    rows = panel(scene, "Hand of Germany")
    assert list(rows) == ["Blitzkrieg (6)", "Home Fleet (6)"]
    assert rows["Home Fleet (6)"][0].startswith("Heavy Battleships. British event: ")
    assert rows["Home Fleet (6)"][0].endswith("Now worth: Germany 5.")
    g.cards[card(g, "j05")] = DECK
    assert "Now" not in str(panel(build_scene(g, 0), "Hand of Germany"))
    assert "Commerce Raiders (4)" in panel(scene, "Packet of Germany")
    assert "Mission Command (4)" in panel(scene, "Reserve of Germany")
    assert panel(scene, "Cards")["United Kingdom"] == ("1 card set aside",)
    uk = build_scene(g, 1)
    assert [p.title for p in uk.panels if "Lend-Lease" in p.title] == ["Lend-Lease, for the next draft"]
    for seat in (1, None):
        told = str(build_scene(g, seat).panels)
        assert "Blitzkrieg" not in told and "Mission Command" not in told and "Commerce Raiders" not in told


@pytest.mark.rule("total_domination", "8.0b")
@pytest.mark.rule("total_domination", "8.0a")
def test_technology_boards_show_what_is_developed() -> None:
    g = position(
        techs={"uk": ["arsenal", "radar"]},
        down={"japan": "j04"},
        influence={"japan": ["j10"]},
        tactics={"ussr": ["g05"]},
        saved={"ussr": "r02"},
    )
    rows = panel(build_scene(g, 0), "Technology boards")
    assert rows["United Kingdom"] == ("Arsenal, Radar",) and rows["Germany"] == ("–",)
    assert rows["Japan"] == ("a card face down; influence in Siam (2 VP)",)
    assert rows["Soviet Union"] == ("tactics -1; 1 point saved",)
    own = panel(build_scene(g, 2), "Technology boards")["Japan"][0]
    assert own.startswith("developing Mechanization;")


@pytest.mark.rule("total_domination", "3.3f")
def test_piles_and_cards_that_were_seen() -> None:
    g = position(hands=HANDS, discards=["j05", "r05"])
    g.known[3] = 1 << card(g, "g01")
    rows = panel(build_scene(g, 3), "Cards")
    assert rows["Draw deck"] == ("49 cards",) and rows["US deck"] == ("4 cards",)
    assert rows["Discard pile"] == ("Surprise Attack (4) and General Winter (4)",)
    assert rows["Germany holds"] == ("Blitzkrieg (6)",)
    for seat in (0, 1):
        assert "Germany holds" not in panel(build_scene(g, seat), "Cards")
    assert panel(build_scene(position(), 0), "Cards")["Discard pile"] == ("–",)
    g.cards[card(g, "g01")] = IN_PLAY
    told = "1939, Action phase: Germany with Blitzkrieg (6) · Axis 15 of 29 VP, Allies 19 of 33 VP"
    assert build_scene(g, None).subtitle == told


@pytest.mark.rule("total_domination", "3.6a")
def test_supplies_are_counted() -> None:
    rows = panel(build_scene(position({"germany": "german_army"}), 0), "Supply")
    assert rows["Germany"] == ("9 armies, 1 fleet, 2 Air Fleets, 3 U-boats",)
    assert rows["Allies"] == ("6 Resistance",) and rows["China"] == ("2 armies",)
    assert "Neutral" not in rows
    assert panel(build_scene(position(advanced=False), 0), "Supply")["Germany"] == ("10 armies, 1 fleet",)


# --- the picture


def draw_it(g: Board, seat: int | None = 0) -> ElementTree.Element:
    return ElementTree.fromstring(draw.svg(build_scene(g, seat)))


@pytest.mark.parametrize("arctic", [False, True])
@pytest.mark.parametrize("alternative", [False, True])
def test_areas_have_room_of_their_own_on_both_sides(arctic: bool, alternative: bool) -> None:
    scene = build_scene(position(arctic=arctic, alternative=alternative), 0)
    layout = polar_layout_of(scene)
    assert len(layout.at) == (60 if arctic else 55)
    for i, j in combinations(layout.at, 2):
        assert not layout.block(i).hits(layout.block(j)), (scene.places[i].id, scene.places[j].id)


def test_neighbours_keep_their_bearings_around_the_pole() -> None:
    """Longitudes run clockwise to the west: Germany right, the Americas below, Japan left, the USSR above."""
    layout = polar_layout_of(build_scene(position(), 0))
    at = {p.id: layout.at[i] for i, p in enumerate(layout.places)}
    assert at["italy"][0] > at["east_usa"][0] > at["japan"][0]
    assert at["argentina"][1] > at["east_usa"][1] > at["siberia"][1] > at["india"][1]
    for inner, outer in (
        ("germany", "libya"),
        ("canada", "mexico"),
        ("siberia", "india"),
        ("japan", "australia"),
    ):
        away = [((at[name][0] - 659) ** 2 + (at[name][1] - 505) ** 2) ** 0.5 for name in (inner, outer)]
        assert away[0] < away[1]


def test_every_area_and_counter_is_drawn_with_its_words() -> None:
    g = position(CROWDED, set_up=True, year=1942, hands=HANDS)
    scene = build_scene(g, 0)
    picture = draw_it(g)
    drawn = {e.get("data-place"): e for e in picture.iter(f"{SVG}g") if e.get("class") == "place"}
    assert set(drawn) == {p.id for p in scene.places}
    for p in scene.places:
        assert p.name in texts(drawn[p.id]) and scene.letters[p.owner] in texts(drawn[p.id])
    title = drawn["germany"].find(f"{SVG}title")
    assert title is not None and title.text == "Germany (Germany), coast, Capital, 3 stars, factory, shipyard"
    counters = {e.get("data-choice"): e for e in picture.iter(f"{SVG}g") if e.get("class") == "piece"}
    for piece in scene.pieces:
        group = counters[str(piece.choice)]
        assert piece.number == 1 or f"×{piece.number}" in texts(group)
    told = [e.text for e in picture.iter(f"{SVG}title")]
    assert "German Air Fleet, used" in told and "2 × U-boat" in told and "red triangle" in told
    assert "red triangle" not in [e.text for e in draw_it(position(alternative=True)).iter(f"{SVG}title")]
    for word in ("Air Fleet", "Resistance", "U-boat area", "sea link", "land link", "coast", "used"):
        assert word in texts(picture), word
