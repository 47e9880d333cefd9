"""The table as a scene: everything that is open is in it, and it can be read."""

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from sandtable import draw
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.scene import Card, Scene
from sandtable.engine.state import Result, changed
from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, SOVIETS, WEST
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat.leading_general import LeadingGeneral
from sandtable.games.other_side.rules.offensives import Combats, PlacePawns, SovietOffensive, WesternOffensive
from sandtable.games.other_side.rules.production.strategic_warfare import DrawEvents, StrategicWarfare
from sandtable.games.other_side.sequence import Sequence
from sandtable.games.other_side.table.open_cards import build_cards
from sandtable.games.other_side.table.order_of_play import ORDER, STAGES, stage
from sandtable.games.other_side.table.scene import Layout, build_scene
from sandtable.games.other_side.table.view import build_view
from sandtable.games.other_side.testing import area, deck, directive, general, position, tables
from tests.games.other_side.driving import answer, begin, names
from tests.games.other_side.fighting import a_fight, allies_attack, dice
from tests.games.other_side.moments import GAME, moments
from tests.games.scenes import panel, pieces, place

T = tables()


def kinds(scene: Scene, name: str) -> list[tuple[str, int]]:
    return [(p.kind, p.number) for p in pieces(scene, name)]


# --- places


@pytest.mark.rule("other_side", "1.3c")
@pytest.mark.rule("other_side", "1.3k")
@pytest.mark.rule("other_side", "1.3n")
def test_every_area_and_base_is_a_place_of_its_front_and_country() -> None:
    scene = build_scene(position(), 0)
    areas = [p for p in scene.places if p.kind == "area"]
    bases = [p for p in scene.places if p.kind == "base"]
    assert [p.id for p in areas + bases] == T.space_id and (len(areas), len(bases)) == (28, 3)
    for p in areas:
        assert names().keys[p.choice] == f"area:{p.id}"
        assert f"number:{areas.index(p) + 1}" in p.marks
    assert {place(scene, name).region for name in ("poland", "urals", "finland")} == {"east"}
    assert place(scene, "libya").region == "south" and place(scene, "libya").country == "italy"
    assert place(scene, "crete").country == "greece" and place(scene, "spain").region == "west"


@pytest.mark.rule("other_side", "1.3s")
@pytest.mark.rule("other_side", "1.3d")
def test_sectors_and_head_boxes_lie_in_their_area() -> None:
    scene = build_scene(position(align={"ukraine": "disputed 1/2 soviet"}), 0)
    inside = [p for p in scene.places if p.inside == "ukraine"]
    assert [(p.id, p.kind) for p in inside] == [
        ("ukraine_1", "sector"),
        ("ukraine_2", "sector"),
        ("ukraine_3", "sector"),
        ("ukraine_head_1", "slot"),
    ]
    assert [p.owner for p in inside[:3]] == ["axis", "soviet", "soviet"]
    assert inside[1].name == "Kiev" and inside[1].terrain == ("river",)
    assert len([p for p in scene.places if p.inside == "poland" and p.kind == "slot"]) == 2
    assert place(scene, "ukraine").owner == "disputed"


def test_symbols_and_limits_are_printed_in_their_areas() -> None:
    scene = build_scene(position(), 0)
    assert place(scene, "great_britain").marks == ("number:18", "resource", "partisan", "port", "limit:4")
    assert place(scene, "urals").marks == ("number:13",)
    assert place(scene, "malta").marks == ("number:B",)


@pytest.mark.parametrize(
    ("word", "owner"),
    [
        ("neutral", "neutral"),
        ("occupied", "axis"),
        ("satellite", "axis"),
        ("western", "western"),
        ("soviet", "soviet"),
        ("disputed 1/2 western", "disputed"),
    ],
)
@pytest.mark.rule("other_side", "1.3b")
def test_who_holds_an_area(word: str, owner: str) -> None:
    scene = build_scene(position(align={"hungary": word, "malta": "western"}), 0)
    assert place(scene, "hungary").owner == owner and place(scene, "malta").owner == "western"


