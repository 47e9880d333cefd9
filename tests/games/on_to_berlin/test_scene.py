"""The table as a scene and as a picture: everything open is in it, nothing secret is, and it can be read."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from sandtable import draw
from sandtable.draw.counter_layout import arrange
from sandtable.draw.layout import HEIGHT, MAP_WIDTH
from sandtable.draw.multi_map import layout_of
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Scene
from sandtable.engine.state import Result, changed
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.table.panels import half
from sandtable.games.on_to_berlin.table.scene import build_scene
from sandtable.games.on_to_berlin.testing import area, card, position, unit_at
from tests.games.on_to_berlin.clicks import GAME, T, board, new_turn, table
from tests.games.scenes import SVG, panel, pieces, place, texts

HANDS = {"axis": ["ax_blitzkrieg_2"], "allied": ["al_supply_2", "al_ambush_2"]}


def start() -> Board:
    return board(Match(GAME, GAME.settle(seed=7)))


# --- the map


def test_every_area_is_a_place_that_can_be_clicked() -> None:
    scene = build_scene(start(), 0)
    assert [p.id for p in scene.places] == T.area_id
    for p in scene.places:
        assert GAME.names.keys[p.choice] == f"area:{p.id}"
    assert place(scene, "baltic_sea").kind == "sea" and place(scene, "berlin").kind == "land"
    assert place(scene, "berlin").owner == "axis" and place(scene, "rome").owner == "neutral"
    assert place(scene, "rome").country == "it" and place(scene, "black_sea").country == ""


@pytest.mark.rule("on_to_berlin", "15.6")
@pytest.mark.rule("on_to_berlin", "14.1a")
@pytest.mark.rule("on_to_berlin", "2.2.1d")
def test_resource_points_and_lines_are_marked() -> None:
    scene = build_scene(start(), 0)
    assert "red" in place(scene, "berlin").marks and "black" in place(scene, "warsaw").marks
    assert "half" in place(scene, "finland").marks
    assert place(scene, "austria").marks == ()
    assert "double" in place(scene, "moscow").marks and "double" not in place(scene, "berlin").marks
    assert "beyond" in place(scene, "moscow").marks and "beyond" not in place(scene, "kiev").marks
    assert "closed:axis" in place(scene, "urals").marks
    assert {"closed:axis", "closed:allied"} <= set(place(scene, "black_sea").marks)


@pytest.mark.rule("on_to_berlin", "3.1.1e")
@pytest.mark.rule("on_to_berlin", "3.1.1f")
def test_cubes_lie_where_nations_are_neutral() -> None:
    scene = build_scene(position(axis=("ge", "hu")), 0)
    assert "cube:axis" in place(scene, "rome").marks and "cube:allied" in place(scene, "sweden").marks
    cubes = [m for p in scene.places for m in p.marks if m.startswith("cube")]
    assert cubes.count("cube:allied") == 18 and cubes.count("cube:axis") == 14
    assert not any(m.startswith("cube") for m in place(scene, "hungary").marks)


@pytest.mark.rule("on_to_berlin", "2.2.1c")
def test_who_holds_what_is_not_its_own_is_told() -> None:
    scene = build_scene(position(control={"paris": "ge"}), 0)
    assert "held:ge" in place(scene, "paris").marks and place(scene, "paris").owner == "axis"
    assert not any(m.startswith("held") for m in place(scene, "berlin").marks)


@pytest.mark.rule("on_to_berlin", "15.7.1a")
@pytest.mark.rule("on_to_berlin", "2.2.1f")
def test_links_have_their_kinds() -> None:
    scene = build_scene(start(), 0)
    kinds = {frozenset((scene.places[e.a].id, scene.places[e.b].id)): e for e in scene.edges}
    assert len(kinds) == len(scene.edges)
    assert kinds[frozenset(("berlin", "warsaw"))].kind == "land"
    assert kinds[frozenset(("denmark", "sweden"))].kind == "strait"
    assert kinds[frozenset(("berlin", "baltic_sea"))].kind == "coast"
    assert kinds[frozenset(("north_sea", "baltic_sea"))].kind == "sea"
    canal = kinds[frozenset(("central_atlantic", "egypt"))]
    assert canal.kind == "canal" and "Egypt" in canal.label


# --- counters


@pytest.mark.rule("on_to_berlin", "2.1.1b")
@pytest.mark.rule("on_to_berlin", "2.1.1d")
@pytest.mark.rule("on_to_berlin", "2.1.1e")
def test_counters_with_ratings_state_and_number() -> None:
    g = position(units={"berlin": "2 ge_lf, ge_lf spent, ge_af, ge_tf"})
    g.cond[unit_at(g, "ge_tf", "berlin")] |= const.BY_EVENT
    found = pieces(build_scene(g, 1), "berlin")
    told = [(p.kind, p.strength, p.full, p.number, p.status, p.symbol, p.label) for p in found]
    assert told == [
        ("ge_lf", "3-1-2", True, 2, "", "infantry", "GE LF"),
        ("ge_lf", "3-1-2", False, 1, "", "infantry", "GE LF"),
        ("ge_tf", "4-2-3", True, 1, "activated", "armor", "GE TF"),
        ("ge_af", "0-1-2(3)", True, 1, "", "air", "GE AF"),
    ]


def test_units_that_are_offered_apart_are_pieces_of_their_own() -> None:
    m = table(units={"berlin": "3 ge_af", "ruhr": "ge_lf"}, control={"ruhr": "ge"})
    g = board(m)
    g.came[g.at[area(g, "berlin")][1]] = area(g, "ruhr")
    scene = build_scene(g, 0)
    assert [p.number for p in pieces(scene, "berlin")] == [2, 1]
    offered = {c for c in g.choices(0) if g.ids.unit <= c < g.ids.kind}
    assert offered and offered <= {p.choice for p in scene.pieces}


def test_the_second_counter_set_has_its_own_colour() -> None:
    g = position(units={"morocco": "vc_lf"}, axis=("ge", "vc"), allied=("uk",))
    piece = pieces(build_scene(g, 0), "morocco")[0]
    assert piece.nation == "vc" and piece.side == "axis" and piece.label == "VC LF"


# --- panels


@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_the_own_hand_is_shown_with_its_texts_and_the_other_counted() -> None:
    g = board(table(hands=HANDS))
    scene = build_scene(g, 0)
    assert panel(scene, "Hand of the Axis") == {"Blitzkrieg (2)": (T.card_text[card(g, "ax_blitzkrieg_2")],)}
    assert panel(scene, "Sides")["Allies"][2:4] == ("2", "4")
    assert panel(scene, "Sides")["» Axis"][2:4] == ("1", "7")
    assert "Axis deck" in panel(scene, "Cards") and "Allies deck" not in panel(scene, "Cards")
    titles = [p.title for p in build_scene(g, None).panels]
    assert not any(title.startswith("Hand") for title in titles)
    assert not any("deck" in row for row in panel(build_scene(g, None), "Cards"))
    assert not any(p.title.startswith("Hand") for p in build_scene(position(), 0).panels)


@pytest.mark.rule("on_to_berlin", "5.0a")
def test_while_hands_are_chosen_the_other_hand_is_not_counted() -> None:
    m = new_turn(points=(2, 2))
    m.play("card:al_supply_2", 1)
    scene = build_scene(board(m), 0)
    assert panel(scene, "Sides")["Allies"][2:4] == ("?", "?")
    assert panel(scene, "Sides")["Axis"][2:4] == ("0", "8")
    assert scene.subtitle.endswith("hands are chosen")


@pytest.mark.rule("on_to_berlin", "16.1.1")
@pytest.mark.rule("on_to_berlin", "16.1.2")
def test_face_down_cards_are_counted() -> None:
    g = position(options=["development_secrecy", "discard_secrecy"], discards=["ax_supply_2"])
    for name, lying in (("ax_redeploy_3", const.DEVELOPED), ("ax_redeploy_2", const.LOST)):
        g.cards[card(g, name)] = const.DISCARDED
        g.face_down = changed(g.face_down, card(g, name), lying)
    for seat in (1, None):
        cards = panel(build_scene(g, seat), "Cards")
        assert cards["Axis discards"] == ("Supply (2), 1 of value 3 face down, 1 lost face down",)
        assert cards["Axis Development"] == ("5 of value 3, 2 of value 4",)
    cards = panel(build_scene(g, 0), "Cards")
    assert cards["Axis discards"] == ("Supply (2), Redeploy (2), Redeploy (3)",)
    assert "Blitzkrieg (4)" in cards["Axis Development"][0]


@pytest.mark.rule("on_to_berlin", "2.3.3d")
def test_piles_are_open() -> None:
    g = position(discards=["al_supply_2"])
    g.cards[card(g, "ax_vichy_france_2")] = const.GONE
    for seat in (0, 1, None):
        cards = panel(build_scene(g, seat), "Cards")
        assert cards["Allies discards"] == ("Supply (2)",)
        assert cards["Axis removed"] == ("Vichy France (2)",) and cards["Axis discards"] == ("–",)
        assert "Lend-Lease (3)" in cards["Allies Development"][0]


@pytest.mark.rule("on_to_berlin", "2.2.2a")
@pytest.mark.rule("on_to_berlin", "2.2.2b")
def test_the_turn_says_what_matters() -> None:
    g = position(turn=9, side="allied", pending=(2, 0))
    g.card = card(g, "al_supply_2")
    g.cards[g.card] = const.PLAYED
    scene = build_scene(g, 1)
    assert scene.subtitle == "Winter 1943 (turn 9 of 12) · Allies: Supply (2)"
    turn = panel(scene, "Turn")
    assert turn["Season"] == ("Russian winter",) and turn["Strategic Bombing"] == ("-1",)
    assert turn["In play"][0].startswith("Supply (2): ") and turn["Initiative"] == ("Axis",)
    assert panel(scene, "Sides")["Axis"][4] == "2"
    harder = panel(build_scene(position(turn=9, options=["bombing_penalty"]), 1), "Turn")
    assert harder["Strategic Bombing"] == ("+1",)
    assert panel(build_scene(position(turn=6), 1), "Turn")["Strategic Bombing"] == ("0",)


def test_a_finished_game_says_how_it_ended() -> None:
    g = start()
    g.result = Result((1.0, 0.0), "The Axis wins.", "14.2")
    scene = build_scene(g, None)
    assert scene.subtitle.endswith("· The Axis wins.")
    assert "Axis" in panel(scene, "Sides")


@pytest.mark.rule("on_to_berlin", "2.2.2c")
def test_war_entry_tells_how_far_it_is() -> None:
    g = position(markers={"us": 5, "su": 1}, lasting=("sp",), axis=("ge", "sp"))
    tracks = panel(build_scene(g, 0), "War Entry")
    assert tracks["United States"] == ("Entry", "–")
    assert tracks["Soviet Union"] == ("Distrust", "2 to Entry")
    assert tracks["Spain"][1] == "joined for good"


@pytest.mark.rule("on_to_berlin", "3.1")
def test_nations_by_side_and_leaning() -> None:
    g = position(axis=("ge", "vc"), allied=("uk",), poland_surrendered=True)
    nations = panel(build_scene(g, 0), "Nations")
    assert nations["Axis"] == ("Germany, Vichy France",)
    assert "Italy" in nations["Axis-Leaning"][0] and "Sweden" in nations["Allied-Leaning"][0]
    assert nations["Surrendered"] == ("Poland",)
    before = panel(build_scene(position(not_at_war=("fr",)), 0), "Nations")
    assert "France (not At War)" in before["Allies"][0] and "Surrendered" not in before


@pytest.mark.rule("on_to_berlin", "2.2.2d")
@pytest.mark.rule("on_to_berlin", "2.2.2f")
def test_pools_are_listed_by_nation() -> None:
    scene = build_scene(start(), 0)
    pool = panel(scene, "Mobilization Pool")
    assert "GE 6 LF, 1 TF" in pool["Axis"][0] and "VC 4 LF, 1 NF" in pool["Axis"][0]
    assert "US 7 LF" in pool["Neutral"][0] and "UK 4 LF" in pool["Allies"][0]
    vichy = panel(build_scene(position(axis=("ge", "vc"), allied=("uk",)), 0), "Mobilization Pool")
    assert "FR 6 LF" in vichy["Allies"][0] and "VC 4 LF" in vichy["Axis"][0]
    assert "2 TF 5-2-3, 1 TF 6-3-3" in panel(scene, "New Weapons Pool")["Axis"][0]
    assert "GE 1 AF 0-1-2(4)" in panel(scene, "Out of the game")["Axis"][0]


@pytest.mark.parametrize(
    ("halves", "told"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (20, "10"), (21, "10½")]
)
def test_halves_are_written_as_such(halves: int, told: str) -> None:
    assert half(halves) == told


# --- as a picture


def late() -> Scene:
    """A random position far from the start."""
    g = start()
    rng = Rng(11)
    for _ in range(350):
        if g.result is not None:
            break
        seats = g.seats()
        seat = seats[rng.below(len(seats))]
        offered = g.choices(seat)
        g.apply(seat, offered[rng.below(len(offered))])
    return build_scene(g, 1)


@pytest.mark.parametrize("when", ["start", "late"])
def test_every_area_and_every_counter_is_drawn(when: str) -> None:
    scene = late() if when == "late" else build_scene(start(), 0)
    picture = ElementTree.fromstring(draw.svg(scene))
    width, height = [float(n) for n in picture.get("viewBox", "").split()[2:]]
    groups = [g for g in picture.iter(f"{SVG}g") if g.get("class") == "place"]
    assert {g.get("data-place") for g in groups} == set(T.area_id)
    for group in groups:
        assert scene.letters[place(scene, group.get("data-place", "")).owner] in texts(group)
    cells = {c.get("data-place") for c in picture.iter(f"{SVG}path") if c.get("class") == "cell"}
    assert cells - {""} == set(T.area_id)
    counters = [
        g for g in picture.iter(f"{SVG}g") if g.get("class") == "piece" and g.get("data-choice") != "-1"
    ]
    assert len(counters) == len(scene.pieces)
    for group in counters:
        piece = next(p for p in scene.pieces if str(p.choice) == group.get("data-choice"))
        title = group.find(f"{SVG}title")
        assert title is not None and title.text is not None
        assert piece.strength in texts(group) and piece.label in texts(group)
        assert ("fresh" if piece.full else "spent") in title.text
    for element in picture.iter(f"{SVG}text"):
        assert float(element.get("x", "0")) < width and float(element.get("y", "0")) <= height


def test_panels_are_written_beside_the_map() -> None:
    scene = build_scene(start(), 0)
    written = " ".join(texts(ElementTree.fromstring(draw.svg(scene))))
    for each in scene.panels:
        for row in each.rows:
            for cell in row:
                assert all(word in written for word in cell.split())
    for word in ("Operational Limit", "Submarine", "spent", "half Axis point", "canal", "activated"):
        assert word in written


def test_names_and_counters_have_room_at_the_start() -> None:
    scene = build_scene(start(), 0)
    layout = layout_of(scene)
    stands = arrange(scene, layout)
    assert set(stands) == set(range(T.n_areas))
    plates = [stand.plate for stand in stands.values()]
    counters = [box for stand in stands.values() for _, box in stand.counters]
    for a, b in combinations(plates + counters, 2):
        assert a.shared(b) < 10  # of 400 and more
    for box in plates + counters:
        assert box.x >= 0 and box.y >= 0 and box.x + box.w <= MAP_WIDTH and box.y + box.h <= HEIGHT


def test_seas_lie_on_water_and_lands_on_land() -> None:
    scene = build_scene(start(), 0)
    layout = layout_of(scene)
    for i, p in enumerate(scene.places):
        if p.id not in ("malta", "gibraltar", "istanbul"):  # the drawn coast is too coarse for these
            assert layout.land.at(*layout.at[i]) == (p.kind == "land"), p.id


def test_the_map_as_text_tells_areas_counters_and_controllers() -> None:
    scene = build_scene(position(units={"berlin": "ge_lf spent", "baltic_sea": "2 ge_nf"}), 0)
    text = draw.text_map(scene, None, 200)
    assert "German inf(s) 3-1-2" in text and "2×German fleet 3-1-3" in text
    card_of = draw.area_card(scene, "baltic_sea", 200)
    assert card_of.startswith("Baltic Sea (A: Axis)") and "closed to L" in card_of
    assert "- Berlin (A), coast | A: German inf(s) 3-1-2" in card_of
    held = build_scene(position(control={"paris": "ge"}), 0)
    assert "held by Germany" in draw.area_card(held, "paris", 200)