@pytest.mark.rule("other_side", "1.3p")
def test_lines_with_what_is_printed_on_them() -> None:
    scene = build_scene(position(), 0)
    lines = {frozenset((scene.places[e.a].id, scene.places[e.b].id)): e for e in scene.edges}
    assert len(lines) == len(T.links)
    assert lines[frozenset(("malta", "southern_italy"))].kind == "sea"
    assert lines[frozenset(("poland", "belarus"))].kind == "land"
    assert lines[frozenset(("finland", "northern_russia"))].marks == ("barred:soviet",)
    assert lines[frozenset(("urals", "central_russia"))].marks == ("die:soviet",)


@pytest.mark.rule("other_side", "1.3l")
@pytest.mark.rule("other_side", "1.3m")
@pytest.mark.rule("other_side", "1.3t")
def test_boxes_of_fronts_and_germany() -> None:
    g = position(
        armies={"transit": "regular"},
        tracks={"air_east": 4, "air_germany": 2, "collapse": 2, "warfare": 3, "technology": 1},
        ob={"west": "vacancy"},
    )
    scene = build_scene(g, 0)
    assert [p.strength for p in pieces(scene, "east_front")] == ["4"]
    assert kinds(scene, "ob_west") == [("vacancy", 1)] and kinds(scene, "ob_east") == []
    assert kinds(scene, "transit") == [("regular", 1)] and kinds(scene, "collapse") == [("lost", 2)]
    assert [p.strength for p in pieces(scene, "strategic_warfare")] == ["3"]
    assert [p.id for p in scene.places if p.inside == "germany"] == [
        "transit",
        "collapse",
        "strategic_warfare",
    ]
    layout = Layout(g)
    assert (
        scene.places[layout.germany].id == "germany"
        and scene.places[layout.warfare].id == "strategic_warfare"
    )


# --- pieces


@pytest.mark.rule("other_side", "2.3a")
@pytest.mark.rule("other_side", "1.3g")
@pytest.mark.rule("other_side", "2.3h")
def test_armies_disks_heads_and_markers() -> None:
    g = position(
        align={"libya": "disputed 1/2 western", "poland": "occupied"},
        armies={"libya": "panzer, 2 regular", "poland": "reduced, satellite_hungary"},
        heads={"libya": ["rommel"]},
        questioned=["rommel"],
        dissidents=["rommel"],
        ports={"libya": "closed"},
        supply={"libya": "isolated"},
        landings={"libya": 2},
    )
    g.no_west = 1 << area(g, "libya")
    scene = build_scene(g, 0)
    found = kinds(scene, "libya")
    assert found == [
        ("panzer", 1),
        ("regular", 2),
        ("isolated", 1),
        ("closed_port", 1),
        ("no_offensive", 1),
    ]
    assert kinds(scene, "libya_1") == [("disk", 1)] and kinds(scene, "libya_2") == [
        ("disk", 1),
        ("landing", 1),
    ]
    head = pieces(scene, "libya_head_1")[0]
    assert (head.kind, head.status, head.full) == ("rommel", "Questioned, Dissident", False)
    assert head.choice == g.ids.general + general(g, "rommel")
    assert [(p.kind, p.full, p.label) for p in pieces(scene, "poland")] == [
        ("reduced", False, ""),
        ("satellite_hungary", True, "HU"),
    ]


def test_armies_that_have_attacked_are_apart() -> None:
    g = position(align={"poland": "occupied"}, armies={"poland": "3 regular"}, supply={"poland": "naval"})
    g.fought = 1 << g.at[area(g, "poland")][0]
    g.moved = 1 << g.at[area(g, "poland")][1]
    scene = build_scene(g, 0)
    assert [(p.status, p.number) for p in pieces(scene, "poland")[:3]] == [
        ("", 1),
        ("attacked", 1),
        ("moved", 1),
    ]
    assert kinds(scene, "poland")[3:] == [("naval", 1)]


@pytest.mark.parametrize("faction", [WEST, SOVIETS])
def test_pawns_show_who_attacks(faction: int) -> None:
    g = position(align={"poland": "occupied", "hungary": "satellite"})
    g.pawns = 3
    begin(g, Combats(faction))
    side = "western" if faction == WEST else "soviet"
    assert [p.side for p in build_scene(g, 0).pieces if p.kind == "pawn"] == [side, side]
    g.agenda.pop()
    g.pawn_card[0] = directive(g, "barbarossa_i")
    g.sea_pawns = 1
    found = [p for p in build_scene(g, 0).pieces if p.kind == "pawn"]
    assert (found[0].side, found[0].name) == ("axis", "Amphibious pawn")


# --- panels


def test_the_tracks() -> None:
    g = position(
        set_up=True,
        tracks={
            "resources": 12,
            "fanaticism": 6,
            "unrest": 1,
            "usa": "war",
            "ussr": 3,
            "paratroops": 0,
            "collapse": 1,
            "landing_1": "box",
            "landing_2": 1943,
            "locked": [4],
            "warfare": 2,
            "technology": 1,
        },
    )
    g.west_skips = 1 << g.box_number() + 1
    rows = panel(build_scene(g, 0), "War")
    assert rows["Scenario"] == ("World War",) and rows["Resources"] == ("12",)
    assert rows["Fanaticism"] == ("6 of 9",) and rows["USA"] == ("at war",)
    assert rows["USSR"] == (f"3 of {T.ussr_war}",) and rows["Paratroops"] == ("gone",)
    assert rows["Landing markers"] == ("ready, 1943",) and "No Western Offensive" in rows
    assert rows["Strategic Warfare"] == ("2 (Locked: 4); Technology 1",)
    assert "No Soviet Offensive" not in rows
    vp = sum(int(part.split()[-1]) for part in rows["of these"][0].split(", "))
    assert rows["Victory points"][0].startswith(f"{vp} (")


def test_production_pool_projects_countries_and_decks() -> None:
    g = position(
        set_up=True,
        players=3,
        production={"wehrmacht": 3, "luftwaffe": 1},
        flipped=["wehrmacht"],
        projects={"jet_fighters": 2, "wasserfall": "completed"},
        orchestra={"ludwig_beck": 1},
    )
    g.advance_on = T.directives[directive(g, "jet_fighters")].project
    g.bonus = changed(g.bonus, T.country_id.index("turkey"), 1)
    scene = build_scene(g, 0)
    production = panel(scene, "Production")
    assert production["Wehrmacht"] == ("3", "of 3") and production["Luftwaffe"] == ("1", "of 2")
    projects = panel(scene, "Projects")
    assert projects["JET FIGHTERS"] == ("2 to go, advance marker",)
    assert projects["WASSERFALL"] == ("completed 1941",)
    assert panel(scene, "Countries")["Turkey"] == ("Neutral, Diplomacy +1",)
    assert panel(scene, "Decks")["Black Orchestra"] == ("1 on the boards, 13 in the deck",)
    assert len(panel(scene, "Sections")) == 4
    assert "Sections" not in [p.title for p in build_scene(position(), 0).panels]
    assert panel(build_scene(position(), 0), "Projects") == {"–": ("–",)}


def test_the_combat_at_hand() -> None:
    g = position(
        year=1943,
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "panzer, regular"},
        heads={"ukraine": ["von_kluge"]},
        seed=2,
    )
    f = a_fight(g, "ukraine")
    f.head, f.leading = general(g, "von_kluge"), general(g, "hoth")
    f.allied, f.axis = dice("red tank", "red blank"), dice("black hit")
    rows = panel(build_scene(g, 0), "Combat")
    assert rows["Sector"] == ("Vinnitsa, Plains",) and rows["Attacker"] == ("the Soviet Faction",)
    assert rows["Allied dice"][0].endswith(": 2") and rows["Axis dice"][0].endswith(": 1")
    assert rows["Head"][0].startswith("Von Kluge: Defending") and "Leading General" in rows
    assert not [row for row in rows if row.startswith("Combat card")]


def test_the_combat_card_is_shown_with_its_special_effect() -> None:
    g = position(
        year=1943,
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "2 regular"},
        heads={"ukraine": ["heinrici"]},
        pool="reduced",
    )
    allies_attack(g, "ukraine", 8)
    assert panel(build_scene(g, 0), "Combat")["Combat card 8"] == ("no dice and one Reduction",)


@pytest.mark.rule("other_side", "6.3c")
@pytest.mark.parametrize(
    ("box", "told"), [("winter_ops", "3 dice and one Reduction"), ("fall_ops", "3 dice")]
)
def test_a_reduction_of_the_winter_is_shown_in_winter_only(box: str, told: str) -> None:
    g = position(
        box=box,
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "2 regular"},
        heads={"ukraine": ["von_bock"]},
        generals={"hoth": "available", "guderian": "available"},
        tracks={"ussr": "war"},
        pool="reduced",
    )
    allies_attack(g, "ukraine", 4)
    assert isinstance(g.agenda[-1], LeadingGeneral)
    assert panel(build_scene(g, 0), "Combat")["Combat card 4"] == (told,)


def test_the_moment() -> None:
    g = position(set_up=True)
    scene = build_scene(g, 0)
    assert scene.subtitle.startswith("Summer 1941: first Operations Phase · ")
    g.result = Result((0.5,), "Marginal Victory.", "10")
    assert build_scene(g, 0).subtitle == "The war is over"


# --- cards


def pile(cards: list[Card], name: str) -> list[str]:
    return [card.id for card in cards if card.pile == name]


@pytest.mark.rule("other_side", "2.5b")
@pytest.mark.rule("other_side", "1.2c")
def test_all_cards_of_boards_are_open() -> None:
    g = position(
        players=2,
        directives={"barbarossa_i": "active", "taifun": "selected", "merkur": "discarded"},
        generals={"hoth": "available", "guderian": "activated", "strauss": "future"},
        heads={"poland": ["von_bock"]},
        owners={"hoth": 0, "guderian": 1, "von_bock": 1},
        questioned=["hoth"],
        dissidents=["guderian"],
        orchestra={"ludwig_beck": 1, "friedrich_fromm": 0},
    )
    for seat in (0, 1, None):
        cards = build_cards(g, seat)
        assert pile(cards, "Military Directives: active") == ["barbarossa_i"]
        assert pile(cards, "Military Directives: selected") == ["taifun"]
        in_deck = pile(cards, "Military Directives: deck")
        assert "marita" in in_deck and "merkur" not in in_deck and "zitadelle" not in in_deck
        assert pile(cards, "Player 1: Generals, Available") == ["hoth"]
        assert pile(cards, "Player 2: Generals, Activated") == ["guderian"]
        assert pile(cards, "Player 2: Generals, In Command") == ["von_bock"]
        assert pile(cards, "New Generals") == ["strauss"]
        assert pile(cards, "Player 2: Black Orchestra") == ["ludwig_beck"]
        assert pile(cards, "Player 1: Black Orchestra") == ["friedrich_fromm"]
        told = {card.id: card for card in cards}
        assert told["hoth"].own == (seat == 0) and told["ludwig_beck"].own == (seat == 1)
        assert "Questioned." in told["hoth"].text and "Dissident." in told["guderian"].text
        assert "Holds the Army Group in Poland" in told["von_bock"].text
    alone = build_cards(position(generals={"hoth": "available"}, orchestra={"ludwig_beck": 0}), 0)
    assert pile(alone, "Generals, Available") == ["hoth"] and pile(alone, "Black Orchestra") == [
        "ludwig_beck"
    ]


# --- the order of play


def test_the_stage_of_the_order_of_play() -> None:
    assert set(STAGES.values()) == set(range(len(ORDER.stages)))
    g = position(set_up=True)
    rest: list[Any] = [Sequence(1), SovietOffensive(), WesternOffensive()]
    for step, expected in (
        (Combats(0), 6),
        (Combats(WEST), 7),
        (Combats(SOVIETS), 8),
        (PlacePawns(0), 6),
        (WesternOffensive(1), 7),
        (DrawEvents(0), 3),
    ):
        g.agenda = [*rest, step]
        assert stage(g) == expected
    g.agenda = [Sequence(1)]
    assert stage(g) == -1
    g.agenda = [*rest]
    g.result = Result((0.5,), "Marginal Victory.", "10")
    assert stage(g) == -1


def test_an_event_of_strategic_warfare_belongs_to_its_segment() -> None:
    g = position(tracks={"warfare": 1, "france": "vichy"}, dice=["white card", "blue tank"])
    deck(g, combat=[19], strategic=["battle_of_britain"])
    g.set_air(1, 3)
    begin(g, StrategicWarfare())
    assert stage(g) == 3
    answer(g, "button:option_1")


# --- the view, and pictures of every kind of position


def test_the_view_is_plain_data_and_says_what_lies_where() -> None:
    g = position(
        set_up=True,
        players=2,
        align={"libya": "disputed 1/2 western"},
        landings={"libya": 2},
        tracks={"landing_1": "map", "landing_2": "off", "usa": "war"},
        projects={"jet_fighters": 1},
    )
    g.west_skips = 1 << g.box_number() + 1
    g.no_soviet = 1 << area(g, "poland")
    g.advance_on = T.directives[directive(g, "jet_fighters")].project
    found = build_view(g, None)
    msgspec.json.encode(found)
    spaces = {row["id"]: row for row in found["spaces"]}
    assert spaces["libya"]["alignment"] == "disputed" and spaces["libya"]["ally"] == "western"
    assert (spaces["libya"]["axis_sector"], spaces["libya"]["allied_sector"]) == (1, 2)
    assert spaces["libya"]["landing"] == 2 and spaces["poland"]["no_offensive"] == ["soviet"]
    assert set(spaces["malta"]) == {"id", "alignment"}
    tracks = found["tracks"]
    assert tracks["landings"] == ["map", "off"] and tracks["usa"] == "war"
    assert tracks["no_western_offensive"] == ["1941 summer_ops_2"]
    assert found["projects"]["jet_fighters"] == 1 and found["projects"]["advance_marker"] == "jet_fighters"
    assert found["sections"].keys() == {"okw", "operations", "personnel", "production"}
    heads = {holder for row in found["spaces"] for holder in row.get("heads", [])} - {"", "vacancy"}
    assert heads <= {row["id"] for row in found["generals"] if row["where"] == "in_command"}
    assert set(found["countries"].values()) <= set(ALIGNMENT_IDS)


def test_every_kind_of_position_can_be_drawn() -> None:
    for kind, matches in moments().items():
        g = matches[0].state
        assert isinstance(g, Board)
        scene = build_scene(g, 0)
        for p in scene.pieces:
            assert 0 <= p.place < len(scene.places), kind
            assert p.choice < len(GAME.names)
        ElementTree.fromstring(draw.svg(scene))


def test_every_question_of_a_game_belongs_to_a_stage() -> None:
    walk = Walk(GAME, 4)
    seen = set()
    while walk.state.result is None:
        assert isinstance(walk.state, Board)
        seen.add(stage(walk.state))
        walk.play(*walk.pick())
    assert -1 not in seen and len(seen) >= 6
